"""A file that is written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from actwright.errors import ConfigError

__all__ = ["write_whole"]


def write_whole(text: str, path: str | Path) -> None:
    """Writes the file beside its place and moves it there, so that nobody finds half of it.

    Raises:
        ConfigError: It cannot be written.
    """
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror or error}") from error
