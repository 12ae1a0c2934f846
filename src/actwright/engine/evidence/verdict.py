"""Decides whether a claim of completion is proved."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import ValidationError

from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Claim, Effect, Evidence, Outcome, Step
from actwright.schemas.task import EvidenceRule
from actwright.text import one_line
from actwright.tools.expect import CHECKS, ExpectState, ExpectValue

__all__ = ["check_again", "checks_since_acting", "judge", "quotes_on"]

QUOTED = re.compile(r'["“]([^"“”]{3,300})["”]')


def judge(
    proposal: Proposal,
    outcomes: Sequence[Outcome],
    *,
    seen: Observation,
    after: Observation | None,
    again: Sequence[Evidence] = (),
    steps: Sequence[Step] = (),
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
        steps: The steps before. What a field already contained before their last effect proves nothing.
        may_check: Whether the run has `expect`; if so, a refusal names it.
        rule: The evidence that a claim needs.
    """
    if not proposal.complete:
        return None
    undone = next((outcome for outcome in outcomes if outcome.status != "done"), None)
    if undone is not None:
        how = _UNDONE[undone.status]
        return Claim(accepted=False, reason=f"{undone.action.tool} {how}, so nothing proves that the task is done")
    if any(outcome.ends_run for outcome in outcomes):
        return Claim(accepted=False, reason="the run was ended as failed")
    evidence = tuple(each for outcome in outcomes for each in outcome.evidence)
    if rule == "off":
        return Claim(accepted=True, reason="taken at its word", evidence=evidence)
    if any(outcome.effect is not Effect.READ for outcome in outcomes):
        return _beside_actions(evidence, quotes_on(after, proposal.message) if after else ())
    checks = _with_before(evidence or tuple(again), steps)
    return _looking_only(checks, quotes_on(seen, proposal.message), may_check=may_check)


_PASSED_BEFORE = (
    "the evidence was already true just before the last action, so it proves nothing; "
    "look at the page now, and expect what it shows only on success"
)
_UNDONE = {"failed": "failed", "skipped": "was skipped", "unknown": "has an unknown outcome"}


def _beside_actions(evidence: tuple[Evidence, ...], quotes: tuple[Evidence, ...]) -> Claim:
    if any(each.passed_before is False for each in evidence) or quotes:
        return Claim(accepted=True, reason="the evidence was true after the actions", evidence=evidence + quotes)
    if evidence:
        return Claim(accepted=False, reason=_PASSED_BEFORE, evidence=evidence)
    return Claim(accepted=False, reason="no evidence: add `expect` actions for what the page shows when it is done")


def _looking_only(checks: tuple[Evidence, ...], quotes: tuple[Evidence, ...], *, may_check: bool) -> Claim:
    passed = tuple(check for check in checks if check.passed)
    new = tuple(check for check in passed if not check.passed_before)
    if new or quotes:
        return Claim(accepted=True, reason="the page shows it", evidence=new + quotes)
    if passed:
        return Claim(accepted=False, reason=_PASSED_BEFORE, evidence=passed)
    if checks:
        reason = f"the evidence is gone: an earlier step found that {checks[-1].wanted}, but now {checks[-1].found}"
        return Claim(accepted=False, reason=reason)
    reason = 'no evidence: quote text that is on the page in "double quotes"'
    if may_check:
        reason += ", or let an `expect` succeed after the last action, before the claim or together with it"
    return Claim(accepted=False, reason=reason)


def _with_before(checks: Sequence[Evidence], steps: Sequence[Step]) -> tuple[Evidence, ...]:
    """The checks; a check of a value or state also says whether it passed before the last effect of these steps, if any.

    What a page shows may be read off at any time, but what a field holds is mostly what the run put there.
    """
    page = _before_last_effect(steps)
    if page is None:
        return tuple(checks)
    about = {ExpectValue.kind, ExpectState.kind}
    before = [check_again(each, page) if each.kind in about else None for each in checks]
    return tuple(
        each.model_copy(update={"passed_before": was.passed}) if was else each
        for each, was in zip(checks, before, strict=True)
    )


def _before_last_effect(steps: Sequence[Step]) -> Observation | None:
    """The elements just before the last effect: as its step saw them, with what fields held since; None if there was none."""
    for step in reversed(steps):
        effects = [index for index, outcome in enumerate(step.outcomes) if _had_effect(outcome)]
        if effects:
            receipts = (receipt for outcome in step.outcomes[: effects[-1]] for receipt in outcome.receipts)
            got = {receipt.field.partition(" ")[0]: receipt.got for receipt in receipts}
            elements = (_with_content(each, got[each.id]) if each.id in got else each for each in step.page.elements)
            return Observation(url=step.page.url, elements=tuple(elements))
    return None


def _had_effect(outcome: Outcome) -> bool:
    return outcome.effect is Effect.EFFECT and outcome.status in {"done", "unknown"}


def _with_content(element: Element, got: str) -> Element:
    """The element once its receipt said what it holds."""
    update = {"value": got} if element.checked is None else {"checked": got == "checked"}
    return element.model_copy(update=update)


def checks_since_acting(steps: Sequence[Step]) -> tuple[Evidence, ...]:
    """The facts that checks of these steps proved, if nothing acted after them or may have; each once, oldest first.

    Facts that were true before as well (`Evidence.passed_before`) are left out: they prove nothing.
    """
    found: list[Evidence] = []
    for outcome in reversed([outcome for step in steps for outcome in step.outcomes]):
        if outcome.effect is not Effect.READ:
            break
        found += (each for each in reversed(outcome.evidence) if each.passed and not each.passed_before)
    return tuple(dict.fromkeys(reversed(found)))


def check_again(evidence: Evidence, page: Observation) -> Evidence | None:
    """Repeats the check behind a fact on a page; None if there is no check that can be repeated."""
    if evidence.kind not in CHECKS:
        return None
    try:
        check = CHECKS[evidence.kind].model_validate_json(evidence.parameters)
    except ValidationError:
        return None
    return check.probe(page)[0].model_copy(update={"passed_before": evidence.passed_before})


def quotes_on(page: Observation, message: str) -> tuple[Evidence, ...]:
    """Evidence for each text that the message quotes and the page shows."""
    text = one_line(page.text)
    quoted = [one_line(match) for match in QUOTED.findall(message)]
    return tuple(
        Evidence(kind="quote", wanted=each, found=f'the page shows "{each}"', passed=True)
        for each in quoted
        if re.search(r"\w{2}", each) and each in text
    )
