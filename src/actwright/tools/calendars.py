"""Dates in fields and buttons that open a calendar: the days are pressed there if the text alone does not choose them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from playwright.async_api import Error

from actwright.date_patterns import write_date
from actwright.errors import ToolError
from actwright.schemas.page import Element
from actwright.schemas.step import Receipt
from actwright.tools.base import Done
from actwright.tools.formats import has_format
from actwright.tools.polling import until
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import Surface
from actwright.tools.target import Target

OPEN_SECONDS = 1.0
"""How long a calendar may take to open, and to show another month."""
PRESS_MS = 2000.0
MOST_MONTHS = 24
"""The most months to go through; people go further by choosing a year."""
NEAR = 60.0
"""CSS px between a field and the button that opens its calendar."""
DAY = r"\d{4}-\d\d-\d\d"
ENTRY = re.compile(
    rf"({DAY})(?:[T ](\d\d:\d\d)(?::00)?|\s*(?:to|until|[-/~\u2013\u2014\u2192])\s*({DAY}))?", re.IGNORECASE
)
BETWEEN = re.compile(r"\s+(?:to|until|[-/~\u2013\u2014\u2192])\s+|\s*[~\u2013\u2014\u2192]\s*", re.IGNORECASE)
DATED = re.compile(r"(?i)\b(?:date|day|calendar|datum|kalender|fecha|calendario|calendrier)\b")
"""What the name of a button says that opens a calendar."""


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """A date, with a time of day, or the first and last day of a range."""

    days: tuple[date, ...]
    clock: str = ""

    def written_for(self, element: Element) -> str | None:
        """A date in the form that the texts of a field ask for; None if they ask for none, or it is more than a date."""
        hint = f"{element.placeholder} {element.description} {element.label}"
        return write_date(self.days[0], hint) if len(self.days) == 1 and not self.clock else None

    @property
    def title(self) -> str:
        """The days and the time, as they were given."""
        return " to ".join(map(str, self.days)) + f" {self.clock}".rstrip()


def calendar_entry(surface: Surface, target: Target, value: str) -> CalendarEntry | None:
    """The days and the time that a value is, if it is for a text field or a button, which may open a calendar."""
    element = target.element
    is_field = element.tag == "input" and not has_format(element)
    is_button = element.tag == "button" or element.role == "button"
    if not (is_field or is_button) or element.submits or surface.fields.withholds(value):
        return None
    found = ENTRY.fullmatch(surface.fields.reveal(value, target).strip())
    if found is None and (is_button or element.readonly) and len(days := surface.fields.days(value, target)) == 1:
        return CalendarEntry((*days,))
    try:
        return found and CalendarEntry(tuple(map(date.fromisoformat, filter(None, found.group(1, 3)))), found[2] or "")
    except ValueError:
        return None


async def entered_with_calendar(
    surface: Surface,
    target: Target,
    value: str,
    *,
    entry: CalendarEntry,
    enter: Callable[[], Awaitable[Done]],
) -> Done:
    """Enters a date as text, and presses the day in the calendar that opens, unless it is chosen there.

    A read-only field and a button are clicked instead; a button only if it says that it opens something, or names a date.

    Args:
        surface: Where the control is.
        target: The control.
        value: The parameter, with its references.
        entry: What it means.
        enter: Enters it as text.

    Raises:
        ToolError: It took neither the text nor the day, or the month is too far away.
    """
    kind = await surface.view.ask(target, "before_choices")
    is_field = target.element.tag == "input"
    if not is_field and not (kind["popup"] or DATED.search(target.element.name)):
        return await enter()
    done, failure = None, None
    try:
        done = await enter() if is_field and not target.element.readonly else None
    except ToolError as error:
        failure = error
    is_taken = done is not None and bool(done.receipts) and all(each.match for each in done.receipts)
    first, *others = entry.days
    if done is not None and is_taken and (others or entry.clock):
        return done
    calendar = _Calendar(surface, target)
    is_open = is_taken or await calendar.open(first)
    if is_open and (pressed := await calendar.choose(value, entry)):
        return pressed
    if done is None:
        raise failure or ToolError(f"{target.title} is read-only: click it if it opens something to choose from")
    return done


class _Calendar:
    """The calendar that a field or a button has opened."""

    def __init__(self, surface: Surface, target: Target) -> None:
        self._surface = surface
        self._target = target

    async def step(self, day: date) -> dict[str, Any]:
        wanted = {"year": day.year, "month": day.month, "day": day.day}
        return await self._surface.view.ask(self._target, "calendar_step", wanted)

    async def open(self, day: date) -> bool:
        """Opens it unless it is open: by a click on the field, or on the button beside that names a date."""
        if (await self.step(day))["step"]:
            return True
        opener = self._surface.view.part(self._target, "opener")
        await opener.click(force=True, timeout=self._surface.timeout, no_wait_after=True)
        if await self._is_open(day):
            return True
        beside = await self._button_beside()
        if beside is None:
            return False
        await beside.locator.click(timeout=PRESS_MS, no_wait_after=True)
        return await self._is_open(day)

    async def choose(self, value: str, entry: CalendarEntry) -> Done | None:
        """Presses the days, sets the time, and reads back; None if there is no calendar, or the day is chosen in it already.

        Raises:
            ToolError: The calendar does not offer a day or a time, or nothing shows the choice.
        """
        if len(entry.days) == 1:
            if not await self._press(entry.days[0]):
                return None
            if entry.clock:
                await self._set_time(entry.clock)
            receipt = await self._read_back(value, entry)
        else:
            receipt = await self._press_range(value, entry)
        if not receipt.match and self._target.element.tag != "input":
            raise ToolError(
                f'{receipt.field} shows "{receipt.got}" after {entry.title} was pressed', may_have_acted=True
            )
        holds = f'holds "{receipt.got}"' + ("" if receipt.match else f', not "{receipt.wanted}"')
        days = "day was" if len(entry.days) == 1 else "days were"
        return Done(f"{receipt.field} {holds}, after the {days} pressed in its calendar", (receipt,))

    async def _is_open(self, day: date) -> bool:
        return (await until(lambda: self.step(day), lambda answer: bool(answer["step"]), seconds=OPEN_SECONDS))[0]

    async def _button_beside(self) -> Target | None:
        page = await self._surface.look()
        field = page.by_id.get(self._target.element.id)
        found = [each for each in page.elements if field is not None and _opens_calendar_of(each, field)]
        if len(found) != 1:
            return None
        is_own = found[0].id == self._target.element.id  # it was pressed while its calendar was closing
        return self._target if is_own else await self._surface.target(found[0].id)

    async def _press_range(self, value: str, entry: CalendarEntry) -> Receipt:
        """Presses the first and the last day; once more if the calendar took the first for the end of another range."""
        receipt = None
        for number, day in enumerate(entry.days * 2):
            if not await self.open(day) or not await self._press(day, always=True):
                break
            if number:
                receipt = await self._read_back(value, entry)
                if receipt.match:
                    return receipt
        return receipt or await self._read_back(value, entry)

    async def _press(self, day: date, *, always: bool = False) -> bool:
        """Goes to the month and presses the day. False if there is no calendar, or the day is chosen in it already."""
        for _ in range(MOST_MONTHS):
            answer = await self.step(day)
            if answer["step"] == "" or (answer["step"] == "marked" and not always):
                return False
            away = abs(answer["away"])
            if answer["step"] == "disabled" or away > MOST_MONTHS:
                break
            await self._click(day)
            if answer["step"] in {"day", "marked"}:
                return True
            moved, _ = await until(
                lambda: self.step(day), lambda now, was=away: abs(now["away"]) < was, seconds=OPEN_SECONDS
            )
            if not moved:
                break
        raise ToolError(
            f"the calendar of {self._target.title} offers no {day} here: "
            "go to its month by the calendar's own controls, and click the day",
            may_have_acted=True,
        )

    async def _click(self, day: date) -> None:
        option = self._surface.view.part(self._target, "option")
        try:
            await option.click(timeout=PRESS_MS, no_wait_after=True)
        except Error as error:
            message = f"the calendar of {self._target.title} cannot be clicked: {day} was not chosen"
            raise ToolError(message, may_have_acted=True) from error

    async def _set_time(self, clock: str) -> None:
        for name, text in zip(("hour", "minute"), clock.split(":"), strict=True):
            if not (await self._surface.view.ask(self._target, "calendar_time", name))["ready"]:
                message = f"the day was pressed, and the calendar of {self._target.title} has no field for {clock}: set it there"
                raise ToolError(message, may_have_acted=True)
            field = self._surface.view.part(self._target, "option")
            await field.fill(text, timeout=PRESS_MS)
            await field.blur(timeout=PRESS_MS)

    async def _read_back(self, value: str, entry: CalendarEntry) -> Receipt:
        fields = self._surface.fields
        with reading_back():
            content = await fields.settled_content(self._target)
            is_plain = self._target.element.tag == "input" and len(entry.days) == 1
            match = None if is_plain else self._shows(content.value, entry) or await self._marks(entry)
            receipt = await fields.read_back(self._target, value, content, match=match)
        is_unshown = bool(match) and not self._shows(receipt.got, entry)
        return receipt.model_copy(update={"got": receipt.wanted}) if is_unshown else receipt

    def _shows(self, text: str, entry: CalendarEntry) -> bool:
        """Whether a text has the days, in whatever form, and nothing else."""
        shown = [self._surface.fields.days(piece, self._target) for piece in BETWEEN.split(text.strip())]
        return (
            not entry.clock
            and len(shown) == len(entry.days)
            and all(day in days for day, days in zip(entry.days, shown, strict=True))
        )

    async def _marks(self, entry: CalendarEntry) -> bool:
        """Whether a calendar that a button opens has the day marked, once it is open again; it is closed afterwards."""
        first = entry.days[0]
        if self._target.element.tag == "input" or entry.days != (first,) or not await self.open(first):
            return False
        marked = (await self.step(first))["step"] == "marked"
        await self._surface.page.keyboard.press("Escape")
        return marked


def _opens_calendar_of(each: Element, field: Element) -> bool:
    """Whether a button stands in the line of a field, right beside it, and names a date or a calendar."""
    if not (each.tag == "button" or each.role == "button") or each.submits or each.box is None or field.box is None:
        return False
    apart = max(field.box.x - each.box.x - each.box.width, each.box.x - field.box.x - field.box.width)
    middle = each.box.y + each.box.height / 2
    return apart <= NEAR and field.box.y <= middle <= field.box.y + field.box.height and bool(DATED.search(each.name))
