"""Counts the accessible names that Actwright and Chromium's accessibility tree get right in published test pages.

`python benchmarks/accessible_names.py [--wpt FOLDER] [--axe FILE] [--dom-accessibility-api FILE]`: the folder `accname`
of web-platform-tests, axe-core's cases as a module (`accessible-text.js`), and `sources/__tests__/accessible-name.js`
of dom-accessibility-api. A case counts if its element can be seen and has an ID, can take the focus, or has a widget
role in Chromium's tree. White space does not count. The names that are wrong are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import mimetypes
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Error, Page, Route
from rich.console import Console
from rich.table import Table

from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.page import Element
from actwright.schemas.task import Task

HOST = "http://names.test"
MARK = "data-case"
UNFOLDED = PageOptions(screenshot="never", budget=40_000)
WIDGETS = frozenset(
    {
        *("button", "link", "checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "spinbutton", "slider"),
        *("option", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem", "MenuListOption"),
        *("ComboBoxMenuButton", "ComboBoxSelect", "ListBox", "ListBoxOption"),
    }
)

HARNESS = """
  const expected = [];
  globalThis.expectedNames = expected;
  globalThis.setup = () => {};
  globalThis.ATTAcomm = class {
    constructor({ steps }) {
      for (const { element, test } of steps) for (const [kind, what, how, name] of test.ATK ?? []) {
        if (kind === 'property' && what === 'name' && how === 'is' && typeof name === 'string') expected.push(['#' + element, name]);
      }
    }
  };
  globalThis.AriaUtils = { verifyLabelsBySelector: (selector) => (globalThis.labelled = selector) };
"""

MARK_WPT = """(mark) => {
  const names = [];
  const add = (element, name) => { element.setAttribute(mark, names.length); names.push(name); };
  for (const [selector, name] of expectedNames) add(document.querySelector(selector), name);
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
    if (globalThis.labelled) for (const element of root.querySelectorAll(labelled)) add(element, element.dataset.expectedlabel);
  }
  return names;
}"""

AXE_CASES = """(source) => {
  const module = {};
  new Function('module', source)(module);
  const list = (one) => Array.isArray(one) ? one : [one];
  return module.exports.map(({ html, target, accessibleText }) => [html, list(target), list(accessibleText)]);
}"""

SHOW_AXE = """([html, targets, mark]) => {
  document.body.innerHTML = html;
  for (const template of document.querySelectorAll('template[shadow]')) {
    template.parentElement.attachShadow({ mode: 'open' }).append(template.content);
    template.remove();
  }
  const find = (root, selector) => root.querySelector(selector) ?? Array.from(root.querySelectorAll('*'))
    .map((one) => one.shadowRoot && find(one.shadowRoot, selector)).find(Boolean);
  targets.forEach((selector, index) => find(document, selector)?.setAttribute(mark, index));
}"""

JEST_CASES = """(source) => {
  const cases = [];
  const expect = (markup) => new Proxy({}, { get: (_, matcher) => /^toRenderInto/.test(matcher)
    ? (name) => typeof markup === 'string' && cases.push([markup, name]) : expect() });
  expect.extend = () => {};
  const test = (_, run) => { try { run(); } catch { /* it needs the library itself */ } };
  test.each = (rows) => (_, run) => rows.forEach((row) => test('', () => run(...row)));
  const describe = (_, run) => run();
  const run = (work) => work();
  const nothing = () => {};
  const body = source.replace(/^import .*$/gm, '');
  new Function('expect', 'test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterEach', 'cleanup', 'jest', body)(
    expect, test, test, describe, run, nothing, nothing, nothing, {});
  return cases;
}"""

SHOW_JEST = """([html, mark]) => {
  document.body.innerHTML = html;
  const inner = document.querySelector('[data-root]')?.shadowRoot;
  (inner ?? document).querySelector('[data-test]')?.setAttribute(mark, 0);
}"""

ABLE = """(mark) => {
  const found = {};
  const roots = [document];
  for (const root of roots) for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) roots.push(element.shadowRoot);
    if (!element.hasAttribute(mark)) continue;
    const box = element.getBoundingClientRect();
    found[element.getAttribute(mark)] = element.checkVisibility({ visibilityProperty: true }) && box.width * box.height > 0;
  }
  return found;
}"""


@dataclass(frozen=True, slots=True)
class Case:
    """One expected name: where it is from, what is expected, and what Chromium's tree and Actwright say.

    Attributes:
        where: The page or markup, for people.
        expected: The expected name.
        chromium: The name in Chromium's accessibility tree.
        name: Actwright's name; None without an ID.
    """

    where: str
    expected: str
    chromium: str
    name: str | None

    @property
    def is_right(self) -> bool:
        return self.name is not None and fold(self.name) == fold(self.expected)


def fold(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Node:
    """What Chromium's tree says about an element: its role, name and states that are stated."""

    role: str
    name: str
    states: dict[str, Any]

    @property
    def focusable(self) -> bool:
        return bool(self.states.get("focusable"))


async def nodes_of(page: Page) -> dict[str, Node]:
    """The nodes of Chromium's accessibility tree, by the marks of their elements."""
    session = await page.context.new_cdp_session(page)
    document = await session.send("DOM.getDocument", {"depth": -1, "pierce": True})
    tree = await session.send("Accessibility.getFullAXTree")
    await session.detach()
    said = {node.get("backendDOMNodeId"): node for node in tree["nodes"] if not node.get("ignored")}
    found, stack = dict[str, Node](), [document["root"]]
    while stack:
        node = stack.pop()
        stack += [*node.get("children", ()), *node.get("shadowRoots", ())]
        attributes = node.get("attributes", [])
        mark = dict(zip(attributes[::2], attributes[1::2], strict=True)).get(MARK)
        if mark is not None and (one := said.get(node["backendNodeId"])):
            states = {each["name"]: each["value"].get("value") for each in one.get("properties", ())}
            role, name = (str(one.get(key, {}).get("value", "")) for key in ("role", "name"))
            found[mark] = Node(role, name, states)
    return found


async def elements_of(page: Page) -> dict[str, Element]:
    """Actwright's elements, by the marks of their elements."""
    surface = BrowserSurface(
        page, task=Task(text="look"), values=Values({}), downloads_dir=lambda: Path("runs"), options=UNFOLDED
    )
    found = dict[str, Element]()
    try:
        seen = await surface.observe()
        reader = surface._observer.reader  # noqa: SLF001 - the surface itself resolves only to act
        for element in seen.elements:
            with suppress(Error):
                mark = await reader.locator(element.id).get_attribute(MARK, timeout=2_000)
                found[mark or ""] = element
    finally:
        await surface.close()
    return found


async def look(page: Page, where: str, expected: Sequence[str]) -> list[Case]:
    """The cases of the page as it is now whose elements can be operated."""
    nodes, elements = await nodes_of(page), await elements_of(page)
    shown: dict[str, bool] = await page.evaluate(ABLE, MARK)
    cases: list[Case] = []
    for index, name in enumerate(expected):
        node, own = nodes.get(str(index), Node("", "", {})), elements.get(str(index))
        if shown.get(str(index)) and (own is not None or node.focusable or node.role in WIDGETS):
            cases.append(Case(f"{where} {index}", name, node.name, own.name if own else None))
    return cases


def _serve(folder: Path) -> Any:
    async def answer(route: Route) -> None:
        path = folder / route.request.url.removeprefix(f"{HOST}/").split("?")[0]
        if path.is_file() and path.suffix != ".js":  # the harness stands for the scripts of the tests
            await route.fulfill(path=path, content_type=mimetypes.guess_type(path)[0] or "text/plain")
        else:
            await route.fulfill(body="", content_type="text/javascript" if path.suffix == ".js" else "text/css")

    return answer


def _pages(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.html")):
        if not path.name.startswith("description"):
            yield path


async def wpt(page: Page, folder: Path) -> list[Case]:
    await page.add_init_script(HARNESS)
    await page.route(f"{HOST}/**", _serve(folder.parent))
    cases: list[Case] = []
    for path in _pages(folder):
        await page.goto(f"{HOST}/{path.relative_to(folder.parent)}")
        names = await page.evaluate(MARK_WPT, MARK)
        cases += await look(page, path.name, names)
    return cases


async def axe(page: Page, module: str) -> list[Case]:
    cases: list[Case] = []
    for html, targets, names in await page.evaluate(AXE_CASES, module):
        await page.evaluate(SHOW_AXE, [html, targets, MARK])
        cases += await look(page, html, names)
    return cases


async def dom_accessibility_api(page: Page, module: str) -> list[Case]:
    cases: list[Case] = []
    for markup, name in await page.evaluate(JEST_CASES, module):
        await page.evaluate(SHOW_JEST, [markup, MARK])
        cases += await look(page, fold(markup), [name])
    return cases


SETS: dict[str, Callable[[Page, Any], Awaitable[list[Case]]]] = {
    "wpt": wpt,
    "axe": axe,
    "dom-accessibility-api": dom_accessibility_api,
}


async def main(sources: dict[str, Path | str]) -> None:
    console = Console(width=160)
    table = Table("set", "elements", "with an ID", "Actwright right", "Chromium right")
    for name, source in sources.items():
        async with open_browser() as opened:
            context = opened.page.context
            page = await context.new_page()
            await page.set_viewport_size({"width": 1280, "height": 4000})
            await register(page)
            cases = await SETS[name](page, source)
        for case in cases:
            if not case.is_right:
                console.print(
                    f"{name}: {json.dumps(case.where)}\n  expected {case.expected!r}\n  chromium {case.chromium!r}\n  actwright {case.name!r}",
                    markup=False,
                    highlight=False,
                )
        counts = (
            len(cases),
            sum(case.name is not None for case in cases),
            sum(case.is_right for case in cases),
            sum(fold(case.chromium) == fold(case.expected) for case in cases),
        )
        table.add_row(name, *map(str, counts))
    console.print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for each in SETS:
        parser.add_argument(f"--{each}", type=Path, dest=each)
    given: dict[str, Path] = {name: path for name, path in vars(parser.parse_args()).items() if path}
    asyncio.run(main({name: path if path.is_dir() else path.read_text("utf-8") for name, path in given.items()}))
