"""Tasks of MiniWoB++: small pages with one widget each, always in the same episode."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page

from actwright.errors import ConfigError
from benchmarks.page.sets.arriving import still
from benchmarks.page.sets.loopback import files, loopback
from benchmarks.page.sets.packages import virtual_environment
from benchmarks.page.state import State

__all__ = ["begin", "serve"]

PINS = ("miniwob==1.1.0",)
TASKS = (
    "book-flight", "choose-date", "choose-list", "click-button", "click-checkboxes", "click-collapsible-2", "click-color",
    "click-menu", "click-pie", "click-scroll-list", "click-shape", "click-tab-2", "copy-paste", "drag-box", "drag-items",
    "email-inbox", "enter-date", "enter-time", "form-sequence", "grid-coordinate", "login-user", "navigate-tree",
    "read-table", "search-engine", "social-media", "text-editor", "tic-tac-toe", "use-autocomplete", "use-colorwheel",
    "use-slider", "use-spinner",
)  # fmt: skip
BEGIN = """(seed) => {
    Math.seedrandom(seed);
    core.EPISODE_MAX_TIME = 24 * 3600 * 1000;
    core.startEpisodeReal();
}"""


@asynccontextmanager
async def serve(work: Path) -> AsyncGenerator[list[State]]:
    """Serves the tasks at the beginning of an episode.

    Args:
        work: Keeps the package (about 40 MB with its environment).

    Raises:
        ConfigError: MiniWoB++ cannot be fetched.
    """
    folder = work / "miniwob"
    await virtual_environment(folder, PINS, of="miniwob")
    with loopback(files(_html(folder))) as url:
        yield [State(f"miniwob/{task}", "miniwob", f"{url}/miniwob/{task}.html", _begin) for task in TASKS]


def _html(folder: Path) -> Path:
    """Returns the folder in which the package keeps its pages."""
    library = "Lib" if sys.platform == "win32" else "lib"
    for found in (folder / library).rglob("site-packages/miniwob/html"):
        return found
    raise ConfigError(f"the set miniwob has no pages in {folder}: delete the folder and try again")


async def _begin(page: Page) -> None:
    await begin(page, 1)


async def begin(page: Page, seed: int) -> None:
    """Begins the episode of a seed on the page of a task, without a time limit."""
    await page.wait_for_function("() => core.cover_div !== null")
    await page.evaluate(BEGIN, str(seed))
    await page.wait_for_function("() => WOB_TASK_READY")
    await still(page)
