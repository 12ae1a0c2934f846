"""Reasons to grade a claim as shown although what was sent would prove it. They refuse nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from actwright.engine.evidence.own_words import entered_texts, has_words, with_values, words_of
from actwright.engine.evidence.page_after import new_texts, said_texts, shows_day_beside, texts_of
from actwright.engine.evidence.refusals import NOT, refusal_in, words_for
from actwright.engine.evidence.sent_requests import SentRequests
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Effect, Outcome, SentValue, Step
from actwright.schemas.task import Task
from actwright.text import one_line

STEM, ENDING = 4, 3
"""The fewest letters that two forms of a word share, and the most in which they differ."""


def reservation_about(
    sent: SentRequests, *, task: Task, steps: Sequence[Step], before: Observation, now: Observation | None
) -> str:
    """The first of them; empty if there is none.

    Args:
        sent: What the run sent.
        task: The task.
        steps: All steps, with that of the claim as the last.
        before: The page before the last effect.
        now: The page as it is; None if it cannot be looked at.
    """
    asked = _Asked(with_values(task.text, task))
    found = next(_by_choices(asked, steps), "") or _sent_again(sent, task) or _undone(sent, task)
    return found or (_by_page(sent, task, before, now) if now is not None else "")


class _Asked:
    """The words of a task, by which its choices are known."""

    def __init__(self, text: str) -> None:
        self._words = words_of(text)

    def names(self, label: str) -> bool:
        """Whether a task has all words of a label, and does not deny them."""
        words = words_of(label)
        return bool(words) and all(self._has(word) and not self._denies(word) for word in words)

    def shared(self, label: str) -> frozenset[str]:
        return frozenset(word for word in words_of(label) if self._has(word))

    def _has(self, word: str) -> bool:
        return any(_is_form_of(word, each) for each in self._words)

    def _denies(self, word: str) -> bool:
        at = next(at for at, each in enumerate(self._words) if _is_form_of(word, each))
        return NOT.search(" ".join(self._words[:at])) is not None


def _is_form_of(one: str, other: str) -> bool:
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= STEM and long.startswith(short) and len(long) - len(short) <= ENDING


def _by_choices(asked: _Asked, steps: Sequence[Step]) -> Iterator[str]:
    outcomes = [outcome for step in steps for outcome in step.outcomes if outcome.status == "done"]
    touched = {name for each in outcomes for name in (_element_of(each), str(each.action.parameters.get("onto", "")))}
    for step in steps:
        for outcome in step.outcomes:
            pressed = step.page.by_id.get(_element_of(outcome)) if _presses(outcome) else None
            if pressed is None:
                continue
            inside = [each for each in step.page.elements if each.form == pressed.form]
            yield from _better_buttons(asked, pressed, inside, touched)
            if outcome.sent:
                yield from _left_choices(asked, inside, touched)


def _element_of(outcome: Outcome) -> str:
    return outcome.target.partition(" ")[0]


def _presses(outcome: Outcome) -> bool:
    return outcome.status == "done" and outcome.effect is not Effect.READ and not outcome.receipts


def _better_buttons(asked: _Asked, pressed: Element, inside: Sequence[Element], touched: set[str]) -> Iterator[str]:
    """Buttons of the same form that have all words of the task which the pressed one has, and others."""
    if pressed.form is None:
        return
    for other in inside:
        if other.role == "button" and other.id not in touched and asked.shared(other.name) > asked.shared(pressed.name):
            yield f'"{other.name}", beside "{pressed.name}", has more words of the task and was not pressed'


def _left_choices(asked: _Asked, inside: Sequence[Element], touched: set[str]) -> Iterator[str]:
    """Choices of a form that the task names, and that were left as they were: unticked, or with another option."""
    groups = {(each.type, each.attribute_name) for each in inside if each.id in touched}
    for each in inside:
        if each.id in touched or each.disabled or (each.type == "radio" and (each.type, each.attribute_name) in groups):
            continue
        if each.checked is False and asked.names(each.name):
            yield f'"{each.name}", which the task names, was not chosen'
        chosen = next((option for option in each.options if option.selected), None)
        if chosen is None or each.multiple or asked.names(chosen.label) or asked.names(chosen.value):
            continue
        other = next((option for option in each.options if asked.names(option.label)), None)
        if other is not None:
            yield f'{each.title} was left at "{one_line(chosen.label)}", and the task names "{one_line(other.label)}"'


def _sent_again(sent: SentRequests, task: Task) -> str:
    """A value of the task in whose place the same request later had one that the task does not name."""
    named: dict[tuple[str, str], SentValue] = {}
    again: dict[tuple[str, str], str] = {}
    for request in sent.acting:
        for value in (each for each in request.values if each.match):
            place = request.request, value.name
            if value.reference or has_words([task.text], value.wanted):
                named[place] = value
                again.pop(place, None)
            elif place in named:
                again[place] = f'{value.name} was sent as "{named[place].wanted}", and later as "{value.wanted}"'
    return next(iter(again.values()), "")


def _undone(sent: SentRequests, task: Task) -> str:
    """That the last control to be pressed takes back what was done, by its name."""
    last = next((each.target for each in reversed(sent.outcomes) if _presses(each) and each.target), "")
    undoing = words_for("undoing")
    taken_back = undoing.intersection(words_of(last.partition(" ")[2])) and undoing.isdisjoint(words_of(task.text))
    return f"{last} was pressed last" if taken_back else ""


def _by_page(sent: SentRequests, task: Task, before: Observation, now: Observation) -> str:
    text = with_values(task.text, task)
    own = [value for value in (*entered_texts(sent.outcomes, task), *task.data.values()) if words_of(value)]
    said = said_texts(before, now, own)
    if waits := refusal_in(said, text, own=own, before=texts_of(before), kinds=("pending",)):
        return f'the page says "{waits}"'
    meant = [text, *(receipt.wanted for each in sent.outcomes for receipt in each.receipts)]
    return shows_day_beside(meant, new_texts(before, now), now.text)
