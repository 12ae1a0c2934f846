"""Plays a comparison for a bench, by default of the suite `forms`,, and records it in a folder, with a progress bar."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.progress import track

from actwright.compare.comparison import Comparison
from actwright.compare.comparison_folder import ComparisonFolder
from actwright.compare.play import Plan
from actwright.compare.row import CaseRow
from actwright.compare.tasks import suite_files

__all__ = ["folder_in", "rows_of"]

SUITE = Path(__file__).with_name("suites") / "forms.py"


def folder_in(work: Path, chosen: Path | None) -> ComparisonFolder:
    """Returns the chosen folder, or a new one."""
    return ComparisonFolder(chosen or work / f"{datetime.now().astimezone():%Y%m%d-%H%M%S}")


async def rows_of(
    plan: Plan, folder: ComparisonFolder, *, command: Sequence[str], console: Console, suite: Path = SUITE
) -> list[CaseRow]:
    """Plays the runs of a plan that the folder does not have, and returns all rows. Prints where the report is.

    Args:
        plan: The runs.
        folder: The folder of the comparison; an unfinished one is continued.
        command: The command line, for the record.
        console: Shows the progress bar.
        suite: The suite of the cases.
    """
    comparison = Comparison(plan=plan, folder=folder, suite=suite, files=suite_files(suite), command=command)
    done = folder.done()
    left = sum(1 for place in plan.places if place.key not in done)
    async with aclosing(comparison.play()) as stream:
        bar = iter(track(range(left), "runs", console=console, transient=True))
        async for _ in stream:
            next(bar, None)
    console.print(f"Report: {folder.path / 'report.html'}", soft_wrap=True, markup=False)
    return comparison.rows
