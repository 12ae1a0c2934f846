"""Counts the operable elements of example pages that have an ID, and the same role, name and states as in Chromium's tree.

`python benchmarks/operable.py FOLDER [FOLDER …]`: folders with HTML pages, such as `content/patterns` of the ARIA
Authoring Practices (only pages below a folder `examples` count if there are any), the-internet or a kitchen sink. Each
folder is served from its top or from `--root`. Every page is looked at when it has loaded, and once more after its
first closed popup was opened. An element counts if it can be seen in the viewport and takes the focus or has a widget
role; options of a native select do not, because they are told with it. The elements that differ are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Error, Page
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright.engine.page.browser.launch import open_browser  # noqa: E402 - the repository's root comes first
from actwright.engine.page.reading.isolated_world import register  # noqa: E402
from actwright.schemas.page import Element  # noqa: E402
from benchmarks.accessible_names import MARK, WIDGETS, Node, elements_of, fold, nodes_of  # noqa: E402
from benchmarks.page.sets.loopback import files, loopback  # noqa: E402

CELLS = frozenset({"gridcell", "row", "columnheader", "rowheader", "spinbutton", "separator", "scrollbar"})
STATES = ("checked", "expanded", "selected", "disabled", "required")
SAME = {"ComboBoxMenuButton": "combobox", "ListBox": "listbox", "ListBoxOption": "option", "MenuListOption": "option"}
"""Chromium's own words for roles."""
MARK_ALL = """(mark) => {
  let count = 0;
  const roots = [document];
  for (const root of roots) for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) roots.push(element.shadowRoot);
    element.setAttribute(mark, count++);
  }
}"""
SEEN = """async (mark) => {
  const seen = [], roots = [document];
  for (const root of roots) for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) roots.push(element.shadowRoot);
    if (!element.matches('select option')) seen.push(element);  // told with its select
  }
  return await new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      resolve(entries.filter(({ isIntersecting, intersectionRect: box, target }) => isIntersecting
        && box.width * box.height > 1 && target.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map(({ target }) => target.getAttribute(mark)));
    });
    for (const element of seen) observer.observe(element);
  });
}"""
CLOSED = ":is([aria-expanded=false], [aria-haspopup]:not([aria-haspopup=false])):not(:disabled, [aria-disabled=true])"
LOOKS = ("loaded", "opened")


def differences(node: Node, element: Element) -> list[str]:
    """What differs between the two, for people."""
    pairs: list[tuple[str, Any, Any]] = [("role", SAME.get(node.role, node.role), element.role or element.tag)]
    if element.type != "password":
        pairs.append(("name", fold(node.name), fold(element.name)))
    for state in STATES:
        ours, theirs = getattr(element, state), node.states.get(state)
        if theirs is not None and ours is not None and theirs != "mixed":
            pairs.append((state, theirs in (True, "true"), ours))
    return [f"{what} {ours!r} instead of {theirs!r}" for what, theirs, ours in pairs if ours != theirs]


async def look(page: Page, where: str, console: Console) -> Counter[str]:
    """Counts the operable elements of the page as it is now."""
    await page.evaluate(MARK_ALL, MARK)
    seen = set(await page.evaluate(SEEN, MARK))
    nodes, elements, counts = await nodes_of(page), await elements_of(page), Counter[str]()
    for mark, node in nodes.items():
        if mark not in seen or node.role in ("RootWebArea", "generic") or not (node.role in WIDGETS or node.focusable):
            continue
        element = elements.get(mark)
        kind = "operable" if node.role in WIDGETS | CELLS else "other"
        counts[kind] += 1
        counts[f"{kind} with an ID"] += element is not None
        wrong = ["no ID"] if element is None else differences(node, element)
        counts[f"{kind} as in Chromium"] += not wrong
        if wrong and kind == "operable":
            title = f"{where}: {node.role} {fold(node.name)[:60]!r}: {'; '.join(wrong)}"
            console.print(title, markup=False, highlight=False)
    return counts


async def both_looks(page: Page, name: str, counts: dict[str, Counter[str]], console: Console) -> None:
    """Counts what is there, and again after the first closed popup was opened, if there is one."""
    page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
    counts["loaded"] += await look(page, f"{name}, loaded", console)
    closed = page.locator(CLOSED).locator("visible=true").first
    if await closed.count():
        await closed.click(timeout=2_000)
        counts["opened"] += await look(page, f"{name}, opened", console)


def pages_in(folder: Path) -> list[Path]:
    """The HTML pages of a folder; only those of examples, if there are any."""
    pages = sorted(folder.rglob("*.html"))
    return [each for each in pages if "examples" in each.parts] or pages


async def count(folder: Path, root: Path, table: Table, console: Console) -> None:
    """Adds a row for each look at the pages of a folder."""
    pages = pages_in(folder)
    counts = {each: Counter[str]() for each in LOOKS}
    with loopback(files(root)) as url:
        async with open_browser() as opened:
            for path in pages:
                page = await opened.page.context.new_page()
                try:
                    await page.set_viewport_size({"width": 1280, "height": 4_000})
                    await register(page)
                    await page.goto(f"{url}/{path.relative_to(root).as_posix()}", wait_until="load")
                    await both_looks(page, path.stem, counts, console)
                except Error as error:  # a page that downloads a file, leads elsewhere, or covers what opens the popup
                    console.print(f"{path.stem}: {error.message.splitlines()[0]}", markup=False, highlight=False)
                finally:
                    await page.close()
    for name, found in counts.items():
        kinds = ("operable", "operable with an ID", "operable as in Chromium", "other", "other with an ID")
        table.add_row(f"{folder.name}, {name}", str(len(pages)), *(str(found[kind]) for kind in kinds))


async def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--root", type=Path, help="the folder that is served (default: the folder itself)")
    options = parser.parse_args(arguments)
    console = Console(width=160)
    table = Table("pages", "number", "operable", "with an ID", "as in Chromium", "other focusable", "with an ID")
    for folder in options.folders:
        await count(folder.resolve(), (options.root or folder).resolve(), table, console)
    console.print(table)


if __name__ == "__main__":
    asyncio.run(main())
