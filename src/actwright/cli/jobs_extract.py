"""`actwright jobs extract`: make rows of documents, with one model call per document."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from actwright.cli import options
from actwright.cli.interrupts import run_to_end
from actwright.cli.progress import progress
from actwright.errors import ConfigError, LimitError
from actwright.text import counted, one_line, printable

if TYPE_CHECKING:
    from actwright.jobs.extract import Column, DocumentRow


def extract(
    *documents: Annotated[Path, Parameter(name="DOCS")],
    columns: Annotated[Path, Parameter(metavar="FILE")],
    out: Annotated[Path, Parameter(metavar="ROWS")] = Path("extracted.xlsx"),
    attachments: Annotated[Path | None, Parameter(metavar="DIR")] = None,
    max_cost: options.Usd | None = None,
    values_only: bool = False,
    force: options.Force = False,
    as_json: options.Json = False,
    model: options.ModelOptions = options.ModelOptions(),
) -> int:
    """Turn each document into a row, one record per document: a text, a mail (.eml), a PDF with text, or an image.

    A model is asked once per document. Values that a document does not state stay empty. The provenance of each value
    (file, page, quoted words) is beside the rows, in ROWS.provenance.jsonl. Rows with a value that code does not find
    in the quoted words have doubts: `jobs run` fills them in, and sends them once you have approved them in `jobs review`.

    Exit status:

    - 0 each document gave a row; 1 some did not; 2 a mistake in what you gave;
    - 3 the provider refused; 130 after Ctrl-C; 143 after SIGTERM.

    Args:
        documents: The documents: .txt, .md, .eml, .pdf, .png, .jpg, .webp.
        columns: The columns: a text with one per line, as in `Start: the first day, as 2026-01-31`, or a table (.csv,
            .xlsx) whose headings are the columns.
        out: The rows to write: .xlsx or .csv.
        attachments: Save attachments of mails in this folder, and their paths in columns.
        max_cost: Ask about no further document once this much may be spent.
        values_only: Ask for values without the words that state them, as small models can answer. Code looks for the
            words; a value that is not beside the name of its column is doubtful.
    """
    from actwright.jobs.extract import read_columns, write_rows
    from actwright.jobs.extract.sheet import check_paths
    from actwright.settings import settings

    if not documents:
        raise ConfigError("jobs extract: name the documents, as in `actwright jobs extract mails/*.eml --columns …`")
    chosen = model.model or settings().model
    if chosen is None:
        raise ConfigError("jobs extract: give a model, as in --model anthropic:NAME")
    wanted = read_columns(columns)
    check_paths(out, force=force)
    rows: list[DocumentRow] = []
    count = 0
    try:
        given = {"base_url": model.base_url, "max_cost": max_cost, "values_only": values_only}
        run_to_end(_collect(rows, documents, wanted, model=chosen, **given))
    finally:  # what was paid for is kept, however it ends
        if rows:
            if any(not row.failure for row in rows):
                count = write_rows(rows, wanted, out, attachments=attachments)
            _print_report(rows, count, out, as_json=as_json)
    return 0 if count == len(documents) else 1


async def _collect(rows: list[DocumentRow], documents: Sequence[Path], columns: Sequence[Column], **given: Any) -> None:
    from actwright.jobs.extract import extract as extracted

    try:
        with progress(f"document 1 of {len(documents)}") as show:
            async for row in extracted(documents, columns, **given):
                rows.append(row)
                said = f"no row: {row.failure}" if row.failure else f"{len(row.values)} of {len(columns)} values"
                print(printable(one_line(f"{row.document}: {said}")), file=sys.stderr)
                show(f"document {min(len(rows) + 1, len(documents))} of {len(documents)}")
    except LimitError as error:
        print(f"Stopped: {error}", file=sys.stderr)


def _print_report(rows: Sequence[DocumentRow], count: int, out: Path, *, as_json: bool) -> None:
    from actwright.cli.json_summary import json_line
    from actwright.schemas.exchange import cost_of, usage_of

    exchanges = [each for row in rows for each in row.exchanges]
    doubtful = sum(
        not row.failure and (bool(row.problem) or any(each.doubt for each in row.values.values())) for row in rows
    )
    cost = cost_of(exchanges)
    if as_json:
        failures = {row.document: row.failure for row in rows if row.failure}
        told = {"rows": count, "doubtful": doubtful, "failures": failures, "calls": len(exchanges), "cost": cost}
        print(json_line({"file": str(out), **told, "tokens": usage_of(exchanges).total}))
        return
    price = "price unknown" if cost is None else f"${cost:.4f}"
    written = (
        f"{out}: {counted(count, 'row')}, {doubtful:,} with doubts" if count else f"no rows; {out} was not written"
    )
    print(f"{written}; {counted(len(exchanges), 'call')}, {price}")
    if doubtful:
        print("`jobs run` fills in rows with doubts, and sends them once you have approved them in `jobs review`.")
