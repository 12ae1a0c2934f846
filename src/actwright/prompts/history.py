"""Steps -> text. Append-only: a step's text never depends on a later one, until it shrinks in a batch of old ones.

A batch that has shrunk keeps its text, so that what stands before a step which shrinks stays as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome, Step
from actwright.text import one_line, shortened

__all__ = ["BATCH", "history", "outcome_text", "shrunk"]

FULL = 16
"""So many steps stand in full at most."""
BATCH = 8
"""So many of the oldest shrink at once, so that a cached prefix breaks once in as many steps."""
SHORT_MESSAGE = 120


def history(steps: Sequence[Step]) -> list[str]:
    """One text per batch of steps that have shrunk, a line for each of them, then one per step; oldest first."""
    count = shrunk(len(steps))
    batches = [steps[start : start + BATCH] for start in range(0, count, BATCH)]
    return [*map(_shortened, batches), *map(_full, steps[count:])]


def shrunk(played: int) -> int:
    """How many of so many steps have shrunk."""
    return -(-max(0, played - FULL) // BATCH) * BATCH


def _shortened(batch: Sequence[Step]) -> str:
    return f"## Steps {batch[0].number} to {batch[-1].number}, shortened\n" + "".join(map(_short, batch))


def _full(step: Step) -> str:
    return "\n".join(_lines(step)) + "\n"


def _lines(step: Step) -> Iterator[str]:
    claimed = " (claimed complete)" if step.proposal and step.proposal.complete else ""
    yield f"## Step {step.number}{claimed}"
    if step.proposal is not None:
        yield f"Message: {_indented(step.proposal.message)}"
    for position, outcome in enumerate(step.outcomes, 1):
        yield f"{position}. {_indented(_outcome(outcome))}"
    if step.problem:
        yield f"Reply not usable, nothing was done: {_indented(step.problem)}"
    if step.claim is not None and not step.claim.accepted:
        yield f"Claim refused: {_indented(step.claim.reason)}"


def _outcome(outcome: Outcome) -> str:
    target = f" on {outcome.target}" if outcome.target and outcome.target not in outcome.detail else ""
    return f"{_call(outcome.action)}{target} -> {outcome_text(outcome)}"


def outcome_text(outcome: Outcome) -> str:
    """What became of an action: `done: the page went to …`."""
    return f"{outcome.status}: {outcome.detail}" if outcome.detail else outcome.status


def _call(action: Action) -> str:
    given = {name: value for name, value in action.parameters.items() if value is not None}
    return f"{action.tool} {json.dumps(given, ensure_ascii=False, separators=(',', ':'))}"


def _indented(text: str) -> str:
    """Text whose further lines cannot pass for lines of the history."""
    return "\n    ".join(text.splitlines())


def _short(step: Step) -> str:
    said = shortened(one_line(step.proposal.message if step.proposal else step.problem), SHORT_MESSAGE)
    done = ", ".join(f"{outcome.action.tool} {outcome.status}" for outcome in step.outcomes)
    return f"{step.number}. {said}" + (f" ({done})" if done else "") + "\n"
