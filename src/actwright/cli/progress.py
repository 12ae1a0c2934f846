"""Shows on a terminal that work is under way, and for how long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def progress(text: str, *, quiet: bool = False) -> Generator[Callable[[str], None]]:
    """Shows a text and the seconds since it began on stderr, if that is a terminal, until the work is done.

    Lines that are printed meanwhile appear above it.

    Yields:
        A function that replaces the text.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(text)
        yield lambda text: shown.update(task, description=text)
