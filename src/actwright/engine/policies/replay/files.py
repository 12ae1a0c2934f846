"""Recordings as YAML files that people read, review and edit."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from actwright.errors import ConfigError
from actwright.schemas.recording import VERSION, Recording

__all__ = ["read_recording", "write_recording"]

HEAD = "# A run to be replayed without a model: actwright run … --policy replay:THIS FILE\n"
LARGEST = 5_000_000
"""Bytes of a file that is read."""


def read_recording(path: str | Path) -> Recording:
    """The recording in a file.

    Raises:
        ConfigError: There is no such file, it is no recording, or one of another version; says what is wrong and where.
    """
    import yaml  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    try:
        if Path(path).stat().st_size > LARGEST:
            raise ConfigError(f"{path} is no recording: it has more than {LARGEST:,} bytes")
        found: Any = yaml.safe_load(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{path} is no YAML: {' '.join(str(error).split())}") from error
    if not isinstance(found, dict):
        raise ConfigError(f"{path} is no recording: it holds no names and values")
    version: Any = found.get("version")  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    if version != VERSION:
        raise ConfigError(f"{path} is a recording of version {version!r}, and this is read: {VERSION}; record it again")
    try:
        return Recording.model_validate(found)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        raise ConfigError(f"{path}: {where}: {problem['msg'][:1].lower()}{problem['msg'][1:]}") from error


def write_recording(recording: Recording, path: str | Path) -> None:
    """Writes the file whole or not at all.

    Raises:
        ConfigError: It cannot be written.
    """
    import yaml  # noqa: PLC0415 - as above

    text = HEAD + yaml.safe_dump(recording.model_dump(mode="json"), sort_keys=False, allow_unicode=True, width=120)
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
