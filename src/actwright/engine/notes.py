"""Messages to the user during a run, as Python warnings, which are all that a library has for this."""

from __future__ import annotations

import warnings

__all__ = ["note"]


def note(text: str) -> None:
    """Warns each time, without a line of this package's source."""
    warnings.warn_explicit(text, UserWarning, filename="actwright", lineno=0, module="actwright")
