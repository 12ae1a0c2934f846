"""Prepares a screenshot for models: blacks out secrets, scales it, and compares it with the previous one."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from actwright.schemas.page import Box

if TYPE_CHECKING:
    from PIL import Image as Pillow

MAX_PIXELS = 1_150_000  # beyond this, and beyond 1568 px a side, providers scale a picture down themselves
MOST_ENLARGED = 4
LARGEST = 1_024  # px a side of a part that is enlarged
BLACK = (0, 0, 0)
FAINT = 24  # of 255; JPEG moves colours by less where nothing changed
MARKED = [255 * (difference > FAINT) for difference in range(256)]
CELL = 8  # px, a block of JPEG
SMALL = 4  # cells; a spinner of up to 24 px touches no more, sideways or downwards; a word does
CARET = (2, 8)  # cells; the largest caret
MANY = 6  # small changes; a page has fewer carets and spinners


class Area(NamedTuple):
    """A rectangle in px of the final picture; right and bottom lie outside of it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> int:
        """Its number of px."""
        return max(0, self.right - self.left) * max(0, self.bottom - self.top)

    def overlap(self, other: Area) -> int:
        """The number of px that are in both."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0


class Photo(NamedTuple):
    """The viewport as it may be shown, with nothing drawn on it.

    Attributes:
        canvas: RGB, at most one px per CSS px.
        hidden: What was blacked out.
        shown: What it shows, in CSS px of the viewport.
    """

    canvas: Pillow.Image
    hidden: tuple[Area, ...]
    shown: Box

    @property
    def across(self) -> float:
        """Its px per CSS px, sideways."""
        return self.canvas.width / self.shown.width

    @property
    def down(self) -> float:
        """Its px per CSS px, downwards."""
        return self.canvas.height / self.shown.height

    @property
    def frame(self) -> Area:
        """The whole picture as an area."""
        return Area(0, 0, self.canvas.width, self.canvas.height)

    def touched(self, box: Box) -> Area:
        """The px that a box in CSS px of the viewport touches, cut at the picture's edges."""
        across, down, frame = self.across, self.down, self.frame
        left, top = (box.x - self.shown.x) * across, (box.y - self.shown.y) * down
        right, bottom = left + box.width * across, top + box.height * down
        if not all(map(math.isfinite, (left, top, right, bottom))):
            return Area(0, 0, 0, 0)
        return Area(
            max(frame.left, math.floor(left)),
            max(frame.top, math.floor(top)),
            min(frame.right, math.ceil(right)),
            min(frame.bottom, math.ceil(bottom)),
        )


def develop(
    picture: bytes | Pillow.Image,
    *,
    width: int,
    height: int,
    shown: Box | None = None,
    masks: Sequence[Box] = (),
    longest_side: int = 1568,
    part: Box | None = None,
) -> Photo:
    """The picture of a viewport, masked and scaled.

    Masks are filled before the picture is scaled, so that nothing of what they hide bleeds over their edges.

    Args:
        picture: PNG or JPEG of the viewport, at any device scale; or the same, decoded, which is changed.
        width: Of the viewport, in CSS px.
        height: Of the viewport, in CSS px.
        shown: What the picture shows of the viewport, in CSS px; None for all of it.
        masks: What to black out, in CSS px of the viewport.
        longest_side: Of the result, in px. The result also has at most 1.15 megapixels, and is never larger than the
            viewport or the picture.
        part: The part that is wanted, in CSS px of the viewport, enlarged up to four times; None for all.

    Raises:
        ValueError: The picture cannot be read, the viewport has no size, or the part lies outside of it.
    """
    if width <= 0 or height <= 0:
        raise ValueError(f"a viewport of {width} x {height} px has no picture")
    shown = shown or Box(x=0, y=0, width=width, height=height)
    raw = Photo(decoded(picture) if isinstance(picture, bytes) else picture, (), shown)
    _hide(raw, masks)
    if part is not None:
        photo = _enlarged(raw, part)
    else:
        photo = raw._replace(canvas=_scaled(raw.canvas, (width, height), longest_side))
    return photo._replace(hidden=_hide(photo, masks))


def look_alike(one: Photo, other: Photo) -> bool:
    """Whether two pictures differ only by what blinks or spins: a caret or a small spinner, not a word or a field."""
    from PIL import ImageChops  # noqa: PLC0415 - loaded when pictures are compared

    if one.canvas.size != other.canvas.size:
        return False
    red, green, blue = ImageChops.difference(one.canvas, other.canvas).split()
    strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    changed = set(_changed_cells(strongest))
    for count in range(MANY + 1):
        if not changed:
            return True
        across, down = _spread(changed)
        if (max(across, down) > SMALL and (across > CARET[0] or down > CARET[1])) or count == MANY:
            return False
    return True


def _changed_cells(strongest: Pillow.Image) -> Iterator[tuple[int, int]]:
    """The cells in which some px differs by more than noise, by column and row."""
    marked = strongest.point(MARKED)  # pyright: ignore[reportUnknownMemberType] - Pillow's own type is partial
    cells = marked.reduce(CELL)
    for place, mark in enumerate(cells.tobytes()):
        if mark:
            yield place % cells.width, place // cells.width


def _spread(changed: set[tuple[int, int]]) -> tuple[int, int]:
    """Takes one group of neighbouring cells out of `changed`; returns its width and height."""
    waiting = [changed.pop()]
    columns, rows = {waiting[0][0]}, {waiting[0][1]}
    while waiting:
        column, row = waiting.pop()
        columns.add(column)
        rows.add(row)
        near = {(column + x, row + y) for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2)} & changed
        changed -= near
        waiting += near
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def decoded(picture: bytes) -> Pillow.Image:
    """A PNG or JPEG as RGB. Raises ValueError if it cannot be read."""
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when a picture is taken
    from PIL import UnidentifiedImageError  # noqa: PLC0415

    try:
        opened = Pillow.open(io.BytesIO(picture), formats=("PNG", "JPEG"))
        opened.load()
        return opened if opened.mode == "RGB" else opened.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError) as error:
        raise ValueError(f"the screenshot is not a whole PNG or JPEG picture ({len(picture):,} bytes)") from error


def _scaled(canvas: Pillow.Image, viewport: tuple[int, int], longest_side: int) -> Pillow.Image:
    """At most one px per CSS px: more costs tokens and shows nothing new."""
    from PIL import Image as Pillow  # noqa: PLC0415

    wide, high = min(viewport[0], canvas.width), min(viewport[1], canvas.height)
    factor = min(1.0, longest_side / max(wide, high), math.sqrt(MAX_PIXELS / (wide * high)))
    size = (max(1, int(wide * factor)), max(1, int(high * factor)))
    if size == canvas.size:
        return canvas
    return canvas.resize(size, Pillow.Resampling.BICUBIC, reducing_gap=2.0)  # pyright: ignore[reportUnknownMemberType]


def _enlarged(photo: Photo, part: Box) -> Photo:
    from PIL import Image as Pillow  # noqa: PLC0415

    area = photo.touched(part)
    if not area.size:
        raise ValueError("the requested part lies outside it")
    canvas = photo.canvas.crop(area)
    factor = max(1.0, min(MOST_ENLARGED, LARGEST / max(canvas.size)))
    factor = min(factor, math.sqrt(MAX_PIXELS / area.size))
    size = (max(1, round(canvas.width * factor)), max(1, round(canvas.height * factor)))
    shown = Box(
        x=photo.shown.x + area.left / photo.across,
        y=photo.shown.y + area.top / photo.down,
        width=canvas.width / photo.across,
        height=canvas.height / photo.down,
    )
    canvas = canvas.resize(size, Pillow.Resampling.BICUBIC)  # pyright: ignore[reportUnknownMemberType]
    return photo._replace(canvas=canvas, shown=shown)


def _hide(photo: Photo, masks: Iterable[Box]) -> tuple[Area, ...]:
    """Blacks out the masks and a rim of 1 CSS px around them."""
    wider = (Box(x=mask.x - 1, y=mask.y - 1, width=mask.width + 2, height=mask.height + 2) for mask in masks)
    areas = tuple(area for area in map(photo.touched, wider) if area.size)
    for area in areas:
        photo.canvas.paste(BLACK, area)
    return areas
