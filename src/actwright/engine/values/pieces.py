"""Finds the pieces of a value in text: in groups, letter by letter, backwards, or only a part of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from actwright.engine.values.canonical import canonical

PIECE = 4
"""How many characters of a value in a row make a piece of it, while a field holds it."""

GROUPED = 6
"""How many characters make a piece with letters in it that stands in several words, since short words are ordinary."""

_STRETCH = re.compile(r"\{\{[^{}]*\}\}|(?:[^\W_]|[ \t.,:;/_()·•*\u00a0\u2009\u200b\u202f\u2010-\u2014-])+")
"""Characters of one line, with what may separate the groups of a number."""


class ValuePieces:
    """The pieces of one value.

    A piece with letters that has separators in it is one only if it begins and ends with a word, or where separators
    stand between all its characters: the end of one word and the beginning of the next occur in any sentence.

    Args:
        instead: What is shown for a piece.
        value: The value.
        shown: What pages showed before it was typed, which reveals nothing of it.
    """

    def __init__(self, instead: str, value: str, shown: str) -> None:
        folded = _folded(value)
        self._instead = instead
        self._size = min(PIECE, len(folded))
        grams = {way[at : at + self._size] for way in (folded, folded[::-1]) for at in range(len(way) - self._size + 1)}
        seen = _folded(shown)
        self._grams = {gram for gram in grams if gram and gram not in seen}
        self._any = re.compile("|".join(map(re.escape, sorted(self._grams)))) if self._grams else None

    def mask(self, text: str, *, is_written: Callable[[str], bool] = lambda _: False) -> str:
        """`text` with each piece replaced by the name, except those whose canonical form the model wrote."""
        if not self._any or not text:
            return text
        in_stretch = partial(self._in_stretch, is_written=is_written)
        return "\n".join(
            _STRETCH.sub(in_stretch, line) if self._any.search(_folded(line)) else line for line in text.split("\n")
        )

    def _in_stretch(self, stretch: re.Match[str], *, is_written: Callable[[str], bool]) -> str:
        text = stretch[0]
        if text.startswith("{{") or self._any is None:
            return text
        folded = _folded(text)
        if not self._any.search(folded):
            return text
        places = [at for at, letter in enumerate(text) if letter.isalnum()]
        for begin, end in reversed([*self._runs(folded)]):
            for first, last in reversed(_told(folded[begin:end], places[begin:end], text, self._size)):
                if not is_written(_folded(text[first:last])):
                    text = text[:first] + self._instead + text[last:]
        return text

    def _runs(self, folded: str) -> list[list[int]]:
        """Where pieces that touch begin and end."""
        runs: list[list[int]] = []
        for at in range(len(folded) - self._size + 1):
            if folded[at : at + self._size] not in self._grams:
                continue
            if runs and at <= runs[-1][1]:
                runs[-1][1] = at + self._size
            else:
                runs.append([at, at + self._size])
        return runs


def _told(folded: str, places: list[int], text: str, size: int) -> list[tuple[int, int]]:
    """The parts of a run of pieces that are not a coincidence."""
    words: list[list[int]] = []
    for place in places:
        if words and place == words[-1][1]:
            words[-1][1] = place + 1
        else:
            words.append([place, place + 1])
    begins = places[0] == 0 or not text[places[0] - 1].isalnum()
    ends = places[-1] + 1 == len(text) or not text[places[-1] + 1].isalnum()
    alone = len(words) == len(places)
    if len(words) == 1 or folded.isdigit() or alone or (begins and ends and len(folded) >= GROUPED):
        return [(places[0], places[-1] + 1)]
    return [(first, last) for first, last in words if last - first >= size]


def _folded(text: str) -> str:
    """The letters and digits of a text, one for one, whatever is between them."""
    if text.isascii():
        return canonical(text)
    return "".join(small if len(small := canonical(letter)) == 1 else letter for letter in text if letter.isalnum())
