"""The forms in which pages show a value, and which values occur on pages by chance."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator
from itertools import chain, combinations
from unicodedata import category, normalize
from urllib.parse import quote, quote_plus

from actwright.engine.values.canonical import canonical
from actwright.text import one_line

TINY, SHORT = 3, 4
"""Characters below which a value is masked only as a whole text, and below which any value may be ordinary text."""

LONGEST_WORD, LONGEST_PHRASE, MOST_DIGITS = 12, 24, 5
"""The most characters and digits of what may be ordinary text. No word is masked because a longer value has it."""

DISTINCT, DISTINCT_IF_MIXED = 8, 7
"""How many letters, or digits, or how many of both together, occur in one order in no text by chance.

The largest pages have about 100,000 digits in a row with separators, so a number of 8 digits occurs on one page of
1,000 by chance, and on an ordinary page (1,000 digits) on one of 100,000; one of 6 digits would on one page of 1,000.
Letters are less evenly distributed, like an alphabet of 15: 8 of them have as many orders as 9 digits.
"""

PIECE_OF_BASE64 = 8
"""How many characters make a piece of the base64 form of a value within a longer text."""

_WORD_ENDS = re.compile(r"[ '\u2019.-]+")

_WITHOUT_MARKS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa", "Ø": "Oe"}
)
_MARKED = re.compile("[aou]e|aa")
"""What is written for letters with marks where there are none, in canonical forms."""

_MOST_MARKED = 4
"""In how many places of a value a mark is put back or not; where there are more, in all of them."""

_DIGIT_BEFORE, _DIGIT_AFTER = re.compile(r"(?:\w|\d[.,:/-])$"), re.compile(r"\w|[.,:/-]\d")
_NUMBER = re.compile(r"\+?[\d\s()./\u00a0\u2010-\u2015-]+")


def is_distinct(folded: str) -> bool:
    """Whether a canonical text is so long that no other text has it by chance, whatever separates its characters."""
    digits = sum(map(str.isdigit, folded))
    return len(folded) >= (DISTINCT_IF_MIXED if 0 < digits < len(folded) else DISTINCT)


def is_phrase(text: str) -> bool:
    """Whether a text has several words and so many letters that no other text has them in this order by chance."""
    return len(_WORD_ENDS.split(text)) > 1 and canonical(text).isalpha() and is_distinct(canonical(text))


def may_be_ordinary(text: str, *, phrase: bool) -> bool:
    """Whether any page may show this text by chance: a short number, or a word of letters that have capitals.

    Args:
        text: The value.
        phrase: Whether several words may be as ordinary, such as the name of a person or a country.

    A word is in lower case, in capitals, or capitalised. Scripts without capitals have no word boundaries to go by.
    """
    folded = one_line(text)
    if len(folded) < SHORT:
        return True
    if re.fullmatch(r"[\d.,:$€£%+-]+", folded):
        return sum(map(str.isdigit, folded)) <= MOST_DIGITS
    words = _WORD_ENDS.split(folded) if phrase else [folded]
    return len(folded) <= LONGEST_PHRASE and all(
        len(word) <= LONGEST_WORD
        and all(letter.isalpha() and letter.lower() != letter.upper() for letter in word)
        and (word.islower() or word.isupper() or word.istitle())
        for word in filter(None, words)
    )


def written_forms(value: str) -> Iterator[str]:
    """The value as pages, addresses, scripts and file names write it, in base64, in hex and without marks."""
    folded = one_line(value)
    quoted = quote(value, safe="")
    yield from {
        value,
        folded,
        quoted,
        re.sub(r"%[0-9A-F]{2}", lambda match: match[0].lower(), quoted),
        quote(value),
        quote_plus(value),
        html.escape(value),
        html.escape(value, quote=False),
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
        re.sub(r"[^\w.() -]", "_", value),  # as Chromium and we name files
        value.encode().hex(),
        value.translate(_WITHOUT_MARKS),
        *_in_base64(value.encode()),
    }


def other_spellings(value: str) -> Iterator[str]:
    """The canonical forms of a value that is spelled or encoded in other ways.

    Letters with marks are spelled by two letters, or the other way round (`ü`, `ue`); they are left out, as in many
    addresses, or only those that Unicode does not take apart; or UTF-8 is read in a character set of one byte.
    """
    folded = canonical(value)
    if not value.isascii():
        read = (value.encode(errors="replace").decode(charset, "ignore") for charset in ("cp1252", "latin-1"))
        plain = (text.encode("ascii", "ignore").decode() for text in (value, normalize("NFKD", value)))
        yield from {canonical(text) for text in (*read, *plain)} - {folded, ""}
    if (spelled := canonical(value.translate(_WITHOUT_MARKS))) != folded:
        yield spelled
    places = [match.start() for match in _MARKED.finditer(folded)]
    several = (
        [places] * bool(places)
        if len(places) > _MOST_MARKED
        else [*chain.from_iterable(combinations(places, count) for count in range(1, len(places) + 1))]
    )
    for chosen in several:
        yield "".join(letter for at, letter in enumerate(folded) if at - 1 not in chosen)


def numbers_without_prefix(value: str) -> Iterator[str]:
    """The digits of a number without its country code, exit code and leading zeros, as far as they are distinct.

    Country codes have one to three digits; where no separator ends one, each length is tried.
    """
    text = one_line(value)
    if not _NUMBER.fullmatch(text):
        return
    digits = canonical(text)
    national = digits.lstrip("0")
    yield from {national} if national != digits and is_distinct(national) else ()
    if text.startswith(("+", "00")):
        code = re.match(r"\D*(\d{1,3})\D", text.removeprefix("00"))
        for length in [len(code[1])] if code else (1, 2, 3):
            rest = national[length:].lstrip("0")
            if is_distinct(rest):
                yield rest


def short_number(value: str) -> str:
    """The digits of a number that is not distinct; empty for other values and those that may be ordinary."""
    digits = canonical(value)
    return digits if digits.isdigit() and len(digits) > MOST_DIGITS and not is_distinct(digits) else ""


def is_number_of_its_own(text: str, start: int, end: int) -> bool:
    """Whether a part of a text whose letters and digits are a number is all of it, whole, in groups or escaped."""
    part = text[start:end]
    if _DIGIT_BEFORE.search(text, max(start - 2, 0), start) or _DIGIT_AFTER.match(text, end) or "\n" in part:
        return False
    gaps = re.split(r"[^\W_]", part)
    return all(sum(category(each)[0] not in "CM" for each in gap) <= 1 for gap in gaps) or not re.search(r"\s", part)


def _in_base64(value: bytes) -> Iterator[str]:
    """The value in base64, and the part of it that stays the same wherever the value is in a longer encoded text."""
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        yield encode(value).decode().rstrip("=")
        for before in range(3):
            text = encode(bytes(before) + value).decode().rstrip("=")
            shared = (before + len(value)) % 3 > 0
            inner = text[-(-before * 4 // 3) : len(text) - shared]
            if len(inner) >= PIECE_OF_BASE64:
                yield inner
