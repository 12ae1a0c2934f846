"""Numbers in words: "twelve", "half a dozen", "one thousand two hundred and fifty"; small ones in other languages too."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SMALL = (
    "zero null", "one ein eine einen", "two zwei dos deux", "three drei tres trois", "four vier cuatro quatre", "five f\u00fcnf cinco cinq", "six sechs seis", "seven sieben siete sept", "eight acht ocho huit",
    "nine neun nueve neuf", "ten zehn diez dix", "eleven elf", "twelve zw\u00f6lf", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
WORDS = {word: number for number, words in enumerate(_SMALL) for word in words.split()} | {
    "twice": 2, "thrice": 3, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
FACTORS = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "dozen": 12}
NUMBER = re.compile(
    rf"(?<![\w-])(?:half (?:a )?dozen|(?:a )?(?:{'|'.join(FACTORS)})|(?:{'|'.join(WORDS)})"
    rf"(?:[ -](?:and )?(?:{'|'.join((*WORDS, *FACTORS))}))*)(?![\w-])",
    re.IGNORECASE,
)


def numbers_in_words(text: str) -> Iterator[tuple[int, float]]:
    """The numbers that a text has in words, with their places; none in a word with a hyphen, such as "two-factor"."""
    for match in NUMBER.finditer(text):
        yield match.start(), _value(match[0].casefold())


def _value(said: str) -> float:
    if said.startswith("half"):
        return 6.0
    total = part = 0
    for word in re.findall(r"[^\W\d_]+", said):
        if word in WORDS:
            part += WORDS[word]
        elif word in FACTORS:
            part = (part or 1) * FACTORS[word]
            total, part = (total + part, 0) if word not in {"hundred", "dozen"} else (total, part)
    return float(total + part)
