"""A parsed page: its visible text, title, links and structured data. Hidden content is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from actwright.net.urls import host_of, joined
from actwright.text import one_line, shortened
from actwright.web.fetch import FetchedPage
from actwright.web.visible_text import lines, printable, remove_hidden, text_of, without_depth

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

MOST_CHARACTERS = 2_000_000
MOST_FOR_MAIN_TEXT = 300_000
"""Characters of HTML. The time to find the main text grows faster than linearly (20 s for 1.6 million)."""
LEAST_MAIN_TEXT = 200
LONGEST_TITLE = 200
MOST_LINKS, MOST_AROUND = 3_000, 100
MOST_STRUCTURED = 2_000
"""The most objects of structured data that are read."""

HEADING = re.compile(
    r"\s*(?:#{1,6}[ \t]+([^\n]*?)[ \t#]*(?:\n|$)|(?:[=~*-]{3,}[ \t]*\n)?[ \t]*(\S[^\n]*)\n[=~*-]{3,}[ \t]*(?:\n|$))"
)
MOST_OF_HEADING = 2_000
AROUND = "nav, header, footer, aside, [role=navigation], [role=banner], [role=contentinfo]"


@dataclass(frozen=True, slots=True)
class Link:
    """A link, with the absolute URL of its target."""

    url: str
    text: str


class Document:
    """A page that was loaded.

    Attributes:
        loaded: The response that it was made from.
        cut: Whether the page has more than was read.
        tree: The visible elements, as far as the page's own attributes determine it.
        title: The title, on one line.
        structured: The objects of its JSON-LD, including nested ones, each once.
    """

    def __init__(self, loaded: FetchedPage) -> None:
        from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415 - loaded when used

        self.loaded = loaded
        self.url = loaded.final
        html = without_depth(loaded.body[:MOST_CHARACTERS]) if loaded.is_html else ""
        self.cut = loaded.cut or (loaded.is_html and len(html) < len(loaded.body))
        self.tree = LexborHTMLParser(html)
        self.structured = tuple(_structured(self.tree))
        self.refresh = _refresh(self.tree)
        self.scripts = len(self.tree.css("script"))
        self.title = _title(self.tree) if loaded.is_html else _heading(loaded.body)
        remove_hidden(self.tree)

    @cached_property
    def text(self) -> str:
        """All visible text, a line for each block."""
        if not self.loaded.is_html:
            return printable(self.loaded.body)
        return lines(self.loaded.shown) if self.loaded.shown is not None else text_of(self.tree)

    @cached_property
    def canonical(self) -> str:
        """The URL that the page declares as its own; empty if it is on another host, for which it cannot speak."""
        link = self.tree.css_first("link[rel=canonical][href]")
        url = joined(self.url, link.attributes.get("href") or "") if link else ""
        return url if url and host_of(url) == host_of(self.url) else ""

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The visible links, each URL once, links in the content before links in navigation."""
        found: dict[str, Link] = {}
        around = {node.mem_id for each in self.tree.css(AROUND)[:MOST_AROUND] for node in each.css("a[href]")}
        for node in sorted(self.tree.css("a[href]")[:MOST_LINKS], key=lambda node: node.mem_id in around):
            url = joined(self.url, node.attributes.get("href") or "")
            text = one_line(printable(node.text(deep=True, separator=" ")))
            if url and url not in found and url != self.url:
                found[url] = Link(url, shortened(text, LONGEST_TITLE))
        return tuple(found.values())

    def main_text(self) -> str:
        """The main text; all text if trafilatura finds no main part. Takes up to a second.

        For a rendered page, it is all visible text, because the source may contain more.
        """
        if not self.loaded.is_html or self.loaded.shown is not None:
            return self.text
        return self._article() or self.content_text()

    def content_text(self) -> str:
        """The text without navigation, header and footer, but with lists and prices."""
        if self.loaded.shown is not None:
            return self.text
        tree = self.tree.clone()
        for node in tree.css(AROUND):
            node.decompose()
        text = text_of(tree)
        return text if len(text) >= min(LEAST_MAIN_TEXT, len(self.text) // 2) else self.text

    def _article(self) -> str:
        import trafilatura  # noqa: PLC0415 - takes most of a second to import

        html = self.tree.html or ""
        if len(html) > MOST_FOR_MAIN_TEXT:
            return ""
        found = trafilatura.extract(html, url=self.url, include_comments=False, favor_recall=True) or ""
        if len(found) < min(LEAST_MAIN_TEXT, len(self.text) // 2):
            return ""
        headings = [one_line(node.text(deep=True, separator=" ")) for node in self.tree.css("h1")[:3]]
        lost = [heading for heading in headings if heading and heading not in one_line(found)]
        return printable("\n".join([*lost, found]))  # trafilatura drops headings that stand outside of the article


def _title(tree: LexborHTMLParser) -> str:
    for selector in ("title", "h1"):
        node = tree.css_first(selector)
        text = one_line(printable(node.text(deep=True, separator=" "))) if node else ""
        if text:
            return shortened(text, LONGEST_TITLE)
    return ""


def _heading(text: str) -> str:
    """Returns the heading with which a text begins, in markdown or reStructuredText; empty if there is none."""
    found = HEADING.match(text[:MOST_OF_HEADING])
    return shortened(one_line(printable(found[1] or found[2])), LONGEST_TITLE) if found else ""


def _refresh(tree: LexborHTMLParser) -> str:
    """Returns the URL to which the page goes by itself; empty if it stays."""
    node = tree.css_first("meta[http-equiv=refresh i][content]")
    return (node.attributes.get("content") or "").strip() if node else ""


def _structured(tree: LexborHTMLParser) -> Iterator[Mapping[str, Any]]:
    """Yields the objects of all JSON-LD blocks, in order. Skips invalid JSON, as browsers and search engines do."""
    waiting: list[Any] = []
    for node in tree.css("script[type='application/ld+json' i]"):
        try:
            waiting.append(json.loads(node.text(deep=True).strip().removesuffix(";"), strict=False))
        except (ValueError, RecursionError):
            continue
    waiting.reverse()
    seen = 0
    while waiting and seen < MOST_STRUCTURED:
        value = waiting.pop()
        seen += 1
        if isinstance(value, list):
            waiting += reversed(cast("list[Any]", value))
        elif isinstance(value, dict):
            item = cast("dict[str, Any]", value)
            yield item
            waiting += reversed([each for name, each in item.items() if name not in ASIDE])


ASIDE = frozenset({
    *("isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor", "isConsumableFor", "hasVariant", "isVariantOf"),
    *("review", "reviews", "itemReviewed", "aggregateRating", "about", "mentions", "brand", "recommendation"),
})  # fmt: skip
"""Properties whose objects are not the subject of the page."""
