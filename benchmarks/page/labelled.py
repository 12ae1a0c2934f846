"""Counts the faults of labels on a screenshot: boxes without one, labels that seem to be another's, hidden words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from actwright.engine.page.picture.annotate import PlacedLabel
from actwright.engine.page.picture.screenshot import Area

__all__ = ["Count", "count"]

CLOSE = 2.0
"""Pixels; things that are less far apart touch."""
LYING = 1 / 3
"""A label lies on another control if more than this share of it is there."""
HIDDEN = 0.2
"""A word is hidden if more than this share of it is, from the top of its capitals to the baseline.

That is less than one letter of a short word.
"""
DRAWN_OVER = 0.25
"""A box runs through something else if more than this share of it lies there."""

Word = tuple[float, float, float, float]
"""Left, top, right and bottom in px of the screenshot."""


@dataclass(frozen=True, slots=True)
class Count:
    """The number of boxes on one screenshot, and the names of the boxes with each kind of fault.

    Attributes:
        boxes: The number of boxes.
        bare: The boxes without a label.
        astray: The boxes whose label lies nearer to another control, or on one.
        hiding: The boxes whose label hides a word.
        naming: The boxes of `hiding` whose label hides a word of a control.
        through: The boxes that run through something that covers their element.
    """

    boxes: int
    bare: tuple[str, ...] = ()
    astray: tuple[str, ...] = ()
    hiding: tuple[str, ...] = ()
    naming: tuple[str, ...] = ()
    through: tuple[str, ...] = ()


def count(placed: Sequence[PlacedLabel], words: Sequence[Word], covered: Sequence[float]) -> Count:
    """Returns the faults of one screenshot.

    Args:
        placed: The boxes and labels that are drawn.
        words: The places of the visible words of the page.
        covered: For each box, the share of it that shows something that is neither in nor around its element.
    """
    boxes = [each.area for each in placed]
    small = [box for box in boxes if box.right - box.left <= 400 and box.bottom - box.top <= 200]
    bare: list[str] = []
    astray: list[str] = []
    hiding: list[str] = []
    naming: list[str] = []
    for each in placed:
        if each.label is None:
            bare.append(each.element.id)
            continue
        label = each.label.area
        if any(_claims(other, label, each.area) for other in boxes if other is not each.area):
            astray.append(each.element.id)
        lost = [word for word in words if _share(label, word) > HIDDEN]
        if lost:
            hiding.append(each.element.id)
        if any(_within(word, box) for word in lost for box in small):
            naming.append(each.element.id)
    through = [each.element.id for each, share in zip(placed, covered, strict=True) if share > DRAWN_OVER]
    return Count(len(placed), tuple(bare), tuple(astray), tuple(hiding), tuple(naming), tuple(through))


def _claims(other: Area, label: Area, own: Area) -> bool:
    """Whether a label seems to belong to a box other than its own."""
    if _encloses(other, own):
        return False
    on_other = label.overlap(other)
    if on_other > LYING * label.size or (_encloses(label, other) and other.size):
        return on_other > label.overlap(own) or _encloses(own, other)
    if _encloses(own, other) and _encloses(own, label):
        return False
    to_own, to_other = _gap(label, own), _gap(label, other)
    if to_own < CLOSE:
        return to_other - to_own < CLOSE and not label.overlap(own) and _contact(label, other) >= _contact(label, own)
    return to_other < to_own


def _encloses(outer: Area, inner: Area) -> bool:
    left, top, right, bottom = inner
    return outer.left - 2 <= left and outer.top - 2 <= top and outer.right + 2 >= right and outer.bottom + 2 >= bottom


def _gap(one: Area, other: Area) -> float:
    across = max(0, one.left - other.right, other.left - one.right)
    down = max(0, one.top - other.bottom, other.top - one.bottom)
    return math.hypot(across, down)


def _contact(label: Area, box: Area) -> int:
    """Returns the length of the side along which two areas lie beside each other."""
    across = min(label.right, box.right) - max(label.left, box.left)
    down = min(label.bottom, box.bottom) - max(label.top, box.top)
    return max(across, down, 0)


def _share(label: Area, word: Word) -> float:
    left, top, right, bottom = word
    across = min(label.right, right) - max(label.left, left)
    down = min(label.bottom, bottom) - max(label.top, top)
    size = (right - left) * (bottom - top)
    return across * down / size if across > 0 and down > 0 and size > 0 else 0.0


def _within(word: Word, box: Area) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return box.left <= x <= box.right and box.top <= y <= box.bottom
