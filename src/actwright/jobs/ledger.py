"""The ledger of a job, in SQLite or in PostgreSQL: what it records and which decisions it allows.

A row is `running` while it is being done. Before anything of it may be sent, the ledger records an *intent*, and
afterwards the outcome. So whatever ends the program, the ledger shows which rows may have been sent: those that
were running with an intent. They become `unknown` and are never submitted again automatically.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from actwright.errors import ConfigError
from actwright.jobs.database import Database
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_row import (
    CORRECTED,
    RETRIED,
    KeyTakenError,
    LedgerError,
    RowState,
    digest_of,
    first_state,
)
from actwright.jobs.ledger_tables import jobs, notes, rows
from actwright.jobs.row_claim import CHANGED, RowClaim, now, released
from actwright.jobs.row_statements import RowLedger, upsert

RESOLVED = (RowState.DONE, RowState.PENDING, RowState.FAILED)
"""States that an unknown row can be resolved to."""
WAITING = "only a row that a dry run has filled in can be approved or rejected"
FORGOTTEN: Mapping[str, Any] = {"intent": "", "intended": "", "queued": False}
"""The new values of a row of which nothing counts as sent any more, so that it may be done again."""


class JobLedger(RowLedger):
    """The ledger of one job. Every write is on its disk when the method returns, or raises LedgerError."""

    @classmethod
    def insert(
        cls,
        database: Database,
        name: str,
        given: Sequence[JobRow],
        told: Mapping[str, str],
        *,
        values: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> None:
        """Inserts a job with its rows, completely or not at all.

        Args:
            database: The database.
            name: The name of the job.
            given: All its rows.
            told: The notes about the job; `salt` among them.
            values: More columns of each row, by its number.

        Raises:
            ConfigError: There is already a job of that name.
            LedgerError: The job cannot be written.
        """
        more = values or {}
        lines = [{"number": row.number, **_new(row), **more.get(row.number, {})} for row in given]

        def inserted(connection: sa.Connection) -> bool:
            taken = upsert(connection, jobs).values(name=name).on_conflict_do_nothing().returning(jobs.c.id)
            job = connection.execute(taken).scalar_one_or_none()
            if job is None:  # the name is taken, unless this was committed before and the connection broke
                joined = notes.join(jobs, jobs.c.id == notes.c.job)
                asked = sa.select(notes.c.value).select_from(joined).where(jobs.c.name == name, notes.c.name == "salt")
                return connection.execute(asked).scalar_one_or_none() == told["salt"]
            written = {"created": now(), **told}
            connection.execute(
                sa.insert(notes), [{"job": job, "name": note, "value": value} for note, value in written.items()]
            )
            connection.execute(sa.insert(rows), [{"job": job, **line} for line in lines])
            return True

        if not database.within(inserted):
            raise ConfigError(f"{database} already has a job {name!r}; resume it, or choose another name with --out")

    # The job

    def stop(self, why: str) -> None:
        """Stops the job: no further row begins."""
        self.write(sa.update(jobs).where(jobs.c.id == self.job, jobs.c.stopped == "").values(stopped=why))

    def go_on(self) -> None:
        """Resumes the job: rows begin again."""
        self.write(sa.update(jobs).where(jobs.c.id == self.job).values(stopped=""))

    # The life of a row

    def claim(self, number: int, *, generation: int = 0, owner: str = "", claim: str = "") -> RowClaim | None:
        """Sets a pending row to running. Returns None if the row is not to be done, or the job has stopped.

        Args:
            number: The number of the row.
            generation: Its generation when it was queued.
            owner: The worker; empty for the only program that works on this ledger.
            claim: An ID of this call, by which a repeated call is recognized.
        """
        row = {"this_job": self.job, "this_number": number, "this_generation": generation}
        this, statements = {**row, "this_owner": owner}, self.statements
        found = self.found(statements.begin, **this, owner=owner, claim=claim, began=now())
        if not found and claim:
            found = self.found(statements.begun, **row, this_claim=claim)
        if found:
            attempts, approved, payload = found[0]
            return RowClaim(self, number, this, attempts, approved, payload)
        self.write(statements.unqueue, **row)
        return None

    def begin(self, number: int) -> RowClaim:
        """Sets a pending row to running, for the only program that works on this ledger.

        Raises:
            LedgerError: The row is not pending.
        """
        if (claim := self.claim(number)) is None:
            raise LedgerError(CHANGED.format(ledger=self))
        return claim

    def recover(self) -> list[int]:
        """Settles the rows that an earlier program left running: unknown if something may have been sent, else pending.

        Returns:
            The numbers of the rows that became unknown.
        """
        left = sa.update(rows).where(rows.c.job == self.job, rows.c.state == RowState.RUNNING)
        found = self.found(left.values(released("the program ended")).returning(rows.c.number, rows.c.state))
        return sorted(each.number for each in found if each.state == RowState.UNKNOWN)

    def remark(self, number: int, text: str) -> None:
        """Sets the reason of a row without changing its state."""
        self.write(sa.update(rows).where(self.is_row(number)).values(reason=text))

    # Corrections

    def check(self, given: Sequence[JobRow]) -> None:
        """Raises ConfigError if a row has changed since the job began; names the first such row and its columns."""
        for row, columns in self.changed(given):
            raise ConfigError(
                f"row {row.number}, column {', '.join(columns)}: it has changed since the job began; restore it. "
                "If you corrected a row that was not sent, or that the site refused, run `jobs retry --corrected`"
            )

    def changed(self, given: Sequence[JobRow]) -> list[tuple[JobRow, list[str]]]:
        """Returns the rows that have changed since the job began, each with the names of its changed columns.

        Raises:
            ConfigError: A row was added or removed since then.
        """
        asked = sa.select(rows.c.number, rows.c.digest, rows.c.cells).where(rows.c.job == self.job)
        known: dict[int, tuple[str, dict[str, str]]] = {
            each.number: (each.digest, each.cells) for each in self.found(asked)
        }
        changed: list[tuple[JobRow, list[str]]] = []
        for row in given:
            if row.number not in known:
                raise ConfigError(
                    f"row {row.number} was added after the job began; remove it, or start another job for new rows"
                )
            digest, before = known.pop(row.number)
            if digest != row.digest:
                names = dict.fromkeys([*before, *row.cells])
                columns = [name for name in names if before.get(name) != row.cells.get(name)]
                changed.append((row, columns or ["(a private one)"]))
        if known:
            raise ConfigError(f"row {min(known)} was there when the job began and is missing now; restore it")
        return changed

    def correct(self, given: Sequence[JobRow]) -> list[int]:
        """Accepts the current values of corrected rows, which are then done again; all of them or none.

        Returns:
            Their row numbers.

        Raises:
            ConfigError: A changed row was sent or may have been, or two rows would have the same key.
        """
        changed = self.changed(given)
        states = {entry.number: entry.state for entry in self.entries()} if changed else {}
        for row, columns in changed:
            if states[row.number] not in CORRECTED:
                raise self._uncorrectable(row.number, columns, states[row.number])
        anew: dict[str, Any] = {**FORGOTTEN, "attempts": 0, "approved": "", "payload": {}, "picture": ""}
        try:
            unchanged = self._all_or_none(
                sa.update(rows)
                .where(self.is_row(row.number), rows.c.state.in_(CORRECTED))
                .values({**_new(row), **self.values_of(row), **anew})
                for row, _ in changed
            )
        except KeyTakenError as error:
            raise ConfigError(
                "two rows would have the same key, and a key is submitted only once; correct that first"
            ) from error
        if unchanged is not None:  # the row was begun in the meantime
            row, columns = changed[unchanged]
            raise self._uncorrectable(row.number, columns, self.entry(row.number).state)
        return [row.number for row, _ in changed]

    def values_of(self, row: JobRow) -> dict[str, Any]:  # noqa: ARG002 - of other ledgers
        """The columns with the values of a row; a ledger in a file has none."""
        return {}

    def _uncorrectable(self, number: int, columns: Sequence[str], state: RowState) -> ConfigError:
        rule = f"it is {state}; only a row that was not sent, or that the site refused, can be corrected. Restore it"
        return ConfigError(f"row {number}, column {', '.join(columns)}: {rule}")

    # Decisions

    def resolve(self, number: int, state: RowState, *, by: str, detail: str = "") -> None:
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

    def resolve_all(self, numbers: Iterable[int], state: RowState, *, by: str, detail: str = "") -> None:
        """Settles several unknown rows as `resolve` does: all of them or none."""
        if state not in RESOLVED:
            raise ConfigError(f"an unknown row can become done, pending or failed, not {state}")
        new: dict[str, Any] = {"state": state, "reason": f"resolved by {by}", "detail": detail}
        if state is not RowState.DONE:
            new |= FORGOTTEN
        rule = "only an unknown row can be resolved; if the program was interrupted, resume the job first"
        self._decide(dict.fromkeys(numbers, new), before=RowState.UNKNOWN, rule=rule)

    def approve(self, digests: Mapping[int, str]) -> None:
        """Approves rows of a dry run. When the job resumes, it sends what was approved and nothing else.

        Args:
            digests: For each row number, the digest of the form that the person saw (`digest_of`).

        Raises:
            ConfigError: A row is not waiting for approval, or its form has changed. Then no row is approved.
        """
        seen = {number: self.entry(number) for number in digests}
        for number, entry in seen.items():
            if entry.state is RowState.FILLED and digests[number] != digest_of(entry.payload):
                raise ConfigError(f"row {number} was filled in again after you saw it; review it again")
        new = {"state": RowState.PENDING, "reason": "approved", "attempts": 0, "queued": False}
        decided = {number: {**new, "approved": digest} for number, digest in digests.items()}
        ended = {number: entry.ended for number, entry in seen.items()}
        self._decide(decided, before=RowState.FILLED, rule=WAITING, ended=ended)

    def reject(self, numbers: Iterable[int]) -> None:
        """Rejects rows of a dry run. Raises ConfigError if one is not waiting for approval; then none is rejected."""
        new = {"state": RowState.REJECTED, "reason": "rejected_by_person", "detail": ""}
        self._decide(dict.fromkeys(numbers, new), before=RowState.FILLED, rule=WAITING)

    def _decide(
        self,
        decided: Mapping[int, Mapping[str, Any]],
        *,
        before: RowState,
        rule: str,
        ended: Mapping[int, str] | None = None,
    ) -> None:
        """Gives new values to rows that are all in the state `before`, and that ended then: all of them or none."""
        unchanged = self._all_or_none(
            sa.update(rows)
            .where(self.is_row(number), rows.c.state == before)
            .where(sa.true() if ended is None else rows.c.ended == ended[number])
            .values(new)
            for number, new in decided.items()
        )
        if unchanged is not None:
            number = [*decided][unchanged]
            raise ConfigError(f"row {number} is {self.entry(number).state}; {rule}")

    def retry(self, states: Iterable[RowState]) -> int:
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
                    if state is RowState.UNKNOWN
                    else "there is nothing to retry"
                )
                raise ConfigError(f"rows that are {state} cannot be retried: {rule}. These can: {', '.join(RETRIED)}")
        again = sa.update(rows).where(rows.c.job == self.job, rows.c.state.in_(wanted))
        return self.write(again.values(**FORGOTTEN, state=RowState.PENDING, attempts=0))

    def _all_or_none(self, statements: Iterable[sa.Update]) -> int | None:
        """Runs statements in one transaction, which is rolled back at the first that changes no row.

        Returns:
            The position of that statement; None if each has changed a row.
        """
        wanted = [*statements]

        def work(connection: sa.Connection) -> int | None:
            for at, statement in enumerate(wanted):
                if not connection.execute(statement).rowcount:
                    connection.rollback()
                    return at
            return None

        return self.database.within(work)


def _new(row: JobRow) -> dict[str, Any]:
    """The columns of a row that was not begun."""
    state, reason, detail = first_state(row)
    known = {"key": row.key, "digest": row.digest, "cells": dict(row.cells), "label": row.label}
    return {**known, "state": state, "reason": reason, "detail": detail}
