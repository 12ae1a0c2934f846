"""`actwright jobs work`: a worker that does rows of jobs in a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from actwright.cli.browsers import BrowserAddress
from actwright.cli.jobs_options import SecretNames

if TYPE_CHECKING:
    from actwright.jobs import LedgerRow

__all__ = ["work"]


def work(
    database: Annotated[
        str, typer.Option(metavar="URL", help="The PostgreSQL database of the jobs: postgresql://user@host/name.")
    ],
    jobs: Annotated[
        list[str] | None,
        typer.Argument(metavar="JOB", help="Names of jobs; by default all jobs, including later ones."),
    ] = None,
    secret: SecretNames = None,
    browser: BrowserAddress = None,
    lease: Annotated[
        float,
        typer.Option(
            min=1,
            metavar="SECONDS",
            help="Other workers take over the rows of one that does not respond for this long.",
        ),
    ] = 30.0,
    until_done: Annotated[
        bool, typer.Option("--until-done", metavar="", help="End when no row is left to do.")
    ] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for records of rows, in JOB.job.")] = Path(),
) -> None:
    """Do rows of jobs that were begun with `jobs run --database`, beside any number of other workers.

    When a worker dies or stops responding, others take over its rows once its lease expires: rows that may have been
    sent become unknown, and the others are done again. ACTWRIGHT_JOBS_KEY is the key that encrypts private and secret
    columns.

    Exit status:
    0 nothing is left (with --until-done); 2 a mistake in what you gave; 3 no browser starts;
    130 after Ctrl-C; 143 after SIGTERM.
    """
    from actwright.cli.interrupts import run_to_end
    from actwright.cli.jobs_shown import line
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.values import read_secrets
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.jobs.options import KEY
    from actwright.jobs.required_extra import installed
    from actwright.settings import environment_value

    with installed():
        from actwright.jobs.postgres.worker import Worker

    def heard(job: str, entry: LedgerRow) -> None:
        typer.echo(f"{job}: {line(entry)}", err=True)

    notes_to_stderr()
    worker = Worker(
        database,
        jobs=[job.removesuffix(".job") for job in jobs or ()],
        key=environment_value(KEY) or "",
        secrets=read_secrets(secret or []),
        browser=BrowserOptions(endpoint=browser),
        folder=out,
        lease=lease,
        until_done=until_done,
        heard=heard,
    )
    run_to_end(worker.run())
