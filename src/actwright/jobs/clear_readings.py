"""What cells mean that can be read in two ways, as other cells of their table show: `03/04/2026`, `1.250`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from actwright.written_dates import read_dates

_DAY = re.compile(r"(\d{1,2})[-/](\d{1,2})[-/](\d{4})")
_NUMBER = re.compile(r"\D{0,4}(\d[\d.,]*\d)\D{0,4}")
_UNCLEAR = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
_MARKS = {
    ",": re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d+,\d\d"),
    ".": re.compile(r"\d{1,3}(?:,\d{3})+\.\d+|\d+\.\d{1,2}"),
}
"""What shows that a decimal mark is used."""


def clear_readings(cells: Iterable[str]) -> Mapping[str, str]:
    """The day (`2026-04-03`) or the number (`1250`) that unclear cells of a table mean, by their text.

    A table has one order of day and month, and one decimal mark. If its clear cells show both or none, nothing is known.
    """
    texts = dict.fromkeys(cell.strip() for cell in cells)
    days = {text: match for text in texts if (match := _DAY.fullmatch(text))}
    numbers = {text: match[1] for text in texts if (match := _NUMBER.fullmatch(text))}
    first = {
        int(match[1]) > int(match[2])
        for text, match in days.items()
        if len(read_dates(text)) == 1 and match[1] != match[2]
    }
    marks = {mark for mark, shows in _MARKS.items() if any(map(shows.fullmatch, numbers.values()))}
    found = dict[str, str]()
    if len(first) == 1:
        day, month = (1, 2) if True in first else (2, 1)
        found |= {
            text: f"{match[3]}-{int(match[month]):02}-{int(match[day]):02}"
            for text, match in days.items()
            if len(read_dates(text)) > 1
        }
    if len(marks) == 1:
        unclear = {text: number for text, number in numbers.items() if _UNCLEAR.fullmatch(number)}
        found |= {
            text: number.replace(",", ".") if {*marks} & {*number} else re.sub(r"[.,]", "", number)
            for text, number in unclear.items()
        }
    return found
