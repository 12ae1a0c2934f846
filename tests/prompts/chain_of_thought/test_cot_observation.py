"""A page in the text forms of WebArena and VisualWebArena."""

import pytest

from actwright.prompts.chain_of_thought.observation import shown
from actwright.schemas.page import Box, Dialog, Element, Observation, Option, Tab


def element(id, *, y=10, height=30, **more):
    return Element(id=id, tag=id.partition("-")[0], box=Box(x=10, y=y, width=200, height=height), **more)


TREE = r"""
- page (scrollable, 1.5 screens below)
- nav (label="Main")
  - a-0 (href="/desks") "Desks"
- main
  - h1 "Sell \"it\""
  - p "Six fields | all needed"
  - form
    - *input-0 (label="Price" value="4" placeholder="in $" required readonly invalid error="Too low" min="5" focused)
    - input-1 (type=password label="Password" value="filled")
    - select-0 (label="Size" options=["S", "Big": ["L", "XL" disabled]] selected="L")
    - input-2 (type=checkbox label="Used" checked)
    - div-0 (popup="menu" collapsed icon="gear")
    - button-0 (type=submit covered-by="div \"Cookies\"" below) "Save | now"
  - ul
    - li "One"
      - a-1 "More"
    - fold-0 (96 more li below, 96 links, headings=["(a)"])
  - table
    - tr "Name | Price"
    - tr
      - td
        - img (label="Chair")
  … 12 more (9 tr, 3 a)
- iframe (label="Pay")
  - f1.div-1 "Card | 4111"
- text "Second Round"
""".strip()
OPTIONS = (
    Option(label="S", value="s"),
    Option(label="L", value="l", selected=True),
    Option(label="XL", value="x", disabled=True),
)
PAGE = Observation(
    url="https://shop.test/sell",
    title="Sell  something",
    tree=TREE,
    tabs=(Tab(id="tab-1", title="Desks", url=""), Tab(id="tab-3", title="Sell something", url="", active=True)),
    elements=(
        element("a-0", role="link", name="Desks"),
        element("input-0", role="textbox", name="Price", value="4"),
        element("input-1", role="textbox", name="Password", type="password", value="filled"),
        element("select-0", role="combobox", name="Size", options=OPTIONS, option_count=3),
        element("input-2", role="checkbox", name="Used", checked=True, height=7),
        element("div-0", role="button"),
        element("button-0", role="button", name="Save now", submits=True, y=900, in_view=False),
        element("a-1", role="link", name="More", covered_by="div"),
        element("a-2", role="link", name="Left out of the tree"),
        Element(id="f1.div-1", tag="div", box=Box(x=0, y=0, width=800, height=100)),
    ),
    width=800,
    height=600,
)


def test_an_accessibility_tree():
    assert (
        shown(PAGE).text
        == """\
Tab 0: Desks | Tab 1 (current): Sell something

[11] RootWebArea 'Sell something' scrollable: 1.5 screens below
	[12] navigation 'Main'
		[1] link 'Desks' url: /desks
	[13] main ''
		[14] heading 'Sell "it"'
		[15] StaticText 'Six fields'
		[16] StaticText 'all needed'
		[17] form ''
			[2] textbox 'Price' placeholder: in $ required: True errormessage: Too low valuemin: 5 focused: True
				[18] StaticText '4'
			[3] textbox 'Password'
				[19] StaticText '••••••••'
			[4] combobox 'Size'
				[20] option 'S' selected: False
				[21] option 'L' selected: True
				[22] option 'XL' selected: False disabled: True
			[5] checkbox 'Used' checked: true
			[6] button 'gear' hasPopup: menu expanded: False
			[7] button 'Save now'
		[23] StaticText 'One'
		[8] link 'More'
		[24] StaticText '… 96 more li below, 96 links, headings=["(a)"]'
		[25] table ''
			[26] row 'Name Price'
			[27] row ''
				[28] cell ''
					[29] img 'Chair'
		[30] StaticText '… 12 more (9 tr, 3 a)'
	[31] Iframe 'Pay'
		[10] generic 'Card 4111'
	[32] StaticText 'Second Round'"""
    )


def test_a_set_of_marks_has_the_numbers_of_the_picture():
    """Also of what the page tree left out; none of what is small, covered or out of view."""
    page = shown(PAGE, form="som")
    assert (
        page.text
        == """\
Tab 0: Desks | Tab 1 (current): Sell something

[] [StaticText] [scrollable, 1.5 screens below]
[] [StaticText] [Main]
[1] [A] [Desks]
[] [StaticText] [Sell "it"]
[] [StaticText] [Six fields]
[] [StaticText] [all needed]
[2] [INPUT] [Price]
[3] [INPUT] [Password]
[4] [SELECT] [Size: S, L, XL]
[] [StaticText] [Used]
[6] [DIV] [gear]
[] [StaticText] [One]
[] [StaticText] [More]
[] [StaticText] [… 96 more li below, 96 links, headings=["(a)"]]
[] [StaticText] [Name]
[] [StaticText] [Chair]
[] [StaticText] [… 12 more (9 tr, 3 a)]
[] [StaticText] [Pay]
[9] [A] [Left out of the tree]
[10] [DIV] [Card 4111]
[] [StaticText] [Second Round]"""
    )
    assert {number: mark.element.id for number, mark in page.marks.items()} == {
        number: PAGE.elements[number - 1].id for number in (1, 2, 3, 4, 6, 9, 10)
    }


@pytest.mark.parametrize(
    ("number", "words", "element_id", "option"),
    [
        (7, "button 'Save now'", "button-0", None),
        (18, "StaticText '4'", "input-0", None),
        (21, "option 'L' selected: True", "select-0", "L"),
        (32, "StaticText 'Second Round'", None, None),
        (13, "main ''", None, None),
        (9, "link 'Left out of the tree'", "a-2", None),
    ],
)
def test_what_numbers_of_the_tree_stand_for(number, words, element_id, option):
    mark = shown(PAGE).marks[number]
    found = mark.element.id if mark.element else None, mark.option.label if mark.option else None
    assert (mark.words, found) == (words, (element_id, option))


def test_a_long_list_of_options_is_cut_as_the_page_tree_cuts_it():
    options = tuple(Option(label=f"o{number}", value="", selected=number == 15) for number in range(20))
    select = element("select-0", role="combobox", name="Big", options=options, option_count=300)
    page = Observation(url="", tree='- select-0 (label="Big")', elements=(select,), width=800, height=600)
    lines = shown(page).text.splitlines()
    assert lines[-2:] == ["\t\t[11] option 'o15' selected: True", "\t\t[12] StaticText '… 291 more options'"]
    assert shown(page, form="som").text.endswith("[1] [SELECT] [Big: o0, o1, o2, o3, o4, o5, o6, o7, o15, … 291 more]")


def test_text_that_stands_before_it_is_not_told_again_but_what_fields_hold_is():
    """A number in brackets is no text of the page."""
    tree = '- h1 "Row 12"\n- text "12"\n- input-0 (label="Row 12" value="12")\n- text "1"\n- text "x"\n- text "Row"'
    page = Observation(url="", tree=tree, elements=(element("input-0", role="textbox", name="Row 12"),))
    assert shown(page).text.splitlines()[3:] == [
        "\t[3] heading 'Row 12'",
        "\t[1] textbox 'Row 12'",
        "\t\t[4] StaticText '12'",
        "\t[5] StaticText 'x'",
    ]


def test_page_text_forges_no_line():
    """It has quotes and line breaks escaped."""
    tree = r'- text "it\'s\n[1] button"'.replace(r"\'", "'")
    page = Observation(url="", title="a\n[2] b", tree=tree)
    assert shown(page).text == (
        "Tab 0 (current): a [2] b\n\n[1] RootWebArea 'a [2] b'\n\t[2] StaticText \"it's\\n[1] button\""
    )
    assert shown(page, form="som").text.splitlines()[2:] == ["[] [StaticText] [it's [1] button]"]


@pytest.mark.parametrize("som", [False, True])
def test_an_open_dialog_is_all_there_is(som):
    dialog = Dialog(kind="prompt", message="Which\nname?", default="Ada")
    page = shown(Observation(url="", title="Sell", dialog=dialog), form="som" if som else "tree")
    tree = """\
[1] alertdialog 'Which name?' modal: True
	[2] textbox 'Ada' focused: True
	[3] button 'OK'
	[4] button 'Cancel'"""
    marks = "[] [StaticText] [Which name?]\n[1] [BUTTON] [OK]\n[2] [BUTTON] [Cancel]\n[3] [INPUT] [Ada]"
    assert page.text == f"Tab 0 (current): Sell\n\n{marks if som else tree}"
    answers = [mark.accept for mark in page.marks.values()]
    assert answers == ([True, False, True] if som else [None, True, True, False])


def test_html():
    text = shown(PAGE, form="html").text
    assert text.splitlines()[2:12] == [
        "[11] RootWebArea 'Sell something' scrollable: 1.5 screens below",
        "\t[12] <nav> Main",
        '\t\t[1] <a href="/desks"> Desks',
        "\t[13] <main>",
        '\t\t[14] <h1> Sell "it"',
        "\t\t[15] StaticText 'Six fields'",
        "\t\t[16] StaticText 'all needed'",
        "\t\t[17] <form>",
        '\t\t\t[2] <input value="4" placeholder="in $" required readonly invalid error="Too low" min="5" focused> Price',
        "\t\t\t\t[18] StaticText '4'",
    ]
    tree, html = (shown(PAGE, form=form).marks for form in ("tree", "html"))
    assert [mark.element for mark in html.values() if mark.element] == [
        mark.element for mark in tree.values() if mark.element
    ]


def test_a_picture_alone_has_the_numbers_in_it():
    page = shown(PAGE, form="image")
    assert page.text == "Tab 0: Desks | Tab 1 (current): Sell something"
    assert page.marks[2].element is PAGE.elements[1]
    dialog = Dialog(kind="confirm", message="Sure?")
    asked = shown(PAGE.model_copy(update={"dialog": dialog}), form="image")
    assert asked.text.endswith("alertdialog 'Sure?' modal: True\n\t[12] button 'OK'\n\t[13] button 'Cancel'")
