"""Pressing and typing keys, on an element or where the focus is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import ClassVar

from playwright.async_api import Error, Keyboard
from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.page import Element
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.calendars import calendar_entry, entered_with_calendar
from actwright.tools.fields import Append, FieldEdit, Fill
from actwright.tools.formats import has_format
from actwright.tools.parameters import ElementId, Value
from actwright.tools.suggested import text_field
from actwright.tools.surface import Surface
from actwright.tools.target import ClipboardUse, Pasted, Target
from actwright.tools.text_entry import type_text, writable

COMMANDS = frozenset({"Control", "ControlOrMeta", "Meta", "Alt"})
PRESSED = frozenset({"button", "checkbox", "link", "menuitem", "radio", "switch", "tab"})
TAKES_KEYS = frozenset({"application", "tree"})
"""What keys may be meant for although no text is entered; the text of any other control has to be read back."""
SUBMITTING = frozenset({"Enter", "NumpadEnter", "Space", " "})


class Type(FieldEdit):
    """Fill key by key, where a field suggests, formats or moves on."""

    timeout_seconds: ClassVar[float] = 60.0

    value: Value

    def submits(self, target: Element | None) -> bool:
        """Whether a line break among the keys may submit the form."""
        return "\n" in self.value and target is not None and target.form is not None

    async def run(self, surface: Surface) -> Done:
        """Types over what the field holds, and reads it back; a list is waited for, and an option of that name chosen.

        Raises:
            ToolError: The field is read-only, or it stayed empty or as it was, or there is no option to enter.
        """
        target = await surface.target(self.element_id, reachable="by keys")
        element = target.element
        if has_format(element) and element.type != "number":
            return await Fill(element_id=self.element_id, value=self.value).run(surface)
        if element.role in PRESSED:
            raise ToolError(f"{target.title} is pressed and takes no text: click it, or find its field")
        if entry := calendar_entry(surface, target, self.value):
            return await entered_with_calendar(
                surface,
                target,
                self.value,
                entry=entry,
                enter=lambda: self._typed(surface, target),
            )
        return await self._typed(surface, target)

    async def _typed(self, surface: Surface, target: Target) -> Done:
        element = target.element
        await writable(surface, target)
        if element.value is None or element.tag == "select":
            await surface.fields.type(target, self.value)
            if element.role not in TAKES_KEYS and element.tag != "canvas":
                raise ToolError(
                    f"typed into {target.title}, which shows no value: look whether it took the text",
                    may_have_acted=True,
                )
            return Done(f"typed into {target.title}, which shows no value")
        return await type_text(surface, await text_field(surface, target), self.value)


TYPED = {
    "NumpadDecimal": ".", "NumpadDivide": "/", "NumpadSubtract": "-", "NumpadAdd": "+", "NumpadMultiply": "*",
    "Period": ".", "Slash": "/", "Minus": "-", "Comma": ",", "Semicolon": ";", "Equal": "=", "Quote": "'",
    "Backquote": "`", "BracketLeft": "[", "BracketRight": "]", "Backslash": "\\", "Space": " ",
}  # fmt: skip
"""The characters that keys type whose names do not end with them."""


class Press(Tool):
    """Press a key (Enter, Control+A) on the element, or where the focus is."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.TARGETS_ELEMENT | Trait.EFFECTS_ONLY_VIA_PAGE

    key: str = Field(min_length=1)
    element_id: ElementId = ""

    def typed_values(self) -> Sequence[str]:
        """The key, if it types a character or pastes."""
        last, commands, _ = self._parts()
        yanks = commands and last.lower() in {"y", "keyy"}
        types = not commands and (
            len(last) == 1 or last in TYPED or (last.startswith(("Digit", "Key", "Numpad")) and last != "NumpadEnter")
        )
        return (self.key,) if self.pastes() or yanks or types else ()

    def added_text(self) -> str:
        """The character that the key types."""
        last, commands, _ = self._parts()
        if commands or self.pastes():
            return ""
        return TYPED.get(last) or (last[-1].lower() if self.typed_values() else "")

    def removes_text(self) -> bool:
        """Whether the key deletes, steps a number or date, or is a command of the field, such as cut and undo."""
        last, commands, _ = self._parts()
        return commands or last in {"Backspace", "Delete", "NumpadDecimal"} or last.startswith(("Arrow", "Page"))

    def pastes(self) -> Pasted:
        """The clipboard, if the key pastes it."""
        last, commands, shifted = self._parts()
        pastes = (commands and last.lower() in {"v", "keyv"}) or (shifted and last in {"Insert", "Numpad0"})
        return "clipboard" if pastes else ""

    def _copies(self) -> bool:
        last, commands, shifted = self._parts()
        copies = last.lower() in {"c", "keyc", "x", "keyx"} or last in {"Insert", "Numpad0"}
        return (commands and copies) or (shifted and last in {"Delete", "NumpadDecimal"})

    def _parts(self) -> tuple[str, bool, bool]:
        """The key without modifiers, and whether a modifier for commands, and Shift, is pressed with it."""
        last = self.key.rpartition("+")[2] or "+"
        modifiers = self.key.removesuffix(last).split("+")
        return last, not COMMANDS.isdisjoint(modifiers), "Shift" in modifiers

    def leads_on(self) -> bool:
        """Whether the key presses what has the focus, or is a command of the browser."""
        last, commands, _ = self._parts()
        return last in SUBMITTING or commands

    def submits(self, target: Element | None) -> bool:
        """Whether the key submits a form from a field or a button of it."""
        last = self.key.rpartition("+")[2]
        return last in SUBMITTING and (target is None or target.form is not None)

    async def run(self, surface: Surface) -> Done:
        """Presses it.

        Raises:
            ToolError: There is no such key, or it would copy or paste what it must not.
        """
        target = await surface.target(self.element_id, reachable="by keys") if self.element_id else None
        uses_clipboard: ClipboardUse | None = "paste" if self.pastes() else "copy" if self._copies() else None
        try:
            if uses_clipboard:
                if target:
                    await target.locator.focus(timeout=surface.timeout)
                await self._use_clipboard(surface, uses_clipboard)
            elif target:
                # The surface waits for what the key sets off; it has more time than one action on an element.
                keys = surface.view.part(target, "keys")
                await keys.press(self.key, timeout=surface.timeout, no_wait_after=True)
            else:
                await surface.page.keyboard.press(self.key)
        except Error as error:
            if "Unknown key" not in error.message:
                raise
            raise ToolError(
                f"there is no key {self.key!r}; write Enter, Tab, Escape, ArrowDown, a, Control+A"
            ) from error
        return Done(f"pressed {self.key} on {target.title}" if target else f"pressed {self.key}")

    async def _use_clipboard(self, surface: Surface, use: ClipboardUse) -> None:
        """Presses the key once the page has reacted to its modifiers, which may have moved the focus or the selection."""
        keyboard, last = surface.page.keyboard, self._parts()[0]
        async with keys_down(keyboard, filter(None, self.key.removesuffix(last).split("+"))):
            await surface.view.check_clipboard(use)
            await keyboard.press(last)


@asynccontextmanager
async def keys_down(keyboard: Keyboard, keys: Iterable[str]) -> AsyncGenerator[None, None]:
    """Holds keys down, and releases those that went down, whatever happens."""
    pressed: list[str] = []
    try:
        for key in keys:
            await keyboard.down(key)
            pressed.append(key)
        yield
    finally:
        for key in reversed(pressed):
            with suppress(Error):  # the page or its tab may be gone
                await keyboard.up(key)


class TypeAtFocus(Tool):
    """Type where the focus is, if that is an element that you have seen."""

    effect: ClassVar[Effect] = Effect.EDIT
    timeout_seconds: ClassVar[float] = 60.0

    value: Value

    def added_text(self) -> str:
        """The text."""
        return self.value

    def submits(self, target: Element | None) -> bool:  # noqa: ARG002 - it is not known before
        """Whether a line break among the keys may submit a form."""
        return "\n" in self.value

    async def run(self, surface: Surface) -> Done:
        """Types behind what the field holds, and reads it back.

        Raises:
            ToolError: Nothing has the focus, or something that the last look did not show; or as for `type`.
        """
        focused = next((each for each in (await surface.look()).elements if each.focused), None)
        if focused is None:
            raise ToolError("nothing that takes text has the focus: click a field first")
        kind = Append if focused.value and "\n" not in self.value else Type
        return await kind(element_id=focused.id, value=self.value).run(surface)


class PressFor(Press):
    """Keep a key pressed for `seconds`."""

    timeout_seconds: ClassVar[float] = 45.0

    seconds: float = Field(gt=0, le=30)

    async def run(self, surface: Surface) -> Done:
        """Presses it, and releases it after that time.

        Raises:
            ToolError: There is no such key, or it copies or pastes.
        """
        last, _, _ = self._parts()
        if self.pastes() or self._copies():
            raise ToolError(f"{self.key} copies or pastes: press it instead")
        keys = filter(None, (*self.key.removesuffix(last).split("+"), last))
        try:
            async with keys_down(surface.page.keyboard, keys):
                await asyncio.sleep(self.seconds)
        except Error as error:
            if "Unknown key" not in error.message:
                raise
            raise ToolError(f"there is no key {self.key!r}; write Enter, Tab, ArrowDown, a, Control+A") from error
        return Done(f"pressed {self.key} for {self.seconds:g} s")
