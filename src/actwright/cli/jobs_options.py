"""The options of `actwright jobs`, and what the values of some of them mean."""

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
    Path, typer.Argument(metavar="JOB", help="The folder of the job, as applicants.job; its name, with --database.")
]
Watch = Annotated[
    bool,
    typer.Option(
        "--watch", metavar="", help="Show the rows in your browser while they are filled in. You cannot act there."
    ),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")]
SecretNames = Annotated[
    list[str] | None,
    typer.Option(
        "--secret",
        metavar="KEY[@ORIGIN]",
        help="A value no model sees, the same for every row, from the environment variable KEY; repeatable.",
    ),
]
DatabaseAddress = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The job is in this PostgreSQL database, and workers on any machine do it: postgresql://user@host/name. A password is "
        "better left to PGPASSWORD or ~/.pgpass.",
    ),
]

# Of `run`

RowsFile = Annotated[Path, typer.Argument(metavar="ROWS", help="Rows (.csv, .xlsx, .jsonl), or a job file (.toml).")]
Task = Annotated[str | None, typer.Option(metavar="TEXT", help="What to do for each row.")]
Url = Annotated[str | None, typer.Option(metavar="URL", help="Where each row starts.")]
Policy = Annotated[
    str | None, typer.Option(metavar="NAME", help="auto (default), or the name of one policy for every row.")
]
Model = Annotated[
    str | None, typer.Option(metavar="WIRE:NAME", help="For what neither rules nor an earlier row can do; as in run.")
]
BaseUrl = Annotated[str | None, typer.Option(metavar="URL", help="Where to reach the model's provider.")]
Concurrency = Annotated[int | None, typer.Option(min=1, max=64, metavar="N", help="Rows at once.")]
Rate = Annotated[str | None, typer.Option(metavar="N/min", help="The most rows begun in a minute.")]
MaxCost = Annotated[
    float | None, typer.Option(min=0.0001, metavar="USD", help="Begin no further row once so much is spent.")
]
Key = Annotated[
    list[str] | None, typer.Option(metavar="COLUMN", help="A column that says which rows are the same; repeatable.")
]
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
    list[str] | None, typer.Option(metavar="COLUMN", help="A column that the form may not have; repeatable.")
]
Required = Annotated[
    list[str] | None, typer.Option(metavar="COLUMN", help="A column that must not be empty; repeatable.")
]
SkipDuplicates = Annotated[
    bool, typer.Option("--skip-duplicates", metavar="", help="Skip rows whose key is there already.")
]
Submit = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="The address that a row is submitted to, of a form with several pages."),
]
LoginUrl = Annotated[str | None, typer.Option(metavar="URL", help="Where to log in, once for all rows.")]
LoginTask = Annotated[
    str | None, typer.Option(metavar="TEXT", help="What to do there, with {{KEY}} for each --secret KEY.")
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run", metavar="", help="Fill in everything and hold the submit, until `jobs review` approves it."
    ),
]
PerWorker = Annotated[
    int,
    typer.Option(min=1, metavar="N", help="With --database: rows at once of one worker; --concurrency is for all."),
]
Priority = Annotated[
    str, typer.Option(metavar="HEADING", help="With --database: a column of numbers; rows with 1 go first.")
]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of the job; by default ROWS.job.")]

# Of `status`, `export`, `retry` and `review`

EveryRow = Annotated[bool, typer.Option("--rows", metavar="", help="List every row, and not only those not done.")]
ExportFile = Annotated[Path | None, typer.Argument(metavar="FILE", help="By default ROWS.result beside the rows.")]
States = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="A,B",
        help="Which rows: failed, blocked, invalid, refused, rejected, or filled in by a dry run; by default failed,blocked, "
        "with --corrected none.",
    ),
]
Corrected = Annotated[
    bool,
    typer.Option(
        "--corrected", metavar="", help="Rows that were not sent, or refused, and whose values you have corrected."
    ),
]
Mark = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ROW=STATE",
        help="Decide without the page. Of a row that is unknown: done if the site has it, pending if it certainly has not (it is "
        "submitted again), failed to leave it. Of one that a dry run filled in: approved or rejected. Repeatable.",
    ),
]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")]

MARKS = ("done", "pending", "failed", "approved", "rejected")


def rate_of(text: str) -> float:
    """The rows a minute of `--rate`. Raises ConfigError if it is no number."""
    number = text.strip().removesuffix("/min").strip()
    try:
        return float(number)
    except ValueError as error:
        raise ConfigError(f"--rate {text}: write a number of rows a minute, as in --rate 30/min") from error


def columns_of(pairs: Sequence[str]) -> dict[str, str]:
    """The names of columns of `--column`, by their headings. Raises ConfigError if one is no pair."""
    found: dict[str, str] = {}
    for pair in pairs:
        heading, equals, name = pair.rpartition("=")
        if not equals or not heading or not name:
            raise ConfigError(f"--column {pair}: write HEADING=NAME, as in --column E-mail=email")
        found[heading] = name
    return found


def login_of(url: str | None, task: str | None) -> dict[str, str] | None:
    """The login; None if there is none. Raises ConfigError if half of it is missing."""
    if bool(url) != bool(task):
        raise ConfigError("a login needs both --login-url and --login-task")
    return {"url": url, "task": task} if url and task else None


def mark_of(text: str) -> tuple[int, str]:
    """The row of a `--mark`, and what it is marked as. Raises ConfigError if it is no mark."""
    row, equals, state = text.partition("=")
    if not equals or not row.strip().isdigit() or state not in MARKS:
        wanted = "ROW=done, ROW=pending, ROW=failed, ROW=approved or ROW=rejected, as in --mark 7=done"
        raise ConfigError(f"--mark {text}: write {wanted}")
    return int(row), state


def check_watch(database: str | None, *, wanted: bool) -> None:
    """Raises ConfigError if rows cannot be shown from here."""
    from actwright.cli.watch import require_server

    if wanted and database:
        raise ConfigError("--watch shows rows that this program does; with --database the workers do them")
    if wanted:
        require_server()
