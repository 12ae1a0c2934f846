"""The space for a label: where it may be placed, what is in its way, and which places are left."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from actwright.engine.page.picture.lettering import LabelForm
from actwright.engine.page.picture.screenshot import Area

STEP = 2  # cells between places that are compared by what they hide


class Room:
    """A part of the picture in which a label may lie, and what is in its way."""

    def __init__(self, area: Area, rows: list[int], form: LabelForm) -> None:
        self.area = area
        self._rows = rows
        self._form = form

    def block(self, cells: Area) -> None:
        """Keeps the label off a rectangle."""
        left, right = max(cells.left, self.area.left), min(cells.right, self.area.right)
        if left < right:
            bits = ((1 << (right - left)) - 1) << (left - self.area.left)
            rows = slice(max(cells.top - self.area.top, 0), max(cells.bottom - self.area.top, 0))
            self._rows[rows] = [row | bits for row in self._rows[rows]]

    def free(self) -> list[tuple[int, int]]:
        """For each row with free places, where the left end of a label may be: bits, from the left of the area."""
        everything = (1 << (self.area.right - self.area.left - self._form.wide + 1)) - 1
        full = _taken_from(self._rows, self._form.wide, self._form.high)
        return [(y, free) for y, taken in enumerate(full, self.area.top) if (free := everything & ~taken)]

    def first(self, box: Area, form: LabelForm) -> Area | None:
        """The first of the usual places that is free, else the least clumsy free place; None if none is free."""
        rows = dict(self.free())
        if not rows:
            return None
        left = self.area.left
        for place in usual_places(box, form.wide, form.high):
            if place.left >= left and rows.get(place.top, 0) >> (place.left - left) & 1:
                return place
        return min(_ends(rows.items(), left, box, form), key=lambda place: clumsiness(place, box))

    def nearest(self, box: Area, form: LabelForm) -> Area | None:
        """The free place nearest to a box."""
        return min(
            _ends(self.free(), self.area.left, box, form), key=lambda place: clumsiness(place, box), default=None
        )

    def sampled(self, form: LabelForm) -> Iterator[Area]:
        """Some of the free places, all over the area."""
        for y, free in self.free()[::STEP]:
            for x in range(0, self.area.right - self.area.left - form.wide + 1, STEP):
                if free >> x & 1:
                    yield Area(self.area.left + x, y, self.area.left + x + form.wide, y + form.high)


def _ends(rows: Iterable[tuple[int, int]], left: int, box: Area, form: LabelForm) -> Iterator[Area]:
    """The free places in each row that are nearest to a box's left and right edge."""
    for y, free in rows:
        for wanted in (box.left - left, box.right - form.wide - left):
            for x in _around_bit(free, max(0, wanted)):
                yield Area(left + x, y, left + x + form.wide, y + form.high)


def clumsiness(place: Area, box: Area) -> float:
    """How far a place is from a box, and from the corners at which one looks for a label."""
    across = max(0, box.left - place.right, place.left - box.right)
    down = max(0, box.top - place.bottom, place.top - box.bottom)
    beside = min(place.right, box.right) > max(place.left, box.left) or min(place.bottom, box.bottom) > max(
        place.top, box.top
    )
    return (
        4 * math.hypot(across, down) + min(abs(place.left - box.left), abs(place.right - box.right)) + 6 * (not beside)
    )


def _taken_from(rows: list[int], wide: int, high: int) -> list[int]:
    """For each row, where a rectangle with its top left corner there would touch a cell."""
    for length in _steps(high):
        rows = [one | two for one, two in zip(rows, rows[length:], strict=False)]
    for length in _steps(wide):
        rows = [row | row >> length for row in rows]
    return rows


@lru_cache(maxsize=64)
def _steps(length: int) -> tuple[int, ...]:
    """By how much to shift and join so that `length` neighbours are joined, in as few steps as there can be."""
    steps: list[int] = []
    joined = 1
    while joined < length:
        steps.append(min(joined, length - joined))
        joined += steps[-1]
    return tuple(steps)


def _around_bit(bits: int, wanted: int) -> Iterator[int]:
    """The nearest set bit at or above `wanted`, and the nearest one below it."""
    if above := bits >> wanted:
        yield wanted + (above & -above).bit_length() - 1
    if below := bits & (1 << wanted) - 1:
        yield below.bit_length() - 1


def usual_places(box: Area, wide: int, high: int) -> Iterator[Area]:
    """Where one looks for a label of this size, from the clearest place to the most cramped."""
    left, top, right, bottom = box
    middle = (top + bottom - high) // 2
    corners = [
        (left, top - high),  # above
        (right - wide, top - high),
        (left - wide, middle),  # beside
        (right, middle),
        (right - wide, top),  # inside, where fields and buttons are usually empty
        (right - wide, bottom - high),
        (left, top),
        (left, bottom - high),
        (left, bottom),  # below
        (right - wide, bottom),
        (left, top - 2),  # astride its edge
        (right - wide, bottom - high + 2),
        ((left + right - wide) // 2, top - high),
        ((left + right - wide) // 2, bottom),
    ]
    for x, y in corners:
        yield Area(x, y, x + wide, y + high)
