"""What an attempt at a row reads and writes: of SQLite's ledger for one program, of that in PostgreSQL for many machines."""

from __future__ import annotations

from typing import Protocol

from actwright.jobs.entries import Entry

__all__ = ["Journal"]


class Journal(Protocol):
    """What an attempt at a row reads and writes. It is on the disk when a call returns, and LedgerError is raised if it is not."""

    def note(self, name: str) -> str:
        """Something about the whole job; empty if it was not noted."""
        ...

    def set_note(self, name: str, value: str) -> None:
        """Notes something about the whole job."""
        ...

    def entry(self, number: int) -> Entry:
        """One row."""
        ...

    def intend(self, number: int, what: str) -> None:
        """Something of the row may leave when this returns."""
        ...

    def hold(self, number: int) -> None:
        """Raises LedgerError if the row is no longer this program's, so that nothing more of it may leave."""
        ...

    def settle(self, number: int) -> None:
        """Nothing of the row has left after all."""
        ...
