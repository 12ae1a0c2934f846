"""What `actwright jobs` prints about rows and jobs, and how it shows a job that is running."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from actwright.cli.interrupts import Interrupted, run_to_end
from actwright.cli.progress import progress_lines
from actwright.text import counted, one_line, printable, shortened

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.cli.watched_rows import WatchedRows
    from actwright.engine.policies.rules.form_check import Misfit
    from actwright.jobs import Job, LedgerRow, Report

LONGEST = 100
WIDTH = 160
"""Characters of a line of a table that goes into a file."""


def line(entry: LedgerRow) -> str:
    """Formats a row as a line: `row 7 (A-006): refused, 2.1 s: the page refused it: …`."""
    label = f" ({printable(one_line(entry.label))})" if entry.label else ""
    why = entry.confirmation or (entry.detail if entry.state != "done" else "") or entry.reason
    said = shortened(one_line(printable(why)), LONGEST)
    return f"row {entry.number}{label}: {entry.state}, {entry.seconds:.1f} s" + (f": {said}" if said else "")


def print_report(
    report: Report, entries: Sequence[LedgerRow] = (), *, as_json: bool = False, database: bool = False
) -> None:
    """Prints the state of a job; as JSON, with its rows."""
    print(_json(report, entries) if as_json else _summary(report, database=database))


def print_misfits(misfits: Sequence[Misfit], console: Console) -> None:
    """Prints what does not fit between the rows of a job and its form, as a table."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not misfits:
        return
    table = Table("column", "field", "why", "what to change", title="Not everything fits the form")
    for each in misfits:
        table.add_row(*(Text(printable(text)) for text in (each.column, each.field, each.why, each.mend)))
    (console if console.is_terminal else Console(stderr=True, width=WIDTH)).print(table)


def play_to_end(job: Job, *, as_json: bool, resume: bool = False, watch: bool = False) -> int:
    """Runs a job with a live table and, with `watch`, the live view in a browser. Prints its report.

    Returns the exit status.
    """
    from rich.console import Console

    from actwright.cli.json_summary import an_end_in_json
    from actwright.jobs import RowState

    console = Console(stderr=True, quiet=as_json, highlight=False)
    with an_end_in_json(wanted=as_json):
        try:
            ended = run_to_end((_watched if watch else _played)(job, console, resume=resume))
        except Interrupted as stopped:
            stopped.standing = f"Run `actwright jobs resume {job.folder}` to continue."
            raise
    with closing(job.ledger) as ledger:
        print_report(ended, ledger.entries() if as_json else (), as_json=as_json)
    waits = ended.counts[RowState.FILLED] and not job.order.dry_run
    return 0 if ended.all_done and not waits else 1


async def _watched(job: Job, console: Console, *, resume: bool) -> Report:
    """Runs the job as `_played` does, and also shows it in the person's browser."""
    from actwright.cli.watch import watched
    from actwright.cli.watched_rows import WatchedRows

    rows = WatchedRows(job)
    async with watched(rows.watch, rows.offer):
        return await _played(job, console, resume=resume, rows=rows)


async def _played(job: Job, console: Console, *, resume: bool, rows: WatchedRows | None = None) -> Report:
    shown = rows.shown if rows else None
    looked = _unsaid if console.quiet else partial(print_misfits, console=console)
    if not console.is_terminal or console.quiet:
        with progress_lines("looking at the form", quiet=console.quiet, again=10) as under_way:

            def show(entry: LedgerRow) -> None:
                if not console.quiet:
                    print(line(entry), file=sys.stderr)
                under_way("waiting for the next row")

            def go_on(misfits: Sequence[Misfit]) -> None:
                looked(misfits)
                under_way("waiting for the first row")

            return await job.run(_both(show, rows), resume=resume, shown=shown, looked=go_on)
    from rich.live import Live

    from actwright.cli.jobs_table import LiveTable

    with LiveTable(job) as standing, Live(standing, console=console, refresh_per_second=4):
        return await job.run(_both(standing.count, rows), resume=resume, shown=shown, looked=looked)


def _unsaid(_: object) -> None:
    """Prints nothing of what a look at the form found; the job stops by it all the same."""


def _both(show: Callable[[LedgerRow], None], rows: WatchedRows | None) -> Callable[[LedgerRow], None]:
    def heard(entry: LedgerRow) -> None:
        show(entry)
        if rows is not None:
            rows.ended(entry)

    return heard


def _summary(report: Report, *, database: bool) -> str:
    from actwright.jobs import RowState
    from actwright.jobs.ledger_row import told

    lines = [f"{told(report.counts)}; {counted(report.calls, 'call')}, ${report.cost:.4f}"]
    if report.stopped:
        lines.append(f"Stopped: {printable(report.stopped)}")
    there = " --database …" if database else ""
    if report.counts[RowState.UNKNOWN] or report.counts[RowState.FILLED]:
        what = (
            "say whether unknown rows arrived"
            if report.counts[RowState.UNKNOWN]
            else "approve or reject the rows that are filled in"
        )
        lines.append(f"Run `actwright jobs review {report.folder}{there}` to {what}.")
    if report.counts[RowState.REFUSED] or report.counts[RowState.INVALID]:
        lines.append(f"Correct rows in the file, and run `actwright jobs retry {report.folder}{there} --corrected`.")
    if not report.finished and not (database and not report.stopped):
        lines.append(f"Run `actwright jobs resume {report.folder}{there}` to continue.")
    return "\n".join(lines)


def _json(report: Report, entries: Sequence[LedgerRow]) -> str:
    from actwright.cli.json_summary import json_line

    return json_line(
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
