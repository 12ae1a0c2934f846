"""What a page shows after an effect about the values that were sent: another date, another amount, a text that is cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from actwright.engine.evidence.own_words import words_of
from actwright.schemas.page import Observation
from actwright.text import one_line
from actwright.tools.outline import CELLS, numbers_in, outline_of

__all__ = ["new_texts", "shows_otherwise"]

ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)")
MONTHS = re.compile(
    r"(?<!\w)(?:(\d{1,2})(?:st|nd|rd|th|\.)? (?:of |de )?([^\W\d_]{3,12})\.?,? (\d{4})|([^\W\d_]{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))(?!\d)"
)
MONTH_NAMES = (
    ("jan", "ene", "gen", "sty"), ("feb", "fev", "lut"), ("mar", "mer", "maart", "mrt"), ("apr", "avr", "abr", "kwi"),
    ("may", "mai", "maj", "mei", "mag"), ("jun", "juin", "giu", "cze"), ("jul", "juil", "lug", "lip"), ("aug", "aout", "ago", "sie"),
    ("sep", "set", "wrz"), ("oct", "okt", "out", "ott", "paz"), ("nov", "lis"), ("dec", "dez", "dic", "gru"),
)  # fmt: skip
SHORTEST_CUT = 10
"""Characters of a text that are no coincidence."""
AMOUNT = re.compile(r"[^\d\s]?\s?-?\d[\d.,'\u2019 \u00a0]*[.,]\d+\s?[^\d\s]{0,3}")
"""A number with a decimal or a thousands separator, and perhaps a currency: what an amount looks like."""


def new_texts(before: Observation, now: Observation, *, said_only: bool = False) -> tuple[str, ...]:
    """The texts of a page that it did not show before, line by line.

    Args:
        before, now: The two looks.
        said_only: Whether to leave out what can be pressed or filled in.
    """
    old = one_line(before.text)
    outline = outline_of(now)
    pressed = {
        element.id for element in now.elements if element.submits or element.tag in PRESSED or element.value is not None
    }
    texts = [
        one_line(text)
        for at, line in enumerate(outline.lines)
        if not (said_only and line.head in pressed)
        for text in outline.said[at].split(CELLS)
    ]
    return tuple(dict.fromkeys(text for text in texts if words_of(text) and text not in old))


PRESSED = frozenset({"a", "button", "summary", "option"})


def shows_otherwise(values: Iterable[str], task: str, texts: Sequence[str], shown: str) -> str:
    """Why texts that are new on a page contradict values that were sent; empty if they do not.

    Args:
        values: The values as they were meant.
        task: The text of the task, whose dates count too.
        texts: The new texts.
        shown: All of the page's text: a value that it shows anywhere is not contradicted.
    """
    values = tuple(dict.fromkeys(values))
    days = {day for text in texts for day in dates_in(text)}
    meant = {day for text in (*values, task) for day in dates_in(text)}
    if days.isdisjoint(meant) and (other := _swapped(meant, days)):
        return f"the page now shows {other[0]} instead of {other[1]}"
    for value in values:
        if wrong := _cut(value, texts, shown) or _other_amount(value, texts, shown):
            return f'the page now shows "{wrong}", not "{one_line(value)}"'
    return ""


def dates_in(text: str) -> Iterator[date]:
    """The dates in a text that can be read in one way only."""
    for match in ISO.finditer(text):
        yield from _day(int(match[1]), int(match[2]), int(match[3]))
    for match in DAY_FIRST.finditer(text):
        one, other, year = map(int, match.groups())
        readings = {*_day(year, other, one), *_day(year, one, other)}
        if "." in match[0]:
            readings = {*_day(year, other, one)}
        yield from readings if len(readings) == 1 else ()
    for match in MONTHS.finditer(text):
        day, name, year = (match[1], match[2], match[3]) if match[1] else (match[5], match[4], match[6])
        if month := _month(name):
            yield from _day(int(year), month, int(day))


def _day(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return


def _month(name: str) -> int:
    plain = "".join(words_of(name))
    return next((at for at, names in enumerate(MONTH_NAMES, 1) if plain.startswith(names)), 0)


def _swapped(meant: set[date], days: set[date]) -> tuple[date, date] | None:
    """A date of a page that has day and month of one that was meant swapped, and that one."""
    swaps = {swap: day for day in meant if day.day != day.month for swap in _day(day.year, day.day, day.month)}
    return next(((day, swaps[day]) for day in sorted(days) if day in swaps), None)


def _cut(value: str, texts: Sequence[str], shown: str) -> str:
    """A text that is the beginning of a value and no more, where the page shows the value nowhere."""
    whole = one_line(value)
    if whole in one_line(shown):
        return ""
    for text in texts:
        for length in range(min(len(whole) - 1, len(text)), max(SHORTEST_CUT, len(whole) // 3) - 1, -1):
            if text.endswith(whole[:length]):
                before = text[: len(text) - length]
                return text if not before or not before[-1].isalnum() else ""
    return ""


def _other_amount(value: str, texts: Sequence[str], shown: str) -> str:
    """An amount of the same digits but a thousand or a hundred times as large or small, as misread separators make it."""
    if not AMOUNT.fullmatch(one_line(value)):
        return ""
    meant = {number for _, numbers in numbers_in(value) for number in numbers}
    if not meant or any(meant & numbers for _, numbers in numbers_in(shown)):
        return ""
    for text in texts:
        for _, numbers in numbers_in(text):
            if any(_is_shifted(number, other) for number in meant for other in numbers):
                return text
    return ""


def _is_shifted(number: float, other: float) -> bool:
    if not number or not other:
        return False
    ratio = max(number, other) / min(number, other) if number * other > 0 else 0.0
    return any(abs(ratio - shift) < shift * 1e-6 for shift in (10.0, 100.0, 1000.0, 1_000_000.0))
