"""Numbers with their units and signs: `$150`, `150 kg`, `(1,250.00)`. Numbers of other units are not the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from actwright.tools.outline import numbers_in

_CURRENCIES: Mapping[str, str] = {
    "$": "$ us$ usd dollar dollars", "€": "€ eur euro euros", "£": "£ gbp", "¥": "¥ jpy yen", "CHF": "chf fr. franken francs",
    "C$": "c$ ca$ cad", "A$": "a$ au$ aud", "₹": "₹ inr rs. rupees", "kr": "kr kr. kroner kronor", "SEK": "sek", "NOK": "nok", "DKK": "dkk", "zł": "zł pln", "CNY": "cny rmb",
}  # fmt: skip
_MEASURES: Mapping[str, str] = {
    "kg": "kg kilo kilos kilogram kilograms kilogramm", "g": "g gram grams gramm", "mg": "mg milligram milligrams", "t": "tonne tonnes tonnen",
    "lb": "lb lbs pound pounds", "oz": "oz ounce ounces", "km": "km kilometer kilometers kilometre kilometres", "m": "m meter meters metre metres",
    "cm": "cm centimeter centimeters centimetre centimetres", "mm": "mm millimeter millimeters millimetre millimetres",
    "inch": "inch inches", "yd": "yd yard yards", "mi": "mi mile miles", "ft": "ft foot feet", "l": "l liter liters litre litres", "ml": "ml milliliter milliliters millilitre millilitres", "gal": "gal gallon gallons",
    "%": "% percent prozent", "°C": "°c celsius", "°F": "°f fahrenheit", "s": "s sec second seconds sekunden", "ms": "ms milliseconds",
    "min": "min mins minute minutes minuten", "h": "h hr hrs hour hours stunde stunden", "days": "day days tag tage tagen",
    "weeks": "week weeks woche wochen", "months": "month months monat monate monaten", "years": "year years jahr jahre jahren",
    "KB": "kb kilobytes", "MB": "mb megabytes", "GB": "gb gigabytes", "TB": "tb terabytes", "W": "watt", "kW": "kw", "Wh": "wh", "kWh": "kwh", "mAh": "mah",
}  # fmt: skip
_SCALES: Sequence[Mapping[str, float]] = (
    {"mg": 0.001, "g": 1, "kg": 1_000, "t": 1_000_000}, {"mm": 0.001, "cm": 0.01, "m": 1, "km": 1_000}, {"ml": 0.001, "l": 1},
    {"ms": 0.001, "s": 1, "min": 60, "h": 3_600}, {"W": 1, "kW": 1_000},
)  # fmt: skip
"""Units that measure the same, with their sizes."""
CURRENCIES = frozenset(_CURRENCIES)
_SHARED: Mapping[str, frozenset[str]] = {
    "kr": frozenset({"SEK", "NOK", "DKK"}), "$": frozenset({"C$", "A$"}), "\u00a5": frozenset({"CNY"}),
}  # fmt: skip
"""Signs that several currencies share."""
UNITS: Mapping[str, str] = {
    word: unit for units in (_CURRENCIES, _MEASURES) for unit, words in units.items() for word in words.split()
}
"""The unit of each word and sign for one, in lower case."""
_ANY_OF = "|".join(map(re.escape, sorted(UNITS, key=len, reverse=True)))
AFTER = re.compile(rf"\s?(?:(?:degrees?|grad)\s)?({_ANY_OF})(?![^\W\d_])", re.IGNORECASE)
_MONEY = "|".join(
    re.escape(word) for unit in _CURRENCIES.values() for word in sorted(unit.split(), key=len, reverse=True)
)
BEFORE = re.compile(rf"(?<![^\W\d_])({_MONEY})\s?$", re.IGNORECASE)
ACCOUNTED = re.compile(
    rf"(?:(?<!\w)(?<!\d\s)({_MONEY})\s?)?\(\s*(\d(?:[\d.,'\u2019]*\d)?)\s*\)(?(1)|\s?({_MONEY})(?!\w|\s?\d))",
    re.IGNORECASE,
)
"""A negative amount as accounts write it, with its currency outside of the brackets: `$(75.00)`, `(75.00) USD`."""
NAMED = re.compile(rf"(?:(?<=[(\[/])|(?<=\bin ))({_ANY_OF})(?=[)\]\s]|$)|([$€£¥₹])", re.IGNORECASE)
WHOLE = re.compile(r"\w{3,}s|[^\W\d_]{3,}en|[%$\u20ac\u00a3\u00a5]|kg", re.IGNORECASE)
"""A whole label that may be a unit: `Hours`; not `Min` or `Day`."""
DIGITS = re.compile(
    r"[-\u2212+]?\s?(?:[$\u20ac\u00a3\u00a5]\s?)?\d(?:[\d.,'\u2019]*\d|[ \u00a0\u202f](?=\d{3}(?!\d)))*"
)
NEGATIVE = re.compile(r"\s*(?:\(\s*[^\s\w]?\s?[\d.,'\u2019]+\s?[^\s\w]?\s*\)|[^\s\w]?\s?[\d.,'\u2019]+\s?[-\u2212])\s*")
"""A whole text that is a negative number as accounts write it: `(150.00)`, `150.00-`."""

COUNT = re.compile(r"\s*\(\s*\d+\s*\)\s*")
"""A whole number in brackets: a negative one, or how many there are of what stands before it."""


class Quantity(NamedTuple):
    """A number in a text: where it begins, its possible values, and its unit; empty if none stands with it."""

    at: int
    values: frozenset[float]
    unit: str


def quantities_in(text: str) -> list[Quantity]:
    """The numbers in a text, with their units."""
    signs = (1.0, -1.0) if COUNT.fullmatch(text) else (-1.0,) if NEGATIVE.fullmatch(text) else (1.0,)
    units = {match.start(2): UNITS[(match[1] or match[3]).casefold()] for match in ACCOUNTED.finditer(text)}
    return [
        Quantity(at, frozenset(-each for each in values), units[at])
        if at in units
        else Quantity(at, frozenset(sign * each for sign in signs for each in values), _unit(text, at))
        for at, values in numbers_in(text)
    ]


def may_be_same(one: str, other: str) -> bool:
    """Whether two currencies may be the same, because one of them is a sign that several share."""
    return other in _SHARED.get(one, ()) or one in _SHARED.get(other, ())


def in_unit(one: str, other: str) -> float | None:
    """How many of another unit one of a unit is; None if they do not measure the same."""
    both = next((each for each in _SCALES if one in each and other in each), None)
    return both[one] / both[other] if both else None


def with_unit(number: str, unit: str) -> str:
    """A number with its unit as people write it: `$80`, `150 kg`; the number alone if there is no unit."""
    if not unit:
        return number
    return f"{unit}{number}" if unit in CURRENCIES and len(unit) == 1 else f"{number} {unit}"


def unit_in(text: str) -> str:
    """The unit that a label or the head of a column names, as in `Price (€)`; empty if none."""
    if WHOLE.fullmatch(text.strip()):
        return UNITS.get(text.strip().casefold(), "")
    match = NAMED.search(text)
    return UNITS.get((match[1] or match[2]).casefold(), "") if match else ""


def _unit(text: str, at: int) -> str:
    digits = DIGITS.match(text, at)
    inside = next((sign for sign in "$€£¥" if digits and sign in digits[0]), "")
    start = at + digits[0].index(inside) + 1 if inside and digits else at
    before = BEFORE.search(text[:start].rstrip("-\u2212+ ") if not inside else text[:start])
    if before:
        return UNITS[before[1].casefold()]
    after = AFTER.match(text, digits.end()) if digits else None
    return UNITS[after[1].casefold()] if after else ""
