"""Writing in editors that draw their text themselves, and have a hidden field that only takes the keys."""

from __future__ import annotations

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.field_report import written
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import Surface
from actwright.tools.target import Target


async def is_drawn(surface: Surface, target: Target) -> bool:
    """Whether a field only takes the keys of an editor."""
    element = target.element
    if element.tag != "textarea" and (element.tag, element.role) != ("div", "textbox"):
        return False
    return (await surface.fields.content(target)).drawn


async def write_anew(surface: Surface, target: Target, value: str, *, at_end: bool = False) -> Done:
    """Replaces the text of an editor, or adds to it, as a person does who pastes over all of it.

    Raises:
        ToolError: The text is secret, which an editor would show, or the field does not get the keyboard.
    """
    if surface.fields.withholds(value):
        raise ToolError(f"{target.title} would show what is typed, so it takes no private or secret value")
    keyboard, text = target.locator.page.keyboard, surface.fields.reveal(value, target)
    await target.locator.click(timeout=surface.timeout)
    if not (await surface.view.ask(target, "paste", ""))["focused"]:
        raise ToolError(f"{target.title} did not get the keyboard by a click")
    await keyboard.press("ControlOrMeta+End" if at_end else "ControlOrMeta+a")
    if not text:
        await keyboard.press("Delete")
    elif not (await surface.view.ask(target, "paste", text))["taken"]:  # what is typed may be indented and closed
        await keyboard.insert_text(text)
    await surface.view.ask(target, "rect", drawn=2)  # until it has drawn the text
    return await (appended if at_end else written)(surface, target, value)


async def appended(surface: Surface, target: Target, value: str) -> Done:
    """Reads back whether a field ends with what was typed at its end."""
    with reading_back():
        content = await surface.fields.content(target)
        match = content.value.rstrip().endswith(surface.fields.reveal(value, target).rstrip())
        receipt = await surface.fields.read_back(target, value, content, match=match)
    return Done(f'{receipt.field} holds "{receipt.got}"' + ("" if match else ": the page changed it"), (receipt,))
