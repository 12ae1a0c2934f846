"""`actwright jobs`: a form, filled in and submitted for each row of a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from actwright.cli.browsers import BrowserAddress
from actwright.cli.jobs_database import DatabaseOption, begun, go_on, report_of, shared, work
from actwright.cli.notes import with_log
from actwright.errors import ConfigError
from actwright.text import counted, one_line, printable, shortened

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.jobs import Entry, Job, Report
    from actwright.jobs.journal import Book

__all__ = ["app"]

app = typer.Typer(name="jobs", no_args_is_help=True, help="Fill in and submit a form for each row of a file, once.")

LONGEST = 100
Folder = Annotated[
    Path, typer.Argument(metavar="JOB", help="The folder of the job, as applicants.job; its name, with --database.")
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


def run(
    rows: Annotated[Path, typer.Argument(metavar="ROWS", help="Rows (.csv, .xlsx, .jsonl), or a job file (.toml).")],
    task: Annotated[str | None, typer.Option(metavar="TEXT", help="What to do for each row.")] = None,
    url: Annotated[str | None, typer.Option(metavar="URL", help="Where each row starts.")] = None,
    policy: Annotated[
        str | None, typer.Option(metavar="NAME", help="auto (default), or the name of one policy for every row.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="WIRE:NAME", help="For what neither rules nor an earlier row can do; as in run."),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="Where to reach the model's provider.")] = None,
    concurrency: Annotated[int | None, typer.Option(min=1, max=64, metavar="N", help="Rows at once.")] = None,
    rate: Annotated[str | None, typer.Option(metavar="N/min", help="The most rows begun in a minute.")] = None,
    max_cost: Annotated[
        float | None, typer.Option(min=0.0001, metavar="USD", help="Begin no further row once so much is spent.")
    ] = None,
    key: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN", help="A column that says which rows are the same; repeatable.")
    ] = None,
    column: Annotated[
        list[str] | None, typer.Option(metavar="HEADING=NAME", help="Another name for a column; repeatable.")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="HEADING", help="A column that is not for the form; repeatable.")
    ] = None,
    private: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN", help="A column that no model sees; repeatable.")
    ] = None,
    secret_column: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="A column of passwords, one-time codes or card numbers; repeatable."),
    ] = None,
    optional: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN", help="A column that the form may not have; repeatable.")
    ] = None,
    required: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN", help="A column that must not be empty; repeatable.")
    ] = None,
    skip_duplicates: Annotated[
        bool, typer.Option("--skip-duplicates", metavar="", help="Skip rows whose key is there already.")
    ] = False,
    submit: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The address that a row is submitted to, of a form with several pages."),
    ] = None,
    secret: SecretNames = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", metavar="", help="Fill in everything, submit nothing; keep pictures.")
    ] = False,
    browser: BrowserAddress = None,
    database: DatabaseOption = None,
    per_worker: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="With --database: rows at once of one worker; --concurrency is for all."),
    ] = 4,
    priority: Annotated[
        str, typer.Option(metavar="HEADING", help="With --database: a column of numbers; rows with 1 go first.")
    ] = "",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of the job; by default ROWS.job.")] = None,
    as_json: Json = False,
) -> None:
    """Begin a job: fill in and submit the form for each row, once.

    Every row ends in a state: done, refused (the site said no), invalid or failed (never sent), blocked, unknown or skipped. A job
    that ended early, however that happened, goes on with `jobs resume`. With --database the rows are queued there, and `jobs work`
    does them, on any number of machines.

    Exit status:
    0 all rows are done; 1 some are not; 2 a mistake in what you gave (nothing was sent);
    3 the provider refused, or no browser starts; 130 after Ctrl-C; 143 after SIGTERM.
    """
    from actwright.jobs import Job, Order
    from actwright.jobs.order import read_order
    from actwright.settings import settings

    given: dict[str, Any] = {}
    if rows.suffix.lower() == ".toml":
        rows, given = read_order(rows)
    chosen = {
        "task": task,
        "url": url,
        "policy": policy,
        "base_url": base_url,
        "concurrency": concurrency,
        "rate": None if rate is None else _rate(rate),
        "max_cost": max_cost,
        "key": key,
        "columns": _columns(column) if column else None,
        "ignore": ignore,
        "private": private,
        "secret": secret_column,
        "optional": optional,
        "required": required,
        "duplicates": "skip" if skip_duplicates else None,
        "submit": submit,
        "dry_run": True if dry_run else None,
    }
    given |= {name: value for name, value in chosen.items() if value is not None}
    for name in ("task", "url"):
        if name not in given:
            raise ConfigError(f"jobs run: give --{name}, or a job file with {name} = …")
    asked = model or given.pop("model", None) or settings().model
    given.pop("model", None)
    if database:
        order = Order.model_validate({**given, "model": asked})
        _told(begun(database, rows, order, out=out, per_worker=per_worker, priority=priority), as_json=as_json)
        return
    job = Job(rows, out=out, model=asked, secrets=_secrets(secret), browser=_browser(browser), **given)
    _end(job, as_json=as_json)


def resume(
    folder: Folder,
    secret: SecretNames = None,
    browser: BrowserAddress = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Go on with a job. Rows of which it is not known whether they arrived are looked for, and never submitted again.

    Exit status: as of run.
    """
    from actwright.jobs import Job

    if database:
        with shared(database, folder) as ledger:
            go_on(ledger)
            _told(report_of(ledger), as_json=as_json)
        return
    _end(Job.opened(folder, secrets=_secrets(secret), browser=_browser(browser)), resume=True, as_json=as_json)


def retry(
    folder: Folder,
    state: Annotated[
        str,
        typer.Option(metavar="A,B", help="Which rows: failed, blocked, invalid, refused, or filled in by a dry run."),
    ] = "failed,blocked",
    secret: SecretNames = None,
    browser: BrowserAddress = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Do rows again that were never sent, or that the site refused. Rows that are unknown are not among them.

    Exit status: as of run.
    """
    from actwright.jobs import Job, State
    from actwright.suggestions import unknown

    states = [each.strip() for each in state.split(",")]
    for each in states:
        if each not in {*State}:
            raise ConfigError(f"--state: {unknown('state', each, [*State])}")
    if database:
        with shared(database, folder) as there:
            typer.echo(f"{counted(there.retry(State(each) for each in states), 'row')} to be done again.", err=True)
            go_on(there)
            _told(report_of(there), as_json=as_json)
        return
    job = Job.opened(folder, secrets=_secrets(secret), browser=_browser(browser))
    ledger = job.ledger
    try:
        with ledger.alone():
            typer.echo(f"{counted(ledger.retry(State(each) for each in states), 'row')} to be done again.", err=True)
    finally:
        ledger.close()
    _end(job, resume=True, as_json=as_json)


def status(
    folder: Folder,
    rows: Annotated[
        bool, typer.Option("--rows", metavar="", help="List every row, and not only those not done.")
    ] = False,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Show how the rows of a job stand, and why those that are not done are not."""
    stands, entries = _standing(folder, database)
    if as_json:
        _print_json(stands, entries)
        return
    for entry in entries:
        if rows or entry.state not in {"done", "pending"}:
            typer.echo(line(entry))
    typer.echo(_summary(stands, database=bool(database)))


def review(
    folder: Folder,
    mark: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROW=STATE",
            help="What you found out: done if the site has the row, pending if it certainly has not (it is submitted "
            "again), failed to leave it; repeatable.",
        ),
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Go through the rows of which it is not known whether they arrived, and say what became of them.

    Without --mark, each one is shown and asked about in the terminal.
    """
    from actwright.jobs import Ledger
    from actwright.jobs.job import LEDGER

    marks = [_mark(each) for each in mark or ()]
    if database:
        with shared(database, folder) as there:
            _marked(there, marks, alone=nullcontext())
        return
    ledger = Ledger(folder / LEDGER)
    try:
        _marked(ledger, marks, alone=ledger.alone())
    finally:
        ledger.close()


def _marked(ledger: Book, marks: list[tuple[int, str]], *, alone: AbstractContextManager[None]) -> None:
    from actwright.jobs import State

    for entry in ledger.entries(State.UNKNOWN) if not marks else ():
        _show(entry)
        if sys.stdin.isatty() and (found := _asked()):
            marks.append((entry.number, found))
    if marks:
        with alone:
            for number, state in marks:
                ledger.resolve(number, State(state), by="person")
    typer.echo(f"{counted(len(marks), 'row')} marked; {ledger.counts()[State.UNKNOWN]:,} unknown.")


def export(
    folder: Folder,
    to: Annotated[Path | None, typer.Argument(metavar="FILE", help="By default ROWS.result beside the rows.")] = None,
    database: DatabaseOption = None,
) -> None:
    """Write the rows again, in their own format, with what became of each beside it."""
    from actwright.jobs import Ledger, Order
    from actwright.jobs.export import export as written
    from actwright.jobs.export import export_path
    from actwright.jobs.job import LEDGER
    from actwright.jobs.tables import read_table

    with shared(database, folder) if database else closing(Ledger(folder / LEDGER)) as ledger:
        where, order = ledger.note("rows"), Order.model_validate_json(ledger.note("order"))
        entries = {entry.number: entry for entry in ledger.entries()}
    if not where:
        raise ConfigError("the rows of this job came from no file; its ledger has what became of them")
    rows = Path(where)
    table = read_table(rows, encoding=order.encoding, sheet=order.sheet)
    strange = {line.number for line in table.lines} ^ set(entries)
    if strange:
        raise ConfigError(f"{rows}: row {min(strange)} is not as it was when the job began; put the rows back")
    to = to or export_path(rows)
    written(table, entries, rows=rows, to=to)
    typer.echo(f"{to}: {counted(len(entries), 'row')}")


for command in (run, work, resume, status, retry, review, export):
    app.command()(with_log(command))


def _standing(folder: Path, database: str | None) -> tuple[Report, Sequence[Entry]]:
    from actwright.jobs import Ledger
    from actwright.jobs.job import LEDGER, report

    if database:
        with shared(database, folder) as there:
            return report_of(there), there.entries()
    with closing(Ledger(folder / LEDGER)) as ledger:
        return report(ledger), ledger.entries()


def _told(stands: Report, *, as_json: bool) -> None:
    """Prints how a job in a database stands, which workers do."""
    if as_json:
        _print_json(stands, ())
    else:
        typer.echo(_summary(stands, database=True))


def _browser(address: str | None) -> BrowserOptions:
    from actwright.engine.page.browser.options import BrowserOptions

    return BrowserOptions(endpoint=address)


def _end(job: Job, *, as_json: bool, resume: bool = False) -> None:
    """Plays the job with a live table, prints how it stands, and ends the program."""
    from rich.console import Console

    from actwright.cli.interrupts import Interrupted, run_to_end
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.summary import an_end_in_json

    notes_to_stderr()
    console = Console(stderr=True, quiet=as_json, highlight=False)
    with an_end_in_json(wanted=as_json):
        try:
            ended = run_to_end(_play(job, console, resume=resume))
        except Interrupted as stopped:
            stopped.standing = f"`actwright jobs resume {job.folder}` goes on with what is left."
            raise
    ledger = job.ledger
    try:
        entries = ledger.entries()
    finally:
        ledger.close()
    if as_json:
        _print_json(ended, entries)
    else:
        typer.echo(_summary(ended))
    raise typer.Exit(0 if ended.all_done else 1)


async def _play(job: Job, console: Console, *, resume: bool) -> Report:
    if not console.is_terminal or console.quiet:
        show: Callable[[Entry], None] = _quiet if console.quiet else _said
        return await job.run(show, resume=resume)
    from rich.live import Live

    from actwright.cli.jobs_table import Standing

    standing = Standing(job)
    with Live(standing, console=console, refresh_per_second=4):
        return await job.run(standing.count, resume=resume)


def _quiet(_: Entry) -> None:
    """Shows nothing."""


def _said(entry: Entry) -> None:
    typer.echo(line(entry), err=True)


def line(entry: Entry) -> str:
    """A row in a line: `row 7 (A-006): refused, 2.1 s: the page refused it: …`."""
    label = f" ({printable(one_line(entry.label))})" if entry.label else ""
    why = entry.confirmation or (entry.detail if entry.state != "done" else "") or entry.reason
    said = shortened(one_line(printable(why)), LONGEST)
    return f"row {entry.number}{label}: {entry.state}, {entry.seconds:.1f} s" + (f": {said}" if said else "")


def _summary(report: Report, *, database: bool = False) -> str:
    from actwright.jobs import State
    from actwright.jobs.ledger import told

    lines = [f"{told(report.counts)}; {counted(report.calls, 'call')}, ${report.cost:.4f}"]
    if report.stopped:
        lines.append(f"Stopped: {printable(report.stopped)}")
    there = " --database …" if database else ""
    if report.counts[State.UNKNOWN]:
        lines.append(f"`actwright jobs review {report.folder}{there}` goes through what is unknown.")
    if not report.finished and not (database and not report.stopped):
        lines.append(f"`actwright jobs resume {report.folder}{there}` goes on with what is left.")
    return "\n".join(lines)


def _print_json(report: Report, entries: Sequence[Entry]) -> None:
    from actwright.cli.summary import json_line

    typer.echo(
        json_line(
            {
                "folder": str(report.folder),
                "counts": {str(state): count for state, count in report.counts.items()},
                "stopped": report.stopped,
                "cost": report.cost,
                "calls": report.calls,
                "tokens": report.tokens,
                "rows": [entry.model_dump(mode="json", exclude={"receipts", "payload"}) for entry in entries],
            }
        )
    )


def _show(entry: Entry) -> None:
    typer.echo(line(entry))
    typer.echo(f"    may have been sent: {printable(entry.intent)} at {entry.intended}")
    for receipt in entry.receipts:
        typer.echo(f"    {shortened(one_line(printable(f'{receipt.field}: {receipt.got}')), LONGEST)}")


def _asked() -> str:
    answers = {"d": "done", "n": "pending", "f": "failed"}
    said = typer.prompt("    [d]one, [n]ot there (submit it), [f]ailed (leave it), [s]kip", default="s")
    return answers.get(said.strip().lower()[:1], "")


def _mark(text: str) -> tuple[int, str]:
    row, equals, state = text.partition("=")
    if not equals or not row.strip().isdigit() or state not in {"done", "pending", "failed"}:
        raise ConfigError(f"--mark {text}: write ROW=done, ROW=pending or ROW=failed, as in --mark 7=done")
    return int(row), state


def _rate(text: str) -> float:
    number = text.strip().removesuffix("/min").strip()
    try:
        return float(number)
    except ValueError as error:
        raise ConfigError(f"--rate {text}: write a number of rows a minute, as in --rate 30/min") from error


def _columns(pairs: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in pairs:
        heading, equals, name = pair.rpartition("=")
        if not equals or not heading or not name:
            raise ConfigError(f"--column {pair}: write HEADING=NAME, as in --column E-mail=email")
        found[heading] = name
    return found


def _secrets(names: Sequence[str] | None) -> dict[str, Any]:
    from actwright.cli.values import read_secrets

    return {**read_secrets(names or [])}
