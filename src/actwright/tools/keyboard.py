"""The keyboard."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from playwright.async_api import Error
from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.page import Element
from actwright.schemas.step import Effect
from actwright.tools.base import Done, ElementId, Surface, Target, Tool, Value
from actwright.tools.fields import PER_KEY, Fill, appended, writable, written
from actwright.tools.formats import has_format
from actwright.tools.polling import until

__all__ = ["Press", "Type"]

SUGGESTING = 2.0
"""Seconds that a combobox gets to show options for what was typed."""


class Type(Tool):
    """Like fill, key by key: for fields that suggest, format or jump on while typing."""

    effect: ClassVar[Effect] = Effect.EDIT
    timeout_seconds: ClassVar[float] = 60.0

    element_id: ElementId
    value: Value
    append: bool = False

    async def run(self, surface: Surface) -> Done:
        """Empties the field, types, and reads it back; a combobox is given time for its list.

        Raises:
            ToolError: The field is read-only, or it stayed empty or as it was.
        """
        if self.append:
            return await appended(surface, self.element_id, self.value)
        target = await surface.target(self.element_id, reachable="by keys")
        element = target.element
        if has_format(element) and element.type != "number":
            return await Fill(element_id=self.element_id, value=self.value).run(surface)
        text = surface.reveal(self.value, target)
        await writable(surface, target)
        holds_text = element.value is not None and element.tag != "select"
        if holds_text:
            await _empty(surface, target)
        await target.locator.press_sequentially(text, timeout=surface.timeout + PER_KEY * len(text))
        if not holds_text:
            return Done(f"typed into {target.title}, which shows no value")
        done = await written(surface, target, self.value)
        return replace(done, detail=done.detail + await _suggestions(surface, target))


async def _empty(surface: Surface, target: Target) -> None:
    try:
        await target.locator.fill("", timeout=surface.timeout)
    except Error as error:
        if "Element is not an <input>" not in error.message:
            raise  # else it is a control with a value of its own that takes keys, as a combobox without a field


async def _suggestions(surface: Surface, target: Target) -> str:
    """Whether a combobox opened its list, once it has had time to; empty for other fields."""
    if target.element.role != "combobox":
        return ""

    async def options() -> list[Element]:
        page = await surface.look()
        field = page.by_id.get(target.element.id)
        return [each for each in page.elements if each.role == "option" and not (field and field.expanded is False)]

    held, found = await until(options, bool, seconds=SUGGESTING)
    if held:
        return f"; its list shows {len(found)} option{'s' * (len(found) > 1)}"
    return "; no suggestions opened"


class Press(Tool):
    """Press a key or combination (Enter, ArrowDown, Control+A) on the element, or where the focus is."""

    effect: ClassVar[Effect] = Effect.EFFECT
    acts_through_page: ClassVar[bool] = True

    key: str = Field(min_length=1)
    element_id: ElementId | None = None

    async def run(self, surface: Surface) -> Done:
        """Presses it.

        Raises:
            ToolError: There is no such key.
        """
        try:
            if self.element_id is None:
                await surface.page.keyboard.press(self.key)
                return Done(f"pressed {self.key}")
            target = await surface.target(self.element_id, reachable="by keys")
            await target.locator.press(self.key, timeout=surface.timeout)
        except Error as error:
            if "Unknown key" not in error.message:
                raise
            raise ToolError(
                f"there is no key {self.key!r}; write Enter, Tab, Escape, ArrowDown, a, Control+A"
            ) from error
        return Done(f"pressed {self.key} on {target.title}")
