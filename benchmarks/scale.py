"""Compares N sessions in one browser with bare Playwright on the same work, and measures what 500 steps keep in memory.

Each step takes one JPEG of the screen, reads the page, clicks a button whose answer comes from the server, and fills a
field and reads it back; every tenth step loads the page again. Bare Playwright knows what to wait for
(`wait_for_function`, then 100 ms), and reads `document.body.innerText`. In the second row, it does the work of the
engine: it reads Playwright's tree for models, `aria_snapshot(mode="ai")`, and waits by the engine's rule, without
knowing what to wait for: until no request is under way and the document has not changed for 100 ms. A session of
Actwright is the whole loop with a scripted model: the tree with IDs, the annotated screenshot, the request and checked
actions.

Memory is the proportional set size that each session adds to this process, the driver and the browser's processes.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from behaviours import serve
from playwright.async_api import Page, Request
from rich.console import Console
from rich.table import Table

from actwright import Agent, Limits, builtin_tools
from actwright.engine.act import act
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.task import Task
from actwright.testing import ScriptedModel
from actwright.tools.toolbox import Toolbox

SESSIONS = (1, 2, 4, 8, 16, 32)
STEPS = 20
LONG = 500
ANEW = 10
REST = 0.1
PATH = "/work"
RESTED = """(rest) => new Promise((done) => {
  let timer = setTimeout(done, rest);
  const watch = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, rest); }).observe(document, watch);
})"""

Session = Callable[[Page, str, int], Awaitable[None]]


def action(tool: str, **parameters: Any) -> Action:
    return Action(reason="work", tool=tool, parameters=parameters)


def proposal(step: int, url: str) -> Proposal:
    anew = (action("navigate", url=url),) if step % ANEW == 0 else ()
    ids = step // ANEW  # a new document has new IDs, which continue the numbers
    click, fill = (
        action("click", element_id=f"button-{ids}"),
        action("fill", element_id=f"input-{ids}", value=str(step)),
    )
    return Proposal(complete=False, message=f"step {step}", actions=anew or (click, fill))


async def bare(page: Page, url: str, steps: int) -> None:
    async def changed(before: str) -> None:
        await page.wait_for_function("before => out.textContent !== before", arg=before)
        await asyncio.sleep(REST)

    read = partial(page.evaluate, "document.body.innerText")
    await _bare(page, url, steps, read=read, answered=changed, rested=partial(asyncio.sleep, REST))


async def bare_tree(page: Page, url: str, steps: int) -> None:
    under_way: set[Request] = set()

    def begun(request: Request) -> None:
        under_way.add(request)

    def ended(request: Request) -> None:
        under_way.discard(request)

    page.on("request", begun)
    page.on("requestfinished", ended)
    page.on("requestfailed", ended)

    async def rested(_: str = "") -> None:
        await page.evaluate(RESTED, REST * 1000)
        while under_way:
            await asyncio.sleep(0.01)
            await page.evaluate(RESTED, REST * 1000)

    await _bare(page, url, steps, read=lambda: page.aria_snapshot(mode="ai"), answered=rested, rested=rested)


async def _bare(
    page: Page,
    url: str,
    steps: int,
    *,
    read: Callable[[], Awaitable[Any]],
    answered: Callable[[str], Awaitable[None]],
    rested: Callable[[], Awaitable[None]],
) -> None:
    await page.goto(url)
    for step in range(1, steps + 1):
        await page.screenshot(type="jpeg", quality=95, scale="css")
        await read()
        if step % ANEW == 0:
            await page.goto(url)
            await rested()
            continue
        before = await page.locator("#out").inner_text()
        await page.locator("#go").click()
        await answered(before)
        assert await page.locator("#out").inner_text() != before
        await page.locator("#field").fill(str(step))
        assert await page.locator("#field").input_value() == str(step)
        await rested()


async def ours(page: Page, url: str, steps: int) -> None:
    script = [proposal(step, url) for step in range(1, steps + 1)]
    agent = Agent(ScriptedModel(script), limits=Limits(steps=steps, repeats=1000, seconds=3600), out=None)
    result = await agent.run("work", url=url, page=page)
    failed = [outcome for step in result.steps for outcome in step.outcomes if outcome.status != "done"]
    assert len(result.steps) == steps, result.status
    assert not failed, failed[0]


SYSTEMS: dict[str, Session] = {"bare Playwright": bare, "bare, same work": bare_tree, "actwright": ours}


async def throughput(url: str, sessions: int, steps: int, system: Session) -> tuple[float, float]:
    """Returns the steps per second of all sessions together, and the MB that each added."""
    async with open_browser() as opened:
        pages = [await opened.context.new_page() for _ in range(sessions)]
        await asyncio.gather(*(page.goto("about:blank") for page in pages))
        before = megabytes()
        began = time.perf_counter()
        await asyncio.gather(*(system(page, url, steps) for page in pages))
        took = time.perf_counter() - began
        return sessions * steps / took, (megabytes() - before) / sessions


async def growth(url: str, steps: int) -> list[tuple[int, dict[str, float]]]:
    """Returns ten samples of what one surface and its page hold, while it works without keeping its steps."""
    samples: list[tuple[int, dict[str, float]]] = []
    toolbox = Toolbox(builtin_tools())
    async with open_browser() as opened:
        page = opened.page
        await register(page)
        surface = BrowserSurface(page, task=Task(text="work"), values=Values({}), downloads_dir=lambda: Path("runs"))
        session = await opened.context.new_cdp_session(page)
        await session.send("Performance.enable")
        await surface.open(url)
        for step in range(1, steps + 1):
            await surface.observe()
            outcomes = await act(proposal(step, url), toolbox, surface)
            assert all(outcome.status == "done" for outcome in outcomes), outcomes
            if step % max(1, steps // 10) == 0:
                samples.append((step, await held(surface, session)))
        await surface.close()
    return samples


async def held(surface: BrowserSurface, session: Any) -> dict[str, float]:
    await session.send("HeapProfiler.collectGarbage")
    metrics = {each["name"]: each["value"] for each in (await session.send("Performance.getMetrics"))["metrics"]}
    gc.collect()
    reader = surface._observer.reader  # noqa: SLF001 - the bench measures what it keeps
    return {
        "Python objects": len(gc.get_objects()),
        "memory of this process, MB": pss(os.getpid()),
        "JS heap of the page, MB": metrics["JSHeapUsedSize"] / 1e6,
        "DOM nodes": metrics["Nodes"],
        "IDs with their frame": len(reader.frames.owners),
        "frames with a number": len(reader.frames.numbers),
    }


def slope(samples: list[tuple[int, dict[str, float]]], name: str) -> float:
    """Returns the growth per 100 steps, by least squares over the second half, when caches are full."""
    half = samples[len(samples) // 2 :]
    return statistics.linear_regression([step for step, _ in half], [each[name] for _, each in half]).slope * 100


def megabytes() -> float:
    """Returns the memory of this process and its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it ended while we looked
            children.setdefault(parent, []).append(int(entry.name))
    family, found = [os.getpid()], []
    while family:
        found.append(family.pop())
        family += children.get(found[-1], [])
    return sum(map(pss, found))


def pss(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0  # it ended while we looked
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


async def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, nargs="*", default=SESSIONS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--long", type=int, default=LONG, help="the steps of the one long session; 0 leaves it out")
    given = parser.parse_args(arguments or [])
    console = Console(width=140)
    async with serve() as host:
        url = host + PATH
        if given.sessions:
            console.print(await scaled(url, given.sessions, given.steps))
        if given.long:
            console.print(grown(await growth(url, given.long)))


async def scaled(url: str, counts: list[int], steps: int) -> Table:
    table = Table(
        "sessions", *(f"{name}, steps/s" for name in SYSTEMS), "of bare", "of bare, same work",
        *(f"{name}, MB/session" for name in SYSTEMS), title=f"{steps} steps per session",
    )  # fmt: skip
    for count in counts:
        rows = [await throughput(url, count, steps, system) for system in SYSTEMS.values()]
        speeds = [speed for speed, _ in rows]
        table.add_row(
            str(count), *(f"{speed:.2f}" for speed in speeds), f"{speeds[2] / speeds[0]:.0%}",
            f"{speeds[2] / speeds[1]:.0%}", *(f"{size:.0f}" for _, size in rows),
        )  # fmt: skip
    return table


def grown(samples: list[tuple[int, dict[str, float]]]) -> Table:
    first, last = samples[0], samples[-1]
    table = Table("one session holds", f"after {first[0]} steps", f"after {last[0]}", "per 100 steps, second half")
    for name in first[1]:
        table.add_row(name, f"{first[1][name]:,.1f}", f"{last[1][name]:,.1f}", f"{slope(samples, name):+,.2f}")
    return table


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
