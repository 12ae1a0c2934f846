"""Reads dates and times as people and programs write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

_LONGEST = 80
"""The most characters of a date or a time."""

_MONTHS = (
    "january januar jänner janvier enero gennaio januari janeiro",
    "february februar feber février febrero febbraio februari fevereiro",
    "march märz maerz mars marzo maart março",
    "april avril abril aprile",
    "may mai mayo maggio mei maio",
    "june juni juin junio giugno junho",
    "july juli juillet julio luglio julho",
    "august août agosto augustus",
    "september septembre septiembre settembre setembro sept",
    "october oktober octobre octubre ottobre outubro",
    "november novembre noviembre novembro",
    "december dezember décembre diciembre dicembre dezembro",
)
"""The names of the months in English, German, French, Spanish, Italian, Dutch and Portuguese."""

_FULL_NAMES = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_MONTH_OF = {
    **{name[:3]: number for name, number in reversed(_FULL_NAMES.items())},
    **_FULL_NAMES,
    "jun": 6,
    "jul": 7,
    "juin": 6,
    "mrz": 3,
}
"""The number of each month by its names and their first three letters."""

_WEEKDAY = r"(?:[^\W\d_]{2,12}\.?,?\s+)?"
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?")
_NUMBERS = re.compile(rf"{_WEEKDAY}(\d{{1,2}})([-/.])\s?(\d{{1,2}})\2\s?(\d{{4}}|\d\d)")
_DAY_AND_NAME = re.compile(
    rf"{_WEEKDAY}(\d{{1,2}})(?:st|nd|rd|th|\.)?[\s-]*(?:of\s|de\s)?\s*([^\W\d_]{{3,12}})\.?,?[\s-]*(?:de\s)?(\d{{4}})"
)
_NAME_AND_DAY = re.compile(rf"{_WEEKDAY}([^\W\d_]{{3,12}})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})")
_MEANT_AS_DAY = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])|(?:[0-2]?\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1\d{4}"
    r"|(?:0?[1-9]|1[0-2])/(?:[0-2]?\d|3[01])/\d{4}"
)
_MONTH_AND_YEAR = re.compile(r"(\d{1,2})[/.-](\d{4})|([^\W\d_]{3,12})\.?\s(?:de\s)?(\d{4})|(\d{4})[-/](\d{1,2})")
_COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_TIME = re.compile(r"(\d{1,2})(?:([:.h])(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?\s*([ap]\.?m\.?|uhr|h)?", re.IGNORECASE)
_MOMENT = re.compile(
    r"(.*?\d)(?:[T,]\s?|\s+at\s+|\s+um\s+|\s+)(\d{1,2}[:.]\d\d(?::\d\d(?:\.\d{1,9})?)?(?:\s?[ap]\.?m\.?|\suhr)?)"
    r"\s?(Z|UTC|GMT(?:[+-]\d{2}:?\d{2})?|[+-]\d{2}:?\d{2})?(?:\s\([^()]*\))?",
    re.IGNORECASE,
)
_OFFSETS = timedelta(hours=14)
"""How far local midnight and the same midnight in UTC are apart at most."""

_EPOCH_DIGITS = {9: 1, 10: 1, 12: 1_000, 13: 1_000}
"""How many digits seconds and milliseconds since 1970 have, and how many of them make a second."""


class Moment(NamedTuple):
    """A date with a time of day.

    Attributes:
        written_days: The day that is written; two if its day and month cannot be told apart.
        clock: The time of day that is written.
        ahead: How far its zone is ahead of UTC; None if no zone is given.
    """

    written_days: frozenset[date]
    clock: time
    ahead: timedelta | None

    @property
    def instants(self) -> frozenset[datetime]:
        """The moments in UTC that it may be; empty if no zone is given."""
        found: set[datetime] = set()
        for day in self.written_days if self.ahead is not None else ():
            with suppress(OverflowError):
                found.add(datetime.combine(day, self.clock) - (self.ahead or timedelta()))
        return frozenset(found)

    @property
    def days(self) -> frozenset[date]:
        """The days that it may be sent for: those that are written, and those whose midnight it is somewhere."""
        return self.written_days | {day for instant in self.instants for day in _days_around(instant)}


def read_dates(text: str) -> frozenset[date]:
    """The days that a text may stand for: one for `2026-04-03`, `3.4.2026` or `April 3, 2026`, two for `03/04/2026`.

    A day of eight digits, and one with a year of two digits, is read as well. Empty for any other text.
    """
    text = text.strip().casefold()
    if not text or len(text) > _LONGEST:
        return frozenset()
    if match := _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
        *_, month, day = match.groups()
        return _days([(match[1], month, day)])
    if match := _NUMBERS.fullmatch(text):
        first, mark, second, year = match.groups()
        swapped = [(year, first, second)] if mark != "." else []
        return _days([(year, second, first), *swapped])
    if match := _DAY_AND_NAME.fullmatch(text):
        return _days([(match[3], str(_MONTH_OF.get(match[2], 0)), match[1])])
    if match := _NAME_AND_DAY.fullmatch(text):
        return _days([(match[3], str(_MONTH_OF.get(match[1], 0)), match[2])])
    return frozenset()


def is_impossible_day(text: str) -> bool:
    """Whether a text is meant as a day that does not exist: `1999-02-30`, `31/04/2026`."""
    return _MEANT_AS_DAY.fullmatch(text.strip()) is not None and not read_dates(text)


def named_month(name: str) -> int | None:
    """The number of the month with that whole name in one of the seven languages; None for any other text."""
    return _FULL_NAMES.get(name.strip().casefold())


def read_month(text: str) -> tuple[int, int] | None:
    """The year and the month that a text stands for: `2026-04`, `2026/4`, `04/2026`, `April 2026`; None for others."""
    match = _MONTH_AND_YEAR.fullmatch(text.strip().casefold()) if len(text) <= _LONGEST else None
    if not match:
        return None
    month = int(match[1] or match[6] or _MONTH_OF.get(match[3] or "", 0))
    return (int(match[2] or match[4] or match[5]), month) if 1 <= month <= len(_MONTHS) else None


def read_time(text: str) -> time | None:
    """The time of day that a text stands for: `14:30`, `2:30 pm`, `9am`, `9h30`, `9.00 Uhr`; None for any other text."""
    match = _TIME.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if not match:
        return None
    hours, mark, minutes, seconds, half = match.groups()
    half = (half or "").casefold().replace(".", "")
    if not ((mark and mark in ":hH") or (half and (mark or half != "h"))):
        return None
    hour = int(hours) % 12 + 12 * (half == "pm") if half in {"am", "pm"} and 0 < int(hours) <= 12 else int(hours)  # noqa: PLR2004
    try:
        return time(hour, int(minutes or 0), int(seconds or 0))
    except ValueError:
        return None


def read_moment(text: str) -> Moment | None:
    """The date with a time of day that a text stands for: `2026-04-03T14:30`, `3.4.2026 14:30`; None for other texts."""
    match = _MOMENT.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if not match:
        return None
    days, clock, zone = read_dates(match[1]), read_time(match[2]), match[3]
    if not days or clock is None:
        return None
    return Moment(days, clock, _ahead(zone) if zone else None)


def _ahead(zone: str) -> timedelta:
    """How far a zone is ahead of UTC."""
    offset = re.search(r"([+-])(\d\d):?(\d\d)", zone)
    if not offset:
        return timedelta()
    ahead = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
    return -ahead if offset[1] == "-" else ahead


def read_epoch(text: str) -> frozenset[date]:
    """The days that a number of seconds or milliseconds since 1970 may stand for somewhere; empty for other texts."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) in _EPOCH_DIGITS):
        return frozenset()
    moment = datetime(1970, 1, 1) + timedelta(seconds=int(text) // _EPOCH_DIGITS[len(text)])  # noqa: DTZ001 - in UTC
    return frozenset({moment.date(), *_days_around(moment)})


def _days_around(moment: datetime) -> Iterator[date]:
    """The days whose midnight somewhere is a moment in UTC."""
    midnight = datetime.combine(moment.date(), time())
    for days in (-1, 0, 1):
        with suppress(OverflowError):
            near = midnight + timedelta(days=days)
            if abs(near - moment) <= _OFFSETS:
                yield near.date()


def _days(written: Iterable[tuple[str, str, str]]) -> frozenset[date]:
    """The days that exist, of years, months and days of the month."""
    found: set[date] = set()
    for year, month, day in written:
        try:
            found.add(date(int(year) + 2000 * (len(year) == 2), int(month), int(day)))  # noqa: PLR2004
        except ValueError:
            continue
    return frozenset(found)
