"""Waiting until a page is worth looking at: as long as it works on something, and no longer."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from actwright.engine.page.activity import Activity

__all__ = ["CHANGING", "settle"]

BEGIN = 0.1
"""An action that started nothing within this many seconds starts nothing."""
QUIET = 0.15
"""The DOM has settled when it has not changed for this many seconds."""
RESTLESS = 0.5
"""A DOM that never rests is taken as it is after this many seconds without a request under way."""
POLL = 0.05
CHANGING = "the page was still changing"


async def settle(
    activity: Activity,
    pulse: Callable[[], Awaitable[str]],
    *,
    ceiling: float,
    longest: float,
    restless: bool = False,
    from_now: bool = False,
) -> list[str]:
    """Waits for the page to finish what the last action started.

    It leaves after about 100 ms if nothing began; else when no document, script, style or data request is under way
    and the DOM was quiet for 150 ms.

    Args:
        activity: What the pages are doing.
        pulse: A short text that changes whenever the DOM does; it starts with `loading` until a new document has been
            parsed, and is empty while the page cannot be asked.
        ceiling: Seconds after which to leave in any case, but for a request other than GET.
        longest: Seconds that such a request is given.
        restless: The page was changing by itself before the action; its DOM is given 0.5 s, and not until it is quiet.
        from_now: Wait for the page as it is, even if nothing has begun (after opening it).

    Returns:
        What was still under way, in plain sentences.
    """
    began = time.monotonic()
    last, quiet_since, busy = await pulse(), began, from_now
    first, idle_since = last, began
    while (passed := time.monotonic() - began) < max(ceiling, longest):
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
            if restless and now - idle_since >= RESTLESS:
                return [CHANGING]
        await activity.change(within=POLL)
        current = await pulse()
        if current != last or pending:
            quiet_since = time.monotonic()
        if pending or not current or current.startswith("loading"):
            idle_since = time.monotonic()
        last = current
    waiting = [f"still loading after {time.monotonic() - began:.1f} s: {each.label}" for each in activity.pending()]
    return waiting[:3] or ([CHANGING] if last else [])
