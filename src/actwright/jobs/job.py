"""`Job`: submits a form once for each row, and accounts for every row."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Self

from actwright.engine.blocking import run_apart
from actwright.engine.models.base import check_model
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.reusable_browser import Browser
from actwright.engine.policies.rules.form_check import Misfit
from actwright.engine.policies.rules.placement import NO_FIELD
from actwright.engine.role_models import Choice
from actwright.errors import ConfigError
from actwright.extras import installed
from actwright.jobs.attempt import attempt_row
from actwright.jobs.form_look import look_at_form
from actwright.jobs.job_context import JobContext, Shown, prepared
from actwright.jobs.job_options import TASK, JobOptions, Verify
from actwright.jobs.job_progress import JobProgress
from actwright.jobs.job_report import Report, database_key, open_ledger, report
from actwright.jobs.job_rows import JobRow, Rows, SignInForm, read_rows
from actwright.jobs.learned_recordings import keep_learned, learned_in
from actwright.jobs.ledger import JobLedger
from actwright.jobs.ledger_file import LEDGER, create_ledger, open_ledger_file
from actwright.jobs.ledger_row import LedgerError, LedgerRow, RowState
from actwright.jobs.login import begin_session, end_session, for_rows
from actwright.jobs.verify import VerifyFunction, verified
from actwright.schemas.recording import Recording
from actwright.schemas.task import Secret

LEARNED = "learned"

Heard = Callable[[LedgerRow], None]
"""A function that is called with each row when it has ended."""

Looked = Callable[[Sequence[Misfit]], object]
"""A function that is called with what does not fit between the rows and the form."""


class Job:
    """Fills in and submits a form for each row, once.

    The job's folder holds everything: the ledger with the state of each row, the recordings made of earlier rows, and
    the records of rows that went wrong. A job can be resumed, whatever ended the program.

    ```python
    job = Job(rows="applicants.csv", url="https://site.example/apply")
    report = job.run_sync()
    ```

    With `database`, the ledger and the rows are in PostgreSQL. `run` then works beside the workers on other machines
    (`actwright jobs work`, or `Worker`); `queue` leaves all rows to them.

    Args:
        rows: A file (.csv, .xlsx, .jsonl), or an iterable, sync or async, of mappings from names to values.
        task: What to do for each row, in plain words; `{{name}}` stands for its value. Without it, the rows and the
            form say what to do.
        url: Where each row starts.
        out: The job's folder; None is the folder `applicants.job` beside `applicants.csv`. In a database, the job is
            named after it: `applicants`.
        model: As for `Agent`; asked only where neither an earlier row nor the rules show what to do.
        secrets: Values that only the executor sees, the same for every row.
        verify: How to find out whether a row arrived: a `Verify`, or a function, sync or async, that takes the row's
            values and returns True, False or None.
        browser: How to get a browser.
        database: The address of a PostgreSQL database, as `postgresql://user@host:5432/name`; None keeps the ledger in
            the folder. Needs the extra `postgres`.
        database_key: The key that encrypts private and secret values in the database; None takes the environment
            variable `ACTWRIGHT_JOBS_KEY`.
        options: Any other option of `JobOptions`: `key`, `private`, `concurrency`, ….

    Raises:
        ConfigError: An option is unknown, or its value is not allowed.
    """

    def __init__(
        self,
        rows: SignInForm,
        *,
        url: str,
        task: str = TASK,
        out: str | Path | None = None,
        model: Choice | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        verify: VerifyFunction | Verify | Mapping[str, str] | None = None,
        browser: BrowserOptions | None = None,
        database: str | None = None,
        database_key: str | None = None,
        **options: Any,
    ) -> None:
        function = verify if callable(verify) else None
        named = model if isinstance(model, str) else None
        given: dict[str, Any] = {
            **options,
            "task": task,
            "url": url,
            "model": named,
            "verify": None if function else verify,
        }
        self.order = JobOptions.model_validate(given)
        if named is not None:
            check_model(named, base_url=self.order.base_url)
        self.folder = _folder(rows, out)
        self._given = rows
        self._model = model
        self._secrets = {
            name: each if isinstance(each, Secret) else Secret(each) for name, each in (secrets or {}).items()
        }
        self._verify = function
        self._browser = (browser or BrowserOptions()).model_copy(
            update={"storage_state": self.order.state} if self.order.state else {}
        )
        self._database, self._key = database, database_key

    @classmethod
    def opened(
        cls,
        folder: str | Path,
        *,
        rows: SignInForm | None = None,
        database: str | None = None,
        database_key: str | None = None,
        **given: Any,
    ) -> Self:
        """Opens a job that was begun before, with the options it was begun with.

        Args:
            folder: The job's folder; for a job in a database, its name is enough.
            rows: Where the unchanged rows are now; None if they are where they were, or in a database.
            database, database_key: As for the class.
            given: `model`, `secrets`, `verify` and `browser`, as for the class. Secrets and Python objects are not
                stored; pass them again.

        Raises:
            ConfigError: There is no such job, or its rows came from no file and were not passed.
            LedgerError: The ledger is damaged.
        """
        with closing(open_ledger(Path(folder), database, database_key)) as ledger:
            order, where = JobOptions.model_validate_json(ledger.note("order")), ledger.note("rows")
        if rows is None and not where and database is None:
            raise ConfigError("the rows of this job came from no file; pass them again")
        stored = {name: getattr(order, name) for name in order.model_fields_set}
        options = {**stored, **{name: value for name, value in given.items() if value is not None}}
        rows = where if rows is None else rows
        return cls(rows, out=folder, database=database, database_key=database_key, **options)

    async def run(
        self,
        heard: Heard | None = None,
        *,
        resume: bool = False,
        shown: Shown | None = None,
        looked: Looked | None = None,
    ) -> Report:
        """Begins the job, and works until all rows have ended or the job stops.

        Args:
            heard: Called with each row when it has ended.
            resume: Continue a job that was begun.
            shown: Called with each run of a row before it begins; for a row that needs no run, with its page.
            looked: Called before the first row with what does not fit between the rows and the form, after a look at
                it. None looks at nothing. Not called for a job that is resumed, or in a database.

        Raises:
            ConfigError: The rows cannot be used (names row, column and rule) or have changed since the job began, the
                job was already begun, another program is working on it, or the login failed. No row was submitted.
            LedgerError: The ledger is damaged, or cannot be written. Nothing is submitted without it.
            ModelError: The provider refused.
            BrowserError: No browser starts.
        """
        if self._database is not None:
            return await self._run_in_database(heard or _unheard, resume=resume)
        begun = (self.folder / LEDGER).exists()
        if begun and not resume:
            raise ConfigError(
                f"the job in {self.folder} was already begun. To continue it with its options, run `actwright jobs resume "
                f"{self.folder}`. To begin again with others, delete the folder if nothing was sent, as in a dry run; else "
                "name another folder (--out, in Python out), but a new job does not know what this one has sent"
            )
        if resume and not begun:
            raise ConfigError(f"there is no job in {self.folder} to resume")
        if begun:
            ledger = open_ledger_file(self.folder / LEDGER)
            try:
                rows = await read_rows(self._given, self.order, salt=ledger.salt)
                ledger.check(rows.rows)
            except BaseException:
                ledger.close()
                raise
        else:
            ledger, rows = await self._begun()
        try:
            with ledger.alone():
                return await self._run(ledger, rows, heard or _unheard, shown, None if begun else looked)
        finally:
            ledger.close()

    def run_sync(self, heard: Heard | None = None, *, resume: bool = False) -> Report:
        """Does what `run` does, for programs without asyncio."""
        return run_apart(self.run(heard, resume=resume))

    async def queue(self, *, per_worker: int | None = None, priority: str = "", resume: bool = False) -> Report:
        """Begins a job in a database and leaves its rows to workers on any machine.

        Args:
            per_worker: The number of rows at a time in one worker; None for the job's `concurrency`.
            priority: The heading of a column of whole numbers: rows with 1 go first, those without a number last.
            resume: Continue a job that was begun.

        Raises:
            ConfigError: As for `run`, or the job has no database.
            LedgerError: The database cannot be reached.
        """
        if self._database is None:
            raise ConfigError("a job without a database has no queue; pass database")
        with installed("postgres", needed_by="a job in a database"):
            from actwright.jobs.postgres.begin import begin  # noqa: PLC0415 - of the extra
            from actwright.jobs.postgres.begin import resume as go_on  # noqa: PLC0415
            from actwright.jobs.postgres.shared_database import SharedDatabase  # noqa: PLC0415
            from actwright.jobs.postgres.shared_ledger import SharedLedger, job_name  # noqa: PLC0415

        database, name, key = SharedDatabase(self._database), job_name(self.folder), database_key(self._key)
        limits: dict[str, Any] = {"per_worker": per_worker or self.order.concurrency, "priority": priority}
        try:
            if resume:
                ledger = await asyncio.to_thread(SharedLedger, database, name, key=key)
                await asyncio.to_thread(go_on, ledger)
            else:
                ledger = await begin(self._given, self.order, database=database, name=name, key=key, **limits)
            return report(ledger)
        finally:
            database.close()

    async def correct(self) -> list[int]:
        """Accepts corrected rows as they are in the file now; they are done again when the job resumes.

        Returns:
            Their row numbers.

        Raises:
            ConfigError: A changed row was sent or may have been, or the rows cannot be used; names row, column and
                rule.
        """
        with closing(self.ledger) as ledger, ledger.alone():
            return ledger.correct((await read_rows(self._given, self.order, salt=ledger.salt)).rows)

    @property
    def ledger(self) -> JobLedger:
        """The ledger, to read it and resolve rows; close it afterwards. Raises ConfigError if the job was not begun."""
        return open_ledger(self.folder, self._database, self._key)

    async def _run_in_database(self, heard: Heard, *, resume: bool) -> Report:
        """Does rows of a job in a database until no row is left, here or in other workers."""
        await self.queue(resume=resume)
        from actwright.jobs.postgres.shared_ledger import job_name  # noqa: PLC0415 - of the extra
        from actwright.jobs.postgres.worker import Worker  # noqa: PLC0415

        await Worker(
            self._database or "",
            jobs=[job_name(self.folder)],
            key=database_key(self._key),
            model=self._model,
            secrets=self._secrets,
            verify=self._verify,
            browser=self._browser,
            folder=self.folder.parent,
            until_done=True,
            heard=lambda _, entry: heard(entry),
        ).run()
        with closing(self.ledger) as ledger:
            return report(ledger)

    async def _begun(self) -> tuple[JobLedger, Rows]:
        """Creates the ledger, after checking that all rows and the order can be used."""
        rows, notes = await prepared(self._given, self._desk({}))
        return create_ledger(self.folder / LEDGER, rows.rows, notes), rows

    def _desk(self, learned: dict[frozenset[str], Recording]) -> JobContext:
        return JobContext(self.order, self.folder, self._model, for_rows(self.order, self._secrets), learned)

    async def _run(
        self, ledger: JobLedger, rows: Rows, heard: Heard, shown: Shown | None, looked: Looked | None
    ) -> Report:
        job_context = self._desk(learned_in(self.folder / LEARNED))
        job_context.shown = shown
        ledger.recover()
        ledger.go_on()
        looks = (self._verify or self.order.verify) is not None and ledger.counts()[RowState.UNKNOWN]
        if not looks and not ledger.counts()[RowState.PENDING]:
            return report(ledger)
        unfit: frozenset[str] = frozenset()
        async with Browser(self._browser) as shared:
            await begin_session(self.order, self.folder, shared, model=self._model, secrets=self._secrets)
            if looked is not None:
                looked(misfits := await look_at_form(rows.rows, job_context, shared))
                unfit = frozenset(each.column for each in misfits if NO_FIELD in each.why)
            by_number = {row.number: row for row in rows.rows}
            await self._verified(ledger, by_number, shared, heard)
            pending = [by_number[entry.number] for entry in ledger.entries(RowState.PENDING)]
            work = JobProgress(deque(pending), kept=len(job_context.learned), unfit=unfit)
            try:
                await _together(
                    [self._worker(work, job_context, ledger, shared, heard) for _ in range(self.order.concurrency)]
                )
                await self._verified(ledger, by_number, shared, heard)
            finally:
                with suppress(LedgerError):  # it must not replace an error that is already being raised
                    ledger.recover()
                    keep_learned(job_context.learned, self.folder / LEARNED)
        if work.stopped:
            ledger.stop(work.stopped)
        if work.barred:
            end_session(self.folder)
        if work.fatal is not None:
            raise work.fatal
        return report(ledger)

    async def _worker(
        self, work: JobProgress, job_context: JobContext, ledger: JobLedger, shared: Browser, heard: Heard
    ) -> None:
        order = self.order
        while work.left and not work.stopped:
            await work.in_turn(order.rate)
            left = None if order.max_cost is None else order.max_cost - ledger.spent
            if left is not None and left <= 0:
                work.stopped = f"{order.max_cost:g} USD have been spent"
            if work.stopped or not work.left:
                return
            row = work.left.popleft()
            claim = ledger.begin(row.number)
            attempted = await attempt_row(row, job_context, claim, shared, usd=left)
            work.tries[row.number] = work.tries.get(row.number, 0) + 1
            retries = attempted.entry.state is RowState.FAILED and work.tries[row.number] <= order.retries
            claim.end(attempted.entry, again=retries or attempted.fatal is not None)
            if attempted.fatal is None and retries:
                work.left.append(row)
            elif attempted.fatal is None:
                heard(ledger.entry(row.number))
            work.add(attempted, stop_after=order.stop_after)
            if (
                len(job_context.learned) > work.kept
            ):  # saved at once, because a program that is killed cannot save at its end
                keep_learned(job_context.learned, self.folder / LEARNED)
                work.kept = len(job_context.learned)

    async def _verified(self, ledger: JobLedger, rows: Mapping[int, JobRow], shared: Browser, heard: Heard) -> None:
        """Looks for the unknown rows on the site."""
        verify = self._verify or self.order.verify
        if verify is None:
            return
        turns = asyncio.Semaphore(self.order.concurrency)

        async def look(number: int) -> None:
            row = rows[number]
            values = row.values if self._verify else {**self.order.values, **row.values}
            try:
                async with turns:
                    found = await verified(verify, values, shared)
            except Exception as error:  # noqa: BLE001 - raised by the caller's function; the row stays as it is
                ledger.remark(number, f"verify failed: {type(error).__name__}")
                return
            if found is None:
                ledger.remark(number, "verify did not find it")
                return
            detail = "verify found it" if found else "verify reports that it did not arrive"
            ledger.resolve(number, RowState.DONE if found else RowState.PENDING, by="verify", detail=detail)
            heard(ledger.entry(number))

        await _together([look(entry.number) for entry in ledger.entries(RowState.UNKNOWN)])


async def _together(works: list[Coroutine[Any, Any, None]]) -> None:
    """Awaits all at the same time. The first error cancels the others, and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            for work in works:
                group.create_task(work)
    except ExceptionGroup as errors:
        first: Exception = errors.exceptions[0]
    else:
        return
    raise first


def _folder(rows: object, out: str | Path | None) -> Path:
    if out is not None:
        return Path(out)
    if isinstance(rows, str | Path):
        return Path(rows).with_suffix(".job")
    raise ConfigError("rows that come from no file need a folder for the job; pass out=…")


def _unheard(_: LedgerRow) -> None:
    """Ignores a row."""
