"""The letters and digits of a text without separators, case, width, diacritics and escapes, and where they stand."""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")
"""Fillers, which Unicode counts as letters."""

_NUMERALS_AND_SYMBOLS = (
    {ord(letter): str(digit) for digit, letter in enumerate("〇一二三四五六七八九")}
    | {0x3020 + digit: str(digit) for digit in range(1, 10)}
    | {first + at: chr(ord("a") + at) for first in (0x1F150, 0x1F170, 0x1F1E6) for at in range(26)}
)
"""Digits as `Intl.NumberFormat` writes them in `hanidec`, and of Suzhou; white letters in circles and squares, and
regional indicators, which Unicode counts as symbols."""

_LETTERS = str.maketrans({**str.maketrans("łøđħŧ\u0131ŋðɨɓɗƙƴə", "lodhtindibdkye"), "þ": "th", "æ": "ae", "œ": "oe"})
"""What is written for letters whose marks Unicode does not take apart where there are no accents."""

_ESCAPES = re.compile(
    r"(?:%(?:25)*[0-9A-Fa-f]{2})+"
    r"|&(?:amp;)*(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,30});"
    r"|(?:(?:\\+|%)u[0-9A-Fa-f]{4})+|(?:\\+u\{[0-9A-Fa-f]{1,6}\})+|\\+x[0-9A-Fa-f]{2}|\\+[nrtbf]"
)
"""Characters as addresses, HTML and JSON write them, however many times over."""

_AT_ONCE = 2_000
"""How many characters are folded at once, so that a place is found without a list of all characters."""


class _Fold(dict[int, str | None]):
    """The canonical form of each character; None, which `str.translate` deletes, if it has none."""

    def __missing__(self, code: int) -> str | None:
        letter = chr(code)
        plain = str(unicodedata.digit(letter)) if letter.isdigit() else unicodedata.normalize("NFKD", letter)
        plain = plain.translate(_NUMERALS_AND_SYMBOLS)
        plain = plain.casefold().translate(_LETTERS)
        kept = "".join(each for each in plain if each.isalnum()) if letter not in _UNSEEN else ""
        self[code] = kept or None
        return self[code]


_FOLD = _Fold()


class TextSpan(NamedTuple):
    """A part of a text, from `start` up to `end`."""

    start: int
    end: int


class _Part(NamedTuple):
    """A part of a text and its canonical form. `is_whole` says that it is an escape, which has no parts of its own."""

    start: int
    end: int
    folded: str
    is_whole: bool


def canonical(text: str) -> str:
    """The letters and digits of a text: `É-4 1` is `e41`. Escapes stay as they are written."""
    return text.translate(_FOLD)


def all_readings(text: str) -> Sequence[str]:
    """The canonical form of a text and, if it has escapes, the canonical form of what they stand for."""
    if ("%" in text or "&" in text or "\\" in text) and _ESCAPES.search(text):
        return canonical(text), canonical(_ESCAPES.sub(lambda escapes: _read(escapes[0]), text))
    return (canonical(text),)


def places_of(sought: str, text: str) -> Iterator[TextSpan]:
    """The places in a text that hold a canonical text, whatever separates its characters, in each reading."""
    for reading, _ in enumerate(all_readings(text)):
        parts = [*_parts(text, read_escapes=reading > 0)]
        ends = [*accumulate(len(part.folded) for part in parts)]
        whole, at = "".join(part.folded for part in parts), -1
        while (at := whole.find(sought, at + 1)) >= 0:
            first, last = bisect_right(ends, at), bisect_right(ends, at + len(sought) - 1)
            start, _ = _place_in(parts[first], at - ends[first], text)
            _, end = _place_in(parts[last], at + len(sought) - 1 - ends[last], text)
            yield TextSpan(start, end)


def _parts(text: str, *, read_escapes: bool) -> Iterator[_Part]:
    """The parts of a text, in order; a run of escapes is a part of its own if they are read."""
    at = 0
    for escapes in (*(_ESCAPES.finditer(text) if read_escapes else ()), None):
        until = escapes.start() if escapes else len(text)
        for start in range(at, until, _AT_ONCE):
            end = min(start + _AT_ONCE, until)
            yield _Part(start, end, canonical(text[start:end]), is_whole=False)
        if escapes:
            at = escapes.end()
            yield _Part(until, at, canonical(_read(escapes[0])), is_whole=True)


def _place_in(part: _Part, before_end: int, text: str) -> TextSpan:
    """The place of a canonical character of a part, given as a negative index of its canonical form."""
    at = len(part.folded) + before_end
    for place in range(part.start, part.start if part.is_whole else part.end):
        at -= len(_FOLD[ord(text[place])] or "")
        if at < 0:
            return TextSpan(place, place + 1)
    return TextSpan(part.start, part.end)


def _read(escapes: str) -> str:
    """What a run of escapes of one kind stands for."""
    if escapes.startswith("&"):
        return html.unescape(re.sub(r"&(?:amp;)+", "&", escapes))
    if escapes.startswith("%") and "u" not in escapes:
        octets = bytes.fromhex("".join(re.findall(r"%(?:25)*([0-9A-Fa-f]{2})", escapes)))
        try:
            return octets.decode()
        except UnicodeDecodeError:
            return octets.decode("latin-1")
    units = [int(unit, 16) for unit in re.findall(r"[ux]\{?([0-9A-Fa-f]+)", escapes)]
    return (
        "".join(chr(min(unit, 0x10FFFF)) for unit in units)
        .encode("utf-16", "surrogatepass")
        .decode("utf-16", "replace")
    )
