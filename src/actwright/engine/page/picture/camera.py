"""Takes screenshots: directly over Chromium's protocol, or with Playwright's own screenshot in other browsers."""

from __future__ import annotations

import asyncio
import base64

from playwright.async_api import Error, Page

from actwright.engine.page.browser.sessions import call
from actwright.engine.page.reading.cdp import Protocol

QUALITY = 90
RAW = {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True}


class Camera:
    """Takes the pictures of one run, over its sessions with the pages.

    Chromium is asked without a clip. A session without emulation of its own then gets the viewport at one px per CSS
    px, whatever the device scale is, and the page's emulation is left alone.
    """

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol

    async def shoot(self, page: Page, *, seconds: float) -> bytes:
        """A JPEG of what the viewport shows now, including the caret. It does not wait for fonts.

        Raises:
            Error: Playwright's; the page is gone.
            TimeoutError: There is none after `seconds`: the page is frozen, or its tab is not painted.
        """
        async with asyncio.timeout(seconds):
            if session := await self._protocol.session(page):
                try:
                    answer = await call(session, "Page.captureScreenshot", **RAW)
                    return base64.b64decode(answer["data"])
                except Error:
                    self._protocol.forget(page)
            return await page.screenshot(
                type="jpeg", quality=QUALITY, scale="css", caret="initial", timeout=seconds * 1000
            )
