"""Where the labels of boxes go: beside their box, over no other label, and over as little else as possible."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from actwright.engine.page.photo import Area, Photo

if TYPE_CHECKING:
    from PIL import Image as Pillow
    from PIL.ImageFont import FreeTypeFont, ImageFont

__all__ = ["Label", "arrange", "font", "leader"]

CELL = 2  # px; labels lie on this grid
FAINT = 16  # of 255; JPEG moves the grey of a cell by less on a plain ground
EDGES = [255 * (difference > FAINT) for difference in range(256)]
RIM = 3  # cells along a box's edge, where the box itself is drawn

FONT_SIZE = 12  # px in the final picture
CRAMPED_SIZE = 10  # where there is little room; smaller IDs are misread

PER_PLACE = 0.02
CRAMPED = 0.15
GOOD = 0.2  # a place this cheap needs no search for a better one
PER_INK = 4.0  # for a label all of whose cells hide an edge
PER_CONTROL = 6.0  # for one all of whose cells hide other controls
PER_OWN = 3.0  # for one that hides all of its own, which is smaller
AWAY = 0.4  # a line must be followed
PER_AWAY = 1 / 80  # for each px of it
PER_CROSSED = 1 / 10  # for each cell of a control or a label that the line crosses
OVER_TEXT = 1.5
MOST = 2.0  # a label that hides more than this is left out: a picture full of labels shows no page
FARTHEST = 120  # px
APART = 2  # cells; a label further off must not seem to be that of another control
LARGE = 80  # px; a control that is larger both ways has others inside, and room


class Label(NamedTuple):
    """Where a label lies, and the size of its font in px."""

    area: Area
    size: int


class _Bitmap:
    """A set of cells, rectangles of which are areas in cells: one number per row, the lowest bit to the left. Numbers this long are compared in one go."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows

    def add(self, cells: Area) -> None:
        if cells.size:
            bits = ((1 << (cells.right - cells.left)) - 1) << cells.left
            for row in range(cells.top, cells.bottom):
                self.rows[row] |= bits

    def count(self, cells: Area) -> int:
        """How many of the cells of a rectangle it has."""
        left, bits = cells.left, (1 << (cells.right - cells.left)) - 1
        return sum([(row >> left & bits).bit_count() for row in self.rows[cells.top : cells.bottom]])

    def touches(self, cells: Area) -> bool:
        """Whether it has any of them."""
        bits = ((1 << (cells.right - cells.left)) - 1) << cells.left
        for row in self.rows[cells.top : cells.bottom]:  # noqa: SIM110 - asked very often; `any` takes twice as long
            if row & bits:
                return True
        return False

    def union(self, other: _Bitmap) -> _Bitmap:
        return _Bitmap([one | two for one, two in zip(self.rows, other.rows, strict=True)])


def arrange(photo: Photo, boxes: Sequence[tuple[str, Area]]) -> list[Label | None]:
    """A place for the label of each box; None where the picture is so full that a label would hide another one.

    A label that finds no room at its box lies further off, see `leader`.

    Args:
        photo: What the labels will lie on.
        boxes: The text of each label, and the box it belongs to, inside of the photo.
    """
    board = _Board(photo.canvas, [area for _, area in boxes])
    order = sorted(range(len(boxes)), key=lambda number: boxes[number][1].size)  # the smallest have the least room
    labels = {number: board.place_well(*boxes[number]) for number in order}  # so that none is driven off by a neighbour
    for number in order:
        labels[number] = labels[number] or board.place(*boxes[number])
    return [labels[number] for number in range(len(boxes))]


def leader(label: Area, box: Area) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The ends of the line that joins a label to its box; None if they touch."""
    across = _nearest(label.left, label.right, box.left, box.right)
    down = _nearest(label.top, label.bottom, box.top, box.bottom)
    if max(abs(across[0] - across[1]), abs(down[0] - down[1])) <= CELL:
        return None
    return (across[0], down[0]), (across[1], down[1])


def _nearest(start: int, end: int, other_start: int, other_end: int) -> tuple[int, int]:
    """The ends of the shortest way from one interval to another; in the middle of what both have, if they meet."""
    if end <= other_start:
        return end, other_start
    if other_end <= start:
        return start, other_end
    middle = (max(start, other_start) + min(end, other_end)) // 2
    return middle, middle


class _Board:
    """What is already in the picture: ink of the page, its controls, and the labels placed so far."""

    def __init__(self, canvas: Pillow.Image, boxes: Sequence[Area]) -> None:
        self._ink = _ink(canvas, boxes)
        self._wide, self._high = canvas.width // CELL, canvas.height // CELL
        self._controls = _Bitmap([0] * self._high)
        self._near = _Bitmap([0] * self._high)
        for box in boxes:
            if box.right - box.left <= LARGE or box.bottom - box.top <= LARGE:
                self._controls.add(_core(box))
                self._near.add(self._cut(_grown(_around(box), APART)))
        self._labels = _Bitmap([0] * self._high)
        self._all = self._ink.union(self._controls)
        self._surroundings = self._ink.union(self._near)

    def place_well(self, text: str, box: Area) -> Label | None:
        """A good place beside the box, which is taken from now on; None if there is none."""
        found, _ = self._beside(box, _size_in_cells(text, FONT_SIZE), 0.0, GOOD)
        return self._taken(found, FONT_SIZE) if found else None

    def place(self, text: str, box: Area) -> Label | None:
        """The best place of a label, which is taken from now on; None if there is none at all."""
        best, lowest, size = None, MOST, FONT_SIZE
        for each in (FONT_SIZE, CRAMPED_SIZE):
            found, cost = self._beside(box, _size_in_cells(text, each), CRAMPED * (each == CRAMPED_SIZE), lowest)
            if found:
                best, lowest, size = found, cost, each
        if lowest > AWAY:
            found = self._away(box, _size_in_cells(text, CRAMPED_SIZE), lowest)
            if found:
                best, size = found, CRAMPED_SIZE
        return self._taken(best, size) if best else None

    def _taken(self, cells: Area, size: int) -> Label:
        self._labels.add(cells)
        self._all.add(cells)
        return Label(Area(*(CELL * edge for edge in cells)), size)

    def _cut(self, cells: Area) -> Area:
        return Area(max(0, cells.left), max(0, cells.top), min(self._wide, cells.right), min(self._high, cells.bottom))

    def _beside(self, box: Area, size: tuple[int, int], extra: float, lowest: float) -> tuple[Area | None, float]:
        """The cheapest of the usual places that is cheaper than `lowest`, and its cost."""
        outer, inner, cells = _around(box), _core(box), size[0] * size[1]
        best = None
        for rank, place in enumerate(_candidates(outer, *size)):
            cost = extra + rank * PER_PLACE
            if cost >= lowest:
                break
            inside = self._moved_inside(place)
            if inside is None:
                continue
            cost += PER_PLACE * (abs(inside.left - place.left) + abs(inside.top - place.top))
            if self._all.touches(inside):
                if self._labels.touches(inside):
                    continue
                cost += PER_INK * self._ink.count(inside) / cells
                if cost < lowest:
                    cost += self._hidden(inside, inner)
            if cost < lowest:
                best, lowest = inside, cost
        return best, lowest

    def _hidden(self, label: Area, own: Area) -> float:
        """What it costs that a label hides controls: its own, if that is small, and others."""
        both, size = own.overlap(label), label.size
        others = max(0, self._controls.count(label) - both)
        cost = PER_CONTROL * others / size
        return cost + PER_OWN * both / own.size if both and own.size < size else cost

    def _away(self, box: Area, size: tuple[int, int], lowest: float) -> Area | None:
        """The nearest place that hides nothing, or only text, if it is cheaper than `lowest`."""
        best = None
        for extra, page in ((AWAY, self._surroundings), (OVER_TEXT, self._near)):
            far = min(FARTHEST, (lowest - extra) / PER_AWAY) // CELL
            if far <= 0:
                break
            found = self._nearest_free(_around(box), size, int(far), page)
            if found:
                place, away = found
                cost = extra + PER_AWAY * CELL * away + PER_CROSSED * self._crossed(place, _around(box))
                if cost < lowest:
                    best, lowest = place, cost
        return best

    def _crossed(self, label: Area, box: Area) -> int:
        """How many cells of controls and of other labels lie on the line from a label to its box."""
        line = leader(label, box)
        if line is None:
            return 0
        (left, top), (right, bottom) = line
        steps = max(abs(right - left), abs(bottom - top))
        cells = ((left + (right - left) * step // steps, top + (bottom - top) * step // steps) for step in range(steps))
        return sum((self._controls.rows[y] | self._labels.rows[y]) >> x & 1 for x, y in cells if y < self._high)

    def _nearest_free(self, box: Area, size: tuple[int, int], far: int, page: _Bitmap) -> tuple[Area, float] | None:
        """The free place nearest to a box, and its distance in cells."""
        wide, high = size
        left, right = max(0, box.left - far - wide), min(self._wide, box.right + far + wide)
        top, bottom = max(0, box.top - far - high), min(self._high, box.bottom + far + high)
        if right - left < wide or bottom - top < high:
            return None
        everything = (1 << (right - left - wide + 1)) - 1
        rows = [one | two for one, two in zip(self._labels.rows[top:bottom], page.rows[top:bottom], strict=True)]
        full = _taken_from([row >> left & (1 << (right - left)) - 1 for row in rows], wide, high)
        start = max(0, box.left - left - wide), max(0, min(box.right, right - wide) - left)
        best, nearest = None, float(far)
        for y, taken in enumerate(full, top):
            down = max(0, box.top - y - high, y - box.bottom)
            if down >= nearest or not (free := everything & ~taken):
                continue
            for x in _nearest_bits(free, *start, wanted=max(0, box.left - left)):
                across = max(0, box.left - left - x - wide, x + left - box.right)
                if (away := math.hypot(across, down)) < nearest:
                    best, nearest = Area(x + left, y, x + left + wide, y + high), away
        return (best, nearest) if best else None

    def _moved_inside(self, cells: Area) -> Area | None:
        wide, high = cells.right - cells.left, cells.bottom - cells.top
        if cells.left >= 0 and cells.top >= 0 and cells.right <= self._wide and cells.bottom <= self._high:
            return cells
        if wide > self._wide or high > self._high:
            return None
        left = max(0, min(cells.left, self._wide - wide))
        top = max(0, min(cells.top, self._high - high))
        return Area(left, top, left + wide, top + high)


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


def _nearest_bits(free: int, start: int, end: int, *, wanted: int) -> Iterator[int]:
    """Set bits to look at: the nearest to `wanted` from `start` to `end`, else the nearest on either side."""
    within = free >> start & (1 << (end - start + 1)) - 1
    if within:
        yield min(_around_bit(within, wanted - start), key=lambda bit: abs(bit + start - wanted)) + start
    else:
        yield from _around_bit(free, wanted)


def _around_bit(bits: int, wanted: int) -> Iterator[int]:
    """The set bit at or above `wanted`, and that below it."""
    if above := bits >> wanted:
        yield wanted + (above & -above).bit_length() - 1
    if below := bits & (1 << wanted) - 1:
        yield below.bit_length() - 1


def _candidates(box: Area, wide: int, high: int) -> Iterator[Area]:
    left, top, right, bottom = box
    middle = (top + bottom - high) // 2
    corners = [
        (left, top - high),  # above
        (right - wide, top - high),
        (left - wide, middle),  # beside
        (right, middle),
        (right - wide, top),  # inside, where fields and buttons are usually empty
        (right - wide, bottom - high),
        (left, top - 2),  # astride its edge, where little of it stands
        (right - wide, bottom - high + 2),
        (left, bottom),  # below
        (right - wide, bottom),
        ((left + right - wide) // 2, top - high),
        ((left + right - wide) // 2, bottom),
        (left, top),
        (left, bottom - high),
        (left - wide, top - high),  # diagonal, where it is less clear whose label it is
        (right, top - high),
        (left - wide, bottom),
        (right, bottom),
    ]
    for x, y in corners:
        yield Area(x, y, x + wide, y + high)


def _around(area: Area) -> Area:
    """The cells that an area touches."""
    return Area(area.left // CELL, area.top // CELL, -(-area.right // CELL), -(-area.bottom // CELL))


def _core(area: Area) -> Area:
    """The cells inside an area, without a rim where nothing of a control stands, thinner in a small one."""
    left, top, right, bottom = -(-area.left // CELL), -(-area.top // CELL), area.right // CELL, area.bottom // CELL
    across, down = (min(2, length // 6) for length in (right - left, bottom - top))
    return Area(left + across, top + down, right - across, bottom - down)


def _grown(cells: Area, by: int) -> Area:
    return Area(cells.left - by, cells.top - by, cells.right + by, cells.bottom + by)


def _ink(canvas: Pillow.Image, boxes: Sequence[Area]) -> _Bitmap:
    """Where the page shows more than a plain ground: cells that differ from their neighbour up left.

    What the boxes hide themselves is none.
    """
    from PIL import ImageChops, ImageDraw  # noqa: PLC0415 - loaded when a picture is drawn

    grey = canvas.convert("L").reduce(CELL)
    edges = ImageChops.difference(grey, ImageChops.offset(grey, 1, 1))
    pen = ImageDraw.Draw(edges)
    for box in boxes:
        left, top, right, bottom = _grown(_around(box), 1)
        pen.rectangle((left, top, right - 1, bottom - 1), outline=0, width=RIM)
    cells = edges.point(EDGES, "1").transpose(_mirrored())  # pyright: ignore[reportUnknownMemberType] - Pillow's own type is partial
    packed, stride = cells.tobytes(), (cells.width + 7) // 8
    spare = 8 * stride - cells.width
    rows = range(0, len(packed), stride)
    return _Bitmap([int.from_bytes(packed[row : row + stride]) >> spare for row in rows][: canvas.height // CELL])


def _mirrored() -> Pillow.Transpose:
    from PIL import Image as Pillow  # noqa: PLC0415

    return Pillow.Transpose.FLIP_LEFT_RIGHT


@lru_cache(maxsize=2)
def font(size: int) -> FreeTypeFont | ImageFont:
    """The font of labels, by its size in px."""
    from PIL import ImageFont  # noqa: PLC0415

    return ImageFont.load_default(size)


@lru_cache(maxsize=4096)
def _size_in_cells(text: str, size: int) -> tuple[int, int]:
    left, _, right, _ = font(size).getbbox(text)
    return math.ceil((right - left + 4) / CELL), (size + 2) // CELL
