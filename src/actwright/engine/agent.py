"""`Agent`: a model, a policy, tools and limits, ready to run tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.async_api import Page
from pydantic import BaseModel
from typing_extensions import TypeVar

from actwright.engine.agent_config import AgentConfig, check_kinds, setup_of
from actwright.engine.blocking import run_blocking
from actwright.engine.limits import Limits
from actwright.engine.models.rate import RateLimit
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.reusable_browser import Browser
from actwright.engine.page.browser.sync_bridge import as_async
from actwright.engine.page.page_options import PageOptions
from actwright.engine.people.ask_human import ASK_HUMAN_SECONDS, AskHuman
from actwright.engine.permissions.confirmation import CONFIRM_SECONDS, Confirm
from actwright.engine.policies.base import Policy
from actwright.engine.role_models import Choice
from actwright.engine.run import Run
from actwright.engine.run_options import Datum, RunOverrides, Seen
from actwright.engine.run_request import request_of
from actwright.engine.statement_check import CHECK_SECONDS, ask_and_check, stated
from actwright.engine.task_images import Picture
from actwright.errors import ConfigError
from actwright.schemas.check import CheckResult
from actwright.schemas.options import arguments, known_options_only
from actwright.schemas.permissions import Permissions
from actwright.schemas.result import Result
from actwright.schemas.sampling import Sampling
from actwright.schemas.task import EvidenceRule, Secret
from actwright.tools.base import Tool

if TYPE_CHECKING:  # a program without sync pages never loads their API
    from playwright import sync_api

M = TypeVar("M", bound=BaseModel, default=Any)


class Agent:
    """Runs tasks in a browser, one model call per step.

    Args:
        model: `anthropic:NAME`, `openai:NAME`, `openai-chat:NAME` or a `Model` object, for all roles of the policy; or
            a mapping with one for each role. The models of a list, or of names separated by commas, are asked in order:
            each one if the one before it failed. None for a policy that needs no model.
        policy: The name of a policy, with its argument after a colon if it takes one
            (`chain_of_thought:instruction.json`); or an object with `decide`.
        tools: The tools that the model may use: tools, or names of the ones that ship. None means the tools that the
            policy uses, else all built-in ones. To add your own: `[*builtin_tools(), MyTool]`.
        instructions: Standing guidance for every task, in plain words, such as the conventions of a site; at most 8,000
            characters. Each request to a model of the policy begins with it, so providers can cache it.
        limits: When a run ends.
        evidence: The evidence that a claim of completion needs. None means the policy's default: `required`, but `off`
            for the older designs `two_call`, `tool_loop` and `chain_of_thought`, which trust the model's word.
        browser: How to get a browser when a run is not given a page: options for one of its own, or an open `Browser`
            that many runs share.
        page_options: How much of a page the model sees: the size of the tree, and when there is a screenshot.
        sampling: Sampling parameters of the models, over those of the policy and the provider: for all models, or by
            role or model name (`{"main": Sampling(temperature=0), "gpt-5": Sampling(effort="low")}`).
        base_url: The address of the model's provider, for compatible servers.
        rate_limit: Requests and tokens per minute, shared by all agents that have the same object.
        permissions: What runs may do beyond looking, whatever the model proposes. None means the default: read wherever
            links lead, enter values only at home.
        confirm: Called before each action that may send, before what an edit makes the page send at once leaves, and
            before a value is entered away from home; True permits it. Sync or async.
        confirm_seconds: How long to wait for an answer, in seconds; no answer in time means no.
        ask_human: Asks a person to act on the page, at a login, a captcha or a second factor; returns True once they
            have. Sync or async. Without it, models cannot ask for a person.
        ask_human_seconds: How long to wait for the person, in seconds, before the run ends with the reason
            `unattended`. This time does not count against the run's limit.
        out: The folder for run folders; each has the record and the report of a run. None, the default, writes none.
        evidence_pack: Whether to write more files into each run folder, with which others can check what the run claims:
            `run.har`, `trace.zip` (Playwright's trace), `answer.txt` and `spec.yaml`, which is made from the task's data
            before the run begins. Private values and secrets, passwords and cookies are masked or left out. Needs `out`.

    Raises:
        ConfigError: A model, policy or tool is unknown; a key is missing; a role of the policy has no model, or a model
            was given for an unknown role; or a tool's parameters cannot be expressed in a schema for models.
    """

    @known_options_only
    def __init__(
        self,
        model: Choice | Mapping[str, Choice] | None = None,
        *,
        policy: str | Policy = "single_call",
        tools: Iterable[str | type[Tool]] | None = None,
        instructions: str = "",
        limits: Limits | None = None,
        evidence: EvidenceRule | None = None,
        browser: BrowserOptions | Browser | None = None,
        page_options: PageOptions | None = None,
        sampling: Sampling | Mapping[str, Sampling] | None = None,
        base_url: str | None = None,
        rate_limit: RateLimit | None = None,
        permissions: Permissions | None = None,
        confirm: Confirm | None = None,
        confirm_seconds: float = CONFIRM_SECONDS,
        ask_human: AskHuman | None = None,
        ask_human_seconds: float = ASK_HUMAN_SECONDS,
        out: str | Path | None = None,
        evidence_pack: bool = False,
    ) -> None:
        self._given = arguments(locals())
        self._given["tools"] = tools if tools is None or isinstance(tools, str) else tuple(tools)
        self._setup = setup_of(self._given)

    @known_options_only
    async def run(
        self,
        task: str,
        *,
        url: str | None = None,
        page: Page | None = None,
        tabs: Sequence[Page] = (),
        data: Mapping[str, Datum] | None = None,
        private: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        images: Sequence[Picture] = (),
        output: type[M] | None = None,
        limits: Limits | None = None,
        model: Choice | Mapping[str, Choice] | None = None,
        policy: str | Policy | None = None,
        sampling: Sampling | Mapping[str, Sampling] | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        permissions: Permissions | None = None,
        confirm: Confirm | None = None,
        ask_human: AskHuman | None = None,
    ) -> Result[M]:
        """Runs a task to its end.

        Args:
            task: What to do, in plain words.
            url: Where to start. Required without `page`, unless the task itself says where to go.
            page: Your own Playwright page; it stays open. Without one, the run opens a page in the agent's `Browser`, or
                starts a browser and closes it again.
            tabs: Further open pages of the same browser context that the run may use as tabs; `page` is in front. Other
                pages of that context are left alone.
            data: Values the task may use, as `{{name}}`. The model sees names and values (at most 200 characters of
                each); code types them. A name may be any column heading, such as `Full name`. To upload a file, pass a
                `Path`.
            private: Values that are typed and read back in the same way, but of which the model sees only the names.
            secrets: Values that only the executor sees. Each is typed only into fields on its origins, by default the
                origin of `url` (or of the page).
            images: Images that belong to the task, shown to the model after it as "Input image 1" and so on: files,
                bytes, or `Image` objects. Larger ones are scaled down to 1568 px per side.
            output: A pydantic model class that the answer must fit; `result.output` is then an instance of it once the
                run is complete. The model reads the descriptions of its fields. An answer in words is `result.message`.
            limits: When this run ends, instead of the agent's limits.
            model, policy, sampling: What decides this run, instead of the agent's.
            tools: The tools that the model may use in this run: names of the agent's tools, or tools. The checks
                (`expect`, `expect_url`, …) and `fail` stay available, unless the evidence is off. None means all of the
                agent's.
            permissions: What this run may do, instead of the agent's permissions.
            confirm: Called before each such action of this run, instead of the agent's.
            ask_human: Asks a person to act in this run, instead of the agent's.

        Returns:
            The result, complete or not: check `result.complete`, or call `result.raise_for_status()`.

        Raises:
            ConfigError: The task cannot be run as given. The message says so if something had already been done.
            ModelError, BrowserError: The provider gave up, or the browser is gone. They have the steps so far.
        """
        run = self.play(**arguments(locals()))
        async with run:
            async for _ in run:
                pass
        return run.result

    @known_options_only
    def run_sync(
        self,
        task: str,
        *,
        url: str | None = None,
        page: sync_api.Page | None = None,
        tabs: Sequence[sync_api.Page] = (),
        data: Mapping[str, Datum] | None = None,
        private: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        images: Sequence[Picture] = (),
        output: type[M] | None = None,
        limits: Limits | None = None,
        model: Choice | Mapping[str, Choice] | None = None,
        policy: str | Policy | None = None,
        sampling: Sampling | Mapping[str, Sampling] | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        permissions: Permissions | None = None,
        confirm: Confirm | None = None,
        ask_human: AskHuman | None = None,
    ) -> Result[M]:
        """Like `run`, for programs without asyncio; `page` and `tabs` are pages of Playwright's sync API.

        An agent with a shared `Browser` needs a `page` here, because that browser belongs to the event loop that opened
        it, and each call without a page runs in a loop of its own.
        """
        given = arguments(locals())
        if page is None and self._setup.shared is not None:
            raise ConfigError(
                "run_sync cannot use the agent's Browser, which belongs to the event loop that opened it: call "
                "`await agent.run(…)` there, or give run_sync a page of Playwright's sync API"
            )
        given |= {"page": page and as_async(page), "tabs": [as_async(tab) for tab in tabs]}
        return run_blocking(self.run(**given), page)

    @known_options_only
    def play(
        self,
        task: str,
        *,
        url: str | None = None,
        page: Page | None = None,
        tabs: Sequence[Page] = (),
        data: Mapping[str, Datum] | None = None,
        private: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        images: Sequence[Picture] = (),
        output: type[BaseModel] | None = None,
        limits: Limits | None = None,
        model: Choice | Mapping[str, Choice] | None = None,
        policy: str | Policy | None = None,
        sampling: Sampling | Mapping[str, Sampling] | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        permissions: Permissions | None = None,
        confirm: Confirm | None = None,
        ask_human: AskHuman | None = None,
    ) -> Run:
        """Like `run`, step by step: `async for step in agent.play(…)`.

        To leave the loop early, use `async with agent.play(…) as run`, so that the browser is closed at once.
        """
        given = arguments(locals())
        instead = {name: given.pop(name) for name in RunOverrides.__annotations__}
        request = request_of(self._setup_of_run(**instead), **given)
        return Run(request)

    @known_options_only
    async def check(
        self,
        statement: str,
        *,
        url: str | None = None,
        page: Page | None = None,
        data: Mapping[str, Datum] | None = None,
        private: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        before: Seen | None = None,
        picture: bool = True,
        seconds: float = CHECK_SECONDS,
    ) -> CheckResult:
        """Checks a statement about a page, such as "the cart shows two kayaks and a total of $80".

        Nothing is done on the page. The model is asked once for the facts that decide the statement, such as a number
        beside its label or the rows that contain a text. Code evaluates them on the live page and waits for them to
        hold. A check that proves nothing is undecided: one whose facts would hold on an empty page, or on the page
        `before`.

        Args:
            statement: What must be true, in plain language; `{{name}}` stands for a value of the data.
            url: The page to check. With `page`, that page goes there first.
            page: Your own Playwright page; it stays open.
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
        return await ask_and_check(stated(**arguments(locals())), self._setup)

    @known_options_only
    def check_sync(
        self,
        statement: str,
        *,
        url: str | None = None,
        page: sync_api.Page | None = None,
        data: Mapping[str, Datum] | None = None,
        private: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        before: Seen | None = None,
        picture: bool = True,
        seconds: float = CHECK_SECONDS,
    ) -> CheckResult:
        """Like `check`, for programs without asyncio; `page` is a page of Playwright's sync API."""
        given: dict[str, Any] = {**arguments(locals()), "page": page and as_async(page)}
        return run_blocking(self.check(**given), page)

    @property
    def limits(self) -> Limits:
        """The limits of a run that has none of its own."""
        return self._setup.limits

    @property
    def evidence(self) -> EvidenceRule:
        """The evidence that a claim of completion needs."""
        return self._setup.evidence

    @property
    def policy_name(self) -> str:
        """The name of the agent's policy, with its argument; for an object, the name of its class."""
        return self._setup.policy_name

    @property
    def asks_models(self) -> bool:
        """Whether the agent's policy asks a model."""
        return bool(self._setup.policy.roles)

    def _setup_of_run(self, **instead: Any) -> AgentConfig:
        """The setup of one run. All runs share what is learned about the endpoints."""
        tools = instead.pop("tools", None)
        instead = {name: option for name, option in instead.items() if option is not None}
        check_kinds(instead)
        if instead.keys() & {"model", "policy", "sampling"}:
            # The agent's sampling may name models that this run does not ask.
            setup = setup_of({**self._given, "sampling": None, **instead})
            kept = {} if "sampling" in instead else {"sampling": self._setup.sampling}
            setup = replace(setup, known=self._setup.known, **kept)
        else:
            setup = replace(self._setup, **instead)
        return setup.with_tools(tools)
