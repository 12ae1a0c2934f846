"""Judges a claim of completion: whether it is proved, merely shown or contradicted, and the form of its answer."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from actwright.engine.acting_surface import ActingSurface
from actwright.engine.evidence.answer import check_output, unseen, was_doubted
from actwright.engine.evidence.baselines import Baselines, check_again
from actwright.engine.evidence.claim_case import ClaimCase
from actwright.engine.evidence.doubts import doubt_about, is_choice
from actwright.engine.evidence.own_words import literals_in, shown_texts, with_values, words_of
from actwright.engine.evidence.page_after import (
    new_pairs,
    new_texts,
    other_unit,
    own_texts,
    shows_otherwise,
    shows_under_label,
)
from actwright.engine.evidence.sent_requests import asks_for_error
from actwright.engine.evidence.unexplained import unexplained
from actwright.errors import ToolError
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import REPLAY, Claim, Effect, Evidence, Outcome, Step
from actwright.schemas.turn import Turn
from actwright.text import one_line
from actwright.tools.expect import CHECKS, Expect, shows
from actwright.tools.expect_request import ExpectRequest

ACCEPTED_FOR_LATER = 202

_PASSED_BEFORE = (
    "the evidence was already true just before the last action, so it proves nothing; "
    "look at the page now, and expect what it shows only on success"
)
_IN_REPLAY = "the page showed all of it even before the last effect; record this task again with another proof"
_AT_START = (
    "the evidence was already true before anything was done, so it proves nothing; "
    "look at the page now, and expect what it shows only on success"
)
_OWN_WORDS = (
    "the evidence is only words of the task or of what was entered, which prove nothing; "
    "expect what the page says by itself when it is done"
)
_UNDONE = {"failed": "failed", "skipped": "was skipped", "unknown": "has an unknown outcome"}


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


def judge(case: ClaimCase) -> Claim | None:
    """The verdict on a proposal's claim; None if it makes none."""
    if not case.proposal.complete:
        return None
    changed = bool(case.sent.all)
    if undone := _undone(case):
        return Claim(accepted=False, reason=undone, changed=changed)
    if case.rule == "off":
        facts = tuple(each for outcome in case.outcomes for each in outcome.evidence)
        return Claim(accepted=True, reason="taken at its word", evidence=facts, changed=changed)
    claim = _by_facts(case).model_copy(update={"changed": changed})
    if claim.accepted and (wrong := _contradiction(case)):
        update = {"accepted": False, "reason": f"contradicted: {wrong}", "grade": "contradicted", "shortfall": ""}
        return claim.model_copy(update=update)
    return _without_doubt(case, claim) if claim.accepted else claim


def _undone(case: ClaimCase) -> str:
    """Why actions that were not done keep the claim from counting; empty if none does."""
    undone = next((outcome for outcome in case.outcomes if outcome.status != "done"), None)
    if undone is not None:
        return f"{undone.action.tool} {_UNDONE[undone.status]}, so nothing proves that the task is done"
    return "the run was ended as failed" if any(outcome.ends_run for outcome in case.outcomes) else ""


def _by_facts(case: ClaimCase) -> Claim:
    """The verdict by the facts alone, and by what was sent."""
    passed = tuple(fact for fact in case.facts if fact.passed)
    new = tuple(filter(case.is_new, passed))
    if not passed:
        return Claim(accepted=False, reason=_no_evidence(case))
    if new:
        reason = "the evidence was true after the actions" if case.acts else "the page shows it"
        return _graded(case, passed if case.acts else new, reason)
    may_be_old = case.proposal.decided_by != REPLAY  # a recording proves by what is new in each replay, too
    sent = bool(case.sent.acting) or case.sent.is_saved_by_itself or case.closed_by_message
    if may_be_old and (sent or case.downloaded):
        return _graded(case, passed, "what was sent was accepted" if sent else "a file was downloaded")
    own_words = all(map(case.is_words_of_task, passed)) and not is_choice(case.task.text)
    if case.did_something or case.acts or own_words:
        return Claim(accepted=False, reason=_proves_nothing(case, passed), evidence=passed)
    if value := case.unmentioned():
        reason = f'the page showed this from the start, nothing was done, and it does not show "{value}", which the task names'
        return Claim(accepted=False, reason=reason, evidence=passed)
    return _graded(case, passed, "the page shows it")


def _no_evidence(case: ClaimCase) -> str:
    if case.acts:
        return "no evidence: add `expect` actions for what the page shows when it is done"
    if case.facts:
        last = case.facts[-1]
        return f"the evidence is gone: an earlier step found that {last.wanted}, but now {last.found}"
    reason = 'no evidence: quote text that is on the page in "double quotes"'
    if case.may_check:
        reason += ", or let an `expect` succeed after the last action, before the claim or together with it"
    return reason


def _proves_nothing(case: ClaimCase, passed: Sequence[Evidence]) -> str:
    """Why facts that hold prove nothing that was done."""
    if case.proposal.decided_by == REPLAY and case.did_something:
        return _IN_REPLAY
    if any(not fact.passed_before and not fact.passed_at_start for fact in passed) or not case.did_something:
        return _OWN_WORDS if all(map(case.is_words_of_task, passed)) else _PASSED_BEFORE
    return _PASSED_BEFORE if any(fact.passed_before for fact in passed) else _AT_START


def _graded(case: ClaimCase, facts: tuple[Evidence, ...], reason: str) -> Claim:
    """A claim that is proved by what was sent, or else merely shown."""
    why = case.sent.shortfall(facts) or unexplained(case)
    if not why:
        return Claim(accepted=True, reason=reason, evidence=facts, grade="proved")
    return Claim(accepted=True, reason=reason, evidence=facts, grade="shown", shortfall=why)


def _contradiction(case: ClaimCase) -> str:
    """Why what was sent, answered or shown contradicts the claim; empty if it does not."""
    may_fail = any(map(asks_for_error, case.facts))
    if wrong := case.sent.contradiction(may_fail=may_fail):
        return wrong
    if case.now is None or not case.sent.all or case.baselines.before_effect is None:
        return ""
    task = with_values(case.task.text, case.task)
    entered = {receipt.field: receipt for each in case.all_outcomes for receipt in each.receipts}.values()
    if wrong := other_unit(entered, task):
        return wrong
    meant = [*literals_in(task), *(receipt.wanted for each in case.all_outcomes for receipt in each.receipts)]
    before, now = case.baselines.before_effect, case.now
    texts = new_texts(before, now)
    said = (*texts, *new_pairs(before, now))
    others = _other_options(case.all_steps)
    own = own_texts(
        before, now, [*meant, *case.task.data.values(), *(each.field.partition(" ")[2] for each in entered)]
    )
    return shows_otherwise(meant, task, texts, own, now.text) or shows_under_label(entered, said, now.text, others)


def _other_options(steps: Sequence[Step]) -> dict[str, frozenset[str]]:
    """The labels of the options that each field has beside the chosen one, by the field's title."""
    others: dict[str, frozenset[str]] = {}
    for step in steps:
        options = {each.title: each.options for each in step.page.elements if each.options}
        for receipt in (receipt for outcome in step.outcomes for receipt in outcome.receipts):
            labels = (option.label for option in options.get(receipt.field, ()))
            others[receipt.field] = frozenset(label for label in labels if label != receipt.got)
    return others


def _without_doubt(case: ClaimCase, claim: Claim) -> Claim:
    """The claim, refused if there is a doubt about it that was not answered by new evidence."""
    doubt = doubt_about(
        case.sent, claim.evidence, task=case.task, steps=case.all_steps, before=case.before_effect, now=case.now
    )
    if doubt is None:
        return claim
    earlier = [step.claim for step in case.steps if step.claim is not None and step.claim.doubt == doubt.kind]
    told = {_identity(fact) for each in earlier for fact in each.evidence}
    facts = (fact for fact in claim.evidence if fact.kind != ExpectRequest.kind)  # what was sent is what is in doubt
    answers = doubt.kind == "other_answer"  # what a page said from the start may answer a question
    new = [fact for fact in facts if (answers or case.is_new(fact)) and _identity(fact) not in told]
    if earlier and new:
        return claim.model_copy(update={"grade": "shown", "shortfall": doubt.reason})
    again = "; the same evidence does not answer that" if earlier else ""
    update = {"accepted": False, "reason": f"in doubt: {doubt.reason}{again}", "doubt": doubt.kind}
    update |= {"grade": None, "shortfall": ""}
    return claim.model_copy(update=update)


def _identity(fact: Evidence) -> object:
    """What a fact says; a quotation and a check of the same words say the same."""
    return frozenset(map(words_of, shown_texts(fact))) or (fact.kind, fact.parameters or one_line(fact.wanted))


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
