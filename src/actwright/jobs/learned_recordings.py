"""The recordings that a job made of its rows, saved in its folder by the columns that they use."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from actwright.engine.matching.recording_files import read_recording, write_recording
from actwright.errors import ConfigError
from actwright.schemas.recording import Recording


def learned_in(folder: Path) -> dict[frozenset[str], Recording]:
    """The recordings that a job saved in a folder before it was resumed."""
    found: dict[frozenset[str], Recording] = {}
    for file in sorted(folder.glob("*.yaml")):
        names = file.with_suffix(".names")
        with suppress(ConfigError, OSError):  # a recording that cannot be read is made again
            found[frozenset(names.read_text("utf-8").splitlines())] = read_recording(file)
    return found


def keep_learned(learned: Mapping[frozenset[str], Recording], folder: Path) -> None:
    """Saves the recordings of a job in a folder. Raises OSError if they cannot be written."""
    for number, (names, recording) in enumerate(learned.items(), 1):
        file = folder / f"{number}.yaml"
        write_recording(recording, file)
        file.with_suffix(".names").write_text("\n".join(sorted(names)), "utf-8")
