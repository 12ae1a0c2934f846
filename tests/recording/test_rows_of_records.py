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


@pytest.mark.parametrize(
    ("cell", "rows", "found"),
    [
        ("240.00", ["1001 | Ben Moss | 1,240.00 EUR", "1009 | Ben Moss | 240.00 EUR"], "a-1"),
        ("240.00 EUR", ["1003 | Ben Moss | 24,00 \u20ac", "1001 | Ben Moss | 240,00 \u20ac"], "a-1"),
        ("240.00 EUR", ["1003 | Ben Moss | 240.00 USD"], ""),
        ("2026-05-12", ["1003 | Ben Moss | 12 May 2027", "1001 | Ben Moss | 12 May 2026"], "a-1"),
    ],
)
def test_an_amount_or_a_day_is_found_as_the_page_writes_it_now(cell, rows, found):
    recorded = orders("1001 | Ann Lee | 18.00 EUR", f"1003 | Ben Moss | {cell}")
    sought = with_named_cells("a-1", recorded, f"Edit what Ben Moss ordered: {cell}", ())
    assert set(sought.cells.values()) >= {cell}
    assert find(sought, orders(*rows)).id == found


def cards(*texts):
    """The elements of a page with a card for each text, "head | text", with a link in each."""
    lines, elements = ['- h1 "Orders"'], []
    for at, text in enumerate(texts):
        head, _, rest = text.partition(" | ")
        lines += [f'- h3 "{head}"', f'- p "{rest}"', f'- a-{at} (href="/edit") "Edit"']
        elements.append(Element(id=f"a-{at}", tag="a", role="link", name="Edit", href="/edit"))
    return described(Observation(url="http://x/", tree="\n".join(lines), elements=tuple(elements)))


def test_a_row_of_a_table_is_found_as_a_card_of_that_record():
    sought = with_named_cells("a-1", orders(ANN, BEN), "Edit the order of Ben Moss", ())
    ann, ben, other, dan = "Ann Lee | Paddle", "Ben Moss | 1099, Rope", "Ben Moss | 1098, Vest", "Dan Fox | 1003, Vest"
    found = [find(sought, cards(*now)).id for now in ((ann, ben), (ben,), (ann, dan), (ben, other))]
    assert found == ["a-1", "a-0", "", ""]


def test_controls_that_stand_under_one_heading_are_in_no_card():
    sought = with_named_cells("a-1", orders(ANN, BEN), "Edit the order of Ben Moss", ())
    links = tuple(Element(id=f"a-{at}", tag="a", role="link", name="Edit", href="/edit") for at in (0, 1))
    tree = '- h2 "Orders"\n- p "Ann Lee"\n- a-0 "Edit"\n- p "Ben Moss"\n- a-1 "Edit"'
    assert find(sought, described(Observation(url="http://x/", tree=tree, elements=links))).id == ""


def test_a_tooltip_names_an_icon_and_a_counter_is_no_part_of_the_name():
    def shown(name, description=""):
        link = Element(id="a-0", tag="a", role="link", name=name, href="/edit", description=description)
        return described(Observation(url="http://x/", tree=f'- a-0 "{name}"', elements=(link,)))

    pages = shown("\u270e", "Edit"), shown("\u270e", "Delete"), shown("Edit 3")
    assert [find(shown("Edit")["a-0"], page).id for page in pages] == ["a-0", "", "a-0"]


def test_a_name_that_two_records_share_does_not_identify_one():
    assert not with_named_cells("a-1", orders("1002 | Ben Moss | Oar", BEN), "Edit the order of Ben Moss", ()).cells


def test_the_nearest_elements_are_named_with_why_they_were_not_taken():
    why = find(with_named_cells("a-1", orders(ANN, BEN), "Edit order 1003", ()), orders("1099 | Ben Moss | Vest")).why
    assert why.endswith('the nearest is link "Edit" in the row "1099 | Ben Moss | Vest" (it is in another row)')
