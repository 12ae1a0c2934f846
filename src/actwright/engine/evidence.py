"""Whether a claim of completion is proven."""

from __future__ import annotations

import re
from collections.abc import Sequence

from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Claim, Effect, Evidence, Outcome
from actwright.schemas.task import EvidenceRule
from actwright.text import one_line

__all__ = ["judge", "quotes_on"]

QUOTED = re.compile(r'["“]([^"“”]{3,300})["”]')


def judge(
    proposal: Proposal, outcomes: Sequence[Outcome], *, seen: Observation, after: Observation | None, rule: EvidenceRule
) -> Claim | None:
    """The judgement on a proposal; None if it claims nothing.

    Args:
        proposal: What was proposed.
        outcomes: What became of its actions.
        seen: The page the policy saw when it claimed.
        after: The page after the actions, looked at only where the rule accepts a quote from it.
        rule: What a claim needs.
    """
    if not proposal.complete:
        return None
    undone = next((outcome for outcome in outcomes if outcome.status != "done"), None)
    if undone is not None:
        return Claim(
            accepted=False, reason=f"{undone.action.tool} is {undone.status}, so the task is not shown to be done"
        )
    if any(outcome.ends_run for outcome in outcomes):
        return Claim(accepted=False, reason="the run was ended as failed")
    evidence = tuple(each for outcome in outcomes for each in outcome.evidence)
    if rule == "off":
        return Claim(accepted=True, reason="taken at its word", evidence=evidence)
    if any(outcome.effect is not Effect.READ for outcome in outcomes):
        return _beside_actions(evidence, quotes_on(after, proposal.message) if after else ())
    return _looking_only(evidence, quotes_on(seen, proposal.message))


def _beside_actions(evidence: tuple[Evidence, ...], quotes: tuple[Evidence, ...]) -> Claim:
    if any(each.held_before is False for each in evidence) or quotes:
        return Claim(accepted=True, reason="the evidence held after the actions", evidence=evidence + quotes)
    if evidence:
        reason = (
            "the evidence already held before the actions, so it proves nothing; "
            "look at the page now and expect something that the actions brought about"
        )
        return Claim(accepted=False, reason=reason, evidence=evidence)
    return Claim(accepted=False, reason="no evidence: add `expect` actions for what the page shows when it is done")


def _looking_only(evidence: tuple[Evidence, ...], quotes: tuple[Evidence, ...]) -> Claim:
    if evidence or quotes:
        return Claim(accepted=True, reason="the page shows it", evidence=evidence + quotes)
    reason = 'no evidence: claim with `expect` actions, or quote text that is on the page in "double quotes"'
    return Claim(accepted=False, reason=reason)


def quotes_on(page: Observation, message: str) -> tuple[Evidence, ...]:
    """Evidence for each text that the message quotes and the page shows."""
    text = one_line(page.text)
    quoted = [one_line(match) for match in QUOTED.findall(message)]
    return tuple(
        Evidence(kind="quote", wanted=each, found=f'the page shows "{each}"', held=True)
        for each in quoted
        if re.search(r"\w{2}", each) and each in text
    )
