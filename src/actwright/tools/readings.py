"""The numbers beside a label on a page, read in each way that is possible, with their units."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from actwright.text import one_line
from actwright.tools.outline import Outline, numbers_in, words_in
from actwright.tools.units import Quantity, quantities_in, with_unit

MOST_WORDS = 3
"""The most words beside the number in a line that belongs to the label above it."""
JOINS = re.compile(r"[\s:=([\u2013\u2014-]*(?:(?:of|is|are|was)\s+)?")
"""What may stand between a label and its number."""
BEGINS, ENDS = re.compile(r"(?:^|[.,;:!?()|\u2013\u2014]\s*)$"), re.compile(r"\s*(?:$|[.,;:!?()|\u2013\u2014])")
"""The beginning and the end of a phrase."""
NUMBER_HERE = re.compile(r"[-\u2212]?[$\u20ac\u00a3\u00a5]?\s?[\d.,'\u2019 \u00a0\u202f]*\d")


class Reading(NamedTuple):
    """A number that a page shows, read in one way, with its unit; the unit is empty if none stands with it."""

    value: float
    unit: str


def labels(cell: str, label: str) -> bool:
    """Whether a label is a whole cell, or all that is before or after a number in it: `Total` is not `Grand Total`."""
    return one_line(cell).strip(" *:") == one_line(label).strip(" *:") or bool(adjacent(cell, label))


def adjacent(cell: str, label: str) -> list[Reading]:
    """The numbers that stand right after a label which begins a phrase, or right before one which ends it."""
    found: list[Reading] = []
    for start, end in words_in(cell, label):
        for quantity in quantities_in(cell):
            at = quantity.at
            number = NUMBER_HERE.match(cell, at)
            until = number.end() if number else at
            after = at >= end and JOINS.fullmatch(cell[end:at]) and BEGINS.search(cell[:start])
            between = until <= start and not cell[until:start].strip()
            if after or (between and ENDS.match(cell[end:]) and BEGINS.search(cell[:at])):
                found += _readings(quantity)
    return found


def number_line(outline: Outline, at: int) -> tuple[list[Reading], bool]:
    """The number of a line that says little else, as below a label; and whether it has numbers among more words."""
    said = outline.said[at] if at < len(outline.lines) else ""
    numbers = all_numbers([said])
    alone = len(numbers_in(said)) == 1 and len(said.split()) <= MOST_WORDS + 1
    return (numbers, False) if alone else ([], bool(numbers))


def all_numbers(texts: Iterable[str]) -> list[Reading]:
    """The numbers in texts, each in every way in which it can be read."""
    return [reading for text in texts for quantity in quantities_in(text) for reading in _readings(quantity)]


def _readings(quantity: Quantity) -> list[Reading]:
    return [Reading(value, quantity.unit) for value in sorted(quantity.values)]


def said_number(reading: Reading) -> str:
    """A number as a message names it."""
    return with_unit(f"{reading.value:g}", reading.unit)
