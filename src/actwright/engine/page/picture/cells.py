"""The grid on which labels are placed: rectangles in cells, sets of cells, and where the page shows ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from actwright.engine.page.picture.screenshot import Area

if TYPE_CHECKING:
    from PIL import Image as Pillow

CELL = 2  # px; labels lie on this grid
FAINT = 16  # of 255; JPEG moves the grey of a cell by less on a plain ground
EDGES = [255 * (difference > FAINT) for difference in range(256)]
RIM = 2  # cells along a box's edge, where the box itself is drawn
SQUARE = 32  # cells; neighbours are looked up by squares of this side


class Bitmap:
    """A set of cells: one number per row, the lowest bit to the left. Numbers this long are compared in one go."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows

    def add(self, cells: Area) -> None:
        """Adds the cells of a rectangle."""
        if cells.size:
            bits = ((1 << (cells.right - cells.left)) - 1) << cells.left
            for row in range(cells.top, cells.bottom):
                self.rows[row] |= bits

    def remove(self, cells: Area) -> None:
        """Removes the cells of a rectangle."""
        bits = ((1 << (cells.right - cells.left)) - 1) << cells.left
        for row in range(cells.top, cells.bottom):
            self.rows[row] &= ~bits

    def count(self, cells: Area) -> int:
        """How many cells of a rectangle are in it."""
        left, bits = cells.left, (1 << (cells.right - cells.left)) - 1
        return sum([(row >> left & bits).bit_count() for row in self.rows[cells.top : cells.bottom]])

    def touches(self, cells: Area) -> bool:
        """Whether any cell of a rectangle is in it."""
        bits = ((1 << (cells.right - cells.left)) - 1) << cells.left
        for row in self.rows[cells.top : cells.bottom]:  # noqa: SIM110 - asked very often; `any` takes twice as long
            if row & bits:
                return True
        return False


def around(area: Area) -> Area:
    """The cells that an area touches."""
    return Area(area.left // CELL, area.top // CELL, -(-area.right // CELL), -(-area.bottom // CELL))


def squares(cells: Area) -> Iterator[tuple[int, int]]:
    """The squares of `SQUARE` cells that a rectangle touches: neighbours are looked up by them."""
    for down in range(cells.top // SQUARE, cells.bottom // SQUARE + 1):
        for across in range(cells.left // SQUARE, cells.right // SQUARE + 1):
            yield across, down


def core(cells: Area) -> Area:
    """The cells of a box without its rim, in which a control shows nothing; a small box has a thinner rim."""
    left, top, right, bottom = cells
    across, down = (min(2, length // 6) for length in (right - left, bottom - top))
    return Area(left + across, top + down, right - across, bottom - down)


def grown(cells: Area, by: int) -> Area:
    """A rectangle enlarged by so many cells on each side."""
    return Area(cells.left - by, cells.top - by, cells.right + by, cells.bottom + by)


def meet(one: Area, other: Area) -> bool:
    """Whether two rectangles have cells in common."""
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def encloses(outer: Area, inner: Area) -> bool:
    """Whether a rectangle lies inside another, or within a cell of it."""
    left, top, right, bottom = inner
    return outer.left - 1 <= left and outer.top - 1 <= top and outer.right + 1 >= right and outer.bottom + 1 >= bottom


def ink_of(canvas: Pillow.Image, boxes: Sequence[Area]) -> Bitmap:
    """Where the page shows more than a plain background: the cells that differ from their upper left neighbour.

    Cells that the lines of the boxes will hide do not count.
    """
    from PIL import ImageChops, ImageDraw  # noqa: PLC0415 - loaded when a picture is drawn

    grey = canvas.convert("L").reduce(CELL)
    edges = ImageChops.difference(grey, ImageChops.offset(grey, 1, 1))
    pen = ImageDraw.Draw(edges)
    for box in boxes:
        left, top, right, bottom = grown(around(box), 1)
        pen.rectangle((left, top, right - 1, bottom - 1), outline=0, width=RIM)
        pen.line((left, top + RIM, right - 1, top + RIM), fill=0)  # the lower side of a button's edge
    cells = edges.point(EDGES, "1").transpose(_mirrored())  # pyright: ignore[reportUnknownMemberType] - Pillow's own type is partial
    packed, stride = cells.tobytes(), (cells.width + 7) // 8
    spare = 8 * stride - cells.width
    rows = range(0, len(packed), stride)
    return Bitmap([int.from_bytes(packed[row : row + stride]) >> spare for row in rows][: canvas.height // CELL])


def _mirrored() -> Pillow.Transpose:
    from PIL import Image as Pillow  # noqa: PLC0415

    return Pillow.Transpose.FLIP_LEFT_RIGHT
