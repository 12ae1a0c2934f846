"""Controls that would have done what a task says, and that were not pressed: another was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from actwright.engine.evidence.asked_controls import AskedWords, presses
from actwright.engine.evidence.own_words import LITERAL, QUESTION, words_of
from actwright.engine.evidence.refusals import words_for
from actwright.engine.evidence.sent_requests import SentRequests, only_asks
from actwright.schemas.page import Observation
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.task import REFERENCE
from actwright.text import one_line
from actwright.tools.outline import outline_of

BUTTONS = frozenset({"button", "menuitem"})
TOGGLES = frozenset({"switch", "checkbox", "radio"})


def left_for_another(sent: SentRequests, task: str, steps: Sequence[Step], now: Observation) -> str:
    """Why a control that a task names should have been pressed: others were, and none that it names; empty if none."""
    asked = AskedWords(LITERAL.sub(" ", REFERENCE.sub(" ", task)))
    pressed = [each for each in sent.outcomes if presses(each)]
    has_picture = any(each.target and not words_of(_name(each)) for each in pressed)
    if QUESTION.search(task) or (has_picture and (sent.all or not any(each.receipts for each in sent.outcomes))):
        return ""  # what a picture stands for is not known
    looks = [*(step.page for step in steps), now]
    return (
        next(_unpressed_buttons(sent, asked, pressed, looks), "")
        or next(_other_toggles(sent, asked, looks), "")
        or next(_other_pressed(asked, steps, {_id(each) for each in pressed}), "")
    )


def _unpressed_buttons(
    sent: SentRequests, asked: AskedWords, pressed: Sequence[Outcome], looks: Sequence[Observation]
) -> Iterator[str]:
    """Buttons with nothing but words of the task, if only controls without any were pressed, none of which finishes things."""
    presses_keys = any("key" in each.action.parameters for each in pressed)
    acting = [each for each in pressed if not only_asks(each.target)]
    finishes = any(not words_for("finishing").isdisjoint(words_of(_name(each))) for each in acting)
    entered = not sent.all and any(each.receipts for each in sent.outcomes)
    if not (pressed or entered) or presses_keys or finishes or any(asked.shared(_name(each)) for each in acting):
        return
    if asked.has_any(words_for("looking") | words_for("asks")):
        return
    names = {words_of(_name(each)) for each in pressed}
    for page in reversed(looks):
        for each in page.elements:
            is_button = (each.role in BUTTONS or each.submits) and not each.disabled
            if is_button and asked.names(each.name) and words_of(each.name) not in names:
                instead = f", and {pressed[-1].target} was" if pressed else ""
                yield f'"{one_line(each.name)}", which the task names, was not pressed{instead}'


def _other_toggles(sent: SentRequests, asked: AskedWords, looks: Sequence[Observation]) -> Iterator[str]:
    """Switches and boxes that a task names, beside one that was chosen: one that it names too, or that has no word of it."""
    chosen = [each for each in sent.outcomes if each.status == "done" and each.effect is not Effect.READ]
    touched = {_id(each) for each in chosen}
    for outcome in chosen:
        page = next((each for each in looks if _id(outcome) in each.by_id), None)
        toggle = page.by_id[_id(outcome)] if page is not None else None
        if page is None or toggle is None or toggle.role not in TOGGLES or toggle.checked:
            continue
        beside = (each for each in page.elements if (each.role, each.form) == (toggle.role, toggle.form))
        named = [each for each in beside if asked.names(each.name) and each.id not in touched and not each.checked]
        is_one_of_them = asked.names(toggle.name) and toggle.role != "radio"
        if named and (is_one_of_them or (len(named) == 1 and not asked.shared(toggle.name))):
            yield f'"{one_line(named[0].name)}", which the task names, was not chosen, and {outcome.target} was'


def _other_pressed(asked: AskedWords, steps: Sequence[Step], touched: set[str]) -> Iterator[str]:
    """A button of several of which one stays pressed, which a task names, where the pressed one has no word of it."""
    for step in steps:
        page = step.page
        states = {line.head: line.attributes.get("pressed", "") for line in outline_of(page).lines}
        for outcome in step.outcomes:
            sender = page.by_id.get(_id(outcome)) if outcome.sent and presses(outcome) else None
            inside = [each for each in page.elements if sender is not None and each.form == sender.form]
            chosen = [each for each in inside if states.get(each.id) == "true"]
            named = [each for each in inside if states.get(each.id) == "false" and asked.names(each.name)]
            if len(chosen) == len(named) == 1 and named[0].id not in touched and not asked.shared(chosen[0].name):
                yield f'"{one_line(named[0].name)}", which the task names, was not chosen, and {chosen[0].title} was'


def _name(outcome: Outcome) -> str:
    return outcome.target.partition(" ")[2]


def _id(outcome: Outcome) -> str:
    return outcome.target.partition(" ")[0]
