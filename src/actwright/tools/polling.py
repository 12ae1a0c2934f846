"""Waiting for a condition on the page, with a deadline."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

Found = TypeVar("Found")

PAUSE = 0.1
"""Seconds between two looks; a look at an ordinary page takes a few hundredths."""


async def until(
    check: Callable[[], Awaitable[Found]],
    holds: Callable[[Found], bool],
    *,
    seconds: float,
    over: Callable[[float], Awaitable[bool]] | None = None,
) -> tuple[bool, Found]:
    """Repeats `check` until `holds` accepts what it found, at least once and for about `seconds`.

    A check that takes long, as on a heavy page, is followed by an equally long pause, so that waiting takes at most
    half of the page's time.

    Args:
        check: Looks once, and returns what was found.
        holds: Accepts what was found.
        seconds: How long it may take.
        over: Returns whether nothing more can come, given the time at which the first check began. One more check is
            then the last.

    Returns:
        Whether it held, and what was found last.
    """
    started = time.monotonic()
    deadline, last = started + seconds, False
    while True:
        began = time.monotonic()
        found = await check()
        if holds(found):
            return True, found
        now = time.monotonic()
        if last or now >= deadline:
            return False, found
        last = over is not None and await over(started)
        if last:
            continue
        await asyncio.sleep(min(max(PAUSE, now - began), max(deadline - now, 0.01)))
