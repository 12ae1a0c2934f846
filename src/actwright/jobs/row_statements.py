"""What runs in a ledger for each row."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from actwright.jobs.ledger_reader import LedgerReader
from actwright.jobs.ledger_row import Picture, RowState
from actwright.jobs.ledger_tables import THIS_ROW, jobs, notes, rows

OWNER: sa.BindParameter[str] = sa.bindparam("this_owner")
"""The worker of a row; given when a statement runs."""


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


class RowLedger(LedgerReader):
    """A ledger in which a program writes about the rows that it is doing.

    Attributes:
        alive: The condition that a worker may write; it has none if only one program works on this ledger.
    """

    alive: ClassVar[sa.ColumnElement[bool]] = sa.true()

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


def upsert(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that says what to do about a key that exists; each database has its own."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
