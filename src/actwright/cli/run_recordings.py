"""The recordings of `actwright run`: the one that it follows and heals, and the one that it writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.recording import Heal
    from actwright.schemas.recording import Recording
    from actwright.schemas.result import Result

HEALED = 4
"""The exit status of a run that is complete although its recording did not fit."""


def exit_status(result: Result) -> int:
    """Returns 0 for complete, 1 for not complete, 4 for complete although the recording did not fit."""
    return HEALED if result.healed else 0 if result.complete else 1


def check_new(path: Path | None, *, force: bool) -> None:
    """Raises ConfigError if the file exists, unless `force` permits overwriting it."""
    if path is not None and path.exists() and not force:
        raise ConfigError(f"{path} already exists; --force overwrites it")


def made_of(recording: Recording, path: Path) -> str:
    """Says in a line what a file holds after a recording was written to it."""
    needs = ", ".join(f"{{{{{name}}}}}" for name in recording.inputs)
    return f"{path}: {recording.size}" + (f"; it needs {needs}" if needs else "")


@dataclass(frozen=True, slots=True)
class RunRecordings:
    """The recordings of one run, and what their files held before it.

    Attributes:
        followed, followed_was: The recording of `--policy auto:FILE`, and what it held; None for other policies.
        heal: What is done with a patch to the recording: `suggest`, `apply` or `off`.
        written, written_was: The file of `--record`, and what it held; None if it did not exist.
    """

    followed: Path | None
    followed_was: bytes | None
    heal: Heal
    written: Path | None
    written_was: bytes | None

    @classmethod
    def begin(cls, policy: str, *, record: Path | None, force: bool, heal: Heal | None) -> RunRecordings:
        """Reads the files, before a browser is opened.

        Raises:
            ConfigError: The file to write already exists or cannot be read, or there is no recording to heal.
        """
        from actwright.recording import contents_of

        name, _, file = policy.partition(":")
        followed = Path(file) if name == "auto" and file else None
        if heal is not None and followed is None:
            raise ConfigError(
                "--heal needs --policy auto:FILE.yaml, which follows a recording and falls back to a model where it "
                "does not fit"
            )
        check_new(record, force=force)
        was = None if record is None else contents_of(record)
        return cls(followed, contents_of(followed) if followed else None, heal or "suggest", record, was)

    def end(self, result: Result) -> list[str]:
        """Writes the recordings of a complete run. Returns what was done, in sentences.

        Raises:
            ConfigError: The run cannot be recorded, or a file cannot be written.
        """
        from actwright.recording import heal_file, record, write_recording

        if not result.complete:
            return [f"{self.written} was not written: the run is not complete."] if self.written else []
        said: list[str] = []
        try:
            if self.followed is not None:
                said.append(str(heal_file(result, self.followed, self.heal, was=self.followed_was)))
            if self.written is not None:
                made = record(result)
                write_recording(made, self.written, over=self.written_was)
                said.append(f"{self.written}: {made.size}, which a replay repeats without a model.")
        except ConfigError as error:
            where = f"; its record is in {result.run_dir}" if result.run_dir else ""
            raise ConfigError(f"the run is complete{where}. But {error}") from error
        return [line for line in said if line]
