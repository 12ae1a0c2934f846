"""Plays tasks of MiniWoB++ that need more than clicks and text, with scripts through the real engine.

`python benchmarks/hands.py` plays each task with five seeds, and shows how many of them its page counts as success. The
scripts know what to do, like a person who sees the screen, but act only with the tools and element IDs of a model.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from playwright.async_api import Error, Page
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright.engine.act import act  # noqa: E402 - the repository's root comes first
from actwright.engine.page.browser.launch import open_browser  # noqa: E402
from actwright.engine.page.options import PageOptions  # noqa: E402
from actwright.engine.page.reading.isolated_world import register  # noqa: E402
from actwright.engine.page.surface import BrowserSurface  # noqa: E402
from actwright.engine.values.values import Values  # noqa: E402
from actwright.errors import ActwrightError  # noqa: E402
from actwright.schemas.page import Element, Observation  # noqa: E402
from actwright.schemas.proposal import Action, Proposal  # noqa: E402
from actwright.schemas.result import Result, Status  # noqa: E402
from actwright.schemas.task import Task  # noqa: E402
from actwright.tools.toolbox import Toolbox, builtin_tools  # noqa: E402
from benchmarks.suites import miniwob  # noqa: E402

REAL_TIME = ("chase-circle", "moving-items", "simon-says", "stock-market")
"""These tasks need sight in real time, which one call per step cannot provide."""


@dataclass(slots=True)
class Hand:
    """Plays one episode.

    Attributes:
        page: The page, to read what a screenshot would show.
        seen: The last look.
        said: The outcomes of the actions.
    """

    page: Page
    surface: BrowserSurface
    query: str
    seen: Observation
    said: list[str]

    async def look(self) -> str:
        """The current page tree."""
        self.seen = await self.surface.observe()
        return self.seen.tree

    async def do(self, tool: str, **parameters: Any) -> str:
        """Performs one action after a new look, and returns its status and detail."""
        action = Action(reason="played", tool=tool, parameters=parameters)
        (outcome,) = await act(
            Proposal(complete=False, message="played", actions=(action,)), Toolbox(builtin_tools()), self.surface
        )
        self.said.append(f"{tool} {parameters}: {outcome.status}: {outcome.detail}")
        await self.look()
        return outcome.detail

    def find(self, name: str = "", *, tag: str = "") -> Element:
        """Returns the first element with this tag that has these words in its name or in its line of the tree."""
        for element in self.seen.elements:
            line = re.search(rf"^ *- \*?{re.escape(element.id)}\b.*$", self.seen.tree, re.MULTILINE)
            if (not tag or element.tag == tag) and name in (element.name or (line[0] if line else "")):
                return element
        raise LookupError(f"nothing is called {name!r} ({tag}) in:\n{self.seen.tree}")

    async def submit(self) -> None:
        """Presses the button that ends the task."""
        await self.do("click", element_id=self.find("ubmit", tag="button").id)

    async def eyes(self, script: str) -> Any:
        """Reads what a screenshot would show."""
        return await self.page.evaluate(script)


async def copied(hand: Hand) -> None:
    areas = [each for each in hand.seen.elements if each.tag == "textarea"]
    which = next((n for n, word in enumerate(("1st", "2nd", "3rd")) if word in hand.query), 0)
    field = hand.find(tag="input")
    await hand.do("fill", element_id=field.id, value=areas[which].value or "")
    await hand.submit()


async def highlighted(hand: Hand) -> None:
    text = await hand.eyes("document.querySelector('#randomText').innerText")
    parts = [part for part in text.split("\n") if part.strip()]
    which = next((n for n, word in enumerate(("1st", "2nd", "3rd")) if word in hand.query), 0)
    words = parts[which].split()
    await hand.do("select_text", text=" ".join(words[:2]), to=" ".join(words[-2:]))
    await hand.submit()


DOT = """() => { const svg = document.querySelector('#area svg, svg').getBoundingClientRect();
  const dot = document.querySelector('#circ').getBoundingClientRect();
  return [100 * (dot.x + dot.width / 2 - svg.x) / svg.width, 100 * (dot.y + dot.height / 2 - svg.y) / svg.height, svg.width / svg.height]; }"""


async def circled(hand: Hand) -> None:
    x, y, ratio = await hand.eyes(DOT)
    points = [
        f"{x + 14 * math.cos(angle * math.pi / 10):.1f},{y + 14 * ratio * math.sin(angle * math.pi / 10):.1f}"
        for angle in range(21)
    ]
    await hand.do("drag_along", element_id=hand.find(tag="svg").id, points=" ".join(points))
    await hand.submit()


async def lined(hand: Hand) -> None:
    x, y, _ = await hand.eyes(DOT)
    points = f"{x},5 {x},95" if "vertical" in hand.query else f"5,{y} 95,{y}"
    await hand.do("drag_along", element_id=hand.find(tag="svg").id, points=points)
    await hand.submit()


async def resized(hand: Hand) -> None:
    by = 20 if "larger" in hand.query else -20
    side = "right" if "width" in hand.query else "bottom"
    lines = [line for line in hand.seen.tree.splitlines() if "resizes=" in line]
    handle = next(line for line in lines if f'resizes="{side}"' in line or 'resizes="bottom right"' in line)
    await hand.do("drag", element_id=handle.split()[1].lstrip("*"), **{"right" if side == "right" else "down": by})
    await hand.submit()


async def hovered(hand: Hand) -> None:
    shapes = [each for each in hand.seen.elements if each.tag == "rect"]
    boxes = await hand.eyes("[...document.querySelectorAll('rect')].map((rect) => rect.id)")
    await hand.do("hover", element_id=shapes[boxes.index("highlight")].id)


async def sorted_in_grid(hand: Hand) -> None:
    names = await hand.eyes("[...document.querySelectorAll('#sortable li')].map((li) => li.innerText)")
    name, _, where = hand.query.removeprefix("Drag ").partition(" ")
    at = names.index(name)
    named = {
        "to the top left.": 0, "to the top center.": 1, "to the top right.": 2, "to the center left.": 3,
        "to the center.": 4, "to the center right.": 5, "to the bottom left.": 6, "to the bottom center.": 7,
        "to the bottom right.": 8, "up by one.": at - 3, "down by one.": at + 3, "left by one.": at - 1, "right by one.": at + 1,
    }  # fmt: skip
    ids = [each.id for each in hand.seen.elements if each.tag in {"li", "div"}]
    await hand.do("drag", element_id=ids[at], onto=ids[named[where]])


async def ticked(hand: Hand) -> None:
    wanted = await hand.eyes(
        "(() => { const n = document.querySelector('#query').innerText.match(/\\d/); return PATTERNS[n[0]].flat(); })()"
    )
    boxes = [each for each in hand.seen.elements if each.tag == "input" and each.type == "checkbox"]
    for box, tick in zip(boxes, wanted, strict=True):
        if tick:
            await hand.do("check", element_id=box.id)
    await hand.submit()


async def shared(hand: Hand) -> None:
    user, action = re.findall(r'user (@\S+), click on the "(.+)" button', hand.query)[0]
    place = await hand.eyes(
        f"[...document.querySelectorAll('.media')].findIndex((one) => one.querySelector('.username').innerText === '{user}')"
    )
    await hand.do("scroll", text=user)
    opener = {"Reply": "reply", "Retweet": "retweet", "Like": "like"}.get(action, "more")
    for each in hand.seen.elements:
        if await hand.surface._observer.eyes.locator(each.id).evaluate(  # noqa: SLF001 - replaces a look at a screenshot
            "(one, [place, kind]) => one.classList.contains(kind) && [...document.querySelectorAll('.media')].indexOf(one.closest('.media')) === place",
            [place, opener],
        ):
            await hand.do("click", element_id=each.id)
            break
    if opener == "more":
        await hand.do("click", element_id=hand.find(action, tag="li").id)


async def guessed(hand: Hand) -> None:
    field, button = hand.find(tag="input").id, hand.find(tag="button").id
    for number in range(10):
        await hand.do("fill", element_id=field, value=str(number))
        await hand.do("click", element_id=button)
        if await hand.eyes("WOB_DONE_GLOBAL"):
            return


async def is_hovered(page: Page, _: float) -> float:
    """Scores a task without a reward by what its page records of the mouse."""
    return float(await page.evaluate("document.querySelector('#highlight')?.dataset.hover === 'true'"))


async def is_rewarded(_: Page, reward: float) -> float:
    """Returns the score of the page."""
    return reward


TASKS: dict[str, Callable[[Hand], Awaitable[None]]] = {
    "copy-paste": copied,
    "copy-paste-2": copied,
    "highlight-text": highlighted,
    "highlight-text-2": highlighted,
    "draw-circle": circled,
    "draw-line": lined,
    "resize-textarea": resized,
    "hover-shape": hovered,
    "drag-items-grid": sorted_in_grid,
    "number-checkboxes": ticked,
    "social-media": shared,
    "guess-number": guessed,
}
RIGHT: dict[str, Callable[[Page, float], Awaitable[float]]] = {"hover-shape": is_hovered}
"""How tasks without a reward are scored."""
CANNOT_PLAY = (ActwrightError, Error, LookupError, StopIteration, ValueError)
"""Errors that end only their task: the page lacks what the script looks for, or an action was refused."""


async def play(hand_of: Callable[[Hand], Awaitable[None]], case: Any, browser: Any) -> tuple[float, list[str]]:
    """Returns the reward of an episode, and the outcomes of its actions."""
    async with case.stage(browser) as stage:
        query = await case.told(stage.page)
        await register(stage.page)
        surface = BrowserSurface(
            stage.page,
            task=Task(text=query),
            values=Values({}),
            downloads_dir=lambda: Path(mkdtemp()),
            options=PageOptions(screenshot="never"),
        )
        hand = Hand(stage.page, surface, query, await surface.observe(), [])
        try:
            await hand_of(hand)
        except CANNOT_PLAY as error:
            hand.said.append(f"{type(error).__name__}: {error}")
        score = await stage.score(Result(task=Task(text=query), status=Status.COMPLETE, steps=()), stage.page)
        reward = await RIGHT.get(case.id, is_rewarded)(stage.page, score.reward or 0.0)
        await surface.close()
        return reward, hand.said


async def main(seeds: int, only: Sequence[str], *, told: bool) -> bool:
    """Plays the tasks, and returns whether all succeeded."""
    table = Table("task", "right", "rewards")
    console, failed = Console(width=140), 0
    async with open_browser() as opened:
        for name, hand_of in TASKS.items():
            if only and name not in only:
                continue
            rewards: list[float] = []
            for seed in range(1, seeds + 1):
                case = next(case for case in miniwob.cases(seed) if case.id == name)
                reward, said = await play(hand_of, case, opened.browser)
                rewards.append(reward)
                if told or reward <= 0:
                    console.print(f"{name} {seed}: {reward}", *said, sep="\n  ", markup=False)
            right = sum(reward > 0 for reward in rewards)
            failed += len(rewards) - right
            table.add_row(name, f"{right} of {len(rewards)}", " ".join(f"{reward:g}" for reward in rewards))
    console.print(table)
    return not failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--told", action="store_true", help="show the result of every action")
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"a task of {', '.join(TASKS)}; all by default")
    given = parser.parse_args()
    sys.exit(not asyncio.run(main(given.seeds, given.tasks, told=given.told)))
