"""The suite `miniwob`: one episode of each task page and flight search of MiniWoB++ (PyPI `miniwob`, extra `bench`).

The episode is that of the case's seed, without the time limit. The task is the text of the page's `#query`. The reward
is the raw one, from -1 to 1, which does not fall with time. A case is passed if the reward is more than 0, which the
pages themselves count as success (`core.endEpisode(reward, reward > 0)`). The reward shows how close a point or a
drawing came.

`chase-circle`, `moving-items`, `simon-says` and `stock-market` run in real time, faster than one call per step can
follow. A failure there says nothing about a policy.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from playwright.async_api import Browser, Page, ViewportSize

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright.compare.case import Case, Score  # noqa: E402 - the repository's root comes first
from actwright.errors import ConfigError  # noqa: E402
from actwright.schemas.page import Image  # noqa: E402
from actwright.schemas.result import Result  # noqa: E402
from benchmarks.page.sets.loopback import files, loopback  # noqa: E402
from benchmarks.page.sets.miniwob import begin  # noqa: E402

__all__ = ["cases", "staged"]

SMALL = ViewportSize(width=500, height=320)
"""The viewport of tasks, which are drawn on 160 x 210 px."""
LARGE = ViewportSize(width=800, height=700)
"""The viewport of flight searches, which are drawn on 375 x 667 px, with the query beside them."""

ONCE = """() => {
    core.startEpisodeReal = () => {};
    document.getElementById('reward-display').style.display = 'none';
    document.getElementById('click-canvas').style.display = 'none';
}"""
"""Lets only the first episode count, and hides its reward."""
ENDED = "() => [WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]"
UTTERANCE = "() => { const said = core.getUtterance(); return said.utterance ?? said; }"


def cases(seed: int) -> Sequence[Case]:
    """Returns every task, each in its episode of a seed.

    Raises:
        ConfigError: MiniWoB++ is not installed.
    """
    html = _html()
    tasks = {page.stem: page for page in sorted((html / "miniwob").glob("*.html"))}
    tasks |= {f"flight-{page.parent.name}": page for page in sorted((html / "flight").glob("*/wrapper.html"))}
    return [
        Case(
            id=name,
            task=f"Do the task of MiniWoB++ {name}, episode {seed}",
            reads=_query,
            stage=partial(staged, path=page.relative_to(html), seed=seed),
        )
        for name, page in tasks.items()
    ]


def _html() -> Path:
    """Returns the folder of the package's pages; importing the package would load the driver of another browser."""
    try:
        found = Path(str(distribution("miniwob").locate_file("miniwob/html")))
    except PackageNotFoundError as error:
        raise ConfigError("MiniWoB++ is not installed: pip install 'PATH_OF_THE_CLONE[bench]'") from error
    if not found.is_dir():
        raise ConfigError(f"MiniWoB++ has no pages at {found}: pip install --force-reinstall miniwob")
    return found


async def _query(page: Page) -> str:
    """Returns the task; for a flight search, in the words of its fields."""
    said: str = await page.evaluate(UTTERANCE)
    if not said.startswith("{"):
        return said
    return "Search for a flight. " + "; ".join(f"{name}: {value}" for name, value in json.loads(said).items())


@dataclass(frozen=True, slots=True)
class Episode:
    """One task during its episode."""

    page: Page
    images: tuple[Image, ...] = ()

    async def score(self, result: Result, page: Page) -> Score:  # noqa: ARG002 - the page of the case keeps the score
        """Returns the raw reward of the first episode."""
        ended, reward = await self.page.evaluate(ENDED)
        if not ended:
            return Score(passed=False, reward=0.0, reason="the episode did not end")
        passed = reward > 0
        return Score(passed=passed, reward=float(reward), reason="" if passed else f"the raw reward is {reward:g}")


@asynccontextmanager
async def staged(browser: Browser, *, path: Path, seed: int) -> AsyncGenerator[Episode]:
    """Opens a task at the beginning of its episode, in a context of its own.

    Args:
        browser: The browser.
        path: The path of its page, below the folder of pages.
        seed: The seed of the episode.
    """
    with loopback(files(_html())) as url:
        context = await browser.new_context(viewport=LARGE if path.parts[0] == "flight" else SMALL)
        try:
            page = await context.new_page()
            await page.goto(f"{url}/{path.as_posix()}")
            await begin(page, seed)
            await page.evaluate(ONCE)
            yield Episode(page)
        finally:
            await context.close()
