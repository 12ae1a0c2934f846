"""Compares the times of looks at an unchanged and at a changed page, the first look, and Playwright's snapshot."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

from playwright.async_api import Page
from rich.console import Console
from rich.table import Table

from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.reading.capture import PageReader
from actwright.testing import Site

PATHS = ("/price", "/", "/kitchen", "/wizard", "/frame", "/shadow", "/spa")
ROUNDS = 9
CHANGE = "document.body.toggleAttribute('data-changed')"


async def milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


async def measured(page: Page) -> tuple[float, float, float, float]:
    """Returns the ms of the first look, and medians after a change, after none, and of Playwright's snapshot."""
    eyes = PageReader()
    first = await milliseconds(lambda: eyes.capture(page))
    changed: list[float] = []
    again: list[float] = []
    playwright: list[float] = []
    for _ in range(ROUNDS):
        await page.evaluate(CHANGE)
        changed.append(await milliseconds(lambda: eyes.capture(page)))
        again.append(await milliseconds(lambda: eyes.capture(page)))
        await page.evaluate(CHANGE)
        playwright.append(await milliseconds(lambda: page.aria_snapshot(mode="ai")))
    await eyes.close()
    return first, statistics.median(changed), statistics.median(again), statistics.median(playwright)


async def main() -> None:
    table = Table(
        "page", "first ms", "changed ms", "unchanged ms", "Playwright ms", "unchanged / first", "unchanged / changed",
        "changed / Playwright", title=f"Looks, medians of {ROUNDS}",
    )  # fmt: skip
    ratios: list[tuple[float, float, float]] = []
    with Site() as site:
        async with open_browser() as opened:
            for path in PATHS:
                page = await opened.context.new_page()
                await page.goto(site.url + path)
                first, changed, again, playwright = await measured(page)
                ratios.append((again / first, again / changed, changed / playwright))
                times = (f"{one:.1f}" for one in (first, changed, again, playwright))
                table.add_row(path, *times, *(f"{ratio:.2f}" for ratio in ratios[-1]))
                await page.close()
    table.add_section()
    table.add_row("median", "", "", "", "", *(f"{statistics.median(each):.2f}" for each in zip(*ratios, strict=True)))
    Console().print(table)


if __name__ == "__main__":
    asyncio.run(main())
