"""`Browser`: one browser for many runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal, Self

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.driver import bounded
from actwright.engine.page.browser.endpoint import NOT_GUARDED
from actwright.engine.page.browser.launch import OpenedPage, new_context, open_browser
from actwright.engine.page.browser.routing import routed
from actwright.engine.playwright_errors import is_closed
from actwright.errors import BrowserError, ConfigError
from actwright.net.guard import Guard
from actwright.notes import note
from actwright.schemas.options import known_options_only

CLOSE_SECONDS = 5.0


class Browser:
    """One browser for many runs, each in a context of its own; a browser that died is replaced for the next run.

    ```python
    async with Browser(BrowserOptions(headless=False)) as browser:
        agent = Agent("anthropic:claude-sonnet-5-5", browser=browser)
        await asyncio.gather(*(agent.run(task, url=url) for task in tasks))
    ```

    When the block is left, the browser closes. A run that is still under way then ends with a BrowserError, and a later
    one is refused with a ConfigError. The browser belongs to the event loop in which the block was entered.

    Args:
        options: Which browser, and how it and the contexts are set up.
    """

    @known_options_only
    def __init__(self, options: BrowserOptions | None = None) -> None:
        self._options = options or BrowserOptions()
        self._stack = AsyncExitStack()
        self._opened: OpenedPage | None = None
        self._lock = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        await self.browser()
        self._loop = asyncio.get_running_loop()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        await self._stack.aclose()

    @property
    def options(self) -> BrowserOptions:
        """How the browser and its contexts are set up."""
        return self._options

    @property
    def version(self) -> str:
        """The version of the browser that was started last; empty before that."""
        return self._opened.version if self._opened else ""

    def check_usable(self) -> None:
        """Raises ConfigError if a run in this event loop cannot use the browser."""
        if self._closed:
            raise ConfigError("the agent's Browser is closed; start runs inside its `async with` block")
        if self._loop is None:
            raise ConfigError("the agent's Browser is not open; open it with `async with Browser() as browser:`")
        if self._loop is not asyncio.get_running_loop():
            raise ConfigError(
                "the agent's Browser was opened in another event loop; start runs in the loop that opened it"
            )

    async def browser(self, *, instead_of: PlaywrightBrowser | None = None) -> PlaywrightBrowser:
        """The browser; it is started, or started again, if it is not running.

        Args:
            instead_of: A browser that has turned out to be gone, though that may not be reported yet.

        Raises:
            BrowserError: It does not start, or was closed.
        """
        async with self._lock:
            if self._closed:
                raise BrowserError("the shared Browser was closed. Nothing was done")
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
    async def page(self, *, guard: Guard | None) -> AsyncGenerator[OpenedPage]:
        """A new page in a context of its own, kept to the hosts that the guard permits as far as routing can.

        Raises:
            ConfigError: The browser is not open, or belongs to another event loop.
            BrowserError: It is gone and cannot be started again.
        """
        self.check_usable()
        async with AsyncExitStack() as stack:
            try:
                context = await stack.enter_async_context(
                    self.context(service_workers="allow" if guard is None else "block")
                )
                page = await context.new_page()
            except PlaywrightError as error:
                raise BrowserError(f"the shared Browser is gone: {error.message}. Nothing was done") from error
            shared = self._opened
            assert shared is not None

            def died() -> str:
                return "the shared Browser was closed" if self._closed else shared.died()

            opened = replace(shared, context=context, page=page, how=f"shared; {shared.how}", gate=None, died=died)
            if guard is not None:
                note(NOT_GUARDED)
                opened = replace(opened, gate=await stack.enter_async_context(routed(page, guard)))
            yield opened

    @asynccontextmanager
    async def context(self, *, service_workers: Literal["allow", "block"] = "block") -> AsyncGenerator[BrowserContext]:
        """A new context, by default without service workers, whose requests could not be seen on their way."""
        browser = await self.browser()
        try:
            context = await new_context(browser, self._options, service_workers=service_workers)
        except PlaywrightError as error:
            if not is_closed(error):
                raise
            browser = await self.browser(instead_of=browser)  # nothing has happened in the old one yet
            context = await new_context(browser, self._options, service_workers=service_workers)
        try:
            yield context
        finally:
            await bounded(context.close(), CLOSE_SECONDS)
