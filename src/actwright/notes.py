"""Messages to the user during a run, in the program's log.

They go to structlog if the program has configured it, else to the logger `actwright.notes` of the standard library, at
level warning. If the program has not configured logging either, the standard library prints them to stderr.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

NAME = "actwright"
NOTES = f"{NAME}.notes"
_listeners: list[Callable[[str], object]] = []


def note(text: str) -> None:
    """Tells the user something that does not change the run. It never raises, whatever the program does with warnings."""
    for listener in _listeners:
        listener(text)
    structlog = configured_structlog()
    if structlog is not None:
        structlog.get_logger(NAME).warning(text)
    else:
        logging.getLogger(NOTES).warning("%s", text)


@contextmanager
def listening(listener: Callable[[str], object]) -> Generator[None]:
    """Calls `listener` with each message as well, while the block lasts."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def configured_structlog() -> Any:
    """The module structlog if the program has configured it; None if not, or if it has not even been loaded."""
    structlog = sys.modules.get("structlog")
    return structlog if structlog is not None and structlog.is_configured() else None
