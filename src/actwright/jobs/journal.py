"""The part of a ledger that an attempt at a row reads and writes, in SQLite or in PostgreSQL."""

from __future__ import annotations

from typing import Protocol

from actwright.jobs.entries import Entry

__all__ = ["Journal"]


class Journal(Protocol):
    """What an attempt at a row reads and writes. A write is on disk when it returns, or it raises LedgerError."""

    def note(self, name: str) -> str:
        """Returns a note about the job; empty if there is none of that name."""
        ...

    def set_note(self, name: str, value: str) -> None:
        """Writes a note about the job."""
        ...

    def entry(self, number: int) -> Entry:
        """Returns one row."""
        ...

    def intend(self, number: int, what: str) -> None:
        """Records that something of the row may be sent once this returns."""
        ...

    def hold(self, number: int) -> None:
        """Raises LedgerError if the row no longer belongs to this program, so that nothing more of it is sent."""
        ...

    def settle(self, number: int) -> None:
        """Records that nothing of the row was sent after all."""
        ...
