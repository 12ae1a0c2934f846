"""Points on a drawn shape, in Playwright's coordinates: relative to a box that contains the shape's stroke."""

from __future__ import annotations

from playwright.async_api import Locator

Point = tuple[float, float]


async def with_stroke(locator: Locator, point: Point, size: Point | None, *, timeout: float) -> Point:  # noqa: ASYNC109 - passed on to Playwright
    """Converts a point of an element to Playwright's coordinates: from the box with the stroke, in CSS px.

    Chromium adds the stroke to the box of an SVG shape, equally on all sides, and up to four times as much as is drawn;
    `getBoundingClientRect` leaves it out.

    Args:
        locator: Resolves to the element.
        point: The point, from the box without the stroke.
        size: Width and height of that box; None if the element is not a shape and has only one box.
        timeout: Playwright's timeout, in ms.
    """
    box = await locator.bounding_box(timeout=timeout) if size else None
    if not size or not box:
        return point
    return point[0] + (box["width"] - size[0]) / 2, point[1] + (box["height"] - size[1]) / 2
