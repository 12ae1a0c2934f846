"""`AgentConfig`: the options of an agent, checked, with the preferences of its policy where the caller chose nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

from actwright.engine.limits import Limits
from actwright.engine.meter import Meter
from actwright.engine.models.base import Model, check_model, check_wire
from actwright.engine.models.capabilities import Capabilities
from actwright.engine.models.rate import RateLimit
from actwright.engine.models.schema import lowered
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.reusable_browser import Browser
from actwright.engine.page.page_options import PageOptions
from actwright.engine.people.ask_human import AskHuman
from actwright.engine.permissions.confirmation import Confirm
from actwright.engine.policies.base import Policy, Preferences, find_policy, preferences_of
from actwright.engine.role_models import by_role, check_roles, sampling_by_name
from actwright.errors import ConfigError
from actwright.schemas.permissions import Permissions
from actwright.schemas.sampling import Sampling
from actwright.schemas.task import EvidenceRule
from actwright.suggestions import unknown
from actwright.text import shortened
from actwright.tools.ask_human import AskHumanTool
from actwright.tools.base import Tool
from actwright.tools.expect import CHECKS
from actwright.tools.page_tools import CallPageTool
from actwright.tools.toolbox import Toolbox

ALWAYS = (*(check.name for check in CHECKS.values()), "fail")
"""Tools that a run with evidence needs to prove completion or to give up."""
LONGEST_INSTRUCTIONS = 8_000
"""Characters: about 2,000 tokens, which every request repeats."""
AS_GIVEN = ("base_url", "rate_limit", "confirm", "confirm_seconds", "ask_human", "ask_human_seconds", "evidence_pack")
"""Options that need no default from the policy, and no other form."""
KINDS: Mapping[str, tuple[type[object], ...]] = {
    "limits": (Limits,),
    "browser": (BrowserOptions, Browser),
    "page_options": (PageOptions,),
    "rate_limit": (RateLimit,),
    "permissions": (Permissions,),
    "evidence_pack": (bool,),
}
"""The types of the options that are checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentConfig:
    """The options of an agent, the same for all its runs; see `Agent` for each of them."""

    policy: Policy
    policy_name: str
    evidence: EvidenceRule
    instructions: str
    toolbox: Toolbox
    limits: Limits
    browser: BrowserOptions
    shared: Browser | None
    page_options: PageOptions
    models: Mapping[str, Sequence[str | Model]]
    sampling: Mapping[str, Sampling]
    base_url: str | None
    rate_limit: RateLimit | None
    permissions: Permissions
    confirm: Confirm | None
    confirm_seconds: float
    ask_human: AskHuman | None
    ask_human_seconds: float
    known: dict[str, Capabilities]
    """What endpoints were found not to take, in any run."""
    out: Path | None
    evidence_pack: bool

    def with_tools(self, tools: Iterable[str | type[Tool]] | None) -> AgentConfig:
        """The setup of one run, with the tools that it may use; the checks stay. None means all of the agent's."""
        always = () if self.evidence == "off" else ALWAYS
        toolbox = self.toolbox
        if self.ask_human is not None:
            toolbox, always = toolbox.having(AskHumanTool), (*always, AskHumanTool.name)
        elif AskHumanTool.name in (spec.name for spec in toolbox.specs):
            raise ConfigError(
                f"the tool {AskHumanTool.name!r} asks a person to act; give ask_human=… to say who is asked"
            )
        if self.browser.webmcp:
            if find_spec("jsonschema") is None:
                raise ConfigError(
                    "webmcp checks what tools of pages are given with jsonschema; run `pip install jsonschema`"
                )
            toolbox = toolbox.having(CallPageTool)
        elif CallPageTool.name in (spec.name for spec in toolbox.specs):
            raise ConfigError(
                f"the tool {CallPageTool.name!r} calls tools of pages; give browser=BrowserOptions(webmcp=True)"
            )
        for names in (tools, self.permissions.tools):
            if names is not None:
                toolbox = toolbox.narrowed(names, always=always)
        if toolbox is self.toolbox:
            return self
        setup = replace(self, toolbox=toolbox)
        _check_tools(setup)
        return setup

    def meter(self, models: Mapping[str, Sequence[Model]], **options: Any) -> Meter:
        """A meter of calls to these models, by role, within the limits of a run; `options` are more options of `Meter`."""
        return Meter(
            models,
            check=self.limits.check,
            capped_in_usd=self.limits.usd is not None,
            silence=self.limits.silence,
            rate=self.rate_limit,
            sampling=self.sampling,
            instructions=self.instructions,
            known=self.known,
            **options,
        )

    def __post_init__(self) -> None:
        """Raises ConfigError if a model would not be asked where the caller thinks, or a pack has no folder."""
        if self.evidence_pack and self.out is None:
            raise ConfigError("evidence_pack writes into the run folder; say where that is, as in out='runs'")
        objects = [each for given in self.models.values() for each in given if not isinstance(each, str)]
        if self.base_url is not None and objects:
            raise ConfigError(
                f"base_url only applies to models given by name, but {type(objects[0]).__name__} is an object with its own "
                "address; write the address into the model string instead, as in openai-chat:NAME@http://127.0.0.1:8000/v1"
            )


def setup_of(given: Mapping[str, Any]) -> AgentConfig:
    """The setup of an agent with these options, by the names of its parameters; see `Agent`.

    Raises:
        ConfigError: There is a mistake in them.
    """
    check_kinds(given)
    policy, browser, evidence, instructions = (given[key] for key in ("policy", "browser", "evidence", "instructions"))
    chosen = find_policy(policy) if isinstance(policy, str) else policy
    preferences = preferences_of(chosen)
    if evidence is not None and evidence not in get_args(EvidenceRule):
        raise ConfigError(unknown("evidence rule", evidence, get_args(EvidenceRule)))
    if len(instructions) > LONGEST_INSTRUCTIONS:
        raise ConfigError(
            f"Agent: instructions has {len(instructions):,} characters, and at most {LONGEST_INSTRUCTIONS:,} are allowed, "
            "because every request repeats them; move what only some tasks need into those tasks"
        )
    shared: Browser | None = browser if isinstance(browser, Browser) else None
    models = by_role(given["model"], chosen.roles)
    asked = {name: given[name] for name in AS_GIVEN}
    setup = AgentConfig(
        policy=chosen,
        policy_name=policy if isinstance(policy, str) else type(policy).__name__,
        evidence=evidence or preferences.evidence,
        instructions=instructions.strip(),
        toolbox=Toolbox(preferences.tools if given["tools"] is None else given["tools"]),
        limits=given["limits"] or Limits(),
        browser=browser.options if isinstance(browser, Browser) else browser or BrowserOptions(),
        shared=shared,
        page_options=_preferred(given["page_options"] or PageOptions(), preferences),
        models=models,
        sampling=sampling_by_name(given["sampling"], chosen.roles, models),
        known={},
        permissions=given["permissions"] or Permissions(),
        out=None if given["out"] is None else Path(given["out"]),
        **asked,
    )
    check_roles(given["model"], chosen.roles, setup.policy_name)
    for model in (each for choices in models.values() for each in choices if isinstance(each, str)):
        check_model(model, base_url=setup.base_url)
        check_wire(model, getattr(chosen, "wire", ""), setup.policy_name)
    _check_tools(setup)
    return setup


def check_kinds(options: Mapping[str, object]) -> None:
    """Raises ConfigError if an option is of another type; callers may not use a type checker."""
    for name, value in options.items():
        if value is not None and name in KINDS and not isinstance(value, KINDS[name]):
            wanted = " or a ".join(kind.__name__ for kind in KINDS[name])
            raise ConfigError(f"Agent: {name} is {shortened(repr(value), 60)}; give a {wanted}")


def _preferred(options: PageOptions, preferences: Preferences) -> PageOptions:
    """The options, with the policy's preferences where the caller chose nothing."""
    wanted = {"marks": preferences.marks, **({} if preferences.pictures else {"screenshot": "never"})}
    return options.model_copy(
        update={name: each for name, each in wanted.items() if name not in options.model_fields_set}
    )


def _check_tools(setup: AgentConfig) -> None:
    for spec in setup.toolbox.specs if setup.policy.roles else ():
        try:
            lowered(spec.parameters)
        except ConfigError as error:
            raise ConfigError(f"tool {spec.name!r}: {error}") from error
