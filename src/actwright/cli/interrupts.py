"""Ctrl-C and SIGTERM end a run cleanly: its browser is closed and its folder is written before the program ends."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

ENDING = (signal.SIGINT, signal.SIGTERM)


class Interrupted(Exception):  # noqa: N818 - not an error
    """A signal ended the work.

    Attributes:
        status: The exit status that shells expect for the signal.
        run_dir: The folder of the run that was stopped; None if there was none yet.
        standing: Where the run stood, in whole sentences.
        may_have_acted: Whether the run may have had an effect beyond the page.
    """

    def __init__(self, number: signal.Signals) -> None:
        super().__init__()
        self._by = "Ctrl-C" if number is signal.SIGINT else number.name
        self.status = 128 + number
        self.run_dir: Path | None = None
        self.standing = ""
        self.may_have_acted = False

    def __str__(self) -> str:
        return f"by {self._by}. {self.standing}".strip()


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Runs work as `asyncio.run` does; on a signal, cancels it and waits until it has cleaned up.

    A second signal ends the program at once.

    Raises:
        Interrupted: A signal came, whatever the work raised when it was cancelled. (The browser's driver receives
            Ctrl-C too and may end first; the work then fails with an error of its own.)
    """
    return asyncio.run(_watched(work))


async def _watched(work: Coroutine[Any, Any, T]) -> T:
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    received: list[signal.Signals] = []

    def stop(number: int, _frame: object) -> None:
        """Handles a signal. Python calls it between any two lines, even while blocking code holds up the event loop."""
        received.append(signal.Signals(number))
        for each in ENDING:
            signal.signal(each, signal.SIG_DFL)
        loop.call_soon_threadsafe(cancel)

    def cancel() -> None:
        loop.set_exception_handler(lambda _loop, _context: None)  # ignores errors about the driver's end
        logging.getLogger("asyncio").setLevel(logging.ERROR)  # and warnings about what is still written to it
        task.cancel()

    before = {number: signal.signal(number, stop) for number in ENDING}
    try:
        return await task
    except BaseException:  # after a signal, whatever the work raises only says that it was cancelled
        if received:
            raise Interrupted(received[0]) from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
