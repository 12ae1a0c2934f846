"""Folds texts for comparison: what makes no difference in a value, and what makes none in a name or a label."""

from __future__ import annotations

import re
import unicodedata

from actwright.text import one_line

_MARKS = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
    | dict.fromkeys("\u00ad\u200b\u200e\u200f\u2060\ufeff", "")
    | {"\u2026": "..."}
)
"""Quotes and dashes as keyboards have them, and nothing for invisible characters."""
_GUILLEMETS = str.maketrans("\u00ab\u00bb", '""')
"""Quotes in a value; in a label they may also be arrows."""
_LETTERS = str.maketrans({"\u00e6": "ae", "\u00f8": "o", "\u0111": "d", "\u0131": "i", "\u0142": "l", "\u0153": "oe"})
"""Letters with a stroke and ligatures, which Unicode does not decompose."""
_OPTIONAL = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u0670]")
"""Accents, and the points of Hebrew and Arabic. In other scripts, marks are letters: vowels and voiced sounds."""


def folded(text: str) -> str:
    """A text without what makes no difference: case, white space, Unicode form, forms of quotes and dashes."""
    return one_line(unicodedata.normalize("NFC", text).translate(_MARKS).translate(_GUILLEMETS).casefold())


def plain(text: str) -> str:
    """A text for comparing names and labels: as `folded`, and without accents and strokes."""
    return one_line(unaccented(text).casefold().translate(_LETTERS))


def unaccented(text: str) -> str:
    """A text without accents and invisible marks, its case and spaces kept."""
    text = text.translate(_MARKS)
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(letter for letter in letters if not _is_left_out(letter)))


def _is_left_out(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category in ("Cf", "Me") or (category == "Mn" and _OPTIONAL.match(letter) is not None)
