"""Reads dates and times as people write them; refuses what could be read in two ways."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from dateutil.parser import ParserError, parse

__all__ = ["AmbiguousDateError", "read_date", "read_month", "read_time", "write_date"]

_WORDED = r"(?=.*[^\W\d_]{3})(?=.*\d{4})[\w .,]+"
_YEAR_FIRST = re.compile(r"\d{4}([-/.])\d{1,2}\1\d{1,2}")
_DATE = re.compile(rf"\d{{1,2}}(?:\.\s?\d{{1,2}}\.\s?|/\d{{1,2}}/|-\d{{1,2}}-)\d{{4}}|{_WORDED}")
_MONTH = re.compile(rf"\d{{4}}-\d{{1,2}}|{_WORDED}")
_TIME = re.compile(r"\d{1,2}(?:[:.]\d{2}){1,2}(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?", re.IGNORECASE)
_PATTERN = re.compile(r"d{1,2}|m{1,2}|y{4}", re.IGNORECASE)
_DEFAULTS = datetime(2000, 1, 1), datetime(2004, 2, 2)  # noqa: DTZ001 - dates have no time zone
"""What dateutil takes for a part that the text lacks. A text that has all parts is the same with both."""


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
    if _YEAR_FIRST.fullmatch(stripped):
        found = _read(stripped, year_first=True)
        return found.date() if found else None
    if not _DATE.fullmatch(stripped):
        return None
    orders = (True,) if "." in stripped else (True, False)
    readings = {found.date() for day_first in orders if (found := _read(stripped, day_first=day_first))}
    if len(readings) > 1:
        several = " or ".join(sorted(map(str, readings)))
        raise AmbiguousDateError(f"{stripped} can be {several}; write it as one of them")
    return next(iter(readings), None)


def read_month(text: str) -> str | None:
    """The month in `November 2026`, `2026-11` or a date, as `2026-11`; None if there is none."""
    stripped = text.strip()
    if found := read_date(stripped):
        return found.isoformat()[:7]
    month = (
        _read(f"{stripped}-1" if stripped[:4].isdigit() else f"1 {stripped}") if _MONTH.fullmatch(stripped) else None
    )
    return month.date().isoformat()[:7] if month else None


def read_time(text: str) -> time | None:
    """The time of day that a text stands for: `14:30`, `2:30 pm`, `9am`; None for any other text."""
    if not _TIME.fullmatch(text.strip()):
        return None
    try:
        return parse(re.sub(r"(?<=\d)\.(?=\d)", ":", text.strip()), default=_DEFAULTS[0]).time()
    except ParserError:
        return None


def write_date(day: date, pattern: str) -> str | None:
    """The date in a pattern such as `DD/MM/YYYY` or `yyyy-mm-dd`; None if the text has no such pattern."""
    match = re.search(r"\b(?:(?:d{1,2}|m{1,2}|y{4})[-/. ]?){3}(?<![-/. ])", pattern, re.IGNORECASE)
    if not match or {part[0].lower() for part in _PATTERN.findall(match[0])} != set("dmy"):
        return None
    numbers = {"d": day.day, "m": day.month, "y": day.year}
    return _PATTERN.sub(lambda part: f"{numbers[part[0][0].lower()]:0{len(part[0])}}", match[0])


def _read(text: str, *, day_first: bool = False, year_first: bool = False) -> datetime | None:
    """The date in a text that has day, month and year; None for any other text."""
    try:
        one, other = (parse(text, default=default, dayfirst=day_first, yearfirst=year_first) for default in _DEFAULTS)
    except (ParserError, OverflowError):
        return None
    return one if one == other else None
