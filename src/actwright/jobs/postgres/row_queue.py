"""The queue of a job: DBOS decides which worker begins which row, and when.

A queued row is a DBOS workflow, named after the job, the row and its generation. A workflow that begins late, or for a
second time, finds that the row no longer belongs to it, and does nothing.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from click.exceptions import Exit
from dbos import DBOSClient, DBOSConfig, DBOSPortableJSONSerializer, EnqueueOptions, run_dbos_database_migrations
from dbos import error as dbos_error

from actwright.jobs import ledger_tables as tables
from actwright.jobs.ledger_row import LedgerError, RowState
from actwright.jobs.ledger_tables import rows
from actwright.jobs.postgres.shared_database import SharedDatabase
from actwright.jobs.postgres.shared_tables import workers
from actwright.jobs.row_claim import MOST_LOST, released

APPLICATION = "actwright-jobs"
PROTOCOL = "actwright-jobs-1"
"""Workers take only rows that were queued with the same protocol; DBOS calls it the application version."""
SCHEMA = "actwright_dbos"
WORKFLOW = "row"
POLL_SECONDS = 0.2
AT_ONCE = 200
LIVE = ["ENQUEUED", "PENDING", "DELAYED"]
"""DBOS's names for the states of a workflow that has not ended."""


def prepare(database: SharedDatabase) -> None:
    """Creates our tables and those of DBOS if they do not exist.

    Raises:
        ConfigError: They have another version.
        LedgerError: The database cannot be reached, or refuses a statement.
    """
    database.prepare()
    try:
        run_dbos_database_migrations(database.url.render_as_string(hide_password=False), schema=SCHEMA)
    except Exit as error:
        raise LedgerError(f"{database}: the tables of DBOS cannot be created") from error


def queue_name(job: int) -> str:
    """The name of a job's queue."""
    return f"job-{job}"


def configuration(database: SharedDatabase, *, executor: str) -> DBOSConfig:
    """The configuration of DBOS in a worker."""
    return {
        "name": APPLICATION,
        "system_database_url": database.url.render_as_string(hide_password=False),
        "dbos_system_schema": SCHEMA,
        "application_version": PROTOCOL,
        "executor_id": executor,
        "serializer": DBOSPortableJSONSerializer(),
        "log_level": "CRITICAL",
        "run_migrations": False,
    }


class Queues:
    """The queues of all jobs in a database.

    Attributes:
        client: The DBOS client, for everything that has no method here.
    """

    def __init__(self, database: SharedDatabase) -> None:
        self._database = database
        self.client = DBOSClient(
            system_database_engine=database.engine,
            dbos_system_schema=SCHEMA,
            serializer=DBOSPortableJSONSerializer(),
            application_name=APPLICATION,
            lazy=True,
            retry_connection_errors=False,
        )
        self._seen: dict[str, float] = {}

    def register(self, job: int, *, concurrency: int, per_worker: int, rate: float | None) -> None:
        """Creates the queue of a job.

        Args:
            job: The ID of the job.
            concurrency: The number of rows at a time in all workers together.
            per_worker: The number of rows at a time in one worker.
            rate: The most rows that all workers together begin per minute; None for no limit.
        """
        self._database.patiently(
            lambda: self.client.register_queue(
                queue_name(job),
                global_concurrency=concurrency,
                worker_concurrency=min(per_worker, concurrency),
                limiter=None
                if rate is None
                else {"limit": _in_a_period(rate), "period": _in_a_period(rate) * 60 / rate},
                polling_interval_sec=POLL_SECONDS,
            )
        )

    def put(self, jobs: Collection[int] | None = None) -> int:
        """Queues at most 200 pending rows. A row whose earlier workflow has not ended waits for the next call.

        Returns:
            How many rows were queued.
        """

        def work(connection: sa.Connection) -> int:
            asked = (
                sa.select(rows.c.job, rows.c.number, rows.c.generation, rows.c.key, rows.c.priority)
                .join(tables.jobs, tables.jobs.c.id == rows.c.job)
                .where(rows.c.state == RowState.PENDING, ~rows.c.queued, tables.jobs.c.stopped == "", _of(jobs))
                .order_by(rows.c.job, rows.c.number)
                .limit(AT_ONCE)
                .with_for_update(of=rows, skip_locked=True)
            )
            found = connection.execute(asked).fetchall()
            return sum(self._put(connection, row) for row in found)

        return self._database.within(work)

    def _put(self, connection: sa.Connection, row: Any) -> bool:
        generation = int(row.generation) + 1
        options: EnqueueOptions = {
            "workflow_name": WORKFLOW,
            "queue_name": queue_name(row.job),
            "workflow_id": f"{row.job}/{row.number}/{generation}",
            "app_version": PROTOCOL,
            "deduplication_id": row.key,
            "priority": int(row.priority),
        }
        try:
            with connection.begin_nested():
                self.client.enqueue_in_transaction(connection, options, row.job, row.number, generation)
        except dbos_error.DBOSQueueDeduplicatedError:
            return False
        this = sa.and_(rows.c.job == row.job, rows.c.number == row.number)
        connection.execute(sa.update(rows).where(this).values(generation=generation, queued=True))
        return True

    def take_over(self, jobs: Collection[int] | None = None) -> list[tuple[int, int, str]]:
        """Takes over rows of workers whose lease has expired: unknown if something may have been sent, else pending.

        A row that has lost its worker too often becomes failed.

        Returns:
            Job, number and new state of each row.
        """
        expired = ~workers.c.lost & (workers.c.lease < sa.func.clock_timestamp())
        marked = sa.update(workers).where(expired).values(lost=True)
        self._database.within(lambda connection: connection.execute(marked))
        alive = sa.exists().where(workers.c.id == rows.c.owner, ~workers.c.lost)
        command = (
            sa.update(rows)
            .where(rows.c.state == RowState.RUNNING, _of(jobs), ~alive)
            .values(released("its worker was lost", most=MOST_LOST))
            .returning(rows.c.job, rows.c.number, rows.c.state)
        )
        found = self._database.within(lambda connection: connection.execute(command).fetchall())
        return [(int(each.job), int(each.number), str(each.state)) for each in found]

    def drop_stale(self, jobs: Collection[int], *, after: float) -> int:
        """Removes workflows that hold a place in a queue but no longer work on a row, for instance after a lost worker.

        Args:
            jobs: The jobs whose queues to clean.
            after: Seconds until such a workflow of a live worker is removed too; the worker may have lost it together
                with its connection.

        Returns:
            How many workflows were removed.
        """
        if not jobs:
            return 0
        begun = self._workflows(jobs, "PENDING")
        under_way, alive = {*self._names(rows.c.state == RowState.RUNNING, _of(jobs))}, self._alive()
        idle = {each: worker for each, worker in begun.items() if each not in under_way}
        at = time.monotonic()
        self._seen = {each: self._seen.get(each, at) for each in idle}
        stale = [each for each, worker in idle.items() if worker not in alive or at - self._seen[each] >= after]
        if stale:
            self._database.patiently(lambda: self.client.cancel_workflows(stale))
            self._unqueue(stale)
        return len(stale)

    def mend(self, job: int) -> None:
        """Finds rows that are marked as queued but are in no queue, and lets them be queued again."""
        live = set(self._workflows([job], LIVE))
        queued = self._names(rows.c.job == job, rows.c.state == RowState.PENDING, rows.c.queued)
        self._unqueue([name for name in queued if name not in live])

    def unqueue(self, job: int, number: int, generation: int) -> None:
        """Lets a row that nobody has begun be queued again."""
        self._unqueue([f"{job}/{number}/{generation}"])

    def _unqueue(self, workflows: Sequence[str]) -> None:
        commands: list[sa.Update] = []
        for workflow in workflows:
            job, number, generation = map(int, workflow.split("/"))
            this = sa.and_(rows.c.job == job, rows.c.number == number, rows.c.generation == generation)
            commands.append(sa.update(rows).where(this, rows.c.state == RowState.PENDING).values(queued=False))

        def work(connection: sa.Connection) -> None:
            for command in commands:
                connection.execute(command)

        if commands:
            self._database.within(work)

    def _workflows(self, jobs: Collection[int], status: str | list[str]) -> dict[str, str | None]:
        """The workflows in the queues of these jobs, with the workers that began them."""
        found = self._database.patiently(
            lambda: self.client.list_workflows(
                queue_name=[queue_name(job) for job in jobs], status=status, load_input=False, load_output=False
            )
        )
        return {each.workflow_id: each.executor_id for each in found}

    def _alive(self) -> set[str]:
        """The workers whose lease has not expired."""
        asked = sa.select(workers.c.id).where(~workers.c.lost, workers.c.lease > sa.func.clock_timestamp())
        return set(self._database.within(lambda connection: connection.execute(asked).scalars().all()))

    def _names(self, *where: sa.ColumnElement[bool]) -> list[str]:
        """The names of the workflows of some rows."""
        asked = sa.select(rows.c.job, rows.c.number, rows.c.generation).where(*where)
        found = self._database.within(lambda connection: connection.execute(asked).fetchall())
        return ["/".join(map(str, each)) for each in found]


def _of(jobs: Collection[int] | None) -> sa.ColumnElement[bool]:
    """The condition that selects the rows of some jobs; None for all jobs."""
    return sa.true() if jobs is None else rows.c.job.in_(jobs)


def _in_a_period(rate: float) -> int:
    """How many rows to begin in one period of DBOS's limiter."""
    return int(rate) if rate >= 1 and rate == int(rate) else 1
