"""A row that one program is doing: what it writes about the row, and when it may no longer do so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from actwright.jobs.ledger_row import LedgerError, LedgerRow, Picture, RowState
from actwright.jobs.ledger_tables import jobs, rows
from actwright.jobs.row_statements import RowLedger


class RowLostError(LedgerError):
    """Another worker has taken the row over, or may do so; nothing more of it may be sent from here."""


@dataclass(frozen=True)
class RowClaim:
    """One row that one program is doing. Each write is on disk when it returns, or it raises LedgerError.

    The generation of a row grows each time the row is queued. Each write is refused once the row has another generation,
    another owner, or an owner whose lease has expired. The statement that writes checks this itself.

    Args:
        ledger: The ledger of the job.
        number: The number of the row.
        this: The row, its generation and its owner, as the statements take them.
        attempts: How many times the row was begun, including this time.
        approved, payload: As in `LedgerRow`.
    """

    ledger: RowLedger
    number: int
    this: Mapping[str, Any]
    attempts: int
    approved: str
    payload: Mapping[str, str]

    def intend(self, what: str) -> None:
        """Records that something of the row may be sent once this returns. Raises RowLostError if the row was lost."""
        self._write(intent=what, intended=now())

    def require(self) -> None:
        """Raises RowLostError if the row no longer belongs to this program, so that nothing more of it is sent."""
        if not self.ledger.found(self.ledger.statements.require, **self.this):
            raise self._lost()

    def settle(self) -> None:
        """Records that nothing of the row was sent after all."""
        self._write(intent="", intended="")

    def end(self, entry: LedgerRow, *, again: bool = False, picture: Picture | None = None) -> None:
        """Records how the row ended, and adds what the attempt used to the totals of earlier attempts.

        Args:
            entry: The row, as it ended.
            again: Whether to do the row once more; only for a row of which nothing was sent.
            picture: The picture of a dry run, for a ledger that keeps pictures.

        Raises:
            RowLostError: The row no longer belongs to this program.
        """
        statements, ended = self.ledger.statements, now()
        given: dict[str, Any] = {
            **{name: getattr(entry, name) for name in ("reason", "detail", "policy", "confirmation", "record")},
            **{f"used_{name}": getattr(entry, name) for name in ("seconds", "cost", "calls", "tokens")},
            "state": RowState.PENDING if again else entry.state,
            "ended": ended,
            "receipts": [each.model_dump() for each in entry.receipts],
            **({"payload": dict(entry.payload)} if entry.payload else {}),
            **({"picture": entry.picture} if entry.picture else {}),
        }

        def work(connection: sa.Connection) -> bool:
            statement = statements.end_again if again else statements.end
            if not connection.execute(statement, {**self.this, **given}).rowcount:
                # the call may be repeated after the connection broke
                asked = sa.select(rows.c.number).where(statements.mine, rows.c.ended == ended)
                return connection.execute(asked, self.this).first() is not None
            if entry.cost:
                spent = {"spent": jobs.c.spent + entry.cost}
                connection.execute(sa.update(jobs).where(jobs.c.id == self.ledger.job).values(spent))
            if picture is not None:
                self.ledger.keep_picture(connection, self.number, picture)
            return True

        if not self.ledger.database.within(work):
            raise self._lost()

    def leave(self) -> None:
        """Gives the row up because the worker ends: unknown if something may have been sent, else pending."""
        left = sa.update(rows).where(self.ledger.statements.running)
        self.ledger.write(left.values(released("its worker was lost", most=MOST_LOST)), **self.this)

    def _write(self, **values: object) -> None:
        if self.ledger.write(self.ledger.statements.write, **self.this, **values) != 1:
            raise self._lost()

    def _lost(self) -> RowLostError:
        return RowLostError(
            f"{self.ledger}: row {self.number} no longer belongs to this worker; nothing more of it is sent from here"
            if self.this["this_owner"]
            else CHANGED.format(ledger=self.ledger)
        )


CHANGED = "{ledger}: a row is not in the state it was left in; another program has changed the ledger"
MOST_LOST = 5
"""A row that loses its worker more often than this counts as failed, because the row itself may end the workers."""


def released(lost: str, *, most: int | None = None) -> dict[str, Any]:
    """The new values of a row whose program is gone: unknown if something may have been sent, else pending.

    Args:
        lost: What happened to the program, in words.
        most: The row is failed instead of pending once it was begun more often than this; None for never.
    """
    sent = rows.c.intent != ""
    over = sa.false() if most is None else rows.c.attempts > most
    times = sa.cast(rows.c.attempts, sa.Text)
    return {
        "state": sa.case((sent, RowState.UNKNOWN), (over, RowState.FAILED), else_=RowState.PENDING),
        "reason": sa.case((sa.or_(sent, over), "interrupted"), else_=""),
        "detail": sa.case(
            (sent, sa.literal(f"{lost} while this may have been in progress: ").concat(rows.c.intent)),
            (over, sa.literal(f"{lost} ").concat(times).concat(" times, each time before anything was sent")),
            else_="",
        ),
        "ended": now(),
        "queued": False,
        "looks": 0,
        "looked": None,
    }


def now() -> str:
    """The current time in UTC, in the format of the ledger."""
    return datetime.now(UTC).isoformat(timespec="microseconds")
