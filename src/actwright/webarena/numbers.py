"""Numbers against conditions such as `>= 300`."""

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
"""An operator and a number."""

WHOLE = re.compile(r"[-+]?\d+")
"""What `int` reads, without the underscores that it takes as well."""

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
"""A tolerance that takes the bound itself in, also for `<` and `>`."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a number has to meet: one of the bounds.

    Attributes:
        text: As it stands in the config: `>= 300 |OR| == 0`.
        bounds: The operators and numbers in it.
    """

    text: str
    bounds: tuple[tuple[str, float], ...]

    def met_by(self, value: float, quirks: Quirks) -> bool:
        """Whether a number meets it."""
        compared = INCLUSIVE if quirks.bound_included else STRICT
        return any(compared[sign](value, bound) for sign, bound in self.bounds)


def parse_condition(text: str) -> Condition:
    """The condition that a text of a config says.

    Raises:
        ValueError: It is none.
    """
    return Condition(text, tuple(_bound(each) for each in text.split(OR)))


def whole_number(text: str) -> int | None:
    """The whole number that a text is, commas left out; None if it is none."""
    digits = text.strip().replace(",", "")
    try:
        return int(digits) if WHOLE.fullmatch(digits) else None
    except ValueError:  # more digits than Python reads
        return None


def _bound(text: str) -> tuple[str, float]:
    found = BOUND.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a condition; write an operator and a number, as in '>= 300'")
    if math.isinf(bound := float(found[2])):
        raise ValueError(f"{text!r} has a number that is too large")
    return found[1], bound
