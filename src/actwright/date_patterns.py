"""Dates as the texts of a page ask for them, as in `DD/MM/YYYY`."""

from __future__ import annotations

import re
from datetime import date

__all__ = ["write_date"]

_PATTERN = re.compile(r"\b(?:(?:d{1,2}|m{1,2}|y{4})[-/. ]?){3}(?<![-/. ])", re.IGNORECASE)
_PART = re.compile(r"d{1,2}|m{1,2}|y{4}", re.IGNORECASE)


def write_date(day: date, pattern: str) -> str | None:
    """The date in a pattern such as `DD/MM/YYYY` or `yyyy-mm-dd`; None if the text has no such pattern."""
    match = _PATTERN.search(pattern)
    if not match or {part[0].lower() for part in _PART.findall(match[0])} != set("dmy"):
        return None
    numbers = {"d": day.day, "m": day.month, "y": day.year}
    return _PART.sub(lambda part: f"{numbers[part[0][0].lower()]:0{len(part[0])}}", match[0])
