"""Checks numbers against conditions such as `>= 300`."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from actwright.webarena.matching import OR

__all__ = ["Condition", "parse_condition", "whole_number"]

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
