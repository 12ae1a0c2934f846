"""`Agent`: a model, a policy, tools and limits, ready to run tasks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from playwright.async_api import Page
from pydantic import BaseModel, PydanticInvalidForJsonSchema, PydanticUserError, ValidationError
from typing_extensions import TypeVar

from actwright.engine.limits import Limits
from actwright.engine.models.base import Model, check_model
from actwright.engine.models.rate import RateLimit
from actwright.engine.models.schema import lowered
from actwright.engine.page.bridge import as_async, is_sync, run_sync
from actwright.engine.page.browser import BrowserOptions
from actwright.engine.page.options import PageOptions
from actwright.engine.pictures import Picture, as_images
from actwright.engine.policies.base import Policy, find_policy, preferences_of
from actwright.engine.run import Run, Setup
from actwright.errors import ConfigError
from actwright.schemas.page import Marks
from actwright.schemas.proposal import first_problem
from actwright.schemas.result import Result
from actwright.schemas.task import REFERENCE_NAME, EvidenceRule, Secret, Task
from actwright.tools.base import Tool
from actwright.tools.toolbox import Toolbox

if TYPE_CHECKING:  # a program without sync pages never loads their API
    from playwright import sync_api

__all__ = ["Agent", "Choice", "run_apart"]

Datum: TypeAlias = str | int | float | bool | Path
Choice: TypeAlias = str | Model | Sequence[str | Model]
T = TypeVar("T")
M = TypeVar("M", bound=BaseModel, default=Any)

ALWAYS = ("expect", "fail")
"""Tools without which a run that needs evidence could neither prove nor refuse anything."""


class Agent:
    """Runs tasks in a browser, one model call per step.

    Args:
        model: `anthropic:NAME`, `openai:NAME`, `openai-chat:NAME`, a `Model` object, for all roles of the policy or one for each. A
            list, or names with commas between them, is asked in order: the next model if the one before failed. None
            for a policy that needs no model.
        policy: The name of a policy, after a colon its argument if it takes one (`chain_of_thought:instruction.json`); or
            an object with `decide`.
        tools: What the model may do: tools, or names of those that ship; None for those that the policy makes use of, else
            all built-in ones. Add your own: `[*builtin_tools(), MyTool]`.
        limits: When a run ends.
        evidence: What a claim of completion needs; None for the policy's own way: `required`, but `off` for the older designs
            `two_call`, `tool_loop` and `chain_of_thought`, which take a model at its word.
        browser: How to get a browser, when a run is not given a page.
        page_options: How much of a page the model is shown: tokens of the tree, and when a picture.
        base_url: Where to reach the model's provider, for compatible servers.
        rate_limit: Requests and tokens per minute, for all agents that are given the same object.
        out: The folder that receives one folder per run, with its record and report. None writes none.

    Raises:
        ConfigError: An unknown model, policy or tool, a missing key, a policy without a model that it asks, a model for
            a role that it does not ask, or a tool whose parameters no model can be held to.
    """

    def __init__(
        self,
        model: Choice | Mapping[str, Choice] | None = None,
        *,
        policy: str | Policy = "single_call",
        tools: Iterable[str | type[Tool]] | None = None,
        limits: Limits | None = None,
        evidence: EvidenceRule | None = None,
        browser: BrowserOptions | None = None,
        page_options: PageOptions | None = None,
        base_url: str | None = None,
        rate_limit: RateLimit | None = None,
        out: str | Path | None = "runs",
    ) -> None:
        chosen = find_policy(policy) if isinstance(policy, str) else policy
        preferences = preferences_of(chosen)
        self.evidence: EvidenceRule = evidence or preferences.evidence
        self.limits = limits or Limits()
        self._setup = Setup(
            policy=chosen,
            policy_name=policy if isinstance(policy, str) else type(policy).__name__,
            toolbox=Toolbox(preferences.tools if tools is None else tools),
            limits=self.limits,
            browser=browser or BrowserOptions(),
            page_options=_marked(page_options or PageOptions(), preferences.marks),
            models=_by_role(model, chosen.roles),
            base_url=base_url,
            rate_limit=rate_limit,
            known={},
            out=None if out is None else Path(out),
        )
        _check_roles(self._setup, named=tuple(model) if isinstance(model, Mapping) else ())
        _check(self._setup)

    async def run(
        self,
        intent: str,
        *,
        url: str | None = None,
        page: Page | None = None,
        data: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        output: type[M] | None = None,
        images: Sequence[Picture] = (),
        tabs: Sequence[Page] = (),
    ) -> Result[M]:
        """Plays a task to its end.

        Args:
            intent: What to do, in plain words.
            url: Where to start. Without `page` it is needed, unless the task itself says where to go.
            page: Your own Playwright page; it stays open. Without one, a browser is started and closed again.
            data: Values the task may use, as `{{name}}`; the model sees the names, code types the values. A file to
                upload is a path here.
            secrets: Values that only the executor sees; each goes only into fields on its origins, by default the
                origin of `url` (or of the page).
            tools: What the model may do in this run alone: names of the agent's tools, or tools. `expect` and `fail`
                stay, unless the evidence is off. None for all of the agent's.
            output: A pydantic model that the answer must fit; `result.output` is then an instance of it, once the run
                is complete. Describe its fields, the model reads that. An answer in words is `result.message`.
            tabs: Further open pages of the same browser context that the run may use as tabs; `page` is in front. Others
                of that context are left alone.
            images: Pictures that belong to the task, shown to the model after it as "Input image 1" and so on: files, bytes,
                or `Image` objects. Larger ones are scaled down to 1568 px a side.

        Returns:
            The result, complete or not: check `result.complete`, or call `result.raise_for_status()`.

        Raises:
            ConfigError: The task cannot be run as it is given; if that came up after something was done, it says so.
            ModelError, BrowserError: The provider gave up, or the browser is gone. They carry the steps so far.
        """
        run = self.play(
            intent,
            url=url,
            page=page,
            data=data,
            secrets=secrets,
            tools=tools,
            output=output,
            images=images,
            tabs=tabs,
        )
        async with run:
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
        tools: Iterable[str | type[Tool]] | None = None,
        output: type[M] | None = None,
        images: Sequence[Picture] = (),
        tabs: Sequence[sync_api.Page] = (),
    ) -> Result[M]:
        """The same as `run` for programs without asyncio; `page` and `tabs` are pages of Playwright's sync API."""
        if page is None:
            return run_apart(
                self.run(
                    intent,
                    url=url,
                    data=data,
                    secrets=secrets,
                    tools=tools,
                    output=output,
                    images=images,
                    tabs=[as_async(tab) for tab in tabs],
                )
            )
        played = self.run(
            intent,
            url=url,
            page=as_async(page),
            data=data,
            secrets=secrets,
            tools=tools,
            output=output,
            images=images,
            tabs=[as_async(tab) for tab in tabs],
        )
        return run_sync(page, played)

    def play(
        self,
        intent: str,
        *,
        url: str | None = None,
        page: Page | None = None,
        data: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        output: type[BaseModel] | None = None,
        images: Sequence[Picture] = (),
        tabs: Sequence[Page] = (),
    ) -> Run:
        """The same as `run`, step by step: `async for step in agent.play(…)`.

        Leave the loop early only inside `async with agent.play(…) as run`, so that the browser is closed at once.
        """
        if page is not None and is_sync(page):
            raise ConfigError("this is a page of Playwright's sync API; use `run_sync(…, page=page)`")
        guarded = {name: _secret(name, value) for name, value in (secrets or {}).items()}
        plain = {name: _datum(name, value) for name, value in (data or {}).items()}
        schema = None if output is None else self._answer_schema(output)
        pictures = as_images(images)
        try:
            task = Task(
                intent=intent,
                url=url,
                data=plain,
                secrets=tuple(guarded),
                evidence=self.evidence,
                output=schema,
                images=pictures,
            )
        except ValidationError as error:
            raise ConfigError(f"the task cannot be run: {first_problem(error)}") from error
        return Run(self._narrowed(tools), task, page=page, tabs=_checked(tabs, page), secrets=guarded, output=output)

    def _answer_schema(self, output: Any) -> dict[str, Any]:
        if not (isinstance(output, type) and issubclass(output, BaseModel)):
            raise ConfigError(
                f"output is {output!r}; give a pydantic model, as in `class Answer(BaseModel): price: float`. "
                "A list stands in a field of one"
            )
        if not self._setup.policy.roles:
            raise ConfigError(f"the policy {self._setup.policy_name!r} asks no model, so it gives no typed output")
        try:
            schema = output.model_json_schema()
            lowered(schema)
        except (ConfigError, PydanticInvalidForJsonSchema, PydanticUserError) as error:
            raise ConfigError(f"output {output.__name__}: {error}") from error
        return schema

    def _narrowed(self, tools: Iterable[str | type[Tool]] | None) -> Setup:
        if tools is None:
            return self._setup
        always = () if self.evidence == "off" else ALWAYS
        setup = replace(self._setup, toolbox=self._setup.toolbox.narrowed(tools, always=always))
        _check_tools(setup)
        return setup


def _marked(options: PageOptions, wanted: Marks) -> PageOptions:
    """The options, with the marks that a policy wants unless the caller chose some."""
    return options if "marks" in options.model_fields_set else options.model_copy(update={"marks": wanted})


def _checked(tabs: Sequence[Page], page: Page | None) -> tuple[Page, ...]:
    """The tabs, each once and without the page itself."""
    if tabs and (page is None or any(tab.context is not page.context for tab in tabs)):
        raise ConfigError("tabs are open pages of the same browser context as the page; give page=… as well")
    return tuple(dict.fromkeys(tab for tab in tabs if tab is not page))


def _by_role(model: Choice | Mapping[str, Choice] | None, roles: Sequence[str]) -> dict[str, tuple[str | Model, ...]]:
    """The models of each role, in the order in which they are asked; those that are not named for one serve all."""
    if model is None:
        return {}
    choices: Mapping[str, Choice] = model if isinstance(model, Mapping) else dict.fromkeys(roles or ("main",), model)
    return {role: _in_order(choice) for role, choice in choices.items()}


def _in_order(choice: Choice) -> tuple[str | Model, ...]:
    if isinstance(choice, str):
        return tuple(name.strip() for name in choice.split(","))
    return tuple(choice) if isinstance(choice, Sequence) else (choice,)


def _check_roles(setup: Setup, *, named: Iterable[str]) -> None:
    """Each role of the policy has a model, and each role that was named is one of them."""
    roles = setup.policy.roles
    asks = f"the policy {setup.policy_name!r} asks {_roles_in_words(roles)}"
    example = ", ".join(f'"{role}": …' for role in roles)
    strange = [role for role in named if role not in roles]
    if strange:
        instead = f"; give Agent(model={{{example}}})" if roles else ""
        raise ConfigError(f"{asks}, so a model for {strange[0]!r} is of no use{instead}")
    missing = [role for role in roles if not setup.models.get(role)]
    if not missing:
        return
    if not setup.models:
        one, each = (
            ("one", "") if len(roles) == 1 else ("one for all", f", or one for each, Agent(model={{{example}}})")
        )
        given = 'as in Agent(model="anthropic:NAME") or --model anthropic:NAME'
        raise ConfigError(f"{asks}; give {one}, {given}{each}; or use the policy 'rules', which needs none")
    raise ConfigError(f"{asks}, and there is none for {', '.join(missing)}; give Agent(model={{{example}}})")


def _roles_in_words(roles: Sequence[str]) -> str:
    if not roles:
        return "no model"
    return f"a model ({roles[0]})" if len(roles) == 1 else f"a model for each of {', '.join(roles)}"


def _check(setup: Setup) -> None:
    """Shows a mistake where the agent is made, and not in the middle of a run."""
    for model in (model for models in setup.models.values() for model in models):
        if isinstance(model, str):
            check_model(model, base_url=setup.base_url)
    _check_tools(setup)


def _check_tools(setup: Setup) -> None:
    for spec in setup.toolbox.specs if setup.policy.roles else ():
        try:
            lowered(spec.parameters)
        except ConfigError as error:
            raise ConfigError(f"tool {spec.name!r}: {error}") from error


def run_apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run`, in a thread of its own if a loop runs in this one (Jupyter, or pytest-playwright's sync pages)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    begun: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[T]]] = Future()

    async def work() -> T:
        task = asyncio.current_task()
        assert task is not None
        begun.set_result((asyncio.get_running_loop(), task))
        return await coroutine

    with ThreadPoolExecutor(1, "actwright") as thread:
        result = thread.submit(asyncio.run, work())
        try:
            return result.result()
        except KeyboardInterrupt:
            loop, task = begun.result()
            loop.call_soon_threadsafe(task.cancel)
            raise


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
