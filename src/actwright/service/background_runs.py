"""Runs in the background.

Each continues whether or not anybody watches, shows what it waits for, and is stopped in order.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from uuid import uuid4

from playwright.async_api import Page

from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.run import Run
from actwright.errors import ActwrightError
from actwright.schemas.confirmation import AskHumanRequest, ConfirmRequest
from actwright.schemas.event import Event
from actwright.schemas.proposal import Proposal
from actwright.schemas.result import Result
from actwright.schemas.step import Step
from actwright.schemas.turn import Turn

R = TypeVar("R")


@dataclass(frozen=True, slots=True, eq=False)
class OpenQuestion(Generic[R]):
    """A question of a run to the people who watch it. It is answered once.

    Attributes:
        id: The ID of the question.
        request: The effect that waits for approval, or what a person should do on the page.
        answer: Whether it is permitted, or whether the person did it, once that was answered.
    """

    id: str
    request: R
    answer: asyncio.Future[bool] = field(repr=False)

    @property
    def positive(self) -> bool:
        """Whether it was answered with yes."""
        return self.answer.done() and not self.answer.cancelled() and self.answer.result()


class BackgroundRun:
    """One run that is played in the background.

    Attributes:
        id: The ID by which clients refer to it.
        run: The run.
        steered: The policy of a run that a client steers; None for other runs.
        shown: The IDs of the human requests that were shown to somebody.
        error: The error that ended the run; empty if none did.
        heard: Called with each event of the run; set it before the run starts.
        asked: Called when a question is asked, and when it is answered or no longer open.
        describe: Returns further fields for the result.
        touched: When somebody last used it, by the monotonic clock.
    """

    def __init__(self, make: Callable[[BackgroundRun], Run], *, steered: bool = False) -> None:
        """`make` makes the run. It gets this object for its `confirm`, its `ask_human` and, if steered, its policy."""
        self.id = uuid4().hex[:12]
        self._open: list[OpenQuestion[Any]] = []
        self.shown: set[str] = set()
        self.error = ""
        self.heard: Callable[[Event], None] | None = None
        self.asked: Callable[[OpenQuestion[Any]], None] | None = None
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

    @property
    def question(self) -> OpenQuestion[ConfirmRequest] | None:
        """The effect that waits for an answer; None if none does."""
        return next((each for each in self._open if isinstance(each.request, ConfirmRequest)), None)

    @property
    def wanted(self) -> OpenQuestion[AskHumanRequest] | None:
        """What a person is asked to do on the page; None if nobody is asked."""
        return next((each for each in self._open if isinstance(each.request, AskHumanRequest)), None)

    async def confirm(self, request: ConfirmRequest) -> bool:
        """Asks the people who watch. The engine waits for a while, and then takes no answer for a no."""
        return await self._ask(request)

    async def ask_human(self, request: AskHumanRequest) -> bool:
        """Asks the people who watch to act on the page. The engine waits for a while."""
        return await self._ask(request)

    def answer(self, question: str, *, permitted: bool) -> bool:
        """Answers a question. Returns False if it is no longer open, because it was answered or its time ran out."""
        return self._settle(self.question, question, yes=permitted)

    def acted(self, wanted: str, *, done: bool) -> bool:
        """Ends a human request: somebody acted, or refused. Returns False if it is no longer open."""
        return self._settle(self.wanted, wanted, yes=done)

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

    async def _ask(self, request: ConfirmRequest | AskHumanRequest) -> bool:
        asked = OpenQuestion(uuid4().hex[:12], request, asyncio.get_running_loop().create_future())
        self._open.append(asked)
        self._tell(asked)
        try:
            return await asked.answer
        finally:
            if asked in self._open:
                self._open.remove(asked)
            self._tell(asked)

    def _settle(self, asked: OpenQuestion[Any] | None, name: str, *, yes: bool) -> bool:
        if asked is None or asked.id != name or asked.answer.done():
            return False
        self._open.remove(asked)
        asked.answer.set_result(yes)
        return True

    def _tell(self, question: OpenQuestion[Any]) -> None:
        if self.asked is not None:
            self.asked(question)
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


class ClientPolicy:
    """Waits for a client's proposal at each step. One object serves one run.

    Attributes:
        turn: The turn that waits for the client; None before the first look and while a proposal is performed.
        wants_picture: Whether the next look takes a picture.
    """

    roles: tuple[str, ...] = ()
    preferences = Preferences(evidence="off")

    def __init__(self, changed: Callable[[], None]) -> None:
        """`changed` is called whenever a turn waits for the client."""
        self.turn: Turn | None = None
        self.wants_picture = False
        self._changed = changed
        self._proposals: asyncio.Queue[Proposal] = asyncio.Queue()

    def pictured(self, _steps: Sequence[Step]) -> bool:
        """See `Policy`."""
        return self.wants_picture

    async def decide(self, turn: Turn, _ask: Ask) -> Proposal:
        """Waits for the client's next proposal, however long that takes."""
        self.turn = turn
        self._changed()
        try:
            return await self._proposals.get()
        finally:
            self.turn = None

    def propose(self, proposal: Proposal) -> None:
        """Gives the waiting turn its proposal."""
        self.turn = None
        self._proposals.put_nowait(proposal)
