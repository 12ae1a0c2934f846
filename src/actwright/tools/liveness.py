"""Whether the browser behind a page still runs."""

from __future__ import annotations

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

__all__ = ["lives"]


async def lives(context: BrowserContext) -> bool:
    """Whether a browser context still answers; False if it, its browser or Playwright's driver is gone.

    A question to the browser itself is the only reliable sign: the end of a browser closes its tabs before it is known,
    and the end of a driver makes every call fail and changes nothing else. The answer of one that hangs never comes.
    """
    try:
        await context.cookies("http://localhost")
    except PlaywrightError:
        return False
    return True
