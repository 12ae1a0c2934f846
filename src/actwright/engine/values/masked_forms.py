"""Forms of withheld values, and the parts of texts that are replaced because they show one."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from actwright.engine.values.canonical import canonical
from actwright.engine.values.forms import is_number_of_its_own

_WORD_ENDING = re.compile(r"[^\W\d_]{0,2}(?![^\W_])|[A-Z]")


class FoundPart(NamedTuple):
    """A part of a text that shows a value."""

    start: int
    end: int
    name: str


class MaskedForm(NamedTuple):
    """A form of a value whose letters and digits are distinct.

    Attributes:
        name: The name of the value.
        before, after: The characters at its ends that are neither letters nor digits.
        is_word: Whether it is one only as a word of its own; see `_is_own_word`.
        is_short: Whether it is a number that is one only with a separator at most between two digits.
    """

    name: str
    before: str = ""
    after: str = ""
    is_word: bool = False
    is_short: bool = False

    def around(self, text: str, start: int, end: int) -> FoundPart | None:
        """The form, where its letters and digits are in a text; None if they are not the form there."""
        if self.is_word and not _is_own_word(text, start, end):
            return None
        if self.is_short and not is_number_of_its_own(text, start, end):
            return None
        start -= len(self.before) * text.endswith(self.before, 0, start)
        return FoundPart(start, end + len(self.after) * text.startswith(self.after, end), self.name)


def written(name: str) -> str:
    """The reference to a value, which is shown instead of it."""
    return f"{{{{{name}}}}}"


def masked_form(name: str, form: str) -> MaskedForm:
    """A form of a value, with the characters at its ends that are neither letters nor digits."""
    inner = [at for at, letter in enumerate(form) if canonical(letter)]
    return MaskedForm(name, form[: inner[0]], form[inner[-1] + 1 :])


def without_found(texts: Sequence[str], found: Sequence[FoundPart]) -> list[str]:
    """The texts, with a reference instead of each part of what was found in them when they were joined by line ends."""
    masked: list[str] = []
    ends = [one.end for one in found]
    begin = 0
    for text in texts:
        end, shown = begin + len(text), text
        for one in reversed(found[bisect_right(ends, begin) : bisect_left(found, (end,))]):
            first, last = max(one.start, begin) - begin, min(one.end, end) - begin
            if canonical(text[first:last]):
                shown = shown[:first] + written(one.name) + shown[last:]
        masked.append(shown)
        begin = end + 1
    return masked


def _is_own_word(text: str, start: int, end: int) -> bool:
    """Whether a part of a text begins as a word and ends as one, with an ending of at most two letters: `Lovelaces`.

    A capital begins a word too, because pages join the texts of elements: `NameAda LovelaceCity`.
    """
    before = text[max(start - 1, 0) : start]
    begins = not before.isalnum() or (before.islower() and text[start].isupper())
    return begins and _WORD_ENDING.match(text, end) is not None
