"""`Run`: one task under way, from opening the page to the report."""

from __future__ import annotations

import asyncio
import math
import os
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, suppress
from functools import cache, partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

from playwright.async_api import Dialog, Page
from pydantic import BaseModel

from actwright.engine.agent_config import AgentConfig
from actwright.engine.evidence.answer import typed
from actwright.engine.loop import play
from actwright.engine.meter import Meter, named
from actwright.engine.models.base import Model, open_model
from actwright.engine.page.acting.in_focus import InFocus
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.browser.on_demand import late_browser
from actwright.engine.page.browser.routing import HostGate, routed, under_rule
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.pageless_surface import PagelessSurface
from actwright.engine.people.ask_human import request_human
from actwright.engine.people.page_control import PageControl
from actwright.engine.permissions.authorization import Authorizer
from actwright.engine.permissions.folder_rule import FolderRule
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.records.journal import Journal
from actwright.engine.records.report import write_report
from actwright.engine.records.reporter import Heard, Reporter
from actwright.engine.records.run_folder import RunFolder
from actwright.engine.records.spans import spans
from actwright.engine.records.totals import totals_of
from actwright.engine.values.values import Values, origin_of
from actwright.errors import ActwrightError, BrowserError, ConfigError, RunError, ToolError
from actwright.net.guard import Guard
from actwright.notes import note
from actwright.schemas.ask_human import AskHumanRequest
from actwright.schemas.event import Event
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Receipt, Step
from actwright.schemas.task import Secret, Task

__all__ = ["Run"]

NO_BROWSER = "none, unless a page was rendered"
END_SECONDS = 0.7
"""How long after its time limit a run may still wait for what hangs, in seconds.

Its record and report are written within the same second.
"""
GRACE_SECONDS = 0.4
"""How much of that the last step may have, to end what is under way and look once more; the rest is for closing."""
CLOSE_SECONDS, LEAST_SECONDS = 3.0, 0.1
"""How long closing may take where there is time, and where there is none left."""


class GivenUpError(Exception):
    """The last step did not end in time."""


class Run:
    """A task under way. Iterate over it for its steps; `result` is the result so far.

    Attributes:
        task: The task.
        steps: The steps so far.
        run_dir: The run folder once the run has begun; None if none is written.
        front: After the run, the page of the tab in front; the page that the run began on if no tab was left.
        page_control: Lets a person take over the page, or pause the run; it waits until the page is given back and the pause is
            over.
        opened: Called with the page once there is one, before it goes anywhere; None calls nothing.
        mask: Masks private values and secrets in a text, where they appear whole. It masks nothing before the run has
            begun.
    """

    def __init__(
        self,
        setup: AgentConfig,
        task: Task,
        *,
        page: Page | None,
        tabs: Sequence[Page] = (),
        private: Mapping[str, str],
        secrets: Mapping[str, Secret],
        output: type[BaseModel] | None = None,
    ) -> None:
        self.task = task
        self.steps: list[Step] = []
        self.run_dir: Path | None = None
        self._setup = setup
        self.front = page
        self._page = page
        self._tabs = tabs
        self._private = private
        self._secrets = secrets
        self.opened: Callable[[Page], object] | None = None
        self.mask: Callable[[str], str] = str
        self._output = output
        self._stream: AsyncGenerator[Step, None] | None = None
        self._ended_by: Status | None = None
        self._error = ""
        self._journal = Journal()
        self._gate: HostGate | None = None
        self._began = 0.0
        self._meter: Meter | None = None
        self._surface: BrowserSurface | PagelessSurface | None = None
        self._reporter: Reporter | None = None
        self.page_control = PageControl()
        self._listeners: list[Heard] = []
        self._hosts: Callable[[], Sequence[str]] = tuple
        self._folder_in: Callable[[Path], RunFolder] | None = None
        if task.url is not None:
            self._permission_rules()  # a mistake shows before a browser starts

    def _permission_rules(self) -> PermissionRules:
        """What the run may do; its home is the site that it starts on."""
        start = self.task.url or (self._page.url if self._page else "")
        return PermissionRules.of(
            self._setup.permissions,
            self.task,
            start=start,
            tabs=[tab.url for tab in self._tabs],
            bound=[origin for secret in self._secrets.values() for origin in secret.origins],
        )

    @property
    def _has_page(self) -> bool:
        """Whether there is a page; a run that only reads the web, and is taken at its word, needs none."""
        needs_none = self._setup.toolbox.only_reads_web and self.task.evidence == "off"
        return self._page is not None or self.task.url is not None or not needs_none

    @property
    def written(self) -> int:
        """Characters of the model's reply received so far; 0 while no reply is arriving."""
        return self._meter.written if self._meter else 0

    @property
    def showing(self) -> Page | None:
        """The page of the tab in front during the run; None if there is none."""
        return self._surface.front if self._surface is not None and self._stream is not None else None

    @property
    def dialog(self) -> Dialog | None:
        """The JavaScript dialog that blocks the page, during the run; None if there is none."""
        return self._surface.dialog if self._surface is not None and self._stream is not None else None

    @property
    def in_focus(self) -> InFocus | None:
        """What has the focus in the pages of the run, for a person who controls them; None if there is no page."""
        return (
            self._surface.in_focus if isinstance(self._surface, BrowserSurface) and self._stream is not None else None
        )

    async def answer_dialog(self, *, accept: bool, text: str = "") -> None:
        """Answers that dialog for a person; `text` goes into a prompt, and is masked from then on.

        Raises:
            ToolError: No dialog is open any more.
        """
        if not isinstance(self._surface, BrowserSurface) or self.dialog is None:
            raise ToolError("no dialog is open any more")
        await self._surface.answer_for_person(accept=accept, text=text)

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """Receipts of everything entered so far, oldest first, including the step under way."""
        steps = (*self.steps, self._journal.under_way)
        outcomes = [outcome for step in steps if step is not None for outcome in step.outcomes]
        return tuple(receipt for outcome in outcomes for receipt in outcome.receipts)

    @property
    def result(self) -> Result:
        """The result so far; after the run, its final result, whatever ended it."""
        status = self._ended_by or self._setup.limits.status(self.steps)
        cut_off = self._journal.under_way if self._ended_by else None
        steps = (*self.steps, cut_off) if cut_off else tuple(self.steps)
        return Result(
            task=self.task,
            status=status,
            steps=steps,
            run_dir=self.run_dir,
            output=self._answer() if status is Status.COMPLETE else None,
            input_by_part=totals_of(steps).input_by_part,
            journal=tuple(self._journal.intents),
            error=self._error,
        )

    def _answer(self) -> BaseModel | None:
        last = self.steps[-1].proposal if self.steps else None
        return None if last is None or self._output is None else typed(last, self._output)

    def __aiter__(self) -> AsyncGenerator[Step, None]:
        if self._stream is None:
            self._stream = self._play()
        return self._stream

    def listen(self, heard: Heard) -> None:
        """Calls `heard` with each event of the run, whoever plays it. Call this before the run begins."""
        self._listeners.append(heard)

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

    async def _play(self) -> AsyncGenerator[Step, None]:
        """Opens everything, yields the steps, and closes everything again, whatever ends them."""
        self._began, process = time.monotonic(), os.getpid()
        home = origin_of(self.task.url or (self._page.url if self._page else ""))
        login = self._setup.browser.http_credentials
        values = Values(
            self.task.data, self._secrets, private=self._private, home=home, hidden=login.hidden if login else None
        )
        self.mask = values.mask_whole
        folder: RunFolder | None = None
        ended_by, problem = Status.INTERRUPTED, "the run was stopped from outside"
        try:
            async with AsyncExitStack() as stack:
                page, browser = await self._open_page(stack) if self._has_page else (None, NO_BROWSER)
                if page is not None and self.opened is not None:
                    self.opened(page)
                models = await self._open_models(stack)
                self._folder_in = partial(self._folder, values, browser, models)
                if self._setup.out is not None:
                    folder = self._journal = self._folder_in(self._setup.out)
                    self.run_dir = folder.path
                self._reporter = self._reports(values, models)
                surface = self._surface = await self._open_surface(stack, page, values, folder)
                self._meter = self._new_meter(models)
                stream = play(
                    self.task,
                    policy=self._setup.policy,
                    meter=self._meter,
                    surface=surface,
                    toolbox=self._setup.toolbox,
                    limits=self._setup.limits,
                    clock=self._clock,
                    output=self._output,
                    journal=self._journal,
                )
                kept = None
                async with aclosing(stream):
                    while (step := await self._next(stream, kept)) is not None:
                        self.steps.append(step)
                        kept = self.steps[-1] = self._journal.add(step)
                        yield kept
                self.front = surface.front or self.front
            ended_by, problem = None, ""
        except GivenUpError as error:
            ended_by, problem = Status.TIME_LIMIT, str(error)
        except ActwrightError as error:
            ended_by, problem = Status.ERROR, str(error)
            self._explain(error)
            raise
        except Exception as error:  # of a policy or a model that others wrote, or a mistake of ours
            ended_by, problem = Status.ERROR, f"{type(error).__name__}: {error}"
            raise
        finally:
            self._ended_by, self._error = ended_by, values.mask_whole(problem)
            ours = os.getpid() == process  # a process that was forked from this one leaves the record alone
            if ours and self._reporter is not None:
                self._reporter.ended(self.result)
            if ours and folder is not None:
                refused = [str(each) for each in self._gate.refusals] if self._gate else []
                folder.finish(self.result.status, problem, hosts=self._hosts(), refused=refused)
                _report(folder.path)

    async def _next(self, stream: AsyncGenerator[Step, Step | None], kept: Step | None) -> Step | None:
        """The next step; None if there is none. `kept` is the last step as it was kept.

        Every wait inside a step has its own deadline; the one here is for everything else.
        """
        try:
            async with asyncio.timeout(None if self.page_control.away else self._most()) as bound:
                self.page_control.changed = partial(self._rebound, bound)
                return await stream.asend(kept)
        except StopAsyncIteration:
            return None
        except TimeoutError as error:
            raise GivenUpError(
                f"a step exceeded the time limit of the run by {GRACE_SECONDS:g} s and was abandoned: "
                "the page, the browser's driver or a policy does not respond"
            ) from error
        finally:
            self.page_control.changed = None

    async def _ask_human(self, reason: str, url: str) -> bool:
        """Asks a person to act on the page; False if none did in time.

        Raises:
            ToolError: They refuse, or nobody can be asked.
        """
        request = AskHumanRequest(
            reason=reason, url=url, picture=self._journal.picture, seconds=self._setup.ask_human_seconds
        )
        return await request_human(self._setup.ask_human, self.page_control, request)

    def _most(self) -> float:
        return max(self._seconds_left(), 0) + GRACE_SECONDS

    def _rebound(self, bound: asyncio.Timeout) -> None:
        """Lifts the deadline of a step while a person has the page or has paused the run."""
        bound.reschedule(None if self.page_control.away else asyncio.get_running_loop().time() + self._most())

    async def _close(self, surface: BrowserSurface) -> None:
        """Releases the pages; those that do not answer are left as they are."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._to_close()):
                await surface.close()

    def _to_close(self) -> float:
        return max(min(CLOSE_SECONDS, self._seconds_left() + END_SECONDS), LEAST_SECONDS)

    def _clock(self) -> float:
        """Seconds since the run began, without those in which a person had its page or had paused it."""
        return time.monotonic() - self._began - self.page_control.seconds

    def _seconds_left(self) -> float:
        return self._setup.limits.seconds - self._clock()

    def _note_death(
        self,
        died: Callable[[], str],
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Makes an error that ends the run say that the browser is gone, and what that may have interrupted."""
        if not isinstance(error, BrowserError) or not (who := died()):
            return
        cut_off = self._journal.under_way
        last = cut_off or (self.steps[-1] if self.steps else None)
        error.may_have_acted |= last is not None and any(outcome.status == "unknown" for outcome in last.outcomes)
        what = (
            "an action was under way and may have taken effect" if error.may_have_acted else "no action was under way"
        )
        error.args = (f"{who} during the run; {what}",)

    def _explain(self, error: ActwrightError) -> None:
        """Adds what was done so far to an error that ends the run."""
        if isinstance(error, RunError):
            last = self.steps[-1].outcomes if self.steps else ()
            error.steps, error.run_dir = tuple(self.steps), self.run_dir
            error.may_have_acted = error.may_have_acted or any(outcome.status == "unknown" for outcome in last)
        elif any(step.outcomes for step in self.steps):
            report = f" (report: {self.run_dir / 'report.html'})" if self.run_dir else ""
            error.args = (
                f"{error}\nThis happened in step {len(self.steps)}; what was done before is not undone{report}",
            )

    async def _open_page(self, stack: AsyncExitStack) -> tuple[Page, str]:
        seconds = max(self._seconds_left(), 1.0)
        try:
            async with asyncio.timeout(seconds):
                page, browser = await self._found_page(stack)
                await register(page)
        except TimeoutError as error:
            raise BrowserError(f"the browser was not ready within {seconds:.3g} s. Nothing was done") from error
        return page, browser

    async def _found_page(self, stack: AsyncExitStack) -> tuple[Page, str]:
        if self._page is None:
            shared, guard = self._setup.shared, self._guard()
            opened = await stack.enter_async_context(
                shared.page(guard=guard)
                if shared is not None
                else open_browser(self._setup.browser, guard=guard, close_seconds=self._to_close)
            )
            self._gate = opened.gate
            stack.push(partial(self._note_death, opened.died))
            return opened.page, f"{opened.version} ({opened.how})"
        if self._page.is_closed():
            raise BrowserError("the page that was given is closed. Nothing was done")
        if (guard := self._guard()) is not None:
            self._gate = await stack.enter_async_context(routed(self._page, guard, tabs=self._tabs))
        return self._page, "the caller's page"

    def _guard(self) -> Guard | None:
        """What keeps the browser to the hosts that the permissions list; None if they list none."""
        hosts = self._permission_rules().hosts
        return None if hosts is None else Guard(hosts=hosts)

    async def _open_models(self, stack: AsyncExitStack) -> dict[str, tuple[Model, ...]]:
        """The models of each role."""
        return {
            role: tuple([await open_model(stack, each, base_url=self._setup.base_url) for each in given])
            for role, given in self._setup.models.items()
        }

    def _new_meter(self, models: Mapping[str, Sequence[Model]]) -> Meter:
        return Meter(
            models,
            check=self._setup.limits.check,
            capped_in_usd=self._setup.limits.usd is not None,
            rate=self._setup.rate_limit,
            sampling=self._setup.sampling,
            instructions=self._setup.instructions,
            known=self._setup.known,
            seconds_left=self._seconds_left,
            free=self.page_control.free,
            reporter=self._reporter,
        )

    def _reports(self, values: Values, models: Mapping[str, Sequence[Model]]) -> Reporter:
        """The reporter of the run, after it has reported that the run begins."""
        name = self.run_dir.name if self.run_dir else uuid4().hex[:8]
        traced = spans()
        listeners = (*self._listeners, *([traced] if traced else []))
        reporter = self._journal.reporter = Reporter(
            name, mask=values.mask_whole, mask_sentence=values.mask_sentence, listeners=listeners
        )
        asked = ", ".join(f"{role}={'|'.join(map(named, each))}" for role, each in models.items())
        reporter.started(policy=self._setup.policy_name, models=asked, task=self.task.text)
        return reporter

    def keep(self, out: Path) -> Path | None:
        """Records a run that has ended without a record, in a new folder in `out`, which becomes its `run_dir`.

        Returns:
            The folder; None if the run ended before it had a page.

        Raises:
            ConfigError: It cannot be written.
        """
        if self._folder_in is None or self.run_dir is not None:
            return self.run_dir
        folder, result = self._folder_in(out), self.result
        folder.take(result.steps, result.journal)
        folder.finish(result.status, self._error, hosts=self._hosts())
        self.run_dir = folder.path
        _report(folder.path)
        return folder.path

    def _folder(self, values: Values, browser: str, models: Mapping[str, Sequence[Model]], out: Path) -> RunFolder:
        setup = self._setup
        manifest: dict[str, Any] = {
            "browser": browser,
            "policy": setup.policy_name,
            **({"instructions": setup.instructions} if setup.instructions else {}),
            "models": {role: ", ".join(map(named, each)) for role, each in models.items()},
            "limits": setup.limits.model_dump(mode="json"),
            "tools": [spec.name for spec in setup.toolbox.specs],
            "permissions": setup.permissions.model_dump(mode="json", exclude_defaults=True),
        }
        return RunFolder.create(out, self.task, manifest, mask=values.mask_whole, mask_sentence=values.mask_sentence)

    async def _open_surface(
        self, stack: AsyncExitStack, page: Page | None, values: Values, folder: RunFolder | None
    ) -> BrowserSurface | PagelessSurface:
        permission_rules = self._permission_rules()
        authorizer = Authorizer(
            permission_rules,
            confirm=self._setup.confirm,
            confirm_seconds=self._setup.confirm_seconds,
            has_values=bool(self.task.names),
            seconds_left=self._seconds_left,
            picture=lambda: self._journal.picture,
            page_control=self.page_control,
        )
        if page is None:
            needed = await stack.enter_async_context(late_browser(self._setup.browser, guard=self._guard()))
            return PagelessSurface(
                needed,
                values=values,
                authorizer=authorizer,
                seconds_left=self._seconds_left,
                guard=self._guard(),
                page_control=self.page_control,
            )
        surface = BrowserSurface(
            page,
            tabs=self._tabs,
            own=self._page is None,
            task=self.task,
            values=values,
            downloads_dir=cache(_temporary_folder) if folder is None else lambda: folder.downloads,
            journal=self._journal.intend,
            authorizer=authorizer,
            download_bytes=self._setup.limits.download_bytes or math.inf,
            options=self._setup.page_options,
            seconds_left=self._seconds_left,
            guard=self._guard(),
            page_control=self.page_control,
            asks=self._ask_human,
        )
        self._hosts = surface.hosts
        stack.push_async_callback(self._close, surface)
        if permission_rules.folder is not None:
            rule = FolderRule(permission_rules, surface.blocked_navigation)
            await stack.enter_async_context(under_rule(page.context, rule))
        if self.task.url is not None:
            await surface.open(self.task.url)
        return surface


def _temporary_folder() -> Path:
    """A folder for the downloads of a run that has none. The caller owns and removes it."""
    return Path(tempfile.mkdtemp(prefix="actwright-downloads-"))


def _report(run_dir: Path) -> None:
    try:
        write_report(run_dir)
    except OSError as error:
        note(f"the report of {run_dir} could not be written: {error}")
