"""Exports the original rows with the outcome of each, in their original format."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from actwright.errors import ConfigError
from actwright.jobs.ledger_row import LedgerRow
from actwright.jobs.row_table import Table, opened_workbook, sheet_of

FORMULA = re.compile(r"^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]")
"""Cells that a spreadsheet takes for a formula (OWASP, CSV Injection), including the full-width forms of the signs."""
HEADINGS = ("status", "reason", "confirmation", "ended", "attempts", "seconds", "cost", "receipt")
PREFIX = "actwright "
LINK = f"{PREFIX}receipt"


def export_path(rows: Path) -> Path:
    """The default path of an export: `applicants.result.csv` beside `applicants.csv`."""
    return rows.with_suffix(f".result{rows.suffix}")


def export(
    table: Table, entries: Mapping[int, LedgerRow], *, rows: Path, to: Path, receipts: Mapping[int, Path] | None = None
) -> None:
    """Writes the rows with their outcomes, completely or not at all. A text from a page never becomes a formula.

    Args:
        table: The rows.
        entries: The outcome of each row, by its number.
        rows: The file that the rows came from.
        to: The file to write.
        receipts: The receipt of each row, by its number. The export links to it, relative to the folder of `to`.

    Raises:
        ConfigError: The file cannot be written, is the file of rows itself, or has another file extension.
    """
    if to.exists() and rows.exists() and to.samefile(rows):
        raise ConfigError(f"{to} is the file of rows itself; name another file")
    if to.suffix.lower() != rows.suffix.lower():
        raise ConfigError(f"{to}: the rows are in a {rows.suffix} file, so the export must be one too")
    links = {
        number: os.path.relpath(receipt.absolute(), to.parent.absolute())
        for number, receipt in (receipts or {}).items()
    }
    outcomes = {number: outcome(entry, links.get(number, "")) for number, entry in entries.items()}
    write = {"csv": _csv, "jsonl": _jsonl, "xlsx": _xlsx}[table.kind]
    try:
        handle, name = tempfile.mkstemp(prefix=f".{to.name}.", dir=to.parent)
        os.close(handle)
        try:
            write(table, outcomes, rows, Path(name))
            Path(name).replace(to)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"{to} cannot be written: {error.strerror or error}") from error


Outcomes = Mapping[int, Mapping[str, str]]
"""The outcome of each row, as texts by heading."""


def outcome(entry: LedgerRow, receipt: str) -> dict[str, str]:
    """The outcome of a row, as texts by heading."""
    cost = "" if entry.cost is None else f"{entry.cost:.4f}"
    reason = (
        f"{entry.reason}: {entry.detail}" if entry.detail and entry.state not in {"done", "filled"} else entry.reason
    )
    values = (
        *(entry.state, reason, entry.confirmation, entry.ended),
        *(str(entry.attempts), f"{entry.seconds:.1f}", cost, receipt),
    )
    return {f"{PREFIX}{heading}": neutral(value) for heading, value in zip(HEADINGS, values, strict=True)}


def neutral(text: str) -> str:
    """The text, escaped if a spreadsheet would take it for a formula."""
    return f"'{text}" if FORMULA.match(text) else text


def _csv(table: Table, outcomes: Outcomes, _rows: Path, to: Path) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=table.delimiter)
    added = [f"{PREFIX}{heading}" for heading in HEADINGS]
    writer.writerow([*table.headings, *added])
    for line in table.lines:
        writer.writerow([*line.cells.values(), *outcomes[line.number].values()])
    to.write_bytes(text.getvalue().encode(table.encoding))


def _jsonl(table: Table, outcomes: Outcomes, rows: Path, to: Path) -> None:
    """Writes each object with its outcome under the key `actwright`."""
    known = {line.number for line in table.lines}
    lines: list[str] = []
    for number, line in enumerate(rows.read_bytes().decode(table.encoding).split("\n"), 1):
        if number in known:
            found: dict[str, Any] = json.loads(line)
            lines.append(json.dumps({**found, "actwright": outcomes[number]}, ensure_ascii=False))
    to.write_bytes(("\n".join(lines) + "\n").encode(table.encoding))


def _xlsx(table: Table, outcomes: Outcomes, rows: Path, to: Path) -> None:
    workbook = opened_workbook(rows)
    sheet: Any = sheet_of(workbook, table.sheet)
    first = len(table.headings) + 1
    added = [f"{PREFIX}{heading}" for heading in HEADINGS]
    for at, heading in enumerate(added, first):
        sheet.cell(1, at, heading)
    for line in table.lines:
        for at, (heading, text) in enumerate(outcomes[line.number].items(), first):
            cell = sheet.cell(line.number, at)
            cell.value = text
            cell.data_type = "s"
            if heading == LINK and text:
                cell.hyperlink = text
    workbook.save(to)
