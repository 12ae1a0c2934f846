"""Doubts about a claim: each is put once, and answered by new evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from actwright.engine.evidence.asked_controls import left_for_another, pressed_again, presses, surely_left
from actwright.engine.evidence.asked_value import answered_otherwise, compares
from actwright.engine.evidence.items import Items, acted_on, items_acted_in
from actwright.engine.evidence.own_words import (
    LITERAL,
    NAME,
    QUESTION,
    entered_texts,
    enumerated_in,
    has_words,
    shown_texts,
    with_values,
    words_of,
)
from actwright.engine.evidence.page_after import dates_in, said_texts, says_another_number, says_fewer, texts_of
from actwright.engine.evidence.refusals import asks_for, refusal_in, words_for
from actwright.engine.evidence.sent_requests import Repeated, SentRequests, is_message
from actwright.engine.evidence.unexplained import shows_value
from actwright.schemas.page import Observation
from actwright.schemas.step import REPLAY, Effect, Evidence, SentValue, Step
from actwright.schemas.task import REFERENCE, Task
from actwright.text import one_line
from actwright.tools.units import UNITS

DUTCH = frozenset({"het", "een", "welke", "wat", "wie", "dit", "dat", "ik"})
"""Words of the language in which "of" stands between things to choose from."""
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
UNDER_WAY = re.compile(r"(?:^|\s)[^\W\d_]{4,}(?:\.\.\.|\u2026)$")
"""How a page ends what it says while it is at work: "Saving…"."""
LONGEST_MESSAGE = 100
"""Characters of a message."""

DoubtKind = Literal[
    "refusal", "repeated", "unused_value", "unsent_value", "other_item", "other_answer", "left_control", "taken_back"
]


def is_choice(task: str) -> bool:
    """Whether a task asks which of several things it names, so that words of the task are the answer."""
    words = {*words_of(task)}
    either = words_for("either") if words & DUTCH else words_for("either") - {"of"}
    return QUESTION.search(task) is not None and not either.isdisjoint(words)


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
    said = _said_by_page(sent, facts, task, before, now) if now is not None and acted else None
    looks = [*(step.page for step in steps), before, *([now] if now is not None else [])]
    return (
        said
        or next(_by_what_was_done(sent, facts, task, steps, looks), None)
        or _by_answer(sent, facts, task, looks[-1])
    )


def _by_answer(sent: SentRequests, facts: Sequence[Evidence], task: Task, page: Observation) -> Doubt | None:
    """A doubt about the answer to a question, or about what a task reads without doing anything."""
    reads = all(each.effect is Effect.READ for each in sent.outcomes)
    if sent.all or not (reads or QUESTION.search(task.text)):
        return None
    texts = [text for fact in facts for text in shown_texts(fact)]
    wrong = answered_otherwise(page, with_values(task.text, task), texts)
    if not wrong and not any(map(presses, sent.outcomes)):
        wrong = _in_other_item(task, page, texts)
    return Doubt("other_answer", f"{wrong}; quote what answers it, with the words around it") if wrong else None


def _in_other_item(task: Task, page: Observation, texts: Sequence[str]) -> str:
    """That an answer stands beside an item that has all that the question names of its own, and more; empty if not."""
    words = words_of(with_values(task.text, task))
    if compares(words):
        return ""
    items = Items(page, words)
    better = next((item for text in texts if (item := items.better_for_text(text))), "")
    sums = words_for("sums")
    is_sum = any(not sums.isdisjoint(words_of(line)) for text in texts for line in texts_of(page) if text in line)
    return "" if not better or is_sum else f'that is not in the item that the task is about: "{better}"'


def _said_by_page(
    sent: SentRequests, facts: Sequence[Evidence], task: Task, before: Observation, now: Observation
) -> Doubt | None:
    reason = next(_denials(sent, facts, task, before, now), "")
    return Doubt("refusal", f"{reason}, or show that it is done all the same") if reason else None


def _denials(
    sent: SentRequests, facts: Sequence[Evidence], task: Task, before: Observation, now: Observation
) -> Iterator[str]:
    """What a page says or asks that speaks against a claim, and what to do about it."""
    own = [value for value in (*entered_texts(sent.outcomes, task), *task.data.values()) if words_of(value)]
    texts, text = said_texts(before, now, own, listed=bool(sent.all)), with_values(task.text, task)
    said = refusal_in(texts, text, own=own, before=texts_of(before))
    said = "" if _is_kept(sent, [line for line in texts if said not in line]) else said
    if said and not (QUESTION.search(task.text) and (not sent.all or _is_quoted(said, facts))):
        yield f'the page says "{said}"; go on'
    if waits := _under_way(sent, facts, texts, own, now):
        yield f"{waits}; wait, and look again"
    if not sent.all:
        return
    if _asks_for_password(now) and not _asks_for_password(before) and words_for("login").isdisjoint(words_of(text)):
        yield "the page now asks for a password; go on"
    entered = {receipt.field: receipt for each in sent.outcomes for receipt in each.receipts}.values()
    if other := says_another_number(entered, texts, now.text) or says_fewer(text, texts):
        yield f"{other}; go on"
    if not asks_for("refused", task.text) and (marked := _marked_as_wrong(before, now)):
        yield f"the page marks {marked} as wrong; correct it"


def _is_kept(sent: SentRequests, texts: Sequence[str]) -> bool:
    """Whether all values that were named were sent and accepted, and a page then shows them in one of these texts.

    What it refuses besides may be about something else: "4 seats are yours. Rows A and B are sold out."
    """
    values = {value.wanted for request in sent.succeeded for value in request.values if value.match}
    is_sent = bool(values) and not sent.shortfall(())
    return is_sent and all(any(shows_value(text, value) for text in texts) for value in values)


def _under_way(
    sent: SentRequests, facts: Sequence[Evidence], texts: Sequence[str], own: Sequence[str], now: Observation
) -> str:
    """That a page says that it is still at work, or that something has left the browser although nothing has."""
    claimed = [text for fact in facts for text in shown_texts(fact)]
    lines = [next((line for line in texts if has_words([line], text)), "") for text in claimed]
    if lines and all(UNDER_WAY.search(line) and not has_words(own, line) for line in lines):
        return f'the page says only "{lines[0]}"'
    pressed, undoing = [each for each in sent.outcomes if presses(each)], words_for("undoing")
    may_wait = any(each.role == "button" and not undoing.isdisjoint(words_of(each.name)) for each in now.elements)
    if sent.all or not pressed or not may_wait or not all(each.nothing_sent for each in pressed):
        return ""
    words = words_for("transmitted")
    said = next((line for line in texts if len(line) <= LONGEST_MESSAGE and not words.isdisjoint(words_of(line))), "")
    return f'the page says "{said}", and nothing has left the browser' if said else ""


def _is_quoted(said: str, facts: Sequence[Evidence]) -> bool:
    """Whether facts repeat what a page says, or a part of it: to a question, that is the answer."""
    texts = [text for fact in facts for text in shown_texts(fact)]
    return any(has_words([said], text) or has_words([text], said) for text in texts)


def _by_what_was_done(
    sent: SentRequests,
    facts: Sequence[Evidence],
    task: Task,
    steps: Sequence[Step],
    looks: Sequence[Observation],
) -> Iterator[Doubt]:
    words = words_of(task.text)
    once = not words_for("once").isdisjoint(words) and words_for("several").isdisjoint(words)
    repeated, again = sent.repeated(), "show that it counts once, or that twice was asked for"
    if repeated and (repeated.same_control or once) and not _asks_for_several(task, repeated):
        yield Doubt("repeated", f"{repeated.request} was sent twice with the same content; {again}")
    if once and (pressed := pressed_again(sent)):
        yield Doubt("repeated", f"{pressed}; {again}")
    wrong = surely_left(task.text, steps, looks[-1]) or left_for_another(sent, task.text, steps, looks[-1])
    if wrong := wrong or _taken_back(sent, task):
        yield Doubt("left_control", f"{wrong}; put that right, or show that it is done all the same")
    if name := sent.unused(facts, items_acted_in(task, steps)):
        yield Doubt("unused_value", f"{{{{{name}}}}} was neither sent nor used to choose anything")
    if text := sent.unused_literal(facts, [shown for page in looks for shown in (page.text, page.title, page.url)]):
        yield Doubt("unused_value", f'"{text}", which the task quotes, was neither sent, entered, used nor shown')
    plain = LITERAL.sub(" ", task.text)
    lists = *enumerated_in(task.text), *enumerated_in(plain, NAME), *enumerated_in(plain, ADDRESS)
    if text := _left_of_list(lists, sent, task, steps, [fact.wanted for fact in facts]):
        yield Doubt("unused_value", f'"{text}", which the task lists with others, was neither sent nor used')
    yield from _about_values(sent, task)
    if better := _better_item(task, steps):
        reason = f'the action was on another item than "{better}", which fits the words of the task better'
        yield Doubt("other_item", reason)


def _about_values(sent: SentRequests, task: Task) -> Iterator[Doubt]:
    """Doubts about values that were not sent, or other ones than the task names, and about requests without an answer."""
    if name := sent.unsent():
        yield Doubt("unsent_value", f"{{{{{name}}}}} was entered, but not sent")
    answered = {each.request for each in sent.succeeded}
    unknown = [outcome.sent for outcome in sent.outcomes if outcome.status == "unknown"]
    of_run = (each for sent_by in unknown for each in [one for one in sent_by if one.values] or sent_by)
    lost = (each.request for each in of_run if each.status is None and not is_message(each))
    if request := next((each for each in lost if each not in answered), ""):
        yield Doubt("unsent_value", f"nothing says how {request} was answered; look at the page anew")
    if other := _other_day(sent, task):
        yield Doubt("unused_value", other)
    if dropped := _dropped(sent, task):
        yield Doubt("unsent_value", dropped)


def _dropped(sent: SentRequests, task: Task) -> str:
    """Why an entered value was not kept: a control that drops it, by its name, was the last to be pressed."""
    places = [at for at, each in enumerate(sent.outcomes) if presses(each) and each.target]
    words = words_of(sent.outcomes[places[-1]].target.partition(" ")[2]) if places else ()
    dismissed = words_for("dismissed")
    if dismissed.isdisjoint(words) or not dismissed.isdisjoint(words_of(task.text)):
        return ""
    found = {value.reference for each in (*sent.all, *sent.asked) for value in each.values}
    entered = (receipt.reference for each in sent.outcomes[: places[-1]] for receipt in each.receipts)
    name = next((each for each in entered if each and each not in found), "")
    return (
        f"{{{{{name}}}}} was entered and not sent, and {sent.outcomes[places[-1]].target} was pressed" if name else ""
    )


def _other_day(sent: SentRequests, task: Task) -> str:
    """That another day than the only one of a task was entered; empty if not, or if the task counts days from it."""
    text = with_values(task.text, task)
    asked = {*dates_in(text)}
    entered = {day: each for outcome in sent.outcomes for each in outcome.receipts for day in dates_in(each.wanted)}
    if len(asked) != 1 or len(entered) != 1 or asked == {*entered} or any(word in UNITS for word in words_of(text)):
        return ""
    receipt = next(iter(entered.values()))
    return f'the task names {asked.pop()}, and "{receipt.wanted}" was entered in {receipt.field}'


def _asks_for_several(task: Task, repeated: Repeated) -> bool:
    """Whether a task asks for a thing so often; how often a control without a value is pressed, no number tells."""
    words = words_of(with_values(task.text, task))
    numbers = [int(word) for word in words if word.isdecimal() and len(word) < len("1000")]
    named = Counter(one_line(name) for name in REFERENCE.findall(task.text))
    if any(named[name] >= repeated.times for name in repeated.references):
        return True
    return not words_for("several").isdisjoint(words) or any(
        each == repeated.times if repeated.references else each > 1 for each in numbers
    )


def _asks_for_password(page: Observation) -> bool:
    return any(element.type == "password" for element in page.elements)


def _marked_as_wrong(before: Observation, now: Observation) -> str:
    """A field that a page marks as invalid, with what it says about it, and did not mark before; empty if none."""
    known = {element.name for element in before.elements if element.invalid}
    marked = next((each for each in now.elements if each.invalid and each.name not in known), None)
    if marked is None:
        return ""
    return f'{marked.title} ("{one_line(marked.error)}")' if marked.error else marked.title


def _better_item(task: Task, steps: Sequence[Step]) -> str:
    """An item that fits the task better than one that was acted in, if no other action was in it or one as good.

    Where a recording was followed, it identifies the item, by its number if the words of the task fit several.
    """
    acted = [*acted_on(task, [step for step in steps if step.decided_by != REPLAY])]
    texts = [items.of_element(id) for items, id in acted]
    for items, id in acted:
        better = items.better_for_element(id)
        if better and not any(has_words([text], better) or words_of(better) == words_of(text) for text in texts):
            return better
    return ""


def _taken_back(sent: SentRequests, task: Task) -> str:
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


def _left_of_list(
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
