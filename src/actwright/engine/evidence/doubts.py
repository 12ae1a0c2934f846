"""Doubts about a claim: each is put once, and answered by new evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from actwright.engine.evidence.items import Items
from actwright.engine.evidence.own_words import has_words, with_values, words_of
from actwright.engine.evidence.page_after import new_texts
from actwright.engine.evidence.refusals import refusal_in
from actwright.engine.evidence.sent_requests import SentRequests
from actwright.schemas.page import Observation
from actwright.schemas.step import Effect, Evidence, Outcome, Step
from actwright.schemas.task import Task

__all__ = ["Doubt", "DoubtKind", "doubt_about", "items_acted_in"]

DoubtKind = Literal["refusal", "repeated", "unused_value", "unsent_value", "other_item"]
SEVERAL = frozenset(
    [
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "twice",
        "again",
        "another",
        "both",
        "each",
        "every",
        "all",
        "more",
        "times",
        "several",
        "second",
        "dozen",
        "zwei",
        "drei",
        "vier",
        "funf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
        "zweimal",
        "dreimal",
        "nochmals",
        "noch",
        "wieder",
        "beide",
        "jede",
        "jeden",
        "alle",
        "mehrere",
        "mal",
        "zweite",
        "deux",
        "trois",
        "quatre",
        "cinq",
        "fois",
        "encore",
        "chaque",
        "tous",
        "toutes",
        "plusieurs",
        "autre",
        "dos",
        "tres",
        "cuatro",
        "cinco",
        "veces",
        "otra",
        "otro",
        "cada",
        "todos",
        "todas",
        "due",
        "tre",
        "quattro",
        "volte",
        "ancora",
        "ogni",
        "tutti",
        "altra",
        "altro",
        "dois",
        "duas",
        "vezes",
        "outra",
        "outro",
        "twee",
        "drie",
        "vier",
        "vijf",
        "keer",
        "nogmaals",
        "elke",
        "alle",
        "dwa",
        "trzy",
        "razy",
        "ponownie",
        "kazdy",
    ]
)
"""Words by which a task asks for the same thing more than once, without diacritics."""


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
    if now is not None and any(each.status == "done" and each.effect is not Effect.READ for each in sent.outcomes):
        said = refusal_in(new_texts(before, now, said_only=True), with_values(task.text, task))
        if said:
            return Doubt("refusal", f'the page says "{said}"; show that it is done all the same, or go on')
    if (request := sent.sent_twice()) and not _asks_for_several(task):
        return Doubt(
            "repeated",
            f"{request} was sent twice with the same content; show that it counts once, or that twice was asked for",
        )
    acted_in = items_acted_in(task, steps)
    if name := sent.unused(facts, acted_in):
        return Doubt("unused_value", f"{{{{{name}}}}} was neither sent nor used to choose anything")
    if name := sent.unsent():
        return Doubt("unsent_value", f"{{{{{name}}}}} was entered, but not sent")
    if better := _better_item(task, steps):
        return Doubt(
            "other_item", f'the action was on another item than "{better}", which fits the words of the task better'
        )
    return None


def _asks_for_several(task: Task) -> bool:
    words = words_of(with_values(task.text, task))
    return not SEVERAL.isdisjoint(words) or any(
        word.isdigit() and int(word) > 1 for word in words if len(word) < len("1000")
    )


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
            found += [(items, id) for id in ids]
    return found


def _presses(outcome: Outcome) -> bool:
    return outcome.status == "done" and outcome.effect is not Effect.READ and not outcome.receipts
