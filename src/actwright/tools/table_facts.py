"""Evidence for checks in words: statements about tables, totals and order.

A run has these tools only if they are asked for by name; a check has them beside those of `expect`.
"""

from __future__ import annotations

import operator
import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from actwright.schemas.page import Observation
from actwright.schemas.step import Evidence
from actwright.text import counted, one_line, shortened
from actwright.tools.expect import (
    CHECKS,
    Expect,
    ExpectGone,
    ExpectState,
    ExpectUrl,
    ExpectValue,
    PageCheck,
    Said,
    shows,
)
from actwright.tools.outline import CELLS, Outline, numbers_in, outline_of, same_words, words_in
from actwright.tools.readings import Reading, adjacent, all_numbers, labels, number_line, said_number
from actwright.tools.units import CURRENCIES, quantities_in, unit_in

__all__ = [
    "ASKED_FOR",
    "FACTS",
    "ExpectNumber",
    "ExpectOrder",
    "ExpectRows",
    "ExpectShown",
    "ExpectSorted",
    "OutlineFact",
]

Compared = Literal["<", "<=", "=", ">=", ">"]
COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
SAID = {"<": "less than ", "<=": "at most ", "=": "", ">=": "at least ", ">": "more than "}
MOST_IN_ORDER = 20
SHOWN = 5
"""The most values of a page that a message names."""
LEAST_SORTED = 2
LONGEST_SAID = 100
NUMBER_BEGINS = re.compile(r"[$\u20ac\u00a3\u00a5]?\s?\d")
NUMBER_BEFORE = re.compile(r"(?:\d[.,'\u2019]|[-\u2212])$")
NUMBER_AFTER = re.compile(r"[.,'\u2019](?!0+(?!\d))\d|\s?%")
"""What makes digits a piece of another number; zeros after the point do not."""
ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)")


def _as_text(value: Any) -> Any:
    return f"{value}" if isinstance(value, int | float) and not isinstance(value, bool) else value


def _one_number(text: str) -> str:
    if "{{" not in text and len(numbers_in(text)) != 1:
        message = "must be one number, as in 80 or 1250.5"
        raise ValueError(message)
    return text


Number = Annotated[str, BeforeValidator(_as_text), AfterValidator(_one_number)]


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


class ExpectShown(OutlineFact):
    """The text is shown in the row that has `row`, under a heading, or both (case-sensitive)."""

    kind: ClassVar = "shown"

    text: Said
    row: Annotated[str, Field(description="words only of that row; empty: in any line")] = ""
    under: str = ""

    def _wanted(self) -> str:
        where = f' in the row "{one_line(self.row)}"' if self.row else ""
        return f'the page shows "{one_line(self.text)}"{where}{self._below()}'

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:
        if not self.row.strip():
            everywhere = len(places) == len(outline.lines)
            text = page.text if everywhere else " ".join(outline.said[at].replace(CELLS, " ") for at in places)
            return _shown(text, self.text, "it does not")
        rows = [row for row in _rows(outline, places) if _has_words(outline, row, self.row)]
        if len(rows) != 1:
            return (f'no row says "{one_line(self.row)}"', False), f'{len(rows)} rows say "{self.row}"' if rows else ""
        return _shown(" ".join(outline.cells(rows[0])), self.text, f'the row is "{_row_text(outline, rows[0])}"')


class ExpectRows(OutlineFact):
    """This many rows (of a table or list; else lines) have the text, in any case."""

    kind: ClassVar = "rows"

    text: Said
    compare: Compared
    number: Number
    under: str = ""

    def _wanted(self) -> str:
        return f'the number of rows with "{one_line(self.text)}"{self._below()} is {SAID[self.compare]}{self.number}'

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        parts_with = [row for row in _rows(outline, places) if _has_words(outline, row, self.text, any_case=True)]
        if any(map(outline.is_row, parts_with)):
            parts_with = [row for row in parts_with if not outline.is_heading(row)]
        groups = Counter((outline.around(row), outline.chapter(row)) for row in parts_with)
        wanted, compare = _wanted_number(self.number), COMPARE[self.compare]
        verdicts = {compare(count, wanted) for count in (len(parts_with), *groups.values())}
        said = " and ".join(map(str, groups.values()))
        doubt = (
            f"it is {said} in {len(groups)} places of the page, and nothing says which of them are meant"
            if len(verdicts) > 1
            else ""
        )
        return (f"it is {len(parts_with)}", verdicts == {True}), doubt


class ExpectNumber(OutlineFact):
    """Compares the number beside a label. In a row with several numbers, name the column by its head."""

    kind: ClassVar = "number"

    label: Annotated[
        Said, Field(description="all words of the cell that names its row, or all right before or after it")
    ]
    compare: Compared
    number: Number
    column: Annotated[str, Field(description="head of its column; empty if there is none")] = ""
    under: str = ""

    def _wanted(self) -> str:
        column = f', in the column "{one_line(self.column)}",' if self.column else ""
        return f'the number at "{one_line(self.label)}"{column}{self._below()} is {SAID[self.compare]}{self.number}'

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        labelled = [at for at in places if words_in(outline.said[at], self.label)]
        if not labelled:
            return (f'"{one_line(self.label)}" is not there', False), ""
        exact = [at for at in labelled if any(labels(cell, self.label) for cell in outline.said[at].split(CELLS))]
        if not exact:
            within = shortened(outline.said[labelled[0]], LONGEST_SAID)
            return ("", False), f'"{one_line(self.label)}" is there only within "{within}"'
        beside = [self._at(outline, at) for at in exact]
        readings = [reading for numbers, _ in beside for reading in numbers]
        if doubt := next((doubt for _, doubt in beside if doubt), ""):
            return ("", False), doubt
        if not readings:
            return (f'no number stands with "{one_line(self.label)}"', False), ""
        verdicts = {self._is_so(reading) for reading in readings}
        if True in verdicts:  # the unit is named where the number stands once, and may be left out elsewhere
            unit = quantities_in(self.number)[0].unit
            verdicts = {self._is_so(Reading(value, own or unit)) for value, own in readings}
        said = ", ".join(dict.fromkeys(said_number(each) for each in readings[:SHOWN]))
        doubt = f'several numbers stand with "{one_line(self.label)}": {said}' if len(verdicts) > 1 else ""
        if verdicts == {None}:
            doubt = f"it is {said}, and nothing says that this is {self.number}"
        if verdicts == {True} and not all(numbers for numbers, _ in beside):
            doubt = f'"{one_line(self.label)}" is there {len(beside)} times, but not always with a number'
        return (f"it is {said}", verdicts == {True}), doubt

    def _is_so(self, reading: Reading) -> bool | None:
        """Whether a number of the page is as wanted; None if its unit, or the lack of one, leaves that open."""
        [wanted, *_] = quantities_in(self.number)
        passed = COMPARE[self.compare](reading.value, min(wanted.values))
        unit = reading.unit or unit_in(self.column) or unit_in(self.label)
        if not wanted.unit or unit == wanted.unit:
            return passed
        if {unit, wanted.unit} <= CURRENCIES:
            return False
        return None if passed or unit else False

    def _at(self, outline: Outline, at: int) -> tuple[list[Reading], str]:
        """The number beside a label; and why it is ambiguous, empty if it is not."""
        row = outline.rows[at]
        cells = outline.cells(row)
        if self.column.strip():
            column, doubt = outline.column(row, self.column)
            return all_numbers([column[row]] if column else []), doubt
        place = next(index for index, cell in enumerate(cells) if labels(cell, self.label))
        beside = adjacent(cells[place], self.label)
        after, before = all_numbers(cells[place + 1 :]), all_numbers(cells[:place])
        if outline.is_row(row):
            return beside + after or before, ""
        below, unclear = number_line(outline, at + 1)
        found = beside or after or below or before
        return found, f'which number stands with "{one_line(self.label)}" is not clear' if unclear and not found else ""


class ExpectOrder(OutlineFact):
    """The texts come in this order on the page."""

    kind: ClassVar = "order"

    texts: Annotated[list[Said], Field(min_length=2, max_length=MOST_IN_ORDER)]
    under: str = ""

    def _wanted(self) -> str:
        return f"{_quoted(self.texts)} come in this order{self._below()}"

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        text = "\n".join(outline.said[at] for at in places)
        found = [words_in(text, each) for each in self.texts]
        missing = next((each for each, spans in zip(self.texts, found, strict=True) if not spans), None)
        if missing is not None:
            return (f'"{one_line(missing)}" is not there', False), ""
        ordered = sorted(zip(self.texts, found, strict=True), key=lambda each: each[1][0])
        said = f"they come as {_quoted(each for each, _ in ordered)}"
        if all(one[-1] < two[0] for one, two in pairwise(found)):
            return (said, True), ""
        surely = any(one[0] > two[-1] for one, two in pairwise(found))
        again = next((each for each, spans in zip(self.texts, found, strict=True) if len(spans) > 1), "")
        return (said, False), "" if surely or not again else f'"{one_line(again)}" is there more than once'


class ExpectSorted(OutlineFact):
    """The rows of the table are sorted by that column."""

    kind: ClassVar = "sorted"

    column: Annotated[Said, Field(description="its head")]
    direction: Literal["rising", "falling"]
    under: str = ""

    def _wanted(self) -> str:
        return f'the column "{one_line(self.column)}"{self._below()} is {self.direction}'

    def only_under(self, page: Observation) -> tuple[str, ...]:  # noqa: ARG002 - on any page
        """See `OutlineFact.only_under`; none, because the one table with such a column is a place by itself."""
        return ()

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        heads = [row for row in _rows(outline, places) if outline.is_row(row) and _has_cell(outline, row, self.column)]
        if len(heads) != 1:
            return ("", False), f'{counted(len(heads), "row")} of column heads have "{one_line(self.column)}"'
        below = outline.below(heads[0])
        column, doubt = outline.column(below[0], self.column) if below else ({}, "the table has no rows")
        if doubt or list(column) != below:
            return ("", False), doubt or "not all rows have all cells: which cell is in which column is not known"
        keys = _keys([column[row] for row in below])
        if keys is None or len(keys) < LEAST_SORTED:
            return ("", False), f"{counted(len(below), 'row')} of such cells have no order that code knows"
        broken = next((two for two, pair in enumerate(pairwise(keys), 1) if not _ordered(*pair, self.direction)), 0)
        said = f'"{column[below[broken]]}" comes after "{column[below[broken - 1]]}"' if broken else "it is"
        return (said, not broken), ""


FACTS: Mapping[str, type[PageCheck]] = {
    each.name: each
    for each in (
        Expect, ExpectShown, ExpectNumber, ExpectRows, ExpectOrder, ExpectSorted, ExpectValue, ExpectState, ExpectGone, ExpectUrl,
        CHECKS["count"], CHECKS["download"],
    )
}  # fmt: skip
"""All kinds of facts, by the name of the tool that checks them."""
ASKED_FOR: tuple[type[PageCheck], ...] = tuple(each for each in FACTS.values() if each not in {Expect, CHECKS["count"]})
"""The kinds that a model may give. `ExpectShown` and `ExpectRows` say more than `Expect` and `ExpectCount`."""


def _shown(text: str, wanted: str, otherwise: str) -> tuple[tuple[str, bool], str]:
    """Whether a text contains another; and why that cannot be decided, if it does so only within a word or a number."""
    text, wanted = one_line(text), one_line(wanted.replace(CELLS, " "))
    if any(not _goes_on(text, *span) for span in words_in(text, wanted)):
        return ("it does", True), ""
    if not shows(text, wanted):
        return (otherwise, False), ""
    within = re.search(rf"\S*{re.escape(one_line(wanted))}\S*", text)
    return ("", False), f'it is there only within "{shortened(within[0] if within else text, LONGEST_SAID)}"'


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a number at an end of this span is part of a longer one: `$1` of `$1.50`, `80` of `1,280`."""
    before = NUMBER_BEFORE.search(text[:start]) if NUMBER_BEGINS.match(text, start) else None
    after = NUMBER_AFTER.match(text, end) if text[end - 1].isdigit() else None
    return before is not None or after is not None


def _has_cell(outline: Outline, row: int, text: str) -> bool:
    return any(same_words(cell, text) for cell in outline.cells(row))


def _keys(cells: Sequence[str]) -> Sequence[float] | Sequence[str] | None:
    """What cells are sorted by: one number each, or ISO dates or words without digits; None if that is not clear."""
    numbers = [numbers_in(cell) for cell in cells]
    if all(len(each) == 1 and len(each[0][1]) == 1 for each in numbers):
        return [value for each in numbers for _, values in each for value in values]
    plain = [one_line(cell).casefold() for cell in cells]
    dates = all(ISO_DATE.match(cell) for cell in plain)
    return plain if dates or not any(map(re.compile(r"\d").search, plain)) else None


def _ordered(one: float | str, two: float | str, direction: str) -> bool:
    first, second = (one, two) if direction == "rising" else (two, one)
    if isinstance(first, str) or isinstance(second, str):
        return str(first) <= str(second)
    return first <= second


def _rows(outline: Outline, places: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(outline.rows[at] for at in places))


def _has_words(outline: Outline, row: int, words: str, *, any_case: bool = False) -> bool:
    """Whether a row has these words, or all cells of a text that is written as a page tree prints it."""
    text = _row_text(outline, row)
    return all(words_in(text, cell, any_case=any_case) for cell in words.split(CELLS) if cell.strip())


def _row_text(outline: Outline, row: int) -> str:
    return CELLS.join(outline.cells(row))


def _quoted(texts: Iterable[str]) -> str:
    return ", ".join(f'"{one_line(text)}"' for text in texts)


def _wanted_number(text: str) -> float:
    return all_numbers([text])[0].value
