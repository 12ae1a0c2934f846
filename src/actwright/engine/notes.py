"""Messages to the user while a run goes on, as warnings: a library has nothing else for that."""

from __future__ import annotations

import warnings

__all__ = ["note"]


def note(text: str) -> None:
    """Warns each time, without a line of this package's source."""
    warnings.warn_explicit(text, UserWarning, filename="actwright", lineno=0, module="actwright")
