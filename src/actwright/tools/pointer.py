"""The mouse: clicking and hovering."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from actwright.schemas.step import Effect
from actwright.tools.base import Aim, Done, ElementId, Surface, Tool

__all__ = ["Click", "Hover"]

Modifier = Literal["Alt", "Control", "Meta", "Shift"]


class Click(Tool):
    """Click an element; `count` 2 is a double click, `hold` a long press in seconds; `x`, `y`: where on it, in percent."""

    effect: ClassVar[Effect] = Effect.EFFECT
    acts_through_page: ClassVar[bool] = True

    element_id: ElementId
    button: Literal["left", "right", "middle"] = "left"
    count: int = Field(default=1, ge=1, le=3)
    modifiers: list[Modifier] = Field(default=[])
    hold: float = Field(default=0, ge=0, le=10)
    x: float | None = Field(default=None, ge=0, le=100)
    y: float | None = Field(default=None, ge=0, le=100)

    async def run(self, surface: Surface) -> Done:
        """Clicks, with Playwright's actionability checks."""
        target = await surface.target(self.element_id)
        aim = target.aim
        if self.x is not None or self.y is not None:
            percent = [50 if part is None else part for part in (self.x, self.y)]
            aim = Aim(position=await target.locator.evaluate(AT, percent, timeout=surface.timeout))
        await target.locator.click(
            **aim,
            button=self.button,
            click_count=self.count,
            modifiers=self.modifiers,
            delay=self.hold * 1000,
            timeout=surface.timeout + self.hold * 1000,
        )
        return Done(f"clicked {target.title}")


class Hover(Tool):
    """Move the mouse over an element."""

    effect: ClassVar[Effect] = Effect.READ

    element_id: ElementId

    async def run(self, surface: Surface) -> Done:
        """Hovers."""
        target = await surface.target(self.element_id, enabled=False)
        await target.locator.hover(**target.aim, timeout=surface.timeout)
        return Done(f"the mouse is over {target.title}")


AT = """(element, [x, y]) => {
  const box = element.getBoundingClientRect();
  const [width, height] = [element.clientWidth || box.width, element.clientHeight || box.height];
  return { x: Math.min(width * x / 100, width - 1), y: Math.min(height * y / 100, height - 1) };
}"""
"""A point of an element in CSS px from its padding box, as Playwright counts."""
