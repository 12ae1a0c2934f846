"""Evidence for checks in words: statements about tables, totals and order.

A run has these tools only if they are asked for by name; a check has them beside those of `expect`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, ClassVar

from pydantic import Field

from actwright.schemas.page import Observation
from actwright.text import counted, one_line, shortened
from actwright.tools.column_facts import ExpectEvery, ExpectSorted, ExpectSum
from actwright.tools.denial import denied
from actwright.tools.expect import (
    CHECKS,
    Expect,
    ExpectGone,
    ExpectState,
    ExpectUrl,
    ExpectValue,
    PageCheck,
    Said,
    as_cells,
    shows,
)
from actwright.tools.outline import CELLS, Outline, same_words, words_in
from actwright.tools.outline_fact import (
    COMPARE,
    SAID,
    SHOWN,
    Compared,
    Number,
    OutlineFact,
    is_so,
    quoted,
    row_has_words,
    row_text,
    rows_at,
    wanted_number,
)  # fmt: skip
from actwright.tools.readings import Reading, adjacent, all_numbers, labels, number_line, said_number
from actwright.tools.units import quantities_in, unit_in

MOST_IN_ORDER = 20
LONGEST_SAID = 100
NUMBER_BEGINS = re.compile(r"[$\u20ac\u00a3\u00a5]?\s?\d")
NUMBER_BEFORE = re.compile(r"(?:\d[.,'\u2019]|[-\u2212]|\d\s?(?:of|von|de|sur|/)\s)$")
NUMBER_AFTER = re.compile(r"[.,'\u2019](?!0+(?!\d))\d|\s?%")
"""What makes digits a piece of another number; zeros after the point do not."""
SIGN_AFTER = re.compile(r"[+#](?!\w)|[-\u2212](?![\w-])")
"""What makes a word another one: the + of `A+`, the # of `C#`."""
BARE, DIGITS = (
    re.compile(r"[$\u20ac\u00a3\u00a5]?\s?\d[\d.,'\u2019]*\s?[%$\u20ac\u00a3\u00a5]?"),
    re.compile(r"\d+(?:[.,'\u2019]\d+)*"),
)


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
            text = page.text if everywhere else "\n".join(outline.said[at].replace(CELLS, " ") for at in places)
            shown = _shown(text, self.text, "it does not")
            cells = [cell for at in places for cell in outline.said[at].split(CELLS)]
            amid = _amid_numbers(cells, one_line(self.text)) if shown[0][1] else ""
            return (("", False), f'it is there only within "{shortened(amid, LONGEST_SAID)}"') if amid else shown
        rows = [row for row in rows_at(outline, places) if row_has_words(outline, row, self.row)]
        named = [row for row in rows if any(one_line(self.row) == cell for cell in outline.cells(row))]
        rows = named if len(named) == 1 else rows
        if len(rows) != 1:
            return (f'no row has "{one_line(self.row)}"', False), f'{len(rows)} rows have "{self.row}"' if rows else ""
        cells = outline.cells(rows[0])
        near = _beside(cells, self.row) if outline.lines[rows[0]].head == "text" else cells
        shown = _shown("\n".join(near), self.text, f'the row is "{row_text(outline, rows[0])}"')
        if shown[0][1] and (whole := _amid_numbers(near, one_line(self.text))):
            return ("", False), f'it is there only within "{whole}"'
        if near != cells and not shown[0][1] and not shown[1] and _shown("\n".join(cells), self.text, "")[0][1]:
            return ("", False), f'it is in the same line as "{one_line(self.row)}", but not beside it'
        return shown


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
        parts_with = [row for row in rows_at(outline, places) if row_has_words(outline, row, self.text, any_case=True)]
        if any(map(outline.is_row, parts_with)):
            parts_with = [row for row in parts_with if not outline.is_heading(row)]
        groups = Counter((outline.around(row), outline.chapter(row)) for row in parts_with)
        wanted, compare = wanted_number(self.number), COMPARE[self.compare]
        some = range(min(groups.values()), len(parts_with)) if len(groups) > 1 else ()  # of some of the places
        verdicts = {compare(count, wanted) for count in (len(parts_with), *some)}
        said = " and ".join(map(str, groups.values()))
        sought = one_line(self.text).casefold()
        within = next((at for at in places if sought in outline.said[at].casefold()), None) if not parts_with else None
        if within is not None and verdicts == {False}:
            return ("", False), f'"{self.text}" is there only within "{shortened(outline.said[within], LONGEST_SAID)}"'
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
            return (f'no number is beside "{one_line(self.label)}"', False), ""
        units = [cell for at in exact for cell in outline.cells(outline.rows[at]) if unit_in(f"({cell})")]
        verdicts = set(self._verdicts(readings, units))
        if True in verdicts:  # the unit is named where the number stands once, and may be left out elsewhere
            unit = quantities_in(self.number)[0].unit
            verdicts = set(self._verdicts((Reading(value, own or unit) for value, own in readings), units))
        said = ", ".join(dict.fromkeys(said_number(each) for each in readings[:SHOWN]))
        doubt = f'several numbers are beside "{one_line(self.label)}": {said}' if len(verdicts) > 1 else ""
        if verdicts == {None}:
            doubt = f"it is {said}, and nothing says that this is {self.number}"
        if verdicts == {True} and not all(numbers for numbers, _ in beside):
            doubt = f'"{one_line(self.label)}" is there {len(beside)} times, but not always with a number'
        return (f"it is {said}", verdicts == {True}), doubt

    def _verdicts(self, readings: Iterable[Reading], units: Sequence[str]) -> Iterator[bool | None]:
        heads = (self.column, self.label, *(f"({unit})" for unit in units))
        return (is_so(each, self.compare, self.number, *heads) for each in readings)

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
            in_lines = outline.lines[row].head.partition("-")[0] == "article"
            return (beside or after or before) if in_lines else (beside + after or before), ""
        below, unclear = number_line(outline, at + 1)
        found = beside or after or below or before
        return found, f'it is not clear which number "{one_line(self.label)}" has' if unclear and not found else ""


class ExpectOrder(OutlineFact):
    """The texts come in this order on the page."""

    kind: ClassVar = "order"

    texts: Annotated[list[Said], Field(min_length=2, max_length=MOST_IN_ORDER)]
    under: str = ""

    def _wanted(self) -> str:
        return f"{quoted(self.texts)} come in this order{self._below()}"

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        text = "\n".join(outline.said[at] for at in places)
        found = [words_in(text, each) for each in self.texts]
        missing = next((each for each, spans in zip(self.texts, found, strict=True) if not spans), None)
        if missing is not None:
            return (f'"{one_line(missing)}" is not there', False), ""
        ordered = sorted(zip(self.texts, found, strict=True), key=lambda each: each[1][0])
        said = f"they come as {quoted(each for each, _ in ordered)}"
        if all(one[-1] < two[0] for one, two in pairwise(found)):
            return (said, True), ""
        surely = any(one[0] > two[-1] for one, two in pairwise(found))
        again = next((each for each, spans in zip(self.texts, found, strict=True) if len(spans) > 1), "")
        return (said, False), "" if surely or not again else f'"{one_line(again)}" is there more than once'


class ExpectSame(OutlineFact):
    """The same stands in the rows of both labels, or in their cells of the column."""

    kind: ClassVar = "same"

    texts: Annotated[list[Said], Field(min_length=2, max_length=2, description="the labels")]
    column: str = ""
    under: str = ""

    def _wanted(self) -> str:
        column = f' in the column "{one_line(self.column)}"' if self.column.strip() else ""
        return f"{quoted(self.texts)} have the same{column}{self._below()}"

    def _in(self, outline: Outline, places: Sequence[int], page: Observation) -> tuple[tuple[str, bool], str]:  # noqa: ARG002
        found: list[str] = []
        for label in self.texts:
            rows = [row for row in rows_at(outline, places) if any(labels(cell, label) for cell in outline.cells(row))]
            if len(rows) != 1:
                return ("", False), f'{counted(len(rows), "row")} have "{one_line(label)}"'
            column, doubt = outline.column(rows[0], self.column) if self.column.strip() else ({}, "")
            if doubt:
                return ("", False), doubt
            others = [cell for cell in outline.cells(rows[0]) if not same_words(cell, label)]
            found.append(column.get(rows[0]) or CELLS.join(others))
        one, two = (one_line(each).casefold() for each in found)
        if not one or not two:
            return ("", False), "one of them has nothing beside it"
        return (f"they have {quoted(found)}", one == two), ""


FACTS: Mapping[str, type[PageCheck]] = {
    each.name: each
    for each in (
        Expect, ExpectShown, ExpectNumber, ExpectRows, ExpectOrder, ExpectSorted, ExpectEvery, ExpectSum, ExpectSame,
        ExpectValue, ExpectState, ExpectGone, ExpectUrl, CHECKS["count"], CHECKS["download"],
    )
}  # fmt: skip
"""All kinds of facts, by the name of the tool that checks them."""
ASKED_FOR: tuple[type[PageCheck], ...] = tuple(each for each in FACTS.values() if each not in {Expect, CHECKS["count"]})
"""The kinds that a model may give. `ExpectShown` and `ExpectRows` say more than `Expect` and `ExpectCount`."""


def _shown(text: str, wanted: str, otherwise: str) -> tuple[tuple[str, bool], str]:
    """Whether a text contains another; and why that cannot be decided, if it does so only within a word or a number."""
    wanted = one_line(as_cells(wanted).replace(CELLS, " ") or wanted)
    denial, text = denied(text, wanted), one_line(text)
    if denial:
        return ("", False), f'it is there only within "{shortened(denial, LONGEST_SAID)}"'
    if any(not _goes_on(text, *span) for span in words_in(text, wanted)):
        return ("it does", True), ""
    if not shows(text, wanted):
        return (otherwise, False), ""
    within = re.search(rf"\S*{re.escape(one_line(wanted))}\S*", text)
    return ("", False), f'it is there only within "{shortened(within[0] if within else text, LONGEST_SAID)}"'


def _amid_numbers(cells: Sequence[str], text: str) -> str:
    """The cell in which alone a bare number stands, if it stands there among other numbers, as 20 in `8 of 20`."""
    within = [cell for cell in cells if words_in(cell, text)] if BARE.fullmatch(text) else []
    return within[0] if within and all(len(DIGITS.findall(cell)) > 1 for cell in within) else ""


def _beside(cells: Sequence[str], label: str) -> Sequence[str]:
    """The texts of a line that no row holds together which belong to a label: those with it, and the next to a bare one."""
    wanted = [one_line(part) for part in label.split(CELLS)]
    if len(wanted) > 1 or not any(words_in(cell, wanted[0]) for cell in cells):
        return cells
    pairs = zip(cells, [*cells[1:], ""], strict=True)
    named = [(cell, after) for cell, after in pairs if words_in(cell, wanted[0])]
    return [each for cell, after in named for each in ((cell, after) if same_words(cell, wanted[0]) else (cell,))]


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a number at an end of this span is part of a longer one: `$1` of `$1.50`, `80` of `1,280`."""
    before = NUMBER_BEFORE.search(text[:start]) if NUMBER_BEGINS.match(text, start) else None
    after = NUMBER_AFTER.match(text, end) if text[end - 1].isdigit() else None
    return before is not None or after is not None or SIGN_AFTER.match(text, end) is not None
