"""Controls that would have done what a task says, and that were not pressed: another was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from actwright.engine.evidence.asked_controls import AskedWords, presses
from actwright.engine.evidence.own_words import LITERAL, QUESTION, words_of
from actwright.engine.evidence.page_after import dates_in
from actwright.engine.evidence.refusals import words_for
from actwright.engine.evidence.sent_requests import SentRequests, only_asks
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Outcome, Step
from actwright.schemas.task import REFERENCE
from actwright.text import one_line
from actwright.tools.outline import outline_of

BUTTONS = frozenset({"button", "menuitem"})
TOGGLES = frozenset({"switch", "checkbox", "radio"})
FIELDS = frozenset({"textbox", "combobox", "spinbutton", "listbox"})
ORDERS = frozenset(
    {
        "order",
        "booking",
        "reservation",
        "payment",
        "purchase",
        "bestellung",
        "buchung",
        "zahlung",
        "commande",
        "paiement",
        "pedido",
        "pago",
        "ordine",
        "pagamento",
        "bestelling",
        "betaling",
        "zamowienie",
    }
)
TITLE = re.compile(r"[^\W\d_]{3,12}\.? \d{4}")
"""A month and a year, as calendars have them above the days."""


def left_for_another(sent: SentRequests, task: str, steps: Sequence[Step], now: Observation) -> str:
    """Why a control that a task names should have been pressed: others were, and none that it names; empty if none."""
    asked = AskedWords(LITERAL.sub(" ", REFERENCE.sub(" ", task)))
    pressed = [each for each in sent.outcomes if presses(each)]
    if QUESTION.search(task) or any(each.target and not words_of(_name(each)) for each in pressed):
        return ""  # what a picture stands for is not known
    looks = [*(step.page for step in steps), now]
    names = {words_of(_name(each)) for each in pressed}
    return (
        next(_unpressed_buttons(sent, asked, pressed, looks), "")
        or next(_other_toggles(asked, pressed, looks), "")
        or next(_other_pressed(asked, steps, {_id(each) for each in pressed}), "")
        or _unconfirmed(sent, asked, names, steps, now)
        or _goes_on(sent, asked, steps, now)
        or _other_month(sent, task, steps)
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


def _other_toggles(asked: AskedWords, pressed: Sequence[Outcome], looks: Sequence[Observation]) -> Iterator[str]:
    """Switches and boxes that a task names, beside one that was pressed and has no word of it."""
    for outcome in pressed:
        page = next((each for each in reversed(looks) if _id(outcome) in each.by_id), None)
        toggle = page.by_id[_id(outcome)] if page is not None else None
        if page is None or toggle is None or toggle.role not in TOGGLES or asked.shared(toggle.name):
            continue
        named = [each for each in page.elements if each.role == toggle.role and asked.names(each.name)]
        if len(named) == 1 and not any(_id(each) == named[0].id for each in pressed):
            yield f'"{one_line(named[0].name)}", which the task names, was not pressed, and {outcome.target} was'


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


def _unconfirmed(
    sent: SentRequests, asked: AskedWords, names: set[tuple[str, ...]], steps: Sequence[Step], now: Observation
) -> str:
    """A button that confirms what was sent, on a page that came after it, and that was not pressed."""
    confirming = words_for("confirming")
    last = max((at for at, step in enumerate(steps) if any(each.sent for each in step.outcomes)), default=-1)
    known = {words_of(each.name) for step in steps[: last + 1] for each in step.page.elements} | names
    if not sent.all or asked.has_any(confirming):
        return ""
    buttons = (each for each in now.elements if _confirms(each, asked) and words_of(each.name) not in known)
    button = next(buttons, None)
    return f'the page now has "{one_line(button.name)}", which was not pressed' if button is not None else ""


def _confirms(element: Element, asked: AskedWords) -> bool:
    """Whether a button confirms, by its name, something that has no name, or one that the task has."""
    words, confirming = words_of(element.name), words_for("confirming")
    if not element.submits or element.disabled or confirming.isdisjoint(words):
        return False
    rest = {*words} - confirming - words_for("small")
    return not rest or bool(asked.shared(" ".join(rest))) or not rest.isdisjoint(ORDERS)


def _goes_on(sent: SentRequests, asked: AskedWords, steps: Sequence[Step], now: Observation) -> str:
    """A field that the next page of a form asks for, after a button that only leads on to it."""
    continuing = words_for("continuing")
    last = next((each for each in reversed(sent.outcomes) if presses(each) and each.sent), None)
    if last is None or continuing.isdisjoint(words_of(_name(last))) or asked.has_any(continuing):
        return ""
    known = {each.name for step in steps for each in step.page.elements if each.id in {_id(o) for o in step.outcomes}}
    known |= {receipt.field.partition(" ")[2].strip('"') for each in sent.outcomes for receipt in each.receipts}
    leading = continuing | words_for("finishing")
    forms = {each.form for each in now.elements if each.submits and not leading.isdisjoint(words_of(each.name))}
    empty = (
        each
        for each in now.elements
        if each.form is not None
        and each.form in forms
        and each.role in FIELDS
        and not each.value
        and not each.disabled
        and not each.readonly
    )
    field = next((each for each in empty if each.name not in known), None)
    return f'{last.target} led to a page that asks for "{one_line(field.name)}"' if field is not None else ""


def _other_month(sent: SentRequests, task: str, steps: Sequence[Step]) -> str:
    """That a day of another month than the task's was pressed, by the title of the calendar as it was looked at before."""
    days = set(dates_in(task))
    if not sent.all or len(days) != 1:
        return ""
    day = days.pop()
    for step in steps:
        first = next((each for each in step.outcomes if presses(each)), None)  # others may have turned the page
        if first is None or words_of(_name(first)) != (str(day.day),):
            continue
        titles = [match[0] for text in outline_of(step.page).said for match in TITLE.finditer(text)]
        months = {(found.year, found.month): title for title in titles for found in dates_in(f"1 {title}")}
        if len(months) == 1 and (day.year, day.month) not in months:
            return f'{first.target} was pressed where the calendar showed "{next(iter(months.values()))}"'
    return ""


def unopened(task: str, page: Observation) -> str:
    """A tab that a question names, on a page that shows another, which it does not name; empty if there is none."""
    asked = AskedWords(task)
    tabs = [each for each in page.elements if each.role == "tab"]
    named = [each for each in tabs if not each.selected and asked.names(each.name)]
    shown = [each for each in tabs if each.selected and not asked.shared(each.name)]
    if len(named) != 1 or not shown:
        return ""
    return f'the tab "{one_line(named[0].name)}", which the task names, is not open'


def _name(outcome: Outcome) -> str:
    return outcome.target.partition(" ")[2]


def _id(outcome: Outcome) -> str:
    return outcome.target.partition(" ")[0]
