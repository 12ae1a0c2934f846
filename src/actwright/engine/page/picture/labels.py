"""Places the labels of boxes: at their box, not over another label or text, and not nearer to another box.

Every box tries the same places, from the clearest to the most cramped: its whole ID beside it, the same in a smaller
font, then only the first letter of its tag and its number, as `b3` for `button-3`: a number alone could be taken for
one of the page. A label that has no empty space at its box is placed further away, where its own box is
still the nearest, and a line connects the two. If there is no place at all, the neighbours move, or the label is left
out: a label that hides a name is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from actwright.engine.page.picture.cells import CELL, Bitmap, around, core, encloses, grown, ink_of, meet, squares
from actwright.engine.page.picture.lettering import CRAMPED_SIZE, FONT_SIZE, SMALLEST_SIZE, LabelForm, form_of
from actwright.engine.page.picture.room import Room, clumsiness, usual_places
from actwright.engine.page.picture.screenshot import Area, Photo

if TYPE_CHECKING:
    from PIL import Image as Pillow

APART = 2  # cells from any other box; a label nearer to it could be taken for its label
MOST_OF_OWN = 0.4  # share of a control that its label may cover; with more, its state or its text is lost
MOST_INK = 0.18  # share of a label's cells; less than that is only the tips of letters, and edges
FARTHEST = 12  # cells; the longest line
NUMBERED = re.compile(r"((?:f\d+\.)?[a-z])[a-z0-9-]*-(\d+)")


class Label(NamedTuple):
    """Where a label lies, the size of its font in px, and what it says: an ID, or its short form."""

    area: Area
    size: int
    text: str


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
    """The ends of the shortest line from one interval to another; if they overlap, the middle of the overlap."""
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
        self._boxes = [self._cut(around(area)) for area in areas]
        self._ink = ink_of(canvas, areas)
        self._labels = Bitmap([0] * self._high)
        self._used = set(self._texts)
        self._squares: dict[tuple[int, int], list[int]] = {}
        for number, box in enumerate(self._boxes):
            for square in squares(box):
                self._squares.setdefault(square, []).append(number)

    # The ways to find a place, from the best to the last

    def place_well(self, number: int) -> None:
        """Places the whole ID in the larger font, at one of the usual places."""
        own, form = self._boxes[number], form_of(self._texts[number], FONT_SIZE)
        others = [grown(other, APART) for other in self._neighbours(number, grown(own, form.wide + APART))]
        if form.wide * form.high > MOST_OF_OWN * own.size:
            others.append(core(own))
        for place in usual_places(own, form.wide, form.high):
            if not self._is_inside(place) or self._labels.touches(place) or self._ink.touches(place):
                continue
            if not any(meet(place, other) for other in others):
                self._take(number, form, place)
                return

    def place_in_little_room(self, number: int) -> None:
        """Places the whole ID in the smaller font, or its short form, wherever there is empty space at its box."""
        text = self._texts[number]
        self._place_at(number, [form_of(text, CRAMPED_SIZE), *self._short(number)])

    def place_with_line(self, number: int) -> None:
        """Places the label further off, where no other box is as near."""
        own = self._boxes[number]
        for form in self._short(number)[:1] or [form_of(self._texts[number], CRAMPED_SIZE)]:
            for far in (FARTHEST // 3, FARTHEST):
                room = self._room_for(number, form, reach=far, apart=far + 1, own_too=True)
                if room and (place := room.nearest(own, form)):
                    self._take(number, form, place)
                    return

    def place_after_others(self, number: int) -> None:
        """Places the label where labels of neighbours lie, if each of these finds another place."""
        own, forms = self._boxes[number], self._short(number) or [form_of(self._texts[number], CRAMPED_SIZE)]
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
        """Places the label where it hides the least, if that is little."""
        own = self._boxes[number]
        for form in self._short(number) or [form_of(self._texts[number], CRAMPED_SIZE)]:
            room = self._room_for(number, form, ink=False)
            if not room:
                continue
            size = form.wide * form.high
            best, least = None, MOST_INK
            for place in room.sampled(form):
                if (share := self._ink.count(place) / size + clumsiness(place, own) / 1000) < least:
                    best, least = place, share
            if best:
                self._take(number, form, best)
                return

    # What they share

    def _short(self, number: int) -> list[LabelForm]:
        """The short forms of an ID, as `b3` for `button-3`; none if another label shows the same."""
        match = NUMBERED.fullmatch(self._texts[number])
        if not match:
            return []
        short = match[1] + match[2]
        if short in self._used:
            return []
        return [form_of(short, CRAMPED_SIZE), form_of(short, SMALLEST_SIZE)]

    def _place_at(self, number: int, forms: Sequence[LabelForm]) -> None:
        own = self._boxes[number]
        touched = self._neighbours(number, grown(own, APART + 4))
        for form in forms:
            for inside, apart in ((False, APART), (True, 0), (False, 1)) if touched else ((False, APART),):
                room = self._room_for(number, form, inside=inside, apart=apart)
                if room and (place := room.first(own, form)):
                    self._take(number, form, place)
                    return

    def _take(self, number: int, form: LabelForm, place: Area) -> None:
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

    def _room_for(
        self,
        number: int,
        form: LabelForm,
        *,
        inside: bool = False,
        ink: bool = True,
        reach: int = 1,
        apart: int = APART,
        own_too: bool = False,
    ) -> Room | None:
        """The room for a label at a box, with what is in its way; None if the label does not fit."""
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
        room = Room(area, rows, form)
        for other in self._neighbours(number, grown(area, apart)):
            room.block(grown(other, apart))
        if own_too:
            room.block(own)
        elif form.wide * form.high > MOST_OF_OWN * own.size:
            room.block(core(own))
        return room

    def _neighbours(self, number: int, area: Area) -> list[Area]:
        """The other boxes that meet an area, except those around this box."""
        own = self._boxes[number]
        left, top, right, bottom = area
        near = {each for square in squares(area) for each in self._squares.get(square, ())}
        return [
            box
            for box in [self._boxes[each] for each in near if each != number]
            if box.left < right and left < box.right and box.top < bottom and top < box.bottom
            if not encloses(box, own)
        ]

    def _is_inside(self, cells: Area) -> bool:
        return cells.left >= 0 and cells.top >= 0 and cells.right <= self._wide and cells.bottom <= self._high

    def _cut(self, cells: Area) -> Area:
        return Area(max(0, cells.left), max(0, cells.top), min(self._wide, cells.right), min(self._high, cells.bottom))


def _cells(label: Label) -> Area:
    return around(label.area)


def _reached(box: Area, form: LabelForm, reach: int) -> Area:
    """The area in which a label is no further from a box than `reach` cells."""
    return Area(
        box.left - form.wide - reach,
        box.top - form.high - reach,
        box.right + form.wide + reach,
        box.bottom + form.high + reach,
    )
