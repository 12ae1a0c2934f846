"""Changes pages between the look and the click, and counts wrong hits of an ID and refusals without a reason.

`python benchmarks/swap_fuzz.py --tries 2000` plays that many seeded rounds. In each round, a page shows a list of
records, which the engine observes. Then the page changes, before the action or at a random moment during it. The page's
own listeners record which record's control a trusted press, click or key reached. A wrong hit is one that reached
another record than the intended one, or a control with another name. Ordinary changes (clocks, badges, messages, other
rows) must not lead to a refusal.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Page
from rich.console import Console
from rich.table import Table

from actwright.engine.act import act
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.task import Task
from actwright.tools.toolbox import Toolbox, builtin_tools

HARMFUL = (
    "rename", "role", "twin", "swap", "move", "cover", "remove", "remove_keyed", "insert", "recycle", "rerender",
    "rerender_recycle", "shuffle", "page", "page_anew", "grow", "grow_inside", "undo", "amount",
)  # fmt: skip
ORDINARY = (
    "tick", "badge", "status", "message", "other_row", "append", "class", "restyle", "typed", "wrap_more", "amounts",
    "addresses", "shorten", "sort_others",
)  # fmt: skip
CONTROLS = ("table", "list", "cards", "grid", "single")
LINKS = ("results", "plain_results", "button_results", "items", "plain_items", "links")
MOMENTS = ("before", "microtask", "timer", "frame", "mousedown", "burst")
PAGES = 4
REFUSALS = ("look again", "no longer on the page", "the rest of the action was stopped")
UNSEEN = PageOptions(screenshot="never")
TYPED = {"fill": {"value": "x1"}, "type": {"value": "x1"}, "press": {"key": "Enter"}}
PAGE = Path(__file__).with_suffix(".html").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Round:
    """The plan of one round.

    Attributes:
        layout: How the page lays out its records: each has the same controls, or a control with its name.
        change: How the page changes them.
        moment: The moment of the change: before the action, or some moment during it.
        tool: The tool that acts on the control.
    """

    layout: str
    change: str
    moment: str
    tool: str


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a round.

    Attributes:
        status: The status of the action: done, failed or unknown.
        wrong: The control that the action reached instead of the intended one; empty if it reached no other.
        reached: Whether the action reached the intended control.
        detail: The text that the model would read.
    """

    status: str
    wrong: tuple[str, ...]
    reached: bool
    detail: str

    @property
    def refused(self) -> bool:
        """Whether the action was refused because the ID may now denote something else, and did not fail otherwise."""
        return self.status != "done" and any(words in self.detail for words in REFUSALS)


def rounds(count: int, seed: int, changes: tuple[str, ...]) -> list[Round]:
    """Returns `count` rounds, the same for the same seed."""
    chance = random.Random(seed)
    tools = ("click", "click", "click", "fill", "type", "check", "press")

    def one() -> Round:
        layout = chance.choice(CONTROLS + LINKS)
        tool = chance.choice(tools if layout in CONTROLS else ("click", "press"))
        return Round(layout, chance.choice(changes), chance.choice(MOMENTS), tool)

    return [one() for _ in range(count)]


async def play(page: Page, surface: BrowserSurface, each: Round, seed: int) -> Ending:
    """Plays one round, on a page that is rebuilt for it."""
    await page.evaluate("plan => build(plan)", {"layout": each.layout, "seed": seed})
    while not (seen := await surface.observe()).elements:
        pass  # the machine is busy, and the page did not answer in time
    meant = await page.evaluate("tool => choose(tool)", each.tool)
    element = _find(seen, meant)
    plan = {"change": each.change, "moment": each.moment, "seed": seed, **meant}
    await page.evaluate("plan => arrange(plan)", plan)
    action = Action(reason="", tool=each.tool, parameters={"element_id": element.id, **TYPED.get(each.tool, {})})
    (outcome,) = await act(Proposal(complete=False, message="go", actions=(action,)), Toolbox(builtin_tools()), surface)
    hits: list[str] = json.loads(await page.evaluate("settled()"))
    wanted = f"{meant['record']}/{meant['name']}"
    wrong = tuple(hit for hit in hits if hit != wanted)
    return Ending(outcome.status, wrong, wanted in hits, outcome.detail)


def _find(seen: Observation, meant: dict[str, object]) -> Element:
    x, y = float(str(meant["x"])), float(str(meant["y"]))
    for element in seen.elements:
        box = element.box
        if box and element.name == meant["name"] and abs(box.x - x) < 2 and abs(box.y - y) < 2:
            return element
    raise LookupError(f"{meant} is not among {[one.title for one in seen.elements]}")


async def fuzz(page: Page, chosen: Sequence[Round], *, seed: int) -> list[Ending]:
    """Plays rounds on one page, in one run."""
    await register(page)
    task, values = Task(text="click"), Values({})
    surface = BrowserSurface(page, task=task, values=values, downloads_dir=lambda: Path("runs"), options=UNSEEN)
    try:
        await page.set_content(PAGE)
        return [await play(page, surface, each, seed + number) for number, each in enumerate(chosen)]
    finally:
        await surface.close()


async def side_by_side(browser: Browser, chosen: Sequence[Round], *, seed: int) -> list[Ending]:
    """Plays rounds on several pages at once, because each page waits most of its time."""
    size = -(-len(chosen) // PAGES)
    parts = [chosen[start : start + size] for start in range(0, len(chosen), size)]
    contexts = [await browser.new_context(viewport={"width": 1280, "height": 800}) for _ in parts]
    pages = [await context.new_page() for context in contexts]
    played = await asyncio.gather(
        *(
            fuzz(page, part, seed=seed + number * size)
            for number, (page, part) in enumerate(zip(pages, parts, strict=True))
        )
    )
    return [ending for part in played for ending in part]


STATEMENT = (
    "A click, a press or a key reaches the control that the model saw, with the same name, role and record. Otherwise "
    "it reaches nothing, and the action reports this. While an action is under way, pages rename, swap, move, cover, "
    "recycle and redraw their controls. The pages' own listeners record what was reached."
)
NOT_COVERED = (
    "a control that keeps its name and place and changes only what it does; controls that differ only in what is "
    "painted; frames of other sites that move over the page, which have tests of their own; a page that was passed in "
    "and whose scripts forge trusted events"
)


async def main(count: int, seed: int) -> tuple[int, int]:
    """Plays harmful and ordinary rounds, and prints the results; returns the number of rounds and of wrong hits."""
    harmful, ordinary = rounds(count, seed, HARMFUL), rounds(max(count // 4, 1), seed + 1, ORDINARY)
    began = time.monotonic()
    async with open_browser() as opened:
        browser = opened.page.context.browser
        assert browser is not None
        bad = await side_by_side(browser, harmful, seed=seed)
        good = await side_by_side(browser, ordinary, seed=seed + count)
    table = Table(
        "change",
        "rounds",
        "reached",
        "refused",
        "failed otherwise",
        "wrong hits",
        title=f"seed {seed}, {time.monotonic() - began:.0f} s",
    )
    for chosen, endings in ((harmful, bad), (ordinary, good)):
        tallies: dict[str, Counter[str]] = {}
        for each, ending in zip(chosen, endings, strict=True):
            tally = tallies.setdefault(each.change, Counter())
            tally.update(
                rounds=1,
                reached=ending.reached,
                refused=ending.refused,
                failed=ending.status != "done" and not ending.refused,
                wrong=bool(ending.wrong),
            )
        for change, tally in sorted(tallies.items()):
            table.add_row(change, *(str(tally[name]) for name in ("rounds", "reached", "refused", "failed", "wrong")))
        table.add_section()
    console = Console()
    console.print(table)
    for each, ending in (*zip(harmful, bad, strict=True), *zip(ordinary, good, strict=True)):
        if ending.wrong or (each.change in ORDINARY and ending.status != "done"):
            console.print(each, ending)
    wrong = sum(bool(ending.wrong) for ending in (*bad, *good))
    refused = sum(ending.refused for ending in good)
    console.print(f"wrong hits: {wrong} of {len(bad) + len(good)}; refused without a reason: {refused} of {len(good)}")
    return len(bad) + len(good), wrong


if __name__ == "__main__":
    from guarantees import parser_of, proved, write

    what = "the number of rounds with harmful changes; a quarter as many have ordinary ones"
    parser = parser_of(__doc__, tries=200, what=what, seed=1)
    options = parser.parse_args()
    played, wrong_hits = asyncio.run(main(options.tries, options.seed))
    proof = proved(
        "acts-on-what-was-seen", STATEMENT, tries=played, violations=wrong_hits, seed=options.seed, not_covered=NOT_COVERED
    )  # fmt: skip
    write(options.out, proof)
