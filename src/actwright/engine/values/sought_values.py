"""Finds the values of a run in what a request carries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from rapidfuzz import fuzz

from actwright.engine.values.canonical import canonical
from actwright.engine.values.forms import written_forms
from actwright.engine.values.opaque_text import is_opaque
from actwright.engine.values.pieces import ValuePieces
from actwright.engine.values.request_content import RequestContent, SentField
from actwright.engine.values.same_value import reading_of, surely_differs, truth_of
from actwright.folding import folded
from actwright.schemas.step import SentValue
from actwright.text import one_line, shortened

LONGEST_SHOWN, LONGEST_NAME = 60, 100
"""The most characters of what was sent instead, and of a name."""

_FEWEST_LETTERS, _FEWEST_DIGITS = 4, 6
"""The fewest characters of a piece of a longer text with a letter in it, and of one of digits alone."""

_MOST_PARTS = 6
"""In how many fields that follow each other a value may be sent."""

_EXACT, _CALLED, _LIKE_REFERENCE, _OTHER, _IN_PATH = range(5)
"""How a field is named for a value: as its control, like it, like its reference, otherwise, or as part of the path."""

_SHORT, _SMALL, _FEW = 2, 10, 100
"""The most characters of a short value, and below which numbers, and whole numbers, occur in any request."""

_ALIKE = 60
"""How similar (0 to 100) to a withheld value a text must not be."""

_SHORTEST_NAME = 3

_MARKS = "&#"
"""What ends a value in an address or a form body whose author did not escape it."""
_LIST = re.compile(r"[,;|\n\r\t]+")
_GROUP = re.compile(r"[\d +()/-]{1,20}")
_PARENTHESES = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class SoughtValue:
    """A value that a request may have.

    Attributes:
        text: The true value.
        shown: The value as it may be shown, as in `SentValue.wanted`.
        reference: Its data name; empty for a literal.
        field: The title of the field that it was entered into; empty if it was not entered.
        names: What a request may call it: the name and the ID of its control, its label.
        forms: Other texts that mean it here: the value and label of an option, what the field contained after it was left.
        withheld: Whether no model may see it.
        chosen: Whether it was chosen from a list, so that its ID may be sent instead.
    """

    text: str = dataclass_field(repr=False)
    shown: str
    reference: str = ""
    field: str = ""
    names: frozenset[str] = frozenset()
    forms: tuple[str, ...] = dataclass_field(default=(), repr=False)
    withheld: bool = False
    chosen: bool = False


def found_in(content: RequestContent, sought: Iterable[SoughtValue]) -> tuple[SentValue, ...]:
    """The values that are in a request, and those that it has the name of with another value; at most one for each.

    A value is found where a field means the same as its text or one of its forms, where it is a separate piece of a
    longer text, or where fields that follow each other have its parts. Fields with its name are preferred. Short values
    are only found under their names. A field that looks hashed, encoded or encrypted proves nothing either way.

    Another value is reported only if one field has the name, its value is no other sought value under that name, and it
    surely differs. What was sent instead is not told for withheld values, nor if one may be derived from it.
    """
    leaves = [_Leaf(each) for each in content.fields]
    values = [_Wanted(each) for each in sought]
    places = [_place_of(value, leaves) for value in values]
    claimed = {place.leaf for place in places if place and place.rank <= _CALLED}
    withheld = [value.sought.text for value in values if value.sought.withheld and value.sought.text]
    found: list[SentValue] = []
    for value, place in zip(values, places, strict=True):
        is_elsewhere = place is None or (place.rank > _CALLED and place.leaf in claimed)
        other = _other_value(value, leaves, claimed) if is_elsewhere else None
        leaf = other or (place.leaf if place else None)
        if leaf:
            found.append(_sent_value(value.sought, leaf, withheld, match=other is None))
    return tuple(found)


class _Leaf:
    """A field of a request, and what it may mean."""

    def __init__(self, sent: SentField) -> None:
        self.name, self.text = sent.name, sent.text
        self.names = _names(sent.name)
        self.is_opaque = is_opaque(sent.text)
        self.reading = reading_of(sent.text)

    @cached_property
    def items(self) -> frozenset[str]:
        """The items of a list in it, separated by commas, semicolons, bars or ends of lines."""
        return frozenset(map(folded, _LIST.split(self.text)))

    @cached_property
    def words(self) -> str:
        """Its words with a space before, between and after them."""
        return f" {' '.join(re.sub('[,;|]', ' ', self.reading.text).split())} "

    @cached_property
    def digits(self) -> str:
        """Its digits, if it is a group of digits and no more; else empty."""
        return canonical(self.text) if _GROUP.fullmatch(self.text.strip()) else ""


class _WantedText:
    """A text that is looked for."""

    def __init__(self, text: str) -> None:
        self.text, self.reading = text, reading_of(text)
        letters = canonical(text)
        numbers = [value for value in self.reading.of_kind("number") if isinstance(value, Decimal)]
        self.is_short = (
            len(letters) <= _SHORT
            or truth_of(text) is not None
            or any(abs(number) < (_SMALL if number % 1 else _FEW) for number in numbers)
        )
        self.is_distinct = len(letters) >= (_FEWEST_DIGITS if letters.isdigit() else _FEWEST_LETTERS)

    def is_in(self, leaf: _Leaf, rank: int) -> bool:
        """Whether a field has it, as a whole or as a separate piece."""
        if leaf.is_opaque:
            return self.text.strip() == leaf.text.strip()
        if self.is_short and rank > _LIKE_REFERENCE:
            return False
        if self.reading.is_met_by(leaf.reading):
            return True
        if not self.is_distinct or self.is_short:
            return False
        return self.reading.text in leaf.items or (rank > _CALLED and f" {self.reading.text} " in leaf.words)


class _Wanted:
    """A value that is looked for, with its forms."""

    def __init__(self, sought: SoughtValue) -> None:
        self.sought = sought
        self.texts = [_WantedText(text) for text in dict.fromkeys((sought.text, *sought.forms))]
        called = {*sought.names, sought.reference} - {""}
        self.names = {
            name
            for each in called
            for text in (each, _PARENTHESES.sub("", each), _members(each)[-1])
            if (name := canonical(text))
        }
        self.reference = canonical(sought.reference)

    def rank(self, leaf: _Leaf) -> int:
        """How a field is named for it."""
        if leaf.name in self.sought.names:
            return _EXACT
        if not self.names.isdisjoint(leaf.names):
            return _CALLED
        if any(_resemble(self.reference, name) for name in leaf.names):
            return _LIKE_REFERENCE
        return _IN_PATH if leaf.name == "path" else _OTHER


class _Place(NamedTuple):
    """The field in which a value is, the first of them if it is in several."""

    leaf: _Leaf
    rank: int


def _place_of(value: _Wanted, leaves: Sequence[_Leaf]) -> _Place | None:
    """Where a value is, preferably under its name."""
    ranked = sorted(((value.rank(leaf), number) for number, leaf in enumerate(leaves)))
    for rank, number in ranked:
        if any(text.is_in(leaves[number], rank) for text in value.texts):
            return _Place(leaves[number], rank)
    start = next((at for text in value.texts for at in _parts_at(text, leaves)), None)
    return None if start is None else _Place(leaves[start], value.rank(leaves[start]))


def _parts_at(text: _WantedText, leaves: Sequence[_Leaf]) -> Iterator[int]:
    """Where fields that follow each other have the parts of a value: day, month and year; groups of digits; words."""
    if text.is_short or not text.is_distinct:
        return
    days = [day for day in text.reading.of_kind("day") if isinstance(day, date)]
    digits = [str(each) for each in text.reading.of_kind("digits")]
    is_code = bool(digits) and not canonical(text.text).isdigit()
    for at, first in enumerate(leaves):
        following = leaves[at : at + _MOST_PARTS]
        groups = [leaf.digits for leaf in following] if first.digits else []
        if (
            any(_has_day(following[:3], day) for day in days)
            or any(_is_joined(each, groups, "") for each in digits)
            or _is_joined(text.reading.text, [leaf.reading.text for leaf in following], " ")
            or (is_code and _is_joined(canonical(text.text), [canonical(leaf.text) for leaf in following], ""))
        ):
            yield at


def _has_day(leaves: Sequence[_Leaf], day: date) -> bool:
    numbers = [int(leaf.digits) for leaf in leaves if 0 < len(leaf.digits) <= _MOST_PARTS]
    return sorted(numbers) == sorted((day.year, day.month, day.day))


def _is_joined(whole: str, parts: Sequence[str], separator: str) -> bool:
    """Whether several of the parts, from the first on, make up a text."""
    joined = ""
    for number, part in enumerate(parts):
        joined += separator * bool(joined) + part
        if not part or not whole.startswith(joined):
            return False
        if joined == whole:
            return number > 0
    return False


def _other_value(value: _Wanted, leaves: Sequence[_Leaf], claimed: AbstractSet[_Leaf]) -> _Leaf | None:
    """The field that has the name of a value, and surely another value."""
    for rank in (_EXACT, _CALLED):
        own = [leaf for leaf in leaves if value.rank(leaf) == rank]
        free = [leaf for leaf in own if leaf not in claimed]
        if len({leaf.reading.text for leaf in free}) == 1 and all(
            _differs(text, free[0], rank) for text in value.texts
        ):
            return free[0]
        if own:
            return None
    return None


def _differs(text: _WantedText, leaf: _Leaf, rank: int) -> bool:
    if not leaf.text.strip():
        return rank == _EXACT and bool(text.text.strip())
    if any(one_line(text.text.partition(mark)[0]) == one_line(leaf.text) for mark in _MARKS if mark in text.text):
        return True
    return surely_differs(text.text, leaf.text)


def _sent_value(sought: SoughtValue, leaf: _Leaf, withheld: Sequence[str], *, match: bool) -> SentValue:
    is_hidden = match or sought.withheld or any(may_reveal(leaf.text, value) for value in withheld)
    is_name_hidden = any(may_reveal(leaf.name, value) for value in withheld)
    return SentValue(
        name="a field" if is_name_hidden else shortened(leaf.name, LONGEST_NAME),
        wanted=sought.shown,
        match=match,
        sent="" if is_hidden else shortened(one_line(leaf.text), LONGEST_SHOWN),
        reference=sought.reference,
        field=sought.field,
    )


def is_called(name: str, wanted: str) -> bool:
    """Whether a field of a request has a name, given whole or by its last members: `price` for `input.items[0].price`."""
    members, last = _members(name), _members(wanted)
    return name == wanted or members[-len(last) :] == last


def may_reveal(text: str, withheld: str) -> bool:
    """Whether a text has a withheld value, a piece of it, or something that may be made from it."""
    told, secret = canonical(text), canonical(withheld)
    if any(map(is_opaque, text.split())) or any(form in text for form in written_forms(withheld)):
        return True
    if secret.isdigit() and any(map(str.isdigit, told)):
        return True
    return fuzz.ratio(told, secret) > _ALIKE or ValuePieces("*", withheld, "").mask(text) != text


def _names(name: str) -> frozenset[str]:
    """A field's name without marks and case: the whole of it, its last member, and its last two members."""
    members = _members(name)
    return frozenset(map(canonical, (name, members[-1], "".join(members[-2:])))) - {""}


def _members(name: str) -> list[str]:
    """The members of a name such as `order[price]`, `items.0.unitPrice` or `1_price`, without numbers."""
    members = [re.sub(r"^\d+_", "", each) for each in re.split(r"[.\[\]$:/]+", name) if each and not each.isdigit()]
    return members or [name]


def _resemble(reference: str, name: str) -> bool:
    """Whether a reference and a name are the same but for words before: `new price` and `price`."""
    shorter, longer = sorted((reference, name), key=len)
    return len(shorter) >= _SHORTEST_NAME and longer.endswith(shorter)
