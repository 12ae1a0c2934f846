"""Imports of packages that only form jobs need."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from actwright.errors import ConfigError


@contextmanager
def installed(extra: str = "postgres") -> Generator[None]:
    """Wraps imports that need an extra. If a package is missing, raises ConfigError with what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("actwright"):
            raise
        what = "a job in a database needs" if extra == "postgres" else "form jobs need"
        raise ConfigError(
            f"{what} {error.name}; install the extra: pip install 'PATH_OF_THE_CLONE[{extra}]'"
        ) from error
