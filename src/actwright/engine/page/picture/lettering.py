"""The lettering of a label: its text, its font size, and the space that it takes."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from actwright.engine.page.picture.cells import CELL

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont, ImageFont

FONT_SIZE = 12  # px in the final picture
CRAMPED_SIZE = 10  # where there is little room; smaller IDs are misread
SMALLEST_SIZE = 9  # of a short form
HEIGHTS = {FONT_SIZE: 14, CRAMPED_SIZE: 10, SMALLEST_SIZE: 8}  # px of a label


class LabelForm(NamedTuple):
    """One way to write a label; width and height in cells."""

    text: str
    size: int
    wide: int
    high: int


@lru_cache(maxsize=4)
def font(size: int) -> FreeTypeFont | ImageFont:
    """The font of labels, by its size in px."""
    from PIL import ImageFont  # noqa: PLC0415

    return ImageFont.load_default(size)


@lru_cache(maxsize=4096)
def form_of(text: str, size: int) -> LabelForm:
    """How a text is written in a font of so many px."""
    left, _, right, _ = font(size).getbbox(text)
    return LabelForm(
        text, size, math.ceil((right - left + (2 if size == SMALLEST_SIZE else 4)) / CELL), HEIGHTS[size] // CELL
    )
