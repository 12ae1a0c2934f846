"""The page tree read as an outline: what a number is, and what stands under which heading."""

import pytest

from actwright.schemas.page import Observation
from actwright.tools.expect import ExpectGone
from actwright.tools.outline import numbers_in, outline_of, words_in
from actwright.tools.table_facts import ExpectShown


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("$1,250.00", [{1250}]),
        ("1.250,00 €", [{1250}]),
        ("1 250,50", [{1250.5}]),
        ("1'000", [{1000}]),
        ("1.250", [{1.25, 1250}]),
        ("1,250", [{1250}]),
        ("0.125", [{0.125}]),
        ("1.250.000", [{1250000}]),
        ("\u22125", [{-5}]),
        ("-$5", [{-5}]),
        ("Kayak - 5 left", [{5}]),
        ("5-10", [{5}, {10}]),
        ("12 %, 3/5 and 12kg", [{12}, {3}, {5}, {12}]),
        ("(12)", [{12}]),
        ("$80.", [{80}]),
        ("1,2,3", []),
        ("2026-01-31 12:30", []),
        ("A-4711, v2 and B52", []),
        ("none", []),
    ],
)
def test_numbers_are_read_as_people_write_them(text, numbers):
    assert [set(values) for _, values in numbers_in(text)] == numbers


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Total: $80", "Total", [(0, 5)]),
        ("Subtotal and Totals", "Total", []),
        ("Total (2 items)", "(2 items)", [(6, 15)]),
        ("a b", "a\n b", [(0, 3)]),
        ("{{key}}", "{{key}}", []),
        ("anything", " ", []),
    ],
)
def test_words_stand_by_themselves(text, words, found):
    assert words_in(text, words) == found


TREE = """\
- page (scrollable, 2 screens below)
- header
  - h1 "Shop"
  - a-0 "Home"
- h2 "Cart:"
- table
  - tr "Item | Price"
  - tr
    - td "Kayak"
    - input-0 (type=number label="Quantity" value="2")
    - button-0 "Remove"
- h3 "Sums"
- text "Total $80"
- h2 "Reviews"
- li "Fine"
- iframe
  - f1.h2-0 "Cart"
  - p "Framed\""""


def outline():
    return outline_of(Observation(url="u", tree=TREE))


def test_a_section_goes_to_the_next_heading_of_its_level():
    """A heading in a header stands over what follows it; two that say the same are two sections."""
    tree = outline()
    said = [[tree.said[at] for at in section if tree.said[at]] for section in tree.sections("cart")]
    assert said == [["Item | Price", "Kayak", "Quantity | 2", "Remove", "Sums", "Total $80"], ["Framed"]]
    assert [tree.said[at] for at in tree.sections("Sums")[0]] == ["Total $80"]
    assert len(tree.sections("Shop")[0]) == len(tree.lines) - 2
    assert tree.sections("Basket") == []
    assert tree.sections("") == [range(len(tree.lines))]


def test_a_row_has_the_cells_of_all_its_lines():
    tree = outline()
    row = next(tree.rows[at] for at, said in enumerate(tree.said) if said == "Kayak")
    assert tree.is_row(row)
    assert tree.cells(row) == ["Kayak", "Quantity", "2", "Remove"]
    assert tree.column(row, "Weight") == ({}, 'no column is called "Weight"')


@pytest.mark.parametrize(
    ("text", "row", "passes", "doubted"),
    [
        ("Open", "Status", True, False),
        ("High", "Priority", True, False),
        ("Rope", "Article", True, False),
        ("High", "Status", False, True),
        ("Rope", "Open", False, True),
        ("Closed", "Status", False, False),
        ("Rope", "Article | Rope", True, False),
    ],
)
def test_blocks_of_one_line_are_no_row(text, row, passes, doubted):
    """What stands beside a label belongs to it; the rest of the line is of other blocks of the page."""
    page = Observation(
        url="https://a.example/", tree='- text "Status: Open | Priority: High | Article | Rope"', text=""
    )
    fact = ExpectShown(text=text, row=row)
    assert (all(each.passed for each in fact.probe(page)), bool(fact.doubt(page))) == (passes, doubted)


def test_a_description_that_a_tree_prints_as_its_only_line_belongs_to_its_term():
    tree = '- dt "Express"\n- p "no"\n- dt "Wrap"\n- li "yes"\n- dt "Customer:"\n- a-0 "Ann"\n- dt "Notes"\n- h2 "Items"\n- p "Oar"'
    page = Observation(url="https://a.example/", tree=tree)
    outline = outline_of(page)
    rows = [outline.cells(row) for row in outline.members if outline.is_row(row)]
    assert rows == [["Express", "no"], ["Wrap", "yes"], ["Customer:", "Ann"], ["Notes"]]


def test_a_row_may_be_written_with_commas():
    page = Observation(
        url="https://a.example/", tree='- li "Milk today"\n- li "Bread, rye today"', text="Milk today\nBread, rye today"
    )
    rows = {row: ExpectShown(text="today", row=row) for row in ("Milk, today", "Bread, rye", "Milk, rye")}
    assert [row for row, fact in rows.items() if fact.probe(page)[0].passed] == ["Milk, today", "Bread, rye"]
    gone = {text: ExpectGone(value=text) for text in ("Milk, today", "Milk, rye")}
    assert [text for text, fact in gone.items() if fact.doubt(page)] == ["Milk, today"]
