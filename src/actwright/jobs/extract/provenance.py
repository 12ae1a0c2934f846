"""Where the values of rows come from: a JSON line per document, beside the rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from pydantic import ValidationError

from actwright.errors import ConfigError
from actwright.jobs.extract.extraction import DocumentRow, ExtractedValue
from actwright.schemas.base import Frozen
from actwright.untrusted import read_text

LARGEST = 200_000_000


class _Line(Frozen):
    row: int | None
    document: str
    values: Mapping[str, ExtractedValue]
    digest: str = ""
    problem: str = ""
    failure: str = ""


def provenance_path(rows: Path) -> Path:
    """The provenance of `applicants.xlsx` is `applicants.provenance.jsonl` beside it."""
    return rows.with_suffix(".provenance.jsonl")


def provenance_lines(numbered: Sequence[tuple[int | None, DocumentRow]]) -> str:
    """The provenance of documents, each with the number of its row as a spreadsheet shows it; None if it has none."""
    names = ("document", "digest", "problem", "failure")
    lines = (
        {
            "row": number,
            **{name: getattr(each, name) for name in names},
            "values": {heading: asdict(value) for heading, value in each.values.items()},
        }
        for number, each in numbered
    )
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


class Provenance:
    """Where the values of a table come from.

    Args:
        lines: The lines of the file.
    """

    def __init__(self, lines: Sequence[_Line]) -> None:
        self._rows = {line.row: line for line in lines if line.row is not None}

    def sources_of(self, row: int) -> Iterator[tuple[str, str, str]]:
        """The values of a row as they were extracted: the heading, the value, and where it comes from in words."""
        line = self._rows.get(row)
        if line is None:
            return
        for heading, found in line.values.items():
            place = f"{line.document}, page {found.page}" if found.page else line.document
            doubt = f"; {found.doubt}" if found.doubt else ""
            yield heading, found.value, f"{place}: \u201c{found.quote}\u201d{doubt}"


def read_provenance(rows: Path) -> Provenance:
    """Reads the provenance beside a file of rows; of rows without one, nothing is known.

    Raises:
        ConfigError: The file cannot be read, or is damaged.
    """
    path = provenance_path(rows)
    if not path.is_file():
        return Provenance(())
    try:
        lines = read_text(path, "a file of provenance", most=LARGEST).split("\n")
        return Provenance([_Line.model_validate_json(line) for line in lines if line])
    except ValidationError as error:
        raise ConfigError(f"{path} is damaged; move it away to go on without the sources of values") from error


def doubts_of(values: Mapping[str, ExtractedValue]) -> str:
    """Which values are doubtful and why, in words of our own alone."""
    return "; ".join(f"{heading}: {value.doubt}" for heading, value in values.items() if value.doubt)
