"""One browser for many runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Self

from playwright.async_api import Browser, BrowserContext
from playwright.async_api import Error as PlaywrightError

from actwright.engine.gone import is_closed
from actwright.engine.page.browser.launch import Opened, new_context, open_browser
from actwright.engine.page.browser.options import BrowserOptions
from actwright.notes import note

__all__ = ["SharedBrowser"]

CLOSE_SECONDS = 5.0


class SharedBrowser:
    """One browser for all runs; a new one is started if it is gone."""

    def __init__(self, options: BrowserOptions) -> None:
        self._options = options
        self._stack = AsyncExitStack()
        self._opened: Opened | None = None
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self.browser()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    @property
    def version(self) -> str:
        """The version of the browser that was started last; empty before that."""
        return self._opened.version if self._opened else ""

    async def browser(self, *, instead_of: Browser | None = None) -> Browser:
        """The browser; it is started, or started again, if it is not running.

        Args:
            instead_of: A browser that has turned out to be gone, though that may not be reported yet.
        """
        async with self._lock:
            if self._opened is None or self._opened.browser is instead_of or not self._opened.browser.is_connected():
                if self._opened is not None and self._options.endpoint:
                    note(
                        f"the connection to the browser was lost ({self._opened.how}); connecting again, "
                        "with new contexts"
                    )
                await self._stack.aclose()
                self._opened = await self._stack.enter_async_context(open_browser(self._options))
            return self._opened.browser

    def begin_with(self, state: Path) -> None:
        """Starts later contexts with a file of Playwright's storage state, such as the cookies of a login."""
        self._options = self._options.model_copy(update={"storage_state": state})

    @asynccontextmanager
    async def context(self) -> AsyncGenerator[BrowserContext]:
        """A new context, without service workers, whose requests could not be seen on their way."""
        browser = await self.browser()
        try:
            context = await self._context_in(browser)
        except PlaywrightError as error:
            if not is_closed(error):
                raise
            context = await self._context_in(await self.browser(instead_of=browser))  # nothing has happened in it yet
        try:
            yield context
        finally:
            with suppress(PlaywrightError, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await context.close()

    async def _context_in(self, browser: Browser) -> BrowserContext:
        return await new_context(browser, self._options, service_workers="block")
