"""Work that holds a thread for long, and that nobody has to wait for when it is not wanted any more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

__all__ = ["in_thread"]

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """What the work returns or raises, done in a thread that does not keep the program from ending.

    `asyncio.to_thread` does: a loop that ends waits for its threads, and a thread cannot be stopped.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # a caller that gives up leaves it alone

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised where it is awaited
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
