"""Dates in fields that open a calendar: the day is pressed there if the text alone does not choose it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

from playwright.async_api import Error

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.formats import has_format
from actwright.tools.polling import until
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import Surface
from actwright.tools.target import Target

__all__ = ["day_for_calendar", "entered_with_calendar"]

OPEN_SECONDS = 1.0
"""How long a calendar may take to open, and to show another month."""
PRESS_MS = 2000.0
MOST_MONTHS = 24
"""The most months to go through; people go further by choosing a year."""


def day_for_calendar(surface: Surface, target: Target, value: str) -> date | None:
    """The day that a value is, if it is for a text field, which may open a calendar."""
    element = target.element
    if element.tag != "input" or has_format(element) or surface.fields.withholds(value):
        return None
    text = surface.fields.reveal(value, target).strip()
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else None
    except ValueError:
        return None


async def entered_with_calendar(
    surface: Surface, target: Target, value: str, day: date, enter: Callable[[], Awaitable[Done]]
) -> Done:
    """Enters a date as text, and presses the day in the calendar that opens, unless it is chosen there.

    A read-only field is clicked instead.

    Raises:
        ToolError: The field took neither the text nor the day, or the month is too far away.
    """
    await surface.view.ask(target, "before_choices")
    done, failure = None, None
    try:
        done = None if target.element.readonly else await enter()
    except ToolError as error:
        failure = error
    is_taken = done is not None and bool(done.receipts) and all(each.match for each in done.receipts)
    calendar = _Calendar(surface, target, day)
    if not is_taken and not (await calendar.step())["step"]:
        await surface.view.part(target, "opener").click(force=True, timeout=surface.timeout, no_wait_after=True)
        await until(calendar.step, lambda answer: bool(answer["step"]), seconds=OPEN_SECONDS)
    if await calendar.press():
        with reading_back():
            content = await surface.fields.settled_content(target)
            receipt = await surface.fields.read_back(target, value, content)
        holds = f'holds "{receipt.got}"' + ("" if receipt.match else f', not "{receipt.wanted}"')
        return Done(f"{receipt.field} {holds}, after the day was pressed in its calendar", (receipt,))
    if done is None:
        raise failure or ToolError(f"{target.title} is read-only: click it if it opens something to choose from")
    return done


class _Calendar:
    """The calendar that a field has opened."""

    def __init__(self, surface: Surface, target: Target, day: date) -> None:
        self._surface = surface
        self._target = target
        self._day = day

    async def step(self) -> dict[str, Any]:
        day = {"year": self._day.year, "month": self._day.month, "day": self._day.day}
        return await self._surface.view.ask(self._target, "calendar_step", day)

    async def press(self) -> bool:
        """Goes to the month and presses the day. False if there is no calendar, or the day is chosen in it already."""
        for _ in range(MOST_MONTHS):
            answer = await self.step()
            if answer["step"] in {"", "marked"}:
                return False
            away = abs(answer["away"])
            if answer["step"] == "disabled" or away > MOST_MONTHS:
                break
            await self._click()
            if answer["step"] == "day":
                return True
            moved, _ = await until(self.step, lambda now, was=away: abs(now["away"]) < was, seconds=OPEN_SECONDS)
            if not moved:
                break
        raise ToolError(
            f"the calendar of {self._target.title} offers no {self._day} here: "
            "go to its month by the calendar's own controls, and click the day",
            may_have_acted=True,
        )

    async def _click(self) -> None:
        option = self._surface.view.part(self._target, "option")
        try:
            await option.click(timeout=PRESS_MS, no_wait_after=True)
        except Error as error:
            message = f"the calendar of {self._target.title} cannot be clicked: {self._day} was not chosen"
            raise ToolError(message, may_have_acted=True) from error
