"""Doubts about a claim: each is put once, and answered by new evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from actwright.engine.evidence.items import Items
from actwright.engine.evidence.own_words import entered_texts, has_words, with_values, words_of
from actwright.engine.evidence.page_after import said_texts, texts_of
from actwright.engine.evidence.refusals import asks_for, refusal_in, several_words
from actwright.engine.evidence.sent_requests import Repeated, SentRequests
from actwright.schemas.page import Observation
from actwright.schemas.step import Effect, Evidence, Outcome, Step
from actwright.schemas.task import Task
from actwright.text import one_line

__all__ = ["Doubt", "DoubtKind", "doubt_about", "items_acted_in"]

DoubtKind = Literal["refusal", "repeated", "unused_value", "unsent_value", "other_item"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubt about a claim, in a sentence that says what would answer it."""

    kind: DoubtKind
    reason: str


def doubt_about(
    sent: SentRequests,
    facts: Sequence[Evidence],
    *,
    task: Task,
    steps: Sequence[Step],
    before: Observation,
    now: Observation | None,
) -> Doubt | None:
    """The first doubt about a claim; None if there is none.

    Args:
        sent: What the run sent.
        facts: The facts of the claim.
        task: The task.
        steps: All steps, with that of the claim as the last.
        before: The page before the last effect.
        now: The page as it is; None if it cannot be looked at.
    """
    acted = any(each.status == "done" and each.effect is not Effect.READ for each in sent.outcomes)
    said = _said_by_page(sent, task, before, now) if now is not None and acted else None
    looks = [*(step.page for step in steps), before, *([now] if now is not None else [])]
    return said or next(_by_what_was_done(sent, facts, task, steps, looks), None)


def _said_by_page(sent: SentRequests, task: Task, before: Observation, now: Observation) -> Doubt | None:
    own = [value for value in (*entered_texts(sent.outcomes, task), *task.data.values()) if words_of(value)]
    texts = said_texts(before, now, own)
    said = refusal_in(texts, with_values(task.text, task), own=own, before=texts_of(before))
    if said:
        return Doubt("refusal", f'the page says "{said}"; show that it is done all the same, or go on')
    if sent.all and not asks_for("refused", task.text) and (marked := _marked_as_wrong(before, now)):
        return Doubt("refusal", f"the page marks {marked} as wrong; correct it, or show that it is done all the same")
    return None


def _by_what_was_done(
    sent: SentRequests,
    facts: Sequence[Evidence],
    task: Task,
    steps: Sequence[Step],
    looks: Sequence[Observation],
) -> Iterator[Doubt]:
    if (repeated := sent.repeated()) and repeated.same_control and not _asks_for_several(task, repeated):
        again = "show that it counts once, or that twice was asked for"
        yield Doubt("repeated", f"{repeated.request} was sent twice with the same content; {again}")
    if name := sent.unused(facts, items_acted_in(task, steps)):
        yield Doubt("unused_value", f"{{{{{name}}}}} was neither sent nor used to choose anything")
    if text := sent.unused_literal(facts, [shown for page in looks for shown in (page.text, page.title, page.url)]):
        yield Doubt("unused_value", f'"{text}", which the task quotes, was neither sent, entered, used nor shown')
    if name := sent.unsent():
        yield Doubt("unsent_value", f"{{{{{name}}}}} was entered, but not sent")
    if better := _better_item(task, steps):
        reason = f'the action was on another item than "{better}", which fits the words of the task better'
        yield Doubt("other_item", reason)


def _asks_for_several(task: Task, repeated: Repeated) -> bool:
    """Whether a task asks for a thing so often; how often a control without a value is pressed, no number tells."""
    words = words_of(with_values(task.text, task))
    numbers = [int(word) for word in words if word.isdecimal() and len(word) < len("1000")]
    return not several_words().isdisjoint(words) or any(
        each == repeated.times if repeated.has_values else each > 1 for each in numbers
    )


def _marked_as_wrong(before: Observation, now: Observation) -> str:
    """A field that a page marks as invalid, with what it says about it, and did not mark before; empty if none."""
    known = {element.name for element in before.elements if element.invalid}
    marked = next((each for each in now.elements if each.invalid and each.name not in known), None)
    if marked is None:
        return ""
    return f'{marked.title} ("{one_line(marked.error)}")' if marked.error else marked.title


def items_acted_in(task: Task, steps: Sequence[Step]) -> tuple[str, ...]:
    """The texts of the items of their pages that actions were on."""
    return tuple(items.of_element(id) for items, id in _acted(task, steps))


def _better_item(task: Task, steps: Sequence[Step]) -> str:
    """An item that fits the task better than one that was acted in, if no other action was in it or one as good."""
    acted = [*_acted(task, steps)]
    texts = [items.of_element(id) for items, id in acted]
    for items, id in acted:
        better = items.better_for_element(id)
        if better and not any(has_words([text], better) or words_of(better) == words_of(text) for text in texts):
            return better
    return ""


def _acted(task: Task, steps: Sequence[Step]) -> list[tuple[Items, str]]:
    """The elements that actions pressed, each with the items of its page."""
    words = words_of(with_values(task.text, task))
    found: list[tuple[Items, str]] = []
    for step in steps:
        ids = [id for outcome in step.outcomes if _presses(outcome) and (id := outcome.target.partition(" ")[0])]
        if ids:
            items = Items(step.page, words)
            found += [(items, id) for id in ids if not _sends_several(items, step.page, id)]
    return found


def _sends_several(items: Items, page: Observation, button_id: str) -> bool:
    """Whether a button sends all fields of a form that a table lays out: only one of the rows has buttons that send it."""
    button = page.by_id.get(button_id)
    if button is None or not button.submits:
        return False
    inside = [each for each in page.elements if each.form == button.form]
    ends = {items.of_element(each.id) for each in inside if each.submits}
    return len(ends) == 1 and any(items.of_element(each.id) not in ends for each in inside)


def _presses(outcome: Outcome) -> bool:
    return outcome.status == "done" and outcome.effect is not Effect.READ and not outcome.receipts
