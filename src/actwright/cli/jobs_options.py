"""The options of `actwright jobs`, and the parsing of their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from actwright.cli import options
from actwright.errors import ConfigError

JobFolder = Annotated[
    Path, Parameter(name="JOB", help="The job's folder, such as applicants.job; with --database, its name.")
]
Database = Annotated[
    str | None,
    Parameter(
        metavar="URL",
        help="Keep the job in this PostgreSQL database, for workers on any machine: postgresql://user@host/name. Put "
        "the password in PGPASSWORD or ~/.pgpass.",
    ),
]
Columns = Annotated[Sequence[str], Parameter(metavar="COLUMN")]
Headings = Annotated[Sequence[str], Parameter(metavar="HEADING")]


@dataclass(frozen=True, kw_only=True)
class JobSecrets(options.SecretOptions):
    """Secrets of a job.

    Attributes:
        secret: A value that no model sees, the same for every row, from the environment variable KEY; repeatable.
    """


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ExecutionOptions:
    """How rows are done and shown.

    Attributes:
        watch: Show the rows in your browser while they are filled in. You can only watch.
    """

    database: Database = None
    watch: bool = False
    as_json: options.Json = False
    secrets: JobSecrets = JobSecrets()
    browser: options.BrowserChoice = options.BrowserChoice()

    def check_watch(self) -> None:
        """Raises ConfigError if `--watch` cannot show the rows."""
        from actwright.cli.watch import require_server

        if self.watch and self.database:
            raise ConfigError("--watch shows only rows that this program does; with --database, workers do them")
        if self.watch:
            require_server()


@dataclass(frozen=True, kw_only=True)
class JobModel(options.ModelOptions):
    """The model of a job.

    Attributes:
        model: Asked only where neither rules nor an earlier row show what to do; as for run.
    """


@options.panel("Rows", 1)
class RowOptions:
    """How rows are read. The fields are those of `JobOptions`.

    Attributes:
        key: A column that identifies a row; repeatable.
        columns: Another name for a column; repeatable.
        ignore: A column that is not for the form; repeatable.
        private: A column that no model sees; repeatable.
        secret: A column of passwords, one-time codes or card numbers; repeatable.
        optional: A column that the form may lack; repeatable.
        required: A column that must not be empty; repeatable.
        duplicates: Skip rows that have the key of an earlier row.
        files: The folder of the files that rows may upload; a cell has a path below it.
        encoding: The encoding of a CSV file that is neither UTF-8 nor UTF-16, as cp1252.
        sheet: The sheet of a workbook that has several.
    """

    key: Columns = ()
    columns: Annotated[Sequence[str], Parameter(name="--column", metavar="HEADING=NAME")] = ()
    ignore: Headings = ()
    private: Columns = ()
    secret: Annotated[Sequence[str], Parameter(name="--secret-column", metavar="COLUMN")] = ()
    optional: Columns = ()
    required: Columns = ()
    duplicates: Annotated[bool, Parameter(name="--skip-duplicates")] = False
    files: Annotated[Path | None, Parameter(metavar="DIR")] = None
    encoding: options.Name | None = None
    sheet: options.Name | None = None

    def chosen(self) -> dict[str, Any]:
        """Returns the options as for `JobOptions`, None or () if not given. Raises ConfigError if one cannot be read."""
        columns, duplicates = _columns_of(self.columns) or None, "skip" if self.duplicates else None
        return vars(self) | {"columns": columns, "duplicates": duplicates}


@options.panel("Sending", 2)
class SubmissionOptions:
    """How rows are sent. The fields are those of `JobOptions`.

    Attributes:
        sites: Another site, besides the site of --url, where values may be entered; repeatable.
        submit: The address that a row is sent to, as in */orders; needed for a form of several pages.
        dry_run: Fill in every form and submit none until you approve it in `jobs review`.
        concurrency: Rows at a time.
        rate: The most rows to begin per minute.
        max_cost: Begin no further row once this much is spent.
        login_url: Where to log in, once for all rows.
        login_task: How to log in there, with {{KEY}} for each --secret KEY.
    """

    sites: Annotated[Sequence[str], Parameter(name="--site", metavar="SITE")] = ()
    submit: Annotated[str | None, Parameter(metavar="ADDRESS")] = None
    dry_run: bool = False
    concurrency: Annotated[int | None, Parameter(metavar="N", validator=Number(gte=1, lte=64))] = None
    rate: Annotated[str | None, Parameter(metavar="N/min")] = None
    max_cost: options.Usd | None = None
    login_url: options.Url | None = None
    login_task: options.Text | None = None

    def chosen(self) -> dict[str, Any]:
        """Returns the options as for `JobOptions`, None or () if not given. Raises ConfigError if one cannot be read."""
        given = {name: value for name, value in vars(self).items() if not name.startswith("login_")}
        login = _login_of(self.login_url, self.login_task)
        return given | {"rate": _rate_of(self.rate), "login": login, "dry_run": self.dry_run or None}


@options.panel("With --database", 3)
class QueueOptions:
    """How rows are queued for workers.

    Attributes:
        per_worker: Rows at a time in one worker; --concurrency applies to all together.
        priority: A column of numbers; rows with 1 go first.
    """

    per_worker: options.Count = 4
    priority: Annotated[str, Parameter(metavar="HEADING")] = ""


MARKS = ("done", "pending", "failed", "approved", "rejected")


def _rate_of(text: str | None) -> float | None:
    """The rows per minute of `--rate`. Raises ConfigError if it is not a number."""
    if text is None:
        return None
    number = text.strip().removesuffix("/min").strip()
    try:
        return float(number)
    except ValueError as error:
        raise ConfigError(f"--rate {text}: write a number of rows per minute, as in --rate 30/min") from error


def _columns_of(pairs: Sequence[str]) -> dict[str, str]:
    """The new names of `--column`, by heading. Raises ConfigError if one is not HEADING=NAME."""
    found: dict[str, str] = {}
    for pair in pairs:
        heading, equals, name = pair.rpartition("=")
        if not equals or not heading or not name:
            raise ConfigError(f"--column {pair}: write HEADING=NAME, as in --column E-mail=email")
        found[heading] = name
    return found


def _login_of(url: str | None, task: str | None) -> dict[str, str] | None:
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
