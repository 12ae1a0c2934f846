"""What is written down of a job's rows: by SQLite's ledger for one program, by that in PostgreSQL for many machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from actwright.jobs.ledger import Entry, State

__all__ = ["Book", "Journal", "Pages"]


class Pages(Protocol):
    """What is read of a job. LedgerError is raised if it cannot be."""

    def note(self, name: str) -> str:
        """Something about the whole job; empty if it was not noted."""
        ...

    def set_note(self, name: str, value: str) -> None:
        """Notes something about the whole job."""
        ...

    def entry(self, number: int) -> Entry:
        """One row."""
        ...


class Journal(Pages, Protocol):
    """What an attempt at a row writes. It is on the disk when a call returns, and LedgerError is raised if it is not."""

    def intend(self, number: int, what: str) -> None:
        """Something of the row may leave when this returns."""
        ...

    def hold(self, number: int) -> None:
        """Raises LedgerError if the row is no longer this program's, so that nothing more of it may leave."""
        ...

    def settle(self, number: int) -> None:
        """Nothing of the row has left after all."""
        ...


class Book(Pages, Protocol):
    """What shows how a job stands, and what people decide about its rows."""

    def entries(self, state: State | None = None, *, number: int | None = None) -> list[Entry]:
        """The rows in their order; those in one state alone, or one alone."""
        ...

    def counts(self) -> Counter[State]:
        """How many rows stand where."""
        ...

    def totals(self) -> tuple[float, int, int]:
        """What all rows took: USD of known prices, calls, tokens."""
        ...

    def remark(self, number: int, text: str) -> None:
        """What was found out about a row that stays as it is."""
        ...

    def resolve(self, number: int, state: State, *, by: str, detail: str = "") -> None:
        """A row of which it was not known has been looked for, by a check or by a person."""
        ...

    def retry(self, states: Iterable[State]) -> int:
        """Lets rows in these states be done again."""
        ...

    def close(self) -> None:
        """Lets go of what it holds."""
        ...
