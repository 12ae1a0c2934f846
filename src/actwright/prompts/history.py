"""Renders steps as text, append-only: a step's text depends on no later step until it shrinks in a batch of old ones.

A batch that has shrunk keeps its text, so that the text before a step that shrinks stays as it was.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from pydantic import JsonValue

from actwright.schemas.positional import by_position
from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome, Step
from actwright.schemas.tool import ToolSpec
from actwright.text import one_line, shortened, visible

FULL = 16
"""The most steps that are shown in full."""
BATCH = 8
"""How many of the oldest steps shrink at once; a cached prefix breaks only once in as many steps."""
SHORT_MESSAGE = 120
SHORT_REASON = 60

Tools = Mapping[str, ToolSpec]
"""The tools of a run by name."""


def history(steps: Sequence[Step], tools: Sequence[ToolSpec] = ()) -> list[str]:
    """One text for each batch of shrunk steps, with a line for each step, then one text per step; oldest first.

    Args:
        steps: What was done.
        tools: The tools of the run, whose parameters are shown by position as a model gives them. One that has its
            default value is left out.
    """
    count = shrunk(len(steps))
    batches = [steps[start : start + BATCH] for start in range(0, count, BATCH)]
    known = {tool.name: tool for tool in tools}
    return [*map(_shortened, batches), *(_full(step, known) for step in steps[count:])]


def shrunk(played: int) -> int:
    """How many of the steps have shrunk once so many were played."""
    return -(-max(0, played - FULL) // BATCH) * BATCH


def _shortened(batch: Sequence[Step]) -> str:
    return f"## Steps {batch[0].number} to {batch[-1].number}, shortened\n" + "".join(map(_short, batch))


def _full(step: Step, tools: Tools) -> str:
    return "\n".join(_lines(step, tools)) + "\n"


def _lines(step: Step, tools: Tools) -> Iterator[str]:
    yield f"## Step {step.number}: {_status(step)}"
    if step.proposal is not None:
        yield f"Message: {_indented(step.proposal.message)}"
    for skipped, several in groupby(enumerate(step.outcomes, 1), lambda each: each[1].status == "skipped"):
        if skipped:
            yield _skipped(list(several))
            continue
        for position, outcome in several:
            yield f"{position}. {_indented(_outcome(outcome, tools))}"
    if step.problem:
        yield f"Reply unusable; nothing was done: {_indented(step.problem)}"
    if step.claim is not None and not step.claim.accepted:
        yield f"Claim refused: {_indented(step.claim.reason)}"


def _status(step: Step) -> str:
    """What the step says about the task, and whether that was accepted."""
    if step.proposal is None:
        return "not usable"
    if not step.proposal.complete:
        return "incomplete"
    return "complete" if step.claim is None or step.claim.accepted else "claimed complete, refused"


def _skipped(several: Sequence[tuple[int, Outcome]]) -> str:
    """What was not tried, in one line: `3-5. skipped: fill, 2 click: not tried, because action 2 failed`."""
    (first, outcome), (last, _) = several[0], several[-1]
    counts = Counter(each.action.tool for _, each in several)
    tools = ", ".join(tool if count == 1 else f"{count:,} {tool}" for tool, count in counts.items())
    places = str(first) if first == last else f"{first}-{last}"
    return f"{places}. {tools} -> skipped: {one_line(outcome.detail)}"


def _outcome(outcome: Outcome, tools: Tools) -> str:
    target = f" on {outcome.target}" if outcome.target and outcome.target not in outcome.detail else ""
    reason = shortened(one_line(outcome.action.reason), SHORT_REASON)
    why = f" ({reason})" if reason else ""
    return f"{_call(outcome.action, tools)}{target}{why} -> {outcome_text(outcome)}"


def outcome_text(outcome: Outcome) -> str:
    """The result of an action: `done: the page went to …`."""
    return f"{outcome.status}: {visible(outcome.detail)}" if outcome.detail else outcome.status


def _call(action: Action, tools: Tools) -> str:
    """The tool and the parameters that it was given: by position, or by name if they are not those of such a tool."""
    tool = tools.get(action.tool)
    properties: Mapping[str, Mapping[str, JsonValue]] = tool.parameters.get("properties", {}) if tool else {}
    given = {
        name: value
        for name, value in action.parameters.items()
        if value is not None and ("default" not in properties.get(name, {}) or properties[name]["default"] != value)
    }
    shown = by_position(tool, given) if tool else None
    written = json.dumps(given if shown is None else shown, ensure_ascii=False, separators=(",", ":"))
    parameters = f" {written}" if given else ""
    return f"{action.tool}{visible(parameters)}"


def _indented(text: str) -> str:
    """The text with its further lines indented, so that they cannot pass for lines of the history."""
    return "\n    ".join(text.splitlines())


def _short(step: Step) -> str:
    said = shortened(one_line(step.proposal.message if step.proposal else step.problem), SHORT_MESSAGE)
    done = ", ".join(f"{outcome.action.tool} {outcome.status}" for outcome in step.outcomes)
    return f"{step.number}. {said}" + (f" ({done})" if done else "") + "\n"
