"""Reasons to grade a claim as shown although what was sent would prove it. They refuse nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from actwright.engine.evidence.asked_controls import left_controls, pressed_again, presses
from actwright.engine.evidence.items import items_acted_in
from actwright.engine.evidence.own_words import (
    LITERAL,
    NAME,
    entered_texts,
    enumerated_in,
    has_words,
    with_values,
    words_of,
)
from actwright.engine.evidence.page_after import new_texts, said_texts, shows_day_beside, shows_other_time, texts_of
from actwright.engine.evidence.refusals import refusal_in, words_for
from actwright.engine.evidence.sent_requests import SentRequests
from actwright.schemas.page import Observation
from actwright.schemas.step import SentValue, Step
from actwright.schemas.task import Task
from actwright.text import one_line
from actwright.tools.outline import outline_of

ALERT = re.compile(r"(?:f\d+\.)?alert(?:-\d+)?")


def reservation_about(
    sent: SentRequests,
    *,
    task: Task,
    steps: Sequence[Step],
    before: Observation,
    now: Observation | None,
    claimed: Sequence[str] = (),
) -> str:
    """The first of them; empty if there is none.

    Args:
        sent: What the run sent.
        task: The task.
        steps: All steps, with that of the claim as the last.
        before: The page before the last effect.
        now: The page as it is; None if it cannot be looked at.
        claimed: The texts of the page that the claim is about.
    """
    left = next(left_controls(with_values(task.text, task), steps), "")
    found = left or pressed_again(sent) or taken_back(sent, task)
    names = enumerated_in(LITERAL.sub(" ", task.text), NAME)
    if not found and (name := left_of_list(names, sent, task, steps, claimed)):
        found = f'"{name}", which the task lists with others, was neither sent nor used'
    if found or now is None:
        return found
    return (
        _by_page(sent, task, before, now) or next(_by_fields(sent, steps, now), "") or _by_alert(claimed, before, now)
    )


def _by_fields(sent: SentRequests, steps: Sequence[Step], now: Observation) -> Iterator[str]:
    """Fields that were filled in and that show what they held before."""
    receipts = {each.field.partition(" ")[2]: each for outcome in sent.outcomes for each in outcome.receipts}
    for name, receipt in receipts.items():
        old = {each.value for step in steps for each in step.page.elements if each.title == receipt.field} - {
            receipt.got
        }
        fields = [each for each in now.elements if name and each.title.partition(" ")[2] == name]
        if len(fields) == 1 and fields[0].value and fields[0].value in old:
            yield f'the page shows "{one_line(fields[0].value)}" in {fields[0].title} again'


def _by_alert(claimed: Sequence[str], before: Observation, now: Observation) -> str:
    """That a page alerts something in words that the claim leaves out, in whatever language."""
    known = {*_alerts(before)}
    left_out = (
        text for text in _alerts(now) if text not in known and not any(has_words([text], each) for each in claimed)
    )
    alert = next(left_out, "")
    return f'the page alerts "{alert}"' if alert else ""


def _alerts(page: Observation) -> Iterator[str]:
    outline = outline_of(page)
    places = (at for at, line in enumerate(outline.lines) if ALERT.fullmatch(line.head))
    yield from (text for at in places for each in (at, *outline.inside(at)) if (text := outline.said[each]))


def taken_back(sent: SentRequests, task: Task) -> str:
    """That what was done was changed afterwards, or taken back; empty if it was not."""
    return _sent_again(sent, task) or _undone(sent, task)


def _sent_again(sent: SentRequests, task: Task) -> str:
    """A value of the task in whose place the same request later had one that the task does not name."""
    named: dict[tuple[str, str], SentValue] = {}
    again: dict[tuple[str, str], str] = {}
    for request in sent.acting:
        for value in request.values:
            place = request.request, value.name
            if value.match and (value.reference or has_words([task.text], value.wanted)):
                named[place] = value
                again.pop(place, None)
            elif place in named and (value.match or value.sent):
                again[place] = (
                    f'{value.name} was sent as "{named[place].wanted}", and later as "{value.sent or value.wanted}"'
                )
    return next(iter(again.values()), "")


def _undone(sent: SentRequests, task: Task) -> str:
    """That the last control to be pressed takes back what was done, by its name."""
    last = next((each.target for each in reversed(sent.outcomes) if presses(each) and each.target), "")
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
    texts = new_texts(before, now)
    return shows_day_beside(meant, texts, now.text) or shows_other_time(meant, texts, now.text)


def left_of_list(
    lists: Iterable[Sequence[str]], sent: SentRequests, task: Task, steps: Sequence[Step], claimed: Sequence[str]
) -> str:
    """A text of a list in the task that was not used although others of that list were; empty if there is none."""
    if not sent.all or any(each.unread for each in sent.all):
        return ""
    found = (value.wanted for each in (*sent.all, *sent.asked) for value in each.values)
    targets = (each.target for each in sent.outcomes)
    used = [*found, *targets, *entered_texts(sent.outcomes, task), *items_acted_in(task, steps), *claimed]
    for texts in lists:
        left = [text for text in texts if not has_words(used, text)]
        if left and len(left) < len(texts):
            return left[0]
    return ""
