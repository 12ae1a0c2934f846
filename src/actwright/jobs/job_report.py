"""The state of a job, and its ledger wherever it is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from actwright.extras import installed
from actwright.jobs.job_options import KEY
from actwright.jobs.ledger import JobLedger
from actwright.jobs.ledger_file import LEDGER, open_ledger_file
from actwright.jobs.ledger_row import RowState
from actwright.settings import environment_value


@dataclass(frozen=True, slots=True)
class Report:
    """The state of a job.

    Attributes:
        folder: The job's folder.
        counts: How many rows are in each state.
        stopped: Why the job stopped early; empty if it did not.
        cost: USD of the calls whose price is known.
        calls, tokens: Model calls, and the tokens of all of them.
    """

    folder: Path
    counts: Counter[RowState]
    stopped: str = ""
    cost: float = 0.0
    calls: int = 0
    tokens: int = 0

    @property
    def finished(self) -> bool:
        """Whether no row is left to do."""
        return not (self.counts[RowState.PENDING] or self.counts[RowState.RUNNING])

    @property
    def all_done(self) -> bool:
        """Whether every row is done or, in a dry run, filled in. Skipped rows do not count."""
        well = (RowState.DONE, RowState.FILLED, RowState.SKIPPED)
        return all(state in well for state, count in self.counts.items() if count)


def report(ledger: JobLedger) -> Report:
    """The state of the job that this ledger belongs to."""
    cost, calls, tokens = ledger.totals()
    return Report(ledger.folder, ledger.counts(), ledger.stopped, cost, calls, tokens)


def open_ledger(folder: Path, database: str | None, key: str | None = None) -> JobLedger:
    """Opens the ledger of a job, in its folder or in a database. Raises ConfigError if the job was not begun."""
    if database is None:
        return open_ledger_file(folder / LEDGER)
    with installed("postgres", needed_by="a job in a database"):
        from actwright.jobs.postgres.shared_ledger import SharedLedger, job_name  # noqa: PLC0415 - of the extra

    return SharedLedger.opened(database, job_name(folder), key=database_key(key))


def database_key(given: str | None) -> str:
    """The key that encrypts values in a database: the given one, else that of the environment; may be empty."""
    return (environment_value(KEY) or "") if given is None else given
