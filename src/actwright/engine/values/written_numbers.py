"""Reads numbers as people and programs write them: separators of both conventions, signs of currencies, units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Context, Decimal
from typing import NamedTuple

__all__ = ["WrittenNumber", "read_number"]

_LONGEST = 40
"""The most characters of a number; longer texts are read as texts."""

_PRECISION = Context(prec=12)
"""To this many digits fractions are compared, so that 19.990000000000002 is 19.99."""

_SIGNS = {
    **dict.fromkeys(("$", "us$", "dollar", "dollars"), "usd"),
    **dict.fromkeys(("€", "euro", "euros"), "eur"),
    **dict.fromkeys(("£", "pound", "pounds"), "gbp"),
    **dict.fromkeys(("¥", "yen"), "jpy"),
    "fr.": "chf",
}
"""The codes of currencies by other names."""

_PARTS = re.compile(
    r"([^\d+.,-]{0,10}?)\s*([+-]?)\s*([^\d+.,-]{0,4}?)\s*([+-]?(?:\d|[.,]\d)[\d., ']*(?:[eE][+-]?\d{1,3})?)(\D{0,12})"
)
_PLAIN = re.compile(r"\d+(?:\.\d*)?(?:[eE][+-]?\d{1,3})?|\.\d+")
_GROUPED = (
    (
        re.compile(r"\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?|\d{1,3}(?:,\d{3})+\.\d+|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?"),
        ",",
        ".",
    ),
    (re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+"), ".", ","),
    (re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?:'\d{3})+(?:[.,]\d+)?"), " '", ",."),
    (re.compile(r"\d*,(?:\d{1,2}|\d{4,})|0,\d+"), "", ","),
)
"""Numbers with separators that can be read in one way: how they look, their thousands separators and decimal marks."""

_UNCLEAR = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
"""A thousand or three decimal places, as in `1,250` or `1.250`."""


class WrittenNumber(NamedTuple):
    """A number in a text.

    Attributes:
        readings: The numbers that it may be: one, or two if its separator can be read in two ways.
        unit: The unit or currency around it, in lower case; empty if there is none.
        is_certain: Whether it is one number and written as such, without leading zeros, which codes have.
        cents: The same in hundredths, if it has two decimal places or a currency; None if it does not.
    """

    readings: tuple[Decimal, ...]
    unit: str = ""
    is_certain: bool = True
    cents: Decimal | None = None


def read_number(text: str) -> WrittenNumber | None:
    """The number that a text is, with or without a unit: `$1,250.00`, `50 EUR`, `1.250,50`, `-3`, `1e3`.

    Returns:
        None if it is no number, or has more than 40 characters.
    """
    text = text.strip()
    if not text or len(text) > _LONGEST or not any(map(str.isdecimal, text)):
        return None
    match = _PARTS.fullmatch(text)
    if not match:
        return None
    before, sign, symbol, digits, after = match.groups()
    units = [unit for each in (before, symbol, after) if (unit := each.strip().casefold())]
    if len(units) > 1 or any(map(str.isdecimal, "".join(units))):
        return None
    bare = digits.strip().lstrip("+-")
    values = [*_values(bare)]
    if not values or not all(map(_is_unit, units)):
        return None
    minus = "-" in (sign, digits[0])
    readings = tuple(map(_rounded, (-value for value in values) if minus else values))
    unit = _SIGNS.get(units[0], units[0]) if units else ""
    has_cents = bool(unit) or bool(re.search(r"[.,]\d\d$", bare))
    whole = len(readings) == 1 and readings[0] * 100
    return WrittenNumber(
        readings,
        unit,
        is_certain=len(readings) == 1 and not re.match(r"0\d", bare),
        cents=whole if whole and has_cents and whole == whole.to_integral_value() else None,
    )


def _values(bare: str) -> Iterator[Decimal]:
    """The numbers that digits with separators may be."""
    if _UNCLEAR.fullmatch(bare):
        yield Decimal(bare.replace(",", "").replace(".", ""))
        yield Decimal(bare.replace(",", "."))
    elif _PLAIN.fullmatch(bare):
        yield Decimal(bare)
    else:
        for pattern, thousands, marks in _GROUPED:
            if pattern.fullmatch(bare):
                plain = bare.translate(str.maketrans("", "", thousands))
                yield Decimal(plain.translate(str.maketrans(marks, "." * len(marks))))
                return


def _rounded(value: Decimal) -> Decimal:
    return value if value == value.to_integral_value() else _PRECISION.plus(value)


def _is_unit(unit: str) -> bool:
    """Whether a text beside a number may be a unit: one word, or a sign such as `€`, `%` or `°C`."""
    return len(unit.split()) == 1 and not any(each in unit for each in '#:/@=&?\\"<>()[]{}_')
