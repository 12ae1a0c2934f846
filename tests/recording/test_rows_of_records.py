"""The record that was meant: what the task names of a row identifies it; where that is not enough, its number does."""

import pytest

from actwright.engine.matching.elements import find
from actwright.engine.matching.named_cells import with_named_cells
from actwright.engine.matching.surroundings import described
from actwright.schemas.page import Element, Observation


def orders(*rows, heads="No. | Customer | Article"):
    """The elements of a page with a table, with a link in each row."""
    lines, elements = ["- table", f'  - tr "{heads} | Actions"'], []
    for at, row in enumerate(rows):
        lines += ["  - tr", f'    - td "{row}"', f'    - a-{at} (href="/edit") "Edit"']
        elements.append(Element(id=f"a-{at}", tag="a", role="link", name="Edit", href="/edit"))
    return described(Observation(url="http://x/", tree="\n".join(lines), elements=tuple(elements)))


ANN, BEN = "1002 | Ann Lee | Paddle", "1003 | Ben Moss | Vest"


@pytest.mark.parametrize(
    ("task", "rows", "found"),
    [
        ("Edit order 1003", [ANN, "1099 | Ben Moss | Vest"], ""),
        ("Edit order 1003", ["1003 | Ann Lee | Vest"], "a-0"),
        ("Edit the order of Ben Moss", [ANN, "1099 | Ben Moss | Rope"], "a-1"),
        ("Edit the order of Ben Moss", ["1099 | Ben Moss | Vest", BEN], "a-1"),
        ("Edit the order of Ben Moss", ["1098 | Ben Moss | Vest", "1099 | Ben Moss | Vest"], ""),
        ("Edit the order of Ben Moss", ["1003 | Ann Lee | Vest"], ""),
        ("Edit the last order", [ANN, "1099 | Ben Moss | Vest"], ""),
        ("Edit the last order", [ANN, "1003 | Ben Moss | Rope"], "a-1"),
    ],
)
def test_the_row_is_the_one_that_the_task_names_or_has_the_recorded_number(task, rows, found):
    sought = with_named_cells("a-1", orders(ANN, BEN), task, ())
    assert find(sought, orders(*rows)).id == found


def test_a_cell_is_found_in_its_column_wherever_that_is():
    sought = with_named_cells("a-1", orders(ANN, BEN), "Edit the order of {{who}}", ("Ben Moss",))
    assert sought.cells == {"Customer": "Ben Moss"}
    moved = orders("Ben Moss | 7 | Ann Lee", "Vest | 8 | Ben Moss", heads="Article | No. | Customer")
    assert find(sought, moved).id == "a-1"


def test_a_name_that_two_records_share_does_not_identify_one():
    assert not with_named_cells("a-1", orders("1002 | Ben Moss | Oar", BEN), "Edit the order of Ben Moss", ()).cells


def test_the_nearest_elements_are_named_with_why_they_were_not_taken():
    why = find(with_named_cells("a-1", orders(ANN, BEN), "Edit order 1003", ()), orders("1099 | Ben Moss | Vest")).why
    assert why.endswith('the nearest is link "Edit" in the row "1099 | Ben Moss | Vest" (it is in another row)')
