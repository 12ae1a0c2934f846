"""Judges a claim of completion by its evidence, the form of its answer, and what the run has seen."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from actwright.engine.acting_surface import ActingSurface
from actwright.engine.evidence.answer import check_output, unseen, was_doubted
from actwright.engine.evidence.verdict import check_again, checks_since_acting, judge
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
    """The verdict on a proposal's claim of completion; None if it makes none.

    Args:
        proposal: What was proposed.
        outcomes: The outcomes of its actions.
        turn: The turn in which it was proposed.
        surface: The page, which is looked at again if its state after the actions counts.
        output: The type that the answer must fit; None for an answer in words only.
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
    """The results, on the live page now, of checks in earlier steps after which nothing acted."""
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
    """Why a proven claim is refused for its answer; empty if it is not."""
    misfit = check_output(proposal, output)
    if misfit or turn.task.evidence == "off" or was_doubted(turn.steps):
        return misfit
    known = [turn.page]
    if not unseen(proposal, outcomes, task=turn.task, steps=turn.steps, pages=known):
        return ""
    known.append(await surface.look())
    return unseen(proposal, outcomes, task=turn.task, steps=turn.steps, pages=known)
