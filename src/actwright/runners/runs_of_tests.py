"""Plays the runs of a test, sync or async."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from playwright import async_api, sync_api
from playwright.async_api import Page

from actwright.engine.page.browser.sync_bridge import is_sync, run_sync
from actwright.engine.run import Run
from actwright.schemas.status import Status
from actwright.schemas.step import Step

T = TypeVar("T")
PACKAGE = str(Path(__file__).parents[1])
Drive = Callable[[Coroutine[Any, Any, Any]], Any]
"""A function that runs a coroutine to its end, for a caller that does not await."""

CLEANUP_SECONDS = 10.0
"""How long an interrupted run may take to close its browser, in seconds."""


class OwnLoop:
    """An event loop in a thread of its own, for runs that open their own browser in tests that are not async."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="actwright", daemon=True)
        self._thread.start()

    def __call__(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine to its end.

        If the wait is interrupted (Ctrl-C, a timeout), cancels the coroutine and lets it close what it opened.
        """
        __tracebackhide__ = True
        future = asyncio.run_coroutine_threadsafe(_finished(coroutine), self._loop)
        try:
            task = future.result()
        except BaseException:  # Ctrl-C or a test's timeout: the coroutine must not go on in the background
            future.cancel()
            closing = asyncio.run_coroutine_threadsafe(_all_ended(), self._loop)
            with suppress(Exception):
                closing.result(CLEANUP_SECONDS)
            raise
        return task.result()

    def close(self) -> None:
        """Ends the loop and its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLEANUP_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()


async def _finished(coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Returns the task of the coroutine once it has ended.

    The caller reads the task's result, so that an error has no frames of this loop.
    """
    task = asyncio.ensure_future(coroutine)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait({task}, timeout=CLEANUP_SECONDS)
        raise
    return task


async def _all_ended() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=CLEANUP_SECONDS)


def driver(page: async_api.Page | sync_api.Page | None, own_loop: Callable[[], OwnLoop]) -> Drive | None:
    """Returns a function that plays a run on this page; None if the caller awaits the run."""
    if page is not None:
        return partial(run_sync, page) if is_sync(page) else None
    return None if _in_coroutine() else own_loop()


def caller() -> tuple[str, int]:
    """Returns the file and line of the test that called the fixture."""
    frame = sys._getframe(1)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - `inspect.stack` reads every source file
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _in_coroutine() -> bool:
    """Whether a coroutine is the caller. Under Playwright's sync API a loop runs, but no task of it is the caller."""
    try:
        return asyncio.current_task() is not None
    except RuntimeError:
        return False


async def steps_of(run: Run, place: tuple[str, int]) -> AsyncGenerator[Step, None]:
    """Yields the steps of a run. If Playwright records a trace, each step is a group in it."""
    async with run, _grouped(run, f"actwright: {run.task.text}", place):
        stream = aiter(run)
        while not run.steps or run.result.status is Status.RUNNING:
            async with _grouped(run, f"step {len(run.steps) + 1}"):
                step = await anext(stream, None)
                if step is not None:
                    await _note_in_trace(run, step)
            if step is None:
                return
            yield step
        async for step in stream:  # yields no step, but lets the run close what it opened
            yield step


def sync_steps_of(drive: Drive, steps: AsyncGenerator[Step, None]) -> Generator[Step, None, None]:
    """Yields the steps of a run to a caller that does not await."""
    __tracebackhide__ = True
    try:
        while (step := drive(_next(steps))) is not None:
            yield step
    finally:
        drive(steps.aclose())


async def _next(steps: AsyncGenerator[Step, None]) -> Step | None:
    return await anext(steps, None)


async def _note_in_trace(run: Run, step: Step) -> None:
    """Names each action in the trace: typing from inside the document is not a Playwright call."""
    if run.front is None:
        return
    for outcome in step.outcomes:
        target = f" {outcome.target}" if outcome.target else ""
        with suppress(Exception):  # the browser may be gone, and then so is its trace
            await run.front.context.tracing.group(f"{outcome.action.tool}{target}: {outcome.status}")
            await run.front.context.tracing.group_end()


@asynccontextmanager
async def _grouped(run: Run, title: str, place: tuple[str, int] | None = None) -> AsyncGenerator[None]:
    """Opens a group in the trace while the block runs; `place` is the file and line of the test that began the run."""
    page: Page | None = run.front
    if page is None:
        yield
        return
    if place is None:
        await page.context.tracing.group(title)
    else:
        await page.context.tracing.group(title, location={"file": place[0], "line": place[1], "column": 1})
    try:
        yield
    finally:
        with suppress(Exception):  # the browser may be gone, and then so is its trace
            await page.context.tracing.group_end()
