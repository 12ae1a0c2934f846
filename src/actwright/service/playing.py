"""Runs in the background: each goes on whoever looks at it, says what it waits for, and is ended in order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from playwright.async_api import Page

from actwright.engine.run import Run
from actwright.errors import ActwrightError
from actwright.schemas.confirmation import ConfirmRequest
from actwright.schemas.event import Event
from actwright.schemas.hand_over import HandOverRequest
from actwright.schemas.proposal import Proposal
from actwright.schemas.result import Result
from actwright.service.steered import Steered

__all__ = ["Playing", "Question", "Wanted"]


@dataclass(frozen=True, slots=True)
class Question:
    """An effect that waits for somebody's answer. It is asked once: an answer to any other question changes nothing.

    Attributes:
        id: Of this question alone.
        request: What is to be permitted.
    """

    id: str
    request: ConfirmRequest
    answer: asyncio.Future[bool] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A person is wanted on the page of a run. It is answered once.

    Attributes:
        id: Of this hand-over alone.
        request: What they are to do.
    """

    id: str
    request: HandOverRequest
    answer: asyncio.Future[bool] = field(repr=False)


class Playing:
    """One run that is played in the background.

    Attributes:
        id: What clients call it by.
        run: The run.
        steered: The policy, of a run that a client steers.
        question: The effect that waits for an answer; None if none does.
        wanted: What a person is asked to do on the page; None if nothing is.
        shown: The hand-overs that somebody was told of.
        error: What ended the run, if an error did.
        heard: Called with each event of the run; set it before the run starts. None hears nothing.
        asked: Called when a question is asked or answered; None is told of none.
        calls: Called when a person is wanted, and when one is no more; None is told of none.
        describe: What else is told of its result, if anything is.
        touched: When somebody last asked for it, by the monotonic clock.
    """

    def __init__(self, make: Callable[[Playing], Run], *, steered: bool = False) -> None:
        """`make` makes the run of what it is given: its `confirm`, and its policy if it is to be steered."""
        self.id = uuid4().hex[:12]
        self.question: Question | None = None
        self.wanted: Wanted | None = None
        self.shown: set[str] = set()
        self.error = ""
        self.heard: Callable[[Event], None] | None = None
        self.asked: Callable[[Question], None] | None = None
        self.calls: Callable[[Wanted], None] | None = None
        self.describe: Callable[[Result], dict[str, Any]] | None = None
        self.steered = Steered(self._change) if steered else None
        self.touched = time.monotonic()
        self._changed = asyncio.Event()
        self.run = make(self)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins the run."""
        self._task = asyncio.create_task(self._play(), name=f"actwright-{self.id}")
        self._task.add_done_callback(lambda _: self._change())

    @property
    def ended(self) -> bool:
        """Whether the run is over, its browser closed and its record written."""
        return self._task is not None and self._task.done()

    @property
    def showing(self) -> Page | None:
        """The page in front; None if there is none now."""
        return self.run.showing

    @property
    def result(self) -> Result:
        """What the run has come to so far."""
        return self.run.result

    async def confirm(self, request: ConfirmRequest) -> bool:
        """Asks whoever looks on; the engine gives up after a while, and takes that for a no."""
        asked = self.question = Question(uuid4().hex[:12], request, asyncio.get_running_loop().create_future())
        self._tell(asked)
        try:
            return await asked.answer
        finally:
            self.question = None
            self._tell(asked)

    def answer(self, question: str, *, permitted: bool) -> bool:
        """Answers a question. False if it does not stand any more: it was answered, or its time was up."""
        asked = self.question
        if asked is None or asked.id != question or asked.answer.done():
            return False
        asked.answer.set_result(permitted)
        self.question = None
        return True

    async def hand_over(self, request: HandOverRequest) -> bool:
        """Has whoever looks on act on the page; the engine gives up after a while."""
        wanted = self.wanted = Wanted(uuid4().hex[:12], request, asyncio.get_running_loop().create_future())
        self._call(wanted)
        try:
            return await wanted.answer
        finally:
            self.wanted = None
            self._call(wanted)

    def acted(self, wanted: str, *, done: bool) -> bool:
        """Ends a hand-over: somebody acted, or refuses. False if it does not stand any more."""
        if self.wanted is None or self.wanted.id != wanted or self.wanted.answer.done():
            return False
        self.wanted.answer.set_result(done)
        self.wanted = None
        return True

    async def settled(self, *, seconds: float, heard: Callable[[int], Awaitable[None]] | None = None) -> bool:
        """Waits until the run has ended, asks something, has a turn for its client, or wants a person and nobody was told.

        False if it does none of these in time.

        Args:
            seconds: How long.
            heard: Called with the number of steps whenever there are more.
        """
        until, told = time.monotonic() + seconds, 0
        while not self._waits_for_somebody():
            if heard is not None and len(self.run.steps) > told:
                told = len(self.run.steps)
                await heard(told)
            self._changed.clear()
            left = until - time.monotonic()
            if left <= 0:
                return False
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        return True

    async def over(self) -> None:
        """Waits until the run is over."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def close(self) -> None:
        """Ends a page that a client steers and that waits for it as complete, anything else as `end` does."""
        if self.steered is None or self.steered.turn is None:
            await self.end()
        elif self._task is not None:
            self.steered.propose(Proposal(complete=True, message="the client closed it", actions=()))
            await asyncio.wait([self._task])

    async def end(self) -> None:
        """Stops the run where it is; twice is no error. Its browser is closed and its record written when this returns."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _waits_for_somebody(self) -> bool:
        waits = self.question is not None or (self.wanted is not None and self.wanted.id not in self.shown)
        return self.ended or waits or (self.steered is not None and self.steered.turn is not None)

    def _tell(self, question: Question) -> None:
        if self.asked is not None:
            self.asked(question)
        self._change()

    def _call(self, wanted: Wanted) -> None:
        if self.calls is not None:
            self.calls(wanted)
        self._change()

    def _change(self) -> None:
        self._changed.set()

    async def _play(self) -> None:
        try:
            async with aclosing(self.run.events()) as events:
                async for event in events:
                    if self.heard is not None:
                        self.heard(event)
                    self._change()
        except ActwrightError as error:
            self.error = str(error)
        except Exception as error:  # noqa: BLE001 - of a policy or a model that others wrote; nobody else would hear of it
            self.error = f"{type(error).__name__}: {error}"
