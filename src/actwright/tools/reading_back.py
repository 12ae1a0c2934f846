"""Reading a control back after an action has entered all of its input."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from actwright.errors import ToolError, Unread


@contextmanager
def reading_back() -> Generator[None]:
    """Converts a ToolError into Unread: the input was entered, but the control could not be read afterwards."""
    try:
        yield
    except ToolError as error:
        raise Unread(str(error)) from error
