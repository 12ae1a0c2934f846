"""What a worker has while one lease lasts: its tasks, and what each of its jobs needs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from actwright.engine.page.browser.reusable_browser import Browser
from actwright.jobs.job_context import JobContext
from actwright.jobs.job_options import JobOptions, Verify
from actwright.jobs.postgres.shared_ledger import SharedLedger
from actwright.jobs.verify import VerifyFunction

T = TypeVar("T")


@dataclass
class WorkerJob:
    """What a worker needs for one job."""

    ledger: SharedLedger
    options: JobOptions
    context: JobContext
    shared: Browser
    verify: Verify | VerifyFunction | None
    taught: int = 0
    session: str = ""
    logging_in: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass
class WorkerRun:
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
        """Starts a task that is cancelled at the end of the run."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


async def until(event: asyncio.Event, seconds: float) -> None:
    """Waits for an event for at most this many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
