"""Typing into a field key by key, with the choice from its list that the field then asks for."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Error

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.drawn_lists import choose_suggested
from actwright.tools.field_report import focus_or_cover, written
from actwright.tools.formats import has_format
from actwright.tools.polling import until
from actwright.tools.reading_back import reading_back
from actwright.tools.suggested import Suggestions, TextField
from actwright.tools.surface import Surface
from actwright.tools.target import FieldContent, Target

TAKEN_SECONDS = 2.0
"""How long a field may take to be empty again after Enter."""
LONGEST_TYPED = 200
"""The most characters that are typed again after a field did not take them."""


async def writable(surface: Surface, target: Target) -> None:
    """Makes sure that a field takes text; some fields are read-only only until they get the focus.

    Raises:
        ToolError: It is read-only.
    """
    if not target.element.readonly:
        return
    await target.locator.focus(timeout=surface.timeout)
    if not await target.locator.is_editable(timeout=surface.timeout):
        raise ToolError(f"{target.title} is read-only: click it if it opens something to choose from")


async def type_text(surface: Surface, field: TextField, value: str, *, is_whole: bool = False) -> Done:
    """Types a value over what a field holds, and reads it back; an option of that name is chosen from its list.

    Args:
        surface: Where the field is.
        field: The field.
        value: What to type, references included. A final line break is Enter, pressed once the field's list has settled.
        is_whole: Whether the value is to be the field's value, so that a part of an option is not enough.

    Raises:
        ToolError: It is empty or unchanged, or nothing was chosen from the list that its value must come from.
    """
    *earlier, _ = value.removesuffix("\n").split("\n") if field.target.element.tag == "input" else [value]
    if not earlier:
        return await _type_one(surface, field, value, is_whole=is_whole)
    async with _kept_from_submitting(surface, field.target):
        await _select_all(surface, field.target, value)
        for each in earlier:
            await _taken(surface, field, each)
        return await _type_one(surface, field, value.removeprefix("\n".join([*earlier, ""])), is_first=False)


async def _type_one(
    surface: Surface, field: TextField, value: str, *, is_whole: bool = False, is_first: bool = True
) -> Done:
    target, text = field.target, value.removesuffix("\n")
    is_entered = text != value
    if is_first:
        await _select_all(surface, target, text)
    waits = field.suggests and bool(text)
    await surface.fields.type(target, text if waits else value, boxes=field.boxes if len(text) > 1 else 0)
    if not waits:
        if not is_entered and await is_refused(surface, target, value):
            await clear_by_keys(surface, target)
            await surface.fields.type(target, value, boxes=field.boxes)
        return await written(surface, target, value, entered=is_entered)
    suggestions = await field.suggestions(surface)
    if _has_choice(surface, field, text, suggestions):
        return await choose_suggested(surface, target, text)
    is_sent = is_entered and not suggestions and target.element.form is not None and is_first
    if field.chooses and (is_whole or is_sent):
        raise ToolError(_nothing_chosen(surface, target, text, suggestions), may_have_acted=True)
    if is_entered:
        await target.locator.press("Enter", timeout=surface.timeout, no_wait_after=True)
        return await written(surface, target, value, entered=True)
    done = await written(surface, target, value)
    opened = (
        f"; its list shows {suggestions.shown}" if suggestions else "; no suggestions opened" if field.surely else ""
    )
    # A text is not the value of a field whose value is chosen, so there is no receipt for it.
    return Done(f"{done.detail}{opened}", () if field.chooses else done.receipts)


async def _select_all(surface: Surface, target: Target, text: str) -> None:
    """Selects what a field holds, so that the first key replaces it; empties it for other elements, and to clear it."""
    if text and target.element.tag in {"input", "textarea"}:
        await surface.view.ask(target, "select_field")
        return
    if await surface.fields.write(target, ""):
        return
    try:
        await target.locator.fill("", timeout=surface.timeout)
    except Error as error:
        if "Element is not an <input>" not in error.message:
            raise  # else it is a control with a value of its own that takes keys, such as a combobox without a field


@asynccontextmanager
async def _kept_from_submitting(surface: Surface, target: Target) -> AsyncGenerator[None]:
    """While several texts are typed, Enter ends one of them, and submits no form. Raises ToolError if it would have."""
    await surface.view.ask(target.frame, "keep_forms", argument=True)
    try:
        yield
    finally:
        kept = (await surface.view.ask(target.frame, "keep_forms", argument=False))["kept"]
    if kept:
        message = f"{target.title} did not take each text with Enter, which only submits its form; it was not submitted"
        raise ToolError(message, may_have_acted=True)


async def _taken(surface: Surface, field: TextField, text: str) -> None:
    """Types one of several texts, chooses it or presses Enter, and waits until the page has emptied the field."""
    target = field.target
    await surface.fields.type(target, text if field.suggests else f"{text}\n")
    if field.suggests:
        if _has_choice(surface, field, text, await field.suggestions(surface)):
            await choose_suggested(surface, target, text)
        else:
            await target.locator.press("Enter", timeout=surface.timeout, no_wait_after=True)

    async def current() -> str:
        return await target.locator.input_value(timeout=surface.timeout)

    emptied, _ = await until(current, lambda value: not value, seconds=TAKEN_SECONDS)
    if not emptied:
        raise ToolError(f'{target.title} did not take "{text}" with Enter', may_have_acted=True)


async def is_refused(surface: Surface, target: Target, value: str, content: FieldContent | None = None) -> bool:
    """Whether a field that takes keys holds something else than what was meant, and not just the beginning of that."""
    element = target.element
    takes_keys = element.tag in {"input", "textarea"} and (element.type == "number" or not has_format(element))
    if not takes_keys or "\n" in value or len(value) > LONGEST_TYPED:
        return False
    with reading_back():
        content = content or await surface.fields.content(target)
        receipt = await surface.fields.read_back(target, value, content)
    if content.unseen or receipt.match or (receipt.got and receipt.wanted.startswith(receipt.got)):
        return False
    return not await focus_or_cover(surface, target)


async def clear_by_keys(surface: Surface, target: Target) -> None:
    """Selects all that a field holds and deletes it, as with a keyboard."""
    for key in ("ControlOrMeta+A", "Backspace"):
        await target.locator.press(key, timeout=surface.timeout, no_wait_after=True)


def _has_choice(surface: Surface, field: TextField, text: str, suggestions: Suggestions) -> bool:
    """Whether a text names an option; not if any text makes sense in the field. Raises ToolError if it names several."""
    if not suggestions or not (field.chooses or field.keys):
        return False
    named = suggestions.named(surface.fields.reveal(text, field.target))
    if len(named) > 1:
        titles = " and ".join(each.title for each in named[:2])
        raise ToolError(f"the list of {field.target.title} has several such options: {titles}", may_have_acted=True)
    return bool(named)


def _nothing_chosen(surface: Surface, target: Target, text: str, suggestions: Suggestions) -> str:
    shown = text if "{{" in text else surface.fields.reveal(text, target)
    opened = f"its list shows {suggestions.shown}; click one" if suggestions else "it has opened no list"
    return (
        f'{target.title} takes a choice from a list, and "{shown}" is not one: {opened}. '
        "If it takes any text, press Enter in it"
    )
