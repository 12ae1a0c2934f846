"""Which values of a row are files that may be uploaded: only those below the folder that the job's owner named."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from actwright.errors import ConfigError

LONGEST = 1_000
"""Longer values are texts."""


def check_folder(folder: Path | None) -> None:
    """Raises ConfigError if the folder of files is not there."""
    if folder is not None and not folder.is_dir():
        raise ConfigError(f"files: {folder} is not a folder; name the folder with the files that rows may upload")


def files_of(values: Mapping[str, str], folder: Path | None) -> dict[str, Path]:
    """The files that values of a row name, by the name of the value; paths are absolute and without links.

    A value is a path relative to the folder, or another path to a file below it. Rows are written by strangers, so a
    value never names a file elsewhere: not by `..`, not by a link that leads out, not by an absolute path.

    Args:
        values: The values of the row that are no secrets.
        folder: The folder that the job's owner named; None for none.
    """
    if folder is None:
        return {}
    found = {name: _file(value.strip(), folder) for name, value in values.items()}
    return {name: file for name, file in found.items() if file is not None}


def _file(value: str, folder: Path) -> Path | None:
    path = Path(value)
    if not path.suffix or len(value) > LONGEST or ".." in path.parts or "\n" in value:
        return None
    root = folder.resolve()
    with suppress(OSError, ValueError):  # not a path that this system knows
        for each in (root / path, Path.cwd() / path):
            if each.is_relative_to(root) or each.is_relative_to(folder.absolute()):
                real = each.resolve()
                if real.is_relative_to(root) and real.is_file():
                    return real
    return None
