"""Who controls the page: the run, or a person who took it over. While a person does, no action of the run is dispatched."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

__all__ = ["ACTED", "Hold"]

ACTED = "a person acted on the page since it was looked at; nothing was done, look again"
NOTE = "a person took over this page and acted on it since the last step"
BUSY_SECONDS = 15.0
"""How long whoever takes over waits for the action that is under way."""


class Hold:
    """The page of one run, handed between the run and a person.

    Attributes:
        held: Whether a person has it.
        changed: Called when it is taken or given back; None is told nothing.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.held = False
        self.changed: Callable[[], None] | None = None
        self._clock = clock
        self._spent = 0.0
        self._since = 0.0
        self._acted = False
        self._free, self._idle = asyncio.Event(), asyncio.Event()
        self._free.set()
        self._idle.set()

    @property
    def seconds(self) -> float:
        """How long persons had it so far; that time is not the run's."""
        return self._spent + (self._clock() - self._since if self.held else 0.0)

    async def take(self) -> bool:
        """Gives the page to a person, once the action that is under way has ended; False if somebody has it already."""
        if self.held:
            return False
        self.held, self._since = True, self._clock()
        self._free.clear()
        self._tell()
        try:
            async with asyncio.timeout(BUSY_SECONDS):
                await self._idle.wait()
        except TimeoutError:
            self.give_back(acted=False)
            raise
        return True

    def give_back(self, *, acted: bool) -> None:
        """Gives the page back to the run; `acted` if the person did something on it."""
        if self.held:
            self._spent, self.held = self.seconds, False
            self._acted |= acted
            self._free.set()
            self._tell()

    async def free(self) -> str:
        """Waits until no person has the page. Why an action may not happen that was decided before; empty if it may."""
        await self._free.wait()
        return ACTED if self._acted else ""

    async def begin(self) -> str:
        """The same; if it may happen, whoever takes over waits for `end`."""
        refused = await self.free()
        if not refused:
            self._idle.clear()
        return refused

    def end(self) -> None:
        """The action is over."""
        self._idle.set()

    async def looked(self) -> str:
        """Waits as `free`, before a look. What is to be said of the page because a person acted on it; empty if none did."""
        await self._free.wait()
        acted, self._acted = self._acted, False
        return NOTE if acted else ""

    def _tell(self) -> None:
        if self.changed is not None:
            self.changed()
