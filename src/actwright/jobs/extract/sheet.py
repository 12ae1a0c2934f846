"""Writes rows of documents as a table that `jobs run` takes: CSV or XLSX, with the provenance beside it."""

from __future__ import annotations

import csv
import io
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from actwright.errors import ConfigError
from actwright.extras import installed
from actwright.jobs.export import FORMULA
from actwright.jobs.extract.columns import Column
from actwright.jobs.extract.extraction import DocumentRow
from actwright.jobs.extract.mail import Attachment, safe_name
from actwright.jobs.extract.provenance import doubts_of, provenance_lines, provenance_path
from actwright.jobs.job_rows import DOUBTS

ATTACHMENT = "Attachment"
FIRST_ROW = 2
CELLS = re.compile(r"[;|\t\r\n]")
"""What a spreadsheet may take for the end of a cell."""
SIGNED = re.compile(r"[+-][\d ().,/-]*")
"""Phone numbers and negative amounts: a spreadsheet may format them, but runs nothing."""
IN_CSV = "it looks like a formula, so it is left out of the CSV file; see the provenance, or write an XLSX file"
NOTED = "the model noted a problem; see the provenance"
DIGEST_DIGITS = 8


def check_paths(to: Path, *, force: bool = False) -> None:
    """Raises ConfigError if rows cannot be written there, or other rows would be overwritten."""
    if to.suffix.lower() not in {".csv", ".xlsx"}:
        raise ConfigError(f"{to}: rows are written as .csv or .xlsx")
    if taken := next((path for path in (to, provenance_path(to)) if path.exists() and not force), None):
        raise ConfigError(f"{taken} exists; give another --out, or --force to overwrite it")


def write_rows(
    documents: Sequence[DocumentRow], columns: Sequence[Column], to: Path, *, attachments: Path | None = None
) -> int:
    """Writes the rows of documents, and their provenance.

    A row with a doubtful value says so in the column `actwright doubts`: `jobs run` fills it in, and sends it once a
    person approved it in `jobs review`. No value becomes a formula.

    Args:
        documents: What became of each document; those with a failure get no row.
        columns: The columns, in order.
        to: The file to write: .csv or .xlsx.
        attachments: The folder for the files of mails, in a folder for each mail; their paths in it are columns
            named `Attachment`, `Attachment 2`, ….

    Returns:
        The number of rows.

    Raises:
        ConfigError: A file cannot be written.
    """
    is_csv = to.suffix.lower() == ".csv"
    rows: list[dict[str, str]] = []
    numbered: list[tuple[int | None, DocumentRow]] = []
    try:
        for given in documents:
            document = _without_formulas(given) if is_csv else given
            if document.failure:
                numbered.append((None, document))
                continue
            doubts = "; ".join(filter(None, (doubts_of(document.values), NOTED if document.problem else "")))
            cells = {heading: each.value for heading, each in document.values.items() if each.doubt != IN_CSV}
            if attachments:
                cells |= _saved(document, attachments)
            rows.append({**cells, DOUBTS: doubts})
            numbered.append((len(rows) + FIRST_ROW - 1, document))
        files = (_attachment_headings(len(each.attachments)) for _, each in numbered if attachments)
        headings = [*dict.fromkeys([*(column.heading for column in columns), *chain.from_iterable(files)]), DOUBTS]
        table = [headings, *([row.get(heading, "") for heading in headings] for row in rows)]
        _replaced(to, _csv(table) if is_csv else _xlsx(table))
        _replaced(provenance_path(to), provenance_lines(numbered).encode())
    except OSError as error:
        raise ConfigError(f"{to} and its files cannot be written: {error.strerror or error}") from error
    return len(rows)


def _without_formulas(document: DocumentRow) -> DocumentRow:
    values = {
        heading: replace(each, doubt=IN_CSV) if _is_formula(each.value) else each
        for heading, each in document.values.items()
    }
    return replace(document, values=values)


def _is_formula(value: str) -> bool:
    begins = FORMULA.match(value) is not None and not SIGNED.fullmatch(value)
    return begins or any(FORMULA.match(part) for part in CELLS.split(value)[1:])


def _attachment_headings(count: int) -> Iterator[str]:
    yield from (ATTACHMENT if number == 1 else f"{ATTACHMENT} {number}" for number in range(1, count + 1))


def _saved(document: DocumentRow, folder: Path) -> Mapping[str, str]:
    """Saves the files of a mail in a folder of its own. Returns their paths below `folder`, by heading."""
    own = f"{safe_name(Path(document.document).stem)}-{document.digest[:DIGEST_DIGITS]}"
    headings = _attachment_headings(len(document.attachments))
    return {heading: _save(each, folder, own) for heading, each in zip(headings, document.attachments, strict=True)}


def _save(attachment: Attachment, folder: Path, own: str) -> str:
    path = folder / own / attachment.name
    path.parent.mkdir(parents=True, exist_ok=True)
    _replaced(path, attachment.content)
    return f"{own}/{attachment.name}"


def _replaced(path: Path, content: bytes) -> None:
    """Writes a file completely or not at all; a link in its place is replaced, not followed."""
    with tempfile.NamedTemporaryFile(prefix=".", dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).replace(path)


def _csv(table: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(table)
    return text.getvalue().encode("utf-8-sig")


def _xlsx(table: Sequence[Sequence[str]]) -> bytes:
    with installed("jobs", needed_by="a form job"):
        import openpyxl  # noqa: PLC0415 - from an extra, and only workbooks need it
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for number, cells in enumerate(table, 1):
        for at, text in enumerate(cells, 1):
            cell = sheet.cell(number, at)
            cell.value = text or None
            if text:
                cell.data_type, cell.number_format = "s", "@"
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()
