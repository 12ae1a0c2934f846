"""How much of a page one look describes: what is in view and around it; the rest is folded, and can be unfolded."""

import re
from textwrap import dedent

import pytest

from actwright.engine.page.reading.capture import PageReader
from actwright.errors import ToolError


def lines(text):
    return dedent(text).strip("\n")


SECTIONS = "".join(
    f"<section><h2>Part {n}</h2>" + "".join(f"<p>Line {n}.{m}</p>" for m in range(60)) + "<a href=/x>More</a></section>"
    for n in range(6)
)
ROWS = "".join(
    f"<tr><td>{n}</td><td>Order {n}</td><td><input type=checkbox></td><td><button>Pay</button></td></tr>"
    for n in range(1000)
)


async def test_what_lies_far_from_the_view_is_one_line(page):
    """Neighbours beyond a screen from the view become a fold that says what they hold; a field stays."""
    await page.set_content(
        f"<style>p {{ height: 20px; margin: 0 }}</style><h1>Book</h1><div style='height: 2000px'></div>{SECTIONS}"
        "<form><label>Name <input></label></form>"
    )
    snapshot = await PageReader().capture(page)
    assert snapshot.tree.split("\n", 1)[1] == lines("""
        - h1 "Book"
        - fold-0 (6 more section below, 6 links, headings=["Part 0", "Part 1", "Part 2", "Part 3", "Part 4", "Part 5"])
        - form
          - input-0 (label="Name" below)
    """)


async def test_a_card_far_from_the_view_keeps_what_its_button_is_about(page):
    """Of cards with a button each, name and price are described wherever they lie; what lies around them is folded."""
    cards = "".join(
        f"<article style='height: 500px'><a href='/{n}'><img alt='Cover {n}'></a><h3><a href='/{n}'>Book {n}</a></h3>"
        f"<p>£{n}.50</p><p>In stock</p><form><button>Add to basket</button></form></article>"
        for n in range(1, 6)
    )
    await page.set_content(f"<main>{cards}</main><footer>{'<p>Terms</p>' * 200}<a href='/'>Home</a></footer>")
    tree = (await PageReader().capture(page)).tree
    assert tree[tree.index('"Add to basket"\n  - article\n    - a-8') :] == lines("""
        "Add to basket"
          - article
            - a-8 (label="Cover 5" below)
            - h3
              - a-9 (below) "Book 5"
            - p "£5.50"
            - p "In stock"
            - form
              - button-4 (type=submit below) "Add to basket"
        - fold-0 (1 more footer below, 1 link)
    """)


async def test_a_long_fold_names_the_one_control_in_it(page):
    """However many neighbours it stands for, it counts what can be acted on and lists what heads them."""
    clauses = "".join(f"<p>Clause {n}, which says what is agreed in this respect.</p>" for n in range(300))
    await page.set_content(
        f"<main>{clauses}<h2>Consent</h2><label><input type=checkbox> I agree</label><button>Go on</button></main>"
    )
    tree = (await PageReader().capture(page)).tree
    assert tree.splitlines()[-1].split(" more ")[1] == 'p below, 1 button, 1 field, headings=["Consent"])'


async def test_a_fold_counts_buttons_as_no_fields(page):
    """Of forms in a long list, what is filled in is a field, and what sends it is a button alone."""
    form = "<form><p>Rate it<p>now</p><input><button>Send</button><input type=submit></form>"
    await page.set_content(form * 300)
    fold = (await PageReader().capture(page)).tree.splitlines()[-1]
    counts = [int(part) for part in re.findall(r"\d+(?= (?:more|button|field))", fold)]
    assert counts == [counts[0], 2 * counts[0], counts[0]]


async def test_the_text_of_folds_is_read_for_facts(page):
    """The text of a look for facts is that of the whole page; that of a look for a policy ends a screen from the view."""
    await page.set_content(f"<h1>Book</h1><div style='height: 2000px'></div>{SECTIONS}")
    reader = PageReader()
    near, whole = await reader.capture(page), await reader.capture(page, whole=True)
    assert "Line 5.59" not in near.text
    assert "Line 5.59" in whole.text
    assert whole.text.startswith("Book Part 0 Line 0.0")


async def test_scrolling_shows_what_was_folded_and_marks_none_of_it_as_new(page):
    """What comes into view was there before: it has no mark; what the page adds meanwhile has one."""
    await page.set_content(f"<div style='height: 2000px'>Top</div>{SECTIONS}<button>Last</button>")
    reader = PageReader()
    assert "- button-" not in (await reader.capture(page)).tree
    await page.evaluate("document.querySelector('section').before(document.createElement('button'))")
    await page.evaluate("document.querySelector('button').textContent = 'Edit'")
    await page.evaluate("document.querySelector('h2').scrollIntoView()")
    snapshot = await reader.capture(page)
    marked = [line.strip() for line in snapshot.tree.splitlines() if "- *" in line]
    assert marked == ['- *button-0 (above) "Edit"']
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    shown = await reader.capture(page)
    assert [element.new for element in shown.elements if element.name == "Last"] == [False]


async def test_an_element_that_was_seen_can_be_used_after_scrolling_away(page):
    """What the policy saw a few looks ago is described, with its ID, wherever it lies now."""
    await page.set_content(
        f"<button onclick='this.textContent = 1'>First</button><div style='height: 3000px'></div>{SECTIONS}"
    )
    reader = PageReader()
    await reader.capture(page)
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    snapshot = await reader.capture(page)
    assert "button-0" in [element.id for element in snapshot.elements]
    await reader.locator("button-0").click()
    assert await page.inner_text("button") == "1"


@pytest.mark.slow
async def test_every_row_on_the_screen_is_described_and_no_other_far_one(page):
    """Of a long table the rows around the view are described, at the top and in the middle, fields and all."""
    await page.set_content(f"<table>{ROWS}</table>")
    reader = PageReader()
    for position in (0, 0.5, 1):
        await page.evaluate("share => scrollTo(0, share * document.documentElement.scrollHeight)", position)
        visible = await page.evaluate(
            "[...document.querySelectorAll('tr')].filter(r => r.getBoundingClientRect().bottom > 0"
            " && r.getBoundingClientRect().top < innerHeight).map(r => r.cells[1].innerText)"
        )
        snapshot = await reader.capture(page)
        assert [name for name in visible if f'"{name}"' not in snapshot.tree and f"| {name}" not in snapshot.tree] == []
        shown = [element for element in snapshot.elements if element.in_view]
        assert len(shown) == 2 * len(visible)
        assert all(f"- {element.id} " in snapshot.tree or f"- *{element.id} " in snapshot.tree for element in shown)


@pytest.mark.slow
async def test_a_fold_can_be_unfolded_and_its_elements_used(page):
    """The lines of a fold come in parts, with IDs that resolve, and that the next look knows."""
    await page.set_content(
        f"<table>{ROWS}</table><script>addEventListener('click', e => document.title = e.target.closest('tr').cells[1].innerText)</script>"
    )
    reader = PageReader()
    fold = next(line for line in (await reader.capture(page)).tree.splitlines() if "- fold-" in line)
    assert fold.split("more")[1] == " tr below, 936 buttons, 936 fields)"
    name = fold.split()[1]
    part = await reader.unfold(name, start=100)
    assert part.startswith(f"{name}, elements 100 to 150 of ")
    first = next(line for line in part.splitlines() if "- button-" in line).split()[1]
    snapshot = await reader.capture(page)
    assert first in [element.id for element in snapshot.elements]
    row = await reader.locator(first).evaluate("button => button.closest('tr').cells[1].innerText")
    await reader.locator(first).click()
    assert await page.title() == row
    rest = await reader.unfold(name, start=150)
    assert rest.startswith(f"{name}, elements 150 to 200 of ")
    with pytest.raises(ToolError, match="5000 is beyond them"):
        await reader.unfold(name, start=5000)


async def test_what_a_far_element_puts_into_the_view_is_described(page):
    """A button that a far footer pins to the window is found; so is a dialog in a wrapper without a size."""
    await page.set_content(
        f"<h1>Top</h1><div style='height: 3000px'></div>{SECTIONS}"
        "<footer style='height: 90px'><p>a<p>b<p>c<p>d<p>e<p>f"
        "<button style='position: fixed; right: 8px; bottom: 8px'>Up</button></footer>"
        "<div><div><div role=dialog style='position: fixed; left: 0; top: 0'><button>Accept</button></div></div></div>"
    )
    names = [element.name for element in (await PageReader().capture(page)).elements]
    assert names == ["Up", "Accept"]
    await page.evaluate(
        "for (let n = 0; n < 5000; n++) document.querySelector('section').append(document.createElement('b'))"
    )
    assert [element.name for element in (await PageReader().capture(page)).elements] == names


async def test_in_a_scroll_container_what_shows_is_described(page):
    """Of a list in its own scroll container a look describes what shows of it and a little around, wherever it is scrolled."""
    rows = "".join(f"<li style='height: 20px'><a href='/{n}'>Item {n}</a></li>" for n in range(400))
    await page.set_content(f"<ul style='height: 100px; overflow: auto; margin: 0'>{rows}</ul>")
    reader = PageReader()
    await page.evaluate("document.querySelector('ul').scrollTop = 4000")
    snapshot = await reader.capture(page)
    numbers = [int(element.name.split()[1]) for element in snapshot.elements if element.tag == "a"]
    assert set(range(200, 205)) <= set(numbers)
    assert len(numbers) < 30


async def test_what_was_read_of_a_fold_is_not_shown_again(page):
    """The history has it. A row is shown again once it differs, and everything in another document."""
    rows = "".join(f"<tr><td>Order {n}</td><td><input type=checkbox></td></tr>" for n in range(120))
    await page.set_content(f"<table>{rows}</table>")
    reader = PageReader()
    before = (await reader.capture(page)).tree
    name = re.search(r"fold-\d+", before)[0]
    read = await reader.unfold(name)
    first = re.search(r"input-\d+", read)[0]
    after = (await reader.capture(page)).tree
    assert first not in after
    assert len(after) < len(before) + 120
    assert re.search(r"… fold-\d+: 150 more that you have read \(50 tr, 50 td\)", after)
    await reader.locator(first).evaluate("box => { box.checked = true; }")
    assert f"{first} (type=checkbox checked below)" in (await reader.capture(page)).tree
