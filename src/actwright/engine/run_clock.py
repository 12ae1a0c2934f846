"""The time of one run: what is left of its limit, and how long its last step and its closing may take."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from actwright.engine.people.page_control import PageControl

END_SECONDS = 0.7
"""How long after its time limit a run may still wait for what hangs, in seconds.

Its record and report are written within the same second.
"""
GRACE_SECONDS = 0.4
"""How much of that the last step may have, to end what is under way and look once more; the rest is for closing."""
CLOSE_SECONDS, LEAST_SECONDS = 3.0, 0.1
"""How long closing may take where there is time, and where there is none left."""
LEAST_WAIT = 0.3
"""The least that every wait gets, also when the run's time is up: for a last look."""


class StepAbandonedError(Exception):
    """The last step did not end in time."""


class RunClock:
    """Counts the seconds of a run, without those in which a person had its page or had paused it.

    Args:
        limit: The time limit, in seconds; none by default.
        page_control: Whether a person has the page or has paused the run; by default nobody can.
    """

    def __init__(self, limit: float = math.inf, page_control: PageControl | None = None) -> None:
        self._limit = limit
        self._control = page_control or PageControl()
        self._began = time.monotonic()

    def start(self) -> None:
        """Notes that the run begins."""
        self._began = time.monotonic()

    def seconds(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._began - self._control.seconds

    def seconds_left(self) -> float:
        """Seconds until the time limit; negative when it has passed."""
        return self._limit - self.seconds()

    def within(self, seconds: float) -> float:
        """`seconds`, or what is left of the run's time if that is less; at least `LEAST_WAIT`."""
        return max(min(seconds, self.seconds_left()), LEAST_WAIT)

    def seconds_to_close(self) -> float:
        """How long closing may take."""
        return max(min(CLOSE_SECONDS, self.seconds_left() + END_SECONDS), LEAST_SECONDS)

    @asynccontextmanager
    async def step(self) -> AsyncGenerator[None]:
        """A block that may take as long as the time limit and a grace allow, without the time that a person takes.

        Every wait inside a step has its own deadline; this one is for everything else.

        Raises:
            StepAbandonedError: It took longer, and was cancelled.
        """
        try:
            async with asyncio.timeout(None) as deadline:
                self._control.changed = lambda: deadline.reschedule(self._deadline())
                deadline.reschedule(self._deadline())
                yield
        except TimeoutError as error:
            raise StepAbandonedError(
                f"a step exceeded the time limit of the run by {GRACE_SECONDS:g} s and was abandoned: "
                "the page, the browser's driver or a policy does not respond"
            ) from error
        finally:
            self._control.changed = None

    def _deadline(self) -> float | None:
        """When a step that began now must have ended, by the clock of the event loop; None while a person is at it."""
        if self._control.away:
            return None
        return asyncio.get_running_loop().time() + max(self.seconds_left(), 0) + GRACE_SECONDS
