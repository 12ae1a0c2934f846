"""What the bench of pictures counts as a fault of a label."""

import pytest

from actwright.engine.page.picture.annotate import PlacedLabel
from actwright.engine.page.picture.labels import Label
from actwright.engine.page.picture.screenshot import Area
from actwright.schemas.page import Element
from benchmarks.page.labelled import Count, count


def placed(name, box, label):
    found = Label(Area(*label), 12, name) if label else None
    return PlacedLabel(Element(id=name, tag="a"), name, Area(*box), found)


OTHER = placed("a-1", (100, 40, 200, 60), (100, 26, 130, 40))
WORD = (105, 104, 145, 116)


@pytest.mark.parametrize(
    ("box", "label", "fault"),
    [
        ((100, 100, 200, 120), (100, 86, 130, 100), None),
        ((100, 100, 200, 120), None, "bare"),
        ((100, 100, 200, 120), (100, 62, 130, 76), "astray"),
        ((100, 100, 200, 120), (120, 44, 150, 58), "astray"),
        ((100, 74, 200, 94), (120, 60, 150, 74), "astray"),
        ((100, 100, 200, 120), (110, 102, 140, 116), "hiding"),
        ((100, 100, 200, 120), (150, 102, 180, 116), None),
    ],
    ids=["above", "none", "nearer to another", "on another", "just between", "over a word", "beside a word"],
)
def test_faults_of_a_label(box, label, fault):
    """Each is counted once, under the name of its box; words of a control are counted apart too."""
    words = [WORD] if box[1] == 100 else []
    found = count([placed("a-0", box, label), OTHER], words, [0.0, 0.0])
    named = {fault: ("a-0",), **({"naming": ("a-0",)} if fault == "hiding" else {})} if fault else {}
    assert found == Count(2, **named)


def test_a_box_that_runs_through_something_is_a_fault():
    """More than a quarter of it lies on what covers it."""
    found = count([placed("a-0", (0, 0, 20, 20), (0, 20, 10, 30)), OTHER], [], [0.3, 0.2])
    assert found == Count(2, through=("a-0",))
