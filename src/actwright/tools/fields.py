"""Form fields: filling and appending. Every edit is read back."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar

from playwright.async_api import Error

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.calendars import calendar_entry, entered_with_calendar
from actwright.tools.drawn_editors import appended, is_drawn, write_anew
from actwright.tools.field_report import written
from actwright.tools.formats import expected_format, fits, has_format
from actwright.tools.parameters import ElementId, Value
from actwright.tools.sliders import set_by_keys
from actwright.tools.split_values import (
    Enter,
    day_in_parts,
    entered_in_groups,
    entered_in_parts,
    groups_of,
    segment_for,
)
from actwright.tools.suggested import text_field
from actwright.tools.surface import Surface
from actwright.tools.target import FieldContent, Target
from actwright.tools.text_entry import clear_by_keys, is_refused, type_text, writable

ANOTHER_TOOL = {
    "checkbox": "use check or uncheck",
    "radio": "use check",
    "file": "use upload",
    "submit": "click it",
    "button": "click it",
    "image": "click it",
    "reset": "click it",
}
BY_ROLE = {
    "cell": "double_click it, which may open a field in it",
    "gridcell": "double_click it, which may open a field in it",
    "checkbox": "use check or uncheck",
    "combobox": "use select",
    "listbox": "use select",
    "menuitemcheckbox": "use check or uncheck",
    "radio": "use check",
    "switch": "use check or uncheck",
}
"""How to set controls that a page built itself, by role."""

_CLOCK = re.compile(r"\d\d:\d\d")
NO_TEXT = "Element is not an <input>"
"""What Playwright says of a control that takes no text."""
SET_BY_KEYS = frozenset({"slider", "spinbutton"})


class FieldEdit(Tool):
    """An edit of one control: what the tools for each kind share."""

    effect: ClassVar[Effect] = Effect.EDIT
    traits: ClassVar[Trait] = Trait.TARGETS_ELEMENT

    element_id: ElementId


class Fill(FieldEdit):
    """Set a field's whole value. Dates and times: 2026-01-31, 14:30."""

    value: Value

    async def run(self, surface: Surface) -> Done:
        """Fills, and reads the field back; a date goes into the controls beside it too, if each takes a part of it.

        Raises:
            ToolError: The field does not take text or this value, or it stayed as it was.
        """
        target = await segment_for(surface, await surface.target(self.element_id, reachable="by keys"))
        element = target.element
        if await is_drawn(surface, target):
            return await write_anew(surface, target, self.value)
        if day := day_in_parts(surface, target, self.value):
            return await entered_in_parts(surface, target, self.value, day, fill_with(surface))
        if element.tag == "select":
            raise ToolError(f"{target.title} is a select: use select")
        if element.tag == "input" and element.type in ANOTHER_TOOL:
            raise ToolError(f"{target.title} is an input of type {element.type}: {ANOTHER_TOOL[element.type]}")
        text = surface.fields.reveal(self.value, target)
        if groups := await groups_of(surface, target, text):
            return await entered_in_groups(surface, self.value, groups, fill_with(surface))
        if not fits(element, text):
            wanted = (await surface.fields.read_back(target, self.value)).wanted
            raise ToolError(f'{target.title} does not take "{wanted}": it takes {expected_format(element)}')
        if entry := calendar_entry(surface, target, self.value):
            spelled = entry.written_for(element) or self.value

            async def enter() -> Done:
                done = await _entered(surface, target, spelled)
                return done if spelled == self.value else await written(surface, target, self.value)

            return await entered_with_calendar(surface, target, self.value, entry=entry, enter=enter)
        return await _entered(surface, target, self.value)


async def _entered(surface: Surface, target: Target, value: str) -> Done:
    element, text = target.element, surface.fields.reveal(value, target)
    await writable(surface, target)
    content = await _put(surface, target, value)
    if content is None:
        field = await text_field(surface, target)
        if field.keys and element.type == "range":
            return await set_by_keys(surface, target, value)
        if field.keys or (field.boxes and len(text) > 1):
            return _typed(await type_text(surface, field, value, is_whole=True))
        try:
            await target.locator.fill(text, timeout=surface.timeout)
        except Error as error:
            if NO_TEXT in error.message and element.role in SET_BY_KEYS:
                return await set_by_keys(surface, target, value)
            raise _refusal(error, target) from error
    elif await is_refused(surface, target, value, content):
        await clear_by_keys(surface, target)
        field = await text_field(surface, target)
        return _typed(await type_text(surface, field, value, is_whole=True))
    elif _CLOCK.fullmatch(text) and re.fullmatch(rf"{text}:\d\d", content.value):  # the page adds the seconds of now
        content = await surface.fields.enter(target, f"{value}:00")
    return await written(surface, target, value, content=content)


def fill_with(surface: Surface) -> Enter:
    """Returns what fills a field of a page."""

    async def enter(element_id: str, text: str) -> Done:
        return await Fill(element_id=element_id, value=text).run(surface)

    return enter


def _typed(done: Done) -> Done:
    return replace(done, detail=f"typed key by key: {done.detail}")


async def _put(surface: Surface, target: Target, value: str) -> FieldContent | None:
    """Writes a value from inside the document, and returns what the field then holds; None if that is not possible.

    Plain text for an editor is not written so, because editors react better to the keyboard.
    """
    from_inside = target.element.tag in {"input", "textarea"} or "{{" in value
    return await surface.fields.enter(target, value) if from_inside else None


class Append(FieldEdit):
    """Type at its end."""

    timeout_seconds: ClassVar[float] = 60.0

    value: Value

    def added_text(self) -> str:
        """The text."""
        return self.value

    async def run(self, surface: Surface) -> Done:
        """Types, and reads back whether the field ends with the text.

        Raises:
            ToolError: The field holds no text, or is read-only.
        """
        target = await surface.target(self.element_id, reachable="by keys")
        if target.element.value is None or has_format(target.element) or target.element.tag == "select":
            raise ToolError(f"{target.title} is not a text field; set it with fill or select")
        if await is_drawn(surface, target):
            return await write_anew(surface, target, self.value, at_end=True)
        await writable(surface, target)
        await surface.fields.type(target, self.value, at_end=True)
        return await appended(surface, target, self.value)


def _refusal(error: Error, target: Target) -> Error | ToolError:
    """What Playwright's refusal to fill means for the model; the error itself if it was about something else."""
    element = target.element
    if NO_TEXT in error.message:
        instead = BY_ROLE.get(element.role, "click it, or find its field")
        return ToolError(f"{target.title} is a {element.role or element.tag} without text of its own: {instead}")
    return error
