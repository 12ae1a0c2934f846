"""Counts the controls that a page tree keeps without the text that distinguishes them from others like them.

`python benchmarks/context.py [--budgets 4000,2000,1000] [--sets libraries,django]` looks at the page states of the page
bench (`benchmarks/page`), and at its own catalogue, two-list widget and long table, each from the top and from the
middle. A script in the page, independent of the engine, determines the texts that belong to a control: the first
heading, or else the first words, of the largest element around it that contains no other control with its tag and name;
the first price in that element; the header of its column; the legend of its group. A control counts as cut if it is in
view or within a screen of it, and the tree shows it but lacks one of these texts. No control should be cut.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from playwright.async_api import Page, async_playwright  # noqa: E402 - the repository's root comes first

from actwright.engine.page.reading.capture import PageReader  # noqa: E402
from benchmarks.page.environments import chromium  # noqa: E402

VIEWPORT = {"width": 1280, "height": 800}

CARDS = "".join(
    f"<article style='width:280px;height:300px;float:left;margin:10px'><h3><a href=/book/{n}>Book number {n}</a></h3>"
    f"<p>€ {n + 10}.99</p><p>In stock</p><form><button>Add to basket</button></form></article>"
    for n in range(24)
)
SIDEBAR = "".join(f"<li><a href=/section/{n}>Section {n} of the shop</a></li>" for n in range(40))
CATALOGUE = f"<nav style='float:left;width:200px'><ul>{SIDEBAR}</ul></nav><main>{CARDS}</main><footer><a href=/x>Imprint</a></footer>"
OPTIONS = "".join(f"<option>Group permission number {n}</option>" for n in range(60))
TWO_LISTS = "".join(
    f"<fieldset><legend>{which}</legend><select multiple size=12 aria-label='Available {which}'>{OPTIONS}</select>"
    "<button>Choose</button><button>Remove</button>"
    f"<select multiple size=12 aria-label='Chosen {which}'></select></fieldset>"
    for which in ("Groups", "Permissions", "Sites")
)
ROWS = "".join(
    f"<tr><td>Order {n}</td><td><input type=checkbox></td><td><a href=/o/{n}>Edit</a></td></tr>" for n in range(90)
)
TABLE = f"<table><thead><tr><th>Order</th><th>Paid</th><th>Actions</th></tr></thead><tbody>{ROWS}</tbody></table>"
OWN = {"catalogue": CATALOGUE, "two lists": TWO_LISTS, "table": TABLE}

BELONGS = r"""(element) => {
  const words = (text) => (text || '').replace(/\s+/g, ' ').trim();
  const name = (one) => words(one.getAttribute('aria-label') || one.innerText || one.name);
  const kind = 'a[href], button, input:not([type=hidden]), select, textarea';
  if (!element.matches(kind)) return [];
  const likes = [...document.querySelectorAll(kind)].filter(
    (one) => one !== element && one.localName === element.localName && name(one) === name(element) && one.checkVisibility());
  const found = [];
  const tucked = (one) => {
    for (let at = one; at; at = at.parentElement) if (at.offsetWidth <= 2 && at.offsetHeight <= 2) return true;
    return false;
  };
  if (likes.length) {
    let card = element;
    while (card.parentElement && card.parentElement !== document.body && !likes.some((one) => card.parentElement.contains(one))) card = card.parentElement;
    if (card !== element && card.offsetHeight <= innerHeight) { // a card is at most as high as the screen
      const heading = [...card.querySelectorAll('h1, h2, h3, h4, h5, h6')].find((one) => one.checkVisibility() && words(one.innerText));
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      let first = '';
      for (let node = walker.nextNode(); node && !first; node = walker.nextNode()) {
        const parent = node.parentElement;
        const own = element.contains(node) || parent.closest('option, script, style, button, label') || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const box = parent.getBoundingClientRect();
        if (!own && box.width > 2 && box.height > 2 && /[\p{L}\p{N}]{2}/u.test(node.data)) first = words(node.data);
      }
      found.push(words(heading?.innerText) || first);
      found.push(/[$€£]\s?\d+([.,]\d+)?/.exec(card.innerText)?.[0] || '');
    }
  }
  const cell = element.closest('td');
  const table = cell?.closest('table');
  const heads = table?.tHead?.rows[table.tHead.rows.length - 1] ?? table?.rows[0];
  const head = heads?.cells[cell.cellIndex];
  if (head?.localName === 'th' && !tucked(head) && heads.cells.length === cell.parentElement.cells.length) found.push(words(head.innerText));
  const legend = element.closest('fieldset')?.querySelector(':scope > legend');
  if (legend?.checkVisibility()) found.push(words(legend.innerText));
  return found.filter(Boolean).map((text) => text.slice(0, 60));
}"""


@dataclass(frozen=True, slots=True)
class Cut:
    """The number of controls with a context in a tree, and those whose context it cut, with the missing text."""

    kept: int
    cut: tuple[str, ...]


async def cut(page: Page, budget: int) -> Cut:
    """Counts the controls in the tree of a page, in view or within a screen of it, by whether it has their context."""
    eyes = PageReader(budget=budget)
    try:
        seen = await eyes.capture(page, timeout=30)
        said = _plain(seen.tree)
        kept, missing = 0, list[str]()
        for element in seen.elements:
            box = element.box
            listed = any(f" {mark}{element.id} " in f"{line} " for mark in ("", "*") for line in seen.tree.split("\n"))
            if not listed or box is None or not -seen.height <= box.y <= 2 * seen.height:
                continue
            locator = eyes.locator(element.id)
            belongs: list[str] = await locator.evaluate(BELONGS) if await locator.count() else []
            kept += bool(belongs)
            missing += [f"{element.title}: {text}" for text in belongs if _plain(text) not in said]
        return Cut(kept, tuple(missing))
    finally:
        await eyes.close()


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


async def own(page: Page, budget: int) -> dict[str, Cut]:
    """Counts on the pages of this bench, from the top and from the middle."""
    found: dict[str, Cut] = {}
    await page.set_viewport_size({"width": VIEWPORT["width"], "height": VIEWPORT["height"]})
    for name, html in OWN.items():
        await page.set_content(html)
        found[f"{name}/top"] = await cut(page, budget)
        await page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
        found[f"{name}/middle"] = await cut(page, budget)
    return found


async def run(budgets: list[int], names: list[str]) -> None:
    """Prints a line for each state and budget."""
    totals: dict[int, list[int]] = {budget: [0, 0] for budget in budgets}

    def tell(name: str, budget: int, counted: Cut) -> None:
        totals[budget][0] += counted.kept
        totals[budget][1] += len(counted.cut)
        print(
            f"{name} at {budget}: {counted.kept} controls, {len(counted.cut)} cut {'; '.join(counted.cut[:3])}",
            flush=True,
        )

    async with async_playwright() as playwright, chromium(playwright) as cdp:
        browser = await playwright.chromium.connect_over_cdp(cdp)
        page = await browser.new_page(viewport={"width": VIEWPORT["width"], "height": VIEWPORT["height"]})
        for budget in budgets:
            for name, counted in (await own(page, budget)).items():
                tell(name, budget, counted)
        for name in names:
            await _of_set(name, page, budgets, tell)
        await browser.close()
    for budget, (kept, missing) in totals.items():
        print(f"at {budget} tokens: {kept} controls with a context, {missing} contexts cut")


async def _of_set(name: str, page: Page, budgets: list[int], tell: Any) -> None:
    from benchmarks.page.run import served  # noqa: PLC0415 - needs the extra `bench`

    async with served(name) as states:
        for state in states:
            await page.goto(state.url)
            await state.prepare(page)
            for budget in budgets:
                tell(state.name, budget, await cut(page, budget))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budgets", default="4000,2000,1000")
    parser.add_argument("--sets", default="", help="sets of the page bench; none by default")
    options = parser.parse_args()
    asyncio.run(
        run([int(each) for each in options.budgets.split(",")], [each for each in options.sets.split(",") if each])
    )


if __name__ == "__main__":
    main()
