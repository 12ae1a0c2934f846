"""Lines of the page tree, without a browser."""

import re
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actwright.engine.page.reading.node import Node, Text, Viewport
from actwright.engine.page.reading.page_text import clean, quote
from actwright.engine.page.reading.tree import render, tree_of
from actwright.schemas.page import Box, Element, Option

VIEW = Viewport(width=1280, height=800, url="https://shop.test/list?page=1")


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
    """What is new and in view stays; then what is near, in one piece; each gap says what it left out."""
    rows = [Node("li", [Text(f"Row {n} {'x' * 30}")], box=(0, 40.0 * n, 500, 20)) for n in range(200)]
    links = [button(n, f"Imprint {n}", y=9000) for n in range(2, 12)]
    root = Node("page", [Node("ul", list(rows)), Node("footer", [*links, button(1, "Legal", y=900, new=True)])])
    shown = render(root, VIEW, budget=600).splitlines()
    kept = sum(line.startswith("  - li") for line in shown)
    assert 20 < kept < 40
    assert shown == [
        "- ul",
        *(f'  - li "Row {n} {"x" * 30}"' for n in range(kept)),
        f"  … {200 - kept} more ({200 - kept} li)",
        "- footer",
        "  … 10 more (10 button)",
        '  - *button-1 "Legal"',
    ]


def test_the_budget_that_was_promised_is_spent():
    """What lies around the view is whole as long as all of it fits."""
    rows = [Node("li", [Text(f"Row {n} {'x' * 30}")], box=(0, 40.0 * n, 500, 20)) for n in range(200)]
    root = Node("page", [Node("ul", list(rows))])
    assert len(render(root, VIEW, budget=4000).splitlines()) == 201


def test_navigation_outside_of_the_view_goes_before_what_is_near():
    """Links of a footer give way to the rows above it."""
    rows = [Node("li", [Text(f"Row {n} {'x' * 30}")], box=(0, 30.0 * n, 500, 20)) for n in range(40)]
    footer = Node("footer", [button(n, f"Imprint {n}", y=1250) for n in range(20)])
    shown = render(Node("page", [Node("ul", list(rows)), footer]), VIEW, budget=660).splitlines()
    assert sum(line.startswith("  - li") for line in shown) == 40
    assert 10 < int(re.fullmatch(r"  … (\d+) more \(\1 button\)", shown[-1])[1]) < 20


def test_navigation_that_the_page_before_had_goes_before_what_is_near():
    """A sidebar was seen there; it is cut first, although it is in view."""

    def root(row):
        rows = [Node("li", [Text(f"{row} {n} {'x' * 30}")], box=(0, 30.0 * n, 500, 20)) for n in range(40)]
        return Node(
            "page", [Node("aside", [button(n, f"Section {n}", y=20.0 * n) for n in range(20)]), Node("ul", list(rows))]
        )

    first = tree_of(root("Row"), VIEW)
    seen = first.within(660).splitlines()
    assert seen[1:21] == [f'  - button-{n} "Section {n}"' for n in range(20)]
    again = tree_of(root("Bow"), VIEW, before=first.signs).within(660).splitlines()
    assert sum(line.startswith("  - button") for line in again) < 10
    assert sum(line.startswith("  - li") for line in again) == 40 > sum(line.startswith("  - li") for line in seen)


def card(number, y):
    name = Node("h3", [Text(f"Lamp {number}", (0, y, 200, 20))], box=(0, y, 200, 20))
    price = Text(f"€ {number}.50", (0, y + 20, 200, 20))
    return Node("article", [name, Text("Ships tomorrow", (0, y + 30, 90, 9)), price, button(number, "Add", y=y + 40)])


def test_a_control_brings_what_tells_it_from_its_likes():
    """A button of a card goes in with its name and price, or not at all; so it is in a list without cards."""
    cards = [card(n, 60.0 * n) for n in range(30)]
    flat = [
        kid for each in cards for kid in card(int(each.kids[3].element.id[7:]), each.box[1] if each.box else 0).kids
    ]
    for kids in (cards, flat):
        tree = render(Node("page", list(kids)), VIEW, budget=450).splitlines()
        shown = [line for line in tree if "button-" in line]
        assert 5 < len(shown) < 30
        for line in shown:
            number = re.search(r"button-(\d+)", line)[1]
            assert any(f'"Lamp {number}"' in other for other in tree)
            assert any(f"€ {number}.50" in other for other in tree)


def test_a_control_in_a_table_brings_the_headers_of_its_columns():
    """The row of headers is far above the view."""
    headers = Node("tr", [Node("th", [Text("Item")]), Node("th", [Text("Keep")])], box=(0, -700, 500, 20))
    rows = [
        Node(
            "tr",
            [Node("td", [Text(f"Lamp {n} {'x' * 20}", (0, 40.0 * n, 9, 9))]), Node("td", [button(n, "", y=40.0 * n)])],
            box=(0, 40.0 * n, 500, 20),
        )
        for n in range(40)
    ]
    tree = render(Node("page", [Node("table", [headers, *rows])]), VIEW, budget=500).splitlines()
    assert tree[:4] == ["- table", '  - tr "Item | Keep"', "  - tr", f'    - td "Lamp 0 {"x" * 20}"']
    assert tree[-1].startswith("  … ")


def test_what_an_open_dialog_covers_is_said_once_and_left_out():
    """Nothing can be done with it before the dialog is closed; what can be reached beside the dialog stays."""
    behind = [button(n, f"Row {n}", y=4 * n, covered_by="dialog: Sure?") for n in range(100)]
    below = [paragraph("far", 2000)]
    dialog = Node("dialog", [button(200, "Confirm", y=300)], label="Sure?", modal=True)
    choices = Node("ul", [button(400, "Yes", y=10), button(401, "No", y=820, in_view=False), Text("Choose")], label="x")
    toast = Node("status", [Text("Saved")])
    root = Node(
        "page", [*behind, *below, button(300, "Close", y=0), Node("main", [paragraph("Hi", 0), dialog]), choices, toast]
    )
    assert render(root, VIEW) == lines("""
        … 102 more behind the dialog (100 button, 2 p)
        - button-300 "Close"
        - main
          - dialog (label="Sure?" modal)
            - button-200 "Confirm"
        - ul (label="x")
          - button-400 "Yes"
          - button-401 (below) "No"
          - text "Choose"
        - status "Saved"
    """)


def test_what_covers_several_elements_is_named_once():
    """Each of them refers to it; what covers one element alone is named there."""
    covered = [button(n, f"B{n}", covered_by="div: START" if n < 3 else "div: Ad") for n in range(4)]
    assert render(Node("page", list(covered)), VIEW) == lines("""
        - cover (c1="div: START" over=3)
        - button-0 (covered-by=c1) "B0"
        - button-1 (covered-by=c1) "B1"
        - button-2 (covered-by=c1) "B2"
        - button-3 (covered-by="div: Ad") "B3"
    """)


def test_all_that_is_in_view_stays_and_fields_come_before_what_else_is_outside():
    """In view all text is whole; outside of it a field is shown where there is no room for text."""
    story = "word " * 300
    field = Element(
        id="input-0", tag="input", role="textbox", name="Price", box=Box(x=0, y=950, width=9, height=9), in_view=False
    )
    root = Node("page", [paragraph(story, 10), paragraph(story, 900), Node("input", [], field), paragraph(story, 1300)])
    assert render(root, VIEW, budget=500) == lines(f"""
        - p "{story.strip()}"
        … 1 more (1 p)
        - input-0 (label="Price" below)
        … 1 more (1 p)
    """)


def test_what_takes_no_more_room_than_a_line_that_counts_it_is_shown():
    """`… 1 more (1 button)` says less than the button."""
    root = Node("page", [paragraph("word " * 120, 10), button(0, "Go", y=1000), paragraph("word " * 120, 10)])
    assert render(root, VIEW, budget=330).splitlines()[1] == '- button-0 "Go"'


def test_links_that_differ_late_show_where_they_differ():
    """What long addresses of one name share is left out at their beginning."""
    base = "https://shop.test/index.php?title=Terms_of_service_of_the_shop&action=edit&section="
    elements = [Element(id=f"a-{n}", tag="a", role="link", name="edit", href=f"{base}{n}") for n in range(2)]
    root = Node("page", [Node("a", [Text("edit")], element) for element in elements])
    assert render(root, VIEW) == '- a-0 (href="…=0") "edit"\n- a-1 (href="…=1") "edit"'


WIKI, LONG = "https://shop.test/index.php?title=", "Terms_of_service_of_the_shop_and_of_its_partners"


@pytest.mark.parametrize(
    ("paths", "shown"),
    [
        ([f"{LONG}&section={n}" for n in (1, 2)] + ["Fees"], ["…=1", "…=2", "…=Fees"]),
        (
            [f"{title}{LONG}&section={n}" for title in "AB" for n in (1, 2)],
            [
                "…=ATerms_of_service_of_…=1",
                "…=ATerms_of_service_of_…=2",
                "…=BTerms_of_service_of_…=1",
                "…=BTerms_of_service_of_…=2",
            ],
        ),
        (["a", "ab"], ["/index.php?title=a", "/index.php?title=ab"]),
        ([LONG, f"{LONG}&section=1"], [f"…={LONG[:45]}…", "…&section=1"]),
    ],
)
def test_no_two_addresses_of_one_name_look_alike(paths, shown):
    """Whatever they share at their beginning or at their end."""
    elements = [
        Element(id=f"a-{n}", tag="a", role="link", name="x", href=f"{WIKI}{path}") for n, path in enumerate(paths)
    ]
    lines = render(Node("page", [Node("a", [Text("x")], element) for element in elements]), VIEW).splitlines()
    found = [line.partition('href="')[2].partition('"')[0] for line in lines]
    assert len(set(found)) == len(paths)
    assert found == shown


def test_brackets_around_controls_are_left_out():
    """Headings of wikis have them around their edit links."""
    link = Element(id="a-0", tag="a", role="link", name="edit")
    root = Node("page", [Node("h2", [Text("Fees["), Node("a", [Text("edit")], link), Text("]")])])
    assert render(root, VIEW) == '- h2 "Fees"\n  - a-0 "edit"'


def test_a_description_is_said_once():
    """By the field, and not again as text below it."""
    field = Element(id="input-0", tag="input", role="textbox", name="Pages", description="Whole numbers only.")
    root = Node("page", [Node("input", [], field), Text("Whole numbers only."), Text("Whole numbers only.")])
    assert render(root, VIEW) == lines("""
        - input-0 (label="Pages" description="Whole numbers only.")
        - text "Whole numbers only."
    """)


def test_a_description_that_stays_on_the_page_is_not_said_by_its_field():
    """One too long for an attribute, or in several parts, is read beside its field alone; a word of another text is none."""
    rights = f"The groups that this user belongs to. {'The user gets all their permissions. ' * 4}".strip()
    parts = ["It cannot be short.", "It cannot be common."]
    fields = [
        Element(id=f"input-{n}", tag="input", role="textbox", name=name, description=description)
        for n, (name, description) in enumerate([("Groups", rights), ("Password", " ".join(parts)), ("Due", "Date")])
    ]
    groups, password, due = (Node("input", [], field) for field in fields)
    items = Node("ul", [Node("li", [Text(part)]) for part in parts])
    root = Node("page", [groups, Text(rights, (0, 0, 9, 9)), password, items, due, Node("p", [Text("Update")])])
    assert render(root, VIEW) == lines(f"""
        - input-0 (label="Groups")
        - text "{rights}"
        - input-1 (label="Password")
        - ul
          - li "It cannot be short."
          - li "It cannot be common."
        - input-2 (label="Due" description="Date")
        - p "Update"
    """)


def test_a_page_that_scrolls_says_how_far():
    """The first line tells what lies above and below the viewport."""
    view = Viewport(width=10, height=10, above=1.0, below=3.5)
    assert render(Node("page", [paragraph("x", 0)]), view) == (
        '- page (scrollable, 1 screens above, 3.5 screens below)\n- p "x"'
    )


def test_what_was_left_out_is_kept_under_the_id_of_its_gap():
    """Each gap has an ID; its lines begin at the margin."""
    kept = {}

    def keep(lines):
        kept[f"fold-{len(kept)}"] = lines
        return f"fold-{len(kept) - 1}"

    rows = [Node("li", [Text(f"Row {n} {'x' * 30}")], box=(0, 40.0 * n, 500, 20)) for n in range(20)]
    tree = tree_of(Node("page", [Node("ul", list(rows))]), VIEW).within(200, keep=keep)
    assert tree.splitlines()[-1] == f"  … fold-0: {len(kept['fold-0'])} more ({len(kept['fold-0'])} li)"
    assert kept["fold-0"][-1] == f'- li "Row 19 {"x" * 30}"'
