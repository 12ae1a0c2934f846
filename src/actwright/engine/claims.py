"""Judges a claim of completion: its evidence, the form of its answer, and whether the run has seen what the answer states."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from actwright.engine.act import ActingSurface
from actwright.engine.answer import check_output, unseen, was_doubted
from actwright.engine.evidence import check_again, checks_since_acting, judge
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Claim, Evidence, Outcome
from actwright.schemas.turn import Turn
from actwright.tools.expect import CHECKS

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
    rule, claims = turn.task.evidence, proposal.complete
    after = await surface.look() if claims and rule == "quoted" else None
    again = await _checked_again(turn, surface) if claims and rule != "off" else ()
    may_check = not {check.name for check in CHECKS.values()}.isdisjoint(tool.name for tool in turn.tools)
    claim = judge(
        proposal,
        outcomes,
        seen=turn.page,
        after=after,
        again=again,
        steps=turn.steps,
        may_check=may_check,
        rule=rule,
    )
    if claim is None or not claim.accepted:
        return claim
    doubt = await _doubt(proposal, outcomes, turn=turn, surface=surface, output=output)
    return claim.model_copy(update={"accepted": False, "reason": doubt}) if doubt else claim


async def _checked_again(turn: Turn, surface: ActingSurface) -> tuple[Evidence, ...]:
    """What the checks of earlier steps find on the live page now, those that nothing acted after."""
    checks = checks_since_acting(turn.steps)
    if not checks:
        return ()
    page = await surface.look()
    return tuple(found for check in checks if (found := check_again(check, page)))


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
