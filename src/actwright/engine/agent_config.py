"""`AgentConfig`: the options of an agent, checked, with the preferences of its policy where the caller chose nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias, get_args

from actwright.engine.limits import Limits
from actwright.engine.models.base import Model, check_model, model_parts, without_address
from actwright.engine.models.capabilities import Capabilities
from actwright.engine.models.rate import RateLimit
from actwright.engine.models.schema import lowered
from actwright.engine.page.browser.options import BrowserOptions
from actwright.engine.page.browser.shared import Browser
from actwright.engine.page.options import PageOptions
from actwright.engine.people.ask_human import AskHuman
from actwright.engine.permissions.confirmation import Confirm
from actwright.engine.policies.base import Policy, Preferences, find_policy, preferences_of
from actwright.errors import ConfigError
from actwright.schemas.permissions import Permissions
from actwright.schemas.sampling import Sampling
from actwright.schemas.task import EvidenceRule
from actwright.suggestions import unknown
from actwright.text import shortened
from actwright.tools.ask_human import AskHumanTool
from actwright.tools.base import Tool
from actwright.tools.expect import CHECKS
from actwright.tools.toolbox import Toolbox

__all__ = ["AgentConfig", "Choice", "check_kinds", "setup_of"]

Choice: TypeAlias = str | Model | Sequence[str | Model]

ALWAYS = (*(check.name for check in CHECKS.values()), "fail")
"""Tools that a run with evidence needs to prove completion or to give up."""
LONGEST_INSTRUCTIONS = 8_000
"""Characters: about 2,000 tokens, which every request repeats."""


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
        for names in (tools, self.permissions.tools):
            if names is not None:
                toolbox = toolbox.narrowed(names, always=always)
        if toolbox is self.toolbox:
            return self
        setup = replace(self, toolbox=toolbox)
        _check_tools(setup)
        return setup

    def __post_init__(self) -> None:
        """Raises ConfigError if a model would not be asked where the caller thinks."""
        objects = [each for given in self.models.values() for each in given if not isinstance(each, str)]
        if self.base_url is not None and objects:
            raise ConfigError(
                f"base_url only applies to models given by name, but {type(objects[0]).__name__} is an object with its own "
                "address; write the address into the model string instead, as in openai-chat:NAME@http://127.0.0.1:8000/v1"
            )


def setup_of(
    model: Choice | Mapping[str, Choice] | None,
    *,
    policy: str | Policy,
    tools: Iterable[str | type[Tool]] | None,
    instructions: str,
    limits: Limits | None,
    evidence: EvidenceRule | None,
    browser: BrowserOptions | Browser | None,
    page_options: PageOptions | None,
    sampling: Sampling | Mapping[str, Sampling] | None,
    base_url: str | None,
    rate_limit: RateLimit | None,
    permissions: Permissions | None,
    confirm: Confirm | None,
    confirm_seconds: float,
    ask_human: AskHuman | None,
    ask_human_seconds: float,
    out: str | Path | None,
) -> AgentConfig:
    """The setup of an agent with these options. Raises ConfigError for a mistake in them; see `Agent`."""
    chosen = find_policy(policy) if isinstance(policy, str) else policy
    preferences = preferences_of(chosen)
    if evidence is not None and evidence not in get_args(EvidenceRule):
        raise ConfigError(unknown("evidence rule", evidence, get_args(EvidenceRule)))
    check_kinds(
        limits=limits, browser=browser, page_options=page_options, rate_limit=rate_limit, permissions=permissions
    )
    if len(instructions) > LONGEST_INSTRUCTIONS:
        raise ConfigError(
            f"Agent: instructions has {len(instructions):,} characters, and at most {LONGEST_INSTRUCTIONS:,} are allowed, "
            "because every request repeats them; move what only some tasks need into those tasks"
        )
    shared = browser if isinstance(browser, Browser) else None
    setup = AgentConfig(
        policy=chosen,
        policy_name=policy if isinstance(policy, str) else type(policy).__name__,
        evidence=evidence or preferences.evidence,
        instructions=instructions.strip(),
        toolbox=Toolbox(preferences.tools if tools is None else tools),
        limits=limits or Limits(),
        browser=shared.options if shared else browser if isinstance(browser, BrowserOptions) else BrowserOptions(),
        shared=shared,
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
    _check_roles(setup, named=tuple(model) if isinstance(model, Mapping) else ())
    _check(setup)
    return setup


KINDS: Mapping[str, tuple[type[object], ...]] = {
    "limits": (Limits,),
    "browser": (BrowserOptions, Browser),
    "page_options": (PageOptions,),
    "rate_limit": (RateLimit,),
    "permissions": (Permissions,),
}


def check_kinds(**options: object) -> None:
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


def _check_roles(setup: AgentConfig, *, named: Iterable[str]) -> None:
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


def _check(setup: AgentConfig) -> None:
    """Raises ConfigError for a mistake when the agent is made, instead of in the middle of a run."""
    for model in (model for models in setup.models.values() for model in models):
        if isinstance(model, str):
            check_model(model, base_url=setup.base_url)
    _check_tools(setup)


def _check_tools(setup: AgentConfig) -> None:
    for spec in setup.toolbox.specs if setup.policy.roles else ():
        try:
            lowered(spec.parameters)
        except ConfigError as error:
            raise ConfigError(f"tool {spec.name!r}: {error}") from error
