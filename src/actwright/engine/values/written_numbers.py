"""Reads numbers as people and programs write them: separators of both conventions, signs of currencies, units."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Context, Decimal
from typing import NamedTuple

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

_CODES = frozenset(
    "usd eur gbp chf jpy cny inr aud cad nzd sek nok dkk pln czk huf ron try rub uah brl mxn zar krw sgd hkd ils aed".split()  # noqa: SIM905 - a list of words
)
_UNITS = frozenset(
    "kg g mg t lb lbs oz km m cm mm ft in mi yd l ml cl h hr hrs min s sec ms px em rem pt kb mb gb tb kw kwh w v st x".split()  # noqa: SIM905 - as above
)
"""Codes of currencies, and units that may follow a number without a space, unlike the letter of a house number."""

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
        is_certain: Whether it is one number.
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
    text = text.strip().casefold()
    if not text or len(text) > _LONGEST or not any(map(str.isdecimal, text)):
        return None
    match = _PARTS.fullmatch(text)
    if not match:
        return None
    before, sign, symbol, digits, after = match.groups()
    units = [unit for each in (before, symbol, after) if (unit := each.strip().casefold())]
    if len(units) > 1 or not all(map(_may_precede, filter(None, (before.strip(), symbol.strip())))):
        return None
    if after.strip() and not _may_follow(after.strip(), is_apart=digits.endswith(" ")):
        return None
    bare = digits.strip().lstrip("+-")
    values = [*_values(bare)]
    if not values or re.match(r"0\d", bare):  # leading zeros belong to codes
        return None
    minus = "-" in (sign, digits[0])
    unit = _SIGNS.get(units[0], units[0]) if units else ""
    if unit in _CODES:
        values = values[:1]  # no amount of money has three decimal places
    readings = tuple(map(_rounded, (-value for value in values) if minus else values))
    has_cents = bool(unit) or bool(re.search(r"[.,]\d\d$", bare))
    whole = len(readings) == 1 and readings[0] * 100
    return WrittenNumber(
        readings,
        unit,
        is_certain=len(readings) == 1,
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


def _may_precede(unit: str) -> bool:
    """Whether a text before a number is a currency."""
    return _is_sign(unit) or unit in _CODES or unit in _SIGNS


def _may_follow(unit: str, *, is_apart: bool) -> bool:
    """Whether a text after a number is a unit or a currency; any word may be one if it stands apart."""
    is_known = _is_sign(unit) or unit in _CODES | _UNITS or unit in _SIGNS
    return is_known or (is_apart and unit.isalpha() and len(unit) > 1)


def _is_sign(unit: str) -> bool:
    """Whether a text is a sign such as `€`, `%` or `°C`."""
    return 0 < len(unit) <= 2 and (unit[0] in "%\u2030\u00b0" or unicodedata.category(unit[0]) == "Sc")  # noqa: PLR2004
