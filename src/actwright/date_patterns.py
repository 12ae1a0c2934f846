"""Dates as the texts of a page ask for them, as in `DD/MM/YYYY`."""

from __future__ import annotations

import re
from datetime import date

_PARTS = r"[yja]{4}|[dtgj]{1,2}|m{1,2}"
"""Year, day and month as languages write them: `DD/MM/YYYY`, `TT.MM.JJJJ`, `JJ/MM/AAAA`, `GG/MM/AAAA`."""
_PATTERN = re.compile(rf"\b(?:(?:{_PARTS})[-/. ]?){{3}}(?<![-/. ])\b", re.IGNORECASE)
_PART = re.compile(_PARTS, re.IGNORECASE)


def write_date(day: date, pattern: str) -> str | None:
    """The date in a pattern such as `DD/MM/YYYY` or `yyyy-mm-dd`; None if the text has no such pattern."""
    match = _PATTERN.search(pattern)
    if not match or {_kind(part) for part in _PART.findall(match[0])} != set("dmy"):
        return None
    numbers = {"d": day.day, "m": day.month, "y": day.year}
    return _PART.sub(lambda part: f"{numbers[_kind(part[0])]:0{len(part[0])}}", match[0])


def _kind(part: str) -> str:
    return "y" if len(part) == len("yyyy") else "m" if part[0] in "mM" else "d"
