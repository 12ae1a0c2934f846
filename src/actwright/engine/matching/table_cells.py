"""The cells of table rows in a page tree, by the heads of their columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from actwright.schemas.page import TreeLine
from actwright.text import one_line
from actwright.tools.units import UNITS, Quantity, may_be_same, quantities_in
from actwright.written_dates import read_dates

CELLS = " | "
ROW = re.compile(r"(?:f\d+\.)?tr(?:-\d+)?")
WORD = re.compile(r"[^\W\d_]+|[$\u20ac\u00a3\u00a5\u20b9]")
MOST_WORDS = 3
"""Words of a written day: `12 May 2026`."""
PRESSED = re.compile(r"(?:f\d+\.)?(?:button|a|summary)-\d+")


def cells_by_head(lines: Sequence[TreeLine]) -> dict[int, Mapping[str, str]]:
    """The cells of each table row by the place of its line; only rows in which it is known what stands where.

    A tree leaves out empty cells, so that a row with fewer cells than others does not show which one is missing.
    """
    found: dict[int, Mapping[str, str]] = {}
    for table in _tables(lines):
        texts = {row: _texts(lines, row) for row in table}
        heads, rows = [text for text, _ in texts[table[0]]], table[1:]
        whole = max((len(texts[row]) for row in rows), default=0)
        for row in rows:
            cells = texts[row]
            buttons = next((at for at, (_, pressed) in enumerate(reversed(cells)) if not pressed), len(cells))
            if len(cells) == whole and whole - buttons <= len(heads) <= whole and len(set(heads)) == len(heads):
                known = zip(heads, (text for text, _ in cells[: whole - buttons]), strict=False)
                found[row] = dict(known)
    return found


def _tables(lines: Sequence[TreeLine]) -> list[list[int]]:
    """The places of the rows of each table: those that follow each other at one depth."""
    tables: list[list[int]] = []
    under_way: dict[int, list[int]] = {}
    for at, line in enumerate(lines):
        for depth in [each for each in under_way if each > line.depth]:
            del under_way[depth]
        if not ROW.fullmatch(line.head):
            under_way.pop(line.depth, None)
        elif line.depth in under_way:
            under_way[line.depth].append(at)
        else:
            under_way[line.depth] = [at]
            tables.append(under_way[line.depth])
    return tables


def _texts(lines: Sequence[TreeLine], row: int) -> list[tuple[str, bool]]:
    """The texts of a row, one for each cell, and whether each is a button or link."""
    texts: list[tuple[str, bool]] = []
    for at in range(row, len(lines)):
        if at > row and lines[at].depth <= lines[row].depth:
            break
        said = one_line(lines[at].text or lines[at].attributes.get("label", ""))
        texts += [(cell, PRESSED.fullmatch(lines[at].head) is not None) for cell in said.split(CELLS) if cell]
    return texts


def has_cell(text: str, cell: str) -> bool:
    """Whether a text has what a cell says as whole words; its numbers and its day may be written in another form."""
    if words_in(cell, text):
        return True
    if days := read_dates(cell):
        words = text.replace(CELLS, " ").split()
        spans = (words[at : at + count] for count in range(1, MOST_WORDS + 1) for at in range(len(words)))
        return any(not days.isdisjoint(read_dates(" ".join(span))) for span in spans)
    if any(word.casefold() not in UNITS for word in WORD.findall(cell)):
        return False
    return any(_is_same(one, other) for one in quantities_in(cell)[:1] for other in quantities_in(text))


def words_in(words: str, text: str) -> bool:
    """Whether a text has these words, in any case; not as a part of a word or a number, as 240.00 is of 1,240.00."""
    pattern = rf"(?<!\w)(?<!\d[.,]){re.escape(words.casefold())}(?!\w|[.,]\d)"
    return re.search(pattern, text.casefold()) is not None


def _is_same(one: Quantity, other: Quantity) -> bool:
    units = {one.unit, other.unit} - {""}
    return bool(one.values & other.values) and (len(units) < len((one, other)) or may_be_same(*units))
