"""Times a look (tree and annotated screenshot), and compares it with the floor: an evaluate and a bare screenshot."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Page
from rich.console import Console
from rich.table import Table

from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.options import PageOptions, Screenshots
from actwright.engine.page.picture.camera import RAW
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.task import Task
from actwright.testing import Site

PATHS = ("/price", "/", "/kitchen", "/wizard", "/frame", "/shadow", "/spa")
ROUNDS = 15


async def median_ms(work: Callable[[], Awaitable[object]]) -> float:
    times: list[float] = []
    await work()
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await work()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def surface_on(page: Page, *, screenshot: Screenshots) -> BrowserSurface:
    task = Task(text="look")
    options = PageOptions(screenshot=screenshot)
    return BrowserSurface(page, task=task, values=Values({}), downloads_dir=lambda: Path("runs"), options=options)


async def main() -> None:
    table = Table(
        "page", "elements", "tree chars", "floor ms", "tree ms", "tree + screenshot ms", "tree + screenshot / floor",
        title=f"Observation, medians of {ROUNDS}",
    )  # fmt: skip
    ratios: list[float] = []
    with Site() as site:
        async with open_browser() as opened:
            page = opened.page
            await register(page)

            session: Any = await opened.context.new_cdp_session(page)

            async def floor() -> None:
                await page.evaluate("1")
                await session.send("Page.captureScreenshot", RAW)

            for path in PATHS:
                await page.goto(site.url + path)
                with_picture, tree_only = surface_on(page, screenshot="always"), surface_on(page, screenshot="never")
                seen = await tree_only.observe()
                floor_ms = await median_ms(floor)
                tree_ms = await median_ms(tree_only.observe)
                both_ms = await median_ms(with_picture.observe)
                await asyncio.gather(with_picture.close(), tree_only.close())
                ratios.append(both_ms / floor_ms)
                table.add_row(
                    path, str(len(seen.elements)), f"{len(seen.tree):,}", f"{floor_ms:.0f}", f"{tree_ms:.0f}",
                    f"{both_ms:.0f}", f"{both_ms / floor_ms:.2f}",
                )  # fmt: skip
    table.add_section()
    table.add_row("median", "", "", "", "", "", f"{statistics.median(ratios):.2f}")
    Console().print(table)
