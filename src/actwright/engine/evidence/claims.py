"""Judges a claim of completion by its evidence, the form of its answer, and what the run has seen."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from actwright.engine.acting_surface import ActingSurface
from actwright.engine.evidence.answer import check_output, unseen, was_doubted
from actwright.engine.evidence.baselines import Baselines, check_again
from actwright.engine.evidence.claim_case import ClaimCase
from actwright.engine.evidence.own_words import shown_texts
from actwright.engine.evidence.verdict import checks_since_acting, judge
from actwright.errors import ToolError
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Claim, Evidence, Outcome
from actwright.schemas.turn import Turn
from actwright.tools.expect import CHECKS, Expect, shows

ACCEPTED_FOR_LATER = 202


async def judged(
    proposal: Proposal,
    outcomes: Sequence[Outcome],
    *,
    turn: Turn,
    surface: ActingSurface,
    output: type[BaseModel] | None,
    baselines: Baselines,
) -> Claim | None:
    """The verdict on a proposal's claim of completion; None if it makes none.

    Args:
        proposal: What was proposed.
        outcomes: The outcomes of its actions.
        turn: The turn in which it was proposed.
        surface: The page, which is looked at again if its state after the actions counts.
        output: The type that the answer must fit; None for an answer in words only.
        baselines: Earlier looks of the run.
    """
    if not proposal.complete:
        return None
    now = await _look(surface) if turn.task.evidence != "off" else None
    case = ClaimCase(
        task=turn.task,
        proposal=proposal,
        outcomes=outcomes,
        seen=turn.page,
        now=now,
        again=_checked_again(turn, now, surface.seen),
        steps=turn.steps,
        baselines=baselines,
        may_check=not {check.name for check in CHECKS.values()}.isdisjoint(tool.name for tool in turn.tools),
    )
    claim = judge(case)
    if claim is None or not claim.accepted:
        return claim
    claim = _as_demanded(await _seen_twice(case, claim, surface), case)
    if not claim.accepted:
        return claim
    doubt = _doubt(proposal, outcomes, turn=turn, now=now, output=output)
    return (
        claim.model_copy(update={"accepted": False, "reason": doubt, "grade": None, "shortfall": ""})
        if doubt
        else claim
    )


async def _look(surface: ActingSurface) -> Observation | None:
    try:
        return await surface.look()
    except ToolError:  # a dialog hides the page
        return None


def _checked_again(turn: Turn, now: Observation | None, shown: Sequence[Observation]) -> tuple[Evidence, ...]:
    """The results, on the live page now, of checks in earlier steps after which nothing acted.

    A text that was there only for a moment since the last effect stays a fact.
    """
    if now is None:
        return ()
    found = [(check, again) for check in checks_since_acting(turn.steps) if (again := check_again(check, now))]
    return tuple(
        check if check.kind == Expect.kind and not again.passed and _is_in(shown, check) else again
        for check, again in found
    )


def _is_in(shown: Sequence[Observation], check: Evidence) -> bool:
    return any((again := check_again(check, page)) and again.passed for page in shown)


async def _seen_twice(case: ClaimCase, claim: Claim, surface: ActingSurface) -> Claim:
    """The claim, after a second look at the page if the server only queued what was sent (HTTP 202).

    A value that the page shows, and does not show when its address is opened anew, was not kept.
    """
    queued = [each for each in case.sent.succeeded if each.status == ACCEPTED_FOR_LATER]
    if not queued or any(each.request == f"POST {case.seen.url}" for each in case.sent.all):
        return claim
    values = {value.wanted for each in queued for value in each.values}
    texts = [text for fact in claim.evidence for text in shown_texts(fact)]
    kept = [text for text in texts if any(value in text for value in values)]
    page = await surface.reopened(kept) if kept else ""
    lost = next((text for text in kept if page and not shows(page, text)), "")
    if lost:
        reason = f'contradicted: {queued[-1].request} was only queued (HTTP 202), and "{lost}" is gone when the page is opened anew'
        update = {"accepted": False, "reason": reason, "grade": "contradicted", "shortfall": ""}
        return claim.model_copy(update=update)
    queued_only = f"{queued[-1].request} was only queued (HTTP 202)"
    return claim if kept and page else claim.model_copy(update={"grade": "shown", "shortfall": queued_only})


def _as_demanded(claim: Claim, case: ClaimCase) -> Claim:
    """The claim, refused if the run demands proof and it is merely shown, for whatever reason."""
    if case.rule != "sent" or claim.grade != "shown":
        return claim
    reason = f"this run needs proof by what was sent: {claim.shortfall}"
    return claim.model_copy(update={"accepted": False, "reason": reason, "grade": None, "shortfall": ""})


def _doubt(
    proposal: Proposal,
    outcomes: Sequence[Outcome],
    *,
    turn: Turn,
    now: Observation | None,
    output: type[BaseModel] | None,
) -> str:
    """Why a proven claim is refused for its answer; empty if it is not."""
    misfit = check_output(proposal, output)
    if misfit or turn.task.evidence == "off" or was_doubted(turn.steps):
        return misfit
    known = [turn.page, *([now] if now is not None else [])]
    return unseen(proposal, outcomes, task=turn.task, steps=turn.steps, pages=known)
