"""The letters and digits of a text without separators, case, width, diacritics and escapes, and where they stand."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from actwright.engine.values.escapes import EVERY_KIND, Escapes

_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")
"""Fillers, which Unicode counts as letters."""

_NUMERALS_AND_SYMBOLS = (
    {ord(letter): str(digit) for digit, letter in enumerate("〇一二三四五六七八九")}
    | {0x3020 + digit: str(digit) for digit in range(1, 10)}
    | {first + at: chr(ord("a") + at) for first in (0x1F150, 0x1F170, 0x1F1E6) for at in range(26)}
)
"""Digits as `Intl.NumberFormat` writes them in `hanidec`, and of Suzhou; white letters in circles and squares, and
regional indicators, which Unicode counts as symbols."""

_LETTERS = str.maketrans({
    **str.maketrans("łøđħŧ\u0131ŋðɨɓɗƙƴə", "lodhtindibdkye"),
    **str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"),
    "þ": "th", "æ": "ae", "œ": "oe",
})  # fmt: skip
"""What is written for letters whose marks Unicode does not take apart where there are no accents, and for small capitals."""

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


class _Reading:
    """The canonical form of a text in which some escapes are read, and where its characters stand in the text."""

    def __init__(self, text: str, escapes: Escapes | None) -> None:
        self._text = text
        self._escapes = escapes
        self.folded = canonical(escapes.read_in(text) if escapes else text)

    def places_of(self, sought: str) -> Iterator[TextSpan]:
        """The places in the text that hold a canonical text."""
        at = -1
        while (at := self.folded.find(sought, at + 1)) >= 0:
            yield TextSpan(self._place(at).start, self._place(at + len(sought) - 1).end)

    def _place(self, at: int) -> TextSpan:
        """The place in the text of a character of the canonical form."""
        part = self._parts[index := bisect_right(self._ends, at)]
        at -= self._ends[index] - len(part.folded)
        for place in range(part.start, part.start if part.is_whole else part.end):
            at -= len(_FOLD[ord(self._text[place])] or "")
            if at < 0:
                return TextSpan(place, place + 1)
        return TextSpan(part.start, part.end)

    @cached_property
    def _parts(self) -> Sequence[_Part]:
        """The parts of the text, in order."""
        parts: list[_Part] = []
        at, text = 0, self._text
        for start, end, read in (*(self._escapes.places_in(text) if self._escapes else ()), (len(text),) * 2 + ("",)):
            if not (self._escapes and self._escapes.is_alone):
                parts += (
                    _Part(first, last := min(first + _AT_ONCE, start), canonical(text[first:last]), is_whole=False)
                    for first in range(at, start, _AT_ONCE)
                )
            parts.append(_Part(start, end, canonical(read), is_whole=True))
            at = end
        return parts

    @cached_property
    def _ends(self) -> Sequence[int]:
        return [*accumulate(len(part.folded) for part in self._parts)]


def canonical(text: str) -> str:
    """The letters and digits of a text: `É-4 1` is `e41`. Escapes stay as they are written."""
    return text.translate(_FOLD)


def all_readings(text: str) -> Sequence[str]:
    """The canonical form of a text and, if it has escapes, the canonical forms of what they may stand for."""
    return [reading.folded for reading in _readings(text)]


def places_of(sought: str, text: str) -> Iterator[TextSpan]:
    """The places in a text that hold a canonical text, whatever separates its characters, in each reading."""
    for reading in _readings(text):
        yield from reading.places_of(sought)


@lru_cache(maxsize=4)
def _readings(text: str) -> Sequence[_Reading]:
    return [_Reading(text, None), *(_Reading(text, escapes) for escapes in EVERY_KIND if escapes.are_in(text))]
