"""`Agent`: a model, a policy, tools and limits, ready to run tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack, get_args

from playwright.async_api import Page
from pydantic import BaseModel, PydanticInvalidForJsonSchema, PydanticUserError, ValidationError
from typing_extensions import TypeVar

from actwright.engine.ask_human import ASK_HUMAN_SECONDS, AskHuman
from actwright.engine.checks import ask_and_check, stated
from actwright.engine.confirm import CONFIRM_SECONDS, Confirm
from actwright.engine.limits import Limits
from actwright.engine.models.base import Model, check_model, model_parts, without_address
from actwright.engine.models.rate import RateLimit
from actwright.engine.models.schema import lowered
from actwright.engine.page.browser.options import BrowserOptions
from actwright.engine.page.browser.sync_bridge import as_async, is_sync, run_sync
from actwright.engine.page.options import PageOptions
from actwright.engine.pictures import as_images
from actwright.engine.policies.base import Policy, Preferences, find_policy, preferences_of
from actwright.engine.run import Run, Setup
from actwright.engine.run_options import AskOptions, RunOptions, check_names
from actwright.engine.task_values import check_references, datum, files, named, secret
from actwright.errors import ConfigError
from actwright.schemas.check import CheckResult
from actwright.schemas.options import known_options_only
from actwright.schemas.permissions import Permissions
from actwright.schemas.proposal import first_problem
from actwright.schemas.result import Result
from actwright.schemas.sampling import Sampling
from actwright.schemas.task import EvidenceRule, Task
from actwright.suggestions import unknown
from actwright.text import shortened
from actwright.tools.ask_human import AskHumanTool
from actwright.tools.base import Tool
from actwright.tools.expect import CHECKS
from actwright.tools.toolbox import Toolbox

if TYPE_CHECKING:  # a program without sync pages never loads their API
    from playwright import sync_api

__all__ = ["Agent", "Choice", "run_apart"]

Choice: TypeAlias = str | Model | Sequence[str | Model]
T = TypeVar("T")
M = TypeVar("M", bound=BaseModel, default=Any)

ALWAYS = (*(check.name for check in CHECKS.values()), "fail")
"""Tools that a run with evidence needs to prove completion or to give up."""


class Agent:
    """Runs tasks in a browser, one model call per step.

    Args:
        model: `anthropic:NAME`, `openai:NAME`, `openai-chat:NAME` or a `Model` object, for all roles of the policy; or
            a mapping with one for each role. The models of a list, or of names separated by commas, are asked in order:
            each one if the one before it failed. None for a policy that needs no model.
        policy: The name of a policy, with its argument after a colon if it takes one
            (`chain_of_thought:instruction.json`); or an object with `decide`.
        tools: The tools that the model may use: tools, or names of the ones that ship. None means those that the policy
            uses, else all built-in ones. To add your own: `[*builtin_tools(), MyTool]`.
        limits: When a run ends.
        evidence: The evidence that a claim of completion needs. None means the policy's default: `required`, but `off`
            for the older designs `two_call`, `tool_loop` and `chain_of_thought`, which trust the model's word.
        browser: How to get a browser when a run is not given a page.
        page_options: How much of a page the model is shown: the size of the tree, and when there is a screenshot.
        sampling: Sampling parameters of the models, over those of the policy and the provider: for all models, or by
            role or model name (`{"main": Sampling(temperature=0), "gpt-5": Sampling(effort="low")}`).
        base_url: The address of the model's provider, for compatible servers.
        rate_limit: Requests and tokens per minute, shared by all agents that are given the same object.
        permissions: What runs may do beyond looking, whatever the model proposes. None means the default: read wherever
            links lead, give values only at home.
        confirm: Called before each effect, and before a value is given away from home; True permits it. Sync or async.
        confirm_seconds: How long to wait for an answer, in seconds; no answer in time means no.
        ask_human: Asks a person to act on the page, at a login, a captcha or a second factor; returns True once they
            have. Sync or async. Without it, models are not offered this.
        ask_human_seconds: How long to wait for the person, in seconds, before the run ends with the reason
            `unattended`. This time does not count against the run's limit.
        out: The folder for run folders; each has the record and the report of a run. None writes none.

    Raises:
        ConfigError: An unknown model, policy or tool; a missing key; no model for a role that the policy asks; a model
            for a role that it does not ask; or a tool whose parameters cannot be expressed in a schema for models.
    """

    @known_options_only
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
        sampling: Sampling | Mapping[str, Sampling] | None = None,
        base_url: str | None = None,
        rate_limit: RateLimit | None = None,
        permissions: Permissions | None = None,
        confirm: Confirm | None = None,
        confirm_seconds: float = CONFIRM_SECONDS,
        ask_human: AskHuman | None = None,
        ask_human_seconds: float = ASK_HUMAN_SECONDS,
        out: str | Path | None = "runs",
    ) -> None:
        chosen = find_policy(policy) if isinstance(policy, str) else policy
        preferences = preferences_of(chosen)
        if evidence is not None and evidence not in get_args(EvidenceRule):
            raise ConfigError(unknown("evidence rule", evidence, get_args(EvidenceRule)))
        for name, value, kind in (
            ("limits", limits, Limits),
            ("browser", browser, BrowserOptions),
            ("page_options", page_options, PageOptions),
            ("rate_limit", rate_limit, RateLimit),
            ("permissions", permissions, Permissions),
        ):
            if value is not None and not isinstance(value, kind):  # pyright: ignore[reportUnnecessaryIsInstance] - of a caller without types
                raise ConfigError(f"Agent: {name} is {shortened(repr(value), 60)}; give a {kind.__name__}")
        self.evidence: EvidenceRule = evidence or preferences.evidence
        self.limits = limits or Limits()
        self._setup = Setup(
            policy=chosen,
            policy_name=policy if isinstance(policy, str) else type(policy).__name__,
            toolbox=Toolbox(preferences.tools if tools is None else tools),
            limits=self.limits,
            browser=browser or BrowserOptions(),
            page_options=_preferred(page_options or PageOptions(), preferences),
            models=_by_role(model, chosen.roles),
            sampling=_sampling(sampling, chosen.roles, _by_role(model, chosen.roles)),
            base_url=base_url,
            rate_limit=rate_limit,
            known={},
            permissions=permissions or Permissions(),
            confirm=confirm,
            confirm_seconds=confirm_seconds,
            ask_human=ask_human,
            ask_human_seconds=ask_human_seconds,
            out=None if out is None else Path(out),
        )
        _check_roles(self._setup, named=tuple(model) if isinstance(model, Mapping) else ())
        _check(self._setup)

    async def run(
        self,
        task: str,
        *,
        page: Page | None = None,
        tabs: Sequence[Page] = (),
        output: type[M] | None = None,
        **options: Unpack[RunOptions],
    ) -> Result[M]:
        """Runs a task to its end.

        Args:
            task: What to do, in plain words.
            url: Where to start. Required without `page`, unless the task itself says where to go.
            page: Your own Playwright page; it stays open. Without one, the run starts a browser and closes it again.
            data: Values the task may use, as `{{name}}`. The model sees names and values (at most 200 characters of
                each); code types them. A name may be any column heading, such as `Full name`. To upload a file, pass a
                `Path`.
            private: Values that are typed and read back in the same way, but of which the model sees only the names.
            secrets: Values that only the executor sees. Each is typed only into fields on its origins, by default the
                origin of `url` (or of the page).
            tools: The tools that the model may use in this run: names of the agent's tools, or tools. The checks
                (`expect`, `expect_url`, …) and `fail` stay available, unless the evidence is off. None means all of the
                agent's.
            output: A pydantic model class that the answer must fit; `result.output` is then an instance of it once the
                run is complete. The model reads the descriptions of its fields. An answer in words is `result.message`.
            tabs: Further open pages of the same browser context that the run may use as tabs; `page` is in front. Other
                pages of that context are left alone.
            permissions: What this run may do, instead of the agent's permissions.
            confirm: Called before each effect of this run, instead of the agent's.
            ask_human: Asks a person to act in this run, instead of the agent's.
            images: Images that belong to the task, shown to the model after it as "Input image 1" and so on: files,
                bytes, or `Image` objects. Larger ones are scaled down to 1568 px per side.

        Returns:
            The result, complete or not: check `result.complete`, or call `result.raise_for_status()`.

        Raises:
            ConfigError: The task cannot be run as given. The message says so if something had already been done.
            ModelError, BrowserError: The provider gave up, or the browser is gone. They have the steps so far.
        """
        run = self.play(task, page=page, tabs=tabs, output=output, **options)
        async with run:
            async for _ in run:
                pass
        return run.result

    def run_sync(
        self,
        task: str,
        *,
        page: sync_api.Page | None = None,
        tabs: Sequence[sync_api.Page] = (),
        output: type[M] | None = None,
        **options: Unpack[RunOptions],
    ) -> Result[M]:
        """Like `run`, for programs without asyncio; `page` and `tabs` are pages of Playwright's sync API."""
        given = [as_async(tab) for tab in tabs]
        if page is None:
            return run_apart(self.run(task, tabs=given, output=output, **options))
        return run_sync(page, self.run(task, page=as_async(page), tabs=given, output=output, **options))

    def play(
        self,
        task: str,
        *,
        page: Page | None = None,
        tabs: Sequence[Page] = (),
        output: type[BaseModel] | None = None,
        **options: Unpack[RunOptions],
    ) -> Run:
        """Like `run`, step by step: `async for step in agent.play(…)`.

        To leave the loop early, use `async with agent.play(…) as run`, so that the browser is closed at once.
        """
        if page is not None and is_sync(page):
            raise ConfigError("this is a page of Playwright's sync API; use `run_sync(…, page=page)`")
        if not task.strip():
            raise ConfigError("the task is empty; say what to do")
        check_names(options)
        guarded = named(options.get("secrets"), secret)
        withheld, plain = named(options.get("private"), datum), named(options.get("data"), datum)
        schema = None if output is None else self._answer_schema(output)
        pictures = as_images(options.get("images", ()))
        try:
            task = Task(
                text=task,
                url=options.get("url"),
                data=plain,
                files=files(options.get("data")),
                private=tuple(withheld),
                secrets=tuple(guarded),
                evidence=self.evidence,
                output=schema,
                images=pictures,
            )
        except ValidationError as error:
            raise ConfigError(f"the task cannot be run: {first_problem(error)}") from error
        check_references(task)
        if check := getattr(self._setup.policy, "check", None):
            check(task)
        return Run(
            self._narrowed(options),
            task,
            page=page,
            tabs=_checked(tabs, page),
            private=withheld,
            secrets=guarded,
            output=output,
        )

    async def check(
        self,
        statement: str,
        *,
        page: Page | None = None,
        **options: Unpack[AskOptions],
    ) -> CheckResult:
        """Checks a statement about a page, such as "the cart shows two kayaks and a total of $80".

        Nothing is done on the page. The model is asked once for the facts that decide the statement, such as a number
        beside its label or the rows that contain a text. Code evaluates them on the live page and waits for them to
        hold. A check that proves nothing is undecided: one whose facts would hold on an empty page, or on the page
        `before`.

        Args:
            statement: What must be true, in plain language; `{{name}}` stands for a value of the data.
            page: Your own Playwright page; it stays open.
            url: The page to check. With `page`, that page goes there first.
            data: Values that the statement may refer to; the model sees them.
            private, secrets: Values that are masked wherever they appear; a fact about one is undecided.
            before: The page as it was before: a look, or a run, which stands for the page that it saw first.
            picture: Whether the model gets a screenshot (the default), for what no tree shows, such as a colour. What
                it judges from the screenshot rests on its word, and `judged_by` says so. No screenshot is sent if the
                agent's page options have none.
            seconds: How long to wait for the facts to hold; 5 by default.

        Returns:
            The result: `passed`, `failed` (with what was there instead) or `undecided`; `raise_for_status()` raises for
            the last two. `evaluate` repeats `result.recorded` without a model.

        Raises:
            ConfigError: There is no model or no page, or the statement cannot be checked.
            ModelError, BrowserError: The provider gave up, or the browser is gone.
        """
        check_names(options, AskOptions, "check")
        return await ask_and_check(stated(statement, page=page, **options), self._setup)

    def check_sync(
        self,
        statement: str,
        *,
        page: sync_api.Page | None = None,
        **options: Unpack[AskOptions],
    ) -> CheckResult:
        """Like `check`, for programs without asyncio; `page` is a page of Playwright's sync API."""
        view = None if page is None else as_async(page)
        checking = self.check(statement, page=view, **options)
        return run_apart(checking) if page is None else run_sync(page, checking)

    def limited(self, limits: Limits) -> Agent:
        """The same agent with other limits. The two share what they learn about the endpoints."""
        other = copy(self)
        other.limits = limits
        other._setup = replace(self._setup, limits=limits)  # noqa: SLF001 - its own class
        return other

    @property
    def policy_name(self) -> str:
        """The name of the agent's policy, with its argument; for an object, the name of its class."""
        return self._setup.policy_name

    @property
    def asks_models(self) -> bool:
        """Whether the agent's policy asks a model."""
        return bool(self._setup.policy.roles)

    def _answer_schema(self, output: Any) -> dict[str, Any]:
        if not (isinstance(output, type) and issubclass(output, BaseModel)):
            raise ConfigError(
                f"output is {output!r}; give a pydantic model class, as in `class Answer(BaseModel): price: float`. "
                "Put a list into a field of it"
            )
        if not self._setup.policy.roles:
            raise ConfigError(
                f"the policy {self._setup.policy_name!r} asks no model, so it cannot return a typed output"
            )
        try:
            schema = output.model_json_schema()
            lowered(schema)
        except (ConfigError, PydanticInvalidForJsonSchema, PydanticUserError) as error:
            raise ConfigError(f"output {output.__name__}: {error}") from error
        return schema

    def _narrowed(self, options: RunOptions) -> Setup:
        """The setup of one run, with its own tools, permissions and `confirm` if it was given any."""
        permissions = options.get("permissions") or self._setup.permissions
        setup = replace(
            self._setup,
            permissions=permissions,
            confirm=options.get("confirm") or self._setup.confirm,
            ask_human=options.get("ask_human") or self._setup.ask_human,
        )
        always = () if self.evidence == "off" else ALWAYS
        if setup.ask_human is not None:
            setup = replace(setup, toolbox=setup.toolbox.having(AskHumanTool))
            always = (*always, AskHumanTool.name)
        elif AskHumanTool.name in (spec.name for spec in setup.toolbox.specs):
            raise ConfigError(
                f"the tool {AskHumanTool.name!r} asks a person to act; give ask_human=… to say who is asked"
            )
        for tools in (options.get("tools"), permissions.tools):
            if tools is not None:
                setup = replace(setup, toolbox=setup.toolbox.narrowed(tools, always=always))
        if setup.toolbox is not self._setup.toolbox:
            _check_tools(setup)
        return setup


def _preferred(options: PageOptions, preferences: Preferences) -> PageOptions:
    """The options, with the policy's preferences where the caller chose nothing."""
    wanted = {"marks": preferences.marks, **({} if preferences.pictures else {"screenshot": "never"})}
    return options.model_copy(
        update={name: each for name, each in wanted.items() if name not in options.model_fields_set}
    )


def _checked(tabs: Sequence[Page], page: Page | None) -> tuple[Page, ...]:
    """The tabs, each once and without the page itself."""
    if tabs and (page is None or any(tab.context is not page.context for tab in tabs)):
        raise ConfigError("tabs must be open pages of the same browser context as the page; give page=… as well")
    return tuple(dict.fromkeys(tab for tab in tabs if tab is not page))


def _by_role(model: Choice | Mapping[str, Choice] | None, roles: Sequence[str]) -> dict[str, tuple[str | Model, ...]]:
    """The models of each role, in the order in which they are asked; models that are given without a role serve all."""
    if model is None:
        return {}
    choices: Mapping[str, Choice] = model if isinstance(model, Mapping) else dict.fromkeys(roles or ("main",), model)
    return {role: _in_order(choice) for role, choice in choices.items()}


def _sampling(
    given: Sampling | Mapping[str, Sampling] | None,
    roles: Sequence[str],
    models: Mapping[str, Sequence[str | Model]],
) -> dict[str, Sampling]:
    """Sampling parameters by role and by the provider's name of a model; those under "" apply to all."""
    if given is None or isinstance(given, Sampling):
        return {"": given} if given else {}
    if not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] - of a caller without types
        raise ConfigError(f"Agent: sampling is {shortened(repr(given), 60)}; give a Sampling")
    each = [model for choices in models.values() for model in choices]
    written = {without_address(model): model_parts(model)[1] for model in each if isinstance(model, str)}
    names = {*written.values(), *(model.name for model in each if not isinstance(model, str))}
    known = {**{name: name for name in (*roles, *sorted(names))}, **written}
    for name, wanted in given.items():
        if name not in known:
            raise ConfigError(f"sampling: {unknown('role or model', name, known)}")
        if not isinstance(wanted, Sampling):  # pyright: ignore[reportUnnecessaryIsInstance] - callers may not use types
            raise ConfigError(f"sampling for {name!r} is {wanted!r}; give a Sampling, as in Sampling(temperature=0)")
    return {known[name]: wanted for name, wanted in given.items()}


def _in_order(choice: Choice) -> tuple[str | Model, ...]:
    if isinstance(choice, str):
        return tuple(name.strip() for name in choice.split(","))
    return tuple(choice) if isinstance(choice, Sequence) else (choice,)


def _check_roles(setup: Setup, *, named: Iterable[str]) -> None:
    """Raises ConfigError if a role of the policy has no model, or a model has a role that the policy lacks."""
    roles = setup.policy.roles
    asks = f"the policy {setup.policy_name!r} asks {_roles_in_words(roles)}"
    example = ", ".join(f'"{role}": …' for role in roles)
    strange = [role for role in named if role not in roles]
    if strange:
        instead = f"; give Agent(model={{{example}}})" if roles else ""
        raise ConfigError(f"{asks}, so a model for {strange[0]!r} would not be used{instead}")
    missing = [role for role in roles if not setup.models.get(role)]
    if not missing:
        return
    if not setup.models:
        one, each = (
            ("one", "") if len(roles) == 1 else ("one for all", f", or one for each, Agent(model={{{example}}})")
        )
        given = 'as in Agent(model="anthropic:NAME") or --model anthropic:NAME'
        raise ConfigError(f"{asks}; give {one}, {given}{each}; or use the policy 'rules', which needs none")
    raise ConfigError(f"{asks}, and no model is given for {', '.join(missing)}; give Agent(model={{{example}}})")


def _roles_in_words(roles: Sequence[str]) -> str:
    if not roles:
        return "no model"
    return f"a model ({roles[0]})" if len(roles) == 1 else f"a model for each of {', '.join(roles)}"


def _check(setup: Setup) -> None:
    """Raises ConfigError for a mistake when the agent is made, instead of in the middle of a run."""
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
