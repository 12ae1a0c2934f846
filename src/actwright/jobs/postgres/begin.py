"""Begins a job on many machines: stores its rows in the database and queues them for workers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from actwright.engine.models.base import check_model
from actwright.errors import ConfigError
from actwright.jobs.attempt import Desk
from actwright.jobs.order import Order
from actwright.jobs.postgres.database import Database
from actwright.jobs.postgres.ledger import LAST, SharedLedger
from actwright.jobs.postgres.queue import Queues, prepare
from actwright.jobs.postgres.sealed import Seal
from actwright.jobs.rows import Given, Rows, new_salt, path_of, read_rows
from actwright.jobs.tables import refuse
from actwright.suggestions import unknown

__all__ = ["PER_WORKER", "begin", "resume"]

PER_WORKER = 4


async def begin(
    rows: Given,
    order: Order,
    *,
    database: Database,
    name: str,
    key: str = "",
    per_worker: int = PER_WORKER,
    priority: str = "",
) -> SharedLedger:
    """Stores a job and its rows in a database, and queues the rows.

    Args:
        rows: A file, or rows as mappings from names to values.
        order: The options of the job. `concurrency` and `rate` apply to all workers together.
        database: The database.
        name: The name of the new job.
        key: The key that encrypts private and secret values, see `sealed`.
        per_worker: The number of rows at a time in one worker.
        priority: The heading of a column of whole numbers: rows with 1 go first, those without a number last.

    Raises:
        ConfigError: The rows cannot be used (names row, column and rule), there is already a job of that name, or a key
            is missing. Nothing was queued.
        LedgerError: The database cannot be reached.
    """
    if order.model is not None:
        check_model(order.model, base_url=order.base_url)
    salt = new_salt()
    found = await read_rows(rows, order, salt=salt)
    Desk(order, Path(), order.model).check(found.rows[0])
    notes = {"order": order.model_dump_json(exclude_unset=True), "rows": path_of(rows), "salt": salt.hex()}
    priorities = _priorities(found, priority)
    if order.login is not None:
        Seal(key, salt=salt).closed("")  # raises if there is no key for the session

    def stored() -> SharedLedger:
        prepare(database)
        ledger = SharedLedger.create(database, name, found.rows, notes, key=key, priorities=priorities)
        queues = Queues(database)
        queues.register(ledger.job, concurrency=order.concurrency, per_worker=per_worker, rate=order.rate)
        while queues.put([ledger.job]):
            pass
        return ledger

    return await asyncio.to_thread(stored)


def resume(ledger: SharedLedger) -> None:
    """Resumes a job that stopped: its pending rows are queued again."""
    prepare(ledger.database)
    ledger.go_on()
    queues = Queues(ledger.database)
    queues.mend(ledger.job)
    while queues.put([ledger.job]):
        pass


def _priorities(rows: Rows, heading: str) -> Mapping[int, int]:
    if not heading:
        return {}
    if heading not in rows.table.headings:
        raise ConfigError(f"priority: {unknown('column', heading, rows.table.headings)}")
    return {line.number: _priority(line.cells[heading], row=line.number, column=heading) for line in rows.table.lines}


def _priority(cell: str, **where: Any) -> int:
    text = cell.strip()
    if not text:
        return LAST
    if not text.isdecimal() or not 1 <= int(text) < LAST:
        raise refuse(f"{text!r} is not a priority; write a whole number (rows with 1 go first)", **where)
    return int(text)
