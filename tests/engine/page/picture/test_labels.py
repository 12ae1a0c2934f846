"""Where labels go when there is little room."""

import io
import itertools

import pytest
from PIL import Image as Pillow

from actwright.engine.page.picture.labels import arrange, leader
from actwright.engine.page.picture.lettering import FONT_SIZE
from actwright.engine.page.picture.screenshot import Area, develop


def plain(width=400, height=300, marks=()):
    """A white photo with grey and black stripes, as text has them, where the marks are."""
    canvas = Pillow.new("RGB", (width, height), "white")
    for mark in marks:
        for x in range(mark.left, mark.right, 8):
            canvas.paste((0, 0, 0), (x, mark.top, x + 4, mark.bottom))
    picture = io.BytesIO()
    canvas.save(picture, "PNG")
    return develop(picture.getvalue(), width=width, height=height)


def boxes_at(name, places, wide, high):
    return [(f"{name}-{number}", Area(x, y, x + wide, y + high)) for number, (x, y) in enumerate(places)]


def test_a_label_lies_above_its_box_where_the_page_is_empty():
    """At full size, touching it."""
    (label,) = arrange(plain(), [("button-0", Area(100, 100, 200, 130))])
    assert label.size == FONT_SIZE
    assert (label.area.left, label.area.bottom) == (100, 100)


def test_a_row_of_icons_keeps_every_icon_in_sight():
    """Twelve buttons of 20 px side by side: labels apart, at their icon, and none over one."""
    boxes = boxes_at("button", [(60 + 22 * n, 140) for n in range(12)], 20, 20)
    labels = arrange(plain(), boxes)
    assert [one for one, other in itertools.combinations(labels, 2) if one.area.overlap(other.area)] == []
    assert [label for label in labels for _, box in boxes if label.area.overlap(box) > 0.2 * box.size] == []
    assert [leader(label.area, box) for label, (_, box) in zip(labels, boxes, strict=True)] == [None] * 12


def test_a_short_label_names_one_element():
    """Of two IDs with the same letter and number one stays whole; no label is a number, which the page may show too."""
    boxes = [*boxes_at("button", [(60 + 22 * n, 100) for n in range(8)], 20, 20)]
    boxes += boxes_at("badge", [(60 + 22 * n, 140) for n in range(8)], 20, 20)
    texts = [label.text for label in arrange(plain(), boxes) if label]
    assert len(set(texts)) == len(texts) >= 10
    assert any("-" not in text for text in texts)
    assert not any(text.isdigit() for text in texts)


def test_every_cell_of_a_grid_has_its_label_inside():
    """A hundred empty cells side by side: each has a label, which takes less than half of it and lies in no other."""
    boxes = boxes_at("span", [(10 + 24 * (n % 10), 10 + 24 * (n // 10)) for n in range(100)], 24, 24)
    for label, (_, box) in zip(arrange(plain(), boxes), boxes, strict=True):
        assert label
        assert label.area.overlap(box) < box.size / 2
        assert [other for _, other in boxes if other != box and label.area.overlap(other) > label.area.size / 3] == []


def test_a_line_leads_to_a_box_with_text_all_around():
    """No word is hidden, and no other box is as near."""
    box, text = Area(100, 100, 130, 120), Area(80, 84, 160, 136)
    (label,) = arrange(plain(marks=[text]), [("button-0", box)])
    assert leader(label.area, box)
    assert label.area.overlap(text) == 0


def test_a_label_that_is_further_off_touches_no_other_control():
    """It would be taken for the label of that one."""
    boxes = boxes_at("button", [(60 + 22 * n, 140) for n in range(12)], 20, 20)
    labels = arrange(plain(), boxes)
    for label, (_, box) in zip(labels, boxes, strict=True):
        if leader(label.area, box):
            assert all(leader(label.area, other) for _, other in boxes)


def test_a_checkbox_shows_its_state():
    """A label hides no more than the rim of a small control, even with text on all sides."""
    text = [Area(50, 60, 350, 98), Area(50, 116, 350, 150), Area(116, 98, 350, 116)]
    (label,) = arrange(plain(marks=text), [("input-0", Area(100, 100, 113, 113))])
    assert label.area.overlap(Area(102, 102, 111, 111)) == 0
    assert sum(label.area.overlap(each) for each in text) < 0.4 * label.area.size


def test_a_column_of_fields_keeps_each_label_at_its_own():
    """One that has no room does not drive its neighbours' labels off their places."""
    places = [(100, 100 + 26 * n) for n in range(6)]
    fields = [("td-0", Area(100, 60, 140, 100)), *boxes_at("input", places, 16, 16)]
    for label, (_, box) in list(zip(arrange(plain(), fields), fields, strict=True))[1:]:
        assert leader(label.area, box) is None
        assert box.top - 16 <= label.area.top <= box.bottom


def test_where_no_room_is_left_there_is_no_label():
    """A hundred boxes of the same place: labels never lie over one another, and some have none."""
    boxes = [(f"button-{number}", Area(0, 0, 60, 40)) for number in range(100)]
    labels = [label for label in arrange(plain(60, 40), boxes) if label]
    assert 1 <= len(labels) < 100
    assert [one for one, other in itertools.combinations(labels, 2) if one.area.overlap(other.area)] == []


@pytest.mark.parametrize(
    ("label", "line"),
    [
        (Area(10, 10, 50, 24), None),
        (Area(10, 30, 50, 44), None),
        (Area(0, 100, 20, 112), ((10, 100), (10, 54))),
        (Area(100, 100, 140, 112), ((100, 100), (60, 54))),
    ],
    ids=["inside", "touching", "below", "off"],
)
def test_a_line_leads_from_a_label_to_its_box(label, line):
    """By the shortest way; none where they touch."""
    assert leader(label, Area(0, 0, 60, 54)) == line


def test_a_picture_smaller_than_a_label_has_none():
    """A box of 8 px in a picture of 10 px."""
    assert arrange(plain(10, 10), [("button-0", Area(1, 1, 9, 9))]) == [None]


@pytest.mark.slow
@pytest.mark.parametrize(("wide", "high"), [(30, 18), (60, 36), (16, 16)])
def test_labels_without_room_are_left_out(wide, high):
    """A grid of controls stays in sight: no label hides another one, or much of any control but its own."""
    boxes = boxes_at("button", [(4 + wide * (n % 20), 4 + high * (n // 20)) for n in range(400)], wide - 2, high - 2)
    placed = [
        (label.area, box) for label, (_, box) in zip(arrange(plain(1280, 800), boxes), boxes, strict=True) if label
    ]
    areas = [area for area, _ in placed]
    assert 20 < len(placed) <= len(boxes)
    assert [one for one, other in itertools.combinations(areas, 2) if one.overlap(other)] == []
    for area, own in placed:
        assert sum(area.overlap(box) for _, box in boxes if box != own) < area.size * 2 / 3


@pytest.mark.slow
def test_a_line_that_no_one_could_follow_is_not_drawn():
    """It would cross the controls in between, or the labels."""
    boxes = boxes_at("button", [(4 + 16 * (n % 20), 4 + 16 * (n // 20)) for n in range(400)], 14, 14)
    for label, (_, box) in zip(arrange(plain(600, 400), boxes), boxes, strict=True):
        line = leader(label.area, box) if label else None
        crossed = [other for _, other in boxes if other != box and line and _lies_on(line, other)]
        assert len(crossed) <= 2


def _lies_on(line, box):
    (left, top), (right, bottom) = line
    points = [(left + (right - left) * step // 50, top + (bottom - top) * step // 50) for step in range(51)]
    return any(box.left < x < box.right - 1 and box.top < y < box.bottom - 1 for x, y in points)
