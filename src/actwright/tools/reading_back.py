"""Reading a control back once an action has put all of its input in."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from actwright.errors import ToolError, Unread

__all__ = ["reading_back"]


@contextmanager
def reading_back() -> Generator[None]:
    """A question to a control in this block that finds no answer is told as `Unread`: the input is in."""
    try:
        yield
    except ToolError as error:
        raise Unread(str(error)) from error
