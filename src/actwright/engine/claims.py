"""The judgement on a claim of completion: it is proven, its answer has the form that was asked for, and all of it was seen."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from actwright.engine.act import ActingSurface
from actwright.engine.answer import check_output, unseen, was_doubted
from actwright.engine.evidence import judge
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Claim, Outcome
from actwright.schemas.turn import Turn

__all__ = ["judged"]


async def judged(
    proposal: Proposal,
    outcomes: Sequence[Outcome],
    *,
    turn: Turn,
    surface: ActingSurface,
    output: type[BaseModel] | None,
) -> Claim | None:
    """What becomes of a proposal's claim; None if it makes none.

    Args:
        proposal: What was proposed.
        outcomes: What became of its actions.
        turn: What it was proposed in.
        surface: Looked at once more where the page after the actions counts.
        output: What the answer must fit; None for words alone.
    """
    after = await surface.look() if proposal.complete and turn.task.evidence == "quoted" else None
    claim = judge(proposal, outcomes, seen=turn.page, after=after, rule=turn.task.evidence)
    if claim is None or not claim.accepted:
        return claim
    doubt = await _doubt(proposal, outcomes, turn=turn, surface=surface, output=output)
    return claim.model_copy(update={"accepted": False, "reason": doubt}) if doubt else claim


async def _doubt(
    proposal: Proposal,
    outcomes: Sequence[Outcome],
    *,
    turn: Turn,
    surface: ActingSurface,
    output: type[BaseModel] | None,
) -> str:
    """Why the answer of a proven claim is refused all the same; empty if it is not."""
    misfit = check_output(proposal, output)
    if misfit or turn.task.evidence == "off" or was_doubted(turn.steps):
        return misfit
    known = [turn.page]
    if not unseen(proposal, outcomes, task=turn.task, steps=turn.steps, pages=known):
        return ""
    known.append(await surface.look())
    return unseen(proposal, outcomes, task=turn.task, steps=turn.steps, pages=known)
