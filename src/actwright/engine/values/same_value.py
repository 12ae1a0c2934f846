"""Decides whether a text that was sent means a value that was wanted, or certainly another one."""

from __future__ import annotations

import html
import re
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import time
from decimal import Decimal
from itertools import product
from typing import TypeAlias, cast
from urllib.parse import unquote_plus

from rapidfuzz import fuzz

from actwright.engine.values.canonical import canonical
from actwright.engine.values.forms import numbers_without_prefix
from actwright.engine.values.opaque_text import is_opaque
from actwright.engine.values.written_numbers import WrittenNumber, read_number
from actwright.folding import folded
from actwright.written_dates import read_dates, read_epoch, read_moment, read_month, read_time

Meaning: TypeAlias = tuple[str, Hashable]
"""A kind of value, and the value: `("day", date(2026, 4, 3))`."""

_YES = frozenset(["true", "yes", "on", "checked", "ticked", "ja", "oui", "sí", "sì", "sim"])
_NO = frozenset(["false", "no", "off", "unchecked", "unticked", "nein", "non", "nee", "não"])
_MAYBE_YES, _MAYBE_NO = frozenset("1ytx"), frozenset("0nf")

_FEWEST_DIGITS = 6
"""How many digits alone identify a value: a phone, a card, an account."""
_FEWEST_BESIDE_LETTERS = 2
"""How many digits identify a value together with letters: a number plate, a postcode, a part."""

_CODE = re.compile(r"\+?\(?[^\W_](?:[ ()./-]{0,3}[^\W_]){5,60}\)?")
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}|&#?\w{1,31};")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,12}:(?://|[^\s\d])|www\.|/|\.\./", re.IGNORECASE)
_CONVERSIONS = frozenset({60, 100, 1_000, 3_600})
"""How many times as large a number is in a smaller unit: minutes, cents, grams, seconds."""

_ALIKE, _WORD_ALIKE = 60, 75
"""From how similar texts and single words are on (0 to 100), one was made from the other by mistake."""

_SHORTEST_CUT = 6
"""The fewest characters of a single word that was cut off. Shorter ones are often codes of the word: `med` for Medium."""

_LONGEST_COMPARED = 20_000


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text may mean.

    Attributes:
        text: The text, folded.
        means: What it says for certain.
        may_mean: What it says if its ambiguous parts are read in one way.
        sent_for: What else a page sends it for: a moment for its day, a number with a unit for the number.
        sent_as: What else a page may send for it: cents for an amount, the number for a number with a unit.
    """

    text: str
    means: frozenset[Meaning]
    may_mean: frozenset[Meaning] = frozenset()
    sent_for: frozenset[Meaning] = frozenset()
    sent_as: frozenset[Meaning] = frozenset()

    @property
    def may_be_sent_for(self) -> frozenset[Meaning]:
        """All that this text may be sent for."""
        return self.means | self.may_mean | self.sent_for

    def is_met_by(self, sent: Reading) -> bool:
        """Whether a text that was sent means this one; of two ambiguous texts, only if they are the same."""
        return not (
            self.means.isdisjoint(sent.may_be_sent_for)
            and self.may_mean.isdisjoint(sent.means)
            and self.sent_as.isdisjoint(sent.means)
        )

    def of_kind(self, *kinds: str) -> frozenset[Hashable]:
        """The values of some kinds that it certainly or possibly means."""
        return frozenset(value for kind, value in self.means | self.may_mean if kind in kinds)


def means_same(wanted: str, sent: str) -> bool:
    """Whether a text that was sent means the value that was wanted, as a whole.

    Equal are: another case, white space, Unicode form, quotes and dashes; separators of thousands, a decimal comma, a
    currency or unit on one side, trailing zeros; an amount with two decimals or a currency, and its cents; dates and
    times in other forms, and a moment or an epoch for a day; digits alone, from six on, with separators and country
    codes, and from two on in a code with letters; words for yes and no; text that is still percent-encoded or has HTML entities.

    `03/04/2026` may mean two days: it means the same as either, if that is written in a form that is clear.
    """
    return reading_of(wanted).is_met_by(reading_of(sent))


def surely_same(one: str, other: str) -> bool:
    """Whether both texts mean the same however they are read: `24.03.2026` and `2026-03-24`, but not `03/04/2026`.

    An amount means the same as its number without the currency or unit.
    """
    mine, yours = reading_of(one).means, reading_of(other).means
    return not (mine | _without_units(mine)).isdisjoint(yours) or not mine.isdisjoint(_without_units(yours))


def _without_units(means: frozenset[Meaning]) -> frozenset[Meaning]:
    quantities = [cast("tuple[object, ...]", value) for kind, value in means if kind == "quantity"]
    return frozenset(("number", value[0]) for value in quantities)


def surely_differs(wanted: str, sent: str) -> bool:
    """Whether both texts are of a kind that is understood, and mean different things whatever the page did.

    Understood are numbers (unless one may be the other in cents, grams, minutes or seconds), days, times, words for
    yes and no, and texts of which one is the other cut off or changed. An ID instead of a label, a hash, a URL and an
    empty text say nothing.
    """
    one, other = reading_of(wanted), reading_of(sent)
    if not one.text or not other.text or one.is_met_by(other) or is_opaque(sent) or is_opaque(wanted):
        return False
    for differs in (_days_differ, _times_differ, _truth_differs, _numbers_differ):
        verdict = differs(one, other)
        if verdict is not None:
            return verdict
    return _texts_differ(one.text, other.text)


def truth_of(text: str) -> bool | None:
    """True for a word for yes, False for one for no, also `1` and `0`; None for any other text."""
    word = folded(text)
    return True if word in _YES | _MAYBE_YES else False if word in _NO | _MAYBE_NO else None


def reading_of(text: str) -> Reading:
    """What a text may mean."""
    plain = folded(text)
    means: set[Meaning] = {("text", plain)}
    may_mean: set[Meaning] = set()
    sent_for: set[Meaning] = set()
    sent_as: set[Meaning] = set()
    truth = truth_of(plain)
    if truth is not None:
        (may_mean if plain in _MAYBE_YES | _MAYBE_NO else means).add(("truth", truth))
    number = read_number(plain)
    if number:
        _add_number(number, means, may_mean, sent_for, sent_as)
    _add_times(plain, means, may_mean, sent_for)
    if number is None or set("-.,").isdisjoint(plain):
        _add_digits(plain, means, may_mean)
    if len(text) <= _LONGEST_COMPARED and _ESCAPED.search(text):
        sent_for |= {("text", folded(each)) for each in (unquote_plus(text), html.unescape(text))}
    return Reading(plain, *map(frozenset, (means, may_mean, sent_for, sent_as)))


def _add_number(
    number: WrittenNumber,
    means: set[Meaning],
    may_mean: set[Meaning],
    sent_for: set[Meaning],
    sent_as: set[Meaning],
) -> None:
    bare: set[Meaning] = {("number", value) for value in number.readings}
    if not number.unit:
        (means if number.is_certain else may_mean).update(bare)
    else:
        quantities = (("quantity", (value, number.unit)) for value in number.readings)
        (means if number.is_certain else may_mean).update(quantities)
        if number.is_certain:
            sent_for |= bare
            sent_as |= bare
        else:
            may_mean |= bare
    if number.cents is not None:
        sent_as.add(("number", number.cents))


def _add_times(plain: str, means: set[Meaning], may_mean: set[Meaning], sent_for: set[Meaning]) -> None:
    if days := read_dates(plain):
        (means if len(days) == 1 and re.search(r"\d{4}\b", plain) and not plain.isdecimal() else may_mean).update(
            ("day", day) for day in days
        )
    elif month := read_month(plain):
        means.add(("month", month))
    elif clock := read_time(plain):
        means.add(("time", clock))
    elif moment := read_moment(plain):
        as_written: set[Meaning] = {("moment", (day, moment.clock)) for day in moment.written_days}
        if moment.ahead is not None:
            means |= {("instant", instant) for instant in moment.instants}
            sent_for |= as_written
        else:
            is_day = moment.clock == time()  # as tables give a cell that has only a date
            days = {("day", day) for day in moment.written_days if is_day}
            (means if len(as_written) == 1 else may_mean).update(as_written | days)
        sent_for |= {("time", moment.clock), *(("day", day) for day in moment.days)}
    sent_for |= {("day", day) for day in read_epoch(plain)}


def _add_digits(plain: str, means: set[Meaning], may_mean: set[Meaning]) -> None:
    """Letters and digits alone, and those of a phone without its country code."""
    digits = canonical(plain) if _CODE.fullmatch(plain) else ""
    count = sum(map(str.isdigit, digits))
    if count < (_FEWEST_DIGITS if digits.isdigit() else _FEWEST_BESIDE_LETTERS):
        return
    means.add(("digits", digits))
    if count < _FEWEST_DIGITS:
        return
    is_national = plain[0] == "0" and not plain.startswith("00")
    (means if is_national else may_mean).update(("digits", number) for number in numbers_without_prefix(plain))


def _days_differ(one: Reading, other: Reading) -> bool | None:
    ours, theirs = _days_of(one), _days_of(other)
    if not ours or not theirs:
        return False if _is_day(one) or _is_day(other) else None
    if ours.isdisjoint(theirs):
        return True
    moments = one.of_kind("moment"), other.of_kind("moment")
    return all(moments) and moments[0].isdisjoint(moments[1])


def _days_of(reading: Reading) -> frozenset[Hashable]:
    """The days of a day or a moment."""
    if reading.of_kind("moment", "instant"):
        return frozenset(value for kind, value in reading.sent_for if kind == "day")
    return reading.of_kind("day")


def _is_day(reading: Reading) -> bool:
    return any(kind in {"day", "moment", "instant"} for kind, _ in reading.means)


def _times_differ(one: Reading, other: Reading) -> bool | None:
    ours, theirs = one.of_kind("time"), other.of_kind("time")
    if not ours or not theirs:
        return False if ours or theirs else None
    half_day_apart = any(
        isinstance(mine, time) and isinstance(yours, time) and _minutes(mine) == _minutes(yours)
        for mine, yours in product(ours, theirs)
    )
    return not half_day_apart


def _minutes(clock: time) -> tuple[int, int, int]:
    """The time on a clock of twelve hours."""
    return clock.hour % 12, clock.minute, clock.second


def _truth_differs(one: Reading, other: Reading) -> bool | None:
    certain = any(kind == "truth" for kind, _ in one.means | other.means)
    ours, theirs = one.of_kind("truth"), other.of_kind("truth")
    if not certain:
        return None
    return bool(ours and theirs)


def _numbers_differ(one: Reading, other: Reading) -> bool | None:
    ours, theirs = _numbers_of(one), _numbers_of(other)
    if _end_alike(one, other):
        return False
    if not ours or not theirs:
        if one.of_kind("digits") and other.of_kind("digits"):
            return fuzz.ratio(canonical(one.text), canonical(other.text)) > _ALIKE
        return False if ours or theirs else None
    return not any(_may_be_converted(mine, yours) for mine, yours in product(ours, theirs))


def _numbers_of(reading: Reading) -> list[tuple[Decimal, str]]:
    """The numbers that a text may be, with their units."""
    found: list[tuple[Decimal, str]] = []
    for kind, value in reading.means | reading.may_mean:
        if kind == "number" and isinstance(value, Decimal):
            found.append((value, ""))
        elif kind == "quantity":
            found.append(cast("tuple[Decimal, str]", value))
    return found


def _may_be_converted(one: tuple[Decimal, str], other: tuple[Decimal, str]) -> bool:
    """Whether two numbers are equal, or may be the same quantity in different units."""
    (small, unit), (large, other_unit) = sorted((one, other), key=lambda each: abs(each[0]))
    if small == large or (unit and other_unit and unit != other_unit):
        return True
    return any(small * factor == large for factor in _CONVERSIONS)


def _end_alike(one: Reading, other: Reading) -> bool:
    """Whether both are digits of which one may be the other with a country code before it."""
    ours, theirs = ([str(each).lstrip("0") for each in reading.of_kind("digits")] for reading in (one, other))
    return any(mine.endswith(yours) or yours.endswith(mine) for mine, yours in product(ours, theirs))


def _texts_differ(wanted: str, sent: str) -> bool:
    """Whether a text is another one cut off, or another one with some characters changed."""
    if max(len(wanted), len(sent)) > _LONGEST_COMPARED:
        return wanted.startswith(sent) and len(sent) * 2 >= len(wanted)
    if canonical(wanted) == canonical(sent) or _ADDRESS.match(wanted) or _ADDRESS.match(sent):
        return False
    if _is_code(sent) and not _is_code(wanted):
        return False
    if f" {wanted} " in f" {re.sub(r'[,;|:/()]', ' ', sent)} ":
        return False
    is_word = " " not in wanted and " " not in sent
    shorter, longer = sorted((wanted, sent), key=len)
    cut = longer[len(shorter) - 1 : len(shorter) + 1]
    is_in_word = sent == shorter and not is_word and len(shorter) >= _SHORTEST_CUT and len(cut) > 1 and cut.isalpha()
    if longer.startswith(shorter) and (len(shorter) * 2 >= len(longer) or is_in_word):
        return not is_word or len(shorter) >= _SHORTEST_CUT
    is_one_word = is_word and not (_is_code(wanted) and _is_code(sent))
    return fuzz.ratio(wanted, sent) > (_WORD_ALIKE if is_one_word else _ALIKE)


def _is_code(text: str) -> bool:
    """Whether a text has no spaces, and digits or marks instead: an ID, a slug, an address."""
    return " " not in text and not text.isalpha()
