"""Lines of the page tree, without a browser."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actwright.engine.page.tree import Fold, Node, Text, View, clean, quote, render
from actwright.schemas.page import Box, Element, Option

VIEW = View(width=1280, height=800, url="https://shop.test/list?page=1")


def lines(text):
    return dedent(text).strip("\n")


def button(number, name, *, y=10.0, **state):
    box = Box(x=0, y=y, width=50, height=20)
    element = Element(id=f"button-{number}", tag="button", role="button", name=name, box=box, **state)
    return Node("button", [Text(name)], element)


def paragraph(text, y):
    return Node("p", [Text(text, (0, y, 500, 20))], box=(0, y, 500, 20))


@given(st.text())
def test_quoted_text_is_one_line_between_two_quotes(text):
    """No text ends its quotes or its line."""
    quoted = quote(text)
    assert quoted.isprintable()
    assert quoted[0] == quoted[-1] == '"'
    assert '"' not in quoted[1:-1].replace("\\\\", "").replace('\\"', "")


def test_cleaning_keeps_words_and_drops_what_is_not_seen():
    """Whitespace of all kinds folds; control, bidi, zero-width, tag and private-use characters go."""
    assert clean(" a\u00a0b\n\tc\u200bd\u202e\U000e0041\ue000\x00 é 漢 🙂 ") == "a b cd é 漢 🙂"


@pytest.mark.parametrize(
    ("href", "shown"),
    [
        ("https://shop.test/item/7?x=1", "/item/7?x=1"),
        ("https://shop.test/list?page=1#top", "#top"),
        ("https://other.test/", "https://other.test/"),
        ("mailto:a@b.test", "mailto:a@b.test"),
        ("http://[bad", "http://[bad"),
    ],
)
def test_links_are_short(href, shown):
    """A link without a name shows where it leads: inside the site by its path, inside the page by its fragment."""
    element = Element(id="a-0", tag="a", role="link", href=href)
    assert render(Node("page", [Node("a", [], element)]), VIEW) == f'- a-0 (href="{shown}")'


def test_links_of_one_name_are_told_apart_by_their_addresses():
    """A link whose name says which it is shows no address; two of one name to different places do."""
    names = {"/a": "More", "/b": "More", "/c": "Contact", "/d": "Legal"}
    elements = [
        Element(id=f"a-{number}", tag="a", role="link", name=name, href=f"https://shop.test{path}")
        for number, (path, name) in enumerate(names.items())
    ]
    root = Node("page", [Node("a", [Text(element.name)], element) for element in elements])
    assert render(root, VIEW) == lines("""
        - a-0 (href="/a") "More"
        - a-1 (href="/b") "More"
        - a-2 "Contact"
        - a-3 "Legal"
    """)


def test_an_invalid_field_says_everything_that_matters():
    """Names, live value, rules and the error stand in a fixed order."""
    element = Element(
        id="f1.input-3", tag="input", role="spinbutton", type="number", name='Price "EUR"', value="-1", required=True,
        minimum="0", invalid=True, error="Too low", focused=True, new=True, in_view=False,
        box=Box(x=0, y=-90, width=10, height=10),
    )  # fmt: skip
    assert render(Node("page", [Node("input", element=element)]), VIEW) == (
        '- *f1.input-3 (type=number label="Price \\"EUR\\"" value="-1" required min="0" invalid error="Too low"'
        " focused above)"
    )


def test_several_chosen_options_are_a_list():
    """A multiple select lists what is chosen."""
    options = tuple(Option(label=label, value=label, selected=label != "B") for label in "ABC")
    element = Element(id="select-0", tag="select", role="listbox", name="Which", options=options, multiple=True)
    assert render(Node("page", [Node("select", element=element)]), VIEW) == (
        '- select-0 (label="Which" options=["A", "B", "C"] selected=["A", "C"] multiple)'
    )


def test_wrappers_that_say_nothing_are_dropped():
    """Lists of one, empty items and paragraphs around one control leave no line."""
    root = Node("page", [Node("ul", [Node("li", [button(0, "Go")])]), Node("p"), Node("nav", [], label="Site")])
    assert render(root, VIEW) == '- button-0 "Go"\n- nav (label="Site")'


def test_the_budget_keeps_what_matters_and_counts_the_rest():
    """The modal, the focused, what is in view stay; then what is near, in one piece; each gap says what it left out."""
    rows = [Node("li", [Text(f"Row {n} {'x' * 30}")], box=(0, 40.0 * n, 500, 20)) for n in range(200)]
    root = Node(
        "page",
        [
            Node("ul", list(rows)),
            Node("footer", [button(0, "Cookie settings", y=9000), button(1, "Legal", y=900, new=True)]),
            Node("dialog", [button(2, "Confirm", y=9500)], label="Sure?", modal=True),
        ],
    )
    tree = render(root, VIEW, budget=1600)
    shown = tree.splitlines()
    assert shown[:2] == ["- ul", f'  - li "Row 0 {"x" * 30}"']
    kept = sum(line.startswith("  - li") for line in shown)
    assert 20 < kept < 40
    assert shown[kept + 1] == f"  … {200 - kept} more ({200 - kept} li)"
    assert (
        shown[kept + 2 :]
        == lines("""
        - footer
          … 1 more (1 button)
          - *button-1 "Legal"
        - dialog (label="Sure?" modal)
          - button-2 "Confirm"
    """).splitlines()
    )


def test_what_a_dialog_covers_gives_way_to_what_is_in_the_open():
    """It is in view, and nothing can be done with it before the dialog is closed."""
    behind = [button(n, f"Row {n} {'x' * 60}", y=4 * n, covered_by="dialog: Sure?") for n in range(100)]
    dialog = Node("dialog", [button(200, "Confirm", y=300)], label="Sure?", modal=True)
    backdrop = button(300, "Close", y=0)
    tree = render(Node("page", [*behind, backdrop, dialog]), VIEW, budget=2000).splitlines()
    assert 5 < sum('covered-by="dialog: Sure?"' in line for line in tree) < 20
    assert tree[-3:] == ['- button-300 "Close"', '- dialog (label="Sure?" modal)', '  - button-200 "Confirm"']


def test_all_that_is_in_view_stays_and_fields_come_before_what_else_is_outside():
    """In view all text is whole; outside of it a field is shown where there is no room for text."""
    story = "word " * 300
    field = Element(
        id="input-0", tag="input", role="textbox", name="Price", box=Box(x=0, y=5000, width=9, height=9), in_view=False
    )
    root = Node("page", [paragraph(story, 10), paragraph(story, 900), Node("input", [], field), paragraph(story, 950)])
    assert render(root, VIEW, budget=1000) == lines(f"""
        - p "{story.strip()}"
        … 1 more (1 p)
        - input-0 (label="Price" below)
        … 1 more (1 p)
    """)


def test_a_page_that_scrolls_says_how_far():
    """The first line tells what lies above and below the viewport."""
    view = View(width=10, height=10, above=1.0, below=3.5)
    assert render(Node("page", [paragraph("x", 0)]), view) == (
        '- page (scrollable, 1 screens above, 3.5 screens below)\n- p "x"'
    )


def test_a_fold_that_was_left_out_is_named_in_the_gap():
    """A fold can be read although its own line had no room."""
    fold = Fold(id="fold-0", tag="tr", count=90, side="below", holds={"links": 90})
    rows = [Node("li", [Text(f"Row {n} {'x' * 30}")], box=(0, 40.0 * n, 500, 20)) for n in range(20)]
    root = Node("page", [*rows, Node("fold", fold=fold)])
    assert render(root, VIEW, budget=200).splitlines()[-1].endswith(", fold-0)")
