"""`actwright show`: opens the report of a run."""

from __future__ import annotations

import webbrowser

from actwright.cli.options import RunFolderPath
from actwright.cli.progress import progress


def show(run_dir: RunFolderPath, /, *, no_open: bool = False) -> None:
    """Rebuild and open the report of a run, or open the report of a comparison.

    Args:
        run_dir: A run folder, as in runs/20260131-…, or the folder of a comparison.
        no_open: Build the report and print its path, without opening it.
    """
    from actwright.engine.records.report import write_report

    compared = run_dir / "report.html"
    with progress("building the report"):
        report = compared if (run_dir / "rows.jsonl").exists() and compared.exists() else write_report(run_dir)
    print(str(report))
    if not no_open:
        webbrowser.open(report.resolve().as_uri())
