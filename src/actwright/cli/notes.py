"""Warnings and log lines go to stderr, in one line each; stdout belongs to results."""

from __future__ import annotations

import sys
import warnings
from typing import TextIO

__all__ = ["notes_to_stderr"]


def notes_to_stderr() -> None:
    """Sends warnings and our log lines to stderr. For the program alone: a library leaves both to its user."""
    import structlog

    warnings.showwarning = _show
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))


def _show(
    message: Warning | str,
    category: type[Warning],  # noqa: ARG001 - the signature of warnings.showwarning
    filename: str,  # noqa: ARG001
    lineno: int,  # noqa: ARG001
    file: TextIO | None = None,
    line: str | None = None,  # noqa: ARG001
) -> None:
    print(f"Note: {message}", file=file or sys.stderr)
