"""`actwright permissions`: prints the smallest permissions that a recorded run would have needed."""

from __future__ import annotations

from actwright.cli.options import Json, RunFolderPath
from actwright.notes import note


def permissions(run_dir: RunFolderPath, /, *, as_json: Json = False) -> None:
    """Print the smallest permissions that a run would have needed, as code to paste.

    Args:
        run_dir: A run folder, as in runs/20260131-….
    """
    from actwright.engine.permissions.minimal import in_python, needed_by
    from actwright.engine.records.run_folder import RunFolder

    run = RunFolder.read(run_dir)
    for missing in run.notes:
        note(f"{run_dir}: {missing}")
    found = needed_by(run)
    print(found.model_dump_json(exclude_defaults=True, indent=1) if as_json else in_python(found))
