"""The options of `actwright jobs`, and the parsing of their values."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from actwright.errors import ConfigError

__all__ = [
    "PER_WORKER",
    "BaseUrl",
    "Column",
    "Concurrency",
    "Corrected",
    "DatabaseAddress",
    "DryRun",
    "Encoding",
    "EveryRow",
    "ExportFile",
    "Folder",
    "Ignore",
    "Json",
    "Key",
    "LoginTask",
    "LoginUrl",
    "Mark",
    "MaxCost",
    "Model",
    "Open",
    "Optional",
    "Out",
    "PerWorker",
    "Policy",
    "Priority",
    "Private",
    "Rate",
    "Required",
    "RowsFile",
    "SecretColumn",
    "SecretNames",
    "Sheet",
    "Sites",
    "SkipDuplicates",
    "States",
    "Submit",
    "Task",
    "Url",
    "columns_of",
    "login_of",
    "mark_of",
    "rate_of",
]

PER_WORKER = 4

# Of all commands

Folder = Annotated[
    Path, typer.Argument(metavar="JOB", help="The job's folder, such as applicants.job; with --database, its name.")
]
Watch = Annotated[
    bool,
    typer.Option(
        "--watch", metavar="", help="Show the rows in your browser while they are filled in. You can only watch."
    ),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")]
SecretNames = Annotated[
    list[str] | None,
    typer.Option(
        "--secret",
        metavar="KEY[@ORIGIN]",
        help="A value that no model sees, the same for every row, from the environment variable KEY; repeatable.",
    ),
]
DatabaseAddress = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Keep the job in this PostgreSQL database, for workers on any machine: postgresql://user@host/name. Put "
        "the password in PGPASSWORD or ~/.pgpass.",
    ),
]

# Of `run`

RowsFile = Annotated[Path, typer.Argument(metavar="ROWS", help="Rows (.csv, .xlsx, .jsonl), or a job file (.toml).")]
Task = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What to do for each row, where the rows and the form do not say it.")
]
Url = Annotated[str | None, typer.Option(metavar="URL", help="Where each row starts.")]
Policy = Annotated[str | None, typer.Option(metavar="NAME", help="auto (default), or one policy for every row.")]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="WIRE:NAME", help="Asked only where neither rules nor an earlier row show what to do; as for run."
    ),
]
BaseUrl = Annotated[str | None, typer.Option(metavar="URL", help="The address of the model's provider.")]
Concurrency = Annotated[int | None, typer.Option(min=1, max=64, metavar="N", help="Rows at a time.")]
Rate = Annotated[str | None, typer.Option(metavar="N/min", help="The most rows to begin per minute.")]
MaxCost = Annotated[
    float | None, typer.Option(min=0.0001, metavar="USD", help="Begin no further row once this much is spent.")
]
Key = Annotated[list[str] | None, typer.Option(metavar="COLUMN", help="A column that identifies a row; repeatable.")]
Column = Annotated[
    list[str] | None, typer.Option(metavar="HEADING=NAME", help="Another name for a column; repeatable.")
]
Ignore = Annotated[
    list[str] | None, typer.Option(metavar="HEADING", help="A column that is not for the form; repeatable.")
]
Private = Annotated[list[str] | None, typer.Option(metavar="COLUMN", help="A column that no model sees; repeatable.")]
SecretColumn = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="A column of passwords, one-time codes or card numbers; repeatable."),
]
Optional = Annotated[
    list[str] | None, typer.Option(metavar="COLUMN", help="A column that the form may lack; repeatable.")
]
Required = Annotated[
    list[str] | None, typer.Option(metavar="COLUMN", help="A column that must not be empty; repeatable.")
]
SkipDuplicates = Annotated[
    bool, typer.Option("--skip-duplicates", metavar="", help="Skip rows that have the key of an earlier row.")
]
Encoding = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The encoding of a CSV file that is neither UTF-8 nor UTF-16, as cp1252."),
]
Sheet = Annotated[str | None, typer.Option(metavar="NAME", help="The sheet of a workbook that has several.")]
Sites = Annotated[
    list[str] | None,
    typer.Option(
        "--site",
        metavar="SITE",
        help="Another site, besides the site of --url, where values may be entered; repeatable.",
    ),
]
Submit = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="The address that a row is sent to, as in */orders; needed for a form of several pages."
    ),
]
LoginUrl = Annotated[str | None, typer.Option(metavar="URL", help="Where to log in, once for all rows.")]
LoginTask = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What to do there, with {{KEY}} for each --secret KEY.")
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run", metavar="", help="Fill in every form and submit none until you approve it in `jobs review`."
    ),
]
PerWorker = Annotated[
    int,
    typer.Option(
        min=1, metavar="N", help="With --database: rows at a time in one worker; --concurrency applies to all together."
    ),
]
Priority = Annotated[
    str, typer.Option(metavar="HEADING", help="With --database: a column of numbers; rows with 1 go first.")
]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="The job's folder; by default ROWS.job.")]

# Of `status`, `export`, `retry` and `review`

EveryRow = Annotated[bool, typer.Option("--rows", metavar="", help="List every row, not only those that are not done.")]
ExportFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="The file to write; by default ROWS.result.csv (or .xlsx, .jsonl) beside the rows."
    ),
]
States = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="A,B",
        help="The states of the rows to retry: failed, blocked, invalid, refused, rejected, filled; by default "
        "failed,blocked, or none with --corrected.",
    ),
]
Corrected = Annotated[
    bool,
    typer.Option(
        "--corrected",
        metavar="",
        help="Take rows that you corrected in the file; only rows that were not sent, or were refused.",
    ),
]
Mark = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ROW=STATE",
        help="Decide without the page. For an unknown row: done if the site has it, pending if it certainly does not "
        "(it is then submitted again), failed to give up. For a row of a dry run: approved or rejected. Repeatable.",
    ),
]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")]

MARKS = ("done", "pending", "failed", "approved", "rejected")


def rate_of(text: str) -> float:
    """The rows per minute of `--rate`. Raises ConfigError if it is not a number."""
    number = text.strip().removesuffix("/min").strip()
    try:
        return float(number)
    except ValueError as error:
        raise ConfigError(f"--rate {text}: write a number of rows per minute, as in --rate 30/min") from error


def columns_of(pairs: Sequence[str]) -> dict[str, str]:
    """The new names of `--column`, by heading. Raises ConfigError if one is not HEADING=NAME."""
    found: dict[str, str] = {}
    for pair in pairs:
        heading, equals, name = pair.rpartition("=")
        if not equals or not heading or not name:
            raise ConfigError(f"--column {pair}: write HEADING=NAME, as in --column E-mail=email")
        found[heading] = name
    return found


def login_of(url: str | None, task: str | None) -> dict[str, str] | None:
    """The options of the login; None if there is none. Raises ConfigError if one of the two is missing."""
    if bool(url) != bool(task):
        raise ConfigError("a login needs both --login-url and --login-task")
    return {"url": url, "task": task} if url and task else None


def mark_of(text: str) -> tuple[int, str]:
    """The row and the decision of a `--mark`. Raises ConfigError if it has another form."""
    row, equals, state = text.partition("=")
    if not equals or not row.strip().isdigit() or state not in MARKS:
        wanted = "ROW=done, ROW=pending, ROW=failed, ROW=approved or ROW=rejected, as in --mark 7=done"
        raise ConfigError(f"--mark {text}: write {wanted}")
    return int(row), state


def check_watch(database: str | None, *, wanted: bool) -> None:
    """Raises ConfigError if `--watch` cannot show the rows."""
    from actwright.cli.watch import require_server

    if wanted and database:
        raise ConfigError("--watch shows only rows that this program does; with --database, workers do them")
    if wanted:
        require_server()
