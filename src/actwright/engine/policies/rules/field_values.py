"""Writes a value as a field accepts it: the date of a date input, the number of a price, the option of a select."""

# ruff: noqa: PLR2004 - scores are said where they count

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date, time

from actwright import written_dates
from actwright.date_patterns import write_date
from actwright.engine.policies.rules.option_matching import (
    as_bool,
    counts_like,
    is_answer,
    is_same_month,
    is_same_number,
    is_same_range,
    names_part,
    option_in_range,
    reads_like,
    without_note,
)
from actwright.engine.policies.rules.page_fields import Field
from actwright.engine.policies.rules.phrases import terms, words_of
from actwright.engine.policies.rules.place_names import is_same_place
from actwright.engine.policies.rules.similarity import Choice
from actwright.written_dates import is_impossible_day, read_dates

_FIRM_SEPARATOR, _COMMAS = re.compile(r"\s*[;|\n]\s*"), re.compile(r"\s*[,;|]\s*")
SEPARATOR = re.compile(r"\s*[,;|]\s*|\s+and\s+")
"""What stands between several values in one."""
_MIDNIGHT = re.compile(r"(?:[T ]00:00(?::00(?:\.0+)?)?|\s12:00(?::00)?\s?AM)$")
"""The time that tables give a cell that has only a date."""


class AmbiguousDateError(ValueError):
    """The text is a date whose day and month cannot be distinguished."""


def read_date(text: str) -> date | None:
    """The date that a text stands for: ISO, `21 Nov 2026`, `21 november 2026`, `21.11.2026`, `21/11/2026 00:00`.

    Returns:
        None if it is not a date.

    Raises:
        AmbiguousDateError: `03/04/2026`, which is in March or in April.
    """
    stripped = _MIDNIGHT.sub("", text.strip())
    days = read_dates(stripped) if re.search(r"\d{4}", stripped) and not stripped.isdecimal() else frozenset[date]()
    if len(days) > 1:
        raise AmbiguousDateError(f"{stripped} can be {' or '.join(sorted(map(str, days)))}; write it as one of them")
    return next(iter(days), None)


def read_month(text: str) -> str | None:
    """The month in `November 2026`, `2026-11`, `11/2026` or a date, as `2026-11`; None if there is none."""
    if found := read_date(text):
        return found.isoformat()[:7]
    month = written_dates.read_month(text)
    return f"{month[0]}-{month[1]:02}" if month else None


def read_time(text: str) -> time | None:
    """The time of day that a text stands for: `14:30`, `14.30`, `2:30 pm`, `9am`; None for any other text."""
    return written_dates.read_time(re.sub(r"(?<=\d)\.(?=\d)", ":", text))


class RefusedValueError(ValueError):
    """The field cannot hold the value; the message says why, and what it could hold."""


MONEY = frozenset({"price", "amount", "fee", "budget", "salary", "deposit", "rent", "total"})
"""Terms of fields that hold money: `$50` is written as the bare number `50`, whatever their input type."""

_CURRENCY = re.compile(r"(?i)[$€£¥]|\b(?:usd|eur|gbp|chf|jpy|dollars?|euros?|pounds?)\b")
_WITH_UNIT = re.compile(r"([+-]?\d(?:[\d.,]*\d)?)\s?([^\W\d_]{1,15}|%)")
_SHAPES = {
    "email": re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+"),
    "website": re.compile(r"https?://\S+"),
    "file": re.compile(r"(?:[./~]|[A-Za-z]:\\)?[^\n*?\"<>|]*[^\s/\\]\.[A-Za-z][A-Za-z0-9]{1,4}"),
    "color": re.compile(r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}"),
}


def number_of(value: str) -> str | None:
    """The bare number in `$1,250.00`, `50 EUR`, `1.250,50`, `€1.250`; None if it is not a number."""
    bare = re.sub(r"[\s'\u00a0]", "", _CURRENCY.sub("", value))
    if _CURRENCY.search(value) and re.fullmatch(r"[+-]?[1-9]\d{0,2}\.\d{3}", bare):
        bare = bare.replace(".", "")  # no amount of money has three decimal places
    if re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?", bare):
        bare = bare.replace(",", "")
    elif re.fullmatch(r"[+-]?\d{1,3}(\.\d{3})+,\d+", bare):
        bare = bare.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"[+-]?\d+,\d{1,2}", bare):
        bare = bare.replace(",", ".")
    return bare if re.fullmatch(r"[+-]?(\d+(\.\d+)?|\.\d+)", bare) else None


def is_path(value: str) -> bool:
    """Whether a value reads like the path of a file: it has a suffix or begins like a path. `N/A` and `2026/5/4` do not."""
    return looks_like(value) == "file" or bool(re.match(r"[.~]{0,2}[/\\]|[A-Za-z]:\\", value.strip()))


def looks_like(value: str) -> str:
    """What a value is by its shape: `email`, `website`, `file`, `color`, `date`; empty if it could be anything."""
    stripped = value.strip()
    for name in ("email", "website", "color"):
        if _SHAPES[name].fullmatch(stripped):
            return name
    try:
        if read_date(stripped):
            return "date"
    except AmbiguousDateError:
        return "date"
    if _SHAPES["file"].fullmatch(stripped) and ("/" in stripped or "\\" in stripped or " " not in stripped):
        return "file"
    return ""


def spell(value: str, field: Field, reading: str = "") -> str:
    """The value as the field takes it; the `reading` is what it means, if it can be read in two ways.

    Raises:
        RefusedValueError: It cannot be written there, or could be read in two ways.
    """
    needed = _NEEDED.get("date" if field.is_date else field.element.type)
    read = value if field.is_date else reading or value  # its controls take the value by its name
    if needed and needed[1] is number_of:
        read = _without_unit(read, field)
    try:
        written = needed[1](read) if needed else _as_hinted(read, field)
    except AmbiguousDateError as error:
        raise RefusedValueError(f'{error} for "{field.name}"') from error
    if needed and written is None:
        raise RefusedValueError(f'"{field.name}" needs {needed[0]}, not "{value}"')
    if written is None and is_impossible_day(value):
        raise RefusedValueError(f'there is no day "{value}", for "{field.name}"')
    return written or value


def other_spellings(value: str, field: Field) -> tuple[str, ...]:
    """Other forms of a value, for a field that refused one: other dates, bare numbers, digits; the likeliest first."""
    try:
        day = read_date(value)
    except AmbiguousDateError:
        day = None
    found = _dates(day, field) if day else _numbers(value, field)
    return tuple(dict.fromkeys(text for text in found if text))


def options_for(value: str, field: Field) -> list[Choice[str]]:
    """The options that a value names: one, or several separated by commas if the field takes several; `None` of those is none."""
    whole = pick_option(value, field.choices)
    if whole.found is None and (bare := _without_unit(value, field)) != value:
        whole = pick_option(bare, field.choices)
    if whole.found is None and option_in_range(value, field.choices) is None and (label := field.label_of(value)):
        return [Choice(label, (label,))]
    if whole.found is not None or not (field.element.multiple or field.kind == "ticks"):
        return [whole]
    if field.kind == "ticks" and as_bool(value) is False:
        return []
    several: list[Choice[str]] = []
    for separator in (_FIRM_SEPARATOR, _COMMAS, SEPARATOR):  # an option may have a comma or "and" in its name
        several = [pick_option(one, field.choices) for one in separator.split(value.strip()) if one]
        if all(each.found is not None for each in several):
            break
    return several


def _without_unit(value: str, field: Field) -> str:
    """A number without the unit that the field's own label names: `90` of `90 days` for `Valid for (days)`."""
    match = _WITH_UNIT.fullmatch(value.strip())
    if match is None:
        return value
    names = [text for text, weight in field.sources() if weight > 0.9]
    named = (
        match[2] in field.name if match[2] == "%" else any(words_of(match[2])[0] in words_of(text) for text in names)
    )
    return match[1] if named else value


def pick_option(value: str, choices: tuple[str, ...]) -> Choice[str]:
    """The option that a value names: by its text, or by the range that a number lies in. Nothing is guessed."""
    ways: tuple[Callable[[str], bool], ...] = (
        lambda choice: choice.strip() == value.strip(),
        lambda choice: reads_like(value, choice),
        lambda choice: reads_like(value, bare := without_note(choice)) and not is_answer(value, bare),
        lambda choice: names_part(value, choice),
        lambda choice: counts_like(value, choice),
        lambda choice: is_same_number(value, choice),
        lambda choice: is_same_place(value, choice),
        lambda choice: is_same_month(value, choice),
        lambda choice: is_same_range(value, choice),
        lambda choice: len(days := read_dates(value)) == 1 and days == read_dates(choice),
        lambda choice: read_time(value) is not None and read_time(value) == read_time(choice),
    )
    for names in ways:
        if found := tuple(filter(names, choices)):
            return _only(found)
    wanted = as_bool(value)
    if wanted is not None and (found := tuple(one for one in choices if one.strip() and as_bool(one) is wanted)):
        return _only(found)
    ranges = option_in_range(value, choices)
    if ranges is not None:
        return _only(ranges) if ranges else Choice(None, choices[:5])
    asked = set(terms(value))
    near = tuple(one for one in choices if asked and asked <= set(terms(one)))
    return Choice(None, near or choices[:5], tied=len(near) > 1)


def _only(found: tuple[str, ...]) -> Choice[str]:
    return Choice(found[0], found) if len(found) == 1 else Choice(None, found, tied=True)


def _dates(day: date, field: Field) -> Iterator[str | None]:
    yield write_date(day, f"{field.error} {field.element.placeholder} {field.element.description}")
    yield day.isoformat()
    yield f"{day.day:02}.{day.month:02}.{day.year}"


def _numbers(value: str, field: Field) -> Iterator[str]:
    number = number_of(value)
    if number and number != value:
        yield number
    if number and re.search(r"(?i)whole|integer|no decimals", field.error) and re.fullmatch(r"\d+\.0+", number):
        yield number.partition(".")[0]
    if "." not in (number or "") and re.fullmatch(r"\+?[\d\s().\-/]{5,}", value.strip()):
        digits = re.sub(r"\D", "", value)
        yield ("+" if value.strip().startswith("+") else "") + digits
        yield digits
    if value.strip() != value:
        yield value.strip()


def _as_hinted(value: str, field: Field) -> str | None:
    """A date as the texts of a text field ask (`DD/MM/YYYY`), and money as a bare number where money is held."""
    if asks_for_date(field):
        hint = _hint(field)
        if any(write_date(day, hint) == value.strip() for day in read_dates(value)):
            return value
        if day := read_date(value):
            return write_date(day, hint)
    money = any(MONEY & set(terms(text)) for text, weight in field.sources() if weight > 0.9)
    return number_of(value) if money and _CURRENCY.search(value) else None


def asks_for_date(field: Field) -> bool:
    """Whether the texts of a text field have a pattern of a date, such as `DD/MM/YYYY`."""
    return field.element.type in ("", "text") and write_date(date.min, _hint(field)) is not None


def _hint(field: Field) -> str:
    one = field.element
    return f"{one.placeholder} {one.description} {one.label} {one.beside}"


def _date(value: str) -> str | None:
    day = read_date(value)
    return day.isoformat() if day else None


def _time(value: str) -> str | None:
    moment = read_time(value)
    return moment.isoformat("seconds" if moment.second else "minutes") if moment else None


def _date_and_time(value: str) -> str | None:
    parts = re.split(r"\s+at\s+|\s*T(?=\d)|,?\s+(?=\d{1,2}[:.]\d{2}|\d{1,2}\s?[ap]m)", value.strip(), maxsplit=1)
    day, moment = _date(parts[0]), _time(parts[-1] if len(parts) > 1 else "")
    return f"{day}T{moment}" if day and moment else None


def _week(value: str) -> str | None:
    match = re.fullmatch(r"\d{4}-W\d{2}", value.strip().upper())
    return match[0] if match else None


def _color(value: str) -> str | None:
    from PIL import ImageColor  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    with suppress(ValueError):
        parts = ImageColor.getrgb(value.strip())  # with an alpha, it is more than a colour input takes
        return "#" + "".join(f"{part:02x}" for part in parts) if len(parts) == len("rgb") else None
    return None


_NEEDED: Mapping[str, tuple[str, Callable[[str], str | None]]] = {
    "date": ("a date, for example 2026-11-21", _date),
    "month": ("a month, for example 2026-11", read_month),
    "time": ("a time, for example 14:30", _time),
    "datetime-local": ("a date and a time, for example 2026-11-21 14:30", _date_and_time),
    "week": ("a week, for example 2026-W47", _week),
    "number": ("a number", number_of),
    "range": ("a number", number_of),
    "color": ("a colour, for example #ff8800", _color),
}
"""By input type: what the field needs, and how it is written there."""
