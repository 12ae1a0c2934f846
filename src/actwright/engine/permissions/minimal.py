"""The smallest permissions that a recorded run would have needed, as `Permissions(...)` to paste."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from actwright.engine.permissions.authorization import Authorizer
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.records.run_folder import RecordedRun
from actwright.engine.values.values import Values
from actwright.errors import ToolError
from actwright.schemas.ending import acted
from actwright.schemas.hosts import HostPattern
from actwright.schemas.permissions import Permissions, ValueSource
from actwright.schemas.sites import origin_of
from actwright.schemas.step import Effect, Outcome
from actwright.schemas.task import references_in
from actwright.tools.base import Tool
from actwright.tools.expect import CHECKS
from actwright.tools.parameters import URL, VALUE, marked_fields
from actwright.tools.toolbox import shipped_tools
from actwright.tools.upload import Upload

NEVER_LISTED = frozenset({*(check.name for check in CHECKS.values()), "fail"})
"""Tools that a run has anyway."""


@dataclass
class _Needs:
    """What the actions of a run needed beyond what is permitted by default."""

    sites: dict[str, None] = field(default_factory=dict[str, None])
    navigate: dict[str, None] = field(default_factory=dict[str, None])
    effects_on: dict[str, None] = field(default_factory=dict[str, None])
    tools: set[str] = field(default_factory=set[str])
    uploads: dict[Path, None] = field(default_factory=dict[Path, None])
    values: ValueSource = "given"
    effects: int = 0


def needed_by(run: RecordedRun) -> Permissions:
    """The smallest permissions with which everything that a run did would have been allowed.

    What was refused, and what failed before it was dispatched, needs no permission. Private values are not recorded;
    typing them does not count as making something up.
    """
    task = run.task
    start = task.url or (run.steps[0].page.url if run.steps else "")
    default = PermissionRules.of(Permissions(values="given"), task, start=start)
    seen, needs = Authorizer(default), _Needs()
    for step in run.steps:
        seen.saw(step.page)
        for outcome in step.outcomes:
            if outcome.status in {"done", "unknown"}:
                _count(outcome, needs, seen, Values(task.data))
    effects_on = [] if "" in needs.effects_on else list(needs.effects_on)
    kept = run.path / "downloads"
    return Permissions(
        sites=tuple(needs.sites),
        navigate=tuple(each for each in needs.navigate if each not in needs.sites),
        hosts=None if run.hosts is None else _hosts(run.hosts, default, tuple(needs.sites)),
        effects=needs.effects,
        effects_on=effects_on or None,
        tools=tuple(sorted(needs.tools)),
        uploads=tuple(needs.uploads),
        downloads=kept.is_dir() and any(kept.iterdir()),
        values=needs.values,
    )


def _count(outcome: Outcome, needs: _Needs, seen: Authorizer, values: Values) -> None:
    action, permission_rules = outcome.action, seen.permission_rules
    if action.tool not in NEVER_LISTED:
        needs.tools.add(action.tool)
    had_effect = acted(outcome)
    if had_effect:
        needs.effects += 1
        needs.effects_on[origin_of(outcome.origin)] = None
    if (had_effect or outcome.receipts) and outcome.origin and not permission_rules.may_enter_at(outcome.origin):
        needs.sites[origin_of(outcome.origin)] = None
    tool = shipped_tools().get(action.tool)
    if tool is None:
        return
    for url in _texts(outcome, marked_fields(tool, URL)):
        _visit(url, needs, seen, values)
    seen.read(tool, outcome)
    if outcome.effect is Effect.READ:
        return
    if issubclass(tool, Upload):
        paths = (_expanded(text, values) for text in _texts(outcome, marked_fields(tool, VALUE)))
        needs.uploads |= dict.fromkeys(Path(path).resolve() for path in paths if path)
    elif _made_up(outcome, tool, seen):
        needs.values = "any"


def _visit(url: str, needs: _Needs, seen: Authorizer, values: Values) -> None:
    """Adds what opening a URL needed."""
    whole, refers = _expanded(url, values), bool(references_in(url))
    origin = origin_of(whole)
    if origin and seen.permission_rules.check_navigation(whole, seen=seen.links, refers=refers):
        (needs.sites if refers else needs.navigate)[origin] = None


def _made_up(outcome: Outcome, tool: type[Tool], seen: Authorizer) -> bool:
    try:
        return bool(seen.made_up(tool.model_validate(outcome.action.parameters)))
    except ValidationError:
        return True


def _texts(outcome: Outcome, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        found = outcome.action.parameters.get(name)
        yield from (each for each in (found if isinstance(found, list) else [found]) if isinstance(each, str))


def _expanded(text: str, values: Values) -> str:
    try:
        return values.expand(text)
    except ToolError:
        return ""


def _hosts(hosts: Sequence[str], permission_rules: PermissionRules, sites: Sequence[str]) -> tuple[str, ...]:
    """The hosts that must be listed: those that are neither home nor among the sites, which can be reached anyway."""
    listed = permission_rules.permissions.model_copy(update={"hosts": (), "sites": tuple(sites)})
    own = [HostPattern.of(each) for each in PermissionRules(listed, permission_rules.home).hosts or ()]
    return tuple(host for host in hosts if not any(_covers(pattern, host) for pattern in own))


def _covers(pattern: HostPattern, host: str) -> bool:
    entry = HostPattern.of(host)
    return entry.ports is not None and all(pattern.allows(entry.host, port) for port in entry.ports)


def in_python(permissions: Permissions) -> str:
    """The permissions as Python code, with one line for each that differs from the default."""
    given = permissions.model_dump(exclude_defaults=True, mode="json")
    lines = [f"    {name}={given[name]!r},\n" for name in Permissions.model_fields if name in given]
    return f"Permissions(\n{''.join(lines)})" if lines else "Permissions()"
