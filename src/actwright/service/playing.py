"""Runs in the background.

Each continues whether or not anybody watches, shows what it waits for, and is stopped in order.
"""

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
from actwright.schemas.ask_human import AskHumanRequest
from actwright.schemas.confirmation import ConfirmRequest
from actwright.schemas.event import Event
from actwright.schemas.proposal import Proposal
from actwright.schemas.result import Result
from actwright.service.client_policy import ClientPolicy

__all__ = ["ApprovalRequest", "BackgroundRun", "PersonRequest"]


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """An effect that waits for approval. It is answered once; answers to other questions change nothing.

    Attributes:
        id: The ID of the question.
        request: The effect.
        answer: Whether it is permitted, once that was answered.
    """

    id: str
    request: ConfirmRequest
    answer: asyncio.Future[bool] = field(repr=False)


@dataclass(frozen=True, slots=True)
class PersonRequest:
    """A request to a person: a run asks a person to act on its page. It is answered once.

    Attributes:
        id: The ID of the human request.
        request: What the person should do.
        answer: Whether the person did it, once that was answered.
    """

    id: str
    request: AskHumanRequest
    answer: asyncio.Future[bool] = field(repr=False)


class BackgroundRun:
    """One run that is played in the background.

    Attributes:
        id: The ID by which clients refer to it.
        run: The run.
        steered: The policy of a run that a client steers; None for other runs.
        question: The effect that waits for an answer; None if none does.
        wanted: What a person is asked to do on the page; None if nobody is asked.
        shown: The IDs of the human requests that were shown to somebody.
        error: The error that ended the run; empty if none did.
        heard: Called with each event of the run; set it before the run starts.
        asked: Called when a question is asked, and when it is answered.
        calls: Called when a person is asked to act, and when that has ended.
        describe: Returns further fields for the result.
        touched: When somebody last used it, by the monotonic clock.
    """

    def __init__(self, make: Callable[[BackgroundRun], Run], *, steered: bool = False) -> None:
        """`make` makes the run. It gets this object for its `confirm`, its `ask_human` and, if steered, its policy."""
        self.id = uuid4().hex[:12]
        self.question: ApprovalRequest | None = None
        self.wanted: PersonRequest | None = None
        self.shown: set[str] = set()
        self.error = ""
        self.heard: Callable[[Event], None] | None = None
        self.asked: Callable[[ApprovalRequest], None] | None = None
        self.calls: Callable[[PersonRequest], None] | None = None
        self.describe: Callable[[Result], dict[str, Any]] | None = None
        self.steered = ClientPolicy(self._change) if steered else None
        self.touched = time.monotonic()
        self._changed = asyncio.Event()
        self.run = make(self)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts the run."""
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
        """The result so far."""
        return self.run.result

    async def confirm(self, request: ConfirmRequest) -> bool:
        """Asks the people who watch. The engine waits for a while, and then takes no answer for a no."""
        asked = self.question = ApprovalRequest(uuid4().hex[:12], request, asyncio.get_running_loop().create_future())
        self._tell(asked)
        try:
            return await asked.answer
        finally:
            self.question = None
            self._tell(asked)

    def answer(self, question: str, *, permitted: bool) -> bool:
        """Answers a question. Returns False if it is no longer open, because it was answered or its time ran out."""
        asked = self.question
        if asked is None or asked.id != question or asked.answer.done():
            return False
        asked.answer.set_result(permitted)
        self.question = None
        return True

    async def ask_human(self, request: AskHumanRequest) -> bool:
        """Asks the people who watch to act on the page. The engine waits for a while."""
        wanted = self.wanted = PersonRequest(uuid4().hex[:12], request, asyncio.get_running_loop().create_future())
        self._call(wanted)
        try:
            return await wanted.answer
        finally:
            self.wanted = None
            self._call(wanted)

    def acted(self, wanted: str, *, done: bool) -> bool:
        """Ends a human request: somebody acted, or refused. Returns False if it is no longer open."""
        if self.wanted is None or self.wanted.id != wanted or self.wanted.answer.done():
            return False
        self.wanted.answer.set_result(done)
        self.wanted = None
        return True

    async def settled(self, *, seconds: float, heard: Callable[[int], Awaitable[None]] | None = None) -> bool:
        """Waits until the run has ended, or waits for somebody.

        It waits for somebody if it asks a question, if it is its client's turn, or if it asks for a person and nobody
        was shown that yet. Returns False if none of this happens in time.

        Args:
            seconds: How long to wait.
            heard: Called with the number of steps whenever there are more.
        """
        until, reported = time.monotonic() + seconds, 0
        while not self._waits_for_somebody():
            if heard is not None and len(self.run.steps) > reported:
                reported = len(self.run.steps)
                await heard(reported)
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
        """Ends a page that waits for its client as complete; ends any other run as `end` does."""
        if self.steered is None or self.steered.turn is None:
            await self.end()
        elif self._task is not None:
            self.steered.propose(Proposal(complete=True, message="the client closed it", actions=()))
            await asyncio.wait([self._task])

    async def end(self) -> None:
        """Stops the run; stopping twice is allowed. On return, its browser is closed and its record written."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _waits_for_somebody(self) -> bool:
        waits = self.question is not None or (self.wanted is not None and self.wanted.id not in self.shown)
        return self.ended or waits or (self.steered is not None and self.steered.turn is not None)

    def _tell(self, question: ApprovalRequest) -> None:
        if self.asked is not None:
            self.asked(question)
        self._change()

    def _call(self, wanted: PersonRequest) -> None:
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
        except Exception as error:  # noqa: BLE001 - from a custom policy or model; nobody else would report it
            self.error = f"{type(error).__name__}: {error}"
