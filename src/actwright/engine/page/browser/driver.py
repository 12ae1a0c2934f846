"""Playwright's driver: one process for each browser, which ends with the block that started it."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from weakref import WeakKeyDictionary

from playwright._impl import _driver, transport
from playwright.async_api import Error, Playwright, async_playwright

from actwright.engine.page.browser.processes import drivers, kill_drivers
from actwright.errors import BrowserError
from actwright.settings import child_environment

LAUNCH_SECONDS = 30.0
"""How long a driver may take to answer, and a browser to start or to accept a connection."""
CLOSE_SECONDS = 3.0
"""How long a page, a browser or a driver may take to close by itself before it is killed, if no caller sets a limit."""
SPAWN_TURNS = 20
"""How many turns of the loop a driver's process is looked for without a pause; it usually takes two or three."""
SPAWN_SECONDS = 0.02
"""The pause between later looks: on a busy machine a process has no command line for some time after it has begun."""

_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


@asynccontextmanager
async def started_driver(close_seconds: Callable[[], float]) -> AsyncGenerator[tuple[Playwright, set[int]]]:
    """Playwright on a driver of its own, and the process ID of that driver.

    The process is gone when the block is left, however that happens. There is no ID if no process was seen.

    Raises:
        BrowserError: The driver ended while it started, or does not answer.
    """
    starting, spawned = await _spawned()
    try:
        yield await _ready(starting), spawned
    finally:
        if starting.cancel() or starting.cancelled():
            await asyncio.wait({starting}, timeout=CLOSE_SECONDS)
        elif starting.exception() is None:
            await bounded(starting.result().stop(), close_seconds())
        kill_drivers(spawned)


async def _spawned() -> tuple[asyncio.Future[Playwright], set[int]]:
    """A driver that has begun to start, and its process ID, which Playwright's API does not give.

    On each loop one driver starts at a time, so the new process is known to be its own. No ID if no process was seen.
    """
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        before, give_up = drivers(), time.monotonic() + LAUNCH_SECONDS
        spawned: set[int] = set()
        with few_variables():
            starting = asyncio.ensure_future(async_playwright().start())
        try:
            for turn in itertools.count():
                if (spawned := drivers() - before) or starting.done() or time.monotonic() > give_up:
                    break
                await asyncio.sleep(0 if turn < SPAWN_TURNS else SPAWN_SECONDS)
        except asyncio.CancelledError:
            starting.cancel()
            kill_drivers(drivers() - before)
            raise
        return starting, spawned


async def _ready(starting: asyncio.Future[Playwright]) -> Playwright:
    try:
        await asyncio.wait({starting}, timeout=LAUNCH_SECONDS)
    except asyncio.CancelledError:
        await asyncio.wait({starting}, timeout=CLOSE_SECONDS)
        raise
    if not starting.done():
        raise BrowserError(f"Playwright's driver did not respond within {LAUNCH_SECONDS:g} s. Nothing was done")
    error = starting.exception()
    if error is not None:  # a bare Exception when the driver dies
        raise BrowserError(f"Playwright's driver did not start: {error}. Nothing was done") from error
    return starting.result()


async def bounded(closing: Awaitable[object], seconds: float) -> None:
    """Waits at most so many seconds for something to close. What does not answer or fails to close is killed later."""
    try:
        async with asyncio.timeout(seconds):
            await closing
    except (Error, TimeoutError):
        return


_DRIVER_ENVIRONMENT = "get_driver_env"
_whole_environment: Callable[[], dict[str, str]] = getattr(_driver, _DRIVER_ENVIRONMENT)
_is_few: ContextVar[bool] = ContextVar("few_variables", default=False)


@contextmanager
def few_variables() -> Generator[None]:
    """Drivers that begin to start in the block get only the variables that they need; Playwright has no option for it."""
    setattr(transport, _DRIVER_ENVIRONMENT, _environment)
    token = _is_few.set(True)
    try:
        yield
    finally:
        _is_few.reset(token)


def _environment() -> dict[str, str]:
    whole = _whole_environment()
    return child_environment(whole) if _is_few.get() else whole
