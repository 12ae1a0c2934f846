"""The keyboard where the focus is, for models that click into a field and then type."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from playwright.async_api import Error
from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.page import Element
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool
from actwright.tools.fields import Append
from actwright.tools.keyboard import Press, Type, keys_down
from actwright.tools.parameters import Value
from actwright.tools.surface import Surface


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
            raise ToolError(f"there is no key {self.key!r}; write Enter, Tab, ArrowDown, a, Control+A") from error
        return Done(f"pressed {self.key} for {self.seconds:g} s")
