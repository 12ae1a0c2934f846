"""Shortens link addresses for a page tree, and keeps links with the same name distinct."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from urllib.parse import urlsplit, urlunsplit

LONGEST_ADDRESS = 48
"""The maximum number of characters of an address."""
BORDERS = "/?&=#"
"""An address may be cut before these characters: half a word says less."""


def short_link(href: str, page_url: str) -> str:
    """An address without the part that it shares with the page's address: the origin, or all but the fragment.

    That of a link to nothing but "#", which scripts make a button of, is empty.
    """
    try:
        link, page = urlsplit(href), urlsplit(page_url)
    except ValueError:
        return href
    if (link.fragment or href.endswith("#")) and link._replace(fragment="") == page._replace(fragment=""):
        return f"#{link.fragment}" if link.fragment else ""
    if (link.scheme, link.netloc) != (page.scheme, page.netloc) or link.scheme not in {"http", "https"}:
        return href
    return urlunsplit(("", "", *link[2:]))


def distinct_addresses(addresses: Collection[str]) -> Mapping[str, str]:
    """Maps each of several addresses to the text that is shown for it, so that no two texts are the same.

    If one is too long, each text begins where the addresses first differ. If two are still cut to the same text, each
    begins where the address differs from the one most similar to it. If that is not enough either, it has both parts.
    """
    if max(map(len, addresses)) <= LONGEST_ADDRESS:
        return {each: each for each in addresses}
    ordered = sorted(addresses)
    first = _border(ordered[0], _shared(ordered[0], ordered[-1]) - 1)  # all share what these two share
    own = dict.fromkeys(ordered, 0)
    for one, other in pairwise(ordered):
        shared = _shared(one, other)
        own[one], own[other] = max(own[one], _border(one, shared)), max(own[other], _border(other, shared))
    early = {each: _from(each, first) for each in ordered}
    late = {each: _from(each, own[each]) for each in ordered}
    both = {each: _both(each, first, own[each]) for each in ordered}
    return next((shown for shown in (early, late) if len(set(shown.values())) == len(ordered)), both)


def _shared(one: str, other: str) -> int:
    """The number of characters at the start that two addresses share."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _border(address: str, most: int) -> int:
    """The last position, up to `most`, at which a word of an address ends."""
    return max((at for at, character in enumerate(address[: most + 1]) if character in BORDERS), default=0)


def _from(address: str, start: int, longest: int = LONGEST_ADDRESS) -> str:
    shown = f"…{address[start:]}" if start else address
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def _both(address: str, first: int, own: int) -> str:
    half = LONGEST_ADDRESS // 2
    return (
        f"{_from(address, first, half).removesuffix('…')}{_from(address, own, half)}" if own else _from(address, first)
    )
