"""Dragging with the mouse: onto another element, or by a distance."""

from __future__ import annotations

from typing import ClassVar

from playwright.async_api import FloatRect
from pydantic import model_validator

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.tools.base import Done, ElementId, Surface, Target, Tool

__all__ = ["Drag"]

STEPS = 12
"""Moves on the way: libraries begin a drag only after a few px, and look for a target at every move."""
NUDGE = 6
"""CSS px of the first moves, beyond the threshold at which common libraries begin a drag."""


class Drag(Tool):
    """Drag an element onto another, by px, or both: px from the middle of `onto`."""

    effect: ClassVar[Effect] = Effect.EFFECT
    acts_through_page: ClassVar[bool] = True

    element_id: ElementId
    onto: ElementId | None = None
    right: int = 0
    down: int = 0

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Drag:
        if self.onto is None and not (self.right or self.down):
            message = "give `onto`, or how far to the `right` or `down`"
            raise ValueError(message)
        return self

    async def run(self, surface: Surface) -> Done:
        """Presses on the element, moves in steps, and lets go.

        Raises:
            ToolError: One of the two has no place on the screen.
        """
        target = await surface.target(self.element_id)
        goal = await surface.target(self.onto, enabled=False, reachable=False) if self.onto else None
        await target.locator.hover(timeout=surface.timeout)
        x, y = await _middle(surface, target)
        mouse = surface.page.mouse
        await mouse.move(x, y)
        await mouse.down()
        try:
            await mouse.move(x + NUDGE, y + NUDGE, steps=2)
            if goal is not None:
                await goal.locator.scroll_into_view_if_needed(timeout=surface.timeout)
                x, y = await _middle(surface, goal)
            await mouse.move(x + self.right, y + self.down, steps=STEPS)
            await mouse.move(x + self.right, y + self.down)  # what was entered last is told so only by one more
        finally:
            await mouse.up()
        where = f"onto {goal.title}" if goal else f"by {self.right} px to the right and {self.down} px down"
        return Done(f"dragged {target.title} {where}")


async def _middle(surface: Surface, target: Target) -> tuple[float, float]:
    box: FloatRect | None = await target.locator.bounding_box(timeout=surface.timeout)
    if box is None:
        raise ToolError(f"{target.title} has no place on the screen")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
