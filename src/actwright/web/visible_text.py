"""The text of HTML that a person sees, read in a time that grows with its length alone."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from actwright.text import UNSAFE, one_line

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

MOST_DEPTH = 512
"""The maximum depth of elements. Chromium puts deeper ones beside them (`kMaximumHTMLParserDOMTreeDepth`)."""
MARKUP = re.compile(r"<(?:(?P<comment>!--)|(?P<closing>/?)(?P<name>[a-z][^\s/>]*))", re.IGNORECASE)
COMMENT_END = re.compile(r"--!?>")
RAW = {
    name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "textarea", "title", "iframe", "xmp")
}
"""Elements that contain only text, with the patterns of their end tags."""
NOT_NESTED = frozenset({
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"),
    *("a", "p", "li", "dt", "dd", "option", "optgroup", "rt", "rp", "tr", "td", "th", "thead", "tbody", "tfoot"),
    *("colgroup", "html", "head", "body"),
})  # fmt: skip
"""Elements without content, or that end where another one of their kind begins. To nest, they need others between."""

UNSHOWN = "script, style, noscript, template, iframe, svg, canvas, object, select, dialog:not([open]), [hidden]"
OFF_SCREEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|(?:left|top|text-indent)\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
BLOCKS = (
    "p, div, section, article, main, header, footer, nav, aside, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, table, tr, "
    "blockquote, pre, form, fieldset, figure, figcaption, address, details, summary, br, hr, option, button, label"
)

UNSEEN = re.compile(rf"{UNSAFE.pattern}|[\U000e0000-\U000e007f]")
"""Characters that are invisible to people but that a model reads."""


def printable(text: str) -> str:
    """Returns the text without invisible characters."""
    return UNSEEN.sub("", text)


def visible_text(html: str) -> str:
    """Returns what is visible of the HTML, as far as its own attributes determine it, with a line for each block.

    Needs the package selectolax.
    """
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415 - loaded when used

    tree = LexborHTMLParser(without_depth(html))
    remove_hidden(tree)
    return text_of(tree)


def remove_hidden(tree: LexborHTMLParser) -> None:
    """Removes the elements that are not visible, as far as their own attributes determine it."""
    for node in tree.css(UNSHOWN):
        node.decompose()
    for node in tree.css("[style]"):
        if OFF_SCREEN.search(node.attributes.get("style") or ""):
            node.decompose()


def without_depth(html: str) -> str:
    """Cuts the page where elements are nested deeper than in a browser: parsing takes the square of the depth."""
    opened: Counter[str] = Counter()
    depth = at = 0
    while match := MARKUP.search(html, at):
        at = match.end()
        if match["comment"]:
            at = ended.end() if (ended := COMMENT_END.search(html, match.start() + 2)) else len(html)
            continue
        name = match["name"].lower()
        if match["closing"]:
            closes = opened[name] > 0
            depth, opened[name] = depth - closes, opened[name] - closes
        elif name in RAW:
            at = ended.start() if (ended := RAW[name].search(html, at)) else len(html)
        elif name not in NOT_NESTED:
            depth, opened[name] = depth + 1, opened[name] + 1
        if depth > MOST_DEPTH:
            return html[: match.start()]
    return html


def text_of(tree: LexborHTMLParser) -> str:
    """Returns the text of the body, with a line for each block."""
    body = tree.body
    if body is None:
        return ""
    for node in body.css(BLOCKS):
        node.insert_before("\n")
        node.insert_after("\n")
    for node in body.css("td, th"):
        node.insert_after(" ")
    return lines(body.text(deep=True, separator=""))


def lines(text: str) -> str:
    """Returns the lines that are not empty, without invisible characters."""
    return "\n".join(filter(None, map(one_line, printable(text).splitlines())))
