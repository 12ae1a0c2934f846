"""A back office on Django's admin: lists with filters and actions, forms with inlines, pickers and deletion dialogs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from playwright.async_api import Page

from actwright.errors import ConfigError
from benchmarks.page.sets.arriving import still, to_middle
from benchmarks.page.sets.packages import virtual_environment
from benchmarks.page.state import State

__all__ = ["PINS", "running", "serve"]

PINS = ("django==5.2.19", "asgiref==3.13.0", "sqlparse==0.6.1")
BOOKSHOP = Path(__file__).parent / "bookshop" / "serve.py"
START_SECONDS = 60.0


async def _calendar(page: Page) -> None:
    await page.locator(".field-published .date-icon").click()
    await page.locator(".calendarbox td").first.wait_for()


async def _autocomplete(page: Page) -> None:
    await page.locator("#lines-0 .select2-selection").click()
    await page.locator(".select2-results__option:has-text('Gardens')").first.wait_for()


async def _all_but_one_selected(page: Page) -> None:
    await page.locator("#action-toggle").check()
    await page.locator("input.action-select").first.uncheck()


STATES: dict[str, tuple[str, Callable[[Page], Awaitable[None]] | None]] = {
    "index": ("/admin/", None),
    "orders/top": ("/admin/shop/order/", None),
    "orders/middle": ("/admin/shop/order/", to_middle),
    "orders/found": ("/admin/shop/order/?q=ada&status__exact=open&express__exact=0", None),
    "orders/selected": ("/admin/shop/order/", _all_but_one_selected),
    "books/top": ("/admin/shop/book/", None),
    "book/add": ("/admin/shop/book/add/", None),
    "book/calendar": ("/admin/shop/book/1/change/", _calendar),
    "book/middle": ("/admin/shop/book/1/change/", to_middle),
    "order/change": ("/admin/shop/order/300/change/", None),
    "order/autocomplete": ("/admin/shop/order/300/change/", _autocomplete),
    "order/delete": ("/admin/shop/order/300/delete/", None),
}
"""The name and path of each state, and what to do there once the page has loaded."""


@asynccontextmanager
async def serve(work: Path) -> AsyncGenerator[list[State]]:
    """Serves the back office in its states, logged in except for the login page.

    Args:
        work: Keeps the virtual environment (about 60 MB) and the database, which is filled again each time.

    Raises:
        ConfigError: Django cannot be fetched, or does not start.
    """
    python = await virtual_environment(work / "django" / "venv", PINS, of="django")
    async with running(python, work / "django" / "data") as url:
        inside = [
            State(
                f"django/{name}",
                "applications",
                f"{url}/enter/?{urlencode({'next': path})}",
                partial(_prepare, act=act),
            )
            for name, (path, act) in STATES.items()
        ]
        yield [*inside, State("django/login", "applications", f"{url}/admin/login/?next=/admin/", still)]


async def _prepare(page: Page, *, act: Callable[[Page], Awaitable[None]] | None) -> None:
    await still(page)
    if act is not None:
        await act(page)
        await still(page)


@asynccontextmanager
async def running(python: Path, folder: Path, *, seconds: float = START_SECONDS) -> AsyncGenerator[str]:
    """Runs Django's own server until the block ends. It reads from a pipe, so that it also ends if this process dies."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(python, BOOKSHOP, folder, stdin=pipe, stdout=pipe)
    assert process.stdout is not None
    try:
        async with asyncio.timeout(seconds):
            port = (await process.stdout.readline()).decode().strip()
        if not port:
            raise ConfigError(f"the set django did not start: see the error above, or delete {folder.parent}")
        yield f"http://127.0.0.1:{port}"
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
