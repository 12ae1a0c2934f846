"""Reads the ledger of a job, and runs what changes one row of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from actwright.errors import ConfigError
from actwright.jobs.database import Database
from actwright.jobs.ledger_row import LedgerError, LedgerRow, Picture, RowState
from actwright.jobs.ledger_tables import THIS_ROW, jobs, notes, rows

OWNER: sa.BindParameter[str] = sa.bindparam("this_owner")
"""The worker of a row; given when a statement runs."""

ENTRIES = sa.select(*(rows.c[name] for name in LedgerRow.model_fields))
ENTRY = ENTRIES.where(THIS_ROW)
NOTE = sa.select(notes.c.value).where(
    notes.c.job == sa.bindparam("this_job"), notes.c.name == sa.bindparam("this_name")
)
"""Statements that run for each row are made once, because making one takes longer than running it."""


class RowStatements:
    """What runs for each row, made once for a ledger, because making a statement takes longer than running it.

    Args:
        alive: The condition that the worker of a row may write.
    """

    def __init__(self, alive: sa.ColumnElement[bool]) -> None:
        queued = sa.and_(THIS_ROW, rows.c.generation == sa.bindparam("this_generation"))
        pending = sa.and_(queued, rows.c.state == RowState.PENDING)
        runs = sa.exists().where(jobs.c.id == rows.c.job, jobs.c.stopped == "")
        begun = {"state": RowState.RUNNING, "attempts": rows.c.attempts + 1, "reason": "", "detail": ""}
        known = (rows.c.attempts, rows.c.approved, rows.c.payload)
        self.begin = sa.update(rows).where(pending, alive, runs).values(begun).returning(*known)
        self.begun = sa.select(*known).where(
            queued, rows.c.state == RowState.RUNNING, rows.c.claim == sa.bindparam("this_claim")
        )
        self.unqueue = sa.update(rows).where(pending).values(queued=False)
        self.mine = sa.and_(queued, rows.c.owner == OWNER)
        self.running = sa.and_(self.mine, rows.c.state == RowState.RUNNING)
        self.write = sa.update(rows).where(self.running, alive)
        self.require = sa.select(sa.literal(1)).select_from(rows).where(self.running, alive)
        cost = sa.func.coalesce(rows.c.cost, 0) + sa.bindparam("used_cost", type_=sa.Double)
        self.end = (
            sa.update(rows)
            .where(self.running)
            .values(
                seconds=rows.c.seconds + sa.bindparam("used_seconds", type_=sa.Double),
                cost=sa.case((sa.and_(rows.c.cost.is_(None), rows.c.calls > 0), None), else_=cost),
                calls=rows.c.calls + sa.bindparam("used_calls", type_=sa.Integer),
                tokens=rows.c.tokens + sa.bindparam("used_tokens", type_=sa.Integer),
                queued=False,
            )
        )
        self.end_again = self.end.where(rows.c.intent == "")


class RowLedger:
    """The ledger of one job, in which a program writes about the rows that it is doing.

    Every method raises LedgerError if the ledger cannot be read or written.

    Args:
        database: The database.
        name: The name of the job; None takes the only one.
        folder: The job's folder; None for a job in a database, which has only its name.

    Attributes:
        folder: The job's folder; for a job in a database, only its name.
        job: The ID of the job.
        alive: The condition that a worker may write; it has none if only one program works on this ledger.

    Raises:
        ConfigError: There is no such job.
    """

    alive: ClassVar[sa.ColumnElement[bool]] = sa.true()

    def __init__(self, database: Database, name: str | None = None, *, folder: Path | None = None) -> None:
        self.database = database
        asked = sa.select(jobs.c.id, jobs.c.name).where(jobs.c.name == name if name is not None else sa.true())
        found = self.found(asked)
        if not found:
            raise ConfigError(f"there is no job {name!r} in {database}{self._others()}")
        self.job, self.name = int(found[0].id), str(found[0].name)
        self.folder = folder or Path(self.name)

    def __str__(self) -> str:
        return str(self.database)

    def close(self) -> None:
        """Closes the ledger."""
        self.database.close()

    def alone(self) -> AbstractContextManager[None]:
        """Locks the job if its ledger needs that. Raises ConfigError if another program holds the lock."""
        return self.database.alone()

    def note(self, name: str) -> str:
        """Returns a note about the job; empty if there is none of that name."""
        found = self.found(NOTE, this_job=self.job, this_name=name)
        return str(found[0].value) if found else ""

    @property
    def salt(self) -> bytes:
        """The salt of the job's digests."""
        return bytes.fromhex(self.note("salt"))

    @property
    def stopped(self) -> str:
        """Why the job stopped; empty if it did not."""
        return str(self.field(jobs.c.stopped))

    @property
    def spent(self) -> float:
        """The USD that all attempts cost, known prices only."""
        return float(self.field(jobs.c.spent))

    def entry(self, number: int) -> LedgerRow:
        """Returns one row. Raises ConfigError if there is none."""
        found = self.found(ENTRY, this_job=self.job, this_number=number)
        if not found:
            raise ConfigError(f"there is no row {number} in this job")
        return self._as_entry(found[0])

    def entries(self, state: RowState | None = None, *, first: int = 0, most: int | None = None) -> list[LedgerRow]:
        """Returns the rows, or those in one state, in the order of their numbers.

        At most `most` of them, beginning at position `first`.
        """
        asked = ENTRIES.where(rows.c.job == self.job).order_by(rows.c.number)
        if state:
            asked = asked.where(rows.c.state == state)
        if most is not None:
            asked = asked.limit(most).offset(first)
        return list(map(self._as_entry, self.found(asked)))

    def cells(self, number: int) -> Mapping[str, str]:
        """Returns the digests of the cells of a row, by the names of their columns; see `JobRow`."""
        ((found,),) = self.found(sa.select(rows.c.cells).where(self.is_row(number)))
        return found

    def picture(self, number: int) -> Picture | None:
        """Returns the picture of a row; None if there is none."""
        return Picture.read(self.folder, self.entry(number))

    def counts(self) -> Counter[RowState]:
        """How many rows are in each state."""
        asked = sa.select(rows.c.state, sa.func.count()).where(rows.c.job == self.job).group_by(rows.c.state)
        found = self.found(asked)
        with self._refusing_damage():
            return Counter({RowState(state): int(count) for state, count in found})

    def totals(self) -> tuple[float, int, int]:
        """The USD (known prices only), model calls and tokens that all rows used."""
        sums = (sa.func.coalesce(sa.func.sum(column), 0) for column in (rows.c.cost, rows.c.calls, rows.c.tokens))
        ((cost, calls, tokens),) = self.found(sa.select(*sums).where(rows.c.job == self.job))
        return float(cost), int(calls), int(tokens)

    # Statements

    def is_row(self, number: int) -> sa.ColumnElement[bool]:
        """The condition that selects one row of this job."""
        return sa.and_(rows.c.job == self.job, rows.c.number == number)

    def field(self, column: sa.ColumnElement[Any]) -> Any:
        """Returns a column of the job."""
        ((value,),) = self.found(_of_job(column), this_job=self.job)
        return value

    def found(self, statement: sa.Executable, **given: Any) -> Sequence[Any]:
        """Runs a statement with what is given for its parameters, and returns the rows that it selects or returns."""
        with self._refusing_damage():
            return self.database.within(lambda connection: connection.execute(statement, given).fetchall())

    def _as_entry(self, found: Sequence[Any]) -> LedgerRow:
        with self._refusing_damage():
            return LedgerRow.model_validate(dict(zip(LedgerRow.model_fields, found, strict=True)))

    @cached_property
    def statements(self) -> RowStatements:
        """The statements that run for each row."""
        return RowStatements(self.alive)

    def write(self, statement: sa.Update | sa.Insert, **given: Any) -> int:
        """Runs a statement with what is given for its parameters, and returns how many rows it changed."""
        return self.database.within(lambda connection: connection.execute(statement, given).rowcount)

    def keep_picture(self, connection: sa.Connection, number: int, picture: Picture) -> None:
        """Keeps the picture of a row; a ledger in a file leaves it in the job's folder."""

    def set_note(self, name: str, value: str) -> None:
        """Writes a note about the job."""

        def work(connection: sa.Connection) -> None:
            insert = upsert(connection, notes).values(job=self.job, name=name, value=value)
            connection.execute(
                insert.on_conflict_do_update(
                    index_elements=[notes.c.job, notes.c.name], set_={"value": insert.excluded.value}
                )
            )

        self.database.within(work)

    @contextmanager
    def _refusing_damage(self) -> Generator[None]:
        """Raises LedgerError for what no job writes, such as a text that is no JSON; it does not say the value."""
        try:
            yield
        except (ValueError, RecursionError):
            message = f"{self.database} has a value in it that no job writes; restore the ledger from a copy"
            raise LedgerError(message) from None

    def _others(self) -> str:
        found = self.found(sa.select(jobs.c.name).order_by(jobs.c.id.desc()).limit(5))
        return f"; the newest are {', '.join(each.name for each in found)}" if found else ", which has none"


@cache
def _of_job(column: sa.ColumnElement[Any]) -> sa.Select[Any]:
    return sa.select(column).where(jobs.c.id == sa.bindparam("this_job"))


def upsert(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that says what to do about a key that exists; each database has its own."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
