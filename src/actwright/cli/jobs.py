"""`actwright jobs`: a form, filled in and submitted for each row of a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
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
    from actwright.jobs import Entry, Job, Ledger, Report
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
    login_url: Annotated[str | None, typer.Option(metavar="URL", help="Where to log in, once for all rows.")] = None,
    login_task: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What to do there, with {{KEY}} for each --secret KEY.")
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", metavar="", help="Fill in everything and hold the submit, until `jobs review` approves it."
        ),
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
        "dry_run": dry_run or None,
        "login": _login(login_url, login_task),
        "secret_names": secret,
        "model": model,
    }
    rows, given = _asked_for(rows, {name: value for name, value in chosen.items() if value is not None})
    if database:
        _queued(database, rows, given, out=out, per_worker=per_worker, priority=priority, as_json=as_json)
    else:
        _end(_begun(rows, out, browser, given), as_json=as_json)


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
    if database:
        with shared(database, folder) as ledger:
            go_on(ledger)
            _told(report_of(ledger), as_json=as_json)
        return
    _end(_reopened(folder, secret, browser), resume=True, as_json=as_json)


def retry(
    folder: Folder,
    state: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="Which rows: failed, blocked, invalid, refused, rejected, or filled in by a dry run; by default failed,blocked, "
            "with --corrected none.",
        ),
    ] = None,
    corrected: Annotated[
        bool,
        typer.Option(
            "--corrected", metavar="", help="Rows that were not sent, or refused, and whose values you have corrected."
        ),
    ] = False,
    secret: SecretNames = None,
    browser: BrowserAddress = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Do rows again that were never sent, or that the site refused. Rows that are unknown are not among them.

    Exit status: as of run.
    """
    from actwright.jobs import State
    from actwright.suggestions import unknown

    default = "" if corrected else "failed,blocked"
    states = [each.strip() for each in (default if state is None else state).split(",") if each.strip()]
    for each in states:
        if each not in {*State}:
            raise ConfigError(f"--state: {unknown('state', each, [*State])}")
    if database and corrected:
        raise ConfigError(
            "--corrected: the rows of a job in a database stay as they were; begin another job with those corrected"
        )
    if database:
        with shared(database, folder) as there:
            typer.echo(f"{counted(there.retry(State(each) for each in states), 'row')} to be done again.", err=True)
            go_on(there)
            _told(report_of(there), as_json=as_json)
        return
    job = _reopened(folder, secret, browser)
    again = len(asyncio.run(job.correct())) if corrected else 0
    with closing(job.ledger) as ledger, ledger.alone():
        again += ledger.retry(State(each) for each in states) if states else 0
    typer.echo(f"{counted(again, 'row')} to be done again.", err=True)
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
            help="Decide without the page. Of a row that is unknown: done if the site has it, pending if it certainly has not (it is "
            "submitted again), failed to leave it. Of one that a dry run filled in: approved or rejected. Repeatable.",
        ),
    ] = None,
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    database: DatabaseOption = None,
) -> None:
    """Look through the rows on a page of this machine: approve or reject what a dry run filled in, and say what became of rows that are unknown.

    `jobs resume` then sends what was approved, and nothing else. Ctrl-C ends the review. With --database there is no page: --mark says
    what became of rows.
    """
    from actwright.jobs import Ledger
    from actwright.jobs.job import LEDGER, report

    marks = [_mark(each) for each in mark or ()]
    if database:
        with shared(database, folder) as there:
            _resolved(there, marks)
            typer.echo(_summary(report_of(there), database=True))
        return
    with closing(Ledger(folder / LEDGER)) as ledger:
        if marks:
            with ledger.alone():
                _approved(ledger, marks)
                _resolved(ledger, marks)
        else:
            _serve(ledger.path, open_it=open_it)
        typer.echo(_summary(report(ledger)))


def _serve(ledger: Path, *, open_it: bool) -> None:
    """Shows the page until the person closes it."""
    import webbrowser

    from actwright.jobs.review import ReviewServer

    with ReviewServer(ledger) as served:
        url = served.url
        typer.echo(f"Open {url}\nIt works once. Ctrl-C ends the review.", err=True)
        if open_it:
            webbrowser.open(url)
        with suppress(KeyboardInterrupt):
            served.wait()


def _approved(ledger: Ledger, marks: Sequence[tuple[int, str]]) -> None:
    """Approves and rejects what the marks say."""
    from actwright.jobs.ledger import digest_of

    ledger.approve({row: digest_of(ledger.entry(row).payload) for row, state in marks if state == "approved"})
    ledger.reject(row for row, state in marks if state == "rejected")


def _resolved(ledger: Book, marks: Sequence[tuple[int, str]]) -> None:
    """Notes what the marks say of rows that are unknown."""
    from actwright.jobs.review.decisions import FOUND

    for row, state in marks:
        if state in FOUND:
            ledger.resolve(row, FOUND[state], by="person")


def export(
    folder: Folder,
    to: Annotated[Path | None, typer.Argument(metavar="FILE", help="By default ROWS.result beside the rows.")] = None,
    database: DatabaseOption = None,
) -> None:
    """Write the rows again, in their own format, with what became of each beside it and a link to its receipt."""
    from actwright.jobs import Ledger, Order
    from actwright.jobs.export import export as written
    from actwright.jobs.export import export_path
    from actwright.jobs.job import LEDGER
    from actwright.jobs.receipts import write_receipts
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
    beside = rows.with_suffix(".job") if database else folder
    beside.mkdir(exist_ok=True)
    written(table, entries, rows=rows, to=to, receipts=write_receipts(beside, [*entries.values()]))
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
    if report.counts[State.UNKNOWN] or report.counts[State.FILLED]:
        what = "what is unknown" if report.counts[State.UNKNOWN] else "what was filled in, to approve or reject it"
        lines.append(f"`actwright jobs review {report.folder}{there}` goes through {what}.")
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


def _mark(text: str) -> tuple[int, str]:
    row, equals, state = text.partition("=")
    if not equals or not row.strip().isdigit() or state not in {"done", "pending", "failed", "approved", "rejected"}:
        wanted = "ROW=done, ROW=pending, ROW=failed, ROW=approved or ROW=rejected, as in --mark 7=done"
        raise ConfigError(f"--mark {text}: write {wanted}")
    return int(row), state


def _asked_for(rows: Path, chosen: dict[str, Any]) -> tuple[Path, dict[str, Any]]:
    """The rows, and what is asked for them: what was chosen, over what a job file says."""
    from actwright.jobs.order import read_order
    from actwright.settings import settings

    given: dict[str, Any] = {}
    if rows.suffix.lower() == ".toml":
        rows, given = read_order(rows)
    given |= chosen
    for name in ("task", "url"):
        if name not in given:
            raise ConfigError(f"jobs run: give --{name}, or a job file with {name} = …")
    return rows, given | {"model": given.get("model") or settings().model}


def _begun(rows: Path, out: Path | None, browser: str | None, given: dict[str, Any]) -> Job:
    """The job of a file of rows."""
    from actwright.jobs import Job

    names = given.get("secret_names", ())
    return Job(
        rows,
        out=out,
        secrets=_secrets([names] if isinstance(names, str) else names),
        browser=_browser(browser),
        **given,
    )


def _queued(
    database: str, rows: Path, given: dict[str, Any], *, out: Path | None, per_worker: int, priority: str, as_json: bool
) -> None:
    """Puts the rows into a queue, and prints how they stand."""
    from actwright.jobs import Order

    order = Order.model_validate(given)
    _told(begun(database, rows, order, out=out, per_worker=per_worker, priority=priority), as_json=as_json)


def _reopened(folder: Path, names: Sequence[str] | None, browser: str | None) -> Job:
    """A job that was begun, with the secrets that it is given now, or that it was begun with."""
    from actwright.jobs import Job, Ledger, Order
    from actwright.jobs.job import LEDGER

    if not names:
        with closing(Ledger(folder / LEDGER)) as ledger:
            names = Order.model_validate_json(ledger.note("order")).secret_names
    return Job.opened(folder, secrets=_secrets(names), browser=_browser(browser))


def _login(url: str | None, task: str | None) -> dict[str, str] | None:
    if bool(url) != bool(task):
        raise ConfigError("a login needs both --login-url and --login-task")
    return {"url": url, "task": task} if url and task else None


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
