"""Annotates a screenshot: every usable element gets a box and a label, which is its ID or a number.

Pillow draws the marks; nothing is written into the page. The rectangles are from the same capture as the page tree.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from actwright.engine.page.picture.labels import Label, arrange, leader
from actwright.engine.page.picture.lettering import font
from actwright.engine.page.picture.screenshot import BLACK, Area, Photo
from actwright.schemas.page import Element, Image

if TYPE_CHECKING:
    from PIL import Image as Pillow

JPEG_QUALITY = 80
SMALLEST = 3.0  # CSS px; a control this thin is there for scripts, not for eyes
BACKDROP = 0.9  # of the viewport; an element this large that is no control is a backdrop

Kind = Literal["input", "button", "link", "other"]
Colour = tuple[int, int, int]

COLOURS: dict[Kind, Colour] = {  # Okabe and Ito's palette, distinct with every form of colour blindness
    "input": (0, 114, 178),
    "button": (213, 94, 0),
    "link": (0, 158, 115),
    "other": (204, 121, 167),
}
WHITE = (255, 255, 255)
HIDDEN, HIDDEN_SIZE = (44, 16), 12  # px

BUTTON_TYPES = {"submit", "button", "reset", "image"}
BUTTON_ROLES = {"button", "tab", "menuitem", "menuitemcheckbox", "menuitemradio"}
INPUT_TAGS = {"input", "textarea", "select"}
INPUT_ROLES = {
    "checkbox", "combobox", "listbox", "option", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox",
}  # fmt: skip


class PlacedLabel(NamedTuple):
    """Where an element and its label are drawn.

    Attributes:
        element: The element.
        name: The text of its label: its ID, or a number.
        area: The part of the picture that it covers.
        label: Its label; None if there is no room for one at all.
    """

    element: Element
    name: str
    area: Area
    label: Label | None


def annotate(photo: Photo, placed: Sequence[PlacedLabel]) -> Image:
    """The picture with a 2 px box and the name of every element that has a place; the photo stays as it is."""
    canvas = photo.canvas.copy()
    _draw(canvas, placed, photo.hidden)
    return _encoded(canvas)


def place_labels(
    photo: Photo, elements: Iterable[Element], *, numbers: Mapping[str, int] | None = None
) -> list[PlacedLabel]:
    """Where the elements and their labels are drawn.

    Elements that are out of view, covered, or outside the picture have no place.

    Args:
        photo: What they are drawn on.
        elements: In the order of the page.
        numbers: The numbers to draw instead of IDs, by ID; only these elements have a place. None: all, with their IDs.
    """
    named = [
        (each, each.id if numbers is None else str(numbers[each.id]))
        for each in elements
        if numbers is None or each.id in numbers
    ]
    boxed = [
        (each, photo.touched(each.shown or each.box), name)
        for each, name in named
        if each.box and _is_drawn(each, photo)
    ]
    boxed = [(each, area, name) for each, area, name in boxed if area.size]
    labels = arrange(photo, [(name, area) for _, area, name in boxed])
    return [PlacedLabel(each, name, area, label) for (each, area, name), label in zip(boxed, labels, strict=True)]


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


def _draw(canvas: Pillow.Image, placed: Sequence[PlacedLabel], hidden: Sequence[Area]) -> None:
    from PIL import ImageDraw  # noqa: PLC0415

    pen = ImageDraw.Draw(canvas)
    for element, _, area, label in placed:
        colour = COLOURS[_kind(element)]
        pen.rectangle(_outline(area), outline=colour, width=2)
        if label and (line := leader(label.area, area)):
            pen.line(line, fill=colour, width=1)
    for area in hidden:
        _draw_hidden(canvas, area)
    for element, _, _, label in placed:
        if label:
            size = label.area.right - label.area.left, label.area.bottom - label.area.top
            drawn = _drawn(label.text, COLOURS[_kind(element)], label.size, size)
            canvas.paste(drawn, label.area[:2])


def _outline(area: Area) -> tuple[int, int, int, int]:
    """First and last px of a 2 px line around an area, on even px, because JPEG keeps one colour for 2 x 2 px."""
    left, top, right, bottom = area
    return (left - 1) // 2 * 2, (top - 1) // 2 * 2, right // 2 * 2 + 1, bottom // 2 * 2 + 1


def _draw_hidden(canvas: Pillow.Image, area: Area) -> None:
    wide, high = area.right - area.left, area.bottom - area.top
    if wide >= HIDDEN[0] and high >= HIDDEN[1]:
        drawn = _drawn("hidden", BLACK, HIDDEN_SIZE, HIDDEN)
        canvas.paste(drawn, (area.left + (wide - HIDDEN[0]) // 2, area.top + (high - HIDDEN[1]) // 2))


@lru_cache(maxsize=1024)
def _drawn(text: str, ground: Colour, font_size: int, size: tuple[int, int]) -> Pillow.Image:
    """The text on a plain background. IDs stay the same from step to step, so most are drawn once."""
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when a picture is drawn
    from PIL import ImageDraw  # noqa: PLC0415

    label = Pillow.new("RGB", size, ground)
    written = font(font_size)
    left, top, right, bottom = written.getbbox(text)
    if bottom - top < size[1] - 2:  # puts texts with and without descenders on one baseline
        left, top, right, bottom = written.getbbox(f"{text}Ap")
        right = written.getbbox(text)[2]
    corner = (size[0] - left - right) / 2, (size[1] - top - bottom) / 2
    ImageDraw.Draw(label).text(corner, text, fill=_readable_on(ground), font=written)
    return label


def _readable_on(colour: Colour) -> Colour:
    """Black or white, whichever has the higher contrast (relative luminance as in WCAG 2)."""
    linear = [((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return WHITE if 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 else BLACK


def _encoded(canvas: Pillow.Image) -> Image:
    encoded = io.BytesIO()
    canvas.save(encoded, "JPEG", quality=JPEG_QUALITY, subsampling="4:2:0")
    return Image(data=encoded.getvalue(), media_type="image/jpeg", width=canvas.width, height=canvas.height)
