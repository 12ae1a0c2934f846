"""Ctrl-C and SIGTERM end a run in order: its browser is closed and its folder written before the program ends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

__all__ = ["Interrupted", "run_to_end"]

T = TypeVar("T")


class Interrupted(Exception):  # noqa: N818 - not an error of anyone
    """A signal ended the work. `status` is the exit status that shells expect for it."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__("by Ctrl-C." if number is signal.SIGINT else f"by {number.name}.")
        self.status = 128 + number


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` that cancels the work on a signal and waits until it has cleaned up.

    Raises:
        Interrupted: A signal came, whatever the work made of its cancellation. (On a Ctrl-C the browser's driver hears
            the signal too and may end first, so that the work fails with an error of its own.)
    """
    return asyncio.run(_watched(work))


async def _watched(work: Coroutine[Any, Any, T]) -> T:
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    received: list[signal.Signals] = []

    def stop(number: signal.Signals) -> None:
        received.append(number)
        loop.set_exception_handler(lambda _loop, _context: None)  # the driver's end is no news now
        task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop, number)
    try:
        return await task
    except BaseException:
        if received:
            raise Interrupted(received[0]) from None
        raise
