"""`Run`: one task under way, from opening the page to the report."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from types import TracebackType
from typing import Self

from playwright.async_api import Dialog, Page
from pydantic import BaseModel

from actwright.engine.evidence.answer import typed
from actwright.engine.loop import play
from actwright.engine.meter import Meter
from actwright.engine.opening import Opening
from actwright.engine.page.acting.in_focus import InFocus
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.pageless_surface import PagelessSurface
from actwright.engine.people.page_control import PageControl
from actwright.engine.records.log import log
from actwright.engine.records.report import try_report
from actwright.engine.records.stream import EventStream, Listener
from actwright.engine.records.totals import totals_of
from actwright.engine.run_clock import RunClock, StepAbandonedError
from actwright.engine.run_errors import add_progress
from actwright.engine.run_request import RunRequest
from actwright.engine.values.sought_values import SoughtValue
from actwright.errors import ActwrightError, ConfigError, ToolError
from actwright.schemas.event import Event
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Outcome, Receipt, Step


class Run:
    """A task under way. Iterate over it for its steps; `result` is the result so far.

    Attributes:
        task: The task.
        front: After the run, the page of the tab in front; the page that the run began on if no tab was left.
        page_control: Lets a person take over the page, or pause the run; it waits until the page is given back and the pause is
            over.
        opened: Called with the page once there is one, before it goes anywhere; None calls nothing.
    """

    def __init__(self, request: RunRequest) -> None:
        self.task = request.task
        self.front = request.page
        self.page_control = PageControl()
        self.opened: Callable[[Page], object] | None = None
        self._request = request
        self._events = EventStream(log)
        self._clock = RunClock(request.config.limits.seconds, self.page_control)
        self._opening = Opening(request, clock=self._clock, events=self._events, page_control=self.page_control)
        self._stream: AsyncGenerator[Step] | None = None
        self._ended_by: Status | None = None
        self._error = ""
        if request.task.url is not None:
            request.permission_rules()  # a mistake shows before a browser starts

    @property
    def steps(self) -> Sequence[Step]:
        """The steps so far."""
        return self._events.state.steps

    @property
    def run_dir(self) -> Path | None:
        """The run folder once the run has begun; None if none is written."""
        return self._opening.folder.path if self._opening.folder else None

    def mask(self, text: str) -> str:
        """Masks private values and secrets in a text, where they appear whole; none before the run has begun."""
        return self._events.mask(text)

    @property
    def written(self) -> int:
        """Characters of the model's reply received so far; 0 while no reply is arriving."""
        return self._events.state.written

    @property
    def showing(self) -> Page | None:
        """The page of the tab in front during the run; None if there is none."""
        return self._opening.surface.front if self._opening.surface else None

    @property
    def dialog(self) -> Dialog | None:
        """The JavaScript dialog that blocks the page, during the run; None if there is none."""
        return self._opening.surface.dialog if self._opening.surface else None

    @property
    def in_focus(self) -> InFocus | None:
        """What has the focus in the pages of the run, for a person who controls them; None if there is no page."""
        surface = self._opening.surface
        return surface.in_focus if isinstance(surface, BrowserSurface) else None

    async def answer_dialog(self, *, accept: bool, text: str = "") -> None:
        """Answers that dialog for a person; `text` goes into a prompt, and is masked from then on.

        Raises:
            ToolError: No dialog is open any more.
        """
        surface = self._opening.surface
        if not isinstance(surface, BrowserSurface) or self.dialog is None:
            raise ToolError("no dialog is open any more")
        await surface.answer_for_person(accept=accept, text=text)

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """Receipts of everything entered so far, oldest first, including the step under way."""
        return tuple(receipt for outcome in self.outcomes for receipt in outcome.receipts)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of all actions so far, oldest first, including those of the step under way."""
        return tuple(outcome for step in self._events.state.all_steps for outcome in step.outcomes)

    @property
    def sought(self) -> Sequence[SoughtValue]:
        """The true values that requests are searched for now, with what else each is sent as.

        Only for code that compares requests. Nothing of it may be recorded or shown, except what `shown` says.
        """
        surface = self._opening.surface
        return surface.run_values.sought() if isinstance(surface, BrowserSurface) else ()

    @property
    def result(self) -> Result:
        """The result so far; after the run, its final result, whatever ended it."""
        state = self._events.state
        status = self._ended_by or self._request.config.limits.status(state.steps)
        steps = state.all_steps if self._ended_by else tuple(state.steps)
        return Result(
            task=self.task,
            status=status,
            steps=steps,
            run_dir=self.run_dir,
            output=self._answer() if status is Status.COMPLETE else None,
            input_by_part=totals_of(steps).input_by_part,
            journal=tuple(state.intents),
            error=self._error,
        )

    def _answer(self) -> BaseModel | None:
        last, output = self.steps[-1].proposal if self.steps else None, self._request.output
        return None if last is None or output is None else typed(last, output)

    def __aiter__(self) -> AsyncGenerator[Step]:
        if self._stream is None:
            self._stream = self._play()
        return self._stream

    def listen(self, listener: Listener) -> None:
        """Calls `listener` with each event of the run, whoever plays it. Call this before the run begins.

        What the listener raises is reported to the user, and does not end the run.
        """
        self._events.listeners.append(listener)

    async def events(self) -> AsyncGenerator[Event]:
        """Plays the run and yields its events as they happen, within steps too. Afterwards, `result` is the result.

        To leave the loop early, use `aclosing(run.events())`, so that the browser is closed at once.

        Raises:
            ConfigError: The run has already begun.
            ModelError, BrowserError: As when iterating over the run; the event that it ended comes first.
        """
        if self._stream is not None:
            raise ConfigError("this run has already begun; call events() before its first step")
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self.listen(queue.put_nowait)
        playing = asyncio.create_task(self._played())
        playing.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (event := await queue.get()) is not None:
                yield event
            await playing
        finally:
            playing.cancel()
            await asyncio.wait([playing])

    async def _played(self) -> None:
        async with self:
            async for _ in self:
                pass

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stream is not None:
            await self._stream.aclose()

    async def _play(self) -> AsyncGenerator[Step]:
        """Opens everything, yields the steps, and closes everything again, whatever ends them."""
        process = os.getpid()
        self._clock.start()
        ended_by, problem = Status.INTERRUPTED, "the run was stopped from outside"
        try:
            async with AsyncExitStack() as stack:
                surface, meter = await self._opening.open(stack, self.opened)
                async with aclosing(self._steps(surface, meter)) as steps:
                    while (step := await self._next(steps)) is not None:
                        yield step
                self.front = surface.front or self.front
            ended_by, problem = None, ""
        except StepAbandonedError as error:
            ended_by, problem = Status.TIME_LIMIT, str(error)
        except ActwrightError as error:
            ended_by, problem = Status.ERROR, str(error)
            add_progress(error, self._events.state, self.run_dir)
            raise
        except Exception as error:  # of a policy or a model that others wrote, or a mistake of ours
            ended_by, problem = Status.ERROR, f"{type(error).__name__}: {error}"
            raise
        finally:
            self._ended_by, self._error = ended_by, self.mask(problem)
            if os.getpid() == process:  # a process that was forked from this one leaves the record alone
                self._end()

    def _steps(self, surface: BrowserSurface | PagelessSurface, meter: Meter) -> AsyncGenerator[Step]:
        config = self._request.config
        return play(
            self.task,
            policy=config.policy,
            meter=meter,
            surface=surface,
            toolbox=config.toolbox,
            limits=config.limits,
            clock=self._clock.seconds,
            output=self._request.output,
            events=self._events,
        )

    async def _next(self, steps: AsyncGenerator[Step]) -> Step | None:
        """The next step; None if there is none. Raises StepAbandonedError if it does not end in time."""
        async with self._clock.step():
            return await anext(steps, None)

    def _end(self) -> None:
        if self._events.state.started:
            result = self.result
            self._events.run_ended(result, hosts=self._opening.hosts, refused=self._opening.refused)
            if self._opening.pack is not None:
                self._opening.pack.write_answer(result)

    def keep(self, out: Path) -> Path | None:
        """Records a run that has ended without a record, in a new folder in `out`, which becomes its `run_dir`.

        Returns:
            The folder; None if the run ended before it had a page.

        Raises:
            ConfigError: It cannot be written.
        """
        if self.run_dir is None and (folder := self._opening.new_folder(out)) is not None:
            folder.take(self.result, self._opening.hosts, self._opening.refused)
            self._opening.folder = folder
            try_report(folder.path)
        return self.run_dir
