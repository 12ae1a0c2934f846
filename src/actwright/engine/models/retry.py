"""Decides whether a failed attempt is retried, and after how long. Pure: no clock, no sleep, no randomness."""

from __future__ import annotations

from actwright.errors import ModelError
from actwright.schemas.base import Frozen


class RetryPolicy(Frozen):
    """Exponential backoff with full jitter over the upper half; a wait that the provider asks for comes first.

    Attributes:
        attempts: How many attempts one request gets at most, the first included.
        first_seconds: The longest wait before the second attempt; it doubles with each further one.
        most_seconds: The longest backoff.
        patience_seconds: A longer `Retry-After` is not waited for.
    """

    attempts: int = 4
    first_seconds: float = 1.0
    most_seconds: float = 20.0
    patience_seconds: float = 120.0

    def wait(self, error: ModelError, *, attempt: int, seconds_left: float, jitter: float) -> float | None:
        """Seconds to wait before the next attempt; None if there must be none.

        Args:
            error: How the attempt failed.
            attempt: Its number, from 1.
            seconds_left: Until the run's deadline; a wait that would reach it is not begun.
            jitter: A random number in [0, 1), which spreads the attempts of parallel runs.
        """
        if not error.retryable or attempt >= self.attempts:
            return None
        seconds = self._asked(error, jitter) if error.retry_after is not None else self._backoff(attempt, jitter)
        return seconds if seconds <= self.patience_seconds and seconds < seconds_left else None

    def _asked(self, error: ModelError, jitter: float) -> float:
        asked = max(0.0, error.retry_after or 0.0)
        return asked + min(1.0, 0.1 * asked) * jitter

    def _backoff(self, attempt: int, jitter: float) -> float:
        longest = min(self.most_seconds, self.first_seconds * 2.0 ** (attempt - 1))
        return longest * (0.5 + 0.5 * jitter)
