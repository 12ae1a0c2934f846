"""Removes every URL that is not verified from an answer.

Links of markdown and HTML are handled as a whole, every other URL at its own position. Nothing is replaced by searching
for its text, so a URL that begins like another one is not changed with it. The result is processed again until nothing
changes: a sanitized answer stays as it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

from actwright.net.urls import without_origin
from actwright.web.sources import Sources

LONGEST_TARGET = 4_096
REMOVED = "[URL removed - not verified]"

Replace = Callable[[str], str | None]
"""Returns what replaces a URL; None if it may stay."""

ENTITY = re.compile(r"&(?:#(?:x[0-9a-f]{1,6}|[0-9]{1,7})|colon|sol|period|bsol|commat|Tab|NewLine);?", re.IGNORECASE)
IN_URLS = re.compile(r"[A-Za-z0-9:/.\\@?#=_~+%-]")

SCHEME = r"(?:https?|ftps?|wss?|file|local):[/\\]+"
RUN = r"[^\s<>\"`|]"
"""A character of a URL in a text; characters after the URL are trimmed later."""
LONGEST_URL = 2_000
ENDINGS = (
    "com|org|net|edu|gov|mil|int|info|biz|io|co|ai|app|dev|shop|store|online|site|tech|blog|news|cloud|xyz|club|live|me|tv|us|uk|"
    "ua|de|fr|es|it|nl|be|ch|at|se|no|dk|fi|ie|pt|cz|sk|hu|ro|bg|gr|tr|ru|by|kz|ge|lt|lv|ee|eu|ca|mx|br|ar|cl|au|nz|jp|kr|cn|tw|hk|"
    "sg|my|th|vn|id|in|il|ae|sa|za|ng|eg|ke|ly|to|gl|gg|fm|ws|su|la|is|lu|si|hr|ba|al|am|az|link|pro|page|website|space|top|icu|vip|world|"
    "life|media|digital|agency|wiki|рф|укр|бел|бг|срб|test|example|invalid"
)
"""Top-level domains of names without a scheme, except those that are also file extensions (`py`, `md`, `sh`, …)."""
BARE = re.compile(
    rf"{SCHEME}{RUN}{{1,{LONGEST_URL}}}"
    rf"|(?<![A-Za-z0-9@])www\\?\.{RUN}{{1,{LONGEST_URL}}}"
    rf"|(?<![\w@./:%=&?-])(?:[^\W_](?:(?:[^\W_]|-){{0,61}}[^\W_])?\.)+(?:{ENDINGS})(?::\d+)?(?:[/\\]|[?#]\w){RUN}{{0,{LONGEST_URL}}}"
    rf"|(?<![\w@./:%=&?-])(?:\d{{1,3}}\.){{3}}\d{{1,3}}(?::\d+)?[/\\][a-z]{RUN}{{0,{LONGEST_URL}}}",
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
LEADING = re.compile(r"\][(:]\s*")
"""Matches where a program may see a link or a definition that the patterns above miss: its rules exceed any pattern."""
LED_TO = re.compile(r"(?P<head>)(?P<to><[^<>\n]*>?|[^\s<>]+)")
TAGS = tuple(
    re.compile(rf"</?(?P<name>[a-z][a-z0-9-]*){rest}>", re.IGNORECASE)
    for rest in (r"(?P<rest>(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*+)", r"(?P<rest>[^<>]*)")
)
"""Match tags by their quotes and, in case these are not quotes, up to the first closing bracket."""
ACTIVE = frozenset({
    *("script", "style", "meta", "base", "link", "iframe", "frame", "object", "embed", "applet", "form", "svg", "math"),
})  # fmt: skip
"""Elements that can lead elsewhere by attributes other than those that are checked."""
ACTIVE_ATTRIBUTE = re.compile(
    r"(?<![\w-])(?:on[a-z]+|srcset|srcdoc|imagesrcset)\s*=|(?<![\w-])style\s*=[^>]*(?:url|image)", re.IGNORECASE
)
ATTRIBUTE = re.compile(
    r"(?:href|src|action|formaction|data|poster|cite|background|ping|longdesc)\s*=\s*"
    r"(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))",
    re.IGNORECASE,
)

HARMLESS = re.compile(r"(?:mailto:|tel:)(?!//)|#", re.IGNORECASE)
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
"""An escape of markdown: `https\\://` is `https://`."""
LEADS_AWAY = re.compile(
    r"(?:https?|ftps?|wss?|file|local|javascript|vbscript|data|blob|view-source|about|intent):|[a-z][a-z0-9+.-]*://|[/\\]{2}(?=.)",
    re.IGNORECASE,
)
TRAILING = ".,;:!?'\"*_~`…。，、！？；：»”’›"
CLOSING = {")": "(", "]": "[", "}": "{", "）": "（", "】": "【", "」": "「", "』": "『", "》": "《"}
NEXT = re.compile(rf"(?<!&amp)[,;()\[\]](?={SCHEME}|www\.|URL$)", re.IGNORECASE)
"""Matches where another URL, or its replacement, begins within a run of characters."""
FOREIGN_STOP = re.compile(r"[，、！？；：「」『』（）【】《》]")
HOST = re.compile(r"(?:[a-z]+:[/\\]+)?[^/\\?#]*", re.IGNORECASE)
MOST_CUTS = 5
MOST_PASSES = 20
NOT_IN_URLS = re.compile(r"[\s<>\"`|\\^{}]")
"""Characters that a server may have put into a URL but that do not occur in a URL in a text."""


def sanitized(text: str, sources: Sources, *, same_host: bool = False) -> str:
    """Replaces every URL that is not verified by `[URL removed - not verified]`.

    Args:
        text: Plain text or markdown. `[words](URL)` keeps its words.
        sources: Determines which URLs are verified.
        same_host: Whether to use a verified URL of the same host instead, if there is one. It may be another page.
    """

    def replaced(url: str) -> str | None:
        verified = next((each for each in _spellings(url) if sources.is_verified(each)), None)
        if verified is None:
            return REMOVED
        return None if sources.has_known_query(verified) else without_origin(verified)

    def substituted(url: str) -> str | None:
        instead = replaced(url)
        if instead != REMOVED:
            return instead
        found = (NOT_IN_URLS.sub(_quoted, sources.on_host_of(spelling)) for spelling in _spellings(url))
        return next((each for each in found if replaced(each) is None), REMOVED)

    for _ in range(MOST_PASSES if same_host else 0):
        text = _once(text, substituted)
    while (after := _once(text, replaced)) != text:
        text = after
    return text


def _quoted(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _once(text: str, replaced: Replace) -> str:
    text = ENTITY.sub(_plain, text)
    text = LINK.sub(lambda match: _link(match, replaced), text)
    text = DEFINITION.sub(lambda match: _target(match, replaced), text)
    text = "".join(_left_over(text, replaced))
    text = AUTOLINK.sub(lambda match: _autolink(match, replaced), text)
    for tag in TAGS:
        text = tag.sub(lambda match: _tag(match, replaced), text)
    return "".join(_bare(text, replaced))


def _plain(match: re.Match[str]) -> str:
    """Returns the character for an entity, as programs that show HTML would read it, if it occurs in URLs."""
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
    if _stays(target, replaced) or _stays(_trimmed(target), replaced):
        return match[0]
    return match["head"] + (replaced(target) or REMOVED)


def _left_over(text: str, replaced: Replace) -> Iterator[str]:
    """Yields the text in pieces, with the targets after each `](` or `]:` replaced; one may be in another's target."""
    at = 0
    while head := LEADING.search(text, at):
        yield text[at : head.end()]
        at = head.end()
        target = LED_TO.match(text, at)
        if target and (after := _target(target, replaced)) != target[0]:
            yield after
            at = target.end()
    yield text[at:]


def _autolink(match: re.Match[str], replaced: Replace) -> str:
    if _stays(match["to"], replaced):
        return match[0]
    instead = replaced(match["to"]) or REMOVED
    return REMOVED if instead == REMOVED else f"<{instead}>"


def _tag(match: re.Match[str], replaced: Replace) -> str:
    rest = match["rest"]
    if rest.strip() and (match["name"].lower() in ACTIVE or ACTIVE_ATTRIBUTE.search(rest)):
        return REMOVED
    values = (value for values in ATTRIBUTE.findall(rest) for value in values if value)
    return match[0] if all(_stays(value, replaced) for value in values) else REMOVED


def _stays(target: str, replaced: Replace) -> bool:
    """Whether a link may lead to this target, as markdown and as HTML read it. One longer than an address never may."""
    if len(target) > LONGEST_TARGET:
        return False
    meant = html.unescape(target)
    return all(_leads_well(each, replaced) for each in {target, meant, ESCAPED.sub(r"\1", meant)})


def _leads_well(target: str, replaced: Replace) -> bool:
    """Whether the target is a verified page, not an address of the web, or a place within the text."""
    target = re.sub(r"[\x00-\x20]", "", target)
    if HARMLESS.match(target):
        return True
    if LEADS_AWAY.match(target):
        return replaced(target) is None
    return all(replaced(match[0]) is None for match in BARE.finditer(target))


def _bare(text: str, replaced: Replace) -> Iterator[str]:
    """Yields the text in pieces, with bare URLs replaced."""
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
    """Yields the prefixes of a run of characters that may be the URL, longest first; the last one if none is known."""
    host = HOST.match(run)
    cuts = {match.start() for pattern in (NEXT, FOREIGN_STOP) for match in pattern.finditer(run)}
    cuts.add(run.find("。", host.end() if host else 0))  # in a host it is a dot
    for cut in sorted([*sorted(cuts - {-1, 0})[:MOST_CUTS], len(run)], reverse=True):
        yield run[:cut]
        yield _trimmed(run[:cut])


def _trimmed(url: str) -> str:
    """Returns the URL without the punctuation after it: stops, quotes, emphasis, and brackets that it does not open."""
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
    """Yields a URL as written, and as programs that show HTML or markdown read it; with a scheme if it has none."""
    for spelling in dict.fromkeys((url, html.unescape(url), url.replace("\\_", "_"))):
        if spelling.startswith("//"):
            yield from (f"https:{spelling}", f"http:{spelling}")
        elif re.match(SCHEME, spelling, re.IGNORECASE):
            yield spelling
        else:
            yield from (f"https://{spelling}", f"http://{spelling}")
