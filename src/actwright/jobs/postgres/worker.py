"""A worker does the rows that DBOS assigns to this machine, and takes over the rows of workers that are gone."""

from __future__ import annotations

import asyncio
import json
import os
import platform
from collections.abc import Callable, Collection, Mapping
from contextlib import AsyncExitStack
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from uuid import uuid4

import sqlalchemy as sa
from dbos import DBOS

from actwright.engine.agent import Choice
from actwright.engine.matching.recording_files import parsed_recording, recording_text
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.reusable_browser import Browser
from actwright.errors import ActwrightError, BrowserError, ConfigError
from actwright.jobs import ledger_tables as tables
from actwright.jobs.attempt import AttemptResult, attempt_row
from actwright.jobs.job_context import JobContext
from actwright.jobs.job_options import JobOptions, Verify
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_row import LedgerError, LedgerRow, Picture, RowState
from actwright.jobs.login import for_rows, keep_session, log_in
from actwright.jobs.postgres.lease import Lease
from actwright.jobs.postgres.row_queue import WORKFLOW, Queues, configuration, prepare, queue_name
from actwright.jobs.postgres.shared_database import SharedDatabase
from actwright.jobs.postgres.shared_ledger import SharedLedger
from actwright.jobs.postgres.worker_run import WorkerJob, WorkerRun, until
from actwright.jobs.row_claim import RowClaim, RowLostError
from actwright.jobs.verify import VerifyFunction, verified
from actwright.notes import note
from actwright.schemas.task import Secret
from actwright.text import one_line, shortened

LEASE_SECONDS = 30.0
ROUND_SECONDS = 1.0
"""Seconds between two rounds, each of which queues rows and takes over those whose lease has expired."""
LOOKS = 2
LOOK_AGAIN_SECONDS = 3.0
"""An unknown row is looked for `LOOKS` times, this many seconds apart, because a slow server may still accept it."""
LEAVE_SECONDS = 20.0
LONGEST = 500

Heard = Callable[[str, LedgerRow], None]
"""A function that is called with the name of the job and each row that has ended here."""


@dataclass
class Worker:
    """Does rows of jobs in a database, beside any number of other workers.

    Args:
        database: The address, as `postgresql://user@host:5432/database`.
        jobs: The names of the jobs; empty means all jobs, including later ones.
        key: The key that encrypts private and secret values, see `value_cipher`.
        model: As for `Agent`; None takes the model of each job.
        secrets: Values that only the executor sees.
        verify: A function that replaces the `verify` of each job.
        browser: How to get a browser.
        folder: Receives the records of rows, in a folder for each job.
        lease: Seconds after which other workers take over the rows of one that does not respond.
        until_done: Whether to end when no row is left to do.
        heard: Called with the name of the job and each row that has ended here.
    """

    database: str
    _: KW_ONLY
    jobs: Collection[str] = ()
    key: str = ""
    model: Choice | None = None
    secrets: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    verify: VerifyFunction | None = None
    browser: BrowserOptions = field(default=BrowserOptions())
    folder: Path = Path()
    lease: float = LEASE_SECONDS
    until_done: bool = False
    heard: Heard = lambda _job, _entry: None

    def __post_init__(self) -> None:
        """Prepares what its jobs need; connects to nothing."""
        self._shared = SharedDatabase(self.database)
        self._queues = Queues(self._shared)
        self._places: dict[int, WorkerJob] = {}
        self._browsers: dict[int | Path | None, Browser] = {}
        self._placing = asyncio.Lock()
        self._stack = AsyncExitStack()
        self._fatal: ActwrightError | None = None

    async def run(self) -> None:
        """Works until it is cancelled or, with `until_done`, until no row is left.

        Raises:
            ConfigError: There is no such job, or something that a job needs is missing here.
            BrowserError: No browser starts. Other workers take over the rows of this one.
            LedgerError: The database could not be reached for too long.
        """
        await asyncio.to_thread(prepare, self._shared)
        ledgers = [await asyncio.to_thread(self._ledger, name) for name in self.jobs]
        wanted = [ledger.job for ledger in ledgers] if self.jobs else None
        try:
            async with self._stack:
                for ledger in ledgers:
                    await self._place(ledger.job)
                while await self._shift(wanted):
                    pass
        finally:
            await asyncio.to_thread(self._shared.close)
        if self._fatal is not None:
            raise self._fatal

    async def _shift(self, wanted: list[int] | None) -> bool:
        """Works as long as the lease lasts. Returns whether to begin again with a new lease."""
        loop, machine = asyncio.get_running_loop(), platform.node()
        run = WorkerRun(owner=f"{machine}-{os.getpid()}-{uuid4().hex[:8]}")

        def lost() -> None:
            run.lost = True
            loop.call_soon_threadsafe(run.over.set)

        def row(job: int, number: int, generation: int) -> str:
            """Called by DBOS, on a thread of its own."""
            return asyncio.run_coroutine_threadsafe(self._row(run, job, number, generation), loop).result()

        lease = Lease(self._shared, run.owner, machine=machine, seconds=self.lease, lost=lost)
        await asyncio.to_thread(lease.begin)
        try:
            DBOS(config=configuration(self._shared, executor=run.owner))
            try:
                if wanted is not None:
                    DBOS.listen_queues([queue_name(job) for job in wanted])
                DBOS.workflow(name=WORKFLOW)(row)
                await asyncio.to_thread(DBOS.launch)
                await self._rounds(run, wanted)
            finally:
                run.over.set()
                for task in run.tasks:
                    task.cancel()
                if run.tasks:
                    await asyncio.wait(run.tasks, timeout=LEAVE_SECONDS)
                await asyncio.to_thread(DBOS.destroy, destroy_registry=True, workflow_completion_timeout_sec=1)
        finally:
            await asyncio.to_thread(lease.end)
        if run.lost:
            note(
                "this worker was paused, or could not reach the database, for longer than its lease; other workers have its rows now"
            )
        return run.lost and self._fatal is None

    async def _rounds(self, run: WorkerRun, wanted: list[int] | None) -> None:
        """Queues rows, takes over lost ones and looks for unknown ones, until the run is over."""
        while not run.over.is_set():
            try:
                await asyncio.to_thread(self._queues.take_over, wanted)
                jobs = await asyncio.to_thread(self._open_jobs, wanted)
                await asyncio.to_thread(self._queues.drop_stale, jobs, after=self.lease)
                await asyncio.to_thread(self._queues.put, wanted)
                left = [job for job in jobs if await self._left(run, job)]
            except LedgerError:  # the lease expires if this takes too long
                await until(run.over, ROUND_SECONDS)
                continue
            except (BrowserError, ConfigError) as error:
                self._end(run, error)
                return
            if self.until_done and not left and not run.tasks:
                return
            await until(run.over, ROUND_SECONDS)

    async def _left(self, run: WorkerRun, job: int) -> bool:
        """Looks for an unknown row of the job. Returns whether anything is left to do."""
        place = await self._place(job)
        looks = 0 if place.verify is None else LOOKS
        if looks and job not in run.looking and not run.over.is_set():
            run.looking.add(job)
            run.take(self._look(run, place))
        return await asyncio.to_thread(place.ledger.has_work, looks=looks)

    async def _place(self, job: int) -> WorkerJob:
        """Returns what this worker needs for a job. Raises ConfigError if any of it is missing here."""
        async with self._placing:
            if job not in self._places:
                ledger = await asyncio.to_thread(lambda: self._ledger(self._name(job)))
                self._places[job] = await self._opened(ledger)
            return self._places[job]

    async def _opened(self, ledger: SharedLedger) -> WorkerJob:
        options = JobOptions.model_validate_json(await asyncio.to_thread(ledger.note, "order"))
        shared = self._browser_for(ledger.job if options.login else options.state, options.state)
        folder = self.folder / f"{ledger.name}.job"
        folder.mkdir(parents=True, exist_ok=True)
        context = JobContext(options, folder, self.model or options.model, for_rows(options, self.secrets))
        return WorkerJob(ledger, options, context, shared, self.verify or options.verify)

    def _browser_for(self, whom: int | Path | None, state: Path | None) -> Browser:
        """One browser for all jobs with the same storage state, and one for each job with a login; starts when used."""
        if whom not in self._browsers:
            options = self.browser.model_copy(update={"storage_state": state} if state else {})
            self._browsers[whom] = Browser(options)
            self._stack.push_async_exit(self._browsers[whom])
        return self._browsers[whom]

    def _ledger(self, name: str) -> SharedLedger:
        return SharedLedger(self._shared, name, key=self.key)

    def _name(self, job: int) -> str:
        asked = sa.select(tables.jobs.c.name).where(tables.jobs.c.id == job)
        return self._shared.within(lambda connection: connection.execute(asked).scalar_one())

    def _open_jobs(self, wanted: list[int] | None) -> list[int]:
        """The jobs that have pending, running or unknown rows."""
        open_rows = tables.rows.c.state.in_([RowState.PENDING, RowState.RUNNING, RowState.UNKNOWN])
        asked = sa.select(tables.jobs.c.id).where(sa.exists().where(tables.rows.c.job == tables.jobs.c.id, open_rows))
        if wanted is not None:
            asked = asked.where(tables.jobs.c.id.in_(wanted))
        return [*self._shared.within(lambda connection: connection.execute(asked).scalars().all())]

    # One row

    async def _row(self, run: WorkerRun, job: int, number: int, generation: int) -> str:
        """Does a row that DBOS assigned to this worker. Returns how it ended, for DBOS's record."""
        return await run.take(self._claimed(run, job, number, generation))

    async def _claimed(self, run: WorkerRun, job: int, number: int, generation: int) -> str:
        claimed: RowClaim | None = None
        try:
            if not run.over.is_set():
                place = await self._place(job)
                claimed = await asyncio.to_thread(
                    place.ledger.claim, number, generation=generation, owner=run.owner, claim=uuid4().hex
                )
                return await self._done(run, place, claimed) if claimed else "not to be done"
        except RowLostError:
            return "lost"
        except (asyncio.CancelledError, LedgerError):
            pass
        except (BrowserError, ConfigError) as error:
            self._end(run, error)
        except Exception as error:  # noqa: BLE001 - the border of a job: other rows go on
            note(f"row {number} is left to other workers: {type(error).__name__}: {error}")
        await asyncio.shield(asyncio.to_thread(self._leave, run, claimed, job, number, generation))
        return "left to others"

    def _end(self, run: WorkerRun, error: ActwrightError) -> None:
        """Ends this worker with an error."""
        self._fatal = self._fatal or error
        run.over.set()

    def _leave(self, run: WorkerRun, claimed: RowClaim | None, job: int, number: int, generation: int) -> None:
        """Leaves a row to others.

        DBOS takes a return for done. Therefore this repeats until the database has recorded it, or raises LedgerError
        after the run.
        """
        while True:
            try:
                if claimed is None:
                    self._queues.unqueue(job, number, generation)
                else:
                    claimed.leave()
            except LedgerError:
                if run.over.is_set():
                    raise
            else:
                return

    async def _done(self, run: WorkerRun, place: WorkerJob, claimed: RowClaim) -> str:
        ledger, options = place.ledger, place.options
        row = await asyncio.to_thread(ledger.row, claimed.number)
        left = None if options.max_cost is None else options.max_cost - await asyncio.to_thread(lambda: ledger.spent)
        if left is not None and left <= 0:
            await asyncio.to_thread(ledger.stop, f"{options.max_cost:g} USD have been spent")
            await asyncio.to_thread(claimed.leave)
            return "stopped"
        if not await self._logged_in(run, place):
            await asyncio.to_thread(claimed.leave)
            return "left to others"
        await self._learn(place)
        known = dict(place.context.learned)
        attempted = await attempt_row(row, place.context, claimed, place.shared, usd=left)
        again = attempted.fatal is not None or (
            attempted.entry.state is RowState.FAILED and claimed.attempts <= options.retries
        )
        picture = await asyncio.to_thread(Picture.read, place.context.folder, attempted.entry)
        await asyncio.to_thread(claimed.end, attempted.entry, again=again, picture=picture)
        for names, recording in place.context.learned.items():
            if known.get(names) is not recording:
                await asyncio.to_thread(ledger.share, json.dumps(sorted(names)), recording_text(recording))
        await asyncio.to_thread(self._weigh, place, attempted)
        if not again:
            self.heard(ledger.name, await asyncio.to_thread(ledger.entry, claimed.number))
        return str(attempted.entry.state)

    def _weigh(self, place: WorkerJob, attempted: AttemptResult) -> None:
        """Stops the job if the cause of a failure is not in the row."""
        entry, most = attempted.entry, place.options.stop_after
        if entry.state is RowState.BLOCKED and place.options.login is not None:
            place.ledger.bar()
        if attempted.fatal is not None:
            place.ledger.stop(f"no row can be done: {shortened(one_line(str(attempted.fatal)), LONGEST)}")
        elif place.ledger.count_alike(entry.number, attempted.alike, most=most) >= most:
            detail = shortened(entry.detail, 200)
            place.ledger.stop(f"{most} consecutive rows ended alike ({entry.state}, {entry.reason}): {detail}")

    async def _logged_in(self, run: WorkerRun, place: WorkerJob) -> bool:
        """Lets one worker log in while the others wait for its session. Returns False if the job has stopped."""
        if place.options.login is None:
            return True
        ledger = place.ledger
        async with place.logging_in:
            session = await asyncio.to_thread(ledger.session)
            while not session and not await asyncio.to_thread(lambda: ledger.stopped):
                if await asyncio.to_thread(ledger.begin_login, run.owner):
                    session = await self._log_in(run, place)
                else:
                    await until(run.over, ROUND_SECONDS)
                    session = await asyncio.to_thread(ledger.session)
            if session and session != place.session:
                file = await asyncio.to_thread(keep_session, place.context.folder, session)
                place.shared.begin_with(file)
                place.session = session
            return bool(session)

    async def _log_in(self, run: WorkerRun, place: WorkerJob) -> str:
        """Logs in and returns the session; empty if the login failed, which stops the job."""
        session, model = "", self.model or place.options.model
        try:
            session = await log_in(place.options, place.context.folder, place.shared, model=model, secrets=self.secrets)
        except ConfigError as error:
            await asyncio.to_thread(place.ledger.stop, shortened(one_line(str(error)), LONGEST))
        finally:
            await asyncio.shield(asyncio.to_thread(place.ledger.end_login, run.owner, session))
        return session

    async def _learn(self, place: WorkerJob) -> None:
        """Loads the recordings of other workers."""
        for number, names, text in await asyncio.to_thread(place.ledger.recordings, place.taught):
            place.taught = number
            place.context.learned[frozenset(json.loads(names))] = parsed_recording(
                text, "a recording of another worker"
            )

    async def _look(self, run: WorkerRun, place: WorkerJob) -> None:
        """Looks for an unknown row on the site."""
        try:
            number = await asyncio.to_thread(place.ledger.find_unknown, looks=LOOKS, after=LOOK_AGAIN_SECONDS)
            if number is not None and place.verify is not None and await self._logged_in(run, place):
                row = await asyncio.to_thread(place.ledger.row, number)
                await self._looked_for(place, place.verify, row)
        except LedgerError:
            return  # it stays unknown
        except (BrowserError, ConfigError) as error:
            self._end(run, error)
        finally:
            run.looking.discard(place.ledger.job)

    async def _looked_for(self, place: WorkerJob, verify: Verify | VerifyFunction, row: JobRow) -> None:
        values = row.values if callable(verify) else {**place.options.values, **row.values}
        try:
            found = await verified(verify, values, place.shared)
        except Exception as error:  # noqa: BLE001 - raised by the caller's function; the row stays as it is
            await asyncio.to_thread(place.ledger.remark, row.number, f"verify failed: {type(error).__name__}")
            return
        await asyncio.to_thread(self._found, place.ledger, row.number, found)

    def _found(self, ledger: SharedLedger, number: int, found: bool | None) -> None:  # noqa: FBT001 - an answer
        interrupted = ledger.entry(number).reason.startswith("interrupted")
        if found:
            ledger.resolve(number, RowState.DONE, by="verify", detail="verify found it")
        elif found is None:
            ledger.remark(number, "interrupted; verify did not find it" if interrupted else "verify did not find it")
            return
        elif interrupted:  # its worker may only be paused, and may still send a request
            ledger.remark(
                number, "interrupted; verify reports that it did not arrive, but its worker may still be alive"
            )
            return
        else:
            ledger.resolve(number, RowState.PENDING, by="verify", detail="verify reports that it did not arrive")
        self.heard(ledger.name, ledger.entry(number))
