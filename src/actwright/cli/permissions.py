"""`actwright permissions`: prints the smallest permissions that a recorded run would have needed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["permissions"]


def permissions(
    run_dir: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder, as in runs/20260131-….")],
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")] = False,
) -> None:
    """Print the smallest permissions that a run would have needed, as code to paste."""
    from actwright.cli.notes import notes_to_stderr
    from actwright.engine.permissions.minimal import in_python, needed_by
    from actwright.engine.records.run_folder import RunFolder
    from actwright.notes import note

    notes_to_stderr()
    run = RunFolder.read(run_dir)
    for missing in run.notes:
        note(f"{run_dir}: {missing}")
    found = needed_by(run)
    typer.echo(found.model_dump_json(exclude_defaults=True, indent=1) if as_json else in_python(found))
