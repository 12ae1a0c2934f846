"""How much of a run's time is left, and how long a wait may take."""

from __future__ import annotations

import math
from collections.abc import Callable

__all__ = ["RunClock"]

LEAST_SECONDS = 0.3
"""The least that every wait gets, also when the run's time is up: for a last look."""


class RunClock:
    """Limits the waits of a run to its deadline.

    Attributes:
        seconds_left: Returns the seconds until the deadline of the run; 0 or less when it has passed.
    """

    def __init__(self, seconds_left: Callable[[], float] = lambda: math.inf) -> None:
        self.seconds_left = seconds_left

    def within(self, seconds: float) -> float:
        """`seconds`, or what is left of the run's time if that is less; at least `LEAST_SECONDS`."""
        return max(min(seconds, self.seconds_left()), LEAST_SECONDS)
