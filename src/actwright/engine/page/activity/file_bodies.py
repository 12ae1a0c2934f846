"""Reads the bodies of requests with files in them, which the driver leaves out unless requests are routed."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakSet

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request

from actwright.engine.page.browser.sessions import call, session_with

__all__ = ["FileBodies"]

MOST_UNREAD = 20
BODY_SECONDS = 1.0


class FileBodies:
    """Reads such bodies by Chromium's own protocol, on the pages that were given files.

    A body without bytes is one that has files or Blobs in it. The protocol reports each request of a page, which costs
    the run time; so only pages with files are followed.
    """

    def __init__(self) -> None:
        self._pages: WeakSet[Page] = WeakSet()
        self._reading: dict[tuple[str, str], list[asyncio.Future[dict[str, Any]]]] = defaultdict(list)
        self._listening: list[Callable[[], object]] = []

    async def follow(self, page: Page) -> None:
        """Reads these bodies of a page from now on."""
        if page in self._pages:
            return
        self._pages.add(page)
        with suppress(PlaywrightError):  # the page is gone, or its browser is not Chromium
            session = await session_with(page)
            handler = partial(self._on_request, session)
            session.on("Network.requestWillBeSent", handler)
            self._listening.append(partial(session.remove_listener, "Network.requestWillBeSent", handler))
            await call(session, "Network.enable")

    def _on_request(self, session: Any, event: dict[str, Any]) -> None:
        request = event["request"]
        if request.get("hasPostData") and "postData" not in request:
            waiting = self._reading[request["method"], request["url"]]
            reading = asyncio.ensure_future(call(session, "Network.getRequestPostData", requestId=event["requestId"]))
            reading.add_done_callback(lambda task: None if task.cancelled() else task.exception())
            waiting.append(reading)
            del waiting[:-MOST_UNREAD]

    async def body_of(self, request: Request) -> bytes | None:
        """The body of a request that the driver gives no body for; None if the browser does not give it either."""
        waiting = self._reading.get((request.method, request.url))
        if not waiting:
            return None
        try:
            async with asyncio.timeout(BODY_SECONDS):
                answer = await waiting.pop(0)
            body: str = answer["postData"]
            return base64.b64decode(body) if answer.get("base64Encoded") else body.encode()
        except (PlaywrightError, TimeoutError, binascii.Error):
            return None

    def stop(self) -> None:
        """Stops reading."""
        for stops in self._listening:
            stops()
        self._listening.clear()
        for waiting in self._reading.values():
            for reading in waiting:
                reading.cancel()
        self._reading.clear()
