"""`actwright jobs`: fill in and submit a form for each row of a file."""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.validators import Number

from actwright.cli import jobs_options, options
from actwright.cli.interrupts import run_to_end
from actwright.cli.jobs_extract import extract
from actwright.cli.jobs_shown import line, play_to_end, print_report
from actwright.cli.stderr_messages import with_log
from actwright.errors import ConfigError
from actwright.extras import installed
from actwright.suggestions import unknown
from actwright.text import counted

if TYPE_CHECKING:
    from actwright.jobs import Job, JobLedger, LedgerRow


def run(
    rows: Annotated[Path, Parameter(name="ROWS")],
    /,
    *,
    task: options.Text | None = None,
    url: options.Url | None = None,
    policy: options.Name | None = None,
    out: Annotated[Path | None, Parameter(metavar="DIR")] = None,
    model: jobs_options.JobModel = jobs_options.JobModel(),
    row_options: jobs_options.RowOptions = jobs_options.RowOptions(),
    submission: jobs_options.SubmissionOptions = jobs_options.SubmissionOptions(),
    execution: jobs_options.ExecutionOptions = jobs_options.ExecutionOptions(),
    queue: jobs_options.QueueOptions = jobs_options.QueueOptions(),
) -> int:
    """Begin a job: fill in and submit the form for each row, once.

    Every row ends in a state: done, refused (by the site), invalid, failed or blocked (not sent), unknown (it may have
    been sent) or skipped. `jobs resume` continues a job that ended early, whatever the cause. With --database, the rows
    are queued there, and `jobs work` does them on any number of machines.

    Exit status:

    - 0 all rows are done; 1 some are not; 2 a mistake in what you gave (nothing was sent);
    - 3 the provider refused, or no browser starts; 130 after Ctrl-C; 143 after SIGTERM.

    Args:
        rows: Rows (.csv, .xlsx, .jsonl), or a job file (.toml).
        task: What to do for each row, where the rows and the form do not say it.
        url: Where each row starts.
        policy: auto (default), or one policy for every row.
        out: The job's folder; by default ROWS.job.
    """
    chosen = {"task": task, "url": url, "policy": policy, "secret_names": execution.secrets.secret, **vars(model)}
    chosen |= row_options.chosen() | submission.chosen()
    execution.check_watch()
    rows, asked = _asked_for(rows, {name: value for name, value in chosen.items() if value not in (None, ())})
    job = _begun(rows, asked, out=out, execution=execution)
    if execution.database is None:
        return play_to_end(job, watch=execution.watch, as_json=execution.as_json)
    report = asyncio.run(job.queue(per_worker=queue.per_worker, priority=queue.priority))
    count = counted(report.counts.total(), "row")
    print(f"{count} in the job {report.folder}. Run `actwright jobs work` to do them.", file=sys.stderr)
    print_report(report, as_json=execution.as_json, database=True)
    return 0


def work(
    *jobs: Annotated[str, Parameter(name="JOB")],
    database: options.Url,
    lease: Annotated[float, Parameter(metavar="SECONDS", validator=Number(gte=1))] = 30,
    until_done: bool = False,
    out: Annotated[Path, Parameter(metavar="DIR")] = Path(),
    secrets: jobs_options.JobSecrets = jobs_options.JobSecrets(),
    browser: options.BrowserChoice = options.BrowserChoice(),
) -> None:
    """Do rows of jobs that were begun with `jobs run --database`, beside any number of other workers.

    When a worker dies or stops responding, others take over its rows once its lease expires: rows that may have been
    sent become unknown, and the others are done again. ACTWRIGHT_JOBS_KEY is the key that encrypts private and secret
    columns.

    Exit status:

    - 0 nothing is left (with --until-done); 2 a mistake in what you gave; 3 no browser starts;
    - 130 after Ctrl-C; 143 after SIGTERM.

    Args:
        jobs: Names of jobs; by default all jobs, including later ones.
        database: The PostgreSQL database of the jobs: postgresql://user@host/name.
        lease: Other workers take over the rows of one that does not respond for this long.
        until_done: End when no row is left to do.
        out: The folder for records of rows, in JOB.job.
    """
    from actwright.jobs.job_options import KEY
    from actwright.settings import environment_value

    with installed("postgres", needed_by="a job in a database"):
        from actwright.jobs.postgres.worker import Worker

    def heard(job: str, entry: LedgerRow) -> None:
        print(f"{job}: {line(entry)}", file=sys.stderr)

    worker = Worker(
        database,
        jobs=[job.removesuffix(".job") for job in jobs],
        key=environment_value(KEY) or "",
        secrets=secrets.secrets(),
        browser=browser.read(),
        folder=out,
        lease=lease,
        until_done=until_done,
        heard=heard,
    )
    run_to_end(worker.run())


def resume(
    folder: jobs_options.JobFolder, /, *, execution: jobs_options.ExecutionOptions = jobs_options.ExecutionOptions()
) -> int:
    """Continue a job. Unknown rows are looked for if the job has `verify`, and never submitted again.

    Exit status: as for run.
    """
    execution.check_watch()
    return _resume(folder, execution)


def retry(
    folder: jobs_options.JobFolder,
    /,
    *,
    state: Annotated[str | None, Parameter(metavar="A,B")] = None,
    corrected: bool = False,
    execution: jobs_options.ExecutionOptions = jobs_options.ExecutionOptions(),
) -> int:
    """Do rows again that were not sent, or that the site refused. Unknown rows are not retried.

    Exit status: as for run.

    Args:
        state: The states of the rows to retry: failed, blocked, invalid, refused, rejected, filled; by default
            failed,blocked, or none with --corrected.
        corrected: Take rows that you corrected in the file; only rows that were not sent, or were refused.
    """
    from actwright.jobs import Job, RowState

    execution.check_watch()
    default = "" if corrected else "failed,blocked"
    states = [each.strip() for each in (default if state is None else state).split(",") if each.strip()]
    for each in states:
        if each not in {*RowState}:
            raise ConfigError(f"--state: {unknown('state', each, [str(state) for state in RowState])}")
    again = len(asyncio.run(Job.opened(folder, database=execution.database).correct())) if corrected else 0
    with closing(_ledger(folder, execution.database)) as ledger, ledger.alone():
        again += ledger.retry(RowState(each) for each in states)
    print(f"{counted(again, 'row')} to do again.", file=sys.stderr)
    return _resume(folder, execution)


def status(
    folder: jobs_options.JobFolder,
    /,
    *,
    every: Annotated[bool, Parameter(name="--rows")] = False,
    database: jobs_options.Database = None,
    as_json: options.Json = False,
) -> None:
    """Show how many rows are in each state, and why rows are not done.

    Args:
        every: List every row, not only those that are not done.
    """
    from actwright.jobs.job_report import report

    with closing(_ledger(folder, database)) as ledger:
        stands, entries = report(ledger), ledger.entries()
    for entry in () if as_json else entries:
        if every or entry.state not in {"done", "pending"}:
            print(line(entry))
    print_report(stands, entries, as_json=as_json, database=bool(database))


def review(
    folder: jobs_options.JobFolder,
    /,
    *,
    mark: Annotated[Sequence[str], Parameter(metavar="ROW=STATE")] = (),
    open_it: Annotated[bool, Parameter(name="--open", negative="--no-open")] = True,
    database: jobs_options.Database = None,
) -> None:
    """Review rows on a page of this machine: approve or reject rows of a dry run, and say whether unknown rows arrived.

    `jobs resume` then sends what you approved, and nothing else. Ctrl-C ends the review.

    Args:
        mark: Decide without the page. For an unknown row: done if the site has it, pending if it certainly does not (it
            is then submitted again), failed to give up. For a row of a dry run: approved or rejected. Repeatable.
        open_it: Open the page in a browser.
    """
    from actwright.jobs.job_report import report

    marks = [jobs_options.mark_of(each) for each in mark]
    with closing(_ledger(folder, database)) as ledger:
        if marks:
            with ledger.alone():
                _decided(ledger, marks)
        else:
            _serve(folder, database, open_it=open_it)
        print_report(report(ledger), database=bool(database))


def export(
    folder: jobs_options.JobFolder,
    to: Annotated[Path | None, Parameter(name="FILE")] = None,
    /,
    *,
    database: jobs_options.Database = None,
) -> None:
    """Write the rows again in their own format, each with its outcome and a link to its receipt.

    Args:
        to: The file to write; by default ROWS.result.csv (or .xlsx, .jsonl) beside the rows.
    """
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
    print(f"{to}: {counted(len(entries), 'row')}")


app = App(
    name="jobs",
    help="Fill in and submit a form for each row of a file, once; make rows from documents.",
    help_flags="--help",
    version_flags=(),
    group_parameters=options.OPTIONS,
)
for place, command in enumerate((run, work, resume, status, retry, review, export, extract)):
    app.command(with_log(command), sort_key=place)


def _asked_for(rows: Path, chosen: Mapping[str, Any]) -> tuple[Path, dict[str, Any]]:
    """Returns the rows and the options of a job. Options of the command line override those of a job file."""
    from actwright.jobs.job_options import read_options
    from actwright.settings import settings

    asked: dict[str, Any] = {}
    if rows.suffix.lower() == ".toml":
        rows, asked = read_options(rows)
    asked |= chosen
    if "url" not in asked:
        raise ConfigError("jobs run: give --url, or a job file with url = …")
    return rows, asked | {"model": asked.get("model") or settings().model}


def _begun(rows: Path, asked: Mapping[str, Any], *, out: Path | None, execution: jobs_options.ExecutionOptions) -> Job:
    """Returns a new job. For a job in a database, only its workers read the secrets."""
    from actwright.jobs import Job

    names = asked.get("secret_names", ())
    names = [names] if isinstance(names, str) else names
    secrets = {} if execution.database else jobs_options.JobSecrets(secret=names).secrets()
    return Job(rows, out=out, secrets=secrets, browser=execution.browser.read(), database=execution.database, **asked)


def _resume(folder: Path, execution: jobs_options.ExecutionOptions) -> int:
    """Resumes a job. The rows of one in a database are queued for its workers."""
    from actwright.jobs import Job, JobOptions

    if execution.database:
        there = Job.opened(folder, database=execution.database)
        print_report(asyncio.run(there.queue(resume=True)), as_json=execution.as_json, database=True)
        return 0
    secrets = execution.secrets
    if not secrets.secret:
        with closing(_ledger(folder, None)) as ledger:
            secrets = jobs_options.JobSecrets(secret=JobOptions.model_validate_json(ledger.note("order")).secret_names)
    job = Job.opened(folder, secrets=secrets.secrets(), browser=execution.browser.read())
    return play_to_end(job, resume=True, watch=execution.watch, as_json=execution.as_json)


def _ledger(folder: Path, database: str | None) -> JobLedger:
    from actwright.jobs.job_report import open_ledger

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
    from actwright.jobs.review import ReviewServer

    with ReviewServer(lambda: _ledger(folder, database)) as served:
        url = served.url
        print(f"Open {url}\nThis address works once. Ctrl-C ends the review.", file=sys.stderr)
        if open_it:
            webbrowser.open(url)
        with suppress(KeyboardInterrupt):
            served.wait()
