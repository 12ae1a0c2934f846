"""`Agent`: a model, a policy, tools and limits, ready to run tasks; `Run`: one task under way."""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from playwright.async_api import Page
from pydantic import ValidationError

from actwright.engine.limits import Limits
from actwright.engine.loop import play
from actwright.engine.meter import Meter
from actwright.engine.models.base import Model, find_model
from actwright.engine.models.schema import lowered
from actwright.engine.page.bridge import as_async, is_sync, run_sync
from actwright.engine.page.browser import BrowserOptions, open_browser
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.page.world import register
from actwright.engine.policies.base import Policy, find_policy
from actwright.engine.report import write_report
from actwright.engine.trace import RunFolder
from actwright.engine.values import Values, origin_of
from actwright.errors import ActwrightError, BrowserError, ConfigError, RunError
from actwright.schemas.proposal import first_problem
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Step
from actwright.schemas.task import REFERENCE_NAME, EvidenceRule, Secret, Task
from actwright.schemas.tool import ToolSpec
from actwright.tools.base import Tool
from actwright.tools.toolbox import Toolbox, builtin_tools

if TYPE_CHECKING:  # a program without sync pages never loads their API
    from playwright import sync_api

__all__ = ["Agent", "Run"]

Datum: TypeAlias = str | int | float | bool | Path


class Agent:
    """Runs tasks in a browser, one model call per step.

    Args:
        model: `anthropic:NAME`, `openai:NAME`, `openai-chat:NAME`, a `Model` object, or one per role. None for a policy
            that needs no model.
        policy: The name of a policy, or an object with `decide`.
        tools: What the model may do; None for all built-in tools. Add your own: `[*builtin_tools(), MyTool]`.
        limits: When a run ends.
        evidence: What a claim of completion needs.
        browser: How to get a browser, when a run is not given a page.
        base_url: Where to reach the model's provider, for compatible servers.
        out: The folder that receives one folder per run, with its record and report. None writes none.
        screenshots: Whether the model gets a picture.

    Raises:
        ConfigError: An unknown model, policy or tool, a missing key, a policy without the model it asks, or a tool
            whose parameters no model can be held to.
    """

    def __init__(
        self,
        model: str | Model | Mapping[str, str | Model] | None = None,
        *,
        policy: str | Policy = "single_call",
        tools: Iterable[type[Tool]] | None = None,
        limits: Limits | None = None,
        evidence: EvidenceRule = "required",
        browser: BrowserOptions | None = None,
        base_url: str | None = None,
        out: str | Path | None = "runs",
        screenshots: bool = True,
    ) -> None:
        self.policy = find_policy(policy) if isinstance(policy, str) else policy
        self.policy_name = policy if isinstance(policy, str) else type(policy).__name__
        self.toolbox = Toolbox(builtin_tools() if tools is None else tools)
        self.limits = limits or Limits()
        self.evidence: EvidenceRule = evidence
        self.browser = browser or BrowserOptions()
        self.out = None if out is None else Path(out)
        self.screenshots = screenshots
        self._models: Mapping[str, str | Model] = (
            {} if model is None else dict(model) if isinstance(model, Mapping) else {"main": model}
        )
        self._base_url = base_url
        missing = [role for role in self.policy.roles if role not in self._models]
        if missing:
            raise ConfigError(
                f"the policy {self.policy_name!r} asks a model ({', '.join(missing)}); give one, as in "
                'Agent(model="anthropic:NAME"), or use policy="rules", which needs none'
            )
        if self.policy.roles:
            _check_tools(self.toolbox.specs)
        self.open_models()  # an unknown name or a missing key shows here, not in the middle of a run

    async def run(
        self,
        intent: str,
        *,
        url: str | None = None,
        page: Page | None = None,
        data: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
    ) -> Result:
        """Plays a task to its end.

        Args:
            intent: What to do, in plain words.
            url: Where to start. Without `page` it is needed, unless the task itself says where to go.
            page: Your own Playwright page; it stays open. Without one, a browser is started and closed again.
            data: Values the task may use, as `{{name}}`; the model sees the names, code types the values. A file to
                upload is a path here.
            secrets: Values that only the executor sees; each goes only into fields on its origins, by default the
                origin of `url` (or of the page).

        Returns:
            The result, complete or not: check `result.complete`, or call `result.raise_for_status()`.

        Raises:
            ConfigError: The task cannot be run as it is given; nothing was done.
            ModelError, BrowserError: The provider gave up, or the browser is gone. They carry the steps so far.
        """
        async with self.play(intent, url=url, page=page, data=data, secrets=secrets) as run:
            async for _ in run:
                pass
        return run.result

    def run_sync(
        self,
        intent: str,
        *,
        url: str | None = None,
        page: sync_api.Page | None = None,
        data: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
    ) -> Result:
        """The same as `run` for programs without asyncio; `page` is a page of Playwright's sync API."""
        if page is None:
            _refuse_running_loop()
            return asyncio.run(self.run(intent, url=url, data=data, secrets=secrets))
        return run_sync(page, self.run(intent, url=url, page=as_async(page), data=data, secrets=secrets))

    def play(
        self,
        intent: str,
        *,
        url: str | None = None,
        page: Page | None = None,
        data: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
    ) -> Run:
        """The same as `run`, step by step: `async for step in agent.play(…)`.

        Leave the loop early only inside `async with agent.play(…) as run`, so that the browser is closed at once.
        """
        if page is not None and is_sync(page):
            raise ConfigError("this is a page of Playwright's sync API; use `run_sync(…, page=page)`")
        guarded = {name: _secret(name, value) for name, value in (secrets or {}).items()}
        plain = {name: _datum(name, value) for name, value in (data or {}).items()}
        try:
            task = Task(intent=intent, url=url, data=plain, secrets=tuple(guarded), evidence=self.evidence)
        except ValidationError as error:
            raise ConfigError(f"the task cannot be run: {first_problem(error)}") from error
        return Run(self, task, page=page, secrets=guarded)

    def open_models(self) -> dict[str, Model]:
        """The models by role, new where they were given by name."""
        return {
            role: find_model(model, base_url=self._base_url) if isinstance(model, str) else model
            for role, model in self._models.items()
        }

    def close_after_run(self, models: Mapping[str, Model]) -> list[Model]:
        """Those of `models` that were opened for the run; a model object that the caller gave stays open."""
        return [model for role, model in models.items() if isinstance(self._models[role], str)]


class Run:
    """One task under way. Iterate it for its steps; `result` is what the steps amount to so far.

    Attributes:
        task: What is to be done.
        steps: The steps so far.
        run_dir: The run folder, once the run has begun; None if none is written.
    """

    def __init__(self, agent: Agent, task: Task, *, page: Page | None, secrets: Mapping[str, Secret]) -> None:
        self.task = task
        self.steps: list[Step] = []
        self.run_dir: Path | None = None
        self._agent = agent
        self._page = page
        self._secrets = secrets
        self._stream: AsyncGenerator[Step, None] | None = None

    @property
    def result(self) -> Result:
        """The result of the steps so far."""
        status = self._agent.limits.status(self.steps)
        return Result(task=self.task, status=status, steps=tuple(self.steps), run_dir=self.run_dir)

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
        agent, began = self._agent, time.monotonic()

        def clock() -> float:
            return time.monotonic() - began

        def seconds_left() -> float:
            return agent.limits.seconds - clock()

        home = origin_of(self.task.url or (self._page.url if self._page else ""))
        values = Values(self.task.data, self._secrets, home=home)
        folder: RunFolder | None = None
        status, problem = Status.INTERRUPTED, "the run was stopped from outside"
        try:
            async with AsyncExitStack() as stack:
                page, browser = await self._open_page(stack, seconds=max(seconds_left(), 1.0))
                models = self._open_models(stack)
                folder = self._folder(values, browser, models)
                surface = BrowserSurface(
                    page,
                    task=self.task,
                    values=values,
                    downloads_dir=partial(_downloads, folder),
                    journal=folder.intend if folder else None,
                    picture=agent.screenshots,
                    seconds_left=seconds_left,
                )
                stack.push_async_callback(surface.close)
                meter = Meter(models, seconds_left=seconds_left)
                if self.task.url is not None:
                    await surface.open(self.task.url)
                stream = play(
                    self.task,
                    policy=agent.policy,
                    meter=meter,
                    surface=surface,
                    toolbox=agent.toolbox,
                    limits=agent.limits,
                    clock=clock,
                )
                async with aclosing(stream):
                    async for step in stream:
                        self.steps.append(step)
                        if folder is not None:
                            folder.add(step)
                        yield step
            status, problem = self.result.status, ""
        except ActwrightError as error:
            status, problem = Status.ERROR, str(error)
            self._explain(error)
            raise
        finally:
            if folder is not None:
                folder.finish(status, problem)
                _report(folder.path)

    def _explain(self, error: ActwrightError) -> None:
        """Lets an error that ends the run carry what was played until then."""
        if isinstance(error, RunError):
            last = self.steps[-1].outcomes if self.steps else ()
            error.steps, error.run_dir = tuple(self.steps), self.run_dir
            error.may_have_acted = error.may_have_acted or any(outcome.status == "unknown" for outcome in last)

    async def _open_page(self, stack: AsyncExitStack, *, seconds: float) -> tuple[Page, str]:
        try:
            async with asyncio.timeout(seconds):
                page, browser = await self._found_page(stack)
                await register(page)
        except TimeoutError as error:
            raise BrowserError(f"the browser was not ready within {seconds:.3g} s. Nothing was done") from error
        return page, browser

    async def _found_page(self, stack: AsyncExitStack) -> tuple[Page, str]:
        if self._page is None:
            opened = await stack.enter_async_context(open_browser(self._agent.browser))
            return opened.page, f"{opened.version} ({opened.how})"
        if self._page.is_closed():
            raise BrowserError("the page that was given is closed. Nothing was done")
        return self._page, "the caller's page"

    def _open_models(self, stack: AsyncExitStack) -> dict[str, Model]:
        models = self._agent.open_models()
        for model in self._agent.close_after_run(models):
            stack.push_async_callback(model.close)
        return models

    def _folder(self, values: Values, browser: str, models: Mapping[str, Model]) -> RunFolder | None:
        agent = self._agent
        if agent.out is None:
            return None
        manifest: dict[str, Any] = {
            "browser": browser,
            "policy": agent.policy_name,
            "models": {role: f"{model.wire}:{model.name}" for role, model in models.items()},
            "limits": agent.limits.model_dump(mode="json"),
            "tools": [spec.name for spec in agent.toolbox.specs],
        }
        folder = RunFolder.create(agent.out, self.task, manifest, mask=values.mask)
        self.run_dir = folder.path
        return folder


def _check_tools(specs: Sequence[ToolSpec]) -> None:
    for spec in specs:
        try:
            lowered(spec.parameters)
        except ConfigError as error:
            raise ConfigError(f"tool {spec.name!r}: {error}") from error


def _refuse_running_loop() -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise ConfigError("an event loop is running here: `await run(…)`, or give run_sync the sync page it is to work on")


def _downloads(folder: RunFolder | None) -> Path:
    return folder.downloads if folder else Path(tempfile.mkdtemp(prefix="actwright-downloads-"))


def _report(run_dir: Path) -> None:
    try:
        write_report(run_dir)
    except OSError as error:
        import structlog  # noqa: PLC0415 - it loads rich, which takes longer than the rest of this package

        structlog.get_logger("actwright").warning(
            "the report could not be written", run_dir=str(run_dir), reason=str(error)
        )


def _datum(name: str, value: object) -> str:
    _check_name(name)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float | Path):
        return str(value)
    raise ConfigError(f"data {name!r} is a {type(value).__name__}; give text, a number, true/false or a path")


def _secret(name: str, value: str | Secret) -> Secret:
    _check_name(name)
    if isinstance(value, Secret):
        return value
    try:
        return Secret.model_validate({"value": value})
    except ValidationError as error:
        raise ConfigError(f"secret {name!r} cannot be used: it needs at least 3 characters to be masked") from error


def _check_name(name: str) -> None:
    if not re.fullmatch(REFERENCE_NAME, name):
        raise ConfigError(f"{name!r} is no name for a value; use letters, digits, _, . and -, as in {{{{first_name}}}}")
