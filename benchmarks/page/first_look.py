"""Measures first looks at new documents, which a step after a navigation pays, beside Playwright's own.

`python benchmarks/page/first_look.py --pages FOLDER [--rounds N] [--profile]` opens every saved page anew for each look:
the text by Actwright and by Playwright's AI snapshot, then text and picture beside a bare screenshot. The looks alternate
in one browser, and each surface is attached before. Figures are ratios of medians over the rounds of a page. With
`--profile`, it prints what Python spent its time on in the looks of Actwright.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Page, Route
from rich.console import Console
from rich.table import Table

from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.page_options import PageOptions, Screenshots
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.task import Task

VIEWPORT = (1280, 800)
QUIET_MS = 1_000
"""After the document has come; no system shares the time with what scripts do then."""
RATIOS = (("text", "tree", "snapshot"), ("text and picture", "picture", "screenshot"))


def _surface(page: Page, screenshot: Screenshots) -> BrowserSurface:
    options = PageOptions(screenshot=screenshot)
    return BrowserSurface(
        page, task=Task(text="look"), values=Values({}), downloads_dir=lambda: Path("runs"), options=options
    )


async def _only_files(route: Route) -> None:
    if route.request.url.startswith("file:"):
        await route.continue_()
    else:
        await route.abort()


async def measure(
    pages: list[Path], rounds: int, profile: cProfile.Profile | None
) -> dict[str, dict[str, list[float]]]:
    """The ms of each look, by page and by what was looked at."""
    taken: dict[str, dict[str, list[float]]] = {}
    async with open_browser() as opened:
        page = await opened.page.context.new_page()
        await page.set_viewport_size({"width": VIEWPORT[0], "height": VIEWPORT[1]})
        await register(page)
        await page.route("**/*", _only_files)
        surfaces = {"tree": _surface(page, "never"), "picture": _surface(page, "always")}
        looks: dict[str, Callable[[], Awaitable[object]]] = {
            "snapshot": lambda: page.aria_snapshot(mode="ai"),
            "tree": surfaces["tree"].observe,
            "screenshot": lambda: page.screenshot(type="jpeg", scale="css"),
            "picture": surfaces["picture"].observe,
        }
        for look in looks.values():
            await look()
        for path in pages:
            times = taken.setdefault(path.stem, {name: [] for name in looks})
            for number in range(rounds):
                order = list(looks)[number % len(looks) :] + list(looks)[: number % len(looks)]
                for name in order:
                    await page.goto(path.resolve().as_uri(), wait_until="domcontentloaded")
                    await page.wait_for_timeout(QUIET_MS)
                    if profile and name == "tree":
                        profile.enable()
                    began = time.perf_counter()
                    await looks[name]()
                    times[name].append((time.perf_counter() - began) * 1000)
                    if profile:
                        profile.disable()
        for surface in surfaces.values():
            await surface.close()
    return taken


def show(taken: dict[str, dict[str, list[float]]]) -> None:
    console = Console(width=120)
    table = Table("page", "tree ms", "snapshot ms", "ratio", "tree + picture ms", "screenshot ms", "ratio")
    ratios: dict[str, list[float]] = {what: [] for what, _, _ in RATIOS}
    for page, times in taken.items():
        row: list[str] = []
        for what, own, other in RATIOS:
            one, two = statistics.median(times[own]), statistics.median(times[other])
            ratios[what].append(one / two)
            row += [f"{one:.0f}", f"{two:.0f}", f"{one / two:.2f}"]
        table.add_row(page, *row)
    console.print(table)
    for what, found in ratios.items():
        high = statistics.quantiles(found, n=10, method="inclusive")[-1]
        console.print(f"{what}: median {statistics.median(found):.2f}x, p90 {high:.2f}x of {len(found)} pages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=Path, required=True, help="a folder of saved pages")
    parser.add_argument("--rounds", type=int, default=4, help="4 by default")
    parser.add_argument(
        "--profile", action="store_true", help="also print a profile of Python in Actwright's text looks"
    )
    given = parser.parse_args()
    profile = cProfile.Profile() if given.profile else None
    show(asyncio.run(measure(sorted(given.pages.glob("*.html")), given.rounds, profile)))
    if profile:
        pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
