"""After a press: what changed, and whether that proves that the part is done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from actwright.engine.policies.rules.barrier import barrier, is_lost, is_silent
from actwright.engine.policies.rules.before_press import enter_and_press
from actwright.engine.policies.rules.fields import frame_of
from actwright.engine.policies.rules.history import Deed, act, marked
from actwright.engine.policies.rules.placement import Scope
from actwright.engine.policies.rules.press_result import PressResult, judge
from actwright.engine.policies.rules.progress import Progress
from actwright.engine.policies.rules.waiting import wait
from actwright.schemas.checkpoint import is_checkpoint
from actwright.schemas.ending import refused_with, server_failed
from actwright.schemas.proposal import Proposal

__all__ = ["weigh"]

_NO_CORRECTION = frozenset({"click", "fail", "expect", "expect_count", "expect_state", "expect_url", "expect_value"})
_INTERIM = re.compile(
    r"(?i)(\.\.\.|…)$|\b(please wait|one moment|loading|processing|sending|saving|submitting|working)\b"
)
"""What a page says while it is still working."""
_YES = re.compile(r"(?i)\b(yes|ok|okay|confirm|delete|remove|proceed|continue)\b")
_NO = re.compile(r"(?i)\b(no|cancel|keep|dismiss|close)\b")


def weigh(s: Progress, press: Deed) -> Proposal | None:
    """Judges what the last press did; None if the part is done and another follows."""
    scope = _scope_of(press)
    result = judge(press.page, s.page, values=_values(s), scope=scope)
    if ended := _server_failed(s, press) or _unanswered(s, press) or _barred(s, press, result):
        return ended
    if result.kind == "refused":
        return _refused(s, press, result)
    if press.role == "onward" and result.kind in ("moved", "accepted"):
        done = result.kind == "accepted" and not _has_form(s) and _all_entered(s)
        return _passed(s, press, result) if done else enter_and_press(s)
    if not _since(s, press, "answer") and (answered := _answer_on_page(s, press)):
        return answered
    if result.kind == "accepted" or _went_somewhere(s, press, result):
        return _passed(s, press, result)
    return _unclear(s, press, result)


def _server_failed(s: Progress, press: Deed) -> Proposal | None:
    status = server_failed(press.outcome)
    if status is None:
        return None
    why = f"{press.outcome.target or 'it'} was pressed, and the server failed (HTTP {status}); it may have taken effect"
    return s.give_up(why, "server_error")


def _unanswered(s: Progress, press: Deed) -> Proposal | None:
    """Waits or gives up if no page came after the press, or a silent one: neither shows what the press did."""
    if is_lost(s.page):
        why = "the browser shows an error page of its own in place of the answer"
    elif is_silent(s.page):
        if waiting := wait(s, _since(s, press, "wait"), "the page does not answer", least=1):
            return waiting
        why = "the page no longer responds"
    else:
        return None
    return s.give_up(f"{_unsure(press)}, and {why}; it is not repeated", "unconfirmed")


def _barred(s: Progress, press: Deed, result: PressResult) -> Proposal | None:
    """Gives up if something blocks the page after the press; words of success on a captcha do not count."""
    kind = barrier(s.page)
    if kind is None or barrier(press.page) or (result.kind == "accepted" and not is_checkpoint(s.page)):
        return None
    if result.kind == "refused" and kind == "blocked" and not is_checkpoint(s.page):
        return None
    shown = s.page.title or s.page.url
    return s.give_up(f'{press.outcome.target or "it"} was pressed, and "{shown}" appeared, which leads nowhere', kind)


def _refused(s: Progress, press: Deed, result: PressResult) -> Proposal:
    if press.outcome.status == "unknown":
        return s.give_up(f"{_unsure(press)}; the page says: {_quoted(result.errors)}", "unconfirmed")
    if press.role == "finish" and not s.part.submits and not result.fields:
        return s.give_up(f"the page refused it: {_quoted(result.errors)}", "refused_by_page")
    return _correct(s, press, result)


def _went_somewhere(s: Progress, press: Deed, result: PressResult) -> bool:
    """Whether a change without words of success is all that can be expected of this press."""
    if s.part.ending and s.part.ending.kind == "goto":
        return True
    if _was_submit(press) and not s.page.text.strip() and not s.page.elements:
        return False  # an empty page says nothing
    if s.page.pending and any(_INTERIM.search(text) for text in result.proof):
        return False
    return result.kind == "moved" and (result.left or not _was_submit(press))


def _unclear(s: Progress, press: Deed, result: PressResult) -> Proposal:
    """Waits while something may come; then reports an unknown outcome, or that nothing happened."""
    waits, status = _since(s, press, "wait"), refused_with(press.outcome)
    if not (status and waits) and (waiting := wait(s, waits, "nothing shows yet whether it worked", least=1)):
        return waiting
    if status:
        return s.give_up(
            f"{press.outcome.target or 'it'} was pressed, and the answer was HTTP {status}", "refused_by_page"
        )
    if press.outcome.status == "unknown":
        return s.give_up(
            f"{_unsure(press)}, and the page does not show whether it worked; it is not repeated", "unconfirmed"
        )
    seen = f"; new on the page: {_quoted(result.proof)}" if result.proof else ""
    why = f"{press.outcome.target or 'it'} was pressed, but nothing shows that it worked{seen}"
    return s.give_up(why, "unconfirmed")


def _correct(s: Progress, press: Deed, result: PressResult) -> Proposal:
    """Enters again what the form lost, and in another spelling what it refused.

    Gives up if neither helps, or if nothing would differ: what a server has received and refused is not sent a second
    time.
    """
    proposal = enter_and_press(s, again=True)
    entries = [action for action in proposal.actions if action.tool not in _NO_CORRECTION] if proposal else []
    if proposal and entries and not (press.outcome.sent and s.history.repeats(press, entries)):
        return proposal
    return s.give_up(f"the page refused it: {_quoted(result.errors)}", "refused_by_page")


def _passed(s: Progress, press: Deed, result: PressResult) -> Proposal | None:
    """Goes on after a part that is done: None if another part follows, else the claim with what the page shows."""
    if s.part.proofs:
        waits, checks = _since(s, press, "wait"), _since(s, press, "prove")
        latest = [deed for deed in checks if not waits or deed in s.history.since(waits[-1])]
        if refuted := [deed for deed in latest if deed.outcome.status == "failed"]:
            return wait(s, waits, "it may show later", least=0) or s.give_up(refuted[-1].outcome.detail, "unconfirmed")
        if not s.is_last and not latest and any(deed.outcome.status == "failed" for deed in checks):
            return s.propose("Checking again", s.named_proofs())
    if not s.is_last:
        return None
    proofs = s.named_proofs()
    if not proofs:
        why = marked(s.number, "prove", "new on the page since then")
        proofs = [act(why, "expect", text=[text]) for text in result.proof[:2]]
        if result.left and press.page.url != s.page.url and "{{" not in s.page.url:
            proofs.append(act(marked(s.number, "prove", "where it led"), "expect_url", url=s.page.url))
    if not proofs:
        return s.give_up(f"{press.outcome.target or 'it'} was pressed, but the page shows no result", "unconfirmed")
    message = f'The page shows "{result.proof[0]}"' if result.proof else "All of it is done"
    return Proposal(complete=True, message=message, actions=tuple(proofs))


def _answer_on_page(s: Progress, press: Deed) -> Proposal | None:
    """Presses the button that answers a question on the page itself, if exactly one such button appeared."""
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


def _has_form(s: Progress) -> bool:
    return any(one.submits and one.form is not None for one in s.page.elements)


def _all_entered(s: Progress) -> bool:
    return all(s.history.entered(item.key) for item in s.items)


def _since(s: Progress, press: Deed, role: str) -> list[Deed]:
    return [deed for deed in s.history.since(press) if deed.role == role and deed.outcome.status != "skipped"]


def _values(s: Progress) -> list[str]:
    entered = [item for item in s.items if s.history.entered(item.key)]
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
