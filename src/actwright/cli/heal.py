"""`actwright heal`: makes a patch to a recording from a run that followed it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["heal"]


def heal(
    run_dir: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run with --policy auto:FILE.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The recording that the run followed.")],
    apply: Annotated[
        bool, typer.Option("--apply", metavar="", help="Change the recording instead of writing a patch beside it.")
    ] = False,
) -> None:
    """Make a patch to a recording from a run that could not follow it, but was complete in the end."""
    from actwright.cli.notes import notes_to_stderr
    from actwright.engine.records.run_folder import read_run
    from actwright.errors import ConfigError
    from actwright.recording import heal_file

    notes_to_stderr()
    healing = heal_file(read_run(run_dir), file, "apply" if apply else "suggest")
    if healing.patch.refused:
        raise ConfigError(f"no patch was made: {healing.patch.refused}")
    for number, change in enumerate(healing.patch.changes, 1):
        typer.echo(f"{number}. {change}")
    typer.echo(str(healing) or "The run followed the recording to its end; there is nothing to change.")
