"""Begins a job on many machines: stores its rows in the database and queues them for workers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from actwright.engine.models.base import check_model
from actwright.errors import ConfigError
from actwright.jobs.job_context import JobContext, prepared
from actwright.jobs.job_options import JobOptions
from actwright.jobs.job_rows import DOUBTS, Rows, SignInForm
from actwright.jobs.postgres.row_queue import Queues, prepare
from actwright.jobs.postgres.shared_database import SharedDatabase
from actwright.jobs.postgres.shared_ledger import LAST, SharedLedger
from actwright.jobs.postgres.value_cipher import ValueCipher
from actwright.jobs.row_table import refuse
from actwright.suggestions import unknown

PER_WORKER = 4


async def begin(
    rows: SignInForm,
    options: JobOptions,
    *,
    database: SharedDatabase,
    name: str,
    key: str = "",
    per_worker: int = PER_WORKER,
    priority: str = "",
) -> SharedLedger:
    """Stores a job and its rows in a database, and queues the rows.

    Args:
        rows: A file, or rows as mappings from names to values.
        options: The options of the job. `concurrency` and `rate` apply to all workers together.
        database: The database.
        name: The name of the new job.
        key: The key that encrypts private and secret values, see `value_cipher`.
        per_worker: The number of rows at a time in one worker.
        priority: The heading of a column of whole numbers: rows with 1 go first, those without a number last.

    Raises:
        ConfigError: The rows cannot be used (names row, column and rule), there is already a job of that name, or a key
            is missing. Nothing was queued.
        LedgerError: The database cannot be reached.
    """
    if options.model is not None:
        check_model(options.model, base_url=options.base_url)
    found, notes = await prepared(rows, JobContext(options, Path(), options.model))
    if not options.dry_run and (doubtful := next((row.number for row in found.rows if row.doubt), None)):
        rule = "a person must approve it, which needs a dry run here (--dry-run); or clear the cell if it is right"
        raise refuse(rule, row=doubtful, column=DOUBTS)
    priorities = _priorities(found, priority)
    if options.login is not None:
        ValueCipher(key, salt=bytes.fromhex(notes["salt"])).encrypt("")  # raises if there is no key for the session

    def stored() -> SharedLedger:
        prepare(database)
        ledger = SharedLedger.create(database, name, found.rows, notes, key=key, priorities=priorities)
        queues = Queues(database)
        queues.register(ledger.job, concurrency=options.concurrency, per_worker=per_worker, rate=options.rate)
        while queues.put([ledger.job]):
            pass
        return ledger

    return await asyncio.to_thread(stored)


def resume(ledger: SharedLedger) -> None:
    """Resumes a job that stopped: its pending rows are queued again."""
    prepare(ledger.shared)
    ledger.go_on()
    queues = Queues(ledger.shared)
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
