"""`actwright record`: makes a recording of a run, to replay without a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from actwright.cli.options import Force, RunFolderPath
from actwright.cli.run_recordings import check_new, made_of


def record(run_dir: RunFolderPath, to: Annotated[Path, Parameter(name="FILE")], /, *, force: Force = False) -> None:
    """Make a recording of a complete run; `--policy replay:FILE` follows it without a model.

    Args:
        run_dir: A run folder, as in runs/20260131-….
        to: The recording to write, as in login.actwright.yaml.
    """
    from actwright.engine.records.run_folder import read_run
    from actwright.recording import record as recorded
    from actwright.recording import write_recording

    check_new(to, force=force)
    made = recorded(read_run(run_dir))
    write_recording(made, to)
    print(made_of(made, to))
