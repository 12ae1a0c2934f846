"""The history of a run of WebArena's agent: what the next turn shows of it, and whether it repeats itself."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from actwright.engine.policies.chain_of_thought.commands import Compat
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Outcome, Step
from actwright.text import shortened

NONE = "None"
LONGEST_QUOTE = 4_000
"""Characters of a reply that the next turn quotes."""

ID = re.compile(r"\b(?:f\d+\.)?[a-z][a-z0-9-]*-\d+\b")
TYPED = "type"
SAME = {"append": TYPED}
"""Tools that a verb of the benchmark covers, besides the tool of that name."""
NOT_COMPARED = {TYPED: ("value",), "upload": ("files",), "close_tab": ("tab_id",)}
"""Parameters in which equivalent actions may differ: as in the benchmark, what is typed does not count."""


def unparsable(reply: str, splitter: str, why: str, compat: Compat) -> str:
    """The text about a reply without an action, and the reason, which the benchmark leaves out."""
    problem = (
        f'Your last reply has no action: "{shortened(reply, LONGEST_QUOTE)}". Write one action between two {splitter}, each '
        f"argument in square brackets, as in {splitter}verb [argument]{splitter}."
    )
    return problem if compat == "upstream" else f"{problem} ({why})"


def previous_action(steps: Sequence[Step], page: Observation, compat: Compat = "fixed") -> str:
    """The last action, which is all that the prompt shows of the past; `None` before the first.

    If the action went wrong, its outcome is shown too, with the numbers that elements have on the page now. The
    benchmark does not show that.
    """
    if not steps:
        return NONE
    last = steps[-1]
    if last.proposal is None:
        return last.problem
    proposal = last.proposal
    action = f"stop [{proposal.message}]" if proposal.complete else proposal.message
    went = "" if compat == "upstream" else _numbered(_went(last), page)
    return f"{action}. {went}" if went else action


def _went(step: Step) -> str:
    """How an action went wrong; empty if it did not."""
    if step.problem:
        return f"It could not be done: {step.problem}"
    if step.claim is not None and not step.claim.accepted:
        return f"It was refused: {step.claim.reason}"
    wrong = next((outcome for outcome in step.outcomes if _is_wrong(outcome)), None)
    if wrong is None:
        return ""
    said = {"failed": "It failed", "unknown": "Its outcome is unknown", "done": "Its result"}
    return f"{said.get(wrong.status, 'It was not done')}: {wrong.detail}"


def _numbered(text: str, page: Observation) -> str:
    """A text with the numbers of elements instead of their IDs, which the model does not know."""
    numbers = {element.id: f"[{number}]" for number, element in enumerate(page.elements, 1)}
    return ID.sub(lambda match: numbers.get(match[0], match[0]), text)


def _is_wrong(outcome: Outcome) -> bool:
    return outcome.status != "done" or not all(receipt.match for receipt in outcome.receipts)


def early_stop(steps: Sequence[Step], repeats: int) -> Proposal | None:
    """The proposal that ends a run which repeats itself; None while it does not.

    That is the case if the last `repeats` actions are equivalent; or, after typing into a field, if that was done as
    often in the whole run.
    """
    kinds = [_kind(step) for step in steps]
    last = kinds[-1] if kinds else None
    if last is None:
        return None
    typing = last[0] == TYPED
    kind_of_action = "typing action" if typing else "action"
    if typing and kinds.count(last) < repeats:
        return None
    if not typing and (len(kinds) < repeats or any(kind != last for kind in kinds[-repeats:])):
        return None
    reason = f"ended early: the same {kind_of_action}, {repeats} times"
    fail = Action(reason=reason, tool="fail", parameters={"reason": reason})
    return Proposal(complete=False, message=reason, actions=(fail,))


def _kind(step: Step) -> tuple[str, str] | None:
    """What equivalent actions have in common; None for a reply without an action."""
    if step.proposal is None:
        return None
    if step.proposal.complete or not step.proposal.actions:
        return "stop", step.proposal.message
    action = step.proposal.actions[0]
    tool = SAME.get(action.tool, action.tool)
    left_out = NOT_COMPARED.get(tool, ())
    compared = {name: value for name, value in action.parameters.items() if name not in left_out}
    return tool, json.dumps(compared, sort_keys=True)
