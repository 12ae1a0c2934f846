"""`actwright jobs`: fill in and submit a form for each row of a file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from actwright.cli import jobs_options as given
from actwright.cli.browsers import BrowserAddress
from actwright.cli.jobs_shown import line, play_to_end, print_report
from actwright.cli.jobs_work import work
from actwright.cli.notes import with_log
from actwright.errors import ConfigError
from actwright.text import counted

if TYPE_CHECKING:
    from actwright.jobs import Job, JobLedger

__all__ = ["app"]

app = typer.Typer(name="jobs", no_args_is_help=True, help="Fill in and submit a form for each row of a file, once.")


def run(
    rows: given.RowsFile,
    task: given.Task = None,
    url: given.Url = None,
    policy: given.Policy = None,
    model: given.Model = None,
    base_url: given.BaseUrl = None,
    concurrency: given.Concurrency = None,
    rate: given.Rate = None,
    max_cost: given.MaxCost = None,
    key: given.Key = None,
    column: given.Column = None,
    ignore: given.Ignore = None,
    private: given.Private = None,
    secret_column: given.SecretColumn = None,
    optional: given.Optional = None,
    required: given.Required = None,
    skip_duplicates: given.SkipDuplicates = False,
    encoding: given.Encoding = None,
    sheet: given.Sheet = None,
    site: given.Sites = None,
    submit: given.Submit = None,
    secret: given.SecretNames = None,
    login_url: given.LoginUrl = None,
    login_task: given.LoginTask = None,
    dry_run: given.DryRun = False,
    browser: BrowserAddress = None,
    database: given.DatabaseAddress = None,
    per_worker: given.PerWorker = given.PER_WORKER,
    priority: given.Priority = "",
    out: given.Out = None,
    watch: given.Watch = False,
    as_json: given.Json = False,
) -> None:
    """Begin a job: fill in and submit the form for each row, once.

    Every row ends in a state: done, refused (by the site), invalid, failed or blocked (not sent), unknown (it may have
    been sent) or skipped. `jobs resume` continues a job that ended early, whatever the cause. With --database, the rows
    are queued there, and `jobs work` does them on any number of machines.

    Exit status:
    0 all rows are done; 1 some are not; 2 a mistake in what you gave (nothing was sent);
    3 the provider refused, or no browser starts; 130 after Ctrl-C; 143 after SIGTERM.
    """
    chosen = {
        "task": task,
        "url": url,
        "policy": policy,
        "model": model,
        "base_url": base_url,
        "concurrency": concurrency,
        "rate": given.rate_of(rate) if rate is not None else None,
        "max_cost": max_cost,
        "key": key,
        "columns": given.columns_of(column) if column else None,
        "ignore": ignore,
        "private": private,
        "secret": secret_column,
        "optional": optional,
        "required": required,
        "submit": submit,
        "duplicates": "skip" if skip_duplicates else None,
        "encoding": encoding,
        "sheet": sheet,
        "sites": site,
        "dry_run": dry_run or None,
        "secret_names": secret,
        "login": given.login_of(login_url, login_task),
    }
    given.check_watch(database, wanted=watch)
    rows, asked = _asked_for(rows, {name: value for name, value in chosen.items() if value is not None})
    job = _begun(rows, asked, out=out, browser=browser, database=database)
    if database is None:
        play_to_end(job, watch=watch, as_json=as_json)
    report = asyncio.run(job.queue(per_worker=per_worker, priority=priority))
    name = report.folder
    typer.echo(
        f"{counted(report.counts.total(), 'row')} in the job {name}. Run `actwright jobs work` to do them.", err=True
    )
    print_report(report, as_json=as_json, database=True)


def resume(
    folder: given.Folder,
    secret: given.SecretNames = None,
    browser: BrowserAddress = None,
    database: given.DatabaseAddress = None,
    watch: given.Watch = False,
    as_json: given.Json = False,
) -> None:
    """Continue a job. Unknown rows are looked for if the job has `verify`, and never submitted again.

    Exit status: as for run.
    """
    given.check_watch(database, wanted=watch)
    _resume(folder, secret, browser, database, watch=watch, as_json=as_json)


def retry(
    folder: given.Folder,
    state: given.States = None,
    corrected: given.Corrected = False,
    secret: given.SecretNames = None,
    browser: BrowserAddress = None,
    database: given.DatabaseAddress = None,
    watch: given.Watch = False,
    as_json: given.Json = False,
) -> None:
    """Do rows again that were not sent, or that the site refused. Unknown rows are not retried.

    Exit status: as for run.
    """
    from actwright.jobs import Job, RowState
    from actwright.suggestions import unknown

    given.check_watch(database, wanted=watch)
    default = "" if corrected else "failed,blocked"
    states = [each.strip() for each in (default if state is None else state).split(",") if each.strip()]
    for each in states:
        if each not in {*RowState}:
            raise ConfigError(f"--state: {unknown('state', each, [*RowState])}")
    again = len(asyncio.run(Job.opened(folder, database=database).correct())) if corrected else 0
    with closing(_ledger(folder, database)) as ledger, ledger.alone():
        again += ledger.retry(RowState(each) for each in states)
    typer.echo(f"{counted(again, 'row')} to do again.", err=True)
    _resume(folder, secret, browser, database, watch=watch, as_json=as_json)


def status(
    folder: given.Folder,
    rows: given.EveryRow = False,
    database: given.DatabaseAddress = None,
    as_json: given.Json = False,
) -> None:
    """Show how many rows are in each state, and why rows are not done."""
    from actwright.jobs.job import report

    with closing(_ledger(folder, database)) as ledger:
        stands, entries = report(ledger), ledger.entries()
    for entry in () if as_json else entries:
        if rows or entry.state not in {"done", "pending"}:
            typer.echo(line(entry))
    print_report(stands, entries, as_json=as_json, database=bool(database))


def review(
    folder: given.Folder,
    mark: given.Mark = None,
    open_it: given.Open = True,
    database: given.DatabaseAddress = None,
) -> None:
    """Review rows on a page of this machine: approve or reject rows of a dry run, and say whether unknown rows arrived.

    `jobs resume` then sends what you approved, and nothing else. Ctrl-C ends the review.
    """
    from actwright.jobs.job import report

    marks = [given.mark_of(each) for each in mark or ()]
    with closing(_ledger(folder, database)) as ledger:
        if marks:
            with ledger.alone():
                _decided(ledger, marks)
        else:
            _serve(folder, database, open_it=open_it)
        print_report(report(ledger), database=bool(database))


def export(
    folder: given.Folder,
    to: given.ExportFile = None,
    database: given.DatabaseAddress = None,
) -> None:
    """Write the rows again in their own format, each with its outcome and a link to its receipt."""
    from actwright.jobs import JobOptions
    from actwright.jobs.export import export as written
    from actwright.jobs.export import export_path
    from actwright.jobs.receipts import write_receipts
    from actwright.jobs.row_table import read_table

    with closing(_ledger(folder, database)) as ledger:
        where, order = ledger.note("rows"), JobOptions.model_validate_json(ledger.note("order"))
        entries = {entry.number: entry for entry in ledger.entries()}
    if not where:
        raise ConfigError("the rows of this job came from no file; see their outcomes with `jobs status`")
    rows = Path(where)
    table = read_table(rows, encoding=order.encoding, sheet=order.sheet)
    strange = {line.number for line in table.lines} ^ set(entries)
    if strange:
        raise ConfigError(f"{rows}: row {min(strange)} was added or removed since the job began; restore the rows")
    to = to or export_path(rows)
    beside = rows.with_suffix(".job") if database else folder
    beside.mkdir(exist_ok=True)
    written(table, entries, rows=rows, to=to, receipts=write_receipts(beside, [*entries.values()]))
    typer.echo(f"{to}: {counted(len(entries), 'row')}")


for command in (run, work, resume, status, retry, review, export):
    app.command()(with_log(command))


def _asked_for(rows: Path, chosen: Mapping[str, Any]) -> tuple[Path, dict[str, Any]]:
    """Returns the rows and the options of a job. Options of the command line override those of a job file."""
    from actwright.jobs.options import read_options
    from actwright.settings import settings

    asked: dict[str, Any] = {}
    if rows.suffix.lower() == ".toml":
        rows, asked = read_options(rows)
    asked |= chosen
    if "url" not in asked:
        raise ConfigError("jobs run: give --url, or a job file with url = …")
    return rows, asked | {"model": asked.get("model") or settings().model}


def _begun(rows: Path, asked: Mapping[str, Any], *, out: Path | None, browser: str | None, database: str | None) -> Job:
    """Returns a new job. For a job in a database, only its workers read the secrets."""
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.jobs import Job

    names = asked.get("secret_names", ())
    secrets = {} if database else _secrets([names] if isinstance(names, str) else names)
    return Job(rows, out=out, secrets=secrets, browser=BrowserOptions(endpoint=browser), database=database, **asked)


def _resume(
    folder: Path,
    names: Sequence[str] | None,
    browser: str | None,
    database: str | None,
    *,
    watch: bool,
    as_json: bool,
) -> None:
    """Resumes a job. The rows of one in a database are queued for its workers."""
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.jobs import Job, JobOptions

    if database:
        there = Job.opened(folder, database=database)
        print_report(asyncio.run(there.queue(resume=True)), as_json=as_json, database=True)
        return
    with closing(_ledger(folder, database)) as ledger:
        names = names or JobOptions.model_validate_json(ledger.note("order")).secret_names
    job = Job.opened(folder, secrets=_secrets(names), browser=BrowserOptions(endpoint=browser))
    play_to_end(job, resume=True, watch=watch, as_json=as_json)


def _ledger(folder: Path, database: str | None) -> JobLedger:
    from actwright.jobs.job import open_ledger

    return open_ledger(folder, database)


def _decided(ledger: JobLedger, marks: Sequence[tuple[int, str]]) -> None:
    """Approves, rejects and resolves rows as `--mark` says."""
    from actwright.jobs.ledger_row import digest_of
    from actwright.jobs.review.decisions import FOUND

    ledger.approve({row: digest_of(ledger.entry(row).payload) for row, mark in marks if mark == "approved"})
    ledger.reject(row for row, mark in marks if mark == "rejected")
    for row, mark in marks:
        if mark in FOUND:
            ledger.resolve(row, FOUND[mark], by="person")


def _serve(folder: Path, database: str | None, *, open_it: bool) -> None:
    """Serves the page until the person ends the review."""
    import webbrowser

    from actwright.jobs.review import ReviewServer

    with ReviewServer(lambda: _ledger(folder, database)) as served:
        url = served.url
        typer.echo(f"Open {url}\nIt works once. Ctrl-C ends the review.", err=True)
        if open_it:
            webbrowser.open(url)
        with suppress(KeyboardInterrupt):
            served.wait()


def _secrets(names: Sequence[str] | None) -> dict[str, Any]:
    from actwright.cli.values import read_secrets

    return {**read_secrets(names or [])}
