"""An answer in which only verified URLs are left.

Links of markdown and of HTML are taken as a whole, every other URL where it stands; nothing is replaced by its text, so a URL
that begins like another one is not touched with it. What comes out is looked at again until nothing changes: an answer that was
sanitized stays as it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

from actwright.web.sources import Sources

__all__ = ["REMOVED", "sanitized"]

REMOVED = "[URL removed - not verified]"

Replace = Callable[[str], str | None]
"""What a URL becomes; None if it may stay."""

ENTITY = re.compile(r"&(?:#(?:x[0-9a-f]{1,6}|[0-9]{1,7})|colon|sol|period|bsol|commat|Tab|NewLine);?", re.IGNORECASE)
IN_URLS = re.compile(r"[A-Za-z0-9:/.\\@?#=_~+%-]")

SCHEME = r"(?:https?|ftps?|wss?|file|local):[/\\]+"
RUN = r"[^\s<>\"`|]"
"""A character of a URL in a text; what follows it is trimmed off later."""
LONGEST_URL = 2_000
ENDINGS = (
    "com|org|net|edu|gov|mil|int|info|biz|io|co|ai|app|dev|shop|store|online|site|tech|blog|news|cloud|xyz|club|live|me|tv|us|uk|"
    "ua|de|fr|es|it|nl|be|ch|at|se|no|dk|fi|ie|pt|cz|sk|hu|ro|bg|gr|tr|ru|by|kz|ge|lt|lv|ee|eu|ca|mx|br|ar|cl|au|nz|jp|kr|cn|tw|hk|"
    "sg|my|th|vn|id|in|il|ae|sa|za|ng|eg|ke|test|example|invalid"
)
"""Top-level domains of names without a scheme. Those that are also endings of files (`py`, `md`, `sh`, …) are none of them."""
BARE = re.compile(
    rf"{SCHEME}{RUN}{{1,{LONGEST_URL}}}"
    rf"|(?<![A-Za-z0-9@])www\.{RUN}{{1,{LONGEST_URL}}}"
    rf"|(?<![\w@./:%=&?-])(?:[a-z0-9](?:[a-z0-9-]{{0,61}}[a-z0-9])?\.)+(?:{ENDINGS})(?::\d+)?[/\\]{RUN}{{0,{LONGEST_URL}}}",
    re.IGNORECASE,
)
LINK = re.compile(
    r"!?\[(?P<text>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*+)\]"
    r"\(\s*(?P<to><[^<>\n]*>|[^\s()<>]*+(?:\([^\s()]*\)[^\s()<>]*+)*+)"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)",
    re.DOTALL,
)
AUTOLINK = re.compile(r"<(?P<to>[a-z][a-z0-9+.-]{1,31}:[^<>\s]*)>", re.IGNORECASE)
DEFINITION = re.compile(r"^(?P<head>[ ]{0,3}\[(?!\^)[^\[\]\n]+\]:\s*)(?P<to><[^<>\n]*>|[^\s<>]+)", re.MULTILINE)
TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(
    r"(?:href|src|srcset|action|formaction|data|poster|cite|background|ping|longdesc)\s*=\s*"
    r"(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))",
    re.IGNORECASE,
)

HARMLESS = re.compile(r"(?:mailto:|tel:|#)", re.IGNORECASE)
LEADS_AWAY = re.compile(
    r"(?:https?|ftps?|wss?|file|local|javascript|vbscript|data|blob|view-source|about|intent):|[a-z][a-z0-9+.-]*://|[/\\]{2}",
    re.IGNORECASE,
)
TRAILING = ".,;:!?'\"*_~`…。，、！？；：»”’›"
CLOSING = {")": "(", "]": "[", "}": "{", "）": "（", "】": "【", "」": "「", "』": "『", "》": "《"}
NEXT = re.compile(rf"(?<!&amp)[,;()\[\]](?={SCHEME}|www\.|URL$)", re.IGNORECASE)
"""Where another URL begins within a run of characters, or what was put in its place."""
FOREIGN_STOP = re.compile(r"[，、！？；：「」『』（）【】《》]")
HOST = re.compile(r"(?:[a-z]+:[/\\]+)?[^/\\?#]*", re.IGNORECASE)
MOST_CUTS = 5


def sanitized(text: str, sources: Sources, *, same_host: bool = False) -> str:
    """The text with every URL that is not verified replaced by `[URL removed - not verified]`.

    Args:
        text: Plain or markdown. `[words](URL)` keeps its words.
        sources: Says which URLs are verified.
        same_host: Puts a verified URL of the same host in place of one that is not, if there is one. It may be another page.
    """

    def replaced(url: str) -> str | None:
        if any(sources.is_verified(spelling) for spelling in _spellings(url)):
            return None
        substitutes = [sources.on_host_of(spelling) for spelling in _spellings(url)] if same_host else []
        return next(filter(None, substitutes), REMOVED)

    while (after := _once(text, replaced)) != text:
        text = after
    return text


def _once(text: str, replaced: Replace) -> str:
    text = ENTITY.sub(_plain, text)
    text = LINK.sub(lambda match: _link(match, replaced), text)
    text = DEFINITION.sub(lambda match: _target(match, replaced), text)
    text = AUTOLINK.sub(lambda match: match[0] if _stays(match["to"], replaced) else REMOVED, text)
    text = TAG.sub(lambda match: _tag(match[0], replaced), text)
    return "".join(_bare(text, replaced))


def _plain(match: re.Match[str]) -> str:
    """A character of URLs that is written as an entity, as itself: programs that show HTML would read it so."""
    meant = html.unescape(match[0])
    return meant if IN_URLS.fullmatch(meant) else match[0]


def _link(match: re.Match[str], replaced: Replace) -> str:
    words = LINK.sub(lambda inner: _link(inner, replaced), match["text"])
    start, end = match.span("text")
    before, after = match.string[match.start() : start], match.string[end : match.end()]
    target = match["to"].strip("<>")
    if _stays(target, replaced):
        return before + words + after
    instead = replaced(target) or REMOVED
    if instead != REMOVED:
        return f"{before}{words}]({instead})"
    words = words.strip()
    return f"{words} {REMOVED}" if words and not BARE.fullmatch(words) else REMOVED


def _target(match: re.Match[str], replaced: Replace) -> str:
    target = match["to"].strip("<>")
    return match[0] if _stays(target, replaced) else match["head"] + (replaced(target) or REMOVED)


def _tag(tag: str, replaced: Replace) -> str:
    values = (value for values in ATTRIBUTE.findall(tag) for value in values if value)
    return tag if all(_stays(html.unescape(value), replaced) for value in values) else REMOVED


def _stays(target: str, replaced: Replace) -> bool:
    """Whether a link may lead there: to a verified page, to an address that is none of the web, or within the text."""
    target = re.sub(r"[\x00-\x20]", "", target)
    if HARMLESS.match(target):
        return True
    if LEADS_AWAY.match(target):
        return replaced(target) is None
    return all(replaced(match[0]) is None for match in BARE.finditer(target))


def _bare(text: str, replaced: Replace) -> Iterator[str]:
    """The text in pieces, URLs that stand in it by themselves replaced."""
    at = 0
    while match := BARE.search(text, at):
        yield text[at : match.start()]
        ends = list(_ends(match[0]))
        kept = next((url for url in ends if replaced(url) is None), None)
        url = kept or ends[-1]
        yield kept or replaced(url) or ""
        at = match.start() + len(url)
    yield text[at:]


def _ends(run: str) -> Iterator[str]:
    """What of a run of characters may be the URL, the longest first; the last is what it is if none of them is known."""
    host = HOST.match(run)
    cuts = {match.start() for pattern in (NEXT, FOREIGN_STOP) for match in pattern.finditer(run)}
    cuts.add(run.find("。", host.end() if host else 0))  # in a host it is a dot
    for cut in sorted([*sorted(cuts - {-1, 0})[:MOST_CUTS], len(run)], reverse=True):
        yield run[:cut]
        yield _trimmed(run[:cut])


def _trimmed(url: str) -> str:
    """Without the punctuation that follows it: stops, quotes, emphasis, and brackets that it does not open."""
    surplus = {closing: url.count(closing) - url.count(opening) for closing, opening in CLOSING.items()}
    end = len(url)
    while end > 1:
        last = url[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in TRAILING:
            break
        end -= 1
    return url[:end]


def _spellings(url: str) -> Iterator[str]:
    """A URL as it stands, and as programs read it that show HTML or markdown; with a scheme if it has none."""
    for spelling in dict.fromkeys((url, html.unescape(url), url.replace("\\_", "_"))):
        if spelling.startswith("//"):
            yield from (f"https:{spelling}", f"http:{spelling}")
        elif re.match(SCHEME, spelling, re.IGNORECASE):
            yield spelling
        else:
            yield from (f"https://{spelling}", f"http://{spelling}")
