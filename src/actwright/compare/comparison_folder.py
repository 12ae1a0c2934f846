"""The folder of a comparison: its rows, what they depend on, and tables of them.

```
comparison/
├── manifest.json    what was compared and with what: enough to repeat it
├── rows.jsonl       one line per row, written when it is finished; a crashed row that was played again has another
│                    line, which counts
├── usage.jsonl      one line per model call, with the usage as the provider reported it
├── rows.csv         the rows that count, for a spreadsheet
├── summary.json     the figures (see `actwright.compare.summary`)
└── report.html      the report for people (see `actwright.compare.results_page`)
```
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, cast

from pydantic import ValidationError

from actwright.compare.manifest import Manifest
from actwright.compare.row import CaseRow
from actwright.compare.summary import parts_of
from actwright.engine.records.run_folder.disk import append, content_of, write_anew
from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Exchange
from actwright.schemas.proposal import first_problem
from actwright.schemas.usage import Usage
from actwright.text import one_line, visible

try:
    import fcntl
except ImportError:  # on Windows, where nothing stops two comparisons from using the same folder
    fcntl = None

FORMULA = re.compile(r"[=+\-@\uff1d\uff0b\uff0d\uff20]")
"""The beginning of a cell that a spreadsheet takes for a formula (OWASP, CSV Injection), including full-width forms."""


NO_ROW = CaseRow(case="", seed=0, contender="", policy="", evidence="", screenshot="", passed=None, status="")


class CallRow(Frozen):
    """One model call of a row, answered or not. A retry is a separate call.

    Attributes:
        case, seed, contender, run_dir: As in the row. A case that was played twice has the calls of both runs, which
            differ in the folder.
        step: The number of the step, from 1.
        role, attempt, wire, model: As in `schemas.exchange.Exchange`. `answered_by` is the provider's name for the
            model.
        usage: Normalised tokens; `estimated` if the provider reported none.
        cost: USD; None if the price is not known.
        milliseconds: Wall time.
        error: Why it failed; empty if it did not.
        raw_usage: The provider's own usage object; empty if none came.
    """

    case: str
    seed: int
    contender: str
    run_dir: str = ""
    step: int
    role: str
    attempt: int
    wire: str
    model: str
    answered_by: str = ""
    usage: Usage
    estimated: bool = False
    cost: float | None = None
    milliseconds: float = 0.0
    error: str = ""
    raw_usage: Mapping[str, Any] = {}

    @classmethod
    def of(cls, row: CaseRow, step: int, exchange: Exchange) -> Self:
        """Returns an exchange of a row's run as a call."""
        of_row = {name: getattr(row, name) for name in ("case", "seed", "contender", "run_dir")}
        shared = cls.model_fields.keys() & type(exchange).model_fields.keys()
        of_call = {name: getattr(exchange, name) for name in shared}
        reply: dict[str, Any] = (
            {"answered_by": exchange.reply.model, "raw_usage": exchange.reply.raw_usage} if exchange.reply else {}
        )
        return cls(step=step, **of_row, **of_call, **reply)


class ComparisonFolder:
    """The folder of one comparison, readable only by its owner. It is made when something is first written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def alone(self) -> Generator[None]:
        """Locks the folder for one comparison at a time. Makes it if it is missing, and drops a line that was cut off.

        Raises:
            ConfigError: Another comparison is using the folder, or it cannot be written.
        """
        with self._writing():
            descriptor = os.open(self.path, os.O_RDONLY)
        try:
            if fcntl is not None:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError as error:
                    raise ConfigError(f"another comparison is using {self.path}") from error
            with self._writing():
                for name in ("rows.jsonl", "usage.jsonl"):
                    _drop_cut_line(self.path / name)
            yield
        finally:
            os.close(descriptor)

    def add(self, row: CaseRow, calls: Iterable[tuple[int, Exchange]] = ()) -> None:
        """Records the calls of a row, each with the number of its step, and then the row. Returns when all is on disk.

        Raises:
            ConfigError: It could not be written.
        """
        with self._writing():
            lines = [_line(CallRow.of(row, step, exchange)) for step, exchange in calls]
            append(self.path / "usage.jsonl", b"".join(lines))
            append(self.path / "rows.jsonl", _line(row))

    def rows(self) -> list[CaseRow]:
        """Returns the rows so far, in the order in which they were first finished; for a repeated case, the last one.

        Raises:
            ConfigError: A line is not a row.
        """
        return list({row.key: row for row in _rows_in(self.path / "rows.jsonl")}.values())

    def done(self) -> AbstractSet[tuple[str, int, str]]:
        """Returns case, seed and contender of each row that need not be played again. Crashed ones must be.

        Raises:
            ConfigError: A line is not a row.
        """
        return {row.key for row in self.rows() if not row.error}

    def manifest(self) -> Manifest | None:
        """Returns the manifest that an earlier comparison wrote here; None if there was none.

        Raises:
            ConfigError: The manifest cannot be read, or is of another version.
        """
        path = self.path / "manifest.json"
        if not path.exists():
            return None
        try:
            return Manifest.model_validate(json.loads(content_of(path)))
        except ValidationError as error:
            raise ConfigError(f"{path}: {first_problem(error)}; choose another folder") from error
        except (ValueError, OSError) as error:
            raise ConfigError(f"{path} cannot be read: {error}; choose another folder") from error

    def write(self, name: str, text: str) -> None:
        """Writes a file in place of an older one, as a whole. Raises ConfigError if that fails."""
        with self._writing():
            write_anew(self.path / name, text.encode())

    @contextmanager
    def _writing(self) -> Generator[None]:
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            yield
        except OSError as error:
            message = f"cannot write the comparison to {self.path}: {error.strerror or error}; choose another folder"
            raise ConfigError(message) from error


def csv_of(rows: Iterable[CaseRow]) -> str:
    """Returns the rows as CSV, a line for each, always with the same columns in the same order.

    Input tokens by block are in `input_system`, `input_tools`, …. Unknown values are empty. No cell begins like a
    formula.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, _flat(NO_ROW), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in _flat(row).items()} for row in rows)
    return text.getvalue()


def _flat(row: CaseRow) -> dict[str, Any]:
    """Returns the row's fields in order, with tokens and their parts in separate columns."""
    fields: dict[str, Any] = {}
    for name in CaseRow.model_fields:
        if name == "usage":
            fields |= {"input": row.usage.input, **row.usage.model_dump()}
        elif name == "input_by_part":
            fields |= {f"input_{part}": tokens for part, tokens in parts_of(row).items()}
        else:
            fields[name] = getattr(row, name)
    return fields


def _cell(value: Any) -> Any:
    if isinstance(value, tuple):
        return " ".join(map(str, cast("tuple[object, ...]", value)))
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return value
    text = visible(one_line(value))
    return f"'{text}" if FORMULA.match(text) else text


def json_of(value: Frozen) -> str:
    """Returns a value as readable JSON, in ASCII only."""
    return json.dumps(value.model_dump(mode="json"), indent=1) + "\n"


def _line(value: Frozen) -> bytes:
    """Returns JSON in ASCII only: whatever a page or a provider wrote, it is one line and can be written."""
    return json.dumps(value.model_dump(mode="json")).encode() + b"\n"


def _rows_in(path: Path) -> Iterator[CaseRow]:
    """Yields the rows of a file, without a last line that was cut off while it was written."""
    lines = content_of(path).split(b"\n")[:-1] if path.exists() else []
    for number, line in enumerate(lines, start=1):
        try:
            yield CaseRow.model_validate(json.loads(line))
        except ValueError as error:
            problem = first_problem(error) if isinstance(error, ValidationError) else error
            raise ConfigError(f"{path}, line {number}: {problem}; remove the line, or choose another folder") from error


def _drop_cut_line(path: Path) -> None:
    if path.exists():
        os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
