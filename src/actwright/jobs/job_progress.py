"""How a job goes: the rows left to do, and why it stops before they are all done."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field

from actwright.errors import ActwrightError
from actwright.jobs.attempt import AttemptResult
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_row import RowState
from actwright.text import one_line, shortened

LONGEST = 500
"""Characters of an error in the reason why a job stopped."""
_MEND = "say which field it is (--column HEADING=LABEL), or that it is for none (--ignore HEADING)"


@dataclass
class JobProgress:
    """The rows left to do, and how the job has gone so far.

    Attributes:
        left: The rows left to do.
        tries: How often each row was tried, by its number.
        alike: How the last row ended, if that may not be its own fault.
        streak: The numbers of the consecutive rows that ended so.
        stopped: Why the job stops; empty while it goes on.
        barred: Whether the site has barred the job's session.
        fatal: The error because of which no row can be done.
        next_start: When the rate allows the next row, by the monotonic clock.
        kept: How many of the learned recordings are saved.
        unfit: The columns that a look at the form found no field for.
    """

    left: deque[JobRow]
    tries: dict[int, int] = field(default_factory=dict[int, int])
    alike: str = ""
    streak: set[int] = field(default_factory=set[int])
    stopped: str = ""
    barred: bool = False
    fatal: ActwrightError | None = None
    next_start: float = 0.0
    kept: int = 0
    unfit: frozenset[str] = frozenset()

    async def in_turn(self, rate: float | None) -> None:
        """Waits until the rate allows another row.

        Args:
            rate: Rows per minute; None for no limit.
        """
        if rate is None:
            return
        now = time.monotonic()
        start = max(self.next_start, now)
        self.next_start = start + 60 / rate
        await asyncio.sleep(start - now)

    def add(self, attempted: AttemptResult, *, stop_after: int) -> None:
        """Stops the job if the cause of a failure is not in the row.

        Args:
            attempted: How a row ended.
            stop_after: How many consecutive rows may end alike.
        """
        self.barred |= attempted.entry.state is RowState.BLOCKED
        if attempted.fatal is not None:
            self.fatal, self.stopped = (
                attempted.fatal,
                f"no row can be done: {shortened(one_line(str(attempted.fatal)), LONGEST)}",
            )
            return
        if not attempted.alike or attempted.alike != self.alike:
            self.streak.clear()
        self.alike = attempted.alike
        self.streak |= {attempted.entry.number} if attempted.alike else set()
        if attempted.unplaced and self.left and all(attempted.unplaced & row.values.keys() for row in self.left):
            if attempted.unplaced & self.unfit or len(self.streak) > 1:
                names = ", ".join(sorted(map(repr, attempted.unplaced)))
                self.stopped = f"every row left has a value for {names}, and the form has no field for it: {_MEND}"
        elif len(self.streak) >= stop_after:
            detail = shortened(attempted.entry.detail, 200)
            self.stopped = f"{len(self.streak)} consecutive rows ended alike ({attempted.entry.state}, {attempted.entry.reason}): {detail}"
