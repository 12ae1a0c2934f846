"""What a tree leaves out for its budget can be read, in a real browser."""

import re

import pytest

from actwright.engine.page.reading.capture import PageReader
from actwright.errors import ToolError

ROWS = "".join(
    f"<tr><td>Lamp {n} of a long name that takes room</td><td><button>Add</button></td></tr>" for n in range(60)
)
PAGE = f"<h1>Shop</h1><table><tr><th>Item</th><th>Basket</th></tr>{ROWS}</table>"


async def test_a_gap_is_read_by_its_id_with_ids_in_what_it_returns(page):
    """Its elements can be acted on; on a page that looks alike it has the same ID."""
    await page.set_viewport_size({"width": 800, "height": 600})
    await page.set_content(PAGE)
    reader = PageReader(budget=300)
    tree = (await reader.capture(page)).tree
    fold = re.search(r"… (fold-\d+): \d+ more \(\d+ \w+, \d+ \w+\)", tree)[1]
    assert fold in (await reader.capture(page)).tree
    told = await reader.unfold(fold)
    first, *lines = told.splitlines()
    assert re.fullmatch(rf"{fold}, lines 0 to \d+ of \d+:", first)
    id, number = re.search(r'Lamp (\d+) of[^\n]*\n *- (button-\d+) "Add"', told).group(2, 1)
    assert all(line.lstrip().startswith(("- ", "… ", "read it from")) for line in lines)
    row = reader.locator(id).locator("xpath=ancestor::tr")
    assert await row.inner_text() == f"Lamp {number} of a long name that takes room\tAdd"


async def test_a_gap_is_read_on_from_where_it_ended(page):
    """An offset counts lines; there is nothing beyond the last."""
    await page.set_content(PAGE)
    reader = PageReader(budget=200)
    fold = re.findall(r"(fold-\d+): ", (await reader.capture(page)).tree)[-1]
    told = await reader.unfold(fold, start=3)
    count = int(re.match(rf"{fold}, lines 3 to \d+ of (\d+):", told)[1])
    with pytest.raises(ToolError, match=rf"^{fold} has {count} lines; {count} is beyond them$"):
        await reader.unfold(fold, start=count)


async def test_a_gap_of_a_document_that_is_gone_cannot_be_read(page):
    """What it held was on another page."""
    await page.set_content(PAGE)
    reader = PageReader(budget=200)
    fold = re.findall(r"(fold-\d+): ", (await reader.capture(page)).tree)[-1]
    await page.goto("data:text/html,<p>Other</p>")
    with pytest.raises(ToolError, match="is no longer a fold of the page; look at the tree again"):
        await reader.unfold(fold)


async def test_the_headers_of_a_table_stay_with_its_rows(page):
    """However far the page is scrolled, a row in view keeps the names of its columns."""
    await page.set_viewport_size({"width": 800, "height": 300})
    await page.set_content(PAGE)
    await page.evaluate("scrollTo(0, 1200)")
    tree = (await PageReader().capture(page)).tree
    assert '- tr "Item | Basket"' in tree
    assert "Lamp 45" in tree
    assert "Lamp 0 " not in tree
