"""Form jobs: rows in, each submitted once, every row accounted for."""

from actwright.jobs.job import Job, Report
from actwright.jobs.ledger import Entry, Ledger, LedgerError, State
from actwright.jobs.order import Order, Verify

__all__ = ["Entry", "Job", "Ledger", "LedgerError", "Order", "Report", "State", "Verify"]
