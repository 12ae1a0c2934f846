"""The keyboard."""

from __future__ import annotations

from typing import ClassVar

from playwright.async_api import Error
from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.tools.base import Done, ElementId, Surface, Tool, Value
from actwright.tools.fields import written

__all__ = ["Press", "Type"]

PER_KEY = 25
"""Time allowed for each key on top of the surface's timeout, in ms."""


class Type(Tool):
    """Like fill, key by key: for fields that suggest while one types."""

    effect: ClassVar[Effect] = Effect.EDIT
    timeout_seconds: ClassVar[float] = 60.0

    element_id: ElementId
    value: Value

    async def run(self, surface: Surface) -> Done:
        """Empties the field, types, and reads it back.

        Raises:
            ToolError: The field stayed empty or as it was.
        """
        target = await surface.target(self.element_id, reachable=False)
        text = surface.reveal(self.value, target)
        if target.element.tag in {"input", "textarea"} or target.element.role in {"textbox", "searchbox", "combobox"}:
            await target.locator.fill("", timeout=surface.timeout)
        await target.locator.press_sequentially(text, timeout=surface.timeout + PER_KEY * len(text))
        return await written(surface, target, self.value)


class Press(Tool):
    """Press a key or a combination."""

    effect: ClassVar[Effect] = Effect.EFFECT
    acts_through_page: ClassVar[bool] = True

    key: str = Field(min_length=1, description="Enter, Escape, ArrowDown, Control+A")
    element_id: ElementId | None = Field(default=None, description="null: where the focus is")

    async def run(self, surface: Surface) -> Done:
        """Presses it.

        Raises:
            ToolError: There is no such key.
        """
        try:
            if self.element_id is None:
                await surface.page.keyboard.press(self.key)
                return Done(f"pressed {self.key}")
            target = await surface.target(self.element_id, reachable=False)
            await target.locator.press(self.key, timeout=surface.timeout)
        except Error as error:
            if "Unknown key" not in error.message:
                raise
            raise ToolError(
                f"there is no key {self.key!r}; write Enter, Tab, Escape, ArrowDown, a, Control+A"
            ) from error
        return Done(f"pressed {self.key} on {target.title}")
