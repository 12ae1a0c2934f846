"""Measures how much time of a step the engine itself takes, outside the browser and the model."""

from __future__ import annotations

import contextlib
import cProfile
import pstats
import statistics
import time
from pathlib import Path

from playwright.async_api import Page
from rich.console import Console
from rich.table import Table

from actwright import Agent, Limits, builtin_tools
from actwright.engine.act import act
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.errors import ReplyError
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.task import Task
from actwright.testing import ScriptedModel, Site
from actwright.tools.toolbox import Toolbox

STEPS = 12
ROUNDS = 15


def script() -> list[dict[str, object]]:
    def reply(number: int) -> dict[str, object]:
        action = {"reason": "time it", "tool": "fill", "parameters": {"element_id": "input-0", "value": str(number)}}
        return {"complete": False, "message": f"step {number}", "actions": [action]}

    return [reply(number) for number in range(STEPS)]


async def main() -> None:
    agent = Agent(ScriptedModel(script()), limits=Limits(steps=STEPS, repeats=100), out=None)
    profile = cProfile.Profile()
    with Site() as site:
        async with open_browser() as opened:
            await opened.page.goto(f"{site.url}/price")
            wall, began = time.perf_counter(), time.process_time()
            profile.enable()
            result = await agent.run("Fill the price again and again", page=opened.page)
            profile.disable()
            cpu, wall = time.process_time() - began, time.perf_counter() - wall
            refused = await refusals(opened.page)
    table = Table("per step, mean", "ms", title=f"Engine time over {len(result.steps)} steps of one fill each")
    table.add_row("wall time (browser, settling, screenshot and engine)", f"{wall / STEPS * 1000:.0f}")
    table.add_row(
        "CPU time of the Python process (engine, screenshots, Playwright client)", f"{cpu / STEPS * 1000:.0f}"
    )
    table.add_row("of which Actwright's own code (time in its files, by a profile)", f"{own_ms(profile) / STEPS:.1f}")
    for label, milliseconds in refused.items():
        table.add_row(f"refusal of {label}, median", f"{milliseconds:.1f}")
    Console().print(table)


async def refusals(page: Page) -> dict[str, float]:
    """Returns the median ms that the refusal of an unusable ID takes, by the reason."""
    await register(page)
    surface = BrowserSurface(page, task=Task(text="refuse"), values=Values({}), downloads_dir=Path)
    toolbox = Toolbox(builtin_tools())

    async def refused(element_id: str) -> None:
        action = Action(reason="time it", tool="click", parameters={"element_id": element_id})
        with contextlib.suppress(ReplyError):
            outcomes = await act(Proposal(complete=False, message="m", actions=(action,)), toolbox, surface)
            assert outcomes[0].status == "failed"

    times: dict[str, list[float]] = {"an unknown ID": [], "an ID whose element is gone": []}
    for _ in range(ROUNDS):
        await page.set_content("<button>Gone</button><button>Here</button>")
        gone = (await surface.observe()).elements[0].id
        await page.evaluate("document.querySelector('button').remove()")
        for label, element_id in (("an unknown ID", "button-999"), ("an ID whose element is gone", gone)):
            began = time.perf_counter()
            await refused(element_id)
            times[label].append((time.perf_counter() - began) * 1000)
    await surface.close()
    return {label: statistics.median(each) for label, each in times.items()}


def own_ms(profile: cProfile.Profile) -> float:
    entries = pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
    return sum(entry[2] for (file, _, _), entry in entries if "actwright" in file) * 1000
