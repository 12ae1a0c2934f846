"""The next step of a task, from the task, the steps so far and the page. Nothing is remembered in between."""

from __future__ import annotations

from actwright.engine.rules.aftermath import weigh
from actwright.engine.rules.instructions import UnclearError
from actwright.engine.rules.parts import read_task
from actwright.engine.rules.situation import Situation, fail, give_up
from actwright.engine.rules.story import Story, act, marked
from actwright.engine.rules.work import work
from actwright.schemas.page import Dialog
from actwright.schemas.proposal import Proposal
from actwright.schemas.turn import Turn

__all__ = ["decide"]


def decide(turn: Turn) -> Proposal:
    """The proposal for this turn. Pure: the same turn gives the same proposal."""
    try:
        script = read_task(turn.task)
    except UnclearError as error:
        return give_up(1, str(error))
    story = Story.of(turn.steps)
    return _next(Situation(script, story, turn.page, min(story.part, len(script.parts))))


def _next(s: Situation) -> Proposal:
    if s.page.dialog:
        return _answer(s, s.page.dialog)
    press = s.story.press(s.number)
    return (weigh(s, press) if press else work(s)) or _next(s.following)


def _answer(s: Situation, dialog: Dialog) -> Proposal:
    """Answers a dialog as the task says; a question that the task does not answer is dismissed, and ends the run."""
    answer = s.part.answer
    reason = marked(s.number, "answer", f'the page asks "{dialog.message}"')
    if answer is None and dialog.kind in ("confirm", "prompt"):
        stop = f'the page asks "{dialog.message}" and the task does not say whether to confirm; it was dismissed'
        return s.propose(stop, [act(reason, "answer_dialog", accept=False), fail(s.number, stop)])
    text = {"text": s.part.answer_text} if dialog.kind == "prompt" and s.part.answer_text else {}
    action = act(reason, "answer_dialog", accept=answer is not False, **text)
    return s.with_proofs(f'Answering "{dialog.message}"', [action])
