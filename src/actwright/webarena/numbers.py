"""Checks numbers against conditions such as `>= 300`."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from actwright.webarena.matching import OR
from actwright.webarena.quirks import Quirks

__all__ = ["Condition", "parse_condition", "whole_number"]

BOUND = re.compile(r"\s*(<=|>=|==|<|>)\s*([-+]?\d+(?:\.\d+)?)\s*")
"""Matches an operator and a number."""

WHOLE = re.compile(r"[-+]?\d+")
"""Matches what `int` accepts, except underscores."""

TOLERANCE = 1e-8

STRICT: dict[str, Callable[[float, float], bool]] = {
    "<=": lambda value, bound: value <= bound + TOLERANCE,
    ">=": lambda value, bound: value >= bound - TOLERANCE,
    "==": lambda value, bound: bound - TOLERANCE <= value <= bound + TOLERANCE,
    "<": operator.lt,
    ">": operator.gt,
}
INCLUSIVE: dict[str, Callable[[float, float], bool]] = {
    **STRICT,
    "<": lambda value, bound: value < bound + TOLERANCE,
    ">": lambda value, bound: value > bound - TOLERANCE,
}
"""Operators with a tolerance that includes the bound itself, even for `<` and `>`."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a number meets if it meets one of the bounds.

    Attributes:
        text: The condition as in the config: `>= 300 |OR| == 0`.
        bounds: The operators and numbers in it.
    """

    text: str
    bounds: tuple[tuple[str, float], ...]

    def met_by(self, value: float, quirks: Quirks) -> bool:
        """Whether a number meets the condition."""
        compared = INCLUSIVE if quirks.bound_included else STRICT
        return any(compared[sign](value, bound) for sign, bound in self.bounds)


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
