"""Writes values into fields from inside the document, marks fields that no model may read, and reads fields back."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.observer import Observer
from actwright.engine.page.reading.taints import Taint
from actwright.engine.values.values import Values
from actwright.errors import ToolError
from actwright.schemas.page import Element
from actwright.schemas.step import Receipt
from actwright.text import one_line
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import PER_KEY, FieldContent, Target

__all__ = ["ACTION_SECONDS", "CHECK_SECONDS", "Fields"]

ACTION_SECONDS = 5.0
"""How long one action on an element may take."""
CHECK_SECONDS = 2.0
"""How long a question about an element may take."""

SET_BY_VALUE = frozenset({"color", "date", "datetime-local", "month", "range", "time", "week"})
"""Inputs whose value Playwright sets without the keyboard."""


class Fields:
    """Writes the values of one run into fields, and reads back what the fields hold.

    Args:
        observer: What the model saw of the page, and the way into it.
        values: Data and secrets.
        within: Limits a number of seconds to what is left of the run's time.
        charged_until: Returns the monotonic time until which requests count as caused by the previous edit; None if
            there was none.
    """

    def __init__(
        self,
        observer: Observer,
        values: Values,
        *,
        within: Callable[[float], float],
        charged_until: Callable[[], float | None],
    ) -> None:
        self._observer = observer
        self._values = values
        self._within = within
        self._charged_until = charged_until
        self._revealed: dict[str, Taint] = {}

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a value parameter; see `Surface.reveal`."""
        element = target.element
        called = (element.name, element.label, element.placeholder, element.attribute_name)
        text = self._values.reveal(value, target.origin, called=called, for_secrets=target.for_secrets)
        if withheld := self._values.withheld_in(value):
            self._revealed[element.id] = Taint(*withheld)
        return text

    async def write(self, target: Target, value: str, *, at_end: bool) -> bool:
        """Puts a value into a field from inside its document; see `Surface.write`."""
        text, taint, seconds = await self._prepared(target, value)
        guard = self._observer.reader.guard
        written = await guard.write(target.element.id, text, at_end=at_end, taint=taint, seconds=seconds)
        return self._taken(target, taint, written=written)

    async def enter(self, target: Target, value: str, *, look: Callable[[], Awaitable[object]]) -> FieldContent | None:
        """Writes a value as the last input of an action; see `Surface.enter`."""
        text, taint, seconds = await self._prepared(target, value)
        reader = self._observer.reader
        written, content = await reader.guard.enter(target.element.id, text, taint=taint, seconds=seconds)
        if not self._taken(target, taint, written=written):
            return None
        with reading_back():
            return reader.as_content(content) if content is not None else await self.content(target, look=look)

    async def _prepared(self, target: Target, value: str) -> tuple[str, Taint | None, float]:
        """The text to write, its taint, and the seconds for it.

        First waits until what leaving the previous field sent can be told apart from what this text will send.
        """
        text, taint = self.reveal(value, target), self._revealed.pop(target.element.id, None)
        seconds = self._within(ACTION_SECONDS)
        if (until := self._charged_until()) is not None:
            await asyncio.sleep(until - time.monotonic())
        return text, taint, seconds

    def _taken(self, target: Target, taint: Taint | None, *, written: bool) -> bool:
        """Whether it was written. Raises ToolError if it was not and no other way may be tried."""
        if not written and taint is not None and target.element.type not in SET_BY_VALUE:
            raise ToolError(f"{target.title} takes no text now: it is read-only, disabled or not a text field")
        return written

    async def type(self, target: Target, value: str, *, at_end: bool) -> None:
        """Types a value into a field, key by key; see `Surface.type`."""
        text, taint = self.reveal(value, target), self._revealed.pop(target.element.id, None)
        if taint is None:
            timeout = self._within(ACTION_SECONDS) * 1000
            if at_end:
                await target.locator.press("ControlOrMeta+End", timeout=timeout)
            return await target.locator.press_sequentially(text, timeout=timeout + PER_KEY * len(text))
        for place, character in enumerate(text):
            typed = await self._observer.reader.guard.type(
                target.element.id,
                character,
                first=place == 0,
                at_end=at_end,
                taint=taint,
                seconds=self._within(ACTION_SECONDS),
            )
            if not typed:
                raise ToolError(f"{target.title} took {place} of {len(text)} characters", may_have_acted=place > 0)
        return None

    async def taint_revealed(self) -> None:
        """Marks the fields of withheld values that a tool asked for and wrote in its own way."""
        while self._revealed:
            with suppress(ToolError, PlaywrightError):
                await self._observer.reader.guard.taint(*self._revealed.popitem(), timeout=self._within(CHECK_SECONDS))

    async def content(
        self, target: Target, *, drawn: bool = False, look: Callable[[], Awaitable[object]]
    ) -> FieldContent:
        """What a control contains now; see `Surface.content`. If it was re-rendered, a fresh `look` passes its ID on."""
        reader, element_id, seconds = self._observer.reader, target.element.id, self._within(CHECK_SECONDS)
        content = await reader.content(element_id, drawn=drawn, timeout=seconds)
        if content is None:
            await look()
            content = await reader.content(element_id, timeout=seconds)
        if content is None:
            raise ToolError(f"{target.title} is no longer on the page", may_have_acted=True)
        return content

    async def settled_content(
        self, target: Target, *, wanted: bool | None, look: Callable[[], Awaitable[object]]
    ) -> FieldContent:
        """What a control holds after the last input of an action; see `Surface.held_at_last`."""
        reader, seconds = self._observer.reader, self._within(CHECK_SECONDS)
        content = await reader.guard.settled_content(target.element.id, wanted=wanted, seconds=seconds)
        return reader.as_content(content) if content is not None else await self.content(target, look=look)

    def receipt(self, target: Target, value: str, content: FieldContent) -> Receipt:
        """Compares what a field holds with what `value` (with its references) means."""
        wanted = self.reveal(value, target)
        self._revealed.pop(target.element.id, None)
        is_select = target.element.tag == "select"
        got = ", ".join(option.label for option in content.options if option.selected) if is_select else content.value
        match = _same(wanted, got, target.element)
        withheld = self._values.withholds(value)
        mask = self._values.mask
        return Receipt(
            field=target.title,
            wanted=value if withheld else mask(wanted),
            got=mask(got) if not withheld else value if match else self._in_another_form(got, wanted, value),
            match=match,
            reference=Values.reference(value),
        )

    def _in_another_form(self, got: str, wanted: str, value: str) -> str:
        """What a field made of a withheld value, without showing the value."""
        if not got or (wanted and wanted in got):
            return self._values.mask(got.replace(wanted, value) if wanted else got)
        return f"{value} in another form"


def _same(wanted: str, got: str, element: Element) -> bool:
    if element.tag == "select":
        labels = {option.value: option.label for option in element.options}
        return one_line(labels.get(wanted, wanted)).casefold() == got.casefold()
    if element.tag not in ("input", "textarea"):  # the paragraphs of an editor have an empty line between them
        return _lines(wanted) == _lines(got)
    return _plain(wanted) == _plain(got) or _ungrouped(wanted) == _ungrouped(got) != ""


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _ungrouped(text: str) -> str:
    """The digits of a number that is grouped as phone numbers, cards, dates and amounts are; empty for other text."""
    text = text.strip()
    if re.fullmatch(r"\D?\d{1,3}(,\d{3})+(\.\d+)?\D?", text):
        text = text.replace(",", "")
    digits = re.sub(r"(?<=.)-|[\s()/_$€£]", "", text)
    return digits if re.fullmatch(r"[+-]?\d+(\.\d+)?", digits) else ""
