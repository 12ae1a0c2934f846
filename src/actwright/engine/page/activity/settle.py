"""Waits until a page is worth looking at: as long as it is at work, and no longer.

`benchmarks/settling.py` measures every threshold here on thirty-six behaviours of pages.
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable
from enum import Enum, auto

from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.reading.work_signs import Signs

QUIET = 0.1
"""A page rests once it has requested, received and changed nothing for this many seconds. So an action that starts
nothing costs no more than this. Requests that follow one another do so within a few hundredths of a second."""
BRIEF = 0.034
"""The same, about two frames of a screen, for a page that has already reacted and has nothing left to do."""
ARRIVING = 0.15
"""The same for a new document, whose scripts take the page over one after another."""
SLICES = 0.5
"""A page that draws in slices, without requests, rests once it paused twice as long as before; at most this long."""
TIMED = 0.25
"""A page that changed and set a timer rests once it has been quiet for this long: it may draw in several turns."""
TIMER = 0.5
"""How long to wait for a page whose only reaction to an action was to set a timer."""
SLOWNESS = 5
"""A page must rest at least this many times as long as it takes to answer: 3 to 5 ms, and more on a busy machine."""
TURNING = 1.0
"""How long to wait after the last change for a spinner that appeared without a request; it may be decoration."""
PUSHED = 1.5
"""How long to wait for an answer over a socket or an event stream."""
FED = 0.4
"""How long to wait for more after a new socket brought something to a new document: what builds it comes in parts."""
TYPING = 0.4
"""How long to wait after the last key: pages that look things up during typing ask 200 to 300 ms after it."""
RESTLESS = 1.5
"""A page that never stops changing is taken as it is this many seconds after its last request."""
KNOWN_RESTLESS = 0.5
"""The same if it was like that before the action."""
POLL = 0.05
"""Seconds until a page that gave no answer, or says that it is busy, is asked again."""
LEAST = 0.01
"""The least number of seconds between two questions to a page."""
CHANGING = "the page was still changing"
BUSY = "the page still says that it is busy"


class After(Enum):
    """What a page settles after.

    Attributes:
        ACTION: An action.
        TYPING: An action that typed: pages that look things up during typing do so a while after the last key.
        EDITS: Edits that caused nothing in the first frame after them.
        EDITS_BEFORE_ACTION: The same, and another action follows, not a look.
    """

    ACTION = auto()
    TYPING = auto()
    EDITS = auto()
    EDITS_BEFORE_ACTION = auto()


async def settle(
    activity: Activity,
    look: Callable[[], Awaitable[Signs | None]],
    *,
    ceiling: float,
    longest: float,
    since: float = 0.0,
    restless: bool = False,
    after: After = After.ACTION,
) -> list[str]:
    """Waits for the page to finish what the last action started.

    While requests that the page needs are under way, their events are waited for, and the page is not asked. Then its
    signs decide how long it must rest: 100 ms if there are none, and two frames if the page has reacted to the action
    at once, with a change or a new document, and has been idle since.

    Args:
        activity: What the pages are doing.
        look: Returns the signs of the page in front; None while it cannot be asked.
        ceiling: Seconds after the last request at which to stop waiting, whatever the signs.
        longest: Seconds after which to stop waiting in any case.
        since: When the action ended, by the monotonic clock.
        restless: Whether the page never stopped changing before the action.
        after: What it follows.

    Returns:
        What was still under way, in plain sentences.
    """
    began = drained = ready_since = time.monotonic()
    documents, known, signs = activity.traffic.documents, 0, None
    while (passed := time.monotonic() - began) < longest:
        if activity.halted:
            return []
        if (patience := activity.traffic.patience()) > 0:
            if activity.traffic.documents != documents:
                documents, known = activity.traffic.documents, -1
                await look()  # the new document's changes are seen from now on
            else:  # after a look it is asked again: what was waited for may have come meanwhile
                await activity.answer(within=min(patience, longest - passed))
            drained = ready_since = time.monotonic()
            continue
        if time.monotonic() - drained >= ceiling:
            break
        new = known != activity.traffic.documents
        if not new and (early := _until_asked(activity, since=since, brief=after is not After.EDITS)) > 0:
            await activity.change(within=min(early, longest - passed))
            continue
        asked = time.monotonic()
        signs = await look()
        now = time.monotonic()
        if signs is None or not signs.ready:
            ready_since = now
            await activity.answer(within=POLL)
            continue
        known = activity.traffic.documents
        least = 0.0 if new else min(SLOWNESS * (now - asked), SLICES)  # a new document takes longer to answer once
        brief = _has_finished(activity, signs, must_react=after is not After.EDITS_BEFORE_ACTION)
        left = _left(activity, signs, least=least, since=since, typing=after is After.TYPING, brief=brief)
        if left <= 0 and not activity.traffic.patience():  # a slow answer may be older than a request
            return []
        if now - ready_since >= (KNOWN_RESTLESS if restless else RESTLESS) and _only_moves(activity, signs):
            return [CHANGING]
        left = min(left, _until_finished(activity, signs, new=new, since=since), drained + ceiling - now)
        await activity.change(within=max(LEAST, left))
    return _waiting(activity, signs, time.monotonic() - began)


def _only_moves(activity: Activity, signs: Signs) -> bool:
    """Whether a page still changes, but not because it is being built."""
    return signs.quiet < QUIET and not _is_being_built(activity, signs)


async def is_idle(
    activity: Activity, look: Callable[[], Awaitable[Signs | None]], *, since: float, restless: bool = False
) -> bool:
    """Whether a page has settled for good: nothing is under way that may still change it.

    After a while, `settle` stops waiting for a page's timers and for answers over sockets. Here a page has not settled
    while it waits for one of these, nor while it polls, because the next answer may be the awaited one.

    Args:
        activity: What the pages are doing.
        look: Returns the signs of the page in front; None while it cannot be asked.
        since: When the page was left alone, by the monotonic clock.
        restless: Whether the page never stopped changing before; its changes then say nothing.
    """
    if activity.under_way():
        return False
    signs = await look()
    if (
        signs is None
        or not signs.ready
        or signs.due
        or signs.busy
        or _is_being_built(activity, signs)
        or (signs.quiet < QUIET and not restless)
    ):
        return False
    return restless or _left(activity, signs, least=0.0, since=since, typing=True) <= 0


def _until_asked(activity: Activity, *, since: float, brief: bool) -> float:
    """Seconds until the signs of the page can end the waiting; before, it need not be asked."""
    rest = BRIEF if brief and _may_finish(activity) else QUIET
    return max(since, activity.traffic.stirred) + rest - time.monotonic()


def _until_finished(activity: Activity, signs: Signs, *, new: bool, since: float) -> float:
    """Seconds until the page may be found to have finished, if nothing else happens; infinity if it may not."""
    if not _may_finish(activity):
        return math.inf
    if new:
        now = time.monotonic()
        return max(since, activity.traffic.stirred, now - signs.quiet) + BRIEF - now
    return BRIEF if signs.changed and not signs.idle else math.inf


def _may_finish(activity: Activity) -> bool:
    """Whether two frames may show that the page has finished: it requests nothing, and no work for it is under way."""
    tab = activity.active
    if activity.traffic.asked is not None or tab is None or tab.page.workers:
        return False
    return activity.traffic.documents > 0 or not activity.traffic.started


def _has_finished(activity: Activity, signs: Signs, *, must_react: bool) -> bool:
    """Whether the page has reacted at once, or need not, and no sign shows more to come."""
    if not _may_finish(activity) or not signs.idle or signs.pending:
        return False
    return not signs.fetched if activity.traffic.documents else signs.changed or not must_react


def _left(activity: Activity, signs: Signs, *, least: float, since: float, typing: bool, brief: bool = False) -> float:
    """Seconds until the page has rested long enough, if nothing else happens."""
    now = time.monotonic()
    changed = now - signs.quiet
    usual = BRIEF if brief else ARRIVING if activity.traffic.documents else QUIET
    rest = max(least, TURNING if signs.turning else usual)
    if not activity.traffic.started:
        rest = max(rest, min(2 * signs.pace, SLICES), _timers(signs))
    left = rest - (now - max(since, changed, activity.traffic.stirred))
    asked = activity.traffic.asked
    if asked is not None and changed < asked + LEAST * 5:
        left = max(left, PUSHED - (now - asked))
    if activity.traffic.documents:
        left = max(left, FED - (now - activity.traffic.fed))
    if typing and signs.typed is not None and not activity.traffic.started:
        left = max(left, TYPING - signs.typed)
    idling = signs.idling and not activity.traffic.started
    busy = signs.busy or _is_being_built(activity, signs)
    return max(left, signs.moving, POLL if busy or idling else BRIEF if signs.drawing else 0.0)


def _is_being_built(activity: Activity, signs: Signs) -> bool:
    """Whether a page that is still empty says that it is loading, and goes on, or waits for what may bring its content.

    One that has just come and has an open socket need not say so.
    """
    has_socket = not all(socket.is_closed() for socket in activity.traffic.sockets)
    waits = activity.traffic.is_waiting or has_socket or signs.due or signs.quiet < SLICES
    return (signs.loading and waits) or (signs.unbuilt and has_socket)


def _timers(signs: Signs) -> float:
    """For how many seconds a page must rest because of its timers; after typing, `TYPING` covers them."""
    if not signs.timed or signs.typed is not None:
        return 0.0
    return TIMED if signs.changed else TIMER


def _waiting(activity: Activity, signs: Signs | None, seconds: float) -> list[str]:
    """What is still under way when waiting ends after so many seconds, in plain sentences."""
    waiting = [f"still loading after {seconds:.1f} s: {label}" for label in activity.traffic.unfinished()]
    if not waiting and signs is not None:
        waiting = [BUSY if signs.busy or signs.loading or signs.turning or signs.idling else CHANGING]
    return waiting[:3]
