"""`actwright record`: makes a recording of a run, to replay without a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from actwright.cli.recordings import Force, check_new, made_of

__all__ = ["record"]


def record(
    run_dir: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder, as in runs/20260131-….")],
    to: Annotated[Path, typer.Argument(metavar="FILE", help="The recording to write, as in login.actwright.yaml.")],
    force: Force = False,
) -> None:
    """Make a recording of a complete run; `--policy replay:FILE` follows it without a model."""
    from actwright.cli.notes import notes_to_stderr
    from actwright.engine.records.run_folder import read_run
    from actwright.recording import record as recorded
    from actwright.recording import write_recording

    notes_to_stderr()
    check_new(to, force=force)
    made = recorded(read_run(run_dir))
    write_recording(made, to)
    typer.echo(made_of(made, to))
