"""Compares texts and numbers as the benchmarks do: texts cleaned, by token or by substring; numbers with conditions."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from actwright.errors import ConfigError
from actwright.webarena.dialect import Dialect

OR = " |OR| "
BOUND = re.compile(r"\s*(<=|>=|==|<|>)\s*([-+]?\d+(?:\.\d+)?)\s*")
"""Matches an operator and a number."""

WHOLE = re.compile(r"[-+]?\d+")
"""Matches what `int` accepts, except underscores."""

TOLERANCE = 1e-8

OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


def cleaned(text: str, dialect: Dialect) -> str:
    """Returns the text without one pair of outer quotes, in lower case. WebArena strips white space first."""
    if dialect == "webarena":
        text = text.strip()
    for quote in "'\"":
        if text.startswith(quote) and text.endswith(quote):
            return text[1:-1].lower()
    return text.lower()


def same(reference: str, text: str, dialect: Dialect) -> bool:
    """Whether both are equal after cleaning."""
    return cleaned(reference, dialect) == cleaned(text, dialect)


def includes(reference: str, text: str, dialect: Dialect, *, alone: bool) -> bool:
    """Whether the text contains the reference, as a token or as a substring.

    VisualWebArena looks for a token if the reference is one. WebArena does so only for a single character that is the
    answer's only reference (`alone`), so that "0" is not found in "10".

    Raises:
        ConfigError: The tokenizer is needed and not installed.
    """
    wanted, found = cleaned(reference, dialect), cleaned(text, dialect)
    by_token = len(wanted.split()) == 1 and (dialect == "visualwebarena" or (alone and len(wanted) == 1))
    if by_token and len(tokens(wanted)) == 1:
        return wanted in tokens(found)
    return wanted in found


def tokens(text: str) -> list[str]:
    """Returns the words and punctuation marks of a text, as NLTK splits them, without data to download.

    Upstream calls `nltk.word_tokenize`: Punkt splits sentences, `NLTKWordTokenizer` splits each into words. The latter
    needs no data. Punkt's English model does, so an untrained Punkt replaces it, which knows no abbreviations:
    "dr. who" gives `dr`, `.`, `who` here and `dr.`, `who` upstream. Without Punkt, only the last full stop would be
    split off ("It is red. Thanks" would contain `red.` and not `red`).

    Raises:
        ConfigError: NLTK is not installed.
    """
    sentences, words = _splitters()
    return [word for sentence in sentences.tokenize(text) for word in words.tokenize(sentence)]


@cache  # they take seconds to load
def _splitters() -> tuple[Any, Any]:
    try:
        from nltk.tokenize.destructive import NLTKWordTokenizer  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]
        from nltk.tokenize.punkt import PunktSentenceTokenizer  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs]
    except ImportError as error:
        raise ConfigError(
            "must_include and must_exclude split answers into words with NLTK; run `pip install nltk`"
        ) from error
    return PunktSentenceTokenizer(), NLTKWordTokenizer()


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a number meets if it meets one of the bounds.

    Attributes:
        text: The condition as in the config: `>= 300 |OR| == 0`.
        bounds: The operators and numbers in it.
    """

    text: str
    bounds: tuple[tuple[str, float], ...]

    def met_by(self, value: float, *, upstream: bool) -> bool:
        """Whether a number meets the condition. Upstream's tolerance includes the bound even for `<` and `>`."""
        return any(
            OPERATORS[sign](value, bound)
            or (bound - TOLERANCE <= value <= bound + TOLERANCE and (upstream or "=" in sign))
            for sign, bound in self.bounds
        )


def parse_condition(text: str) -> Condition:
    """Parses a condition of a config.

    Raises:
        ValueError: The text is not a condition.
    """
    return Condition(text, tuple(_bound(each) for each in text.split(OR)))


def whole_number(text: str) -> int | None:
    """Returns the whole number in a text, ignoring commas; None if the text is none."""
    digits = text.strip().replace(",", "")
    try:
        return int(digits) if WHOLE.fullmatch(digits) else None
    except ValueError:  # more digits than Python accepts
        return None


def _bound(text: str) -> tuple[str, float]:
    found = BOUND.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a condition; write an operator and a number, as in '>= 300'")
    if math.isinf(bound := float(found[2])):
        raise ValueError(f"{text!r} has a number that is too large")
    return found[1], bound
