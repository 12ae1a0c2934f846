"""Evidence about the columns of a table: what every row has, what they add up to, and how they are sorted."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from actwright.schemas.page import Observation
from actwright.text import counted, one_line
from actwright.tools.expect import Said
from actwright.tools.outline import Outline, numbers_in, same_words, words_in
from actwright.tools.outline_fact import SAID, OutlineFact, as_text, is_so, row_has_words, rows_at
from actwright.tools.readings import Reading, all_numbers, said_number
from actwright.tools.units import quantities_in

LEAST_SORTED = 2
ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)")
DAY_FORMS = ("%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y", "%d.%m.%Y", "%H:%M")
TOTAL = re.compile(r"(?:grand |sub[- ]?)?total\b|sum\b|(?:zwischen|gesamt)?summe\b|gesamt\b", re.IGNORECASE)
"""The beginning of a row that sums up those above it, and is none of them."""
Head = Annotated[Said, Field(description="its head")]
Words = Annotated[Said, BeforeValidator(as_text)]


def _column(outline: Outline, places: Sequence[int], head: str) -> tuple[dict[int, str], str]:
    """The cells of the one table with such a column, by row; or why it is not known which they are."""
    heads = [
        row
        for row in rows_at(outline, places)
        if outline.is_row(row) and any(same_words(cell, head) for cell in outline.cells(row))
    ]
    if len(heads) != 1:
        return {}, f'{counted(len(heads), "row")} of column heads have "{one_line(head)}"'
    below = [row for row in outline.below(heads[0]) if not TOTAL.match(" ".join(outline.cells(row)))]
    column, doubt = outline.column(below[0], head) if below else ({}, "the table has no rows")
    if doubt or not set(below) <= column.keys():
        return {}, doubt or "not all rows have all cells: which cell is in which column is not known"
    return {row: column[row] for row in below}, ""


class ColumnFact(OutlineFact):
    """All rows of the table."""

    column: Head
    compare: Literal["<", "<=", "=", "!=", ">=", ">"]
    text: Words
    row: Annotated[str, Field(description="words of the rows that count; empty: all")] = ""
    under: str = ""

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        column, doubt = _column(outline, places, self.column)
        cells = [cell for row, cell in column.items() if row_has_words(outline, row, self.row, any_case=True)]
        if doubt or not cells:
            return ("", False), doubt or f'no row has "{one_line(self.row)}"'
        return self._of(cells, outline, places)

    def only_under(self, page: Observation) -> tuple[str, ...]:  # noqa: ARG002 - on any page
        """See `OutlineFact.only_under`; none, because the one table with such a column is a place by itself."""
        return ()

    @abstractmethod
    def _of(self, cells: Sequence[str], outline: Outline, places: Sequence[int]) -> tuple[tuple[str, bool], str]:
        """See `OutlineFact._in`; the cells are those of the rows that count."""

    def _rows_said(self) -> str:
        return f' with "{one_line(self.row)}"' if self.row.strip() else ""


class ExpectEvery(ColumnFact):
    """Every row of the table has that text (!= none has it) or number in the column."""

    kind: ClassVar = "every"

    def _wanted(self) -> str:
        of = f'in every row{self._rows_said()}{self._below()}, "{one_line(self.column)}" is'
        return f'{of} {SAID[self.compare]}"{one_line(self.text)}"'

    def _of(self, cells: Sequence[str], outline: Outline, places: Sequence[int]) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        verdicts = [self._has(cell) for cell in cells]
        if False in verdicts:
            return (f'it is "{cells[verdicts.index(False)]}" in one of them', False), ""
        if None in verdicts:
            return (
                "",
                False,
            ), f'nothing says whether "{cells[verdicts.index(None)]}" is {SAID[self.compare]}{self.text}'
        return (f"it is, in {counted(len(cells), 'row')}", True), ""

    def _has(self, cell: str) -> bool | None:
        if len(numbers_in(self.text)) != 1 or (self.compare in {"=", "!="} and not numbers_in(cell)):
            if self.compare not in {"=", "!="}:
                return None
            there = same_words(cell, self.text)
            if not there and words_in(cell, self.text, any_case=True):
                return None if self.compare == "=" else False
            return there is (self.compare == "=")
        verdicts = {is_so(each, self.compare, self.text, self.column) for each in all_numbers([cell])}
        return verdicts.pop() if len(verdicts) == 1 else None


class ExpectSum(ColumnFact):
    """The numbers of the column add up to that number, or to the one beside that label."""

    kind: ClassVar = "sum"

    def _wanted(self) -> str:
        rows = f" of the rows{self._rows_said()}" if self.row.strip() else ""
        return f'the sum of "{one_line(self.column)}"{rows}{self._below()} is {SAID[self.compare]}{one_line(self.text)}'

    def _of(self, cells: Sequence[str], outline: Outline, places: Sequence[int]) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        found = [all_numbers([cell]) for cell in cells]
        units = {reading.unit for each in found for reading in each}
        if any(len(each) != 1 for each in found) or len(units) != 1:
            return ("", False), f'not every cell of "{one_line(self.column)}" has one number of the same unit'
        total = Reading(sum(each[0].value for each in found), units.pop())
        wanted = self._numbers(outline)
        if len(wanted) != 1:
            return ("", False), f'{counted(len(wanted), "number")} stand with "{one_line(self.text)}"'
        passed = is_so(total, self.compare, wanted[0], self.column)
        said = said_number(total)
        doubt = f"it is {said}, and nothing says that this is {wanted[0]}" if passed is None else ""
        return (f"it is {said}", passed is True), doubt

    def _numbers(self, outline: Outline) -> list[str]:
        """The number that is wanted; several if that is ambiguous."""
        rows = [row for row in outline.members if any(same_words(cell, self.text) for cell in outline.cells(row))]
        beside = [cell for row in rows for cell in outline.cells(row) if quantities_in(cell)]
        return beside or [self.text for _ in quantities_in(self.text)]


class ExpectSorted(OutlineFact):
    """The rows of the table are sorted by that column."""

    kind: ClassVar = "sorted"

    column: Head
    direction: Literal["rising", "falling"]
    under: str = ""

    def _wanted(self) -> str:
        return f'the column "{one_line(self.column)}"{self._below()} is {self.direction}'

    def only_under(self, page: Observation) -> tuple[str, ...]:  # noqa: ARG002 - on any page
        """See `OutlineFact.only_under`; none, because the one table with such a column is a place by itself."""
        return ()

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        column, doubt = _column(outline, places, self.column)
        if doubt:
            return ("", False), doubt
        cells = list(column.values())
        keys = _keys(cells)
        if keys is None or len(keys) < LEAST_SORTED:
            return ("", False), f"{counted(len(cells), 'row')} of such cells have no order that code knows"
        broken = next((two for two, pair in enumerate(pairwise(keys), 1) if not _ordered(*pair, self.direction)), 0)
        said = f'"{cells[broken]}" comes after "{cells[broken - 1]}"' if broken else "it is"
        return (said, not broken), ""


def _keys(cells: Sequence[str]) -> Sequence[float] | Sequence[str] | None:
    """What cells are sorted by: one number each, or ISO dates or words without digits; None if that is not clear."""
    numbers = [numbers_in(cell) for cell in cells]
    if all(len(each) == 1 and len(each[0][1]) == 1 for each in numbers):
        return [value for each in numbers for _, values in each for value in values]
    if days := next(filter(None, (_days(cells, form) for form in DAY_FORMS)), None):
        return days
    plain = [one_line(cell).casefold() for cell in cells]
    dates = all(ISO_DATE.match(cell) for cell in plain)
    return plain if dates or not any(map(re.compile(r"\d").search, plain)) else None


def _days(cells: Sequence[str], form: str) -> Sequence[float] | None:
    """The days or times that all cells have in one form; None if one has not."""
    try:
        return [(datetime.strptime(one_line(cell), form) - datetime.min).total_seconds() for cell in cells]  # noqa: DTZ007, DTZ901 - of a page, without a zone
    except ValueError:
        return None


def _ordered(one: float | str, two: float | str, direction: str) -> bool:
    first, second = (one, two) if direction == "rising" else (two, one)
    if isinstance(first, str) or isinstance(second, str):
        return str(first) <= str(second)
    return first <= second
