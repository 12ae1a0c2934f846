"""Form jobs on many machines: a ledger in PostgreSQL, and a DBOS queue. Needs the extra `postgres`."""

from actwright.jobs.postgres.begin import begin, job_name, resume
from actwright.jobs.postgres.database import Database
from actwright.jobs.postgres.ledger import SharedLedger
from actwright.jobs.postgres.worker import Worker

__all__ = ["Database", "SharedLedger", "Worker", "begin", "job_name", "resume"]
