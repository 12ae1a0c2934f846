"""The mouse at a point of the viewport, for models that see only the picture, or something that the tree does not have."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, field_validator

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.drag import follow, points_of
from actwright.tools.keyboard import keys_down
from actwright.tools.pointer import Modifiers, clicked, modifiers_of
from actwright.tools.surface import Surface
from actwright.tools.target import Target

MOVES = 4
"""Moves to a point: pages react to the mouse on its way."""


class _AtPoint(Tool):
    """What the tools at one point have in common."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.EFFECTS_ONLY_VIA_PAGE

    x: float
    y: float

    @property
    def _where(self) -> str:
        return f"{self.x:g}, {self.y:g}"


class ClickAt(_AtPoint):
    """Click at a point, in CSS px of the viewport."""

    button: Literal["left", "right"] = "left"
    count: int = Field(default=1, ge=1, le=3)
    modifiers: Modifiers = ""

    async def run(self, surface: Surface) -> Done:
        """Clicks whatever is there, as `click` does an element that the tree shows.

        Raises:
            ToolError: Nothing is there, or it is disabled, or nothing may be clicked there.
        """
        target = await _aimed(surface, self.x, self.y)
        async with keys_down(surface.page.keyboard, modifiers_of(self.modifiers)):
            await surface.page.mouse.click(self.x, self.y, button=self.button, click_count=self.count)
        return Done(f"{clicked(self.button, self.count)} {_named(target)} at {self._where}")


class MouseDown(_AtPoint):
    """Press the left mouse button at a point and hold it, in CSS px of the viewport."""

    async def run(self, surface: Surface) -> Done:
        """Presses it. Raises ToolError as `ClickAt` does."""
        target = await _aimed(surface, self.x, self.y)
        await surface.page.mouse.move(self.x, self.y)
        await surface.page.mouse.down()
        return Done(f"the mouse button is down on {_named(target)} at {self._where}")


class MouseUp(_AtPoint):
    """Release the left mouse button at a point, in CSS px of the viewport."""

    async def run(self, surface: Surface) -> Done:
        """Releases it. Where nothing may be dropped, it is released in the corner of the page.

        Raises:
            ToolError: Nothing may be dropped there, or nothing is there.
        """
        mouse = surface.page.mouse
        try:
            target = await _aimed(surface, self.x, self.y, enabled=False)
            await mouse.move(self.x, self.y, steps=MOVES)
        except ToolError:
            await mouse.move(0, 0)
            raise
        finally:
            await mouse.up()
        return Done(f"the mouse button is up on {_named(target)} at {self._where}")


class MoveTo(_AtPoint):
    """Move the mouse to a point, in CSS px of the viewport."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.MAY_CHANGE_PAGE

    async def run(self, surface: Surface) -> Done:
        """Moves it."""
        await surface.page.mouse.move(self.x, self.y, steps=MOVES)
        return Done(f"the mouse is at {self._where}")


class ScrollAt(_AtPoint):
    """Turn the mouse wheel at a point: px to the right and down."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.MAY_CHANGE_PAGE

    right: float = 0
    down: float = 0

    async def run(self, surface: Surface) -> Done:
        """Turns it."""
        await surface.page.mouse.move(self.x, self.y)
        await surface.page.mouse.wheel(self.right, self.down)
        return Done(f"turned the wheel at {self._where} by {self.right:g} px right and {self.down:g} px down")


class DragAt(Tool):
    """Drag along `points` of the viewport: x,y in CSS px, as 20,50 80,50."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.EFFECTS_ONLY_VIA_PAGE | Trait.STAYS_ON_PAGE

    points: str = Field(min_length=1)
    modifiers: Modifiers = ""

    @field_validator("points")
    @classmethod
    def _are_points(cls, points: str) -> str:
        if len(points_of(points)) == 1:
            message = "at least 2 points are needed, as in 20,50 80,50"
            raise ValueError(message)
        return points

    async def run(self, surface: Surface) -> Done:
        """Presses at the first point, moves along the others in short strides, and releases at the last.

        Raises:
            ToolError: Nothing is at the first or the last point, or nothing may be dragged there.
        """
        points, mouse = points_of(self.points), surface.page.mouse
        target = await _aimed(surface, *points[0])
        goal = await _aimed(surface, *points[-1], enabled=False)
        await mouse.move(*points[0])
        async with keys_down(surface.page.keyboard, modifiers_of(self.modifiers)):
            try:
                await mouse.down()
                await follow(mouse, points)
            finally:
                await mouse.up()
        return Done(f"dragged {_named(target)} along {len(points)} points to {_named(goal)}")


async def _aimed(surface: Surface, x: float, y: float, *, enabled: bool = True) -> Target:
    """The element at a point; from now on, input is for it or for nothing."""
    element = await surface.view.at_point(x, y)
    return await surface.target(element.id, seen=element, enabled=enabled, reachable=False)


def _named(target: Target) -> str:
    """A target in a message; the ID of an element that no tree shows means nothing to a model."""
    element = target.element
    if element.in_view:
        return element.title
    return f'{element.role or element.tag} "{element.name}"' if element.name else element.role or element.tag
