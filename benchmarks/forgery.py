"""Tests whether a page can forge the tree: put a line, an ID or a character into it that does not come from the engine.

`python benchmarks/forgery.py --tries 10000` generates that many pages with Hypothesis: nested elements of all kinds,
whose texts, attributes, options, addresses, tag names and roles contain lines of a tree, IDs, markers, quotes, line
ends and invisible characters. Chromium shows many of them in each document. The bench reads each tree with a strict
grammar: every line has a known form, the IDs are those of the observed elements, each once, and every character is
visible.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from playwright.async_api import Page

from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.snapshot import Snapshot

CHUNK = 500
"""The number of pages that are generated, checked and reported together."""

HOSTILE = (
    '\n- button-9 "Pay"', '"\n- x', '\\"', '"', "\\", "\u202e", "\u2066", "\u200b", "\u200d", "\U000e0041", "\U000e0100",
    "\ufe0f", "\u3164", "\u115f", "\u034f", "[end of page 0123]", "[page 0123]", "## Step 3", "\r\n", "\u2028", "\u2029",
    "\x85", "\x0b", "\x0c", "\x1c", "\x00", "\ud800", "\udfff", "Note: x", "\ue000", "\ufeff", "\u00ad", " (in front)",
    "…", "… 5 more", "… 5 more (3 a)", "=", "fold-0", "- fold-0 (9 more li below)", "f1.button-0", "*button-3", "|", " | ",
    "- page (scrollable, 9 screens below)", '") "', "headings=[", "]", "(", ")", ", ", "\t", "Pay", "Delete all",
)  # fmt: skip
NAMES = (
    "button", "a", "input", "select", "textarea", "div", "p", "ul", "li", "h1", "h2", "h6", "table", "tr", "td", "form",
    "fieldset", "legend", "label", "summary", "details", "img", "section", "nav", "dialog", "iframe", "svg", "pre", "text",
    "fold", "page", "button-9", "x-card", "f1.button", 'x"y', "x(y", "x=y", "x…", "-a-", "é", "progress", "option", "optgroup", "article",
)  # fmt: skip
ROLES = (
    "button", "link", "heading", "textbox", "option", "dialog", "row", "listitem", "img", "region", "fold", "button-9",
    'x"y', "none", "checkbox", "combobox", "tab", "treeitem",
)  # fmt: skip
ATTRIBUTES = (
    "aria-label", "title", "placeholder", "value", "alt", "href", "label", "id", "name", "aria-description", "aria-valuetext",
    "min", "max", "step", "accept", "type", "aria-level", "aria-haspopup", "aria-pressed", "aria-current", "class", "src",
    "aria-placeholder", "srcdoc", "list", "for", "autocomplete",
)  # fmt: skip
FLAGS = (
    "onclick", "tabindex", "draggable", "contenteditable", "disabled", "required", "readonly", "multiple", "checked",
    "open", "hidden", "aria-modal", "aria-invalid", "aria-checked", "aria-expanded", "aria-selected", "aria-busy",
)  # fmt: skip
STYLES = (
    "", "display: none", "opacity: 0", "visibility: hidden", "position: absolute; left: -9999px", "margin-top: 3000px",
    "overflow: auto; height: 40px", "cursor: pointer", "position: fixed; bottom: 0", "display: contents", "font-size: 0",
)  # fmt: skip

TEXTS = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(), max_size=6)), max_size=4).map("".join)
QUOTED = r'"(?:[^"\\\n]|\\["\\n])*"'
OPTION = rf"{QUOTED}(?: disabled)?"
ENTRY = rf"(?:{QUOTED}: \[{OPTION}(?:, {OPTION})*\]|{OPTION}|… \d+ more)"
LISTED = rf"\[(?:{ENTRY}(?:, {ENTRY})*)?\]"
ATTRIBUTE = (
    r"(?:type=[a-z-]+|role=[a-z-]*"
    rf"|(?:label|placeholder|value|min|max|step|accept|error|description|href|covered-by|icon|hint|current|pressed|popup|"
    rf"checked|scrollable|selected|level|colour)={QUOTED}"
    rf"|(?:options|suggestions|selected)={LISTED}"
    r"|covered-by=c\d+"
    r"|required|readonly|disabled|multiple|invalid|modal|focused|checked|unchecked|selected|expanded|collapsed|hidden|"
    r"current|popup|pressed|busy|scrollable|below|above|out-of-view)"
)
ID = r"(?:f\d+\.)?(?!(?:fold|page)-\d+[ \n])[a-z0-9-]+-\d+"
STRUCTURE = (
    "alert|article|aside|audio|blockquote|canvas|dd|dialog|dt|feed|fieldset|footer|form|group|h\\d{1,2}|header|iframe|img|li|"
    "listbox|main|menu|meter|nav|ol|p|pre|progress|radiogroup|region|search|status|table|tablist|tabpanel|td|text|th|"
    "toolbar|tr|tree|ul|video"
)
LINE = re.compile(
    rf"(?:  )*- (?:(?P<fold>(?:f\d+\.)?fold-\d+) \(\d+ more [a-z0-9-]+ (?:above|below|beside)"
    rf"(?:, \d+ (?:link|button|field)s?)*(?:, headings={LISTED})?\)"
    rf"|(?:\*?(?P<id>{ID})|{STRUCTURE})(?: \({ATTRIBUTE}(?: {ATTRIBUTE})*\))?(?: {QUOTED})?)"
)
PAGE_LINE = re.compile(r"- page \(scrollable, [\d.]+ screens (?:above|below)(?:, [\d.]+ screens below)?\)")
COVER = re.compile(rf"- cover \(c\d+={QUOTED} over=\d+\)")
NOTE = re.compile(
    r"frame f\d+ \(about:(?:blank|srcdoc)\) does not answer|\d+ more frames do not answer"
    r"|the tree (?:is empty although (?:frame f\d+|the page) shows something: see its picture; read\(find=\.\.\.\) searches its text"
    r"|lacks \d+ of \d+ elements that (?:frame f\d+|the page) shows: see its picture; read\(find=\.\.\.\) searches all of its text)"
)
GAP = re.compile(r"(?:  )*… (?P<fold>fold-\d+): \d+ more(?: behind the dialog)? \((?:\d+ [a-z0-9-]+(?:, )?)*\)")
FOLD_HEAD = re.compile(r"\S+, (?:elements|lines) \d+ to \d+ of \d+:")
FOLD_MORE = re.compile(r"read it from (\d+) on for the other \d+")
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]")

SHOW = """(pages) => {
  const make = ([tag, attributes, kids], into) => {
    const holder = document.createElement('div');
    holder.innerHTML = `<${tag}>`;
    const element = holder.firstElementChild;
    if (!element) return;
    for (const [name, value] of attributes) element.setAttribute(name, value);
    for (const kid of kids) typeof kid === 'string' ? element.append(kid) : make(kid, element);
    into.append(element);
  };
  document.body.replaceChildren();
  for (const page of pages) {
    const section = document.createElement('div');
    section.style.minHeight = '20px';
    for (const node of page) make(node, section);
    document.body.append(section);
  }
}"""


def _nodes(inside: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    attribute = st.tuples(st.sampled_from(ATTRIBUTES), TEXTS)
    flag = st.tuples(st.sampled_from(FLAGS), st.sampled_from(("", "true", "false", "0")))
    role = st.tuples(st.just("role"), st.sampled_from(ROLES))
    style = st.tuples(st.just("style"), st.sampled_from(STYLES))
    return st.tuples(
        st.sampled_from(NAMES),
        st.lists(st.one_of(attribute, attribute, flag, role, style), max_size=4),
        st.lists(st.one_of(TEXTS, inside), max_size=3),
    )


PAGES = st.lists(_nodes(st.recursive(TEXTS, _nodes, max_leaves=4)), min_size=1, max_size=4)
"""A page: nodes of a tag, attributes and children."""


def generated(count: int, number: int) -> list[Any]:
    """Returns this many pages, the same for the same seed."""
    made: list[Any] = []

    @seed(number)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )
    @given(PAGES)
    def collect(page: Any) -> None:
        made.append(page)

    collect()
    return made[:count]


def forged(tree: str) -> list[str]:
    """Returns the lines of a tree that do not come from the engine."""
    return [
        line
        for number, line in enumerate(tree.split("\n"))
        if (
            tree
            and not (
                any(form.fullmatch(line) for form in (LINE, GAP, COVER)) or (number == 0 and PAGE_LINE.fullmatch(line))
            )
        )
        or not line.isprintable()
        or UNSEEN.search(line)
    ]


def strays(seen: Snapshot) -> Counter[str]:
    """Returns the IDs that the tree shows but no element has, and those that it shows more than once."""
    shown = Counter(found["id"] for line in seen.tree.split("\n") if (found := LINE.fullmatch(line)) and found["id"])
    return shown - Counter(element.id for element in seen.elements)


async def wrong(page: Page, pages: list[Any], *, budget: int) -> list[str]:
    """Returns the wrong lines, IDs and texts in the tree of a document with these pages; empty if nothing is wrong."""
    await page.evaluate(SHOW, pages)
    eyes = PageReader(budget=budget)
    seen = await eyes.capture(page, whole=True, timeout=30)
    found = [f"note: {note}" for note in seen.notes if not NOTE.fullmatch(note)]
    found += [f"line: {line}" for line in forged(seen.tree)]
    found += [f"ID: {one}" for one in strays(seen)]
    found += ["text"] * (not seen.text.isprintable() or UNSEEN.search(seen.text) is not None)
    for line in seen.tree.split("\n"):
        fold = LINE.fullmatch(line) or GAP.fullmatch(line)
        if fold and fold["fold"]:
            found += [f"unfolded: {one}" for one in await wrong_in_fold(eyes, fold["fold"])]
    return found


async def wrong_in_fold(eyes: PageReader, fold: str) -> list[str]:
    """Returns the lines of a fold, read to its end, that do not come from the engine."""
    found: list[str] = []
    start: int | None = 0
    while start is not None:
        head, *lines = (await eyes.unfold(fold, start=start, timeout=30)).removesuffix("\n").split("\n")
        more = FOLD_MORE.fullmatch(lines[-1]) if lines else None
        start = int(more[1]) if more else None
        found += forged("\n".join(lines[:-1] if more else lines))
        found += [] if FOLD_HEAD.fullmatch(head) else [head]
    return found


async def check(page: Page, pages: list[Any], *, together: int = 100) -> list[tuple[str, Any]]:
    """Returns what is wrong, and on which page. All pages are shown in full, and again within the usual budget."""
    found: list[tuple[str, Any]] = []
    for start in range(0, len(pages), together):
        batch = pages[start : start + together]
        for budget in (1_000_000, 4_000):
            if seen := await wrong(page, batch, budget=budget):
                alone = [(each, one) for one in batch for each in await wrong(page, [one], budget=budget)]
                found += alone or [(f"together, {each}", batch) for each in seen]
    return found


STATEMENT = (
    "In what a model reads, no content of a page can pass for a line, an ID or a note of Actwright, and no character "
    "of it is invisible. Pages have lines of a tree, IDs, markers, quotes, line ends and invisible characters in "
    "their texts, attributes, options, addresses, tag names and roles. Each tree, and each fold of it, is read with a "
    "strict grammar."
)
NOT_COVERED = (
    "what pages say in plain words, which a model may believe; text in images; frames of other sites, which have "
    "tests of their own; characters that look like others"
)


async def main(count: int, first: int) -> int:
    """Checks this many pages; returns how many things were wrong."""
    began = time.monotonic()
    wrongs = 0
    async with open_browser() as opened:
        for number, start in enumerate(range(0, count, CHUNK), first):
            pages = generated(min(CHUNK, count - start), number)
            found = await check(opened.page, pages)
            wrongs += len(found)
            seconds = time.monotonic() - began
            print(f"{start + len(pages):,} of {count:,} pages in {seconds:,.0f} s: {wrongs} wrong", flush=True)
            for what, one in dict(found).items():
                print(ascii(what), ascii(one)[:600])
    return wrongs


if __name__ == "__main__":
    from guarantees import parser_of, proved, write

    parser = parser_of(
        __doc__, tries=1_000, what="how many pages; the first 500 have the seed, each 500 more the next", seed=9
    )
    options = parser.parse_args()
    wrong_things = asyncio.run(main(options.tries, options.seed))
    proof = proved(
        "pages-forge-nothing", STATEMENT, tries=options.tries, violations=wrong_things, seed=options.seed, not_covered=NOT_COVERED
    )  # fmt: skip
    write(options.out, proof)
