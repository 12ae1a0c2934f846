"""Writes the files of a record: either the whole content is on disk, or an error says what that means for the run."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import unicodedata
from collections.abc import Generator
from pathlib import Path

from actwright.errors import ConfigError

SLUG_LENGTH = 40


@contextlib.contextmanager
def writing(folder: Path, consequence: str) -> Generator[None]:
    """A block that writes to the record.

    Raises:
        ConfigError: It could not be written. The message begins with `consequence`: what that means for the run.
    """
    try:
        yield
    except OSError as error:
        raise ConfigError(f"{consequence}: {folder}: {reason_of(error)}; make room there or write elsewhere") from error


def append(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Adds data to the end of a file: all of it, or nothing. With `sync`, it is on disk when this returns."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            if sync:
                os.fsync(descriptor)
        except OSError:
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def write_anew(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Writes a file that only its owner can read, as a whole and in place of an older one. Raises OSError."""
    draft = path.with_name(f"{path.name}.part")
    draft.unlink(missing_ok=True)
    append(draft, data, sync=sync)
    draft.replace(path)


def sync_folder(path: Path) -> None:
    """Flushes the names of new files to disk, where folders can be opened (not on Windows)."""
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def new_folder(base: Path, name: str) -> Path:
    """Makes a new folder that only its owner can read; if the name is taken, a number follows it."""
    attempt = 1
    while True:
        path = base / (name if attempt == 1 else f"{name}-{attempt}")
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:
            attempt += 1
        else:
            return path


def slug(text: str) -> str:
    """A folder name from the first paragraph of a task; the rest, like the rules of a browse, says only how."""
    beginning = text.strip().partition("\n\n")[0]
    ascii_text = unicodedata.normalize("NFKD", beginning).encode("ascii", "ignore").decode().lower()
    found = "-".join(re.findall(r"[a-z0-9]+", ascii_text))
    if len(found) > SLUG_LENGTH:
        found = found[: SLUG_LENGTH + 1].rpartition("-")[0] or found[:SLUG_LENGTH]
    return found or "run"


def reason_of(error: OSError) -> str:
    """The system's words for an error, without the path."""
    return error.strerror or str(error)


def content_of(path: Path) -> bytes:
    """What a file contains. Raises OSError for a pipe or a device too, which may have no end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a regular file")
    return path.read_bytes()
