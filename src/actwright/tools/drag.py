"""Dragging with the mouse: onto another element, by a distance, or along a path."""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
from abc import abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

from playwright.async_api import Mouse
from pydantic import Field, field_validator, model_validator

from actwright.errors import BrowserError, ToolError
from actwright.schemas.page import Box
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.parameters import ElementId
from actwright.tools.surface import Surface
from actwright.tools.target import Target

STEPS = 12
"""Moves on the way: libraries begin a drag only after a few px, and look for a target at every move."""
NUDGE = 6
"""CSS px of the first moves, beyond the threshold at which common libraries begin a drag."""
OVERSHOOT = 4
"""CSS px beyond the middle of what an element is dropped on, in the direction of travel: many sortable lists swap two
items only once the pointer has passed that middle."""
STRIDE = 6
"""CSS px of a move along a path."""
MOST_POINTS = 200
WHERE_SECONDS = 0.5
"""How long the page may take to say where a dropped element is."""
MOST_NUDGES = 8
"""How often the mouse is moved over a neighbour until that gives way: some lists swap two items, and then look away."""

Point = tuple[float, float]


class Drag(Tool):
    """Drag it onto another, by px, or both: px from the middle of `onto`."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.EFFECTS_ONLY_VIA_PAGE | Trait.STAYS_ON_PAGE

    element_id: ElementId
    onto: ElementId = ""
    right: int = 0
    down: int = 0

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Drag:
        if not self.onto and not (self.right or self.down):
            message = "give `onto`, or how far to the `right` or `down`"
            raise ValueError(message)
        return self

    async def run(self, surface: Surface) -> Done:
        """Presses on the element, moves in steps, lets go, and reports where the element is then.

        Raises:
            ToolError: One of the two has no place on the screen, or it stopped short of the neighbour it was meant for.
        """
        target = await surface.target(self.element_id, same="about")
        goal = await surface.target(self.onto, enabled=False, reachable=False, same="about") if self.onto else None
        await target.locator.hover(timeout=surface.timeout)
        is_exact = goal is None or goal.frame is not target.frame or bool(self.right or self.down)
        noted = await surface.view.ask(target, "note", None if is_exact or goal is None else _local(goal))
        start = _middle(await surface.view.box_of(target))
        mouse = surface.page.mouse
        await mouse.move(*start)
        await mouse.down()
        try:
            await mouse.move(start[0] + NUDGE, start[1] + NUDGE, steps=2)
            end = await self._end(surface, start, goal)
            await mouse.move(*end, steps=STEPS)
            await mouse.move(*end)  # the element that was entered last hears of it only by one more move
            if noted["beside"]:
                await _until_in_place(surface, target, end)
        finally:
            await mouse.up()
        where = f"onto {goal.title}" if goal else f"by {_distance(self.right, self.down)}"
        return Done(f"dragged {target.title} {where}{await _whereabouts(surface, target)}")

    async def _end(self, surface: Surface, start: Point, goal: Target | None) -> Point:
        if goal is None:
            return start[0] + self.right, start[1] + self.down
        box = await surface.view.box_of(goal)
        x, y = _middle(box)
        if self.right or self.down:
            return x + self.right, y + self.down
        return x + _beyond(x - start[0], box.width), y + _beyond(y - start[1], box.height)


class AlongPoints(Tool):
    """What the tools that move from point to point of an element have in common."""

    fewest: ClassVar[int] = 1

    element_id: ElementId
    points: str = Field(min_length=1)

    @field_validator("points")
    @classmethod
    def _are_points(cls, points: str) -> str:
        if len(points_of(points)) < cls.fewest:
            message = f"at least {cls.fewest} points are needed, x,y in % of the element, as in 25,50 75,50"
            raise ValueError(message)
        return points

    @abstractmethod
    async def run(self, surface: Surface) -> Done:
        """Moves from point to point."""


class DragAlong(AlongPoints):
    """Drag along `points`: x,y in % of the element, as 20,50 80,50."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.EFFECTS_ONLY_VIA_PAGE | Trait.STAYS_ON_PAGE

    fewest: ClassVar[int] = 2

    async def run(self, surface: Surface) -> Done:
        """Presses, moves in short strides, stops at each point, lets go, and reports where the element is then.

        Raises:
            ToolError: It has no place on the screen.
        """
        target = await surface.target(self.element_id, same="about")
        points = await places(surface, target, self.points)
        await surface.view.ask(target, "note")
        mouse = surface.page.mouse
        await mouse.move(*points[0])
        await mouse.down()
        try:
            await follow(mouse, points)
        finally:
            await mouse.up()
        return Done(f"dragged along {len(points)} points of {target.title}{await _whereabouts(surface, target)}")


def points_of(written: str) -> list[Point]:
    """Reads points that are written as `25,50 75,50`.

    Raises:
        ValueError: They are written in another way, or there are too many.
    """
    points: list[Point] = []
    for part in re.split(r"[\s;]+", re.sub(r"\s*,\s*", ",", written.strip().replace("%", ""))):
        match = re.fullmatch(r"\(?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)\)?", part)
        if match is None:
            message = f"{part!r} is not a point; write x,y in % of the element, as in 25,50"
            raise ValueError(message)
        points.append((float(match[1]), float(match[2])))
    if len(points) > MOST_POINTS:
        message = f"{len(points)} points are too many; at most {MOST_POINTS} are taken"
        raise ValueError(message)
    return points


async def places(surface: Surface, target: Target, written: str) -> list[Point]:
    """The positions of an element's points in the viewport, in CSS px; the element is scrolled into view first.

    Raises:
        ToolError: It has no place on the screen.
    """
    box = await surface.view.box_of(target)
    return [(box.x + box.width * x / 100, box.y + box.height * y / 100) for x, y in points_of(written)]


async def follow(mouse: Mouse, points: Sequence[Point]) -> None:
    """Moves the mouse from point to point in short strides."""
    for (x, y), end in pairwise(points):
        length = math.hypot(end[0] - x, end[1] - y)
        await mouse.move(*end, steps=max(2, math.ceil(length / STRIDE)))
    await mouse.move(*points[-1])


def _middle(box: Box) -> Point:
    return box.x + box.width / 2, box.y + box.height / 2


def _beyond(distance: float, size: float) -> float:
    """How far to go past the middle of a target of this size, after a way of `distance`."""
    if abs(distance) < size / 4:
        return 0.0  # the target lies beside the way
    return math.copysign(max(0.0, min(OVERSHOOT, size / 2 - 1)), distance)


def _distance(right: float, down: float) -> str:
    """`30 px right and 20 px up`."""
    parts = [f"{abs(right):g} px {'right' if right > 0 else 'left'}"] if right else []
    parts += [f"{abs(down):g} px {'down' if down > 0 else 'up'}"] if down else []
    return " and ".join(parts)


def _local(target: Target) -> str:
    """Its ID without the prefix of its frame."""
    return target.element.id.rpartition(".")[2]


async def _until_in_place(surface: Surface, target: Target, end: Point) -> None:
    """Moves the mouse to and fro where it is until the element has the place of its neighbour, if it takes it at all."""
    for number in range(MOST_NUDGES):
        if (await surface.view.ask(target, "in_place", drawn=2)).get("there", True):
            return
        await surface.page.mouse.move(end[0] + number % 2, end[1] + number % 2)


async def _whereabouts(surface: Surface, target: Target) -> str:
    """Where an element is after a drag, as the end of a sentence; empty if it is gone or its page does not answer.

    Raises:
        ToolError: It is neither where it was nor in the place of the neighbour that it was dragged onto.
    """
    found: dict[str, Any] = {"place": "", "right": 0, "down": 0}
    with contextlib.suppress(ToolError, BrowserError, TimeoutError):
        async with asyncio.timeout(WHERE_SECONDS):
            found = await surface.view.ask(target, "whereabouts", drawn=2)
    if found.get("short"):
        message = f"{target.title} did not get the place of what it was dragged onto: it is now {found['place']}"
        raise ToolError(message, may_have_acted=True)
    if place := found["place"]:
        return f"; it is now {place}"
    right, down = float(found["right"]), float(found["down"])
    return f"; it moved {_distance(right, down)}" if right or down else ""
