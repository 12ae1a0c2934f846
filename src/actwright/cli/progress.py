"""Shows that work is under way, and for how long."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from actwright.text import printable

FIRST = 2.0
"""How many seconds work takes before a line in a file or pipe says what is under way."""
LATER = 60.0
"""The most seconds between two such lines."""


@contextmanager
def progress(text: object, *, quiet: bool = False) -> Generator[Callable[[object], None]]:
    """Shows a text and the seconds since it began on stderr, until the work is done.

    Lines that are printed meanwhile appear above it. If stderr is no terminal, see `progress_lines`.

    Yields:
        A function that replaces the text.
    """
    if quiet or not sys.stderr.isatty():
        with progress_lines(text, quiet=quiet) as show:
            yield show
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(str(text))
        yield lambda text: shown.update(task, description=str(text))


@contextmanager
def progress_lines(text: object, *, quiet: bool = False, again: float = FIRST) -> Generator[Callable[[object], None]]:
    """Prints a line on stderr when the work has taken 2, 10 and 50 s, and then every minute.

    Args:
        text: What is under way; `str` of it is printed, as it then is.
        quiet: Print nothing.
        again: How many seconds after the text was replaced the next line is due, where each part prints its own line.

    Yields:
        A function that replaces the text, and begins to count anew.
    """
    shown, ended = [(text, time.monotonic())], threading.Event()

    def follow() -> None:
        begun, due = shown[0], FIRST
        while not ended.wait(FIRST / 10):
            text, since = shown[0]
            if shown[0] is not begun:
                begun, due = shown[0], again
            elif (seconds := time.monotonic() - since) >= due:
                sys.stderr.write(f"… {printable(str(text))}, {seconds:.0f} s\n")
                sys.stderr.flush()
                due = min(due * 5, due + LATER)

    if not quiet:
        threading.Thread(target=follow, name="actwright-progress", daemon=True).start()
    try:
        yield lambda text: shown.__setitem__(0, (text, time.monotonic()))
    finally:
        ended.set()
