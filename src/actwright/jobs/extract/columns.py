"""Reads which columns the rows of documents have, from the headings of a table or from a text file."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from actwright.errors import ConfigError
from actwright.jobs.job_rows import DOUBTS
from actwright.jobs.row_table import opened_workbook, sheet_of
from actwright.schemas.task import value_name
from actwright.text import one_line
from actwright.untrusted import read_text

MOST_COLUMNS = 100


@dataclass(frozen=True, slots=True)
class Column:
    """A column to fill in: its heading, and what belongs there if the heading does not say it."""

    heading: str
    about: str = ""


def read_columns(path: Path) -> tuple[Column, ...]:
    """Reads the columns from a file.

    The headings of a .csv, .tsv or .xlsx file are the columns; its rows do not matter. Any other file is a text with
    one column per line, as in `Start: the first working day, as 2026-01-31`.

    Raises:
        ConfigError: The file cannot be read, or a heading is empty, repeated or not a valid name for a value.
    """
    ending = path.suffix.lower()
    if ending == ".xlsx":
        columns = [Column(heading) for heading in _sheet_headings(path)]
    elif ending in {".csv", ".tsv"}:
        columns = [Column(heading) for heading in _text_headings(read_text(path, "a file of columns"))]
    else:
        lines = (line.partition(":") for line in read_text(path, "a file of columns").splitlines() if line.strip())
        columns = [Column(one_line(heading), one_line(about)) for heading, _, about in lines]
    try:
        return _checked([column for column in columns if column.heading != DOUBTS])
    except (ConfigError, ValueError) as error:
        raise ConfigError(f"{path}: {error}") from error


def _checked(columns: Sequence[Column]) -> tuple[Column, ...]:
    headings = [value_name(column.heading) for column in columns]
    if not headings:
        raise ConfigError("it names no columns; write one per line, or the headings of a table")
    if twice := next((heading for heading in headings if headings.count(heading) > 1), ""):
        raise ConfigError(f"two columns have the heading {twice!r}; rename one")
    if len(headings) > MOST_COLUMNS:
        raise ConfigError(f"it has {len(headings)} columns, and at most {MOST_COLUMNS} are allowed")
    return tuple(columns)


def _text_headings(text: str) -> list[str]:
    first = next(iter(text.splitlines()), "")
    delimiter = max(",;\t|", key=first.count)
    try:
        return [one_line(cell) for cells in csv.reader([first], delimiter=delimiter, strict=True) for cell in cells]
    except csv.Error as error:
        raise ConfigError(f"its first line is not valid CSV: {error}") from error


def _sheet_headings(path: Path) -> list[str]:
    try:
        sheet: Any = sheet_of(opened_workbook(path), None)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
    cells = next(sheet.iter_rows(max_row=1, max_col=MOST_COLUMNS + 1, values_only=True), ())
    return [one_line(str(cell)) for cell in cells if cell is not None]
