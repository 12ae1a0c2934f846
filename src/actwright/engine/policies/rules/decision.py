"""Decides the next step from the task, the steps so far and the page. Nothing is remembered in between."""

from __future__ import annotations

from actwright.engine.policies.rules.after_press import weigh
from actwright.engine.policies.rules.barrier import is_for_persons
from actwright.engine.policies.rules.before_press import enter_and_press
from actwright.engine.policies.rules.history import History, act, marked
from actwright.engine.policies.rules.instructions import UnclearError
from actwright.engine.policies.rules.parts import read_task
from actwright.engine.policies.rules.progress import Progress, fail, give_up
from actwright.schemas.page import Dialog
from actwright.schemas.proposal import Proposal
from actwright.schemas.turn import Turn

__all__ = ["decide"]

ASK_HUMAN = "ask_human"
"""The tool that asks a person to act; models and rules see it only if one can be asked."""


def decide(turn: Turn) -> Proposal:
    """The proposal for this turn. Pure: the same turn gives the same proposal."""
    try:
        script = read_task(turn.task)
    except UnclearError as error:
        return give_up(1, str(error), "unclear")
    history = History.of(turn.steps)
    return _asked_for(turn, _next(Progress(script, history, turn.page, min(history.part, len(script.parts)))))


def _asked_for(turn: Turn, proposal: Proposal) -> Proposal:
    """The proposal, or one that asks a person to act, if it gives up at a captcha or a login.

    A person is asked only if that is possible and the last step did not ask already.
    """
    stop = next((each for each in proposal.actions if each.parameters.get("kind") == "blocked"), None)
    if stop is None or all(spec.name != ASK_HUMAN for spec in turn.tools) or not is_for_persons(turn.page):
        return proposal
    if turn.steps and any(outcome.action.tool == ASK_HUMAN for outcome in turn.steps[-1].outcomes):
        return proposal
    action = act("something stands in front of the page", ASK_HUMAN, reason=str(stop.parameters["reason"]))
    return Proposal(complete=False, message=proposal.message, actions=(action,))


def _next(s: Progress) -> Proposal:
    if s.page.dialog:
        return _answer(s, s.page.dialog)
    press = s.history.press(s.number)
    return (weigh(s, press) if press else enter_and_press(s)) or _next(s.following)


def _answer(s: Progress, dialog: Dialog) -> Proposal:
    """Answers a dialog as the task says; a question that the task does not answer is dismissed, and ends the run."""
    answer = s.part.answer
    reason = marked(s.number, "answer", f'the page asks "{dialog.message}"')
    if answer is None and dialog.kind in ("confirm", "prompt"):
        stop = f'the page asks "{dialog.message}" and the task does not say whether to confirm; it was dismissed'
        return s.propose(stop, [act(reason, "answer_dialog", accept=False), fail(s.number, stop, "unclear")])
    text = {"text": s.part.answer_text} if dialog.kind == "prompt" and s.part.answer_text else {}
    action = act(reason, "answer_dialog", accept=answer is not False, **text)
    return s.with_proofs(f'Answering "{dialog.message}"', [action])
