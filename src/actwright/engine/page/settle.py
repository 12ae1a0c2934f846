"""Waiting until a page is worth looking at: as long as it works on something, and no longer."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from actwright.engine.page.activity import Activity

__all__ = ["settle"]

BEGIN = 0.1
"""An action that started nothing within this many seconds starts nothing."""
QUIET = 0.15
"""The DOM has settled when it has not changed for this many seconds."""
POLL = 0.05


async def settle(
    activity: Activity, pulse: Callable[[], Awaitable[str]], *, ceiling: float, from_now: bool = False
) -> list[str]:
    """Waits for the page to finish what the last action started.

    It leaves after about 100 ms if nothing began; else when no document, script, style or data request is under way
    and the DOM was quiet for 150 ms.

    Args:
        activity: What the pages are doing.
        pulse: A short text that changes whenever the DOM does; it starts with `loading` until a new document has been
            parsed, and is empty while the page cannot be asked.
        ceiling: Seconds after which to leave in any case; a request other than GET is given three times as long.
        from_now: Wait for the page as it is, even if nothing has begun (after opening it).

    Returns:
        What was still under way, in plain sentences.
    """
    began = time.monotonic()
    last, quiet_since, busy = await pulse(), began, from_now
    first = last
    while (passed := time.monotonic() - began) < ceiling * 3:
        if activity.dialog is not None or activity.active is None or activity.crashed:
            return []
        pending = activity.pending()
        if passed >= ceiling and not any(each.changes for each in pending):
            break
        busy = busy or activity.started > 0 or last != first
        now = time.monotonic()
        if not pending and last and not last.startswith("loading"):
            if not busy and passed >= BEGIN:
                return []
            if busy and now - quiet_since >= QUIET:
                return []
        await activity.change(within=POLL)
        current = await pulse()
        if current != last or pending:
            quiet_since = time.monotonic()
        last = current
    waiting = [f"still loading after {time.monotonic() - began:.1f} s: {each.label}" for each in activity.pending()]
    return waiting[:3] or (["the page was still changing"] if last else [])
