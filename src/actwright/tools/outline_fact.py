"""What facts about the outline of a page share: where they look, rows, numbers and how these are compared."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator

from actwright.schemas.page import Observation
from actwright.schemas.step import Evidence
from actwright.text import counted, one_line
from actwright.tools.expect import PageCheck
from actwright.tools.outline import CELLS, Outline, numbers_in, outline_of, words_in
from actwright.tools.readings import Reading, all_numbers
from actwright.tools.units import CURRENCIES, in_unit, may_be_same, quantities_in, unit_in

Compared = Literal["<", "<=", "=", ">=", ">"]
COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
SAID = {"<": "less than ", "<=": "at most ", "=": "", "!=": "not ", ">=": "at least ", ">": "more than "}
SHOWN = 5
"""The most values of a page that a message names."""


def as_text(value: Any) -> Any:
    """A number as text; anything else as it is."""
    return f"{value}" if isinstance(value, int | float) and not isinstance(value, bool) else value


def _one_number(text: str) -> str:
    if "{{" not in text and len(numbers_in(text)) != 1:
        message = "must be one number, as in 80 or 1250.5"
        raise ValueError(message)
    return text


Number = Annotated[str, BeforeValidator(as_text), AfterValidator(_one_number)]


class OutlineFact(PageCheck):
    """A fact about the outline of a page: the whole page, or the part under one heading."""

    def doubt(self, page: Observation) -> str:
        """See `PageCheck.doubt`; also if there is not exactly one such heading, or it is unclear which is meant."""
        return self._found(page)[1]

    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """Whether the fact holds; it does not if that cannot be decided."""
        (found, passed), doubt = self._found(page)
        return (self._fact((self._wanted(), doubt or found, passed and not doubt)),)

    def _found(self, page: Observation) -> tuple[tuple[str, bool], str]:
        outline, under = outline_of(page), self._heading()
        sections = outline.sections(under)
        if len(sections) != 1:
            there = f"{counted(len(sections), 'heading')} are" if sections else "no heading is"
            return ("", False), f'{there} called "{one_line(under)}"'
        return self._in(outline, sections[0], page)

    def only_under(self, page: Observation) -> tuple[str, ...]:
        """The headings of the parts of the page in which alone the fact holds.

        None if it names a heading, or holds in the main part as well, which is what stands under no heading or under
        the first one. Other parts may have nothing to do with the statement, such as comments of readers.
        """
        if self._heading().strip():
            return ()
        outline = outline_of(page)
        parts = outline.parts()
        parts_with = [heading for heading, places in parts.items() if self._is_true_in(outline, places, page)]
        return () if -1 in parts_with else tuple(outline.said[heading] for heading in parts_with)

    def _is_true_in(self, outline: Outline, places: Sequence[int], page: Observation) -> bool:
        (_, passed), doubt = self._in(outline, places, page)
        return passed and not doubt

    def _heading(self) -> str:
        return str(getattr(self, "under", ""))

    def _below(self) -> str:
        return f' under "{one_line(self._heading())}"' if self._heading() else ""

    @abstractmethod
    def _wanted(self) -> str:
        """What was expected, in words."""

    @abstractmethod
    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:
        """What was found there and whether it is what was expected; and why that cannot be decided, empty if it can."""


def is_so(reading: Reading, compare: str, number: str, *heads: str) -> bool | None:
    """Whether a number of a page is as wanted; None if its unit, or the lack of one, leaves that open.

    Args:
        reading: The number.
        compare: A key of `COMPARE`.
        number: The wanted number, with its unit if it has one.
        heads: Labels and heads of columns that may name the unit of the page's number.
    """
    [wanted, *_] = quantities_in(number)
    passed = _compared(reading.value, compare, wanted.values)
    unit = reading.unit or next((named for head in heads if (named := unit_in(head))), "")
    if not wanted.unit or unit == wanted.unit:
        return passed
    if (scale := in_unit(unit, wanted.unit)) is not None:
        return _compared(reading.value * scale, compare, wanted.values)
    if {unit, wanted.unit} <= CURRENCIES and not may_be_same(unit, wanted.unit):
        return compare == "!="
    return None if passed or unit else False


def _compared(value: float, compare: str, wanted: frozenset[float]) -> bool | None:
    """Whether a number is as wanted; None if that depends on how the wanted one is read, as `1.249` may be 1249."""
    found = {COMPARE[compare](round(value, 6), each) for each in wanted}
    return True in found if compare == "=" else found.pop() if len(found) == 1 else None


def rows_at(outline: Outline, places: Iterable[int]) -> list[int]:
    """The rows of some places, each once."""
    return list(dict.fromkeys(outline.rows[at] for at in places))


def row_has_words(outline: Outline, row: int, words: str, *, any_case: bool = False) -> bool:
    """Whether a row has these words, or all cells of a text that lists them as a page tree prints them, or by commas."""
    text = row_text(outline, row)
    return any(
        all(words_in(text, cell, any_case=any_case) for cell in words.split(mark) if cell.strip())
        for mark in (CELLS.strip(), ", ")
    )


def row_text(outline: Outline, row: int) -> str:
    """A row as a page tree prints it."""
    return CELLS.join(outline.cells(row))


def quoted(texts: Iterable[str]) -> str:
    """Texts as a message lists them."""
    return ", ".join(f'"{one_line(text)}"' for text in texts)


def wanted_number(text: str) -> float:
    """The number of a parameter."""
    return all_numbers([text])[0].value
