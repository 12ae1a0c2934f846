"""Pictures of pages: straight from Chromium's protocol, by Playwright's own screenshot in other browsers."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Error, Page

__all__ = ["RAW", "Camera"]

QUALITY = 90
RAW = {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True}
CLOSE_SECONDS = 1.0


class Camera:
    """Takes the pictures of one run. A session with each page is opened once and kept.

    Chromium is asked without a clip: a session without emulation of its own then gets the viewport at one px per CSS px,
    whatever the device scale is, and the page's emulation is left alone.
    """

    def __init__(self) -> None:
        self._sessions: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()

    async def shoot(self, page: Page, *, seconds: float) -> bytes:
        """A JPEG of what the viewport shows now, caret included; it waits for no fonts.

        Raises:
            Error: Playwright's; the page is gone.
            TimeoutError: There is none after `seconds`: the page is frozen, or its tab is not painted.
        """
        async with asyncio.timeout(seconds):
            try:
                answer = await self._ask(page)
            except Error:
                self._sessions.pop(page, None)
                return await page.screenshot(
                    type="jpeg", quality=QUALITY, scale="css", caret="initial", timeout=seconds * 1000
                )
        return base64.b64decode(answer["data"])

    async def _ask(self, page: Page) -> Mapping[str, Any]:
        if page not in self._sessions:
            self._sessions[page] = await page.context.new_cdp_session(page)
        session: Any = self._sessions[page]
        return await session.send("Page.captureScreenshot", RAW)

    async def close(self) -> None:
        """Ends the sessions; the pages stay open."""
        sessions = list(self._sessions.values())
        self._sessions.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await asyncio.gather(*(session.detach() for session in sessions), return_exceptions=True)
