"""Makes a recording of a complete run: what was done, without what only looked, and what proved it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from pydantic import JsonValue

from actwright.engine.policies.replay.matching import find
from actwright.engine.policies.replay.references import referred_text, with_references
from actwright.engine.policies.replay.surroundings import described
from actwright.errors import ConfigError
from actwright.schemas.recording import InputKind, RecordedAction, RecordedStep, Recording, Target
from actwright.schemas.result import Result
from actwright.schemas.step import Claim, Outcome, Step
from actwright.schemas.task import Task, references_in
from actwright.text import one_line
from actwright.tools.base import ELEMENT_ID, marked_fields
from actwright.tools.expect import CHECKS
from actwright.tools.toolbox import shipped_tools

__all__ = ["as_recorded", "counts", "inputs_of", "record"]

LOOKING = frozenset({"read", "look", "wait", "scroll", "hover_at", "fail"})
"""Tools whose calls are left out: they change nothing, or only a person or a model gains by them."""
VOLATILE = re.compile(r"#?\d{4,}|#\d+|\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b")
"""Numbers that another run has others of: of orders, dates and times."""
LEAST_PART = 3
"""Letters that are left of a text beside such a number, to be worth a check."""


def record(result: Result) -> Recording:
    """The recording of a run.

    Values of its data become `{{name}}` wherever they stand. Numbers in checks that neither the task nor the data has are left
    out, for another run shows others.

    Args:
        result: A complete run, as `Agent.run` returns it or `read_run` reads it.

    Raises:
        ConfigError: The run is not complete, nothing of it can be replayed, or an element that it acted on could not be told from
            others even on the page that it was recorded on.
    """
    if not result.complete:
        raise ConfigError(f"the run ended as {result.status}; only a complete run is worth replaying")
    task = result.task
    steps: list[RecordedStep] = []
    for step in result.steps:
        actions = [as_recorded(outcome, step, task) for outcome in step.outcomes if counts(outcome)]
        if actions:
            steps.append(
                RecordedStep(
                    page=urlsplit(step.page.url).path, actions=tuple(each for some in actions for each in some)
                )
            )
    claim = result.steps[-1].claim
    if claim is not None and not any(_checks(action) for action in steps[-1].actions if steps):
        steps.append(RecordedStep(page=urlsplit(result.steps[-1].page.url).path, actions=tuple(_proof(claim, task))))
    steps = [step for step in steps if step.actions]
    if not steps:
        raise ConfigError("the run did nothing that could be replayed")
    if task.evidence != "off" and not any(_checks(action) for action in steps[-1].actions):
        raise ConfigError(
            "nothing that another run would show as well proves this one: the last step checks no text without numbers"
        )
    return Recording(task=task.intent, inputs=inputs_of(steps, task), steps=tuple(steps))


def counts(outcome: Outcome) -> bool:
    """Whether an action is worth recording: it was done, and did or proved something."""
    return outcome.status == "done" and outcome.action.tool not in LOOKING


def _checks(action: RecordedAction) -> bool:
    return action.tool in {check.name for check in CHECKS.values()}


def as_recorded(outcome: Outcome, step: Step, task: Task) -> list[RecordedAction]:
    """The action, or several where one check is parted into those that another run can pass.

    Raises:
        ConfigError: It cannot be replayed.
    """
    tool = shipped_tools().get(outcome.action.tool)
    if tool is None:
        raise ConfigError(
            f"step {step.number} called {outcome.action.tool}, a tool of your own; a recording has built-in tools alone"
        )
    named = [name for name in marked_fields(tool, ELEMENT_ID) if outcome.action.parameters.get(name)]
    page = described(step.page)
    targets: dict[str, Target] = {}
    for name in named:
        id = str(outcome.action.parameters[name])
        if id not in page:
            raise ConfigError(f"step {step.number}: {id}, which {tool.name} acted on, is not in its page")
        match = find(page[id], page)
        if match.id != id:
            raise ConfigError(
                f"step {step.number}: {tool.name} acted on {outcome.target or id}, and a replay could not find it again: {match.why}"
            )
        targets[name] = with_references(page[id], task.data)
    defaults = {name: field.default for name, field in tool.model_fields.items()}
    parameters = {
        name: _referred(value, task)
        for name, value in outcome.action.parameters.items()
        if name not in targets and value != defaults.get(name)
    }
    made = RecordedAction(tool=tool.name, targets=targets, parameters=parameters)
    return list(_lasting(made, task)) if _checks(made) else [_from_home(made, task)]


def _from_home(action: RecordedAction, task: Task) -> RecordedAction:
    """An address of the start's own site goes without its host, so that another host can be replayed on."""
    start = urlsplit(task.url or "")
    url = action.parameters.get("url")
    if action.tool == "navigate" and isinstance(url, str) and (parts := urlsplit(url)).netloc == start.netloc:
        path = parts._replace(scheme="", netloc="").geturl()
        return action.model_copy(update={"parameters": action.parameters | {"url": path or "/"}})
    return action


def _lasting(action: RecordedAction, task: Task) -> Iterator[RecordedAction]:
    """A check without the numbers that another run has others of; nothing if nothing else is left of it."""
    if action.tool == CHECKS["url"].name:
        url = str(action.parameters["url"])
        path = urlsplit(url)._replace(scheme="", netloc="").geturl() if "://" in url else url
        yield action.model_copy(update={"parameters": {"url": VOLATILE.sub("*", path)}})
        return
    texts = action.parameters.get("text")
    if action.tool != CHECKS["text"].name:
        if not any(_parts(value, task) != [value] for value in action.parameters.values() if isinstance(value, str)):
            yield action
        return
    several = [texts] if isinstance(texts, str) else [str(text) for text in texts] if isinstance(texts, list) else []
    whole = [text for text in several if _parts(text, task) == [text]]
    if whole:
        yield action.model_copy(update={"parameters": {"text": [*whole]}})
        return
    for part in _parts(several[0], task) if len(several) == 1 else ():
        yield action.model_copy(update={"parameters": {"text": [part]}})


def _parts(text: str, task: Task) -> list[str]:
    """The pieces of a text between numbers that neither the task nor its data has."""
    known = f"{task.intent} {' '.join(map(str, task.data.values()))}"
    gaps = [match.span() for match in VOLATILE.finditer(text) if match[0].lstrip("#") not in known]
    ends = [0, *(at for gap in gaps for at in gap), len(text)]
    pieces = [text[start:end].strip() for start, end in zip(ends[::2], ends[1::2], strict=True)]
    return [piece for piece in pieces if sum(map(str.isalpha, piece)) >= LEAST_PART] if gaps else [text]


def _proof(claim: Claim, task: Task) -> Iterator[RecordedAction]:
    """The checks that a claim without any of its own rested on; a quote becomes one."""
    for each in claim.evidence:
        if each.kind == "quote":
            check = RecordedAction(
                tool=CHECKS["text"].name, parameters={"text": [referred_text(_quoted(each.wanted), task.data)]}
            )
            yield from _lasting(check, task)


def _quoted(wanted: str) -> str:
    match = re.search(r'["“](.+)["”]', wanted)
    return match[1] if match else wanted


def _referred(value: JsonValue, task: Task) -> JsonValue:
    """A parameter with `{{name}}` for the values of the data."""
    if isinstance(value, str):
        return referred_text(value, task.data)
    if isinstance(value, list):
        return [_referred(each, task) for each in value]
    return value


def inputs_of(steps: Sequence[RecordedStep], task: Task) -> dict[str, InputKind]:
    """The names that actions refer to, and of which kind each is."""
    text = json.dumps([action.model_dump(mode="json") for step in steps for action in step.actions], ensure_ascii=False)
    names = list(dict.fromkeys(one_line(name) for name in references_in(text)))
    groups: tuple[tuple[InputKind, Iterable[str]], ...] = (
        ("data", task.data), ("private", task.private), ("secret", task.secrets), ("file", task.files),
    )  # fmt: skip
    kinds: dict[str, InputKind] = {}
    for kind, group in groups:
        kinds |= dict.fromkeys(group, kind)
    return {name: kinds[name] for name in names if name in kinds}
