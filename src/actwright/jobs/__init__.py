"""Form jobs: submit a form once for each row, and account for every row."""

from actwright.jobs.book import Book
from actwright.jobs.entries import Entry, LedgerError, State
from actwright.jobs.job import Job, Report
from actwright.jobs.ledger import Ledger
from actwright.jobs.order import Login, Order, Verify

__all__ = ["Book", "Entry", "Job", "Ledger", "LedgerError", "Login", "Order", "Report", "State", "Verify"]
