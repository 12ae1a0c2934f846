"""One page for test after test: to open and to close one takes longer than most tests take otherwise."""

import asyncio
from contextlib import asynccontextmanager

from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.browser import sessions

LEAVE_NOTHING = frozenset({
    "__waitInfo__", "bringToFront", "goBack", "goForward", "keyboardInsertText", "keyboardPress", "keyboardType", "mouseClick",
    "mouseMove", "mouseWheel", "reload", "requests", "screenshot", "setNetworkInterceptionPatterns", "updateSubscription",
})  # fmt: skip
"""What may be asked of a page that has no effect on its next document; with whatever else was asked of it, it is not used again."""

SESSIONS_LEAVE_NOTHING = frozenset({
    "DOM.describeNode", "DOM.resolveNode", "DOMDebugger.getEventListeners", "Page.captureScreenshot", "Page.enable",
    "Page.resetNavigationHistory", "Performance.enable", "Performance.getMetrics", "Runtime.callFunctionOn", "Runtime.enable",
    "Runtime.evaluate", "Runtime.getProperties", "Runtime.releaseObject", "SystemInfo.getProcessInfo", "Target.getTargetInfo",
})  # fmt: skip
"""The same for sessions with the protocol: what runs ask in those that they leave open for the next run on the page."""

CLEAR_STORAGE = "() => { if (origin.startsWith('http')) { localStorage.clear(); sessionStorage.clear(); } }"

NEW = {"expression": "history.length === 1 && !window.name", "returnByValue": True}

CLOSE_SECONDS = 5.0
"""A page that is closed while it goes on or fails to does not always answer (Chromium 156); its context is then left alone."""
EMPTY_SECONDS = 2.0
TIDY_SECONDS = 10.0


async def close_all(*closable):
    """Closes pages or contexts, and leaves those that do not answer to the end of their browser."""
    for each in closable:
        await asyncio.wait([asyncio.ensure_future(each.close())], timeout=CLOSE_SECONDS)


@asynccontextmanager
async def own_page(browser, **options):
    """A page in a context of its own, with these options of it."""
    context = await browser.new_context(**options)
    try:
        yield await context.new_page()
    finally:
        await close_all(context)


class ReusedPage:
    """Lends a page of a context to one test at a time.

    The next test gets the same page if this one gave it contents or an address and looked and acted on it, and nothing else: no
    settings, scripts, routes, listeners, further pages or sessions but those of runs. Else it gets a new one, and a new context
    too if the old one has a service worker, or a page that cannot be closed. History and storage are cleared in between.
    """

    def __init__(self, browser, new_context):
        """`new_context()` gives the coroutine that makes the context of the pages."""
        self._new_context = new_context
        self._context = None
        self._page = None
        self._changed = False
        connection = browser._impl_obj._connection
        send = connection.send_message_to_server

        def noted(owner, method, params, options):
            self._changed |= self._leaves_something(owner, method, params)
            return send(owner, method, params, options)

        connection.send_message_to_server = noted

    async def take(self):
        if self._page is None:
            self._context = self._context or await self._new_context()
            self._page = await self._context.new_page()
            self._session = await self._context.new_cdp_session(self._page)
            self._page.on("popup", self._change)
            self._page.on("crash", self._change)
            self._before = self._traces()
        self._changed = False
        return self._page

    async def give_back(self):
        if self._changed or self._traces() != self._before or not await self._is_empty():
            await self.close()

    async def close(self):
        """Closes the page, and whatever others the context has; the next test gets a new one."""
        context, self._page, self._context = self._context, None, None
        if context is None:
            return
        await close_all(*context.pages)
        if context.service_workers:  # one whose server is gone does not answer, and nor does the context then
            await close_all(context)
        elif not context.pages:
            self._context = context

    async def tidy(self):
        """Takes routes and cookies from the context; one that does not answer is not used again."""
        if self._context is None:
            return
        try:
            async with asyncio.timeout(TIDY_SECONDS):
                await self._context.unroute_all(behavior="ignoreErrors")
                await self._context.clear_cookies()
        except TimeoutError:
            self._page = self._context = None

    def _leaves_something(self, owner, method, params):
        page = self._page and self._page._impl_obj
        if owner._type == "CDPSession":
            return method == "send" and params["method"] not in SESSIONS_LEAVE_NOTHING
        return bool(page) and owner is page and method not in LEAVE_NOTHING

    def _change(self, _):
        self._changed = True

    def _traces(self):
        """What differs if a test has left something at the page that it does not tell the browser."""
        page = self._page._impl_obj
        listeners = {event: page.listener_count(event) for event in page.event_names() if event != "crash"}
        known = {each._impl_obj for each in sessions._open.values()}
        others = {each for each in page._connection._objects.values() if each._type == "CDPSession"} - known
        timeouts = vars(page._timeout_settings).copy()
        alone = self._context.pages == [self._page] and not self._context.service_workers
        return listeners, others, timeouts, len(page._routes), page.is_closed(), alone

    async def _is_empty(self):
        """Whether the page shows a new document without a past, and the mouse is nowhere on it."""
        try:
            async with asyncio.timeout(EMPTY_SECONDS):
                await self._page.mouse.move(-10, -10)
                if self._page.url != "about:blank":
                    await asyncio.gather(*(frame.evaluate(CLEAR_STORAGE) for frame in self._page.frames))
                await self._page.goto("about:blank")
                await self._session.send("Page.resetNavigationHistory")
                found = await self._session.send(
                    "Runtime.evaluate", NEW
                )  # Playwright would load its own scripts for it
                return found["result"]["value"]
        except (PlaywrightError, TimeoutError):
            return False
