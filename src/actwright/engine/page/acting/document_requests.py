"""Judges each document that a page of a run is about to request: by links, scripts, forms or redirects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from actwright.engine.page.browser.sessions import call, session_with

PAUSED = "Fetch.requestPaused"
SECONDS = 5.0
DOCUMENTS = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}


class DocumentRequests:
    """Stops requests for documents on their way out; a page that wanted to go somewhere then stays where it is.

    Playwright's routes do not see where a redirect leads, Chromium's own protocol does. Frames in a page are left alone,
    and the first request of a new tab is not seen.

    Args:
        refusal: Called with the URL of each request as the browser writes it, and with all that another site would learn
            from the request; returns why it may not leave, or nothing.
    """

    def __init__(self, refusal: Callable[[str, str], str]) -> None:
        self._refusal = refusal
        self._watched: dict[Page, Callable[[], Awaitable[None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def watch(self, page: Page) -> None:
        """Judges the documents of a page from now on, until `close`."""
        if page in self._watched:
            return
        with suppress(PlaywrightError, TimeoutError):  # the page is gone, or does not answer
            async with asyncio.timeout(SECONDS):
                session: Any = await session_with(page)
                tree = await call(session, "Page.getFrameTree")
                on_paused = partial(self._on_paused, session, tree["frameTree"]["frame"]["id"])
                session.on(PAUSED, on_paused)
                try:
                    await call(session, "Fetch.enable", patterns=[DOCUMENTS])
                except BaseException:
                    session.remove_listener(PAUSED, on_paused)
                    raise
                self._watched[page] = partial(_ended, session, on_paused)

    async def close(self) -> None:
        """Judges nothing any more."""
        watched, self._watched = self._watched, {}
        await asyncio.gather(*(end() for end in watched.values()), *self._tasks)

    def _on_paused(self, session: Any, main_frame: str, event: dict[str, Any]) -> None:
        request = event["request"]
        refused = event.get("frameId") == main_frame and self._refusal(request["url"], _content_of(request))
        how = (
            {"method": "Fetch.failRequest", "errorReason": "Aborted"}
            if refused
            else {"method": "Fetch.continueRequest"}
        )
        task = asyncio.ensure_future(_answer(session, requestId=event["requestId"], **how))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _content_of(request: dict[str, Any]) -> str:
    """The URL of a request with its fragment, which scripts there can read, the URL that it comes from, and its body."""
    referer = request["headers"].get("Referer", "")
    return "\n".join((request["url"] + request.get("urlFragment", ""), referer, request.get("postData", "")))


async def _answer(session: Any, method: str, **parameters: Any) -> None:
    with suppress(PlaywrightError):  # the page is gone, or went elsewhere meanwhile
        await call(session, method, **parameters)


async def _ended(session: Any, on_paused: Callable[[dict[str, Any]], None]) -> None:
    session.remove_listener(PAUSED, on_paused)
    await _answer(session, "Fetch.disable")
