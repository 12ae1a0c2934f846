"""Sessions with the Chrome DevTools Protocol that stay open as long as their page does, run after run.

Playwright is told that it opens them for a library: traces then show the calls of the run, and not this one, which
readers of traces take for an attempt to tamper with the page.

A session that has listened for execution contexts must not end before its page. If it does, Chromium no longer makes a
context for each new frame, and Playwright waits for the contexts of those frames in vain. (The browser with windows
makes them for reasons of its own; the headless shell does not.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any
from weakref import WeakKeyDictionary

from playwright._impl.channel_owner import ApiCallOptions
from playwright.async_api import Browser, BrowserContext, CDPSession, Frame, Page

_open: WeakKeyDictionary[Any, CDPSession] = WeakKeyDictionary()
_turns: WeakKeyDictionary[Any, asyncio.Lock] = WeakKeyDictionary()
_contexts: WeakKeyDictionary[Any, dict[str, dict[str, Any]]] = WeakKeyDictionary()
"""The execution contexts of each session that was asked for them, by their IDs in the browser."""


async def session_with(of: Page | Frame | Browser) -> CDPSession:
    """The session with a page, a frame, or a browser.

    Raises:
        Error: Playwright's; there is none. Only Chromium's pages have sessions, and those of their frames that are in
            another process than the frame around them.
    """
    key = page_key(of)
    async with _turns.setdefault(key, asyncio.Lock()):  # two callers may ask at once
        if (known := _open.get(key)) is not None:
            return known
        owner = of if isinstance(of, Browser) else of.context if isinstance(of, Page) else of.page.context

        def opening(_: object) -> Awaitable[CDPSession]:
            if isinstance(of, Browser):
                return of.new_browser_cdp_session()
            return (of.context if isinstance(of, Page) else of.page.context).new_cdp_session(of)

        wrapped = page_key(owner)._wrap_api_call  # noqa: SLF001 - Playwright has no public way
        session = _open[key] = await wrapped(opening, ApiCallOptions(internal=True))
        return session


def drop(of: Page | Frame) -> None:
    """Forgets a session that may have ended; the next question opens another."""
    _open.pop(page_key(of), None)


async def contexts(session: Any) -> list[dict[str, Any]]:
    """The protocol's descriptions of all execution contexts that a session covers, as they are now.

    Raises:
        Error: Playwright's; the session has ended.
    """
    key = page_key(session)
    if key not in _contexts:
        known: dict[str, dict[str, Any]] = {}

        def made(event: dict[str, Any]) -> None:
            known[event["context"]["uniqueId"]] = event["context"]

        def ended(event: dict[str, Any]) -> None:
            known.pop(event["executionContextUniqueId"], None)

        def cleared(_: object) -> None:
            known.clear()

        session.on("Runtime.executionContextCreated", made)
        session.on("Runtime.executionContextDestroyed", ended)
        session.on("Runtime.executionContextsCleared", cleared)
        _contexts[key] = known
        await call(session, "Runtime.enable")  # whoever begins to listen is sent those that exist already
    return list(_contexts[key].values())


async def call(session: Any, method: str, **parameters: Any) -> dict[str, Any]:
    """Calls a method of the protocol and returns its answer.

    Raises:
        Error: Playwright's; the session has ended, or the browser refuses.
    """
    return await session.send(method, parameters)


def page_key(of: Page | Frame | BrowserContext | Browser) -> Any:
    """Playwright's own object for a page, frame, context or browser: its API objects are made anew for callers of the sync API."""
    inner: Any = of
    return inner._impl_obj  # noqa: SLF001
