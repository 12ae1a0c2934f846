"""Where the labels of boxes go: at their box, over no other label and no text, and nearer to no other box.

Every box tries the same places, from the clearest to the most cramped: its whole ID beside it, the same in a smaller font,
then its number alone. A label for which there is no bare ground at its box lies further off, where its own box is still
the nearest, and a line leads to it. One that has no place at all makes its neighbours move, or is left out: a label that
hides a name is worth less than none.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from actwright.engine.page.picture.screenshot import Area, Photo

if TYPE_CHECKING:
    from PIL import Image as Pillow
    from PIL.ImageFont import FreeTypeFont, ImageFont

__all__ = ["Label", "arrange", "font", "leader"]

CELL = 2  # px; labels lie on this grid
FAINT = 16  # of 255; JPEG moves the grey of a cell by less on a plain ground
EDGES = [255 * (difference > FAINT) for difference in range(256)]
RIM = 2  # cells along a box's edge, where the box itself is drawn

FONT_SIZE = 12  # px in the final picture
CRAMPED_SIZE = 10  # where there is little room; smaller IDs are misread
SMALLEST_SIZE = 9  # of a number alone
HEIGHTS = {FONT_SIZE: 14, CRAMPED_SIZE: 10, SMALLEST_SIZE: 8}  # px of a label

APART = 2  # cells from any other box; a label nearer to it could be taken for its label
MOST_OF_OWN = 0.4  # of a control; with more of it under its label its state or its text is lost
MOST_INK = 0.18  # of a label's cells; less than that are tips of letters, and edges
FARTHEST = 12  # cells that a line is long
STEP = 2  # cells between places that are compared by what they hide
SQUARE = 32  # cells; neighbours are looked up by squares of this side
NUMBERED = re.compile(r"(f\d+\.)?[a-z][a-z0-9-]*-(\d+)")


class Label(NamedTuple):
    """Where a label lies, the size of its font in px, and what it says: an ID, or its number alone."""

    area: Area
    size: int
    text: str


class _Form(NamedTuple):
    """One way to write a label; width and height in cells."""

    text: str
    size: int
    wide: int
    high: int


class _Bitmap:
    """A set of cells, rectangles of which are areas in cells: one number per row, the lowest bit to the left. Numbers this long are compared in one go."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows

    def add(self, cells: Area) -> None:
        if cells.size:
            bits = ((1 << (cells.right - cells.left)) - 1) << cells.left
            for row in range(cells.top, cells.bottom):
                self.rows[row] |= bits

    def remove(self, cells: Area) -> None:
        bits = ((1 << (cells.right - cells.left)) - 1) << cells.left
        for row in range(cells.top, cells.bottom):
            self.rows[row] &= ~bits

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


def arrange(photo: Photo, boxes: Sequence[tuple[str, Area]]) -> list[Label | None]:
    """A place for the label of each box; None where the picture is so full that a label would hide another, or a name.

    A label that finds no room at its box lies further off, see `leader`.

    Args:
        photo: What the labels will lie on.
        boxes: The text of each label, and the box it belongs to, inside of the photo.
    """
    board = _Board(photo.canvas, boxes)
    order = sorted(range(len(boxes)), key=lambda number: boxes[number][1].size)  # the smallest have the least room
    for number in order:
        board.place_well(number)
    for place in (board.place_in_little_room, board.place_with_line, board.place_after_others, board.place_over_edges):
        for number in order:
            if number not in board.placed:
                place(number)
    return [board.placed.get(number) for number in range(len(boxes))]


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
    """What is already in the picture: ink of the page, its controls, and the labels placed so far.

    Attributes:
        placed: The labels so far, by the numbers of their boxes.
    """

    def __init__(self, canvas: Pillow.Image, boxes: Sequence[tuple[str, Area]]) -> None:
        areas = [area for _, area in boxes]
        self.placed: dict[int, Label] = {}
        self._texts = [text for text, _ in boxes]
        self._wide, self._high = canvas.width // CELL, canvas.height // CELL
        self._boxes = [self._cut(_around(area)) for area in areas]
        self._ink = _ink(canvas, areas)
        self._labels = _Bitmap([0] * self._high)
        self._used = set(self._texts)
        self._squares: dict[tuple[int, int], list[int]] = {}
        for number, box in enumerate(self._boxes):
            for square in _squares(box):
                self._squares.setdefault(square, []).append(number)

    # The ways to find a place, from the best to the last

    def place_well(self, number: int) -> None:
        """The whole ID in the larger font, at one of the usual places."""
        own, form = self._boxes[number], _form(self._texts[number], FONT_SIZE)
        others = [_grown(other, APART) for other in self._neighbours(number, _grown(own, form.wide + APART))]
        core = _core(own)
        for place in _candidates(own, form.wide, form.high):
            if place != self._cut(place) or self._labels.touches(place) or self._ink.touches(place):
                continue
            if _meet(place, core) and place.size > MOST_OF_OWN * own.size:
                continue
            if not any(_meet(place, other) for other in others):
                self._take(number, form, place)
                return

    def place_in_little_room(self, number: int) -> None:
        """The whole ID wherever there is bare ground at its box, in the smaller font, or its number."""
        text = self._texts[number]
        self._place_at(number, [_form(text, CRAMPED_SIZE), *self._short(number)])

    def place_with_line(self, number: int) -> None:
        """Further off, where no other box is as near."""
        own = self._boxes[number]
        for form in self._short(number)[:1] or [_form(self._texts[number], CRAMPED_SIZE)]:
            for far in (FARTHEST // 3, FARTHEST):
                blocked = self._blocked(number, form, reach=far, apart=far + 1, own_too=True)
                if blocked and (place := blocked.nearest(own, form)):
                    self._take(number, form, place)
                    return

    def place_after_others(self, number: int) -> None:
        """Where labels of neighbours lie, if each of these finds another place."""
        own, forms = self._boxes[number], self._short(number) or [_form(self._texts[number], CRAMPED_SIZE)]
        room = _reached(own, forms[0], 1)
        before = {each: label for each, label in self.placed.items() if _cells(label).overlap(room)}
        for each in before:
            self._lift(each)
        self._place_at(number, forms)
        if number in self.placed:
            for each in sorted(before, key=lambda each: self._boxes[each].size):
                self.place_well(each)
                if each not in self.placed:
                    self.place_in_little_room(each)
                if each not in self.placed:
                    break
            else:
                return
        for each in (number, *before):
            self._lift(each)
        for each, label in before.items():
            self._put(each, label)

    def place_over_edges(self, number: int) -> None:
        """Where it hides the least, if that is little."""
        own = self._boxes[number]
        for form in self._short(number) or [_form(self._texts[number], CRAMPED_SIZE)]:
            blocked = self._blocked(number, form, ink=False)
            if not blocked:
                continue
            size = form.wide * form.high
            best, least = None, MOST_INK
            for place in blocked.sampled(form):
                if (share := self._ink.count(place) / size + _clumsy(place, own) / 1000) < least:
                    best, least = place, share
            if best:
                self._take(number, form, best)
                return

    # How

    def _short(self, number: int) -> list[_Form]:
        """The number of an ID, unless another label has said it alone."""
        match = NUMBERED.fullmatch(self._texts[number])
        if not match:
            return []
        short = (match[1] or "") + match[2]
        if short in self._used:
            return []
        return [_form(short, CRAMPED_SIZE), _form(short, SMALLEST_SIZE)]

    def _place_at(self, number: int, forms: Sequence[_Form]) -> None:
        own = self._boxes[number]
        touched = self._neighbours(number, _grown(own, APART + 4))
        for form in forms:
            for inside, apart in ((False, APART), (True, 0), (False, 1)) if touched else ((False, APART),):
                blocked = self._blocked(number, form, inside=inside, apart=apart)
                if blocked and (place := blocked.first(own, form)):
                    self._take(number, form, place)
                    return

    def _take(self, number: int, form: _Form, place: Area) -> None:
        self._put(number, Label(Area(*(CELL * edge for edge in place)), form.size, form.text))

    def _put(self, number: int, label: Label) -> None:
        self.placed[number] = label
        self._used.add(label.text)
        self._labels.add(_cells(label))

    def _lift(self, number: int) -> None:
        label = self.placed.pop(number, None)
        if label:
            self._labels.remove(_cells(label))
            if label.text != self._texts[number]:
                self._used.discard(label.text)

    def _blocked(
        self,
        number: int,
        form: _Form,
        *,
        inside: bool = False,
        ink: bool = True,
        reach: int = 1,
        apart: int = APART,
        own_too: bool = False,
    ) -> _Window | None:
        """The places of a label at a box, and what is in their way; None if there is not one."""
        own = self._boxes[number]
        area = own if inside else self._cut(_reached(own, form, reach))
        wide, high = area.right - area.left, area.bottom - area.top
        if wide < form.wide or high < form.high:
            return None
        mask = (1 << wide) - 1
        rows = [row >> area.left & mask for row in self._labels.rows[area.top : area.bottom]]
        if ink:
            page = self._ink.rows[area.top : area.bottom]
            rows = [row | other >> area.left & mask for row, other in zip(rows, page, strict=True)]
        window = _Window(area, rows, form)
        for other in self._neighbours(number, _grown(area, apart)):
            window.block(_grown(other, apart))
        if own_too:
            window.block(own)
        elif form.wide * form.high > MOST_OF_OWN * own.size:
            window.block(_core(own))
        return window

    def _neighbours(self, number: int, area: Area) -> list[Area]:
        """The boxes in an area that are not around this one."""
        own = self._boxes[number]
        found: set[int] = set()
        for square in _squares(area):
            found.update(self._squares.get(square, ()))
        boxes = [self._boxes[each] for each in sorted(found) if each != number]
        return [box for box in boxes if _meet(box, area) and not _encloses(box, own)]

    def _cut(self, cells: Area) -> Area:
        return Area(max(0, cells.left), max(0, cells.top), min(self._wide, cells.right), min(self._high, cells.bottom))


class _Window:
    """A part of the picture in which a label may lie, and what is in its way."""

    def __init__(self, area: Area, rows: list[int], form: _Form) -> None:
        self.area = area
        self._rows = rows
        self._form = form

    def block(self, cells: Area) -> None:
        """Keeps the label off a rectangle."""
        left, right = max(cells.left, self.area.left), min(cells.right, self.area.right)
        if left < right:
            bits = ((1 << (right - left)) - 1) << (left - self.area.left)
            top = self.area.top
            for row in range(max(cells.top, top) - top, min(cells.bottom, self.area.bottom) - top):
                self._rows[row] |= bits

    def free(self) -> list[tuple[int, int]]:
        """For each row that has any, where the left end of a label may be: bits from the window's left."""
        everything = (1 << (self.area.right - self.area.left - self._form.wide + 1)) - 1
        full = _taken_from(self._rows, self._form.wide, self._form.high)
        return [(y, free) for y, taken in enumerate(full, self.area.top) if (free := everything & ~taken)]

    def first(self, box: Area, form: _Form) -> Area | None:
        """The first of the usual places that is free, else the least clumsy of all."""
        rows = dict(self.free())
        if not rows:
            return None
        left = self.area.left
        for place in _candidates(box, form.wide, form.high):
            if place.left >= left and rows.get(place.top, 0) >> (place.left - left) & 1:
                return place
        return min(_ends(rows.items(), left, box, form), key=lambda place: _clumsy(place, box))

    def nearest(self, box: Area, form: _Form) -> Area | None:
        """The free place nearest to a box."""
        return min(_ends(self.free(), self.area.left, box, form), key=lambda place: _clumsy(place, box), default=None)

    def sampled(self, form: _Form) -> Iterator[Area]:
        """Some of the free places, all over the window."""
        for y, free in self.free()[::STEP]:
            for x in range(0, self.area.right - self.area.left - form.wide + 1, STEP):
                if free >> x & 1:
                    yield Area(self.area.left + x, y, self.area.left + x + form.wide, y + form.high)


def _ends(rows: Iterable[tuple[int, int]], left: int, box: Area, form: _Form) -> Iterator[Area]:
    """The free places in each row that are nearest to a box's left and right edge."""
    for y, free in rows:
        for wanted in (box.left - left, box.right - form.wide - left):
            for x in _around_bit(free, max(0, wanted)):
                yield Area(left + x, y, left + x + form.wide, y + form.high)


def _clumsy(place: Area, box: Area) -> float:
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


def _around(area: Area) -> Area:
    """The cells that an area touches."""
    return Area(area.left // CELL, area.top // CELL, -(-area.right // CELL), -(-area.bottom // CELL))


def _squares(cells: Area) -> Iterator[tuple[int, int]]:
    for down in range(cells.top // SQUARE, cells.bottom // SQUARE + 1):
        for across in range(cells.left // SQUARE, cells.right // SQUARE + 1):
            yield across, down


def _cells(label: Label) -> Area:
    return _around(label.area)


def _core(cells: Area) -> Area:
    """The cells of a box without a rim where nothing of a control stands, thinner in a small one."""
    left, top, right, bottom = cells
    across, down = (min(2, length // 6) for length in (right - left, bottom - top))
    return Area(left + across, top + down, right - across, bottom - down)


def _reached(box: Area, form: _Form, reach: int) -> Area:
    """Where a label may lie that is no further from a box than `reach`."""
    return Area(
        box.left - form.wide - reach,
        box.top - form.high - reach,
        box.right + form.wide + reach,
        box.bottom + form.high + reach,
    )


def _grown(cells: Area, by: int) -> Area:
    return Area(cells.left - by, cells.top - by, cells.right + by, cells.bottom + by)


def _meet(one: Area, other: Area) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def _encloses(outer: Area, inner: Area) -> bool:
    left, top, right, bottom = inner
    return outer.left - 1 <= left and outer.top - 1 <= top and outer.right + 1 >= right and outer.bottom + 1 >= bottom


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
        pen.line((left, top + RIM, right - 1, top + RIM), fill=0)  # the lower side of a button's edge
    cells = edges.point(EDGES, "1").transpose(_mirrored())  # pyright: ignore[reportUnknownMemberType] - Pillow's own type is partial
    packed, stride = cells.tobytes(), (cells.width + 7) // 8
    spare = 8 * stride - cells.width
    rows = range(0, len(packed), stride)
    return _Bitmap([int.from_bytes(packed[row : row + stride]) >> spare for row in rows][: canvas.height // CELL])


def _mirrored() -> Pillow.Transpose:
    from PIL import Image as Pillow  # noqa: PLC0415

    return Pillow.Transpose.FLIP_LEFT_RIGHT


@lru_cache(maxsize=4)
def font(size: int) -> FreeTypeFont | ImageFont:
    """The font of labels, by its size in px."""
    from PIL import ImageFont  # noqa: PLC0415

    return ImageFont.load_default(size)


@lru_cache(maxsize=4096)
def _form(text: str, size: int) -> _Form:
    left, _, right, _ = font(size).getbbox(text)
    return _Form(
        text, size, math.ceil((right - left + (2 if size == SMALLEST_SIZE else 4)) / CELL), HEIGHTS[size] // CELL
    )
