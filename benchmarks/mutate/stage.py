"""A page of its own for one play after another: it changes itself, and reports which elements actions reached."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Page, Route

from benchmarks.mutate.applications import Applications
from benchmarks.mutate.desk import RELEASES, Done
from benchmarks.mutate.steps import Scenario

SCRIPT = Path(__file__).with_name("mutate.js").read_text("utf-8")
HANDLE = "bench_5f1c"
TIMEOUT = 8_000
"""Milliseconds that a hand-written test waits for an element, instead of 30,000.

That is longer than a replay waits, so that no test fails because the machine is busy.
"""
LEAVINGS = 5
"""How often a page may navigate while the bench waits for its last reports."""
STALE = "stale task"
"""The kind whose pages are unchanged; the task is another one than the recorded."""
SLOWEST = 0.8
"""The longest delay of an answer, in seconds."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change of a scenario's pages.

    Attributes:
        scenario: The name of the scenario.
        kind: The kind of change.
        victim: The element that is changed, or several separated by commas; empty if whole pages are changed.
        seed: The seed that the details are drawn from.
    """

    scenario: str
    kind: str
    victim: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """An action that reached an element: a click, or a value that was set."""

    does: str
    id: str
    value: str = ""


@dataclass(slots=True)
class Played:
    """The result of a play.

    Attributes:
        hits: The actions that reached elements, in order; consecutive values set in one field count as one.
        finished: Whether the player reported success.
        changed: Whether the change was made during the play.
        victims: The elements that were changed; an empty identity stands for whole pages.
        done: The effects on records of the desk.
        lost: Whether the page suppressed the effect of the last action.
        healed: Whether the helper that knows the elements took over.
        message: The message of the player.
    """

    hits: list[Hit] = field(default_factory=list[Hit])
    finished: bool = False
    changed: bool = False
    victims: set[str] = field(default_factory=set[str])
    done: list[Done] = field(default_factory=list[Done])
    lost: bool = False
    healed: bool = False
    message: str = ""


class Stage:
    """A page of its own for one play after another; everything is reset before each."""

    def __init__(self, context: BrowserContext, applications: Applications) -> None:
        self._context, self._applications = context, applications
        self._page: Page | None = None
        self._played, self._hits = Played(), list[Hit]()

    async def _ready(self) -> Page:
        if self._page is None:
            self._page = page = await self._context.new_page()
            page.set_default_timeout(TIMEOUT)
            page.set_default_navigation_timeout(60_000)
            await page.expose_binding(f"{HANDLE}_hit", self._heard)
        return self._page

    async def renew(self) -> None:
        """Replaces the page, which does not answer any more, with another."""
        if self._page is not None:
            page, self._page = self._page, None
            with suppress(Error, TimeoutError):
                async with asyncio.timeout(TIMEOUT / 1000):
                    await page.close()

    async def _heard(self, _: object, text: str) -> None:
        said: dict[str, str] = json.loads(text)
        if said["does"] == "changed":
            self._played.changed = True
            self._played.victims.add(said["id"])
        elif said["does"] in {"lost", "sure"}:
            self._played.lost = said["does"] == "lost"
        else:
            self._hits.append(Hit(**said))

    @property
    def hits(self) -> list[Hit]:
        """The actions that have reached elements so far."""
        return _together(self._hits)

    @asynccontextmanager
    async def begun(self, scenario: Scenario, mutation: Mutation) -> AsyncGenerator[tuple[Page, Played]]:
        """Yields the page at the start of the scenario; it changes itself and reports which elements actions reach."""
        page, context = await self._ready(), self._context
        self._played, self._hits = Played(), []
        self._applications.begin(scenario, mutation.kind, mutation.seed)
        await context.clear_cookies()
        session = await context.new_cdp_session(page)
        source = f"({SCRIPT})({json.dumps(_plan(scenario, mutation))})"
        await session.send("Page.enable")
        await session.send("Page.addScriptToEvaluateOnNewDocument", {"source": source})  # until the session is detached
        slow = mutation.kind == "slow answers"
        if slow:
            await page.route("**/*", _slowly(mutation.seed))
        try:
            await self._applications.open(page, scenario)
            self._played.changed |= mutation.kind in RELEASES | {STALE}
            yield page, self._played
            await _all_heard(page)
            self._played.hits, self._played.done = self.hits, [*self._applications.desk.done]
        finally:
            if slow:
                await page.unroute("**/*")
            await session.detach()


@asynccontextmanager
async def staged(browser: Browser, applications: Applications) -> AsyncGenerator[Stage]:
    """Yields a stage in a browser context of its own."""
    context = await browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    try:
        yield Stage(context, applications)
    finally:
        await context.close()


async def _all_heard(page: Page) -> None:
    """Returns when all reports of the page have arrived; a page that is left reports before the next one answers."""
    for _ in range(LEAVINGS):
        with suppress(Error):
            for frame in page.frames:
                await frame.evaluate("0")
            return
        await page.wait_for_load_state()


def _plan(scenario: Scenario, mutation: Mutation) -> dict[str, Any]:
    targets = [{"id": step.id, "name": step.name, "role": step.kind, **asdict(step.place)} for step in scenario.steps]
    return {
        "kind": mutation.kind, "victim": mutation.victim, "seed": mutation.seed, "targets": targets, "handle": HANDLE,
        "last": scenario.steps[-1].id, "proof": scenario.proof,
    }  # fmt: skip


def _slowly(seed: int) -> Any:
    chance = random.Random(seed)

    async def slowly(route: Route) -> None:
        await asyncio.sleep(chance.uniform(0.1, SLOWEST))
        with suppress(Error):  # the page may have been left meanwhile
            await route.continue_()

    return slowly


def _together(hits: Sequence[Hit]) -> list[Hit]:
    found: list[Hit] = []
    for hit in hits:
        if found and hit.does == "set" and (found[-1].does, found[-1].id) == ("set", hit.id):
            found.pop()
        found.append(hit)
    return found
