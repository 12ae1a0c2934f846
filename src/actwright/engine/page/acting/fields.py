"""Writes values into fields from inside the document, marks fields that no model may read, and reads fields back."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.acting.action_watch import ActionWatch
from actwright.engine.page.acting.page_view import ACTION_SECONDS, CHECK_SECONDS, PageView
from actwright.engine.page.reading.taints import Taint
from actwright.engine.values.values import Values
from actwright.errors import ToolError
from actwright.schemas.page import Element
from actwright.schemas.step import Receipt
from actwright.text import one_line
from actwright.tools.reading_back import reading_back
from actwright.tools.target import PER_KEY, FieldContent, Target

__all__ = ["Fields"]

SET_BY_VALUE = frozenset({"color", "date", "datetime-local", "month", "range", "time", "week"})
"""Inputs whose value Playwright sets without the keyboard."""


class Fields:
    """Writes the values of one run into fields, and reads back what the fields hold; see `FieldAccess`.

    Args:
        view: The page in front.
        watch: Until when requests count as caused by the previous edit.
        look: Takes a fresh look at the page, which passes the ID of a control on to what replaced it.
    """

    def __init__(self, view: PageView, watch: ActionWatch, *, look: Callable[[], Awaitable[object]]) -> None:
        self._reader = view.observer.reader
        self._values = view.values
        self._clock = view.clock
        self._watch = watch
        self._look = look
        self._revealed: dict[str, Taint] = {}

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a value parameter, with its references resolved once."""
        element = target.element
        called = (element.name, element.label, element.placeholder, element.attribute_name)
        text = self._values.reveal(value, target.origin, called=called, for_secrets=target.for_secrets)
        if withheld := self._values.withheld_in(value):
            self._revealed[element.id] = Taint(*withheld)
        return text

    async def write(self, target: Target, value: str, *, at_end: bool = False) -> bool:
        """Puts a value into a field from inside its document."""
        text, taint, seconds = await self._prepared(target, value)
        written = await self._reader.guard.write(target.element.id, text, at_end=at_end, taint=taint, seconds=seconds)
        return self._taken(target, taint, written=written)

    async def enter(self, target: Target, value: str) -> FieldContent | None:
        """Writes a value as the last input of an action, and returns what the field holds then."""
        text, taint, seconds = await self._prepared(target, value)
        written, content = await self._reader.guard.enter(target.element.id, text, taint=taint, seconds=seconds)
        if not self._taken(target, taint, written=written):
            return None
        with reading_back():
            return self._reader.as_content(content) if content is not None else await self.content(target)

    async def _prepared(self, target: Target, value: str) -> tuple[str, Taint | None, float]:
        """The text to write, its taint, and the seconds for it.

        First waits until what leaving the previous field sent can be told apart from what this text will send.
        """
        text, taint = self.reveal(value, target), self._revealed.pop(target.element.id, None)
        seconds = self._clock.within(ACTION_SECONDS)
        if (until := self._watch.charged_until()) is not None:
            await asyncio.sleep(until - time.monotonic())
        return text, taint, seconds

    def _taken(self, target: Target, taint: Taint | None, *, written: bool) -> bool:
        """Whether it was written. Raises ToolError if it was not and no other way may be tried."""
        if not written and taint is not None and target.element.type not in SET_BY_VALUE:
            raise ToolError(f"{target.title} takes no text now: it is read-only, disabled or not a text field")
        return written

    async def type(self, target: Target, value: str, *, at_end: bool = False) -> None:
        """Types a value into a field, key by key."""
        text, taint = self.reveal(value, target), self._revealed.pop(target.element.id, None)
        if taint is None:
            timeout = self._clock.within(ACTION_SECONDS) * 1000
            if at_end:
                await target.locator.press("ControlOrMeta+End", timeout=timeout)
            return await target.locator.press_sequentially(text, timeout=timeout + PER_KEY * len(text))
        for place, character in enumerate(text):
            typed = await self._reader.guard.type(
                target.element.id,
                character,
                first=place == 0,
                at_end=at_end,
                taint=taint,
                seconds=self._clock.within(ACTION_SECONDS),
            )
            if not typed:
                raise ToolError(f"{target.title} took {place} of {len(text)} characters", may_have_acted=place > 0)
        return None

    async def taint_revealed(self) -> None:
        """Marks the fields of withheld values that a tool asked for and wrote in its own way."""
        while self._revealed:
            with suppress(ToolError, PlaywrightError):
                await self._reader.guard.taint(*self._revealed.popitem(), timeout=self._clock.within(CHECK_SECONDS))

    async def content(self, target: Target) -> FieldContent:
        """What a control contains now."""
        element_id, seconds = target.element.id, self._clock.within(CHECK_SECONDS)
        content = await self._reader.content(element_id, timeout=seconds)
        if content is None:  # it may have been drawn anew
            await self._look()
            content = await self._reader.content(element_id, timeout=seconds)
        if content is None:
            raise ToolError(f"{target.title} is no longer on the page", may_have_acted=True)
        return content

    async def settled_content(self, target: Target, *, wanted: bool | None = None) -> FieldContent:
        """What a control contains after the last input of an action, once the page has settled."""
        seconds = self._clock.within(CHECK_SECONDS)
        content = await self._reader.guard.settled_content(target.element.id, wanted=wanted, seconds=seconds)
        return self._reader.as_content(content) if content is not None else await self.content(target)

    async def read_back(self, target: Target, value: str, content: FieldContent | None = None) -> Receipt:
        """Compares what a field contains with what `value` (with its references) means."""
        content = content or await self.content(target)
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
