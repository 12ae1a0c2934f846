"""Runs work that blocks a thread for long, and that nobody must wait for once its result is no longer needed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Runs work in a thread that does not keep the program from ending. Returns or raises what the work does.

    `asyncio.to_thread` would: a loop that ends waits for its threads, and a thread cannot be stopped.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # so that a caller that gives up does not cancel it

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised where it is awaited
            done.set_exception(error if isinstance(error, Exception) else RuntimeError(repr(error)))

    threading.Thread(target=run, name="actwright-work", daemon=True).start()
    return await asyncio.wrap_future(done)
