"""The live table of a job: rows by state, pace, and cost so far."""

from __future__ import annotations

import time
from collections import Counter
from typing import Self

from rich.table import Table
from rich.text import Text

from actwright.errors import ActwrightError
from actwright.jobs import Job, JobLedger, LedgerRow
from actwright.jobs.ledger_row import LedgerError, RowState, told
from actwright.text import one_line, printable, shortened

LONGEST = 70
SHOWN_REASONS = 5


class LiveTable:
    """A table that is redrawn while the job runs."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._ledger: JobLedger | None = None
        self._began = time.monotonic()
        self._ended = 0
        self._reasons: Counter[str] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ledger is not None:
            self._ledger.close()

    def count(self, entry: LedgerRow) -> None:
        """Counts a row that has ended."""
        self._ended += 1
        if entry.state not in {RowState.DONE, RowState.FILLED}:
            self._reasons[
                f"{entry.state}: {shortened(one_line(printable(entry.detail or entry.reason)), LONGEST)}"
            ] += 1

    def __rich__(self) -> Table | Text:
        """The table."""
        try:
            self._ledger = self._ledger or self._job.ledger  # opening it reads all of it
            counts, (cost, calls, _) = self._ledger.counts(), self._ledger.totals()
        except LedgerError as error:
            return Text(str(error))
        except ActwrightError:
            return Text("Reading the rows…")
        left = counts[RowState.PENDING] + counts[RowState.RUNNING]
        minutes = (time.monotonic() - self._began) / 60
        pace = self._ended / minutes if self._ended else 0.0
        table = Table.grid(padding=(0, 2))
        table.add_row("rows", f"{counts.total() - left:,} of {counts.total():,}: {told(counts)}")
        table.add_row(
            "pace", f"{pace:.1f} rows per minute, {left / pace:.0f} min left" if pace else "no row has ended yet"
        )
        table.add_row("cost", f"${cost:.4f}, {calls:,} calls")
        for reason, times in self._reasons.most_common(SHOWN_REASONS):
            table.add_row(f"{times:,} x", Text(reason))
        return table
