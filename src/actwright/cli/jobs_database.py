"""`actwright jobs … --database`: the same commands for a job that many machines share, and `jobs work`."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from actwright.cli.browsers import BrowserAddress
from actwright.errors import ConfigError
from actwright.text import counted

if TYPE_CHECKING:
    from actwright.jobs import Entry, Order, Report
    from actwright.jobs.postgres.ledger import SharedLedger
    from actwright.schemas.task import Secret

__all__ = ["DatabaseOption", "begun", "go_on", "report_of", "shared", "work"]

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The job is in this PostgreSQL database, and workers on any machine do it: postgresql://user@host/name. A password is "
        "better left to PGPASSWORD or ~/.pgpass.",
    ),
]


@contextmanager
def shared(url: str, job: Path) -> Generator[SharedLedger]:
    """The ledger of a job in a database; `applicants.job` and `applicants` are the same one."""
    with _missing_told():
        from actwright.jobs.postgres.begin import job_name
        from actwright.jobs.postgres.database import Database
        from actwright.jobs.postgres.ledger import SharedLedger

    database = Database(url)
    try:
        database.prepare()
        yield SharedLedger(database, job_name(job))
    finally:
        database.close()


def report_of(ledger: SharedLedger) -> Report:
    """How a job in a database stands."""
    from actwright.jobs import Report

    cost, calls, tokens = ledger.totals()
    return Report(Path(ledger.name), ledger.counts(), ledger.note("stopped"), cost, calls, tokens)


def begun(url: str, rows: Path, order: Order, *, out: Path | None, per_worker: int, priority: str) -> Report:
    """Puts a job into a database and its queue."""
    with _missing_told():
        from actwright.jobs.postgres.begin import begin, job_name
        from actwright.jobs.postgres.database import Database

    database = Database(url)
    try:
        name = job_name(out or rows.with_suffix(".job"))
        given: dict[str, Any] = {"per_worker": per_worker, "priority": priority}
        ledger = asyncio.run(begin(rows, order, database=database, name=name, key=_key(), **given))
        typer.echo(
            f"{counted(ledger.counts().total(), 'row')} in the job {name}; `actwright jobs work` does them.", err=True
        )
        return report_of(ledger)
    finally:
        database.close()


def go_on(ledger: SharedLedger) -> None:
    """Queues what is to be done of a job that stopped, or whose rows are to be retried."""
    from actwright.jobs.postgres.begin import resume

    resume(ledger)


def work(
    database: Annotated[
        str, typer.Option(metavar="URL", help="The PostgreSQL database of the jobs: postgresql://user@host/name.")
    ],
    jobs: Annotated[
        list[str] | None, typer.Argument(metavar="JOB", help="Names of jobs; by default every job, also later ones.")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY[@ORIGIN]", help="A value no model sees, from the environment variable KEY; repeatable."
        ),
    ] = None,
    browser: BrowserAddress = None,
    lease: Annotated[
        float,
        typer.Option(
            min=1, metavar="SECONDS", help="Others take over what a worker has that does not answer for so long."
        ),
    ] = 30.0,
    until_done: Annotated[
        bool, typer.Option("--until-done", metavar="", help="End when no row is left to be done.")
    ] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where records of rows go, in JOB.job.")] = Path(),
) -> None:
    """Do rows of jobs that were begun with `jobs run --database`, beside any number of other workers.

    A worker that ends or does not answer loses its rows after its lease: those that may have been sent become unknown, the others
    are done by another worker. Values of private and secret columns are encrypted with ACTWRIGHT_JOBS_KEY.

    Exit status:
    0 nothing is left (with --until-done); 2 a mistake in what you gave; 3 no browser starts;
    130 after Ctrl-C; 143 after SIGTERM.
    """
    with _missing_told():
        from actwright.jobs.postgres.worker import Worker
    from actwright.cli.interrupts import run_to_end
    from actwright.cli.jobs import line
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.values import read_secrets
    from actwright.engine.page.browser.options import BrowserOptions

    def heard(job: str, entry: Entry) -> None:
        typer.echo(f"{job}: {line(entry)}", err=True)

    notes_to_stderr()
    secrets: Mapping[str, Secret] = {**read_secrets(secret or [])}
    worker = Worker(
        database,
        jobs=[job.removesuffix(".job") for job in jobs or ()],
        key=_key(),
        secrets=secrets,
        browser=BrowserOptions(endpoint=browser),
        folder=out,
        lease=lease,
        until_done=until_done,
        heard=heard,
    )
    run_to_end(worker.run())


def _key() -> str:
    from actwright.jobs.postgres.sealed import KEY
    from actwright.settings import environment_value

    return environment_value(KEY) or ""


@contextmanager
def _missing_told() -> Generator[None]:
    """Says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("actwright"):
            raise
        raise ConfigError(
            f"--database needs {error.name}: install the extra: pip install 'PATH_OF_THE_CLONE[postgres]'"
        ) from error
