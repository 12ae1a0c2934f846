"""A second look at an address, in a tab of the run's own, for what a page only seems to have kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.browser.driver import bounded
from actwright.tools.expect import shows

INTERVAL_SECONDS = 0.2
CLOSE_SECONDS = 2.0


async def text_at(context: BrowserContext, url: str, *, until: Sequence[str], seconds: float) -> str:
    """The text of the page at an address, opened anew by GET; empty if it cannot be opened.

    Args:
        context: The browser context of the run.
        url: The address.
        until: The texts that are waited for. Without one of them, the text is that of the end of the time.
        seconds: How long it may take.
    """
    text, ends = "", time.monotonic() + seconds
    page: Page | None = None
    try:
        async with asyncio.timeout(seconds):
            page = await context.new_page()
            await page.goto(url, timeout=seconds * 1000)
            while not all(shows(text, each) for each in until) and time.monotonic() < ends:
                text = await page.locator("body").inner_text(timeout=seconds * 1000)
                await asyncio.sleep(INTERVAL_SECONDS)
    except (PlaywrightError, TimeoutError):
        pass
    finally:
        if page is not None:
            await bounded(page.close(), CLOSE_SECONDS)
    return text
