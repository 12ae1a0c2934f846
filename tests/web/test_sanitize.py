"""What is left of an answer: the verified URLs, and every word."""

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from actwright.schemas.visit import Visit
from actwright.web.sanitize import REMOVED, sanitized
from actwright.web.sources import Sources

GOOD = (
    "https://good.test/x",
    "https://good.test/x/1?a=1&b=2",
    "http://www.good.test/wiki/Kayak_(boat)",
    "https://ok.example/",
    "https://xn--e1afmkfd.test/p",
)


def known(*urls, verdict="content"):
    return Sources(Visit(requested=url, final=url, verdict=verdict, status=200) for url in urls)


SOURCES = known(*GOOD)

KEPT = [
    "no URL at all, and/or Node.js/Express, 3.5/5, README.md/docs",
    "https://good.test/x",
    "See https://good.test/x.",
    "(https://good.test/x), `https://good.test/x`, **https://good.test/x**, https://good.test/x!",
    "| https://good.test/x|https://good.test/x |",
    "https://good.test/x/1?a=1&b=2 and https://good.test/x/1?a=1&amp;b=2",
    "HTTPS://GOOD.test/x#part and https://good.test/x/",
    "(http://www.good.test/wiki/Kayak_(boat)) or http://www.good.test/wiki/Kayak\\_(boat)",
    "www.good.test/wiki/Kayak_(boat), good.test/x",
    "[a kayak](https://good.test/x 'title') and ![it](https://good.test/x) and <https://good.test/x>",
    "[ref]\n\n[ref]: https://good.test/x 'title'\n[^1]: A footnote",
    "<a href='https://good.test/x'>x</a>",
    "https://пример.test/p 请看https://good.test/x。谢谢，「https://good.test/x」",
    "[write](mailto:me@evil.test), [up](#top), [1](2)",
    "https://good.test/x,https://good.test/x",
    "https://ok.example and https://ok.example.",
    "10.0.0.0/8, 1.2.3.4, have you seen shop.com? C#, `case a[0]: // on`, `List<int>` and `<a>` and `<b>x</b>`, see [x]: here",
    "<img src='https://good.test/x' alt='a > b'>",
]

CHANGED = {
    "See https://evil.test/x.": f"See {REMOVED}.",
    "https://good.test/x and https://good.test/xyz": f"https://good.test/x and {REMOVED}",
    "https://good.test/xyz, then https://good.test/x": f"{REMOVED}, then https://good.test/x",
    "|https://evil.test/a|`https://evil.test/b`|": f"|{REMOVED}|`{REMOVED}`|",
    "[a kayak](https://evil.test/x)": f"a kayak {REMOVED}",
    "[https://evil.test/x](https://evil.test/x)": REMOVED,
    "[https://good.test/x](https://evil.test/x)": REMOVED,
    "[https://evil.test/x](https://good.test/x)": f"[{REMOVED}](https://good.test/x)",
    "[![alt](//evil.test/i.png)](https://good.test/x)": f"[alt {REMOVED}](https://good.test/x)",
    "[a](<https://evil.test/a b>)": f"a {REMOVED}",
    "[a](\nhttps://evil.test/x\n'title')": f"a {REMOVED}",
    "[a](javascript:alert(1)) [b](//evil.test) [c](data:text/html,x)": f"a {REMOVED} b {REMOVED} c {REMOVED}",
    "[a](https&#58;//evil.test/x)": f"a {REMOVED}",
    "[ref]: https://evil.test/x": f"[ref]: {REMOVED}",
    "<https://evil.test/x>": REMOVED,
    "<a href=https&colon;//evil.test/x>x</a>": f"{REMOVED}x</a>",
    "www.evil.test, evil.test/x and WWW.EVIL.TEST/x": f"{REMOVED}, {REMOVED} and {REMOVED}",
    "https://good.test@evil.test/x": REMOVED,
    "https://me:pw@good.test/x": REMOVED,
    "https://evil.test\\@good.test/x": REMOVED,
    "https:\\\\evil.test/x https:/evil.test/x": f"{REMOVED} {REMOVED}",
    "https://good.test\u200b.evil.test/x": REMOVED,
    "https://good.test。evil.test/x": REMOVED,
    "https://good.test:8443/x": REMOVED,
    "http://good.test/x": REMOVED,
    "https://good.test/x,https://evil.test/x": f"https://good.test/x,{REMOVED}",
    "https://evil.test/x,https://good.test/x": f"{REMOVED},https://good.test/x",
    "https://рф.test/путь, ftp://evil.test/x": f"{REMOVED}, {REMOVED}",
    "[a](https://evil.test/x)(https://good.test/x)": f"a {REMOVED}(https://good.test/x)",
    # What a visitor's origin may carry is not part of the page.
    "https://good.test/x?utm_source=a and [it](https://good.test/x?ref=evil.test#up)": "https://good.test/x and [it](https://good.test/x#up)",
    "<https://good.test/x/1?a=1&b=2&source=a>": "<https://good.test/x/1?a=1&b=2>",
    # Backslashes of markdown.
    "[a](https\\://evil.test/x) [b](javascript\\:alert(1)) [c](https&#92;:&#47;/evil.test)": f"a {REMOVED} b {REMOVED} c {REMOVED}",
    "[1]: data\\:text/html": f"[1]: {REMOVED}",
    "www\\.evil.test/x": REMOVED,
    # Definitions and links beyond the patterns.
    "> [x]: javascript:alert(1)": f"> [x]: {REMOVED}",
    "- [x]: //evil.test/x": f"- [x]: {REMOVED}",
    "[a\nb]: //evil.test/x": f"[a\nb]: {REMOVED}",
    "[a\\]b]: //evil.test/x": f"[a\\]b]: {REMOVED}",
    "[a [b [c] d] e](javascript:alert(1))": f"[a [b [c] d] e]({REMOVED}",
    "[`]`](//evil.test/x)": f"[`]`]({REMOVED}",
    "[x](//evil.test/a(b(c))d)": f"[x]({REMOVED}",
    '[x](//evil.test/x "a \\" b")': f'[x]({REMOVED} "a \\" b")',
    "[a](tel://evil.test)": f"a {REMOVED}",
    # HTML.
    '<a title=">" href="javascript:alert(1)">x</a>': f"{REMOVED}x</a>",
    "<meta http-equiv=refresh content='0;url=//evil.test/x'>": REMOVED,
    "<p style='background:url(//evil.test/x)'>": REMOVED,
    "<img srcset='a 1x, //evil.test/a 2x'><img src=x onerror=alert(1)>": f"{REMOVED}{REMOVED}",
    # Addresses without a scheme.
    "bit.ly/3abc, evil.pro/x, пример.рф/x, 93.184.216.34/x": ", ".join([REMOVED] * 4),
    "evil.com?x=1 and evil.com#x": f"{REMOVED} and {REMOVED}",
}


@pytest.mark.parametrize("text", KEPT)
def test_verified_urls_and_other_text_stay_as_they_are(text):
    assert sanitized(text, SOURCES) == text


@pytest.mark.parametrize(("text", "left"), CHANGED.items())
def test_a_url_that_is_not_verified_goes_and_the_text_around_it_stays(text, left):
    assert sanitized(text, SOURCES) == left


def test_a_page_that_was_rejected_is_not_verified():
    assert sanitized("https://shop.test/none", known("https://shop.test/none", verdict="listing_empty")) == REMOVED


def test_another_page_of_the_host_takes_its_place_only_if_that_is_asked_for():
    text = "[a](https://good.test/2) www.good.test/3 https://evil.test/"
    assert sanitized(text, SOURCES) == f"a {REMOVED} {REMOVED} {REMOVED}"
    good = GOOD[0]
    assert sanitized(text, SOURCES, same_host=True) == f"[a]({good}) {good} {REMOVED}"


def test_a_page_whose_url_markdown_reads_differently_takes_no_place_for_ever():
    """It is put in place as everything reads it."""
    sources = known("https://shop.test/a|b`(c)")
    assert sanitized("See https://shop.test/made-up for it.", sources, same_host=True) == (
        "See https://shop.test/a%7Cb%60(c) for it."
    )


PIECES = st.sampled_from([
    *GOOD, *KEPT, *CHANGED, "https://evil.test/", "HTTP://EVIL.test:80/a_(b)", "www.evil.test/x.", "evil.test/path,",
    "http://127.0.0.1/", "https://u@evil.test/", "[", "]", "(", ")", "](", "![", "<", ">", "\n", "\n\n", " ", "*", "_", "`", "|",
    ".", ",", ";", "\\", "'", '"', "&amp;", "&#58;", "//", ":", "https", "https:", "[ref]: ", "<a href=", "javascript:", "javascript\\:", "\\:", "//evil.test/x", "> ", "- ", "。", "é",
    "\u200b", "text",
])  # fmt: skip
TEXTS = st.lists(PIECES | st.text(max_size=5), max_size=12).map("".join)
PLAIN_URL = re.compile(r"(?:https?:[/\\\\]|(?<![A-Za-z0-9@])www\.\w)", re.IGNORECASE)


def unverified(text):
    """The first run of characters that begins like a URL and does not go on like a verified one; empty if all do."""
    text, at = html.unescape(text).replace("\\_", "_"), 0
    while match := PLAIN_URL.search(text, at):
        run = re.match(r"\S*", text[match.start() :])[0]
        ends = [end for end in range(len(run), 0, -1) if is_verified(run[:end])]
        if not ends or re.match(r"_*[^\W_]|[/%@=?-]", run[ends[0] :]):
            return run
        at = match.start() + ends[0]
    return ""


def is_verified(url):
    return any(SOURCES.is_verified(each) for each in (url, f"https://{url}", f"http://{url}"))


def targets(markdown):
    """Where the links and pictures lead that a markdown program makes of the text."""
    tokens = [child for token in MarkdownIt("commonmark").parse(markdown) for child in (token.children or ())]
    found = [token.attrGet("href") or token.attrGet("src") for token in tokens if token.type in {"link_open", "image"}]
    return [url for url in found if url]


@settings(max_examples=100)
@given(TEXTS)
def test_nothing_unverified_is_left_and_a_second_time_changes_nothing(text):
    once = sanitized(text, SOURCES)
    assert sanitized(once, SOURCES) == once
    assert unverified(once) == ""
    for url in targets(once):
        assert not url.lower().startswith("javascript:"), (url, once)
        if re.match(r"https?:|//", url, re.IGNORECASE):
            assert SOURCES.is_verified(url), (url, once)


@settings(max_examples=50)
@given(
    st.lists(st.sampled_from(GOOD), min_size=1, max_size=5), st.sampled_from([" ", "\n", ", ", ". ", " | ", "; ", "! "])
)
def test_verified_urls_are_never_altered(urls, between):
    text = between.join(urls)
    assert sanitized(text, SOURCES) == text


@pytest.mark.parametrize(
    "text",
    ["[" * 30_000, "![x]" * 8_000, "[[x](y)" * 4_000, "https://" + "a," * 15_000, "https://evil.test/" + ")" * 30_000,
     "a." * 15_000, "https://a.test/,www." * 1_000, "<a href=" * 4_000, "&#58;" * 6_000,
     "<a '" * 8_000, "<a \"'" * 8_000, "](" * 15_000, "]: <" * 8_000, "a-" * 15_000 + ".com", "1." * 15_000, "<a style=" * 3_000],
)  # fmt: skip
def test_hostile_answers_take_no_time(text):
    assert "evil" not in sanitized(text, SOURCES)
