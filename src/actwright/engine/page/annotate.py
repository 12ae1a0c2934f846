"""A photo of the page becomes the annotated picture: every usable element is boxed and named by its ID.

Only Pillow draws; nothing is written into the page. The rectangles are those of the same capture as the page tree.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from actwright.engine.page.photo import BLACK, Area, Photo
from actwright.schemas.page import Element, Image

if TYPE_CHECKING:
    from PIL import Image as Pillow
    from PIL.ImageFont import FreeTypeFont, ImageFont

__all__ = ["Placed", "annotate", "place_labels"]

JPEG_QUALITY = 85
FAINT = 24  # of 255; JPEG moves greys by less on a plain background
EDGES = [255 * (difference > FAINT) for difference in range(256)]
CELL = 4  # px
FONT_SIZE = 12  # px in the final picture; smaller IDs are misread
SMALLEST = 3.0  # CSS px; a control this thin is there for scripts, not for eyes
BACKDROP = 0.9  # of the viewport; an element this large that is no control is a backdrop
BIN = 96  # px; labels are only compared with areas in the same bins

Kind = Literal["input", "button", "link", "other"]
Colour = tuple[int, int, int]

COLOURS: dict[Kind, Colour] = {  # Okabe and Ito's palette, told apart in every form of colour blindness
    "input": (0, 114, 178),
    "button": (213, 94, 0),
    "link": (0, 158, 115),
    "other": (204, 121, 167),
}
WHITE = (255, 255, 255)

BUTTON_TYPES = {"submit", "button", "reset", "image"}
BUTTON_ROLES = {"button", "tab", "menuitem", "menuitemcheckbox", "menuitemradio"}
INPUT_TAGS = {"input", "textarea", "select"}
INPUT_ROLES = {
    "checkbox", "combobox", "listbox", "option", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox",
}  # fmt: skip


class Placed(NamedTuple):
    """Where an element and its label are drawn."""

    element: Element
    area: Area
    label: Area


def annotate(photo: Photo, placed: Sequence[Placed]) -> Image:
    """The picture with a 2 px box and the ID of every element that has a place; the photo stays as it is."""
    canvas = photo.canvas.copy()
    _draw(canvas, placed, photo.hidden)
    return _encoded(canvas)


def place_labels(photo: Photo, elements: Iterable[Element]) -> list[Placed]:
    """Where each label goes: beside its box, where it hides no other label and as little ink as possible.

    Elements that are out of view, covered, or outside of the picture have none.
    """
    boxed = [(element, photo.touched(element.box)) for element in elements if element.box and _is_drawn(element, photo)]
    boxed = [(element, area) for element, area in boxed if area.size]
    ink, labels, controls = _ink(photo.canvas), _Bins(), _Bins()
    for _, area in boxed:
        controls.add(area)
    placed: list[Placed] = []
    for element, area in boxed:
        label = _best(element.id, area, frame=photo.frame, ink=ink, labels=labels, controls=controls)
        labels.add(label)
        placed.append(Placed(element, area, label))
    return placed


class _Ink(NamedTuple):
    """How much is going on where: 0 on a plain background, about 100 in a text. One byte per cell of 4 px."""

    cells: bytes
    columns: int

    def under(self, area: Area) -> float:
        """The share of px with an edge in the cells that lie wholly inside an area; 0 if none does."""
        left, right = -(-area.left // CELL), area.right // CELL
        rows = range(-(-area.top // CELL), area.bottom // CELL)
        count = (right - left) * len(rows)
        if right <= left or not count:
            return 0.0
        starts = (row * self.columns for row in rows)
        return sum(sum(self.cells[start + left : start + right]) for start in starts) / (255 * count)


def _ink(canvas: Pillow.Image) -> _Ink:
    """Edges are what differs from its neighbour up left by more than JPEG's noise."""
    from PIL import ImageChops  # noqa: PLC0415 - loaded when a picture is drawn

    grey = canvas.convert("L")
    edges = ImageChops.difference(grey, ImageChops.offset(grey, 1, 1)).point(EDGES)  # pyright: ignore[reportUnknownMemberType] - Pillow's own type is partial
    cells = edges.reduce(CELL)
    return _Ink(cells.tobytes(), cells.width)


def _best(text: str, area: Area, *, frame: Area, ink: _Ink, labels: _Bins, controls: _Bins) -> Area:
    wide, high = _text_size(text)
    best, lowest = None, math.inf
    for rank, candidate in enumerate(_candidates(area, wide, high)):
        if rank * 0.02 >= lowest:
            break
        inside = _moved_inside(candidate, frame)
        cost = rank * 0.02 + 4 * _share(labels.overlap(inside), inside)
        if cost < lowest:
            others = controls.overlap(inside) - area.overlap(inside)
            moved = abs(inside.left - candidate.left) + abs(inside.top - candidate.top)
            cost += _share(others, inside) + 4 * ink.under(inside) + 0.05 * moved
        if cost < lowest:
            best, lowest = inside, cost
    assert best is not None
    return best


def _candidates(area: Area, wide: int, high: int) -> Iterator[Area]:
    left, top, right, bottom = area
    middle = (top + bottom - high) // 2
    corners = [
        (left - 1, top - high),  # above
        (right + 1 - wide, top - high),
        (left - wide, middle),  # beside
        (right, middle),
        (right - wide, top),  # inside, where fields and buttons are usually empty
        (right - wide, bottom - high),
        (left - 1, bottom),  # below
        (right + 1 - wide, bottom),
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


class _Bins:
    """Areas in a coarse grid, so that a page of hundreds of elements compares only neighbours."""

    def __init__(self) -> None:
        self._bins: dict[tuple[int, int], list[Area]] = {}

    def add(self, area: Area) -> None:
        for bin_key in self._keys(area):
            self._bins.setdefault(bin_key, []).append(area)

    def overlap(self, area: Area) -> int:
        near: set[Area] = set()
        for bin_key in self._keys(area):
            near.update(self._bins.get(bin_key, ()))
        return sum(area.overlap(other) for other in near)

    @staticmethod
    def _keys(area: Area) -> Iterator[tuple[int, int]]:
        for x in range(area.left // BIN, area.right // BIN + 1):
            for y in range(area.top // BIN, area.bottom // BIN + 1):
                yield x, y


def _share(part: int, whole: Area) -> float:
    return part / max(1, whole.size)


def _moved_inside(area: Area, frame: Area) -> Area:
    left = max(frame.left, min(area.left, frame.right - (area.right - area.left)))
    top = max(frame.top, min(area.top, frame.bottom - (area.bottom - area.top)))
    return Area(left, top, left + area.right - area.left, top + area.bottom - area.top)


def _is_drawn(element: Element, photo: Photo) -> bool:
    box = element.box
    if box is None or not element.in_view or element.covered_by:
        return False
    if box.width < SMALLEST or box.height < SMALLEST:
        return False
    across, down = box.width * photo.across, box.height * photo.down
    return _kind(element) != "other" or across * down <= BACKDROP * photo.frame.size


def _kind(element: Element) -> Kind:
    if element.role in BUTTON_ROLES or element.tag in {"button", "summary"}:
        return "button"
    if element.tag == "input" and element.type in BUTTON_TYPES:
        return "button"
    if element.role in INPUT_ROLES or element.tag in INPUT_TAGS:
        return "input"
    return "link" if element.role == "link" or element.tag == "a" else "other"


def _draw(canvas: Pillow.Image, placed: Sequence[Placed], hidden: Sequence[Area]) -> None:
    from PIL import ImageDraw  # noqa: PLC0415

    pen = ImageDraw.Draw(canvas)
    for element, area, _ in placed:
        outline = (area.left - 1, area.top - 1, area.right, area.bottom)
        pen.rectangle(outline, outline=COLOURS[_kind(element)], width=2)
    for area in hidden:
        _draw_hidden(canvas, area)
    for element, _, label in placed:
        canvas.paste(_label(element.id, COLOURS[_kind(element)]), label[:2])


def _draw_hidden(canvas: Pillow.Image, area: Area) -> None:
    label = _label("hidden", BLACK)
    if label.width <= area.right - area.left and label.height <= area.bottom - area.top:
        canvas.paste(label, ((area.left + area.right - label.width) // 2, (area.top + area.bottom - label.height) // 2))


@lru_cache(maxsize=1024)
def _label(text: str, colour: Colour) -> Pillow.Image:
    """The text on a plain ground; IDs stay the same from step to step, so most are drawn once."""
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when a picture is drawn
    from PIL import ImageDraw  # noqa: PLC0415

    size = _text_size(text)
    label = Pillow.new("RGB", size, colour)
    ImageDraw.Draw(label).text((3, size[1] / 2), text, fill=_readable_on(colour), font=_font(), anchor="lm")
    return label


def _readable_on(colour: Colour) -> Colour:
    """Black or white, whichever has the higher contrast (relative luminance as in WCAG 2)."""
    linear = [((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return WHITE if 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 else BLACK


@lru_cache(maxsize=1)
def _font() -> FreeTypeFont | ImageFont:
    from PIL import ImageFont  # noqa: PLC0415

    return ImageFont.load_default(FONT_SIZE)


@lru_cache(maxsize=4096)
def _text_size(text: str) -> tuple[int, int]:
    left, _, right, _ = _font().getbbox(text)
    return math.ceil(right - left) + 6, FONT_SIZE + 3


def _encoded(canvas: Pillow.Image) -> Image:
    """JPEG with full colour resolution: at half of it a box of 2 px loses the colour that tells its kind."""
    encoded = io.BytesIO()
    canvas.save(encoded, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    return Image(data=encoded.getvalue(), media_type="image/jpeg", width=canvas.width, height=canvas.height)
