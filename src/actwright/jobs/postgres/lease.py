"""The lease of a worker: the worker keeps its rows as long as it renews the lease."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from actwright.jobs.ledger_row import LedgerError
from actwright.jobs.postgres.shared_database import SharedDatabase
from actwright.jobs.postgres.shared_tables import lease_end, workers

RENEWALS = 4
"""How many times a lease is renewed in the time that it lasts."""
FORGOTTEN = timedelta(days=1)


class Lease:
    """Keeps a worker registered in the database; a thread renews its lease.

    Args:
        database: The database.
        owner: The ID of the worker.
        machine: The name of its machine, for people to read.
        seconds: How long the lease lasts if it is not renewed.
        lost: Called on that thread when the lease has expired: the worker was paused, or could not reach the database.
    """

    def __init__(
        self, database: SharedDatabase, owner: str, *, machine: str, seconds: float, lost: Callable[[], None]
    ) -> None:
        self._database, self._owner, self._machine, self._seconds = database, owner, machine, seconds
        self._lost = lost
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="actwright-lease", daemon=True)

    def begin(self) -> None:
        """Registers the worker, and renews its lease from now on."""
        forgotten = workers.c.lost & (workers.c.lease < sa.func.now() - FORGOTTEN)
        begun = insert(workers).values(id=self._owner, machine=self._machine, lease=lease_end(self._seconds))

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.delete(workers).where(forgotten))
            connection.execute(begun.on_conflict_do_nothing())

        self._database.within(work)
        self._thread.start()

    def end(self) -> None:
        """Gives the lease up."""
        self._ended.set()
        self._thread.join()
        command = sa.update(workers).where(workers.c.id == self._owner).values(lost=True)
        try:
            self._database.within(lambda connection: connection.execute(command), wait=1)
        except LedgerError:
            return  # the lease soon expires by itself

    def _renew(self) -> None:
        valid = ~workers.c.lost & (workers.c.lease > sa.func.clock_timestamp())
        command = sa.update(workers).where(workers.c.id == self._owner, valid).values(lease=lease_end(self._seconds))
        until = time.monotonic() + self._seconds
        while not self._ended.wait(self._seconds / RENEWALS):
            began = time.monotonic()
            try:
                kept = self._database.within(lambda connection: connection.execute(command).rowcount, wait=0)
            except LedgerError:
                if time.monotonic() < until:
                    continue
                kept = 0
            if not kept:
                self._lost()
                return
            until = began + self._seconds
