"""Opens the browser of a task: cookies, geolocation, viewport, and all tabs."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Page

from actwright.errors import BrowserError, ConfigError
from actwright.text import first_line
from actwright.untrusted import parse_json, read_text
from actwright.webarena.task import PrivateSession

OPEN_SECONDS = 60.0
MOST_BYTES = 100_000_000


@asynccontextmanager
async def open_task(browser: Browser, session: PrivateSession) -> AsyncGenerator[Page]:
    """Opens a context with the task's tabs, the first of them in front, while the block runs.

    `page.context.pages` has all tabs, in order. Without a start URL, there is one empty tab. If the task has a
    geolocation, pages may read it without a prompt.

    Raises:
        ConfigError: The storage state is missing or unusable.
        BrowserError: A start URL cannot be opened.
    """
    try:
        context = await browser.new_context(**_options(session))
    except Error as error:
        raise ConfigError(f"{session.name}: no browser context: {first_line(error.message)}") from error
    try:
        yield await _opened(context, session)
    finally:
        await context.close()


def _options(session: PrivateSession) -> dict[str, Any]:
    width, height = session.viewport
    options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "device_scale_factor": 1}
    if session.geolocation is not None:
        options["geolocation"] = session.geolocation.model_dump(exclude_none=True)
        options["permissions"] = ["geolocation"]
    if session.storage_state is not None:
        try:
            options["storage_state"] = parse_json(read_text(session.storage_state, "a storage state", most=MOST_BYTES))
        except ConfigError as error:
            raise ConfigError(f"{session.name}: storage_state: {error}; log in and save it there first") from error
    return options


async def _opened(context: BrowserContext, session: PrivateSession) -> Page:
    for url in session.starts or ("about:blank",):
        page = await context.new_page()
        try:
            await page.goto(url, timeout=OPEN_SECONDS * 1000)
        except Error as error:
            raise BrowserError(f"{session.name}: start_url: {url}: {first_line(error.message)}") from error
    first = context.pages[0]
    await first.bring_to_front()
    return first
