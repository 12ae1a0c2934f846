"""Form jobs: submit a form once for each row, and account for every row. Needs the extra `jobs`."""

from actwright.extras import installed

with installed("jobs", needed_by="a form job"):
    from actwright.jobs.job import Job
    from actwright.jobs.job_options import JobOptions, Login, Verify
    from actwright.jobs.job_report import Report
    from actwright.jobs.ledger import JobLedger
    from actwright.jobs.ledger_row import LedgerError, LedgerRow, RowState

__all__ = ["Job", "JobLedger", "JobOptions", "LedgerError", "LedgerRow", "Login", "Report", "RowState", "Verify"]
