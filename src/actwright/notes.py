"""Messages to the user during a run, as Python warnings, because a library has no other means for them."""

from __future__ import annotations

import warnings

__all__ = ["note"]


def note(text: str) -> None:
    """Issues a Python warning, each time, without showing a line of this package's source."""
    warnings.warn_explicit(text, UserWarning, filename="actwright", lineno=0, module="actwright")
