"""The patch of a healed run to its recording: it changes targets and steps, never a value or what proves the run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal
from urllib.parse import urlsplit

from pydantic import JsonValue, ValidationError

from actwright.engine.matching.elements import find, likeness
from actwright.engine.matching.references import filled, value_filled
from actwright.engine.matching.same_task import another_task
from actwright.engine.matching.surroundings import described
from actwright.engine.policies.replay.policy import Replay, informed
from actwright.errors import ConfigError
from actwright.recording.record import as_recorded, counts, fixed_values, inputs_of
from actwright.schemas.base import Frozen
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction, RecordedStep, RecordedTarget, Recording
from actwright.schemas.result import Result
from actwright.schemas.step import REPLAY, Effect, Step
from actwright.schemas.task import Task
from actwright.tools.expect_request import ExpectRequest
from actwright.tools.toolbox import shipped_tools

LEAST_LIKE = 0.3
"""Two actions whose elements are less alike than this are not taken for the same action on a changed page."""


class RecordingChange(Frozen):
    """One difference between a recording and what a healed run did instead.

    Attributes:
        kind: `target` if an action has another target; `added` or `removed` for an action.
        old, new: The action before and after; None for an added or removed one.
        score: The likeness of the old and the new target, from 0 to 1; 0.0 if there are not both.
        runner_up: The likeness of the next best element on the page.
        differs: What differs in the target: the recorded text and the new one, by the field names of `RecordedTarget`.
    """

    kind: Literal["target", "added", "removed"]
    old: RecordedAction | None = None
    new: RecordedAction | None = None
    score: float = 0.0
    runner_up: float = 0.0
    differs: Mapping[str, tuple[str, str]] = {}

    def __str__(self) -> str:
        """The change in one or two lines, for a reviewer."""
        if self.kind == "target":
            differs = "; ".join(f'{name} "{old}" is now "{new}"' for name, (old, new) in self.differs.items())
            scores = f"similarity {self.score:.2f}, next best {self.runner_up:.2f}"
            return f"{_called(self.old)} now targets {_about(self.new)} ({scores})\n{differs}"
        return f"{_called(self.new)} is added" if self.kind == "added" else f"{_called(self.old)} is left out"


class Patch(Frozen):
    """What a healed run proposes to change in its recording.

    Attributes:
        recording: The recording with the changes.
        changes: The changes; empty if the run needed none.
        why: Why the recording did not fit.
        refused: Why no patch is proposed although the run did something else; empty if one is proposed, or none is
            needed.
        review: Why a person must review the patch before it is applied; empty if it can be applied automatically.
    """

    recording: Recording
    changes: tuple[RecordingChange, ...] = ()
    why: str = ""
    refused: str = ""
    review: str = ""


@dataclass(frozen=True, slots=True)
class _Done:
    """An action of the policy that took over from the replay.

    Attributes:
        action: The action as it would be recorded.
        step: The step in which it was done.
        ids: The IDs of its elements, by the parameters that named them.
    """

    action: RecordedAction
    step: Step
    ids: Mapping[str, str]

    @property
    def there(self) -> Mapping[str, RecordedTarget]:
        """All elements of its page, by ID."""
        return described(self.step.page)


def heal(result: Result, recording: Recording) -> Patch:
    """The patch that a healed run proposes to the recording that it followed.

    A patch is proposed only if the run is complete and all checks of the recording held after the changes. A patch
    never changes a value that the recording enters; if the run entered one more or one less, `Patch.review` says so.

    Args:
        result: A run with the policy `auto`, as `Agent.run` returns it or `read_run` reads it.
        recording: The recording that the run followed.

    Returns:
        A patch without changes if the run followed the recording to its end, or if none is proposed (`Patch.refused`).
    """
    unchanged = Patch(recording=recording, why=result.fallback_reason)
    if result.complete and not result.healed:
        return unchanged
    try:
        return _patch(result, recording)
    except ConfigError as error:
        return unchanged.model_copy(update={"refused": str(error)})


def _patch(result: Result, recording: Recording) -> Patch:
    """The patch of a healed run. Raises ConfigError if none can be proposed."""
    if not result.healed:
        raise ConfigError(f"the run ended as {result.status.words}")
    if other := another_task(recording, result.task):
        raise ConfigError(f"{other}: --record FILE, or --heal apply, which overwrites this one")
    done = Replay(recording).done(result.steps)
    _check_followed(result, recording.actions[:done])
    task = informed(recording, result.task, [step.page for step in result.steps])
    plain, result = result, result.model_copy(update={"task": task})
    rest = recording.actions[done:]
    if not any(map(_only_reads, rest)):
        raise ConfigError("the recording has no check after its last action, so nothing proves that the same was done")
    given = {name: result.task.data[name] for name in recording.captures if name in result.task.data}
    instead = list(_done_after(plain, given))
    acting = [each for each in rest if not _only_reads(each)]
    pairs = _paired(acting, instead, result.task)
    _check_values(acting, instead, pairs, result.task)
    changes = tuple(_changes(acting, instead, pairs, result.task))
    steps = _steps(recording, done, instead, pairs, result)
    inputs = {name: kind for name, kind in inputs_of(steps, result.task).items() if name not in recording.captures}
    fixed = fixed_values({*inputs, *recording.captures}, result.task)
    healed = recording.model_copy(update={"steps": steps, "inputs": inputs, "fixed": fixed})
    return Patch(recording=healed, changes=changes, why=result.fallback_reason, review=_to_review(changes))


def _only_reads(action: RecordedAction) -> bool:
    tool = shipped_tools().get(action.tool)
    return tool is not None and tool.effect is Effect.READ


def _check_followed(result: Result, done: Sequence[RecordedAction]) -> None:
    replayed = (outcome for step in result.steps if step.decided_by == REPLAY for outcome in step.outcomes)
    if [each.action.tool for each in replayed if each.status == "done"] != [each.tool for each in done]:
        raise ConfigError("the run followed another recording, or this one has been changed since")


def _done_after(result: Result, captured: Mapping[str, str]) -> Iterator[_Done]:
    """The actions after the replay stopped, except those that only read; captured values are written as references."""
    for step in result.steps:
        if step.decided_by != REPLAY:
            page = step.page.by_id
            for outcome in step.outcomes:
                if counts(outcome) and outcome.effect is not Effect.READ:
                    given = outcome.action.parameters.items()
                    ids = {name: value for name, value in given if isinstance(value, str) and value in page}
                    recorded = as_recorded(outcome, step, result.task, captured)
                    yield from (_Done(action, step, ids) for action in recorded)


def _paired(old: Sequence[RecordedAction], new: Sequence[_Done], task: Task) -> dict[int, int]:
    """Maps the index of each new action to the index of the most similar recorded action, in order."""
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for one in reversed(range(len(old))):
        for other in reversed(range(len(new))):
            both = best[one + 1][other + 1] + _alike(old[one], new[other], task)
            best[one][other] = max(best[one + 1][other], best[one][other + 1], both)
    pairs: dict[int, int] = {}
    one = other = 0
    while one < len(old) and other < len(new):
        alike = _alike(old[one], new[other], task)
        if alike and best[one][other] == best[one + 1][other + 1] + alike:
            pairs[other] = one
            one, other = one + 1, other + 1
        elif best[one][other] == best[one + 1][other]:
            one += 1
        else:
            other += 1
    return pairs


def _alike(old: RecordedAction, new: _Done, task: Task) -> float:
    """The likeness of two actions: more than 1 if they do the same with the same value, else 0.0."""
    if (old.tool, old.parameters, old.targets.keys()) != (new.action.tool, new.action.parameters, new.ids.keys()):
        return 0.0
    alike = [likeness(filled(target, task), new.there[new.ids[name]]) for name, target in old.targets.items()]
    least = min(alike, default=1.0)
    return 1 + least if least >= LEAST_LIKE else 0.0


def _found_again(old: RecordedAction, new: _Done, task: Task) -> bool:
    """Whether a replay would find the recorded elements on the page of the new action."""
    return all(find(filled(target, task), new.there).id == new.ids.get(name) for name, target in old.targets.items())


def _check_values(
    acting: Sequence[RecordedAction], instead: Sequence[_Done], pairs: Mapping[int, int], task: Task
) -> None:
    """Raises ConfigError if a recorded field got another value."""
    new = [each for number, each in enumerate(instead) if number not in pairs]
    for one in (each for number, each in enumerate(acting) if number not in pairs.values()):
        for other in new:
            same = one.targets and one.tool == other.action.tool and one.targets.keys() == other.ids.keys()
            if same and one.parameters != other.action.parameters and _found_again(one, other, task):
                raise ConfigError(
                    f"{one.tool} on {_about(one)} was given {_given(other.action)} instead of {_given(one)}; "
                    "a patch never changes a value: record the run again"
                )


def _changes(
    old: Sequence[RecordedAction], instead: Sequence[_Done], pairs: Mapping[int, int], task: Task
) -> Iterator[RecordingChange]:
    at = 0
    for number, new in enumerate(instead):
        if number not in pairs:
            yield RecordingChange(kind="added", new=new.action)
            continue
        yield from (RecordingChange(kind="removed", old=each) for each in old[at : pairs[number]])
        at = pairs[number] + 1
        if not _found_again(old[pairs[number]], new, task):
            yield _moved(old[pairs[number]], new, task)
    yield from (RecordingChange(kind="removed", old=each) for each in old[at:])


def _moved(old: RecordedAction, new: _Done, task: Task) -> RecordingChange:
    name = next(iter(old.targets))
    sought, there = filled(old.targets[name], task), new.there
    others = (likeness(sought, each) for id, each in there.items() if id != new.ids[name])
    differs = {
        field: (_shown(before), _shown(after))
        for (field, before), (_, after) in zip(old.targets[name], new.action.targets[name], strict=True)
        if before != after
    }
    score = likeness(sought, there[new.ids[name]])
    return RecordingChange(
        kind="target", old=old, new=new.action, score=score, runner_up=max(others, default=0.0), differs=differs
    )


def _steps(
    recording: Recording, done: int, instead: Sequence[_Done], pairs: Mapping[int, int], result: Result
) -> tuple[RecordedStep, ...]:
    """The steps of the patched recording: what was replayed, what was done instead of the rest, and all checks.

    Raises:
        ConfigError: A check in the middle of the recording did not hold in this run.
    """
    of = [step for step in recording.steps for _ in step.actions]
    actions = recording.actions
    made: list[tuple[RecordedStep | Step, str, RecordedAction]] = [
        (of[at], of[at].page, actions[at]) for at in range(done)
    ]
    acting = [at for at in range(done, len(actions)) if not _only_reads(actions[at])]
    at, before = done, 0
    for number, new in enumerate(instead):
        if number not in pairs:
            inside = bool(made) and number > 0 and instead[number - 1].step is new.step
            made.append((made[-1][0] if inside else new.step, urlsplit(new.step.page.url).path, new.action))
            continue
        here = acting[pairs[number]]
        for check in range(at, here):
            if _only_reads(actions[check]):
                _check_seen(actions[check], result, since=before, until=new.step.number)
                made.append((of[check], of[check].page, actions[check]))
        kept = _found_again(actions[here], new, result.task)
        action = actions[here] if kept else actions[here].model_copy(update={"targets": new.action.targets})
        made.append((of[here], of[here].page, action))
        at, before = here + 1, new.step.number
    closing = next((end for end in reversed(range(len(actions))) if not _only_reads(actions[end])), -1) + 1
    for check in range(at, len(actions)):
        if _only_reads(actions[check]):
            if check < closing:
                _check_seen(actions[check], result, since=before, until=len(result.steps))
            made.append((of[check], of[check].page, actions[check]))
    return tuple(_grouped(made))


def _grouped(made: Sequence[tuple[RecordedStep | Step, str, RecordedAction]]) -> Iterator[RecordedStep]:
    """The steps, each with the actions that follow each other in it."""
    for _, several in groupby(made, key=lambda one: id(one[0])):
        (_, page, first), *more = several
        yield RecordedStep(page=page, actions=(first, *(action for _, _, action in more)))


def _check_seen(check: RecordedAction, result: Result, *, since: int, until: int) -> None:
    """Raises ConfigError if a check in the middle of the recording held on no page between two steps."""
    between = [step for step in result.steps if since < step.number <= until]
    earlier = [step for step in result.steps if since <= step.number < until]  # a step sends after its page was read
    seen = any(_passes(check, step.page, result.task) for step in between)
    if not (_was_sent(check, earlier, result.task) if check.tool == ExpectRequest.name else seen):
        raise ConfigError(
            f"{check.tool} {_given(check)}, a check in the middle of the recording, did not hold in this run; record the run again"
        )


def _was_sent(check: RecordedAction, steps: Sequence[Step], task: Task) -> bool:
    """Whether steps sent a request as recorded: method, address, status and values."""
    given = {name: value_filled(value, task.data) for name, value in check.parameters.items()}
    wanted = ExpectRequest.model_validate(given)
    return any(wanted.fits(sent) for step in steps for outcome in step.outcomes for sent in outcome.sent)


def _passes(check: RecordedAction, page: Observation, task: Task) -> bool:
    there = described(page) if check.targets else {}
    ids = {name: find(filled(target, task), there).id for name, target in check.targets.items()}
    given: dict[str, JsonValue] = {name: value_filled(value, task.data) for name, value in check.parameters.items()}
    try:
        tool = shipped_tools()[check.tool].model_validate(given | ids)
    except ValidationError:
        return False
    return all(ids.values()) and any(each.passed for each in tool.probe(page))


def _to_review(changes: Sequence[RecordingChange]) -> str:
    """Why a person must review a patch first: it enters a value more than the recording, or one less."""
    added = Counter(_values(change.new) for change in changes if change.kind == "added" and change.new)
    removed = Counter(_values(change.old) for change in changes if change.kind == "removed" and change.old)
    more, less = (added - removed).keys() - {""}, (removed - added).keys() - {""}
    if less:
        return f"it no longer enters what was recorded: {', '.join(sorted(less))}"
    return f"it enters what was not recorded: {', '.join(sorted(more))}" if more else ""


def _values(action: RecordedAction) -> str:
    return _given(action) if action.parameters else ""


def _given(action: RecordedAction) -> str:
    return ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in action.parameters.items())


def _called(action: RecordedAction | None) -> str:
    """An action in words: `click on button "Buy"`, `fill on textbox "Name" with value="{{name}}"`."""
    if action is None:
        return ""
    given = f" with {_given(action)}" if action.parameters else ""
    return f"{action.tool} on {_about(action)}{given}" if action.targets else f"{action.tool}{given}"


def _about(action: RecordedAction | None) -> str:
    return ", ".join(map(str, action.targets.values())) if action else ""


def _shown(value: str | tuple[str, ...] | dict[str, str]) -> str:
    return value if isinstance(value, str) else " | ".join(value.values() if isinstance(value, dict) else value)
