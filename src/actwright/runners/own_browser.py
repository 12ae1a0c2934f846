"""A browser for suites whose runner has no pages: started for all tests, or one that runs already."""

from __future__ import annotations

from contextlib import AsyncExitStack

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import Error, Page

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.driver import CLOSE_SECONDS, LAUNCH_SECONDS, started_driver
from actwright.engine.page.browser.endpoint import connect
from actwright.engine.page.browser.reusable_browser import Browser
from actwright.engine.page.browser.sync_bridge import as_async, is_sync
from actwright.errors import BrowserError
from actwright.runners.runs_of_tests import Drive, OwnLoop
from actwright.runners.suite_test import SuiteTest
from actwright.runners.task_runner import AnyPage, TaskRunner


class OwnBrowser:
    """A browser for all tests of a suite, with a page for each test. It starts when a test first needs a page.

    Args:
        options: How the browser is set up.
        cdp_url: The debugging port of a running browser, as in `http://127.0.0.1:9222`: the tests then use its newest
            page, and leave it open.
    """

    def __init__(self, options: BrowserOptions | None = None, *, cdp_url: str = "") -> None:
        self._options, self._cdp_url = options, cdp_url
        self._loop: OwnLoop | None = None
        self._browser, self._page = AsyncExitStack(), AsyncExitStack()
        self._started: Browser | None = None
        self._attached: PlaywrightBrowser | None = None
        self._open: Page | None = None

    @property
    def drive(self) -> OwnLoop:
        """Runs coroutines on the event loop of the browser."""
        self._loop = self._loop or OwnLoop()
        return self._loop

    @property
    def page(self) -> Page:
        """The page of the current test.

        Raises:
            BrowserError: There is no browser, or it has no page.
        """
        return self.drive(self._newest() if self._cdp_url else self._own())

    def end_test(self) -> None:
        """Closes the page of the test."""
        if self._open is not None:
            self.drive(self._page.aclose())
            self._open = None

    def close(self) -> None:
        """Closes the browser, or leaves one that ran before."""
        self.end_test()
        if self._loop is not None:
            self._loop(self._browser.aclose())
            self._loop.close()
        self._loop = self._started = self._attached = None

    async def _own(self) -> Page:
        if self._open is None or self._open.is_closed():
            self._started = self._started or await self._browser.enter_async_context(Browser(self._options))
            self._open = (await self._page.enter_async_context(self._started.page(guard=None))).page
        return self._open

    async def _newest(self) -> Page:
        if self._attached is None:
            playwright, _ = await self._browser.enter_async_context(started_driver(lambda: CLOSE_SECONDS))
            try:
                self._attached = await connect(playwright, self._cdp_url, seconds=LAUNCH_SECONDS)
            except Error as error:
                raise BrowserError(
                    f"cannot attach to the browser at {self._cdp_url}: start it with --remote-debugging-port"
                ) from error
        pages = [page for context in self._attached.contexts for page in context.pages]
        if not pages:
            raise BrowserError(f"the browser at {self._cdp_url} has no open page")
        return pages[-1]


class BrowserRunner(TaskRunner):
    """Runs tasks and checks on a page that the suite opened, else on a page of an own browser.

    Args:
        test: The test.
        browser: The browser of the suite.
        given: The page that the suite opened; None if it opened none.
    """

    def __init__(self, test: SuiteTest, browser: OwnBrowser, given: AnyPage | None = None) -> None:
        super().__init__(test)
        self._browser, self._given = browser, given

    def open(self, url: str) -> None:
        """Goes to a URL with the page of the test."""
        page = self._page()
        drive = self._driver(page)
        assert drive is not None
        drive(as_async(page).goto(url))

    def end(self) -> None:
        """Closes what the test opened."""
        self.runs.close()
        self._browser.end_test()

    def _page(self) -> AnyPage:
        return self._given or self._browser.page

    def _driver(self, page: AnyPage | None) -> Drive | None:
        return super()._driver(page) if is_sync(page) else self._browser.drive
