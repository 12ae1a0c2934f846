"""Reads tables from CSV, XLSX and JSON Lines files, as cells of text with the row numbers that a person sees.

A spreadsheet does not always store what it shows: `00123` may be the number 123 with a format, and a number of 19
digits has lost its last ones. A cell is read as it is shown if that is certain, and refused if it is not.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from actwright.errors import ConfigError
from actwright.jobs.workbook import INSTEAD, MOST_CELLS, unpacked
from actwright.suggestions import unknown
from actwright.text import one_line, shortened
from actwright.untrusted import check_regular, parse_json

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

LONGEST_CELL = 100_000
"""The maximum number of characters in a cell."""
LARGEST_FILE = 200_000_000
MOST_COLUMNS = 16_384
"""As many as a spreadsheet has."""
MOST_CELLS_OF_TEXT = 2_000_000
"""Cells of a table from CSV or JSON Lines, also those that are empty."""
DELIMITERS = ",;\t|"
EXACT_DIGITS = 15
"""How many digits of a number a spreadsheet keeps."""
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks, and the encodings that they stand for."""
EMPTY: tuple[int, list[str]] = (1, [])
NEEDS_EXTRA = (
    "to read and write XLSX, install the extra: pip install 'PATH_OF_THE_CLONE[jobs]', or save the sheet as CSV"
)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A row of a table: its number as a spreadsheet or an editor shows it, and its cells by heading."""

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table and the format that it was read from, in which it is also exported.

    Attributes:
        kind: `csv`, `xlsx`, `jsonl`, or `python` if it came from no file.
        headings: The headings of the columns, in order.
        lines: The rows.
        encoding, delimiter: The encoding and the delimiter of a CSV file.
        sheet: The name of the sheet in a workbook.
    """

    kind: str
    headings: tuple[str, ...]
    lines: tuple[TableLine, ...]
    encoding: str = "utf-8"
    delimiter: str = ","
    sheet: str = ""


def refuse(rule: str, *, row: int | None = None, column: str = "") -> ConfigError:
    """Returns the error for a row or cell that cannot be used; nothing was submitted for any row."""
    where = ", ".join(filter(None, (f"row {row}" if row else "", f"column {column!r}" if column else "")))
    return ConfigError(f"{where}: {rule}" if where else rule)


def read_table(path: Path, *, encoding: str | None = None, sheet: str | None = None) -> Table:
    """Reads the table in a file. The file extension gives the format: .csv, .tsv, .txt, .xlsx, .jsonl or .ndjson.

    Args:
        path: The file.
        encoding: The encoding of a CSV file; None detects UTF-8 and UTF-16.
        sheet: The name of a workbook's sheet; None takes the only one.

    Raises:
        ConfigError: The file cannot be read, or breaks a rule; names the row, the column and the rule.
    """
    readers = {".csv": _csv, ".tsv": _csv, ".txt": _csv, ".jsonl": _jsonl, ".ndjson": _jsonl, ".xlsx": _xlsx}
    ending = path.suffix.lower()
    if ending not in readers:
        raise ConfigError(f"{path}: rows must be in a .csv, .tsv, .xlsx or .jsonl file; save it as one of these")
    try:
        _check_size(path)
        table = readers[ending](path, encoding, sheet)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error.__cause__
    if not table.lines:
        raise ConfigError(f"{path}: there are no rows" + (" below the headings" if table.headings else ""))
    return table


def _check_size(path: Path) -> None:
    check_regular(path)
    if path.stat().st_size > LARGEST_FILE:
        raise ConfigError(f"the file is larger than {LARGEST_FILE:,} bytes; split it")


def _csv(path: Path, encoding: str | None, sheet: str | None) -> Table:
    _no_sheet(sheet)
    text, encoding = _decoded(path.read_bytes(), encoding)
    if "\0" in text:
        raise refuse("it contains NUL characters, so it is not a CSV file; save it as CSV UTF-8")
    delimiter = _delimiter(text)
    rows = _records(text, delimiter)
    _, first = next(rows, EMPTY)
    headings = _headings(first)
    if '"' not in text:  # every line that is not blank is a row
        _check_count(range(text.count("\n") - text.count("\n\n") - text.count("\n\r\n")), headings)
    lines: list[TableLine] = []
    for number, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(headings):
            raise refuse(
                f"it has {len(cells)} cells, but there are {len(headings)} headings; put a text that contains the delimiter "
                f"{delimiter!r} or a line break in quotes",
                row=number,
            )
        lines.append(TableLine(number, _checked(number, headings, cells)))
        _check_count(lines, headings)
    return Table(kind="csv", headings=headings, lines=tuple(lines), encoding=encoding, delimiter=delimiter)


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The records, numbered as a spreadsheet numbers rows: a record of several lines counts as one."""
    reader, number = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 0
    while True:
        number += 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            too_long = "larger than field limit" in str(error)
            rule = f"a cell has more than {LONGEST_CELL:,} characters" if too_long else f"it is not valid CSV: {error}"
            raise refuse(rule, row=number) from error
        yield number, cells


def _decoded(content: bytes, encoding: str | None) -> tuple[str, str]:
    found = encoding or next((name for mark, name in MARKS if content.startswith(mark)), None)
    if found is None and len(content) > 1 and 0 in content[:2]:  # UTF-16 of Western headings, without a byte order mark
        found = "utf-16-be" if content[0] == 0 else "utf-16-le"
    found = found or "utf-8"
    try:
        return content.decode(found), found
    except LookupError as error:
        raise ConfigError(f"{found!r} is not a known encoding") from error
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        row = content[:at].count(b"\n") + 1
        raise refuse(
            f"it is not valid {found}; save it as CSV UTF-8, or name its encoding (--encoding)", row=row
        ) from error


def _delimiter(text: str) -> str:
    """The delimiter that splits the headings into the most columns; a comma if none does."""

    def columns(delimiter: str) -> int:
        try:
            return len(next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), ()))
        except csv.Error:
            return 0

    return max(DELIMITERS, key=columns)


def _headings(cells: Sequence[str]) -> tuple[str, ...]:
    """The headings. Raises ConfigError for an empty or repeated one."""
    if not any(cell.strip() for cell in cells):
        raise ConfigError("it is empty; the first row must hold the headings of the columns")
    if len(cells) > MOST_COLUMNS:
        raise refuse(f"it has more than {MOST_COLUMNS:,} columns; split it", row=1)
    seen: dict[str, None] = {}
    for position, cell in enumerate(cells, 1):
        heading = " ".join(cell.split())
        if not heading:
            raise refuse("it has no heading; add one, or remove the column", row=1, column=str(position))
        if heading in seen:
            raise refuse("two columns have this heading; rename one", row=1, column=heading)
        seen[heading] = None
    return tuple(seen)


def _checked(number: int, headings: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    for heading, cell in zip(headings, cells, strict=True):
        if len(cell) > LONGEST_CELL:
            raise refuse(f"the cell has more than {LONGEST_CELL:,} characters", row=number, column=heading)
    return dict(zip(headings, cells, strict=True))


def _no_sheet(sheet: str | None) -> None:
    if sheet is not None:
        raise ConfigError("only a workbook has sheets; leave the sheet out")


def _jsonl(path: Path, encoding: str | None, sheet: str | None) -> Table:
    """Reads a JSON object per line; a name that a row lacks becomes an empty cell."""
    _no_sheet(sheet)
    text, encoding = _decoded(path.read_bytes(), encoding)
    headings: dict[str, None] = {}
    found: list[tuple[int, dict[str, str]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value: Any = parse_json(line, parse_float=str, parse_int=str, parse_constant=str)
        except ConfigError as error:
            raise refuse(str(error), row=number) from error
        if not isinstance(value, dict):
            raise refuse("it is not a JSON object", row=number)
        cells = {
            " ".join(name.split()): as_text(cell, row=number, column=name)
            for name, cell in cast("dict[str, Any]", value).items()
        }
        if len(cells) != len(cast("dict[str, Any]", value)):
            raise refuse("two names differ only in white space", row=number)
        headings |= dict.fromkeys(cells)
        found.append((number, cells))
        _check_count(found, headings)
    if found:
        _headings([*headings])
    return table_of(found, kind="jsonl", encoding=encoding)


def table_of(rows: Sequence[tuple[int, Mapping[str, str]]], *, kind: str, encoding: str = "utf-8") -> Table:
    """A table of numbered rows; a cell that a row lacks is empty."""
    headings = dict.fromkeys(heading for _, cells in rows for heading in cells)
    lines = tuple(
        TableLine(number, {heading: cells.get(heading, "") for heading in headings}) for number, cells in rows
    )
    return Table(kind=kind, headings=tuple(headings), lines=lines, encoding=encoding)


def _check_count(rows: Sized, headings: Sized) -> None:
    if len(headings) > MOST_COLUMNS or len(rows) * len(headings) > MOST_CELLS_OF_TEXT:
        raise ConfigError(
            f"it has more than {MOST_CELLS_OF_TEXT:,} cells or {MOST_COLUMNS:,} columns; split it into several files"
        )


def as_text(value: object, *, row: int, column: str) -> str:
    """Returns a value as it is typed: dates in ISO form, whole numbers without a point, None as an empty text.

    Raises:
        ConfigError: The value is not a text, number, date, time, path or Boolean, or its text is too long.
    """
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case datetime():
            return (value.date() if value.time() == time() else value).isoformat(
                *(() if value.time() == time() else (" ", "minutes"))
            )
        case float():
            return str(int(value)) if value.is_integer() else repr(value)
        case str() | int() | date() | time() | Path():
            text = str(value)
        case _:
            raise refuse(
                f"the value is a {type(value).__name__}; it must be text, a number, a date, true or false",
                row=row,
                column=column,
            )
    if len(text) > LONGEST_CELL:
        raise refuse(f"the cell has more than {LONGEST_CELL:,} characters", row=row, column=column)
    return text


def opened_workbook(path: Path) -> Any:
    """Opens a workbook, with its formulas. Raises ConfigError if the file is not a readable workbook."""
    try:
        import openpyxl  # noqa: PLC0415 - from an extra, and only workbooks need it
    except ImportError as error:
        raise ConfigError(NEEDS_EXTRA) from error

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what it leaves out is none of the cells
            return openpyxl.load_workbook(unpacked(path))
    except (ConfigError, OSError):
        raise
    except Exception as error:  # openpyxl raises whatever a damaged part makes it raise
        raise ConfigError(f"it is not a workbook that can be read: {shortened(one_line(str(error)), 200)}") from error


def sheet_of(workbook: Any, name: str | None) -> Worksheet:
    """The sheet of this name, or the only one. Raises ConfigError if there is no such sheet."""
    names: list[str] = workbook.sheetnames
    if name is None:
        if len(names) > 1:
            known = shortened(", ".join(names), 200)
            raise ConfigError(f"it has {len(names)} sheets; name the one with the rows (--sheet): {known}")
        return workbook[names[0]]
    if name not in names:
        raise ConfigError(unknown("sheet", name, names))
    return workbook[name]


def _xlsx(path: Path, encoding: str | None, sheet: str | None) -> Table:
    if encoding is not None:
        raise ConfigError("a workbook has no encoding; leave it out")
    found: Any = sheet_of(opened_workbook(path), sheet)
    if not hasattr(found, "iter_rows"):
        raise ConfigError(f"the sheet {found.title!r} is a chart; name the one with the rows (--sheet)")
    if found.max_row * found.max_column > MOST_CELLS:
        last = found.dimensions.partition(":")[2]
        raise ConfigError(f"its cells reach as far as {last}, which is more than {MOST_CELLS:,} cells; {INSTEAD}")
    for merged in found.merged_cells.ranges:
        raise refuse(
            f"the cells {merged.coord} are merged, so their value is ambiguous; unmerge them", row=merged.min_row
        )
    rows = [list(row) for row in found.iter_rows()]
    used = max((at for row in rows for at, cell in enumerate(row, 1) if cell.value is not None), default=0)
    if not used:
        raise ConfigError("it is empty; the first row must hold the headings of the columns")
    headings = _headings([as_text(cell.value, row=1, column=cell.column_letter) for cell in rows[0][:used]])
    lines: list[TableLine] = []
    for number, row in enumerate(rows[1:], 2):
        if any(cell.value is not None for cell in row):
            cells = [_shown(cell, number, heading) for cell, heading in zip(row[:used], headings, strict=True)]
            lines.append(TableLine(number, dict(zip(headings, cells, strict=True))))
    return Table(kind="xlsx", headings=headings, lines=tuple(lines), sheet=found.title)


def _shown(cell: Any, row: int, column: str) -> str:
    """The cell as a person sees it."""
    if cell.data_type == "f":
        raise refuse("it is a formula; paste its value instead", row=row, column=column)
    if cell.data_type == "e":
        raise refuse(f"it holds the error {cell.value}", row=row, column=column)
    value = cell.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value, str(cell.number_format), row, column)
    return as_text(value, row=row, column=column)


def _number(value: float, form: str, row: int, column: str) -> str:
    """A number as its format shows it: leading zeros, decimals and percent, but no thousands separator."""
    if not abs(value) < 10**EXACT_DIGITS:
        raise refuse(
            f"the number has more than {EXACT_DIGITS} digits, and a spreadsheet keeps no more, so it may be wrong already. "
            "Enter it again in a cell formatted as text",
            row=row,
            column=column,
        )
    plain = form.partition(";")[0]
    if re.fullmatch(r"0+", plain) and float(value).is_integer():
        return f"{int(value):0{len(plain)}d}"
    if re.fullmatch(r"[0#]*[-/ ][0#]+[-/ 0#]*", plain):
        raise refuse(f"the number has the format {plain!r}; enter it as text", row=row, column=column)
    percent = plain.endswith("%")
    decimals = re.search(r"\.(0+)", plain)
    if percent or decimals:
        text = f"{value * 100 if percent else value:.{len(decimals[1]) if decimals else 0}f}"
        return f"{text}%" if percent else text
    return as_text(value, row=row, column=column)
