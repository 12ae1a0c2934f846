"""A worker does the rows that DBOS assigns to this machine, and takes over the rows of workers that are gone."""

from __future__ import annotations

import asyncio
import json
import os
import platform
from collections.abc import Callable, Collection, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import sqlalchemy as sa
from dbos import DBOS

from actwright.engine.agent import Choice
from actwright.engine.page.browser.options import BrowserOptions
from actwright.engine.page.browser.shared import Browser
from actwright.engine.policies.replay.files import parsed_recording, recording_text
from actwright.errors import ActwrightError, BrowserError, ConfigError
from actwright.jobs.attempt import Desk, Tried, tried
from actwright.jobs.book import Picture
from actwright.jobs.entries import Entry, LedgerError, State
from actwright.jobs.login import for_rows, keep_session, log_in
from actwright.jobs.order import Order, Verify
from actwright.jobs.postgres.database import Database
from actwright.jobs.postgres.lease import Lease
from actwright.jobs.postgres.ledger import JOBS, ROWS, Claimed, RowLostError, SharedLedger
from actwright.jobs.postgres.queue import WORKFLOW, Queues, configuration, prepare, queue_name
from actwright.jobs.rows import Row
from actwright.jobs.verify import VerifyFunction, verified
from actwright.notes import note
from actwright.schemas.task import Secret
from actwright.text import one_line, shortened

__all__ = ["LEASE_SECONDS", "Worker"]

T = TypeVar("T")

LEASE_SECONDS = 30.0
ROUND_SECONDS = 1.0
"""Seconds between two rounds, each of which queues rows and takes over those whose lease has expired."""
LOOKS = 2
LOOK_AGAIN_SECONDS = 3.0
"""An unknown row is looked for `LOOKS` times, this many seconds apart, because a slow server may still accept it."""
LEAVE_SECONDS = 20.0
LONGEST = 500

Heard = Callable[[str, Entry], None]
"""A function that is called with the name of the job and each row that has ended here."""


@dataclass
class _Place:
    """What a worker holds for one job."""

    ledger: SharedLedger
    order: Order
    desk: Desk
    shared: Browser
    verify: Verify | VerifyFunction | None
    taught: int = 0
    session: str = ""
    logging_in: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass
class _Shift:
    """The time that one lease lasts.

    Attributes:
        owner: The worker's ID during this time.
        over: Set when the lease has expired, or when all is done.
        lost: Whether the lease has expired while the worker is still running.
        tasks: The tasks that do rows or look for rows.
        looking: The jobs in which a row is being looked for.
    """

    owner: str
    over: asyncio.Event = field(default_factory=asyncio.Event)
    lost: bool = False
    tasks: set[asyncio.Task[Any]] = field(default_factory=set["asyncio.Task[Any]"])
    looking: set[int] = field(default_factory=set[int])

    def take(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Starts a task that is cancelled at the end of the shift."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


class Worker:
    """Does rows of jobs in a database, beside any number of other workers.

    Args:
        database: The address, as `postgresql://user@host:5432/database`.
        jobs: The names of the jobs; empty means all jobs, including later ones.
        key: The key that encrypts private and secret values, see `sealed`.
        model: As for `Agent`; None takes the model of each job.
        secrets: Values that only the executor sees.
        verify: A function that replaces the `verify` of each job.
        browser: How to get a browser.
        folder: Receives the records of rows, in a folder for each job.
        lease: Seconds after which other workers take over the rows of one that does not respond.
        until_done: Whether to end when no row is left to do.
        heard: Called with the name of the job and each row that has ended here.
    """

    def __init__(
        self,
        database: str,
        *,
        jobs: Collection[str] = (),
        key: str = "",
        model: Choice | None = None,
        secrets: Mapping[str, Secret] | None = None,
        verify: VerifyFunction | None = None,
        browser: BrowserOptions | None = None,
        folder: Path = Path(),
        lease: float = LEASE_SECONDS,
        until_done: bool = False,
        heard: Heard | None = None,
    ) -> None:
        self._database = Database(database)
        self._names, self._key, self._model = tuple(jobs), key, model
        self._secrets, self._verify = secrets or {}, verify
        self._browser, self._folder = browser or BrowserOptions(), folder
        self._seconds, self._until_done = lease, until_done
        self._heard = heard or _unheard
        self._queues = Queues(self._database)
        self._places: dict[int, _Place] = {}
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
        await asyncio.to_thread(prepare, self._database)
        ledgers = [await asyncio.to_thread(self._ledger, name) for name in self._names]
        wanted = [ledger.job for ledger in ledgers] if self._names else None
        try:
            async with self._stack:
                for ledger in ledgers:
                    await self._place(ledger.job)
                while await self._shift(wanted):
                    pass
        finally:
            await asyncio.to_thread(self._database.close)
        if self._fatal is not None:
            raise self._fatal

    async def _shift(self, wanted: list[int] | None) -> bool:
        """Works as long as the lease lasts. Returns whether to begin again with a new lease."""
        loop, machine = asyncio.get_running_loop(), platform.node()
        shift = _Shift(owner=f"{machine}-{os.getpid()}-{uuid4().hex[:8]}")

        def lost() -> None:
            shift.lost = True
            loop.call_soon_threadsafe(shift.over.set)

        def row(job: int, number: int, generation: int) -> str:
            """Called by DBOS, on a thread of its own."""
            return asyncio.run_coroutine_threadsafe(self._row(shift, job, number, generation), loop).result()

        lease = Lease(self._database, shift.owner, machine=machine, seconds=self._seconds, lost=lost)
        await asyncio.to_thread(lease.__enter__)
        try:
            DBOS(config=configuration(self._database, executor=shift.owner))
            try:
                if wanted is not None:
                    DBOS.listen_queues([queue_name(job) for job in wanted])
                DBOS.workflow(name=WORKFLOW)(row)
                await asyncio.to_thread(DBOS.launch)
                await self._rounds(shift, wanted)
            finally:
                shift.over.set()
                for task in shift.tasks:
                    task.cancel()
                if shift.tasks:
                    await asyncio.wait(shift.tasks, timeout=LEAVE_SECONDS)
                await asyncio.to_thread(DBOS.destroy, destroy_registry=True, workflow_completion_timeout_sec=1)
        finally:
            await asyncio.to_thread(lease.__exit__, None, None, None)
        if shift.lost:
            note(
                "this worker was paused, or could not reach the database, for longer than its lease; other workers have its rows now"
            )
        return shift.lost and self._fatal is None

    async def _rounds(self, shift: _Shift, wanted: list[int] | None) -> None:
        """Queues rows, takes over lost ones and looks for unknown ones, until the shift is over."""
        while not shift.over.is_set():
            try:
                await asyncio.to_thread(self._queues.take_over, wanted)
                jobs = await asyncio.to_thread(self._open_jobs, wanted)
                await asyncio.to_thread(self._queues.drop_stale, jobs, after=self._seconds)
                await asyncio.to_thread(self._queues.put, wanted)
                left = [job for job in jobs if await self._left(shift, job)]
            except LedgerError:  # the lease expires if this takes too long
                await _until(shift.over, ROUND_SECONDS)
                continue
            except (BrowserError, ConfigError) as error:
                self._end(shift, error)
                return
            if self._until_done and not left and not shift.tasks:
                return
            await _until(shift.over, ROUND_SECONDS)

    async def _left(self, shift: _Shift, job: int) -> bool:
        """Looks for an unknown row of the job. Returns whether anything is left to do."""
        place = await self._place(job)
        looks = 0 if place.verify is None else LOOKS
        if looks and job not in shift.looking and not shift.over.is_set():
            shift.looking.add(job)
            shift.take(self._look(shift, place))
        return await asyncio.to_thread(place.ledger.left, looks=looks)

    async def _place(self, job: int) -> _Place:
        """Returns what this worker needs for a job. Raises ConfigError if any of it is missing here."""
        async with self._placing:
            if job not in self._places:
                ledger = await asyncio.to_thread(lambda: self._ledger(self._name(job)))
                self._places[job] = await self._opened(ledger)
            return self._places[job]

    async def _opened(self, ledger: SharedLedger) -> _Place:
        order = Order.model_validate_json(await asyncio.to_thread(ledger.note, "order"))
        shared = self._browser_for(ledger.job if order.login else order.state, order.state)
        folder = self._folder / f"{ledger.name}.job"
        folder.mkdir(parents=True, exist_ok=True)
        desk = Desk(order, folder, self._model or order.model, for_rows(order, self._secrets))
        return _Place(ledger, order, desk, shared, self._verify or order.verify)

    def _browser_for(self, whom: int | Path | None, state: Path | None) -> Browser:
        """One browser for all jobs with the same storage state, and one for each job with a login; starts when used."""
        if whom not in self._browsers:
            options = self._browser.model_copy(update={"storage_state": state} if state else {})
            self._browsers[whom] = Browser(options)
            self._stack.push_async_exit(self._browsers[whom])
        return self._browsers[whom]

    def _ledger(self, name: str) -> SharedLedger:
        return SharedLedger(self._database, name, key=self._key)

    def _name(self, job: int) -> str:
        command = sa.text(f"SELECT name FROM {JOBS} WHERE id = :job")
        return str(self._database.within(lambda connection: connection.execute(command, {"job": job}).scalar_one()))

    def _open_jobs(self, wanted: list[int] | None) -> list[int]:
        """The jobs that have pending, running or unknown rows."""
        command = (
            f"SELECT id FROM {JOBS} j WHERE (:all OR id = ANY (:jobs)) AND EXISTS (SELECT 1 FROM {ROWS} r "
            "WHERE r.job = j.id AND r.state IN ('pending', 'running', 'unknown'))"
        )
        given = {"all": wanted is None, "jobs": wanted or []}
        found = self._database.within(lambda connection: connection.execute(sa.text(command), given).fetchall())
        return [int(each.id) for each in found]

    # One row

    async def _row(self, shift: _Shift, job: int, number: int, generation: int) -> str:
        """Does a row that DBOS assigned to this worker. Returns how it ended, for DBOS's record."""
        return await shift.take(self._claimed(shift, job, number, generation))

    async def _claimed(self, shift: _Shift, job: int, number: int, generation: int) -> str:
        claimed: Claimed | None = None
        try:
            if not shift.over.is_set():
                place = await self._place(job)
                claimed = await asyncio.to_thread(
                    place.ledger.claim, number, generation=generation, owner=shift.owner, claim=uuid4().hex
                )
                return await self._done(shift, place, claimed) if claimed else "not to be done"
        except RowLostError:
            return "lost"
        except (asyncio.CancelledError, LedgerError):
            pass
        except (BrowserError, ConfigError) as error:
            self._end(shift, error)
        except Exception as error:  # noqa: BLE001 - the border of a job: other rows go on
            note(f"row {number} is left to other workers: {type(error).__name__}: {error}")
        await asyncio.shield(asyncio.to_thread(self._leave, shift, claimed, job, number, generation))
        return "left to others"

    def _end(self, shift: _Shift, error: ActwrightError) -> None:
        """Ends this worker with an error."""
        self._fatal = self._fatal or error
        shift.over.set()

    def _leave(self, shift: _Shift, claimed: Claimed | None, job: int, number: int, generation: int) -> None:
        """Leaves a row to others.

        DBOS takes a return for done. Therefore this repeats until the database has recorded it, or raises LedgerError
        after the shift.
        """
        while True:
            try:
                if claimed is None:
                    self._queues.unqueue(job, number, generation)
                else:
                    claimed.leave()
            except LedgerError:
                if shift.over.is_set():
                    raise
            else:
                return

    async def _done(self, shift: _Shift, place: _Place, claimed: Claimed) -> str:
        ledger, order = place.ledger, place.order
        row = await asyncio.to_thread(ledger.row, claimed.number)
        left = None if order.max_cost is None else order.max_cost - await asyncio.to_thread(lambda: ledger.spent)
        if left is not None and left <= 0:
            await asyncio.to_thread(ledger.stop, f"{order.max_cost:g} USD have been spent")
            await asyncio.to_thread(claimed.leave)
            return "stopped"
        if not await self._logged_in(shift, place):
            await asyncio.to_thread(claimed.leave)
            return "left to others"
        await self._learn(place)
        known = dict(place.desk.learned)
        attempted = await tried(row, place.desk, claimed, place.shared, usd=left)
        again = attempted.fatal is not None or (
            attempted.entry.state is State.FAILED and claimed.attempts <= order.retries
        )
        picture = await asyncio.to_thread(Picture.read, place.desk.folder, attempted.entry)
        await asyncio.to_thread(claimed.end, attempted.entry, again=again, picture=picture)
        for names, recording in place.desk.learned.items():
            if known.get(names) is not recording:
                await asyncio.to_thread(ledger.teach, json.dumps(sorted(names)), recording_text(recording))
        await asyncio.to_thread(self._weigh, place, attempted)
        if not again:
            self._heard(ledger.name, await asyncio.to_thread(ledger.entry, claimed.number))
        return str(attempted.entry.state)

    def _weigh(self, place: _Place, attempted: Tried) -> None:
        """Stops the job if the cause of a failure is not in the row."""
        entry, most = attempted.entry, place.order.stop_after
        if entry.state is State.BLOCKED and place.order.login is not None:
            place.ledger.bar()
        if attempted.fatal is not None:
            place.ledger.stop(f"no row can be done: {shortened(one_line(str(attempted.fatal)), LONGEST)}")
        elif place.ledger.weigh(entry.number, attempted.alike, most=most) >= most:
            detail = shortened(entry.detail, 200)
            place.ledger.stop(f"{most} consecutive rows ended alike ({entry.state}, {entry.reason}): {detail}")

    async def _logged_in(self, shift: _Shift, place: _Place) -> bool:
        """Lets one worker log in while the others wait for its session. Returns False if the job has stopped."""
        if place.order.login is None:
            return True
        ledger = place.ledger
        async with place.logging_in:
            session = await asyncio.to_thread(ledger.session)
            while not session and not await asyncio.to_thread(ledger.note, "stopped"):
                if await asyncio.to_thread(ledger.begin_login, shift.owner):
                    session = await self._log_in(shift, place)
                else:
                    await _until(shift.over, ROUND_SECONDS)
                    session = await asyncio.to_thread(ledger.session)
            if session and session != place.session:
                file = await asyncio.to_thread(keep_session, place.desk.folder, session)
                place.shared.begin_with(file)
                place.session = session
            return bool(session)

    async def _log_in(self, shift: _Shift, place: _Place) -> str:
        """Logs in and returns the session; empty if the login failed, which stops the job."""
        session, model = "", self._model or place.order.model
        try:
            session = await log_in(place.order, place.desk.folder, place.shared, model=model, secrets=self._secrets)
        except ConfigError as error:
            await asyncio.to_thread(place.ledger.stop, shortened(one_line(str(error)), LONGEST))
        finally:
            await asyncio.shield(asyncio.to_thread(place.ledger.end_login, shift.owner, session))
        return session

    async def _learn(self, place: _Place) -> None:
        """Loads the recordings of other workers."""
        for number, names, text in await asyncio.to_thread(place.ledger.learned, place.taught):
            place.taught = number
            place.desk.learned[frozenset(json.loads(names))] = parsed_recording(text, "a recording of another worker")

    async def _look(self, shift: _Shift, place: _Place) -> None:
        """Looks for an unknown row on the site."""
        try:
            number = await asyncio.to_thread(place.ledger.to_look_for, looks=LOOKS, after=LOOK_AGAIN_SECONDS)
            if number is not None and place.verify is not None and await self._logged_in(shift, place):
                row = await asyncio.to_thread(place.ledger.row, number)
                await self._looked_for(place, place.verify, row)
        except LedgerError:
            return  # it stays unknown
        except (BrowserError, ConfigError) as error:
            self._end(shift, error)
        finally:
            shift.looking.discard(place.ledger.job)

    async def _looked_for(self, place: _Place, verify: Verify | VerifyFunction, row: Row) -> None:
        values = row.values if callable(verify) else {**place.order.values, **row.values}
        try:
            found = await verified(verify, values, place.shared)
        except Exception as error:  # noqa: BLE001 - raised by the caller's function; the row stays as it is
            await asyncio.to_thread(place.ledger.remark, row.number, f"verify failed: {type(error).__name__}")
            return
        await asyncio.to_thread(self._found, place.ledger, row.number, found)

    def _found(self, ledger: SharedLedger, number: int, found: bool | None) -> None:  # noqa: FBT001 - an answer
        interrupted = ledger.entry(number).reason.startswith("interrupted")
        if found:
            ledger.resolve(number, State.DONE, by="verify", detail="verify found it")
        elif found is None:
            ledger.remark(number, "interrupted; verify did not find it" if interrupted else "verify did not find it")
            return
        elif interrupted:  # its worker may only be paused, and may still send a request
            ledger.remark(
                number, "interrupted; verify reports that it did not arrive, but its worker may still be alive"
            )
            return
        else:
            ledger.resolve(number, State.PENDING, by="verify", detail="verify reports that it did not arrive")
        self._heard(ledger.name, ledger.entry(number))


async def _until(event: asyncio.Event, seconds: float) -> None:
    """Waits for an event for at most this many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return


def _unheard(_job: str, _entry: Entry) -> None:
    """Ignores a row."""
