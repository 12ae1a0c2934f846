"""After a press: what it brought about, and whether that proves the part done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from actwright.engine.rules.arrangement import Scope
from actwright.engine.rules.fields import frame_of
from actwright.engine.rules.situation import Situation
from actwright.engine.rules.story import Deed, act, marked
from actwright.engine.rules.verdict import Verdict, judge
from actwright.engine.rules.work import work
from actwright.schemas.proposal import Proposal

__all__ = ["weigh"]

PATIENCE = 2.0
"""Seconds to wait, once, for a press to show an effect."""

_NO_CORRECTION = frozenset({"click", "fail", "expect"})
_YES = re.compile(r"(?i)\b(yes|ok|okay|confirm|delete|remove|proceed|continue)\b")
_NO = re.compile(r"(?i)\b(no|cancel|keep|dismiss|close)\b")


def weigh(s: Situation, press: Deed) -> Proposal | None:
    """Judges what the last press brought about; None if the part is done and another follows."""
    scope = _scope_of(press)
    verdict = judge(press.page, s.page, values=_values(s), scope=scope)
    if verdict.kind == "refused":
        return _refused(s, press, verdict)
    if press.role == "onward" and verdict.kind in ("moved", "accepted"):
        done = verdict.kind == "accepted" and not _has_form(s) and _all_entered(s)
        return _passed(s, press, verdict) if done else work(s)
    if not _since(s, press, "answer") and (answered := _answer_on_page(s, press)):
        return answered
    if verdict.kind == "accepted" or _went_somewhere(s, press, verdict):
        return _passed(s, press, verdict)
    return _unclear(s, press, verdict)


def _refused(s: Situation, press: Deed, verdict: Verdict) -> Proposal:
    if press.outcome.status == "unknown":
        return s.give_up(f"{_unsure(press)}; the page says: {_quoted(verdict.errors)}")
    if press.role == "finish" and not s.part.submits and not verdict.fields:
        return s.give_up(f"the page refused it: {_quoted(verdict.errors)}")
    return _correct(s, verdict)


def _went_somewhere(s: Situation, press: Deed, verdict: Verdict) -> bool:
    """Whether a change without words of success is all that can be expected of this press."""
    if s.part.ending and s.part.ending.kind == "goto":
        return True
    return verdict.kind == "moved" and (verdict.left or not _was_submit(press))


def _unclear(s: Situation, press: Deed, verdict: Verdict) -> Proposal:
    """Waits once; then says that it is not known, or that nothing happened."""
    if not _since(s, press, "wait"):
        reason = marked(s.number, "wait", "nothing tells yet whether it worked")
        return s.propose("Waiting for the page", [act(reason, "wait", seconds=PATIENCE)])
    if press.outcome.status == "unknown":
        return s.give_up(f"{_unsure(press)}, and the page does not tell; it is not repeated")
    seen = f"; new on the page: {_quoted(verdict.proof)}" if verdict.proof else ""
    return s.give_up(f"{press.outcome.target or 'it'} was pressed, but nothing shows that it worked{seen}")


def _correct(s: Situation, verdict: Verdict) -> Proposal:
    """Enters again what the form lost, or in another spelling what it refused; gives up if neither helps."""
    proposal = work(s, again=True)
    if proposal and any(action.tool not in _NO_CORRECTION for action in proposal.actions):
        return proposal
    return s.give_up(f"the page refused it: {_quoted(verdict.errors)}")


def _passed(s: Situation, press: Deed, verdict: Verdict) -> Proposal | None:
    """The part is done: on to the next, or the claim with what the page shows."""
    if s.part.proofs:
        refuted = [deed for deed in _since(s, press, "prove") if deed.outcome.status == "failed"]
        if refuted:
            return s.give_up(refuted[-1].outcome.detail)
    if not s.is_last:
        return None
    proofs = s.named_proofs()
    if not proofs:
        why = marked(s.number, "prove", "new on the page since then")
        proofs = [act(why, "expect", kind="text", expected=text) for text in verdict.proof[:2]]
        if verdict.left and press.page.url != s.page.url and "{{" not in s.page.url:
            proofs.append(act(marked(s.number, "prove", "where it led"), "expect", kind="url", expected=s.page.url))
    if not proofs:
        return s.give_up(f"{press.outcome.target or 'it'} was pressed, but the page shows no result")
    message = f'The page shows "{verdict.proof[0]}"' if verdict.proof else "All of it is done"
    return Proposal(complete=True, message=message, actions=tuple(proofs))


def _answer_on_page(s: Situation, press: Deed) -> Proposal | None:
    """Presses the button that answers a question asked on the page itself, if just one came up that does."""
    if s.part.answer is None:
        return None
    pattern = _YES if s.part.answer else _NO
    found = [
        one
        for one in s.page.elements
        if one.id not in press.page.by_id and not one.covered_by and one.role == "button" and pattern.search(one.name)
    ]
    if len(found) != 1:
        return None
    reason = marked(s.number, "answer", f'press "{found[0].name}"')
    return s.with_proofs(f'Pressing "{found[0].name}"', [act(reason, "click", element_id=found[0].id)])


def _was_submit(press: Deed) -> bool:
    element = press.page.by_id.get(press.element_id)
    return element is not None and element.submits


def _has_form(s: Situation) -> bool:
    return any(one.submits and one.form is not None for one in s.page.elements)


def _all_entered(s: Situation) -> bool:
    return all(s.story.entered(item.key) for item in s.items)


def _since(s: Situation, press: Deed, role: str) -> list[Deed]:
    return [deed for deed in s.story.since(press) if deed.role == role and deed.outcome.status != "skipped"]


def _values(s: Situation) -> list[str]:
    entered = [item for item in s.items if s.story.entered(item.key)]
    return [item.value for item in entered if item.value]


def _scope_of(press: Deed) -> Scope | None:
    element = press.page.by_id.get(press.element_id)
    return (frame_of(element), element.form) if element and element.form is not None else None


def _unsure(press: Deed) -> str:
    return (
        f"{press.outcome.target or press.outcome.action.tool} may or may not have taken effect ({press.outcome.detail})"
    )


def _quoted(texts: Sequence[str]) -> str:
    return "; ".join(text if '"' in text else f'"{text}"' for text in texts) or "nothing"
