"""Sessions with the Chrome DevTools Protocol that stay open as long as their page does, run after run.

A session that has listened to the contexts of scripts must not end before its page: when it does, Chromium no longer makes a
context for each new frame, and Playwright waits for the contexts of those frames in vain. (The browser with windows makes them for
reasons of its own; the headless shell does not.)
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Frame, Page

__all__ = ["call", "contexts", "drop", "session_with"]

_open: WeakKeyDictionary[Any, CDPSession] = WeakKeyDictionary()


async def session_with(of: Page | Frame) -> CDPSession:
    """The session with a page, or with a frame.

    Raises:
        Error: Playwright's. Only Chromium's pages have a session, and of their frames those in another process than the frame
            around them.
    """
    key = _key(of)
    if key in _open:
        return _open[key]
    context = of.context if isinstance(of, Page) else of.page.context
    session = await context.new_cdp_session(of)
    kept = _open.setdefault(key, session)
    if kept is not session:  # two have asked at once
        await session.detach()
    return kept


def drop(of: Page | Frame) -> None:
    """Lets go of a session that may have ended, so that the next question opens another."""
    _open.pop(_key(of), None)


async def contexts(session: Any) -> list[dict[str, Any]]:
    """The protocol's descriptions of all contexts that a session speaks for.

    Raises:
        Error: Playwright's; the session has ended.
    """
    found: list[dict[str, Any]] = []

    def note(event: dict[str, Any]) -> None:
        found.append(event["context"])

    session.on("Runtime.executionContextCreated", note)
    try:
        await call(session, "Runtime.disable")  # those that are there are named to who begins to listen
        await call(session, "Runtime.enable")
    finally:
        session.remove_listener("Runtime.executionContextCreated", note)
    return found


async def call(session: Any, method: str, **parameters: Any) -> dict[str, Any]:
    """What the protocol answers.

    Raises:
        Error: Playwright's; the session has ended, or the browser refuses.
    """
    return await session.send(method, parameters)


def _key(of: Page | Frame) -> Any:
    """What stands for a page in Playwright itself: the objects of its API are made anew for callers of the sync API."""
    inner: Any = of
    return inner._impl_obj  # noqa: SLF001
