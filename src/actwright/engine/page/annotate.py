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
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

__all__ = ["Placed", "annotate", "place_labels"]

JPEG_QUALITY = 90
COARSE = [255 - (255 - grey) // 12 * 12 for grey in range(256)]
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
    ink, labels, controls = _coarse(photo.canvas), _Bins(), _Bins()
    for _, area in boxed:
        controls.add(area)
    placed: list[Placed] = []
    for element, area in boxed:
        label = _best(element.id, area, ink=ink, labels=labels, controls=controls)
        labels.add(label)
        placed.append(Placed(element, area, label))
    return placed


def _coarse(canvas: Pillow.Image) -> Pillow.Image:
    """The picture in so few greys that a plain background is one of them, JPEG's noise or not."""
    return canvas.convert("L").point(COARSE)  # pyright: ignore[reportUnknownMemberType] - Pillow's own type is partial


def _best(text: str, area: Area, *, ink: Pillow.Image, labels: _Bins, controls: _Bins) -> Area:
    frame = Area(0, 0, ink.width, ink.height)
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
            cost += _share(others, inside) + 2 * _ink(ink, inside, area) + 0.05 * moved
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


def _ink(grey: Pillow.Image, label: Area, own: Area) -> float:
    """The share of a label's place that differs from its most common grey: 0 on a plain background.

    Where it touches the element that it belongs to, a rim is left out: there lies the element's own edge.
    """
    inner = Area(
        label.left + 2 * (label.left >= own.right - 2),
        label.top + 2 * (label.top >= own.bottom - 2),
        label.right - 2 * (label.right <= own.left + 2),
        label.bottom - 2 * (label.bottom <= own.top + 2),
    )
    return 1 - max(grey.crop(inner).histogram()) / max(1, inner.size)


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
        _draw_hidden(pen, area)
    for element, _, label in placed:
        colour = COLOURS[_kind(element)]
        _draw_text(pen, label, element.id, fill=colour, text_colour=_readable_on(colour))


def _draw_hidden(pen: ImageDraw, area: Area) -> None:
    wide, high = _text_size("hidden")
    if wide <= area.right - area.left and high <= area.bottom - area.top:
        left, top = (area.left + area.right - wide) // 2, (area.top + area.bottom - high) // 2
        _draw_text(pen, Area(left, top, left + wide, top + high), "hidden", fill=BLACK, text_colour=WHITE)


def _draw_text(pen: ImageDraw, label: Area, text: str, *, fill: Colour, text_colour: Colour) -> None:
    pen.rectangle((label.left, label.top, label.right - 1, label.bottom - 1), fill=fill)
    middle = (label.top + label.bottom) / 2
    pen.text((label.left + 3, middle), text, fill=text_colour, font=_font(), anchor="lm")


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
    """JPEG with full colour resolution, so that small coloured text stays sharp. PNG takes ten times as long."""
    encoded = io.BytesIO()
    canvas.save(encoded, "JPEG", quality=JPEG_QUALITY, subsampling=0)
    return Image(data=encoded.getvalue(), media_type="image/jpeg", width=canvas.width, height=canvas.height)
