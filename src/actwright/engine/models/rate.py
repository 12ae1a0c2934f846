"""Requests and tokens per minute, shared by all runs that are given the same object."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from actwright.errors import ConfigError

WINDOW = 60.0
"""The seconds for which a call counts."""


@dataclass(eq=False, slots=True)
class Departure:
    """The place of one call in the order in which calls leave.

    Attributes:
        at: When it leaves, on the limit's clock.
        tokens: How many tokens it counts for.
    """

    at: float
    tokens: int


class RateLimit:
    """How many requests and tokens may be sent in any 60 seconds. Pass one object to all agents that share a key.

    Calls are sent in the order in which they were requested, from any thread or event loop. None is refused; each waits
    its turn. A call counts with the longest answer it may get, and with its actual tokens once they are known. A call
    that needs more tokens than a minute allows is sent alone.

    Args:
        requests_per_minute: None means no limit.
        tokens_per_minute: Input and output tokens; None means no limit.
        clock: Returns seconds; replaced in tests.

    Raises:
        ConfigError: A number is below 1.
    """

    def __init__(
        self,
        *,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._requests = _at_least_one("requests_per_minute", requests_per_minute)
        self._tokens = _at_least_one("tokens_per_minute", tokens_per_minute)
        self._clock = clock
        self._lock = threading.Lock()
        self._departures: deque[Departure] = deque()

    def __repr__(self) -> str:
        given = ((self._requests, "requests"), (self._tokens, "tokens"))
        limits = " and ".join(f"{number:,} {what}" for number, what in given if number < float("inf"))
        return f"RateLimit({limits} a minute)" if limits else "RateLimit()"

    def seconds_until(self, departure: Departure) -> float:
        """How long to wait before the call leaves."""
        return max(0.0, departure.at - self._clock())

    def book(self, tokens: int) -> Departure:
        """Takes the next place in the order for a call with so many tokens."""
        with self._lock:
            now = self._clock()
            while self._departures and self._departures[0].at <= now - WINDOW:
                self._departures.popleft()
            self._departures.append(Departure(at=max(now, self._earliest(tokens)), tokens=tokens))
            return self._departures[-1]

    def settle(self, departure: Departure, tokens: int) -> None:
        """Counts what a call took in place of what it might have taken."""
        with self._lock:
            departure.tokens = tokens

    def give_back(self, departure: Departure) -> None:
        """Frees the place of a call that did not leave."""
        with self._lock:
            if departure in self._departures:
                self._departures.remove(departure)

    def _earliest(self, tokens: int) -> float:
        """When one more call fits: not before the last one, and never with too many others in the same 60 seconds."""
        if not self._departures:
            return 0.0
        requests = 1
        for before in reversed(self._departures):
            requests += 1
            tokens += before.tokens
            if requests > self._requests or tokens > self._tokens:
                return max(before.at + WINDOW, self._departures[-1].at)
        return self._departures[-1].at


def _at_least_one(name: str, number: int | None) -> float:
    if number is not None and number < 1:
        raise ConfigError(f"{name} is {number}; give at least 1, or None for no limit")
    return float("inf") if number is None else number
