"""Reads dates and times as people write them; refuses what could be read in two ways."""

# ruff: noqa: PLR2004 - the calendar's numbers are said where they count

from __future__ import annotations

import re
from datetime import date, time

__all__ = ["AmbiguousDateError", "read_date", "read_month", "read_time", "write_date"]

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?"
_WORDED = (
    re.compile(rf"{_DAY}\s+(?:of\s+)?{_MONTH},?\s+(?P<year>\d{{4}})", re.IGNORECASE),
    re.compile(rf"{_MONTH}\s+{_DAY},?\s+(?P<year>\d{{4}})", re.IGNORECASE),
)
_ISO = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})")
_DOTTED = re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})")
_SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
_MONTH_ONLY = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})"),
    re.compile(rf"{_MONTH}\s+(?P<year>\d{{4}})", re.IGNORECASE),
)
_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)?", re.IGNORECASE)
_PARTS = re.compile(r"d{1,2}|m{1,2}|y{4}", re.IGNORECASE)


class AmbiguousDateError(ValueError):
    """The text is a date whose day and month cannot be distinguished."""


def read_date(text: str) -> date | None:
    """The date that a text stands for: ISO, `21 Nov 2026`, `November 21, 2026`, `21.11.2026`, `21/11/2026`.

    Returns:
        None if it is not a date.

    Raises:
        AmbiguousDateError: `03/04/2026`, which is in March or in April.
    """
    stripped = text.strip()
    for pattern in (_ISO, _DOTTED, *_WORDED):
        if match := pattern.fullmatch(stripped):
            return _date(match["year"], match["month"], match["day"])
    if match := _SLASHED.fullmatch(stripped):
        first, second, year = match.groups()
        readings = {found for found in (_date(year, first, second), _date(year, second, first)) if found}
        if len(readings) > 1:
            raise AmbiguousDateError(
                f"{stripped} can be {' or '.join(sorted(map(str, readings)))}; write it as one of them"
            )
        return next(iter(readings), None)
    return None


def read_month(text: str) -> str | None:
    """The month in `November 2026`, `2026-11` or a date, as `2026-11`; None if there is none."""
    for pattern in _MONTH_ONLY:
        if match := pattern.fullmatch(text.strip()):
            found = _date(match["year"], match["month"], "1")
            return found.isoformat()[:7] if found else None
    found = read_date(text)
    return found.isoformat()[:7] if found else None


def read_time(text: str) -> time | None:
    """The time of day that a text stands for: `14:30`, `2:30 pm`, `9am`; None for any other text."""
    match = _TIME.fullmatch(text.strip())
    if not match or not (match[2] or match[4]):
        return None
    hour, minute, second = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    if match[4]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[4].lower().startswith("p") else 0)
    return time(hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None


def write_date(day: date, pattern: str) -> str | None:
    """The date in a pattern such as `DD/MM/YYYY` or `yyyy-mm-dd`; None if the text has no such pattern."""
    match = re.search(r"\b(?:(?:d{1,2}|m{1,2}|y{4})[-/. ]?){3}(?<![-/. ])", pattern, re.IGNORECASE)
    if not match or {part[0].lower() for part in _PARTS.findall(match[0])} != set("dmy"):
        return None
    return _PARTS.sub(lambda part: _part(day, part[0].lower()), match[0])


def _part(day: date, part: str) -> str:
    if part[0] == "y":
        return f"{day.year:04}"
    number = day.day if part[0] == "d" else day.month
    return f"{number:0{len(part)}}"


def _date(year: str, month: str, day: str) -> date | None:
    number = MONTHS.index(month.lower()[:3]) + 1 if month.isalpha() else int(month)
    try:
        return date(int(year), number, int(day))
    except ValueError:
        return None
