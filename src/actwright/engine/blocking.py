"""Runs a coroutine to its end for a caller without asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from actwright.engine.page.browser.sync_bridge import run_sync

if TYPE_CHECKING:  # a program without sync pages never loads their API
    from playwright import sync_api

T = TypeVar("T")


def run_blocking(coroutine: Coroutine[Any, Any, T], page: sync_api.Page | None) -> T:
    """Runs a coroutine on the loop of a page of Playwright's sync API, or without a page in a loop of its own."""
    return run_apart(coroutine) if page is None else run_sync(page, coroutine)


def run_apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run`, in a thread of its own if a loop runs in this one (Jupyter, or pytest-playwright's sync pages)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    begun: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[T]]] = Future()

    async def work() -> T:
        task = asyncio.current_task()
        assert task is not None
        begun.set_result((asyncio.get_running_loop(), task))
        return await coroutine

    with ThreadPoolExecutor(1, "actwright") as thread:
        result = thread.submit(asyncio.run, work())
        try:
            return result.result()
        except KeyboardInterrupt:
            loop, task = begun.result()
            loop.call_soon_threadsafe(task.cancel)
            raise
