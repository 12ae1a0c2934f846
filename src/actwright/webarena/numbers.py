"""Numbers against conditions such as `>= 300`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from actwright.webarena.dialect import Compat

__all__ = ["CONDITION", "meets", "whole_number"]

CONDITION = re.compile(r"\s*(<=|>=|==|<|>)\s*([-+]?\d+(?:\.\d+)?)\s*")
"""An operator and a number."""

TOLERANCE = 1e-8

FIXED: dict[str, Callable[[float, float], bool]] = {
    "<=": lambda value, bound: value <= bound + TOLERANCE,
    ">=": lambda value, bound: value >= bound - TOLERANCE,
    "==": lambda value, bound: abs(value - bound) <= TOLERANCE,
    "<": operator.lt,
    ">": operator.gt,
}
UPSTREAM: dict[str, Callable[[float, float], bool]] = {
    **FIXED,
    "<": lambda value, bound: value < bound + TOLERANCE,
    ">": lambda value, bound: value > bound - TOLERANCE,
}
"""A tolerance that takes the bound itself in, also for `<` and `>`."""


def whole_number(text: str) -> int | None:
    """The whole number that a text is, commas left out; None if it is none."""
    try:
        return int(text.strip().replace(",", ""))
    except ValueError:
        return None


def meets(value: float, condition: str, compat: Compat = "fixed") -> bool:
    """Whether a number meets a condition.

    Raises:
        ValueError: It is no condition.
    """
    found = CONDITION.fullmatch(condition)
    if found is None:
        raise ValueError(f"{condition!r} is no condition; write an operator and a number, as in '>= 300'")
    return (UPSTREAM if compat == "upstream" else FIXED)[found[1]](value, float(found[2]))
