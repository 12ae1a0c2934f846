"""Whether the browser behind a page still runs."""

from __future__ import annotations

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError


async def lives(context: BrowserContext) -> bool:
    """Whether a browser context still answers; False if it, its browser or Playwright's driver is gone.

    A question to the browser itself is the only reliable sign: when a browser ends, its tabs close before that is
    known, and when a driver ends, every call fails and nothing else changes. If one of them hangs, no answer comes.
    """
    try:
        await context.cookies("http://localhost")
    except PlaywrightError:
        return False
    return True
