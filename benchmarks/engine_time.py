"""Time of a step that is spent in the engine itself: outside of the browser and of the model."""

from __future__ import annotations

import cProfile
import pstats
import time

from rich.console import Console
from rich.table import Table

from actwright import Agent, Limits
from actwright.engine.page.browser import open_browser
from actwright.testing import ScriptedModel, Site

STEPS = 12


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
    table = Table("per step, mean", "ms", title=f"Engine time over {len(result.steps)} steps of one fill each")
    table.add_row("wall time (browser, settling, picture and engine)", f"{wall / STEPS * 1000:.0f}")
    table.add_row("CPU time of the Python process (engine, pictures, Playwright's client)", f"{cpu / STEPS * 1000:.0f}")
    table.add_row("of which own code (profile: files of actwright, their own time)", f"{own_ms(profile) / STEPS:.1f}")
    Console().print(table)


def own_ms(profile: cProfile.Profile) -> float:
    entries = pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
    return sum(entry[2] for (file, _, _), entry in entries if "actwright" in file) * 1000
