"""Values that a page shows altered on their way: with letters that were lost, or without the zeros in front."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from actwright.text import one_line

ZEROS = re.compile(r"0+([1-9]\d+)")
LEAST_PLAIN = 4
"""How many characters of a value must be left as they were for it to be recognized."""
STANDS_FOR_LETTER = "[?\ufffd\u25a1\u00bf]{1,4}"
"""What is shown where a letter was lost, once for each of its bytes."""


def altered_in(value: str, texts: Sequence[str], shown: str) -> str:
    """The first of these texts that has a value altered; empty if none has, or if a page shows the value anywhere.

    Args:
        value: The value as it was meant.
        texts: The new texts of the page.
        shown: All of the page's text.
    """
    whole = unicodedata.normalize("NFC", one_line(value))
    pattern = _without_zeros(whole) or _without_letters(whole)
    if not pattern or whole in unicodedata.normalize("NFC", one_line(shown)) or whole in re.sub(r"[\s./-]", "", shown):
        return ""
    return next((text for text in texts if re.search(pattern, unicodedata.normalize("NFC", text))), "")


def _without_zeros(whole: str) -> str:
    match = ZEROS.fullmatch(whole)
    return rf"(?<![\w.,+/-])(?<!\+\d )(?<!\+\d\d )(?<!\+\d\d\d ){match[1]}(?![\w/-]|[.,]\d)" if match else ""


def _without_letters(whole: str) -> str:
    """A pattern for a text whose letters beyond ASCII were replaced, or read byte by byte; empty if it has none."""
    if (
        not any(each.isalpha() and not each.isascii() for each in whole)
        or sum(each.isascii() and each.isalnum() for each in whole) < LEAST_PLAIN
    ):
        return ""
    return "".join(re.escape(each) if each.isascii() else _lost(each) for each in whole)


def _lost(letter: str) -> str:
    if not letter.isalpha():
        return ".{0,4}"
    misread = {letter.encode().decode(each, "replace") for each in ("latin-1", "cp1252")}
    return f"(?:{STANDS_FOR_LETTER}|{'|'.join(map(re.escape, sorted(misread)))})"
