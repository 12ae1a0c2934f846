# ruff: noqa: S608 - statements are built from our own constants only
"""The ledger of a job: what it records and which decisions it allows, in SQLite and in PostgreSQL."""

from __future__ import annotations

import json
import mimetypes
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from actwright.errors import ConfigError
from actwright.jobs.entries import (
    COLUMNS,
    CORRECTED,
    RETRIED,
    Entry,
    KeyTakenError,
    State,
    digest_of,
    entry_of,
    first_state,
)
from actwright.jobs.rows import Row

__all__ = ["Book", "Picture"]

RESOLVED = (State.DONE, State.PENDING, State.FAILED)
"""States that an unknown row can be resolved to."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot of the form of a row, as a dry run filled it in.

    Attributes:
        data: The bytes of the image.
        kind: Its media type, as in `image/png`.
    """

    data: bytes
    kind: str

    @classmethod
    def read(cls, folder: Path, entry: Entry) -> Self | None:
        """Returns the picture of a row from the job's folder; None if there is none."""
        file = folder / (entry.picture or ".")
        return cls(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "") if file.is_file() else None


class Book(ABC):
    """The ledger of one job. Every method raises LedgerError if the ledger cannot be read or written.

    Attributes:
        folder: The job's folder; for a job in a database, only its name.
        table: The table of rows in SQL.
        ours: The SQL condition that selects the rows of this job.
        anew: SQL assignments that let rows be queued again when a statement makes them pending.
    """

    folder: Path
    table: ClassVar[str]
    ours: ClassVar[str]
    anew: ClassVar[str] = ""

    @abstractmethod
    def note(self, name: str) -> str:
        """Returns a note about the job; empty if there is none of that name."""

    @abstractmethod
    def set_note(self, name: str, value: str) -> None:
        """Writes a note about the job."""

    @abstractmethod
    def picture(self, number: int) -> Picture | None:
        """Returns the picture of a row; None if there is none."""

    @abstractmethod
    def close(self) -> None:
        """Closes the connection, if it is the ledger's own."""

    @abstractmethod
    def _found(self, command: str, **values: object) -> Sequence[Sequence[Any]]:
        """Runs a statement and returns the rows that it selects."""

    @abstractmethod
    def _changed(self, command: str, lines: Sequence[Mapping[str, object]]) -> list[int]:
        """Runs a statement once for each line of values, in one transaction; returns how many rows each time changed.

        The first time that it changes no row, the list ends with 0 and the whole transaction is rolled back.
        """

    @contextmanager
    def alone(self) -> Generator[None]:
        """Locks the job if its ledger needs that. Raises ConfigError if another program holds the lock."""
        yield

    # The job

    @property
    def salt(self) -> bytes:
        """The salt of the job's digests."""
        return bytes.fromhex(self.note("salt"))

    def check(self, rows: Sequence[Row]) -> None:
        """Raises ConfigError if a row has changed since the job began; names the first such row and its columns."""
        for row, columns in self.changed(rows):
            raise ConfigError(
                f"row {row.number}, column {', '.join(columns)}: it has changed since the job began; restore it. "
                "If you corrected a row that was not sent, or that the site refused, run `jobs retry --corrected`"
            )

    def changed(self, rows: Sequence[Row]) -> list[tuple[Row, list[str]]]:
        """Returns the rows that have changed since the job began, each with the names of its changed columns.

        Raises:
            ConfigError: A row was added or removed since then.
        """
        found = self._found(f"SELECT number, digest, cells FROM {self.table} WHERE {self.ours}")
        known: dict[int, tuple[str, str]] = {number: (digest, cells) for number, digest, cells in found}
        changed: list[tuple[Row, list[str]]] = []
        for row in rows:
            if row.number not in known:
                raise ConfigError(
                    f"row {row.number} was added after the job began; remove it, or start another job for new rows"
                )
            digest, cells = known.pop(row.number)
            if digest != row.digest:
                before: dict[str, str] = json.loads(cells)
                names = dict.fromkeys([*before, *row.cells])
                columns = [name for name in names if before.get(name) != row.cells.get(name)]
                changed.append((row, columns or ["(a private one)"]))
        if known:
            raise ConfigError(f"row {min(known)} was there when the job began and is missing now; restore it")
        return changed

    def correct(self, rows: Sequence[Row]) -> list[int]:
        """Accepts the current values of corrected rows, which are then done again; all of them or none.

        Returns:
            Their row numbers.

        Raises:
            ConfigError: A changed row was sent or may have been, or two rows would have the same key.
        """
        changed = self.changed(rows)
        states = {entry.number: entry.state for entry in self.entries()} if changed else {}
        for row, columns in changed:
            if states[row.number] not in CORRECTED:
                raise self._uncorrectable(row.number, columns, states[row.number])
        lines = [self._line_of(row) for row, _ in changed]
        if not lines:
            return []
        new = ", ".join(f"{column} = :{column}" for column in lines[0] if column != "number")
        command = (
            f"UPDATE {self.table} SET {new}, intent = '', intended = '', attempts = 0, approved = '', payload = '{{}}', picture = ''"
            f"{self.anew} WHERE {self.ours} AND number = :number AND state IN ({_listed(CORRECTED)})"
        )
        try:
            done = self._changed(command, lines)
        except KeyTakenError as error:
            raise ConfigError(
                "two rows would have the same key, and a key is submitted only once; correct that first"
            ) from error
        if 0 in done:  # the row was begun in the meantime
            row, columns = changed[done.index(0)]
            raise self._uncorrectable(row.number, columns, self.entry(row.number).state)
        return [row.number for row, _ in changed]

    def _uncorrectable(self, number: int, columns: Sequence[str], state: State) -> ConfigError:
        rule = f"it is {state}; only a row that was not sent, or that the site refused, can be corrected. Restore it"
        return ConfigError(f"row {number}, column {', '.join(columns)}: {rule}")

    @staticmethod
    def _line(row: Row) -> dict[str, Any]:
        """The columns of a row that was not begun."""
        state, reason, detail = first_state(row)
        known = {"key": row.key, "digest": row.digest, "cells": json.dumps(row.cells), "label": row.label}
        return {"number": row.number, **known, "state": state, "reason": reason, "detail": detail}

    def _line_of(self, row: Row) -> dict[str, Any]:
        """As `_line`, with the columns that only this kind of ledger has."""
        return self._line(row)

    # Decisions

    def resolve(self, number: int, state: State, *, by: str, detail: str = "") -> None:
        """Settles an unknown row, once a check or a person has found out what happened to it.

        Args:
            number: The number of an unknown row.
            state: `done` if the site has the row; `pending` if it certainly does not; `failed` to give up on the row.
            by: Who found out: `verify` or `person`.
            detail: What was found.

        Raises:
            ConfigError: The row is not unknown, or cannot become this.
        """
        self.resolve_all([number], state, by=by, detail=detail)

    def resolve_all(self, numbers: Iterable[int], state: State, *, by: str, detail: str = "") -> None:
        """Settles several unknown rows as `resolve` does: all of them or none."""
        if state not in RESOLVED:
            raise ConfigError(f"an unknown row can become done, pending or failed, not {state}")
        forgotten = "" if state is State.DONE else f", intent = '', intended = ''{self.anew}"
        self._decided(
            f"state = :state, reason = :reason, detail = :detail{forgotten}",
            [{"number": number, "state": state, "reason": f"resolved by {by}", "detail": detail} for number in numbers],
            before=State.UNKNOWN,
            rule="only an unknown row can be resolved; if the program was interrupted, resume the job first",
        )

    def approve(self, digests: Mapping[int, str]) -> None:
        """Approves rows of a dry run. When the job resumes, it sends what was approved and nothing else.

        Args:
            digests: For each row number, the digest of the form that the person saw (`digest_of`).

        Raises:
            ConfigError: A row is not waiting for approval, or its form has changed. Then no row is approved.
        """
        seen = {number: self.entry(number) for number in digests}
        for number, entry in seen.items():
            if entry.state is State.FILLED and digests[number] != digest_of(entry.payload):
                raise ConfigError(f"row {number} was filled in again after you saw it; review it again")
        self._decided(
            f"state = 'pending', reason = 'approved', approved = :approved, attempts = 0{self.anew}",
            [{"number": number, "approved": digests[number], "ended": entry.ended} for number, entry in seen.items()],
            before=State.FILLED,
            rule=WAITING,
            also=" AND ended = :ended",
        )

    def reject(self, numbers: Iterable[int]) -> None:
        """Rejects rows of a dry run. Raises ConfigError if one is not waiting for approval; then none is rejected."""
        self._decided(
            "state = 'rejected', reason = 'rejected_by_person', detail = ''",
            [{"number": number} for number in numbers],
            before=State.FILLED,
            rule=WAITING,
        )

    def _decided(
        self, new: str, lines: Sequence[Mapping[str, object]], *, before: State, rule: str, also: str = ""
    ) -> None:
        """Changes rows that are all in the state `before`: all of them or none."""
        where = f"{self.ours} AND number = :number AND state = '{before}'{also}"
        done = self._changed(f"UPDATE {self.table} SET {new} WHERE {where}", lines)
        if 0 in done:
            number = lines[done.index(0)]["number"]
            raise ConfigError(f"row {number} is {self.entry(int(str(number))).state}; {rule}")

    def retry(self, states: Iterable[State]) -> int:
        """Sets all rows in these states to pending again.

        Returns:
            How many rows these are.

        Raises:
            ConfigError: Rows in one of the states may have been sent, or there is nothing to retry in them.
        """
        wanted = [*dict.fromkeys(states)]
        for state in wanted:
            if state not in RETRIED:
                rule = (
                    "it may have arrived; find out first with verify or review"
                    if state is State.UNKNOWN
                    else "there is nothing to retry"
                )
                raise ConfigError(f"rows that are {state} cannot be retried: {rule}. These can: {', '.join(RETRIED)}")
        new = f"state = 'pending', intent = '', intended = '', attempts = 0{self.anew}"
        command = f"UPDATE {self.table} SET {new} WHERE {self.ours} AND state IN ({_listed(wanted)})"
        return sum(self._changed(command, [{}])) if wanted else 0

    def remark(self, number: int, text: str) -> None:
        """Sets the reason of a row without changing its state."""
        command = f"UPDATE {self.table} SET reason = :text WHERE {self.ours} AND number = :number"
        self._changed(command, [{"number": number, "text": text}])

    # Reading

    def entry(self, number: int) -> Entry:
        """Returns one row. Raises ConfigError if there is none."""
        found = self.entries(number=number)
        if not found:
            raise ConfigError(f"there is no row {number} in this job")
        return found[0]

    def entries(
        self, state: State | None = None, *, number: int | None = None, first: int = 0, most: int | None = None
    ) -> list[Entry]:
        """Returns rows in the order of their numbers: all rows, those in one state, or a single one.

        At most `most` of them, beginning at position `first`.
        """
        which = " AND state = :state" if state else " AND number = :number" if number is not None else ""
        some = "" if most is None else " LIMIT :most OFFSET :first"
        command = f"SELECT {COLUMNS} FROM {self.table} WHERE {self.ours}{which} ORDER BY number{some}"
        return [entry_of(each) for each in self._found(command, state=state, number=number, first=first, most=most)]

    def counts(self) -> Counter[State]:
        """How many rows are in each state."""
        found = self._found(f"SELECT state, count(*) FROM {self.table} WHERE {self.ours} GROUP BY state")
        return Counter({State(state): int(count) for state, count in found})

    def totals(self) -> tuple[float, int, int]:
        """The USD (known prices only), model calls and tokens that all rows used."""
        sums = ", ".join(f"coalesce(sum({column}), 0)" for column in ("cost", "calls", "tokens"))
        ((cost, calls, tokens),) = self._found(f"SELECT {sums} FROM {self.table} WHERE {self.ours}")
        return float(cost), int(calls), int(tokens)


WAITING = "only a row that a dry run has filled in can be approved or rejected"


def _listed(states: Sequence[State]) -> str:
    return ", ".join(f"'{state}'" for state in states)
