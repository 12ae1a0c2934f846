"""`actwright record`: a recorded run as a file that is replayed without a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["record"]


def record(
    run_dir: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder, as in runs/20260131-….")],
    to: Annotated[Path, typer.Argument(metavar="FILE", help="The recording, as login.actwright.yaml.")],
    force: Annotated[bool, typer.Option("--force", metavar="", help="Write over a file that is there.")] = False,
) -> None:
    """Make a recording of a complete run; `--policy replay:FILE` follows it without a model."""
    from actwright.cli.notes import notes_to_stderr
    from actwright.engine.trace import read_run
    from actwright.errors import ConfigError
    from actwright.recording import record as recorded
    from actwright.recording import write_recording
    from actwright.text import counted

    notes_to_stderr()
    if to.exists() and not force:
        raise ConfigError(f"{to} is there already; --force writes over it")
    made = recorded(read_run(run_dir))
    write_recording(made, to)
    needs = ", ".join(f"{{{{{name}}}}}" for name in made.inputs)
    typer.echo(f"{to}: {counted(len(made.actions), 'action')}" + (f"; it needs {needs}" if needs else ""))
