"""Measures whether the next look comes too early, and if not, how long after the page had finished.

`behaviours.py` has the pages; each records the ideal moment itself. The waste is the time from that moment to the start
of the look. The bench compares it with Playwright's click alone, fixed waits after the click (computed from the same
runs), and `networkidle`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from behaviours import BEHAVIOURS, FINAL, Behaviour, Pages
from playwright.async_api import Page
from playwright.async_api import TimeoutError as PlaywrightTimeout
from rich.console import Console
from rich.table import Table

from actwright import builtin_tools
from actwright.engine.act import act
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.task import Task
from actwright.tools.toolbox import Toolbox

ROUNDS = 3
THINKING = 0.4
"""Seconds between opening a page and acting on it; a model takes longer."""
LATEST = 8_000
"""How long the bench waits for the final content and for an idle network, in ms."""
FIXED = (0.5, 1.0, 2.0)
TOOLBOX = Toolbox(builtin_tools())


@dataclass(frozen=True, slots=True)
class Timed:
    """The start of the observation after one action, in ms after the ideal moment, and whether it was too early."""

    waste: float
    early: bool
    took: float


async def with_actwright(page: Page, url: str, behaviour: Behaviour) -> Timed:
    """Times an action through the surface of a run, and the observation after it, which must show the final content."""
    surface = BrowserSurface(
        page,
        task=Task(text="go"),
        values=Values({}),
        downloads_dir=lambda: Path("runs"),
        options=PageOptions(screenshot="never"),
    )
    try:
        await surface.open(url + behaviour.path)
        if behaviour.act == "back":
            await surface.open(url + "/other")
        seen = await surface.observe()
        await asyncio.sleep(THINKING)
        began = time.time() * 1000
        outcomes = await act(proposal([each.id for each in seen.elements], behaviour), TOOLBOX, surface)
        assert all(outcome.status == "done" for outcome in outcomes), outcomes
        after = await surface.observe()
        at = time.time() * 1000 - after.milliseconds
    finally:
        await surface.close()
    ideal = await ideal_moment(page)
    return Timed(at - ideal, at < ideal or FINAL not in after.text, at - began)


def proposal(element_ids: list[str], behaviour: Behaviour) -> Proposal:
    if behaviour.act == "back":
        actions = [Action(reason="r", tool="go_back", parameters={})]
    elif behaviour.act == "fill":
        fills = [{"element_id": each, "value": "kayak"} for each in element_ids]
        actions = [Action(reason="r", tool="fill", parameters=parameters) for parameters in fills]
    else:
        actions = [Action(reason="r", tool="click", parameters={"element_id": element_ids[0]})]
    return Proposal(complete=False, message="m", actions=tuple(actions))


async def with_playwright(page: Page, url: str, behaviour: Behaviour, *, idle: bool) -> Timed:
    """Times an action through Playwright alone, with its own waiting, and with `networkidle` after it on request."""
    await page.goto(url + behaviour.path)
    if behaviour.act == "back":
        await page.goto(url + "/other")
    await asyncio.sleep(THINKING)
    began = time.time() * 1000
    if behaviour.act == "back":
        await page.go_back()
    elif behaviour.act == "fill":
        for field in await page.locator("input").all():
            await field.fill("kayak")
    else:
        await page.locator("#go").click()
    if idle:
        with contextlib.suppress(PlaywrightTimeout):  # the time so far counts
            await page.wait_for_load_state("networkidle", timeout=LATEST)
    at = time.time() * 1000
    ideal = await ideal_moment(page)
    return Timed(at - ideal, at < ideal, at - began)


async def ideal_moment(page: Page) -> float:
    await page.wait_for_function("window.idealAt", timeout=LATEST)
    return await page.evaluate("window.idealAt")


def later(timed: list[Timed], seconds: float) -> list[Timed]:
    return [Timed(t.waste + seconds * 1000, t.waste + seconds * 1000 < 0, t.took + seconds * 1000) for t in timed]


async def measured(
    url: str, rounds: int, chosen: Callable[[Behaviour], bool], *, peers: bool
) -> dict[str, dict[str, list[Timed]]]:
    """Returns the rounds by system and behaviour."""
    found: dict[str, dict[str, list[Timed]]] = {"actwright": {}, "click alone": {}, "networkidle": {}}
    async with open_browser() as opened:
        await register(opened.page)
        for _ in range(rounds):
            for behaviour in filter(chosen, BEHAVIOURS):
                for system, rows in found.items():
                    if system != "actwright" and not peers:
                        continue
                    page = await opened.context.new_page()
                    timed = (
                        await with_actwright(page, url, behaviour)
                        if system == "actwright"
                        else await with_playwright(page, url, behaviour, idle=system == "networkidle")
                    )
                    await page.close()
                    rows.setdefault(behaviour.name, []).append(timed)
    if peers:
        for seconds in FIXED:
            found[f"wait {seconds:g} s"] = {name: later(rows, seconds) for name, rows in found["click alone"].items()}
    return {system: rows for system, rows in found.items() if rows}


def cell(rounds: list[Timed]) -> str:
    early = sum(each.early for each in rounds)
    if early:
        return f"early {early}/{len(rounds)}"
    return f"{statistics.median(each.waste for each in rounds):.0f}"


def report(found: dict[str, dict[str, list[Timed]]]) -> Table:
    table = Table("after the action the page does", *found, title="ms from the ideal moment to the look, medians")
    for name in found["actwright"]:
        table.add_row(name, *(cell(rows[name]) for rows in found.values()))
    table.add_section()
    table.add_row(
        "too early in any round",
        *(f"{sum(any(t.early for t in r) for r in rows.values())} of {len(rows)}" for rows in found.values()),
    )
    kept = [[t.waste for r in rows.values() for t in r if not t.early] for rows in found.values()]
    table.add_row("median waste where not early", *(f"{statistics.median(each):.0f}" if each else "" for each in kept))
    nineties = [f"{statistics.quantiles(each, n=10)[8]:.0f}" if len(each) > 1 else "" for each in kept]
    table.add_row("p90 of it", *nineties)
    return table


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default="", help="only behaviours whose name contains this text")
    parser.add_argument("--alone", action="store_true", help="leave out the other ways of waiting")
    given = parser.parse_args()
    with Pages() as site:
        found = await measured(site.url, given.rounds, lambda each: given.only in each.name, peers=not given.alone)
    Console(width=140).print(report(found))


if __name__ == "__main__":
    asyncio.run(main())
