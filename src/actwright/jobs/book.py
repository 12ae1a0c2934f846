# ruff: noqa: S608 - statements are put together of our own words alone
"""What a ledger says of a job, and what people decide about its rows: one set of rules for SQLite's file and for PostgreSQL."""

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
"""What a row may become that was unknown."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The form of a row, as a dry run filled it in.

    Attributes:
        data: The image.
        kind: Its media type.
    """

    data: bytes
    kind: str

    @classmethod
    def read(cls, folder: Path, entry: Entry) -> Self | None:
        """That of a row, from the folder of its job; None if there is none."""
        file = folder / (entry.picture or ".")
        return cls(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "") if file.is_file() else None


class Book(ABC):
    """The ledger of one job, whatever keeps it. LedgerError is raised if it cannot be read or written.

    Attributes:
        folder: The folder of the job; in a database its name alone.
        table: The rows, as statements name them.
        ours: The condition by which a statement touches this job alone.
        anew: What a statement adds to let rows be begun anew that it makes pending.
    """

    folder: Path
    table: ClassVar[str]
    ours: ClassVar[str]
    anew: ClassVar[str] = ""

    @abstractmethod
    def note(self, name: str) -> str:
        """Something about the whole job; empty if it was not noted."""

    @abstractmethod
    def set_note(self, name: str, value: str) -> None:
        """Notes something about the whole job."""

    @abstractmethod
    def picture(self, number: int) -> Picture | None:
        """The picture of a row; None if there is none."""

    @abstractmethod
    def close(self) -> None:
        """Lets go of what it holds."""

    @abstractmethod
    def _found(self, command: str, **values: object) -> Sequence[Sequence[Any]]:
        """What a statement returns."""

    @abstractmethod
    def _changed(self, command: str, lines: Sequence[Mapping[str, object]]) -> list[int]:
        """How many rows a statement changed, for each line of values; all of them or, if one changed none, none."""

    @contextmanager
    def alone(self) -> Generator[None]:
        """For programs that must not work on the job at the same time. Raises ConfigError if another one does."""
        yield

    # What the job is

    @property
    def salt(self) -> bytes:
        """Of the digests in it."""
        return bytes.fromhex(self.note("salt"))

    def check(self, rows: Sequence[Row]) -> None:
        """Raises ConfigError if these are not the rows that the job began with; names the first that is another, and its column."""
        for row, columns in self.changed(rows):
            raise ConfigError(
                f"row {row.number}, column {', '.join(columns)}: it is not what it was when the job began; put it back as it "
                "was. If you have corrected a row that was not sent or that the site refused, `jobs retry --corrected` does it again"
            )

    def changed(self, rows: Sequence[Row]) -> list[tuple[Row, list[str]]]:
        """The rows that are not as the job knows them, with the columns that differ.

        Raises:
            ConfigError: A row was not there when the job began, or is missing now.
        """
        found = self._found(f"SELECT number, digest, cells FROM {self.table} WHERE {self.ours}")
        known: dict[int, tuple[str, str]] = {number: (digest, cells) for number, digest, cells in found}
        changed: list[tuple[Row, list[str]]] = []
        for row in rows:
            if row.number not in known:
                raise ConfigError(
                    f"row {row.number} was not there when the job began; put the rows back, or begin another job with new rows"
                )
            digest, cells = known.pop(row.number)
            if digest != row.digest:
                before: dict[str, str] = json.loads(cells)
                names = dict.fromkeys([*before, *row.cells])
                columns = [name for name in names if before.get(name) != row.cells.get(name)]
                changed.append((row, columns or ["(one that is private)"]))
        if known:
            raise ConfigError(
                f"row {min(known)} was there when the job began, and is missing now; put the rows back as they were"
            )
        return changed

    def correct(self, rows: Sequence[Row]) -> list[int]:
        """Takes rows as they are now, where they were corrected, to be done again; all of them or none.

        Returns:
            Their numbers.

        Raises:
            ConfigError: A row has changed that was sent or may have been, or two would have the same key.
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
                "two rows would have the same key, and a key is submitted once; correct that first"
            ) from error
        if 0 in done:  # it was begun in between
            row, columns = changed[done.index(0)]
            raise self._uncorrectable(row.number, columns, self.entry(row.number).state)
        return [row.number for row, _ in changed]

    def _uncorrectable(self, number: int, columns: Sequence[str], state: State) -> ConfigError:
        rule = f"it is {state}, and only what was not sent, or refused by the site, may be corrected; put it back as it was"
        return ConfigError(f"row {number}, column {', '.join(columns)}: {rule}")

    @staticmethod
    def _line(row: Row) -> dict[str, Any]:
        """What is known of a row before it is begun."""
        state, reason, detail = first_state(row)
        known = {"key": row.key, "digest": row.digest, "cells": json.dumps(row.cells), "label": row.label}
        return {"number": row.number, **known, "state": state, "reason": reason, "detail": detail}

    def _line_of(self, row: Row) -> dict[str, Any]:
        """The same, with what this kind of ledger holds besides."""
        return self._line(row)

    # What is decided

    def resolve(self, number: int, state: State, *, by: str, detail: str = "") -> None:
        """A row of which it was not known has been looked for, by a check or by a person.

        Args:
            number: The row, which is unknown.
            state: `done` if it had arrived; `pending` if it certainly had not; `failed` to leave it.
            by: Who found out: `verify` or `person`.
            detail: What was found.

        Raises:
            ConfigError: It is not unknown.
        """
        self.resolve_all([number], state, by=by, detail=detail)

    def resolve_all(self, numbers: Iterable[int], state: State, *, by: str, detail: str = "") -> None:
        """The same of several rows: of all of them or of none."""
        if state not in RESOLVED:
            raise ConfigError(f"a row that is unknown becomes done, pending or failed, and not {state}")
        forgotten = "" if state is State.DONE else f", intent = '', intended = ''{self.anew}"
        self._decided(
            f"state = :state, reason = :reason, detail = :detail{forgotten}",
            [{"number": number, "state": state, "reason": f"resolved by {by}", "detail": detail} for number in numbers],
            before=State.UNKNOWN,
            rule="only a row that is unknown can be resolved",
        )

    def approve(self, digests: Mapping[int, str]) -> None:
        """Releases rows of a dry run: what was approved is sent when the job goes on, and nothing else.

        Args:
            digests: What a person saw of each row, by its number (`digest_of`).

        Raises:
            ConfigError: A row does not wait for approval, or is not what was seen. Then none is approved.
        """
        seen = {number: self.entry(number) for number in digests}
        for number, entry in seen.items():
            if entry.state is State.FILLED and digests[number] != digest_of(entry.payload):
                raise ConfigError(f"row {number} was filled in anew since you saw it; look again")
        self._decided(
            f"state = 'pending', reason = 'approved', approved = :approved, attempts = 0{self.anew}",
            [{"number": number, "approved": digests[number], "ended": entry.ended} for number, entry in seen.items()],
            before=State.FILLED,
            rule=WAITING,
            also=" AND ended = :ended",
        )

    def reject(self, numbers: Iterable[int]) -> None:
        """Keeps rows of a dry run from being sent. Raises ConfigError if one does not wait for approval; then none is rejected."""
        self._decided(
            "state = 'rejected', reason = 'rejected by person', detail = ''",
            [{"number": number} for number in numbers],
            before=State.FILLED,
            rule=WAITING,
        )

    def _decided(
        self, new: str, lines: Sequence[Mapping[str, object]], *, before: State, rule: str, also: str = ""
    ) -> None:
        """Changes all of these rows, which are in one state, or none of them."""
        where = f"{self.ours} AND number = :number AND state = '{before}'{also}"
        done = self._changed(f"UPDATE {self.table} SET {new} WHERE {where}", lines)
        if 0 in done:
            number = lines[done.index(0)]["number"]
            raise ConfigError(f"row {number} is {self.entry(int(str(number))).state}; {rule}")

    def retry(self, states: Iterable[State]) -> int:
        """Lets rows in these states be done again; of those alone that nothing may have been sent of, or that the site refused.

        Returns:
            How many.
        """
        wanted = [*dict.fromkeys(states)]
        for state in wanted:
            if state not in RETRIED:
                rule = (
                    "it may have arrived; find out first with verify or review"
                    if state is State.UNKNOWN
                    else "there is nothing to do again"
                )
                raise ConfigError(f"rows that are {state} are not tried again: {rule}. Others: {', '.join(RETRIED)}")
        new = f"state = 'pending', intent = '', intended = '', attempts = 0{self.anew}"
        command = f"UPDATE {self.table} SET {new} WHERE {self.ours} AND state IN ({_listed(wanted)})"
        return sum(self._changed(command, [{}])) if wanted else 0

    def remark(self, number: int, text: str) -> None:
        """What was found out about a row that stays as it is."""
        command = f"UPDATE {self.table} SET reason = :text WHERE {self.ours} AND number = :number"
        self._changed(command, [{"number": number, "text": text}])

    # Reading

    def entry(self, number: int) -> Entry:
        """One row. Raises ConfigError if there is none."""
        found = self.entries(number=number)
        if not found:
            raise ConfigError(f"there is no row {number} in this job")
        return found[0]

    def entries(
        self, state: State | None = None, *, number: int | None = None, first: int = 0, most: int | None = None
    ) -> list[Entry]:
        """The rows in their order; those in one state alone, or one alone; `most` of them from the `first` on."""
        which = " AND state = :state" if state else " AND number = :number" if number is not None else ""
        some = "" if most is None else " LIMIT :most OFFSET :first"
        command = f"SELECT {COLUMNS} FROM {self.table} WHERE {self.ours}{which} ORDER BY number{some}"
        return [entry_of(each) for each in self._found(command, state=state, number=number, first=first, most=most)]

    def counts(self) -> Counter[State]:
        """How many rows stand where."""
        found = self._found(f"SELECT state, count(*) FROM {self.table} WHERE {self.ours} GROUP BY state")
        return Counter({State(state): int(count) for state, count in found})

    def totals(self) -> tuple[float, int, int]:
        """What all rows took: USD of known prices, calls, tokens."""
        sums = ", ".join(f"coalesce(sum({column}), 0)" for column in ("cost", "calls", "tokens"))
        ((cost, calls, tokens),) = self._found(f"SELECT {sums} FROM {self.table} WHERE {self.ours}")
        return float(cost), int(calls), int(tokens)


WAITING = "only a row that a dry run has filled in is approved or rejected"


def _listed(states: Sequence[State]) -> str:
    return ", ".join(f"'{state}'" for state in states)
