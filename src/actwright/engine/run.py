"""`Run`: one task under way, from opening the page to the report."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Page
from pydantic import BaseModel

from actwright.engine.answer import typed
from actwright.engine.limits import Limits
from actwright.engine.loop import play
from actwright.engine.meter import Meter, named
from actwright.engine.models.base import Model, UsedInRuns, find_model
from actwright.engine.models.capabilities import Capabilities
from actwright.engine.models.rate import RateLimit
from actwright.engine.page.browser import BrowserOptions, open_browser
from actwright.engine.page.options import PageOptions
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.page.world import register
from actwright.engine.policies.base import Policy
from actwright.engine.report import write_report
from actwright.engine.totals import totals_of
from actwright.engine.trace import RunFolder
from actwright.engine.values import Values, origin_of
from actwright.errors import ActwrightError, BrowserError, ConfigError, RunError
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Step
from actwright.schemas.task import Secret, Task
from actwright.tools.toolbox import Toolbox

__all__ = ["Run", "Setup"]

GRACE_SECONDS = 10.0
"""How long the last step may go on after the time limit, to end what is under way and look once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What an agent is made of, the same for all its runs; see `Agent` for each of them."""

    policy: Policy
    policy_name: str
    toolbox: Toolbox
    limits: Limits
    browser: BrowserOptions
    page_options: PageOptions
    models: Mapping[str, Sequence[str | Model]]
    base_url: str | None
    rate_limit: RateLimit | None
    known: dict[str, Capabilities]
    """What endpoints were found not to take, in any run."""
    out: Path | None

    def __post_init__(self) -> None:
        """Raises ConfigError if a model would not be asked where the caller thinks."""
        objects = [each for given in self.models.values() for each in given if not isinstance(each, str)]
        if self.base_url is not None and objects:
            raise ConfigError(
                f"base_url is for models given by name, and {type(objects[0]).__name__} is an object with an address of "
                "its own; write the address into its model string, as in openai-chat:NAME@http://127.0.0.1:8000/v1"
            )


class Run:
    """One task under way. Iterate it for its steps; `result` is what the steps amount to so far.

    Attributes:
        task: What is to be done.
        steps: The steps so far.
        run_dir: The run folder, once the run has begun; None if none is written.
        front: The page of the tab in front when the run had ended; the one that it began on if none was left.
    """

    def __init__(
        self,
        setup: Setup,
        task: Task,
        *,
        page: Page | None,
        tabs: Sequence[Page] = (),
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
        self._secrets = secrets
        self._output = output
        self._stream: AsyncGenerator[Step, None] | None = None
        self._ended_by: Status | None = None
        self._began = 0.0
        self._meter: Meter | None = None

    @property
    def written(self) -> int:
        """Characters of the model's reply that have arrived so far; 0 while none is on its way."""
        return self._meter.written if self._meter else 0

    @property
    def result(self) -> Result:
        """The result of the steps so far; its status is `error` or `interrupted` if that is what ended the run."""
        status = self._ended_by or self._setup.limits.status(self.steps)
        return Result(
            task=self.task,
            status=status,
            steps=tuple(self.steps),
            run_dir=self.run_dir,
            output=self._answer() if status is Status.COMPLETE else None,
            input_by_part=totals_of(self.steps).input_by_part,
        )

    def _answer(self) -> BaseModel | None:
        last = self.steps[-1].proposal if self.steps else None
        return None if last is None or self._output is None else typed(last, self._output)

    def __aiter__(self) -> AsyncGenerator[Step, None]:
        if self._stream is None:
            self._stream = self._play()
        return self._stream

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stream is not None:
            await self._stream.aclose()

    async def _play(self) -> AsyncGenerator[Step, None]:
        """The steps, between opening everything and closing it again, whatever ends them."""
        self._began = time.monotonic()
        home = origin_of(self.task.url or (self._page.url if self._page else ""))
        login = self._setup.browser.http_credentials
        values = Values(self.task.data, self._secrets, home=home, hidden=login.hidden if login else None)
        folder: RunFolder | None = None
        ended_by, problem = Status.INTERRUPTED, "the run was stopped from outside"
        try:
            async with AsyncExitStack() as stack:
                page, browser = await self._open_page(stack)
                models = await self._open_models(stack)
                folder = self._folder(values, browser, models)
                surface = await self._open_surface(stack, page, values, folder)
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
                )
                kept = None
                async with aclosing(stream):
                    while (step := await self._next(stream, kept)) is not None:
                        self.steps.append(step)
                        if folder is not None:
                            self.steps[-1] = folder.add(step)
                        kept = self.steps[-1]
                        yield kept
                self.front = surface.front or self.front
            ended_by, problem = None, ""
        except ActwrightError as error:
            ended_by, problem = Status.ERROR, str(error)
            self._explain(error)
            raise
        except Exception as error:  # of a policy or a model that others wrote, or a mistake of ours
            ended_by, problem = Status.ERROR, f"{type(error).__name__}: {error}"
            raise
        finally:
            self._ended_by = ended_by
            if folder is not None:
                folder.finish(self.result.status, problem)
                _report(folder.path)

    async def _next(self, stream: AsyncGenerator[Step, Step | None], kept: Step | None) -> Step | None:
        """The next step, after the last one was kept; None if there is none. Every wait in a step has its own deadline; this one is for the rest."""
        try:
            async with asyncio.timeout(max(self._seconds_left(), 0) + GRACE_SECONDS):
                return await stream.asend(kept)
        except StopAsyncIteration:
            return None
        except TimeoutError as error:
            raise BrowserError(
                f"a step went on {GRACE_SECONDS:g} s beyond the time limit of the run and was given up: "
                "the browser's driver, or a policy, does not answer",
                may_have_acted=True,
            ) from error

    def _clock(self) -> float:
        return time.monotonic() - self._began

    def _seconds_left(self) -> float:
        return self._setup.limits.seconds - self._clock()

    def _explain(self, error: ActwrightError) -> None:
        """Lets an error that ends the run carry what was played until then."""
        if isinstance(error, RunError):
            last = self.steps[-1].outcomes if self.steps else ()
            error.steps, error.run_dir = tuple(self.steps), self.run_dir
            error.may_have_acted = error.may_have_acted or any(outcome.status == "unknown" for outcome in last)
        elif any(step.outcomes for step in self.steps):
            report = f" (report: {self.run_dir / 'report.html'})" if self.run_dir else ""
            error.args = (f"{error}\nThis came up in step {len(self.steps)}; what was done before it stands{report}",)

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
            opened = await stack.enter_async_context(open_browser(self._setup.browser))
            return opened.page, f"{opened.version} ({opened.how})"
        if self._page.is_closed():
            raise BrowserError("the page that was given is closed. Nothing was done")
        return self._page, "the caller's page"

    async def _open_models(self, stack: AsyncExitStack) -> dict[str, tuple[Model, ...]]:
        """The models of each role. Those given by name are closed with the run; the caller's own stay open."""
        return {
            role: tuple([await self._open_model(stack, each) for each in given])
            for role, given in self._setup.models.items()
        }

    async def _open_model(self, stack: AsyncExitStack, given: str | Model) -> Model:
        if isinstance(given, UsedInRuns):
            await stack.enter_async_context(given.used())
        if not isinstance(given, str):
            return given
        model = find_model(given, base_url=self._setup.base_url)
        stack.push_async_callback(model.close)
        return model

    def _new_meter(self, models: Mapping[str, Sequence[Model]]) -> Meter:
        return Meter(
            models,
            check=self._setup.limits.check,
            capped_in_usd=self._setup.limits.usd is not None,
            rate=self._setup.rate_limit,
            known=self._setup.known,
            seconds_left=self._seconds_left,
        )

    def _folder(self, values: Values, browser: str, models: Mapping[str, Sequence[Model]]) -> RunFolder | None:
        setup = self._setup
        if setup.out is None:
            return None
        manifest: dict[str, Any] = {
            "browser": browser,
            "policy": setup.policy_name,
            "models": {role: ", ".join(map(named, each)) for role, each in models.items()},
            "limits": setup.limits.model_dump(mode="json"),
            "tools": [spec.name for spec in setup.toolbox.specs],
        }
        folder = RunFolder.create(setup.out, self.task, manifest, mask=values.mask)
        self.run_dir = folder.path
        return folder

    async def _open_surface(
        self, stack: AsyncExitStack, page: Page, values: Values, folder: RunFolder | None
    ) -> BrowserSurface:
        surface = BrowserSurface(
            page,
            tabs=self._tabs,
            task=self.task,
            values=values,
            downloads_dir=cache(_temporary_folder) if folder is None else lambda: folder.downloads,
            journal=folder.intend if folder else None,
            options=self._setup.page_options,
            seconds_left=self._seconds_left,
        )
        stack.push_async_callback(surface.close)
        if self.task.url is not None:
            await surface.open(self.task.url)
        return surface


def _temporary_folder() -> Path:
    """For the downloads of a run without a folder; they are the caller's, so nobody else removes them."""
    return Path(tempfile.mkdtemp(prefix="actwright-downloads-"))


def _report(run_dir: Path) -> None:
    try:
        write_report(run_dir)
    except OSError as error:
        import structlog  # noqa: PLC0415 - it loads rich, which takes longer than the rest of this package

        structlog.get_logger("actwright").warning(
            "the report could not be written", run_dir=str(run_dir), reason=str(error)
        )
