"""Why a value that a model took from a document is doubtful: code finds neither the words nor the value in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from actwright.engine.values.same_value import reading_of
from actwright.folding import folded

FROM_IMAGE = "it was read from an image, where code cannot check it"
NO_QUOTE = "no words of the document were quoted for it"
NOT_THERE = "the quoted words are not in the document"
NOT_IN_QUOTE = "the quoted words do not contain it, or may mean something else"

NO_LABEL = "it is in the document, but not beside the name of this column"

LONGEST_FORM = 8
"""Words of a value in another form, as in `the third of April 2026, 14:30`."""
LONGEST_QUOTE = 500
LONGEST_COMPARED = 200
"""Characters of a value that may be written in another form."""
FEWEST_CHARACTERS = 12
"""Characters of a quote that is found even if the document has other spaces, as PDFs often do."""
NEAR = 8
"""Characters around a text that may belong to the same word or number."""
UNSPACED = 0x2E80
"""Code points from here on are mostly of scripts that write words without spaces."""


def page_of(quote: str, pages: Sequence[str]) -> int:
    """The number of the first page that contains the words; 0 if none does."""
    wanted = folded(quote)
    if not wanted or len(quote) > LONGEST_QUOTE:
        return 0
    texts = [folded(page) for page in pages]
    squeezed = wanted.replace(" ", "")
    for number, text in enumerate(texts, 1):
        if _contains(text, wanted):
            return number
        if len(squeezed) >= FEWEST_CHARACTERS and squeezed in text.replace(" ", ""):
            return number
    return 0


def words_of(value: str, heading: str, pages: Sequence[str]) -> tuple[str, int, str]:
    """The line that states a value, its page, and why that is doubtful; for a model that quotes no words.

    The line names the column, or the line above it does. A value that stands elsewhere in the document may belong to
    another column, so it is doubtful.
    """
    lines = [("", 0), *((line.strip(), number) for number, page in enumerate(pages, 1) for line in page.splitlines())]
    found = ("", 0, NOT_THERE)
    for (above, _), (line, number) in pairwise(lines):
        if not _states(folded(line), value):
            continue
        for words in (line, f"{above} {line}"):
            if _contains(folded(words), folded(heading)):
                return words[:LONGEST_QUOTE], number, ""
        found = found if found[1] else (line[:LONGEST_QUOTE], number, NO_LABEL)
    return found


def doubt_of(value: str, quote: str, page: int) -> str:
    """Why a value is doubtful; empty if it is not.

    Args:
        value: The value.
        quote: The words of the document that state it.
        page: The page that contains the words; 0 if none does.
    """
    if not quote.strip():
        return NO_QUOTE
    if not page:
        return NOT_THERE
    return "" if _states(folded(quote), value) else NOT_IN_QUOTE


def _states(quote: str, value: str) -> bool:
    """Whether words contain a value as it is written, or in another form that means the same for certain."""
    if _contains(quote, folded(value)):
        return True
    if len(value) > LONGEST_COMPARED:
        return False
    wanted = reading_of(value).means
    return any(not wanted.isdisjoint(reading_of(each).means) for each in _parts(quote))


def _parts(quote: str) -> Iterator[str]:
    """Each run of words that may be a value, without the marks at its ends."""
    words = quote.split()
    grouped = [False, *(_is_grouped(one, other) for one, other in pairwise(words)), False]
    for start in range(len(words)):
        for end in range(start + 1, min(start + LONGEST_FORM, len(words)) + 1):
            if grouped[start] or grouped[end]:
                continue
            part = " ".join(words[start:end])
            yield part
            if (bare := part.strip(".,;:!?()[]\"'")) != part:
                yield bare


def _is_grouped(one: str, other: str) -> bool:
    """Whether two neighbouring words may be one number with a space between its thousands."""
    return one[-1:].isdigit() and re.match(r"\d{3}(?!\d)", other) is not None


def _contains(text: str, wanted: str) -> bool:
    """Whether a text contains another as a whole, and not as a part of a longer word or number."""
    at = text.find(wanted)
    while wanted and at >= 0:
        end = at + len(wanted)
        if _is_whole(text[max(at - NEAR, 0) : at], wanted, text[end : end + NEAR]):
            return True
        at = text.find(wanted, at + 1)
    return False


def _is_whole(before: str, found: str, after: str) -> bool:
    if _same_word(before[-1:], found[:1]) or _same_word(found[-1:], after[:1]):
        return False
    if found[0].isdigit() and re.search(r"(\d[.,' ]|(^|\s)[-\u2212])$", before):
        return False
    return not (found[-1].isdigit() and re.match(r"[.,']\d| \d{3}\b", after))


def _same_word(one: str, other: str) -> bool:
    """Whether two neighbouring characters belong to one word."""
    return one.isalnum() and other.isalnum() and (ord(one) < UNSPACED or ord(other) < UNSPACED)
