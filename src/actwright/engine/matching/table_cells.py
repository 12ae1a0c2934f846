"""The cells of table rows in a page tree, by the heads of their columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from actwright.schemas.page import TreeLine
from actwright.text import one_line

CELLS = " | "
ROW = re.compile(r"(?:f\d+\.)?tr(?:-\d+)?")
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
