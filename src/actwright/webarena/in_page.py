"""Reads the page under evaluation. Every wait has a deadline."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from playwright.async_api import Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.playwright_errors import is_gone
from actwright.text import first_line
from actwright.webarena.score import CannotTell

READ_SECONDS = 30.0
OPEN_SECONDS = 60.0
QUIET_SECONDS = 3.0
"""How long the page may continue to load once it is open, in seconds; upstream always sleeps this long."""


async def go(page: Page, url: str) -> None:
    """Opens a URL and waits until its requests are done, or until 3 s have passed.

    Raises:
        CannotTell: The URL cannot be opened.
    """
    try:
        await page.goto(url, timeout=OPEN_SECONDS * 1000)
    except Error as error:
        raise CannotTell(f"{url} could not be opened: {first_line(error.message)}") from error
    try:
        await page.wait_for_load_state("networkidle", timeout=QUIET_SECONDS * 1000)
    except PlaywrightTimeout:
        return  # the page polls or streams; upstream would not wait longer either


async def loaded(page: Page) -> None:
    """Waits until the page has loaded, at most 3 s: an agent may end while its last click still navigates."""
    with contextlib.suppress(Error):
        await page.wait_for_load_state("load", timeout=QUIET_SECONDS * 1000)


async def run(page: Page, script: str, argument: Any = None) -> Any:
    """Returns the value of a script in the page. A function is called with the argument.

    Raises:
        CannotTell: The page does not answer.
        Error: Playwright's error: the script failed.
    """
    try:
        async with asyncio.timeout(READ_SECONDS):
            return await page.evaluate(script, argument)
    except TimeoutError as error:
        raise stuck(page) from error
    except Error as error:
        if is_gone(page, error):
            raise stuck(page) from error
        raise


async def run_or(default: Any, page: Page, script: str, argument: Any = None) -> Any:
    """Returns the value of a script as `run` does; the default if the script failed.

    Raises:
        CannotTell: The page does not answer.
    """
    try:
        return await run(page, script, argument)
    except Error:
        return default


async def content(page: Page) -> str:
    """Returns the HTML of the page as it is now. Raises CannotTell if the page does not answer."""
    try:
        async with asyncio.timeout(READ_SECONDS):
            return await page.content()
    except (TimeoutError, Error) as error:
        raise stuck(page) from error


def stuck(page: Page) -> CannotTell:
    """Returns the error for a page that is closed, crashed or frozen."""
    return CannotTell(f"the page at {page.url} does not answer")
