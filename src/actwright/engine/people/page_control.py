"""Who controls the page: the run, or a person who took it over or was asked to act; and whether the run is paused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from playwright.async_api import Error as PlaywrightError

ACTED = "a person acted on the page since your last look; nothing was done, look again"
NOTE = "a person took over this page and acted on it since the last step"
BUSY_SECONDS = 15.0
"""How long a person who takes over waits for the action under way, in seconds."""


class InputWatcher(Protocol):
    """Notices what a person enters, so that it can be hidden."""

    async def begin(self) -> None:
        """Begins, when a person gets the page."""
        ...

    async def notice(self) -> None:
        """Notes what they have entered so far."""
        ...


class PageControl:
    """Passes control of one run's page between the run and a person, who may also pause the run.

    Attributes:
        taken: Whether a person has taken the page.
        asked: Whether the run has asked a person to act, and waits for an answer.
        paused: Whether a person has paused the run; it continues once it is resumed and no person controls the page.
        changed: Called when one of these changes; None calls nothing.
        changes: How often a person who had the page may have changed it since the last look.
        watcher: Notices what a person enters; None if nothing is to be hidden.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.taken = self.asked = self.paused = False
        self.changed: Callable[[], None] | None = None
        self.watcher: InputWatcher | None = None
        self._clock = clock
        self._spent = 0.0
        self._since = 0.0
        self.changes = 0
        self._acted = False
        self._free, self._idle, self._turned = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._free.set()
        self._idle.set()

    @property
    def with_person(self) -> bool:
        """Whether a person controls the page or was asked to act. Page events are then attributed to that person."""
        return self.taken or self.asked

    @property
    def away(self) -> bool:
        """Whether the run may do nothing: a person controls the page, or the run is paused."""
        return self.with_person or self.paused

    @property
    def seconds(self) -> float:
        """Seconds in which the run could do nothing so far; they do not count as the run's time."""
        return self._spent + (self._clock() - self._since if self.away else 0.0)

    async def take(self) -> bool:
        """Gives the page to a person, once the action that is under way has ended; False if somebody has it already.

        Raises:
            TimeoutError: The action does not end in time.
        """
        if self.taken:
            return False
        began = not self.with_person
        self._turn(taken=True)
        try:
            async with asyncio.timeout(BUSY_SECONDS):
                await self._idle.wait()
                if began:
                    await self._watched()
        except TimeoutError:
            self.give_back(acted=False)
            raise
        return True

    def give_back(self, *, acted: bool) -> None:
        """Gives the page back to the run; `acted` if the person did something on it."""
        if self.taken:
            self._acted |= acted
            self.changes += acted
            self._turn(taken=False)

    def pause(self) -> bool:
        """Keeps the run from beginning anything until it is resumed; what is under way ends.

        Returns False if the run is paused already.
        """
        changed = not self.paused
        self._turn(paused=True)
        return changed

    def resume(self) -> bool:
        """Ends a pause. False if there is none."""
        changed = self.paused
        self._turn(paused=False)
        return changed

    async def ask_human(self, ask: Callable[[], Awaitable[bool]], *, seconds: float) -> bool | None:
        """Lets the person act whom `ask` asks: True once they have, False if they refuse, None if no answer comes in time.

        Args:
            ask: Answers when the person is done; whatever it raises is raised here.
            seconds: How long to wait for an answer; see `answered`.
        """
        began = not self.with_person
        self._idle.set()  # an action that waits for a person cannot disturb them
        self._turn(asked=True)
        try:
            if began:
                await self._watched()
            done = await self.answered(ask(), seconds=seconds)
            self._acted |= done is True
            self.changes += done is True
            return done
        finally:
            self._turn(asked=False)

    def note_unchanged(self, changes: int) -> None:
        """Lets the run do what was decided before, unless a person had the page since there were so many `changes`."""
        if self.changes == changes:
            self.changes = 0

    async def answered(self, asking: Awaitable[bool], *, seconds: float) -> bool | None:
        """Whether a person answers a question with True; None if they do not answer in time.

        Raises whatever the question raises.

        Args:
            asking: The question; it is cancelled if nobody answers in time.
            seconds: How long to wait; the time in which somebody has taken the page or paused the run does not count.
        """
        answer, left = asyncio.ensure_future(asking), seconds
        try:
            while not answer.done():
                stopped = self.taken or self.paused
                if left <= 0 and not stopped:
                    return None
                since = self._clock()
                self._turned.clear()
                turned = asyncio.ensure_future(self._turned.wait())
                try:
                    await asyncio.wait(
                        {answer, turned}, timeout=None if stopped else left, return_when=asyncio.FIRST_COMPLETED
                    )
                finally:
                    turned.cancel()
                left -= 0.0 if stopped else self._clock() - since
            return answer.result() is True
        finally:
            answer.cancel()
            await asyncio.gather(answer, return_exceptions=True)

    async def notice(self) -> None:
        """Notes what a person has entered so far, before something removes it from the page."""
        if self.watcher is not None and self.with_person:
            await self.watcher.notice()

    async def free(self) -> str:
        """Waits until the run may go on. Returns why an action decided before may not happen; empty if it may."""
        await self._until_free()
        return ACTED if self.changes else ""

    @asynccontextmanager
    async def acting(self) -> AsyncGenerator[str]:
        """Waits like `free`, and returns the same. If the action may happen, a person who takes over waits for the block."""
        if refused := await self.free():
            yield refused
            return
        self._idle.clear()
        try:
            yield ""
        finally:
            self._idle.set()

    async def looked(self) -> str:
        """Waits like `free`, before a look. Returns a note for it if a person acted on the page; empty if none did."""
        await self._until_free()
        acted, self._acted, self.changes = self._acted, False, 0
        return NOTE if acted else ""

    async def _until_free(self) -> None:
        while self.away:  # a person may take the page again before this task runs
            await self._free.wait()

    async def _watched(self) -> None:
        if self.watcher is not None:
            with suppress(PlaywrightError):  # a page that is gone has nothing to note
                await self.watcher.begin()

    def _turn(self, *, taken: bool | None = None, asked: bool | None = None, paused: bool | None = None) -> None:
        before = self.away
        self.taken = self.taken if taken is None else taken
        self.asked = self.asked if asked is None else asked
        self.paused = self.paused if paused is None else paused
        if self.away and not before:
            self._since = self._clock()
            self._free.clear()
        elif before and not self.away:
            self._spent += self._clock() - self._since
            self._free.set()
        self._turned.set()
        if self.changed is not None:
            self.changed()
