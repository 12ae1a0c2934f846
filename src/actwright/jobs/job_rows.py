"""The rows of a job: their values for the form, their keys, and what makes a row unusable."""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata
from collections.abc import AsyncIterable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from actwright.errors import ConfigError
from actwright.jobs.clear_readings import clear_readings
from actwright.jobs.job_options import JobOptions
from actwright.jobs.row_table import Table, TableLine, as_text, read_table, refuse, table_of
from actwright.schemas.task import references_in, value_name
from actwright.suggestions import unknown

SignInForm: TypeAlias = str | Path | Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]]
"""A file, or rows as mappings from names to values."""

DOUBTS = "actwright doubts"
"""The heading of a column that is not for the form: a row with a text in it is sent only once a person approved it."""
LONG, SHORT = 12, 2
"""The number of hexadecimal digits of a cell's digest, and of one that is too short to find the value by trial."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """One row, ready for the form.

    Attributes:
        number: The number that a spreadsheet shows; 1, 2, 3, … for rows from Python.
        data, private, secret: Values for the form, by who may see them. Empty ones are left out, unless the task names
            them.
        key: A digest of what identifies the row; nothing is submitted twice under one key.
        digest: A digest of all values.
        cells: A short digest of each column, by name; for a private or secret column, too short to reveal the value.
        label: The key in readable form; empty if no column is the key, or if one of them is private or secret.
        missing: The name of the first required column that has no value; empty if there is none.
        twin: The number of the first row with the same key; None if this is the first.
        doubt: Why a person must approve the row before it is sent; empty if nobody needs to.
        readings: What values mean that can be read in two ways, as other cells of the table show.
    """

    number: int
    data: Mapping[str, str]
    private: Mapping[str, str]
    secret: Mapping[str, str]
    key: str
    digest: str
    cells: Mapping[str, str] = field(default_factory=dict[str, str])
    label: str = ""
    missing: str = ""
    twin: int | None = None
    doubt: str = ""
    readings: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def values(self) -> dict[str, str]:
        """All values, whoever may see them."""
        return {**self.data, **self.private, **self.secret}


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a job, and the table that they came from."""

    table: Table
    rows: tuple[JobRow, ...]


async def read_rows(given: SignInForm, options: JobOptions, *, salt: bytes) -> Rows:
    """Reads and checks all rows of a job; nothing is submitted unless every row can be used.

    Args:
        given: A file, or rows as mappings from names to values.
        options: The options of the job; they say what the columns mean.
        salt: The salt of the job's digests; without it, a short value could be looked up by its digest.

    Raises:
        ConfigError: A row or an option cannot be used; names the row, the column and the rule.
    """
    if isinstance(given, str | Path):
        table = read_table(Path(given), encoding=options.encoding, sheet=options.sheet)
    else:
        table = await _collected(given)
    names = _names(table.headings, options)
    rows: list[JobRow] = []
    keys: dict[str, int] = {}
    for line in table.lines:
        row = _row(line, names, options, salt, keys)
        keys.setdefault(row.key, row.number)
        rows.append(row)
    readings = clear_readings(cell for row in rows for cell in row.data.values())
    return Rows(table, tuple(replace(row, readings=readings) for row in rows))


async def _collected(given: Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]]) -> Table:
    found = [each async for each in given] if isinstance(given, AsyncIterable) else list(given)
    lines: list[tuple[int, dict[str, str]]] = []
    for number, each in enumerate(found, 1):
        if not isinstance(each, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] - a caller without types
            raise refuse(f"it is a {type(each).__name__}; give a mapping, as in {{'email': …}}", row=number)
        lines.append(
            (number, {str(name): as_text(value, row=number, column=str(name)) for name, value in each.items()})
        )
    if not lines:
        raise ConfigError("rows: there are no rows")
    return table_of(lines, kind="python")


def _names(headings: Sequence[str], options: JobOptions) -> dict[str, str]:
    """The name of each column for the form, by heading. Raises ConfigError if the options do not fit the headings."""
    for what, columns in (("columns", options.columns), ("ignore", options.ignore)):
        for column in columns:
            _known(what, column, headings)
    ignored = {*options.ignore, DOUBTS} - {*options.key}  # what identifies a row need not be in the form
    names = {heading: options.columns.get(heading, heading) for heading in headings if heading not in ignored}
    for heading, name in names.items():
        try:
            names[heading] = value_name(name)
        except ValueError as error:
            raise refuse(f"{error}; give it another name with columns, or ignore it", row=1, column=heading) from error
    _check_names([*names.values()], options)
    return names


def _check_names(given: Sequence[str], options: JobOptions) -> None:
    """Raises ConfigError for repeated names, and for options that name columns that do not exist."""
    twice = next((name for name in given if given.count(name) > 1), None)
    if twice is not None:
        raise ConfigError(f"two columns are named {twice!r}; rename one")
    if not given:
        raise ConfigError("every column is ignored; nothing is left for the form")
    for what in ("key", "private", "secret", "optional", "required", "replace"):
        for column in getattr(options, what):
            _known(what, column, given)
    for name in set(options.values) & set(given):
        raise ConfigError(f"{name!r} is both a column and a value of the job; rename one")
    if both := set(options.private) & set(options.secret):
        raise ConfigError(f"{min(both)!r} is both private and secret; choose one")


def _known(what: str, column: str, known: Collection[str]) -> None:
    if column not in known:
        raise ConfigError(f"{what}: {unknown('column', column, known)}")


def _row(
    line: TableLine, names: Mapping[str, str], options: JobOptions, salt: bytes, keys: Mapping[str, int]
) -> JobRow:
    wanted = set(references_in(options.task))
    cells = {name: _replaced(line.cells[heading], options.replace.get(name, {})) for heading, name in names.items()}
    filled = {
        name: cell for name, cell in cells.items() if (cell.strip() or name in wanted) and name not in options.ignore
    }
    missing = next((name for name in options.required if not cells[name].strip()), "")
    if name := next((name for name in options.key if not cells[name].strip()), ""):
        raise refuse("it is part of the key, but empty", row=line.number, column=name)
    same = {name: _same(cells[name]) for name in options.key or cells}
    key = _digest(salt, [*same.values()] if options.key else same)
    twin = keys.get(key)
    if twin is not None and options.duplicates == "refuse":
        rule = f"the same key as row {twin}" if options.key else f"the same as row {twin}"
        raise refuse(
            f"{rule}, and a key is submitted only once; remove the row, or skip duplicates (--skip-duplicates)",
            row=line.number,
            column=", ".join(options.key),
        )
    hidden = {*options.private, *options.secret}
    return JobRow(
        number=line.number,
        data={name: cell for name, cell in filled.items() if name not in hidden},
        private={name: cell for name, cell in filled.items() if name in options.private},
        secret={name: cell for name, cell in filled.items() if name in options.secret},
        key=key,
        digest=_digest(salt, cells),
        cells={name: _digest(salt, [name, cell])[: SHORT if name in hidden else LONG] for name, cell in cells.items()},
        label="" if hidden & set(options.key) else " ".join(cells[name] for name in options.key),
        missing=missing,
        twin=twin,
        doubt=line.cells.get(DOUBTS, "").strip(),
    )


def cell_digest(salt: bytes, name: str, cell: str) -> str:
    """The digest of a cell that is neither private nor secret, as `JobRow.cells` has it."""
    return _digest(salt, [name, cell])[:LONG]


def _replaced(cell: str, others: Mapping[str, str]) -> str:
    """The value that the job has for what a cell says; the cell itself if it has none."""
    said = _same(cell).casefold()
    return next((value for text, value in others.items() if _same(text).casefold() == said), cell)


def _same(cell: str) -> str:
    """A cell without differences that nobody sees: extra spaces, and whether `ü` is stored as one character or two."""
    return " ".join(unicodedata.normalize("NFC", cell).split())


def _digest(salt: bytes, value: Sequence[str] | Mapping[str, str]) -> str:
    text = json.dumps(value, ensure_ascii=True, sort_keys=True)
    return hmac.new(salt, text.encode(), hashlib.sha256).hexdigest()
