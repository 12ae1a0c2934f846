"""The cells of a row that a task names: they identify its record where nothing else on the page has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from actwright.engine.matching.elements import find, record_numbers
from actwright.engine.matching.table_cells import CELLS, has_cell, words_in
from actwright.schemas.recording import RecordedTarget

WORD = re.compile(r"[^\W_]+")
LEAST_WORD = 3
"""Letters or digits of a word that names something by itself."""


def with_named_cells(id: str, page: Mapping[str, RecordedTarget], task: str, values: Sequence[str]) -> RecordedTarget:
    """An element with only those cells of its row that the task names, if no other row has them; else with none.

    Args:
        id: The ID of the element.
        page: The elements of its page.
        task: The text of the task, with the values of its data in it.
        values: The values of its data.
    """
    target = page[id]
    plain = target.model_copy(update={"cells": {}})
    if not target.row:
        return plain
    numbers = record_numbers(target.row)
    candidates = list(_named(target, task, values, numbers))
    sure = {head: cell for head, cell, is_sure in candidates if is_sure}
    weak = {head: cell for head, cell, _ in candidates if head not in sure}
    for cells in (sure, *({**sure, head: cell} for head, cell in weak.items()), {**sure, **weak}):
        made = target.model_copy(update={"cells": cells})
        if cells and find(made, page).id == id and _is_alone(made, page):
            return made
    return plain


def _is_alone(target: RecordedTarget, page: Mapping[str, RecordedTarget]) -> bool:
    """Whether only the rows of one record have these cells."""
    probe = target.model_copy(update={"row": "", "name": ""})
    rows = [found for found in page.values() if found.row and _fits(probe, found)]
    return len({tuple(record_numbers(each.row)) or tuple(each.cells.items()) or each.row for each in rows}) <= 1


def _fits(probe: RecordedTarget, found: RecordedTarget) -> bool:
    return all(has_cell(found.cells.get(head, found.row), cell) for head, cell in probe.cells.items())


def _named(
    target: RecordedTarget, task: str, values: Sequence[str], numbers: Sequence[str]
) -> Iterator[tuple[str, str, bool]]:
    """The parts of cells that the task names, each with the head of its column, and whether it is surely meant.

    A value of the data, a number of the record or several words are; a word that the task has too may be there by chance.
    """
    cells = target.cells or {cell: cell for cell in target.row.split(CELLS)}
    for head, cell in cells.items():
        value = next((each for each in values if _says_much(each) and words_in(each, cell)), "")
        if value:
            yield head, value, True
            continue
        run = _longest_run(cell, task)
        is_sure = len(WORD.findall(run)) > 1 or run in numbers
        if is_sure or (_says_much(run) and (run[0].isupper() or run[0].isdigit())):
            yield head, run, is_sure


def _longest_run(cell: str, task: str) -> str:
    """The longest run of words of a cell that the task has too, in the same order."""
    spans = [match.span() for match in WORD.finditer(cell)]
    for length in range(len(spans), 0, -1):
        for at in range(len(spans) - length + 1):
            run = cell[spans[at][0] : spans[at + length - 1][1]]
            if words_in(run, task):
                return run
    return ""


def _says_much(text: str) -> bool:
    return any(len(word) >= LEAST_WORD for word in WORD.findall(text))
