"""Times how long an agent with one reply, a replay of it and a Playwright script take, in turn, to fill the same forms.

Each opens a form, fills all its fields and presses its button. The agent's time includes its look, the screenshot,
settling and the verification. The replay's time includes the same without the screenshot, and finding each element
again. The script only acts, and waits as Playwright does. `ms more per fill` is how much longer the median `fill` of
the agent takes than that of the script. A form whose elements can be distinguished only by their positions has no
replay. `--rounds` sets how often each of them fills each form.

`test` is the same with the set-up of every test: a context of its own, and opening the page (with a login for the one
form that needs it).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from playwright.async_api import Page
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright import Agent, ConfigError, Result  # noqa: E402 - the repository's root comes first
from actwright.engine.page.browser.launch import OpenedPage, open_browser  # noqa: E402
from actwright.engine.page.page_options import PageOptions  # noqa: E402
from actwright.engine.page.reading.isolated_world import register  # noqa: E402
from actwright.engine.page.surface import BrowserSurface  # noqa: E402
from actwright.engine.policies.replay import Replay  # noqa: E402
from actwright.engine.values.values import Values  # noqa: E402
from actwright.recording import record  # noqa: E402
from actwright.schemas.proposal import Action, Proposal  # noqa: E402
from actwright.schemas.recording import Recording  # noqa: E402
from actwright.schemas.task import Task  # noqa: E402
from actwright.testing import ScriptedModel, Site  # noqa: E402
from benchmarks.suites import forms, forms_rich, miniwob  # noqa: E402

ROUNDS = 5
WHOLE = PageOptions(budget=50_000)
BUNDLED = ("price", "sell", "kitchen", "wizard")
RICH = ("apply-1",)
MINIWOB = (
    "click-test", "click-test-2", "click-test-transfer", "click-button-sequence", "button-delay", "click-checkboxes",
    "click-checkboxes-large", "click-checkboxes-soft", "click-checkboxes-transfer", "click-option", "login-user", "enter-text",
)  # fmt: skip
"""The last two have no replay: nothing names their fields."""


FIELDS = """() => {
  const values = {number: '7', range: '10', date: '2026-05-04', time: '14:30', month: '2026-05', week: '2026-W20',
    'datetime-local': '2026-05-04T14:30', email: 'ada@example.org', url: 'https://example.org', tel: '5550100', color: '#336699'};
  const found = [];
  const seen = new Set();
  const all = [...document.querySelectorAll('input, select, textarea')];
  for (const [index, control] of all.entries()) {
    const box = control.getBoundingClientRect();
    if (!box.width || !control.checkVisibility({visibilityProperty: true}) || control.disabled || control.readOnly) continue;
    const type = control.localName === 'input' ? control.type : control.localName;
    if (/^(submit|button|reset|image|file|hidden|password)$/.test(type) && type !== 'password') continue;
    if (type === 'radio' && seen.has(control.name)) continue;
    seen.add(control.name);
    const option = type === 'select' ? [...control.options].find((each) => each.value && !each.disabled && !each.selected) : null;
    if (type === 'select' && (!option || control.multiple)) continue;
    const does = type === 'select' ? 'select' : /^(radio|checkbox)$/.test(type) ? 'check' : 'fill';
    found.push({does, index, value: option ? option.value : values[type] || 'Ada', x: box.x, y: box.y});
  }
  return found;
}"""
BUTTON = """() => {
  const all = [...document.querySelectorAll('button, input[type=submit]')];
  const index = all.findIndex((each) => each.type === 'submit' && each.getBoundingClientRect().width);
  const box = all[index].getBoundingClientRect();
  return {does: 'click', index, value: '', x: box.x, y: box.y};
}"""
CONTROLS = {"click": "button, input[type=submit]"}


@dataclass(frozen=True, slots=True)
class Form:
    """A form that can be opened again and again.

    Attributes:
        name: The name in the table.
        opened: Opens a new page that shows it.
    """

    name: str
    opened: Callable[[OpenedPage], AbstractAsyncContextManager[Page]]


@dataclass(slots=True)
class Times:
    """The seconds that each filling and each opening of one form took, and the ms of its single fills."""

    by_agent: list[float] = field(default_factory=list[float])
    by_replay: list[float] = field(default_factory=list[float])
    by_script: list[float] = field(default_factory=list[float])
    opening: list[float] = field(default_factory=list[float])
    agent_fills: list[float] = field(default_factory=list[float])
    script_fills: list[float] = field(default_factory=list[float])


@asynccontextmanager
async def on_site(opened: OpenedPage, *, path: str) -> AsyncGenerator[Page]:
    """Opens a page of the bundled site, logged in, in a context of its own."""
    with Site() as site:
        context = await opened.browser.new_context(viewport={"width": 1280, "height": 800})
        try:
            page = await context.new_page()
            if path == "sell":
                await page.goto(f"{site.url}/login?next=/sell")
                await page.locator("[type=email]").fill("ada@example.org")
                await page.locator("[type=password]").fill("lovelace-1843")
                await page.locator("[type=password]").press("Enter")
                await page.wait_for_url("**/sell")
            await page.goto(f"{site.url}/{path}")
            yield page
        finally:
            await context.close()


@asynccontextmanager
async def of_suite(opened: OpenedPage, *, cases: Callable[[int], Sequence[Any]], name: str) -> AsyncGenerator[Page]:
    """Opens the page of a case of a suite."""
    case = next(each for each in cases(1) if each.id == name)
    async with case.stage(opened.browser) as stage:
        yield stage.page


@asynccontextmanager
async def opened_for(form: Form, opened: OpenedPage, times: Times) -> AsyncGenerator[Page]:
    """Opens a new page that shows a form; yields it with the seconds that this took."""
    began = time.perf_counter()
    async with form.opened(opened) as page:
        times.opening.append(time.perf_counter() - began)
        yield page


def all_forms() -> list[Form]:
    """Returns the forms of the bench."""
    return [
        *(Form(f"site: {path}", partial(on_site, path=path)) for path in BUNDLED),
        *(Form(f"forms: {name}", partial(of_suite, cases=forms.cases, name=name)) for name in RICH),
        *(Form(f"forms_rich: {name}", partial(of_suite, cases=forms_rich.cases, name=name)) for name in RICH),
        *(Form(f"miniwob: {name}", partial(of_suite, cases=miniwob.cases, name=name)) for name in MINIWOB),
    ]


async def planned(page: Page) -> list[dict[str, Any]]:
    """Returns what to do on the form: fill every field, then press the button."""
    return [*await page.evaluate(FIELDS), await page.evaluate(BUTTON)]


async def by_script(page: Page, plan: Sequence[dict[str, Any]], times: Times) -> None:
    """Fills the form as a script that a person writes."""
    began = time.perf_counter()
    for each in plan:
        control = page.locator(CONTROLS.get(each["does"], "input, select, textarea")).nth(each["index"])
        start = time.perf_counter()
        if each["does"] == "fill":
            await control.fill(each["value"])
            times.script_fills.append((time.perf_counter() - start) * 1000)
        elif each["does"] == "select":
            await control.select_option(each["value"])
        elif each["does"] == "check":
            await control.check()
        else:
            await control.click()
    await page.wait_for_load_state()
    times.by_script.append(time.perf_counter() - began)


async def replied(page: Page, plan: Sequence[dict[str, Any]]) -> Proposal:
    """Returns the reply that does the same, with the IDs of a run, which are the same in every run."""
    surface = BrowserSurface(
        page,
        task=Task(text="look"),
        values=Values({}),
        downloads_dir=Path,
        options=PageOptions(screenshot="never", budget=50_000),
    )
    seen = (await surface.observe()).elements
    await surface.close()
    actions = list[Action]()
    for each in plan:
        element = min(
            (one for one in seen if one.box), key=lambda one: abs(one.box.x - each["x"]) + abs(one.box.y - each["y"])
        )
        given = {"fill": {"value": each["value"]}, "select": {"value": each["value"]}}.get(each["does"], {})
        actions.append(
            Action(reason="fill the form", tool=each["does"], parameters={"element_id": element.id, **given})
        )
    return Proposal(complete=True, message="the form is sent", actions=tuple(actions))


async def by_agent(page: Page, reply: Proposal, times: Times) -> Result:
    """Fills the form with one reply of an agent."""
    agent = Agent(ScriptedModel([reply]), evidence="off", out=None, page_options=WHOLE)
    result, seconds = await timed(agent, page)
    times.by_agent.append(seconds)
    outcomes = [outcome for step in result.steps for outcome in step.outcomes]
    times.agent_fills += [each.milliseconds for each in outcomes if each.action.tool == "fill"]
    return result


async def by_replay(page: Page, recording: Recording, times: Times) -> None:
    """Fills the form with a recording of the agent's run."""
    _, seconds = await timed(Agent(policy=Replay(recording), evidence="off", out=None, page_options=WHOLE), page)
    times.by_replay.append(seconds)


async def timed(agent: Agent, page: Page) -> tuple[Result, float]:
    """Plays the run, which must do everything; returns its result and its seconds."""
    began = time.perf_counter()
    result = await agent.run("Fill in the form and send it", page=page)
    seconds = time.perf_counter() - began
    bad = [outcome for step in result.steps for outcome in step.outcomes if outcome.status != "done"]
    assert not bad, bad[0]
    assert result.complete, result
    return result, seconds


def recorded(result: Result, name: str) -> Recording | None:
    """Returns the recording of a form; None if its elements cannot be distinguished."""
    try:
        return record(result)
    except ConfigError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return None


async def measured(chosen: Sequence[Form], rounds: int) -> dict[str, tuple[int, Times]]:
    """Returns, for each form, the number of actions and the times."""
    found: dict[str, tuple[int, Times]] = {}
    async with open_browser() as opened:
        await register(opened.page)
        for form in chosen:
            times = Times()
            async with form.opened(opened) as page:
                plan = await planned(page)
                reply = await replied(page, plan)
            for _ in range(rounds):
                async with opened_for(form, opened, times) as page:
                    await by_script(page, plan, times)
                async with opened_for(form, opened, times) as page:
                    recording = recorded(await by_agent(page, reply, times), form.name)
                if recording is not None:
                    async with opened_for(form, opened, times) as page:
                        await by_replay(page, recording, times)
            found[form.name] = (len(plan), times)
    return found


def report(found: dict[str, tuple[int, Times]]) -> Table:
    """Returns a table with a row for each form."""
    table = Table(
        "form",
        "actions",
        "agent, ms",
        "replay, ms",
        "script, ms",
        "agent",
        "replay",
        "opening, ms",
        "agent, test",
        "replay, test",
        "ms more per fill",
        title="medians",
    )
    ratios, replays, tests, replayed_tests = list[float](), list[float](), list[float](), list[float]()
    for name, (actions, times) in found.items():
        agent, script = statistics.median(times.by_agent), statistics.median(times.by_script)
        opening = statistics.median(times.opening)
        ratios.append(agent / script)
        tests.append((opening + agent) / (opening + script))
        beyond = ""
        if times.script_fills:
            beyond = f"{statistics.median(times.agent_fills) - statistics.median(times.script_fills):.0f}"
        replay, ratio, test = "", "", ""
        if times.by_replay:
            took = statistics.median(times.by_replay)
            replays.append(took / script)
            replayed_tests.append((opening + took) / (opening + script))
            replay, ratio, test = f"{took * 1000:.0f}", f"{replays[-1]:.2f}", f"{replayed_tests[-1]:.2f}"
        table.add_row(
            name,
            str(actions),
            f"{agent * 1000:.0f}",
            replay,
            f"{script * 1000:.0f}",
            f"{ratios[-1]:.2f}",
            ratio,
            f"{opening * 1000:.0f}",
            f"{tests[-1]:.2f}",
            test,
            beyond,
        )
    table.add_section()
    agents, again, tested, tested_again = (
        f"{statistics.median(each):.2f}" if each else "" for each in (ratios, replays, tests, replayed_tests)
    )
    table.add_row("median of ratios", "", "", "", "", agents, again, "", tested, tested_again, "")
    return table


async def main() -> None:
    """Measures, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default="", help="only forms whose name contains this text")
    given = parser.parse_args()
    chosen = [form for form in all_forms() if given.only in form.name]
    Console(width=170).print(report(await measured(chosen, given.rounds)))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
