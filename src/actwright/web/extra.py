"""The libraries of the extra `[web]`, which reading the web needs. They are imported when they are used."""

from __future__ import annotations

from importlib.util import find_spec

from actwright.errors import ConfigError

LIBRARIES = ("selectolax", "socksio", "trafilatura")


def check_extra() -> None:
    """Raises ConfigError if a library is missing, before a run that needs it begins."""
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise ConfigError(f"reading the web needs {', '.join(missing)}; run `pip install {' '.join(missing)}`")
