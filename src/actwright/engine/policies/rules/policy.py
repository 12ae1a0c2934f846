"""Fills in and submits a form from data without a model; a match without a clear margin is refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from actwright.engine.policies.base import Ask
from actwright.engine.policies.rules.before_press import fill_and_press
from actwright.engine.policies.rules.page_fields import Scope, asks_more, scope_of
from actwright.engine.policies.rules.press_result import PressResult, judge
from actwright.engine.policies.rules.progress import (
    PastAction,
    Progress,
    act,
    barrier,
    fail,
    give_up,
    is_for_persons,
    is_lost,
    is_silent,
    marked,
    propose,
)
from actwright.errors import ConfigError
from actwright.schemas.ending import is_checkpoint, refused_with, server_failed
from actwright.schemas.page import Dialog
from actwright.schemas.proposal import Proposal
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.text import one_line, shortened

ASK_HUMAN = "ask_human"
"""The tool that asks a person to act; models and rules see it only if one can be asked."""

_LONGEST_SHOWN = 200
_NO_CORRECTION = frozenset({"click", "fail"})
_INTERIM = re.compile(
    r"(?i)(\.\.\.|…)$|\b(please wait|one moment|loading|processing|sending|saving|submitting|working)\b"
)
"""What a page says while it is still working."""


class Rules:
    """Maps data to the fields of a form by their labels, names, types and options, in any language.

    It asks no model and keeps nothing between turns: the same turn always gives the same proposal. It fills in what
    fits one field clearly better than any other, submits the form once, and proves success with `expect`. Words of the
    task only choose between forms and buttons that would both do. Instead of guessing, it calls `fail` and names the
    candidates.

    Args:
        optional: Names of values that the form may lack a field for.
        readings: The days and numbers that values mean which can be read in two ways, by their text.
    """

    roles: tuple[str, ...] = ()

    def __init__(self, *, optional: Collection[str] = (), readings: Mapping[str, str] | None = None) -> None:
        self._optional, self._readings = optional, readings or {}

    def check(self, task: Task) -> None:
        """Raises ConfigError if the task has no data, before anything is opened."""
        if not task.names:
            raise ConfigError(
                "the policy 'rules' fills in forms from data, takes no values or steps from the text of a task, and "
                "got no data; pass the values as data (--data price=50), or use a policy that asks a model"
            )

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's; no model is asked
        """The proposal for this turn. Never raises: what the policy cannot do becomes a `fail`."""
        return decide(turn, self._optional, self._readings)


POLICY = Rules


def decide(turn: Turn, optional: Collection[str] = (), readings: Mapping[str, str] | None = None) -> Proposal:
    """The proposal for this turn. Pure: the same turn gives the same proposal."""
    progress = Progress.of(turn, optional, readings or {})
    press = progress.history.press
    if progress.page.dialog:
        proposal = _answer(progress.page.dialog)
    else:
        proposal = judge_press(progress, press) if press else fill_and_press(progress)
    return _ask_a_person(turn, proposal)


def _ask_a_person(turn: Turn, proposal: Proposal) -> Proposal:
    """The proposal, or one that asks a person to act, if it gives up at a captcha or a login.

    A person is asked only if that is possible and the last step did not ask already.
    """
    stop = next((each for each in proposal.actions if each.parameters.get("kind") == "blocked"), None)
    if stop is None or all(spec.name != ASK_HUMAN for spec in turn.tools) or not is_for_persons(turn.page):
        return proposal
    if turn.steps and any(outcome.action.tool == ASK_HUMAN for outcome in turn.steps[-1].outcomes):
        return proposal
    action = act("something stands in front of the page", ASK_HUMAN, reason=str(stop.parameters["reason"]))
    return propose(proposal.message, [action])


def _answer(dialog: Dialog) -> Proposal:
    """Closes an alert. A question that the data do not answer is dismissed, and ends the run."""
    reason = marked("answer", f'the page asks "{dialog.message}"')
    if dialog.kind not in ("confirm", "prompt"):
        return propose(f'Answering "{dialog.message}"', [act(reason, "answer_dialog", accept=True)])
    stop = f'the page asks "{dialog.message}", which the data does not answer; it was dismissed'
    return propose(stop, [act(reason, "answer_dialog", accept=False), fail(stop, "unclear")])


def judge_press(progress: Progress, press: PastAction) -> Proposal:
    """Judges what the last press did: claims success, corrects, goes on, waits or gives up."""
    result = judge(press.page, progress.page, values=_entered_values(progress), scope=_form_of(press))
    if ended := (_server_failed(press) or _unanswered(progress, press) or _barred(progress, press, result)):
        return ended
    if result.kind == "refused":
        return _refused(progress, press, result)
    if press.role == "onward" and result.kind in ("moved", "accepted"):
        done = result.kind == "accepted" and not _has_form(progress) and _all_entered(progress)
        return _claim(progress, press, result) if done else fill_and_press(progress)
    has_ended = result.kind == "accepted" or _went_somewhere(progress, result)
    if has_ended and not _sends_nothing(press, result):
        return _claim(progress, press, result)
    return _unclear(progress, press, result)


def _server_failed(press: PastAction) -> Proposal | None:
    status = server_failed(press.outcome)
    if status is None:
        return None
    why = f"{press.outcome.target or 'it'} was pressed, and the server failed (HTTP {status}); it may have taken effect"
    return give_up(why, "server_error")


def _unanswered(progress: Progress, press: PastAction) -> Proposal | None:
    """Waits or gives up if no page came after the press, or a silent one: neither shows what the press did."""
    if is_lost(progress.page):
        why = "the browser shows its own error page instead of the answer"
    elif is_silent(progress.page):
        waits = progress.history.since(press, "wait")
        if waiting := progress.wait(waits, "the page does not answer", least=1):
            return waiting
        why = "the page no longer responds"
    else:
        return None
    return give_up(f"{_unsure(press)}, and {why}; it is not repeated", "unconfirmed")


def _barred(progress: Progress, press: PastAction, result: PressResult) -> Proposal | None:
    """Gives up if something blocks the page after the press; words of success on a captcha do not count."""
    page = progress.page
    kind = barrier(page)
    if kind is None or barrier(press.page) or (result.kind == "accepted" and not is_checkpoint(page)):
        return None
    if result.kind == "refused" and kind == "blocked" and not is_checkpoint(page):
        return None
    shown = page.title or page.url
    return give_up(f'{press.outcome.target or "it"} was pressed, and "{shown}" appeared, which leads nowhere', kind)


def _refused(progress: Progress, press: PastAction, result: PressResult) -> Proposal:
    """Enters again what the form lost, and in another spelling what it refused.

    Gives up if neither helps, or if nothing would differ: what a server has received and refused is not sent a second
    time.
    """
    if press.outcome.status == "unknown":
        return give_up(f"{_unsure(press)}; the page says: {_quoted(result.errors)}", "unconfirmed")
    proposal = fill_and_press(progress, again=True)
    entries = [action for action in proposal.actions if action.tool not in _NO_CORRECTION]
    if entries and not (press.outcome.sent and progress.history.repeats(press, entries)):
        return proposal
    return give_up(f"the page refused it: {_quoted(result.errors)}", "refused_by_page")


def _sends_nothing(press: PastAction, result: PressResult) -> bool:
    """Whether what was pressed is no submit button, and nothing was sent: it has only changed something in the form."""
    button = press.page.by_id.get(press.element_id)
    is_plain = button is not None and button.type == "button" and button.form is not None
    return is_plain and press.outcome.nothing_sent and not result.left


def _went_somewhere(progress: Progress, result: PressResult) -> bool:
    """Whether a change without words of success is all that can be expected of this press."""
    page = progress.page
    if not page.text.strip() and not page.elements:
        return False  # an empty page says nothing
    if page.pending and any(_INTERIM.search(text) for text in result.proof):
        return False
    return result.kind == "moved" and result.left


def _unclear(progress: Progress, press: PastAction, result: PressResult) -> Proposal:
    """Waits while something may come; then reports an unknown outcome, or that nothing happened."""
    waits, status = progress.history.since(press, "wait"), refused_with(press.outcome)
    waiting = progress.wait(waits, "the page does not show yet whether it worked", least=1)
    if waiting and not (status and waits):
        return waiting
    pressed = f"{press.outcome.target or 'it'} was pressed"
    if status:
        return give_up(f"{pressed}, and the answer was HTTP {status}", "refused_by_page")
    if press.outcome.status == "unknown":
        why = f"{_unsure(press)}, and the page does not show whether it worked; it is not repeated"
        return give_up(why, "unconfirmed")
    seen = f"; new on the page: {_quoted(result.proof)}" if result.proof else ""
    return give_up(f"{pressed}, but nothing shows that it worked{seen}", "unconfirmed")


def _claim(progress: Progress, press: PastAction, result: PressResult) -> Proposal:
    """Claims success with what the page shows since the press."""
    url = progress.page.url
    why = marked("prove", "new on the page since then")
    proofs = [act(why, "expect", text=[text]) for text in result.proof[:2]]
    if result.left and press.page.url != url and "{{" not in url:
        proofs.append(act(marked("prove", "where it led"), "expect_url", url=url))
    if not proofs:
        shown = shortened(one_line(progress.page.text), _LONGEST_SHOWN)
        seen = f'no result; it shows "{shown}"' if shown else "nothing"
        return give_up(f"{press.outcome.target or 'it'} was pressed, but the page shows {seen}", "unconfirmed")
    message = f'The page shows "{result.proof[0]}"' if result.proof else "All of it is done"
    return propose(message, proofs, complete=True)


def _has_form(progress: Progress) -> bool:
    """Whether a form may still have to be sent, such as one that only shows what was entered."""
    buttons = (one for one in progress.page.elements if one.submits and one.form is not None)
    return any(not asks_more(progress.page, one) for one in buttons)


def _all_entered(progress: Progress) -> bool:
    return all(progress.history.entered(item.reference) for item in progress.items)


def _entered_values(progress: Progress) -> list[str]:
    entered = [item for item in progress.items if progress.history.entered(item.reference)]
    return [item.value for item in entered if item.value]


def _form_of(press: PastAction) -> Scope | None:
    element = press.page.by_id.get(press.element_id)
    return scope_of(element) if element else None


def _unsure(press: PastAction) -> str:
    what = press.outcome.target or press.outcome.action.tool
    return f"{what} may or may not have taken effect ({press.outcome.detail})"


def _quoted(texts: Sequence[str]) -> str:
    return "; ".join(text if '"' in text else f'"{text}"' for text in texts) or "nothing"
