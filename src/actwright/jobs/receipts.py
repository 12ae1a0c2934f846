"""Receipts of rows as HTML pages: for each field, the value meant for it and the value it held before the submit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from actwright.engine.records.html import host_time, styled, template
from actwright.errors import ConfigError
from actwright.jobs.ledger_row import LedgerRow

if TYPE_CHECKING:
    from jinja2 import Template

FOLDER = "receipts"
PAGE = 200
"""Rows per page."""


def write_receipts(folder: Path, entries: Sequence[LedgerRow]) -> dict[int, Path]:
    """Writes the receipts of all rows that were begun into the job's folder.

    Returns:
        The page and anchor of each row's receipt, by row number: `…/receipts/1.html#row-7`.

    Raises:
        ConfigError: The pages cannot be written.
    """
    from markupsafe import Markup  # noqa: PLC0415 - comes with jinja2

    style = Markup(styled())  # noqa: S704 - our own file
    begun = [entry for entry in entries if entry.began]
    found: dict[int, Path] = {}
    pages = folder / FOLDER
    try:
        pages.mkdir(exist_ok=True)
        for at in range(0, len(begun), PAGE):
            some, file = begun[at : at + PAGE], pages / f"{at // PAGE + 1}.html"
            text = _template().render(
                job=folder.name, entries=some, style=style, time=host_time, path=partial(_beside, folder)
            )
            file.write_text(text, "utf-8")
            found |= {entry.number: file.with_name(f"{file.name}#row-{entry.number}") for entry in some}
    except OSError as error:
        raise ConfigError(f"{pages} cannot be written: {error.strerror or error}") from error
    return found


def _beside(folder: Path, to: str) -> str:
    """The relative path from one of the pages to a file of the job; for the folder of a record, to its report."""
    file = folder / to
    return os.path.relpath(file / "report.html" if file.is_dir() else file, folder / FOLDER)


@cache
def _template() -> Template:
    return template(Path(__file__).with_name("receipts.html.j2").read_text("utf-8"))
