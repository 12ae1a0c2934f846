"""`actwright show`: opens the report of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["show"]


def show(
    run_dir: Annotated[
        Path,
        typer.Argument(metavar="RUN_DIR", help="A run folder, as in runs/20260131-…, or the folder of a comparison."),
    ],
    no_open: Annotated[
        bool, typer.Option("--no-open", metavar="", help="Build the report and print its path, without opening it.")
    ] = False,
) -> None:
    """Rebuild and open the report of a run, or open the report of a comparison."""
    import webbrowser

    from actwright.engine.records.report import write_report

    compared = run_dir / "report.html"
    report = compared if (run_dir / "rows.jsonl").exists() and compared.exists() else write_report(run_dir)
    typer.echo(str(report))
    if not no_open:
        webbrowser.open(report.resolve().as_uri())
