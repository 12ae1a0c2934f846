"""A browser that starts when it is first needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.launch import OpenedPage, open_browser
from actwright.errors import ActwrightError
from actwright.net.guard import Guard

Needed = Callable[[], Awaitable[OpenedPage]]
"""Starts the browser, or returns the one that runs. Raises what `open_browser` raises; the next call tries again."""


@asynccontextmanager
async def late_browser(options: BrowserOptions, *, guard: Guard | None) -> AsyncGenerator[Needed]:
    """A function that starts a browser when it is called; the browser is gone when the block is left.

    A task of its own opens and closes the browser, because the call that needs it may be cancelled.
    """
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    opened: asyncio.Future[OpenedPage] | None = None
    open_browsers: set[asyncio.Task[None]] = set()

    async def keep_open(ready: asyncio.Future[OpenedPage]) -> None:
        try:
            async with open_browser(options, guard=guard) as browser:
                ready.set_result(browser)
                await over.wait()
        except ActwrightError as error:
            if not ready.done():
                ready.set_exception(error)
                ready.exception()  # marks it as seen: the call that waits for it may have been cancelled

    async def needed() -> OpenedPage:
        nonlocal opened
        if opened is None or (opened.done() and opened.exception() is not None):
            opened = loop.create_future()
            open_browsers.add(asyncio.create_task(keep_open(opened)))
        return await asyncio.shield(opened)

    try:
        yield needed
    finally:
        over.set()
        if opened is not None and not opened.done():
            for task in open_browsers:
                task.cancel()
        if open_browsers:
            await asyncio.wait(open_browsers)
