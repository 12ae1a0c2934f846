"""Makes a recording of a complete run: what was done, except for what only looked, and what proved it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from pydantic import JsonValue

from actwright.engine.evidence.own_words import with_values
from actwright.engine.matching.elements import find
from actwright.engine.matching.named_cells import with_named_cells
from actwright.engine.matching.patterns import (
    CODE,
    generalised,
    given_by,
    lines_of,
    name_for,
    newest_in,
)
from actwright.engine.matching.references import filled_with, referred_text, with_references
from actwright.engine.matching.same_task import task_text
from actwright.engine.matching.surroundings import described
from actwright.errors import ConfigError
from actwright.recording.repeatable_checks import (
    known_numbers,
    repeatable_check,
    repeatable_request,
    request_checks,
)
from actwright.schemas.page import Observation
from actwright.schemas.recording import InputKind, RecordedAction, RecordedStep, RecordedTarget, Recording
from actwright.schemas.result import Result
from actwright.schemas.step import Claim, Effect, Outcome, Step
from actwright.schemas.task import REFERENCE, Task, references_in
from actwright.text import one_line, shortened, with_texts
from actwright.tools.expect import CHECKS
from actwright.tools.expect_request import ExpectRequest
from actwright.tools.keyboard import Type, TypeAtFocus
from actwright.tools.parameters import ELEMENT_ID, marked_fields
from actwright.tools.toolbox import shipped_tools

LOOKING = frozenset(
    {"read", "look", "wait", "scroll", "scroll_at", "hover_at", "move_to", "ask_human", "fail"}
    | {"read_console", "read_network"}
)
"""Tools whose calls are left out: they change nothing, or are of use only to a person or a model."""

AT_POINT = "used a point where no control was known, so a replay could not tell what is there"
NOT_RECORDED = {
    **dict.fromkeys(("click_at", "drag_at", "mouse_down", "mouse_up"), AT_POINT),
    "run_script": "ran a script of the model, which no replay may run unseen",
}
"""Tools that act on more than elements, and why their calls cannot be replayed."""


def record(result: Result) -> Recording:
    """Makes a recording of a run.

    Values of its data become `{{name}}` wherever they occur. Numbers in checks that are in neither the task nor the
    data become types, because another run shows other numbers; what is left must not have been true before the last effect.
    A request that an effect sent becomes a check. Numbers that came from a page and were typed become `captures`.

    Args:
        result: A complete run, as `Agent.run` returns it or `read_run` reads it.

    Raises:
        ConfigError: The run is not complete, nothing of it can be replayed, or nothing distinguishes an element that it
            used from others, even on the recorded page.
    """
    if not result.complete:
        raise ConfigError(f"the run ended as {result.status.words}; only a complete run can be recorded")
    task = result.task
    steps: list[RecordedStep] = []
    captures = captured(result)
    last = _last_effect(result)
    for step in result.steps:
        given = {each.name: each.value for each in captures if each.step <= step.number}
        actions: list[RecordedAction] = []
        for at, outcome in enumerate(step.outcomes):
            if counts(outcome) and not _done_again(outcome, result):
                before = last[1] if last and (step.number, at) > last[0] else None
                actions += as_recorded(outcome, step, task, given, before=before)
                asked = any(each.action.tool == ExpectRequest.name for each in step.outcomes[at:])
                actions += [] if asked else request_checks(outcome, step, task)
        if actions:
            made = RecordedStep(page=urlsplit(step.page.url).path, actions=tuple(actions))
            _check_given(made, step, result, captures)
            steps.append(made)
    claim = result.steps[-1].claim
    if claim is not None and not any(_checks(action) for action in steps[-1].actions if steps):
        proof = tuple(_proof(claim, task, last[1] if last else None))
        steps.append(RecordedStep(page=urlsplit(result.steps[-1].page.url).path, actions=proof))
    steps = [step for step in steps if step.actions]
    if not steps:
        raise ConfigError("the run did nothing that could be replayed")
    if task.evidence != "off" and not any(_checks(action) for action in steps[-1].actions):
        raise ConfigError(
            "the run has no proof that a later run could show too: without the numbers of this run, what the last step "
            "checks was already there before the last effect, or no words are left of it"
        )
    used = set(references_in(json.dumps([step.model_dump(mode="json") for step in steps], ensure_ascii=False)))
    given = {each.name: each.pattern for each in captures if each.name in used}
    inputs = inputs_of(steps, task)
    return Recording(
        task=task_text(task), inputs=inputs, fixed=fixed_values(inputs, task), captures=given, steps=tuple(steps)
    )


def counts(outcome: Outcome) -> bool:
    """Whether an action is worth recording: it was done, or may have been, and changed or proved something."""
    perhaps = outcome.status == "unknown" and outcome.effect is not Effect.READ
    return (outcome.status == "done" or perhaps) and outcome.action.tool not in LOOKING


def _last_effect(result: Result) -> tuple[tuple[int, int], Observation] | None:
    """The place of the last action with an effect, and the page before it; None if there was none."""
    effects = [
        ((step.number, at), step.page)
        for step in result.steps
        for at, outcome in enumerate(step.outcomes)
        if counts(outcome) and not _is_check(outcome.action.tool) and (outcome.sent or outcome.effect is Effect.EFFECT)
    ]
    return effects[-1] if effects else None


def _done_again(outcome: Outcome, result: Result) -> bool:
    """Whether an action whose outcome is unknown was certainly done in another step."""
    done = (each.action for step in result.steps for each in step.outcomes if each.status == "done")
    wanted = (outcome.action.tool, outcome.action.parameters)
    return outcome.status == "unknown" and any((each.tool, each.parameters) == wanted for each in done)


def _checks(action: RecordedAction) -> bool:
    return _is_check(action.tool)


def _is_check(tool: str) -> bool:
    return tool in {ExpectRequest.name, *(check.name for check in CHECKS.values())}


@dataclass(frozen=True, slots=True)
class CapturedValue:
    """A value from a page of a run that an action typed.

    Attributes:
        name, pattern: As in `Recording.captures`.
        value: The value in this run.
        step: The number of the step whose page showed it.
    """

    name: str
    value: str
    pattern: str
    step: int


def captured(result: Result) -> list[CapturedValue]:
    """The values that came from pages of a run and were typed: numbers and codes in neither the task nor its data.

    Raises:
        ConfigError: No words beside a value on its page distinguish it from other numbers.
    """
    found: dict[str, CapturedValue] = {}
    done = ((step, outcome) for step in result.steps for outcome in step.outcomes if counts(outcome))
    for step, outcome in done:
        for value in _typed(outcome, step, result.task):
            pages = [each for each in result.steps if each.number <= step.number and _shows(each, value)]
            if value in found or not pages:
                continue
            given = _captured_from(value, pages, result.task, [each.name for each in found.values()])
            if given is None:
                raise ConfigError(
                    f"step {step.number}: {outcome.action.tool} typed {value}, which came from a page of the run, and no words beside it "
                    "distinguish it from other numbers there; give it as data, or say in the task where it is"
                )
            found[value] = given
    return list(found.values())


def _check_given(made: RecordedStep, step: Step, result: Result, captures: Sequence[CapturedValue]) -> None:
    """Raises ConfigError if a replay would read a value from the pages other than the one that was used."""
    used = set(references_in(made.model_dump_json()))
    pages = [lines_of(each.page) for each in result.steps if each.number <= step.number]
    for each in captures:
        if each.name in used and newest_in(pages, each.pattern) != [each.value]:
            raise ConfigError(
                f"step {step.number} uses {each.value}, which came from a page of the run as {each.pattern!r}, but a later page showed "
                "another one; give it as data"
            )


def _typed(outcome: Outcome, step: Step, task: Task) -> list[str]:
    """The numbers and codes that an action typed, except those that the task has and those chosen from a list."""
    element = step.page.by_id.get(str(outcome.action.parameters.get("element_id")))
    if outcome.effect is Effect.READ or (element is not None and element.options):
        return []
    texts = (value for value in outcome.action.parameters.values() if isinstance(value, str))
    return _codes((text for text in texts if text not in step.page.by_id), task)


def _shows(step: Step, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", step.page.text) is not None


def _codes(texts: Iterable[str], task: Task) -> list[str]:
    known = known_numbers(task)
    return [match[0] for text in texts for match in CODE.finditer(REFERENCE.sub(" ", text)) if not known(match[0])]


def _captured_from(value: str, steps: Sequence[Step], task: Task, taken: Sequence[str]) -> CapturedValue | None:
    """The value as captured from the newest page that distinguishes it from other numbers; None if no page does."""
    for step in reversed(steps):
        if pattern := given_by(value, lines_of(step.page)):
            return CapturedValue(name_for(pattern, [*task.names, *taken]), value, pattern, step.number)
    return None


def as_recorded(
    outcome: Outcome,
    step: Step,
    task: Task,
    given: Mapping[str, str] | None = None,
    *,
    before: Observation | None = None,
) -> list[RecordedAction]:
    """The recorded action; none if it is a check that no other run would pass, or that proves nothing.

    Args:
        outcome: The action and its outcome.
        step: The step in which it was done.
        task: The task of the run.
        given: The values captured from pages so far, by name.
        before: For a check after the last effect, the page before that effect.

    Raises:
        ConfigError: The action cannot be replayed.
    """
    outcome = _on_its_field(outcome)
    tool = shipped_tools().get(outcome.action.tool)
    if why := NOT_RECORDED.get(outcome.action.tool):
        raise ConfigError(f"step {step.number}: {outcome.action.tool} {why} ({shortened(outcome.detail, 200)})")
    if tool is None:
        raise ConfigError(
            f"step {step.number} called {outcome.action.tool}, which is a custom tool; only built-in tools can be recorded"
        )
    data, known = {**task.data, **(given or {})}, known_numbers(task, given or {})
    named = [name for name in marked_fields(tool, ELEMENT_ID) if outcome.action.parameters.get(name)]
    page = described(step.page, least_cards=0)
    targets: dict[str, RecordedTarget] = {}
    for name in named:
        id = str(outcome.action.parameters[name])
        if id not in page:
            raise ConfigError(f"step {step.number}: {id}, which {tool.name} used, is not on its page")
        if why := _weak(page[id], id, page):
            raise ConfigError(
                f"step {step.number}: {tool.name} used {outcome.target or id}, which a replay could not find again: {why}"
            )
        in_card = _target(id, described(step.page, least_cards=2), task) if not page[id].row else None
        targets[name] = in_card if in_card is not None and in_card.cells else _target(id, page, task)
    given_parameters = outcome.action.parameters
    if tool is ExpectRequest:
        given_parameters = ExpectRequest.model_validate(given_parameters).model_dump()
    defaults = {name: field.default for name, field in tool.model_fields.items()}
    parameters = {
        name: with_texts(value, lambda text: referred_text(text, data))
        for name, value in given_parameters.items()
        if name not in targets and value != defaults.get(name)
    }
    made = RecordedAction(tool=tool.name, targets=targets, parameters=parameters)
    if tool is ExpectRequest:
        return [repeatable_request(made, task, known)]
    if not _checks(made):
        return [_without_host(made, task)]
    if tool is CHECKS["text"] and (passed := _passed_texts(outcome)):
        made = made.model_copy(update={"parameters": {"text": [*map(partial(referred_text, data=data), passed)]}})
    return list(repeatable_check(made, task, known, before))


def _on_its_field(outcome: Outcome) -> Outcome:
    """An action that typed where the focus was as one that types into that field."""
    if outcome.action.tool != TypeAtFocus.name or not outcome.receipts:
        return outcome
    id = outcome.receipts[0].field.partition(" ")[0]
    given: dict[str, JsonValue] = {**outcome.action.parameters, "element_id": id}
    return outcome.model_copy(
        update={"action": outcome.action.model_copy(update={"tool": Type.name, "parameters": given})}
    )


def _passed_texts(outcome: Outcome) -> list[str]:
    """Those texts of a check that the page showed."""
    facts = (each for each in outcome.evidence if each.passed and each.kind == "text")
    return [text for fact in facts for text in json.loads(fact.parameters or "{}").get("text", [])]


def _without_host(action: RecordedAction, task: Task) -> RecordedAction:
    """The action with the host removed from an address on the starting host, so that another host can be used."""
    start = urlsplit(task.url or "")
    url = action.parameters.get("url")
    if action.tool == "navigate" and isinstance(url, str) and (parts := urlsplit(url)).netloc == start.netloc:
        path = parts._replace(scheme="", netloc="").geturl()
        return action.model_copy(update={"parameters": action.parameters | {"url": path or "/"}})
    return action


def _weak(target: RecordedTarget, id: str, page: Mapping[str, RecordedTarget]) -> str:
    """Why an element cannot be distinguished from others, even on its own page; empty if it can."""
    match = find(target, page)
    if match.id != id:
        return match.why
    says = any(re.search(r"\w", text) for text in (target.name, target.row, target.group))
    if says or target.field or target.placeholder or target.href:
        return ""
    return "nothing names it: no label, no text, no row around it. Give it a label, or an aria-label"


def _target(id: str, page: Mapping[str, RecordedTarget], task: Task) -> RecordedTarget:
    """The element, with references in place of values of the data, and with what the task names of its row.

    Numbers in its heading and near it become types, such as `{int}`. Numbers in its name, row and group stay, even
    those captured from a page, because they identify the record, and a replay must not act on another one.
    """
    named = with_named_cells(id, page, with_values(task.text, task), tuple(map(str, task.data.values())))
    target, known = with_references(named, task.data), known_numbers(task)
    near = tuple(generalised(text, known) for text in target.near)
    beside = {each.name for each in page.values() if each.form == target.form}
    form = target.form if len(beside) == 1 else ()
    typed = target.model_copy(update={"heading": generalised(target.heading, known), "near": near, "form": form})
    return typed if find(filled_with(typed, task.data), page).id == id else target


def _proof(claim: Claim, task: Task, before: Observation | None) -> Iterator[RecordedAction]:
    """The checks for a claim that rested on quotes instead of checks: each quote becomes one."""
    for each in claim.evidence:
        if each.kind == "quote":
            check = RecordedAction(
                tool=CHECKS["text"].name, parameters={"text": [referred_text(_quoted(each.wanted), task.data)]}
            )
            yield from repeatable_check(check, task, known_numbers(task), before)


def _quoted(wanted: str) -> str:
    match = re.search(r'["“](.+)["”]', wanted)
    return match[1] if match else wanted


def inputs_of(steps: Sequence[RecordedStep], task: Task) -> dict[str, InputKind]:
    """The kind of each value that the actions refer to, by name.

    A value of the data that was sent and that no action entered is left out: its field had it already, or got it in
    another form, and a replay would send the same for any value. The address of a record is the page's own.
    """
    entered = _references(steps, lambda action: not _checks(action))
    sent = _references(steps, lambda action: action.tool == ExpectRequest.name)
    paths = (str(each.parameters.get("path", "")) for step in steps for each in step.actions)
    addressed = {one_line(name) for path in paths for name in references_in(path)}
    same = {name for name in sent if name in task.data and name not in {*entered, *addressed}}
    names = [name for name in _references(steps, lambda _: True) if name not in same]
    groups: tuple[tuple[InputKind, Iterable[str]], ...] = (
        ("data", task.data), ("private", task.private), ("secret", task.secrets), ("file", task.files),
    )  # fmt: skip
    kinds: dict[str, InputKind] = {}
    for kind, group in groups:
        kinds |= dict.fromkeys(group, kind)
    return {name: kinds[name] for name in names if name in kinds}


def _references(steps: Sequence[RecordedStep], which: Callable[[RecordedAction], bool]) -> list[str]:
    """The names of the values that some of the actions refer to, each once."""
    actions = [action.model_dump(mode="json") for step in steps for action in step.actions if which(action)]
    return list(dict.fromkeys(one_line(name) for name in references_in(json.dumps(actions, ensure_ascii=False))))


def fixed_values(inputs: Iterable[str], task: Task) -> dict[str, str]:
    """The values of the data for which alone a recording is right."""
    return {name: value for name, value in task.data.items() if name not in {*inputs, *task.files}}
