"""`actwright heal`: makes a patch to a recording from a run that followed it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from actwright.cli.options import RunFolderPath
from actwright.errors import ConfigError


def heal(run_dir: RunFolderPath, file: Annotated[Path, Parameter(name="FILE")], /, *, apply: bool = False) -> None:
    """Make a patch to a recording from a run that could not follow it, but was complete in the end.

    Args:
        run_dir: The folder of a run with --policy auto:FILE.
        file: The recording that the run followed.
        apply: Change the recording instead of writing a patch beside it.
    """
    from actwright.engine.records.run_folder import read_run
    from actwright.recording import heal_file

    healing = heal_file(read_run(run_dir), file, "apply" if apply else "suggest")
    if healing.patch.refused:
        raise ConfigError(f"no patch was made: {healing.patch.refused}")
    for number, change in enumerate(healing.patch.changes, 1):
        print(f"{number}. {change}")
    print(str(healing) or "The run followed the recording to its end; there is nothing to change.")
