"""Decides whether a claim of completion is proved."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import ValidationError

from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Claim, Effect, Evidence, Outcome, Step
from actwright.schemas.task import EvidenceRule
from actwright.text import one_line
from actwright.tools.expect import CHECKS

__all__ = ["check_again", "checks_since_acting", "judge", "quotes_on"]

QUOTED = re.compile(r'["“]([^"“”]{3,300})["”]')


def judge(
    proposal: Proposal,
    outcomes: Sequence[Outcome],
    *,
    seen: Observation,
    after: Observation | None,
    again: Sequence[Evidence] = (),
    may_check: bool = True,
    rule: EvidenceRule,
) -> Claim | None:
    """The verdict on a proposal's claim; None if it makes none.

    Args:
        proposal: What was proposed.
        outcomes: The outcomes of its actions.
        seen: The page that the policy saw when it claimed.
        after: The page after the actions; None unless the rule accepts a quotation from it.
        again: The current results of checks in earlier steps after which nothing acted.
        may_check: Whether the run has `expect`; if so, a refusal names it.
        rule: The evidence that a claim needs.
    """
    if not proposal.complete:
        return None
    undone = next((outcome for outcome in outcomes if outcome.status != "done"), None)
    if undone is not None:
        how = _UNDONE[undone.status]
        return Claim(accepted=False, reason=f"{undone.action.tool} {how}, so the task is not shown to be done")
    if any(outcome.ends_run for outcome in outcomes):
        return Claim(accepted=False, reason="the run was ended as failed")
    evidence = tuple(each for outcome in outcomes for each in outcome.evidence)
    if rule == "off":
        return Claim(accepted=True, reason="taken at its word", evidence=evidence)
    if any(outcome.effect is not Effect.READ for outcome in outcomes):
        return _beside_actions(evidence, quotes_on(after, proposal.message) if after else ())
    return _looking_only(evidence or tuple(again), quotes_on(seen, proposal.message), may_check=may_check)


_UNDONE = {"failed": "failed", "skipped": "was skipped", "unknown": "has an unknown outcome"}


def _beside_actions(evidence: tuple[Evidence, ...], quotes: tuple[Evidence, ...]) -> Claim:
    if any(each.held_before is False for each in evidence) or quotes:
        return Claim(accepted=True, reason="the evidence held after the actions", evidence=evidence + quotes)
    if evidence:
        reason = (
            "the evidence held already just before the last action that it is to prove, so it proves nothing; "
            "look at the page now, and expect what names the outcome"
        )
        return Claim(accepted=False, reason=reason, evidence=evidence)
    return Claim(accepted=False, reason="no evidence: add `expect` actions for what the page shows when it is done")


def _looking_only(checks: tuple[Evidence, ...], quotes: tuple[Evidence, ...], *, may_check: bool) -> Claim:
    held = tuple(check for check in checks if check.held)
    if held or quotes:
        return Claim(accepted=True, reason="the page shows it", evidence=held + quotes)
    if checks:
        reason = f"no evidence any more: an earlier step found that {checks[-1].wanted}, but now {checks[-1].found}"
        return Claim(accepted=False, reason=reason)
    reason = 'no evidence: quote text that is on the page in "double quotes"'
    if may_check:
        reason += ", or have an `expect` hold after the last action, in a step before the claim or together with it"
    return Claim(accepted=False, reason=reason)


def checks_since_acting(steps: Sequence[Step]) -> tuple[Evidence, ...]:
    """The facts that checks of these steps proved, if nothing acted after them or may have; each once, oldest first.

    Facts that also held before (`Evidence.held_before`) are left out: they prove nothing.
    """
    found: list[Evidence] = []
    for outcome in reversed([outcome for step in steps for outcome in step.outcomes]):
        if outcome.effect is not Effect.READ:
            break
        found += (each for each in reversed(outcome.evidence) if each.held and not each.held_before)
    return tuple(dict.fromkeys(reversed(found)))


def check_again(evidence: Evidence, page: Observation) -> Evidence | None:
    """Repeats the check behind a fact on a page; None if there is no check that can be repeated."""
    if evidence.kind not in CHECKS:
        return None
    try:
        check = CHECKS[evidence.kind].model_validate_json(evidence.parameters)
    except ValidationError:
        return None
    return check.probe(page)[0].model_copy(update={"held_before": evidence.held_before})


def quotes_on(page: Observation, message: str) -> tuple[Evidence, ...]:
    """Evidence for each text that the message quotes and the page shows."""
    text = one_line(page.text)
    quoted = [one_line(match) for match in QUOTED.findall(message)]
    return tuple(
        Evidence(kind="quote", wanted=each, found=f'the page shows "{each}"', held=True)
        for each in quoted
        if re.search(r"\w{2}", each) and each in text
    )
