"""Imports of packages that only jobs in a database need."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from actwright.errors import ConfigError

__all__ = ["installed"]


@contextmanager
def installed() -> Generator[None]:
    """Wraps imports of `actwright.jobs.postgres`. If the extra is missing, raises ConfigError with what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("actwright"):
            raise
        raise ConfigError(
            f"a job in a database needs {error.name}; install the extra: pip install 'PATH_OF_THE_CLONE[postgres]'"
        ) from error
