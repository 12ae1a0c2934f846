"""Extras: packages that only some features need. They are imported when they are used."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from actwright.errors import ConfigError


@contextmanager
def installed(extra: str, *, needed_by: str) -> Generator[None]:
    """Wraps imports that need an extra. If a package is missing, raises ConfigError with what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("actwright"):
            raise
        raise ConfigError(
            f"{needed_by} needs {error.name}; install the extra: pip install 'PATH_OF_THE_CLONE[{extra}]'"
        ) from error
