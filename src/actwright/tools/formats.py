"""What inputs of a fixed form take: dates, times, numbers, colours."""

from __future__ import annotations

import re
from datetime import date

from actwright.schemas.page import Element

NUMBER = r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
DAY = r"\d{4}-\d\d-\d\d"
HOUR = r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?"
FORMATS = {
    "date": ("YYYY-MM-DD", DAY),
    "time": ("HH:MM", HOUR),
    "datetime-local": ("YYYY-MM-DDTHH:MM", f"{DAY}[T ]{HOUR}"),
    "month": ("YYYY-MM", r"\d{4}-(?:0[1-9]|1[0-2])"),
    "week": ("YYYY-Www", r"\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])"),
    "color": ("#rrggbb", "#[0-9a-fA-F]{6}"),
    "number": ("a number", NUMBER),
    "range": ("a number", NUMBER),
}
"""Each type's form in words and as a pattern (HTML standard, "value sanitization algorithm" of each type)."""


def has_format(element: Element) -> bool:
    """Whether it is an input whose value has a fixed form."""
    return element.tag == "input" and element.type in FORMATS


def fits(element: Element, value: str) -> bool:
    """Whether a browser accepts the form of a value; the empty one clears a field that can be empty."""
    if not has_format(element):
        return True
    value = value.strip()
    if not value:
        return element.type not in {"color", "range"}
    if not re.fullmatch(FORMATS[element.type][1], value):
        return False
    return element.type not in {"date", "datetime-local"} or _is_day(value[:10])


def expected_format(element: Element) -> str:
    """The form and the limits in words: `YYYY-MM-DD, at least 2026-01-01`."""
    limits = ((element.minimum, "at least"), (element.maximum, "at most"), (element.step, "in steps of"))
    return ", ".join([FORMATS[element.type][0], *(f"{words} {limit}" for limit, words in limits if limit)])


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
