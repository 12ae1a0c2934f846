"""Form fields: filling and appending. Every edit is read back."""

from __future__ import annotations

from typing import ClassVar

from playwright.async_api import Error

from actwright.errors import ToolError
from actwright.schemas.page import LONGEST_TITLE, Element
from actwright.schemas.step import Effect, Receipt
from actwright.text import shortened
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.formats import expected_format, fits, has_format
from actwright.tools.parameters import ElementId, Value
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import Surface
from actwright.tools.target import FieldContent, Target

__all__ = ["Append", "FieldEdit", "Fill", "writable", "written"]

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
    "checkbox": "use check or uncheck",
    "combobox": "use select",
    "listbox": "use select",
    "menuitemcheckbox": "use check or uncheck",
    "radio": "use check",
    "slider": "press ArrowRight or ArrowLeft on it",
    "spinbutton": "press ArrowUp or ArrowDown on it",
    "switch": "use check or uncheck",
}
"""How to set controls that a page built itself, by role."""


class FieldEdit(Tool):
    """An edit of one control: what the tools for each kind share."""

    effect: ClassVar[Effect] = Effect.EDIT
    traits: ClassVar[Trait] = Trait.TARGETS_ELEMENT

    element_id: ElementId


class Fill(FieldEdit):
    """Set a field's whole value. Dates and times: 2026-01-31, 14:30."""

    value: Value

    async def run(self, surface: Surface) -> Done:
        """Fills, and reads the field back.

        Raises:
            ToolError: The field does not take text or this value, or it stayed as it was.
        """
        target = await surface.target(self.element_id, reachable="by keys")
        element = target.element
        if element.tag == "select":
            raise ToolError(f"{target.title} is a select: use select")
        if element.tag == "input" and element.type in ANOTHER_TOOL:
            raise ToolError(f"{target.title} is an input of type {element.type}: {ANOTHER_TOOL[element.type]}")
        text = surface.fields.reveal(self.value, target)
        if not fits(element, text):
            wanted = (await surface.fields.read_back(target, self.value)).wanted
            raise ToolError(f'{target.title} does not take "{wanted}": it takes {expected_format(element)}')
        await writable(surface, target)
        content = await _put(surface, target, self.value)
        if content is None:
            try:
                await target.locator.fill(text, timeout=surface.timeout)
            except Error as error:
                raise _refusal(error, target) from error
        return await written(surface, target, self.value, content=content, otherwise="; try type")


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

    async def run(self, surface: Surface) -> Done:
        """Types, and reads back whether the field ends with the text.

        Raises:
            ToolError: The field holds no text, or is read-only.
        """
        target = await surface.target(self.element_id, reachable="by keys")
        if target.element.value is None or has_format(target.element) or target.element.tag == "select":
            raise ToolError(f"{target.title} is not a text field; set it with fill or select")
        await writable(surface, target)
        await surface.fields.type(target, self.value, at_end=True)
        with reading_back():
            content = await surface.fields.content(target)
            match = content.value.rstrip().endswith(surface.fields.reveal(self.value, target).rstrip())
            receipt = await surface.fields.read_back(target, self.value, content, match=match)
        return Done(f'{receipt.field} holds "{receipt.got}"' + ("" if match else ": the page changed it"), (receipt,))


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


async def written(
    surface: Surface,
    target: Target,
    value: str,
    *,
    content: FieldContent | None = None,
    otherwise: str = "",
    entered: bool = False,
) -> Done:
    """Reads a field back after it was written: reports what it holds, and what the browser finds wrong with that.

    Args:
        surface: Where the field is.
        target: The field.
        value: What was written, references included.
        content: What the field holds, if that was asked already.
        otherwise: What to add if the field did not take it.
        entered: Enter was pressed last, after which a field that is empty may have been taken, as a command or a message is.

    Raises:
        ToolError: It is empty or unchanged, although something else was meant.
    """
    with reading_back():
        content = content or await surface.fields.content(target)
    receipt = await surface.fields.read_back(target, value, content)
    element = target.element
    if receipt.match:
        return Done(f'{receipt.field} holds "{receipt.got}"{_flaws(content, target.element)}', (receipt,))
    if entered and not receipt.got and not await _elsewhere(surface, target):
        return Done(
            f'typed "{receipt.wanted.rstrip()}" into {receipt.field} and pressed Enter; the field is empty again'
        )
    wanted_form = f"; it takes {expected_format(element)}" if has_format(element) else ""
    if receipt.got in {"", element.value}:
        state = f'still holds "{receipt.got}"' if receipt.got else "stayed empty"
        why = wanted_form or await _elsewhere(surface, target) or otherwise
        message = f'{receipt.field} did not take "{receipt.wanted}": it {state}{why}'
        raise ToolError(message, may_have_acted=True)
    why = wanted_form or await _why(surface, target, receipt)
    return Done(f'{receipt.field} holds "{receipt.got}", not "{receipt.wanted}"{why}', (receipt,))


async def _why(surface: Surface, target: Target, receipt: Receipt) -> str:
    """Why a field holds something other than what was written into it."""
    if receipt.wanted.startswith(receipt.got):
        return (await _elsewhere(surface, target)).replace("; ", ": ", 1) or ": it takes no more"
    return ": the page changed it, or took it and went on; look before you write it again"


async def _elsewhere(surface: Surface, target: Target) -> str:
    """Where the focus went while a field was written, or else what came over it; empty if neither."""
    page = await surface.look()
    if focused := next((each for each in page.elements if each.focused and each.id != target.element.id), None):
        return f"; the focus went on to {focused.title}"
    field = page.by_id.get(target.element.id)
    if field is not None and field.covered_by and not target.element.covered_by:
        return f'; it is now covered by "{shortened(field.covered_by, LONGEST_TITLE)}"'
    return ""


def _flaws(content: FieldContent, element: Element) -> str:
    """What the browser's own validation finds wrong with a field's value; empty for nothing."""
    if element.tag not in {"input", "textarea"}:
        return ""
    words = {
        "rangeOverflow": f"at most {element.maximum}",
        "rangeUnderflow": f"at least {element.minimum}",
        "stepMismatch": f"in steps of {element.step or 1}",
        "typeMismatch": f"in the form of its type, {element.type}",
        "patternMismatch": "in the pattern of the page",
        "tooShort": "longer",
    }
    found = [text for flaw, text in words.items() if flaw in content.flaws]
    return f", which is invalid: it must be {' and '.join(found)}" if found else ""


def _refusal(error: Error, target: Target) -> Error | ToolError:
    """What Playwright's refusal to fill means for the model; the error itself if it was about something else."""
    element = target.element
    if "Element is not an <input>" in error.message:
        instead = BY_ROLE.get(element.role, "click it, or find its field")
        return ToolError(f"{target.title} is a {element.role or element.tag} without text of its own: {instead}")
    return error
