"""Plays a scenario on a changed page, by replay and as written by hand. Hidden identities show what it reached."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from playwright.async_api import Browser, BrowserContext, ElementHandle, Error, Page, Route, expect
from pydantic import JsonValue

from actwright import Agent, ConfigError, Limits, Proposal
from actwright.engine.page.options import PageOptions
from actwright.engine.policies.auto import Auto
from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.replay import Replay
from actwright.recording import record
from actwright.schemas.base import Frozen
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.recording import Recording
from actwright.schemas.turn import Turn
from benchmarks.mutate.applications import Applications
from benchmarks.mutate.scenarios import Scenario, Step

__all__ = [
    "BETWEEN",
    "HANDLE",
    "PATIENCE",
    "TIMEOUT",
    "WHOLE",
    "Hit",
    "Mutation",
    "Played",
    "Recorded",
    "Stage",
    "act_on",
    "by_hand",
    "by_healing",
    "by_replay",
    "recorded",
    "shown",
    "staged",
    "still_works",
]

SCRIPT = Path(__file__).with_name("mutate.js").read_text("utf-8")
HANDLE = "bench_5f1c"
PATIENCE, BETWEEN = 5.0, 1.0
"""Seconds that a replay waits for an element, in place of 10, and between two looks, in place of 0.2: what never comes is waited for in full."""
TIMEOUT = 8_000
"""The same for hand-written tests, in ms, in place of 30,000: longer, so that no busy machine fails one."""
WHOLE = PageOptions(screenshot="never", budget=50_000)
LONGEST = 60.0
"""Seconds that an unchanged page may take to show what is recorded next."""
LEAVINGS = 5
"""How often a page may be left while it is asked whether all has been heard."""
LONGEST_PLAY = 180
"""Seconds of one run."""
OTHER = "other: "
"""What the identity of an element begins with that no scenario names; the script of the page says the same."""
COVERS, WAYS = ("Accept all", "Yes"), ("More options", "Go to the next page")
"""What a person presses because it is in the way, and because what is sought is not there yet, as the changes put it there."""
SLOWEST = 0.8
"""Seconds that an answer is delayed by, at most."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change of a scenario's pages.

    Attributes:
        scenario: Its name.
        kind: What is changed.
        victim: The element that it happens to, or several with commas between; empty if it happens to whole pages.
        seed: What its particulars are drawn from.
    """

    scenario: str
    kind: str
    victim: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """What reached an element: a click, or a value that was set."""

    does: str
    id: str
    value: str = ""


@dataclass(slots=True)
class Played:
    """What came of it.

    Attributes:
        hits: What was reached, in order; values set in one field one after the other are one.
        finished: Whether the player said that it is done.
        changed: Whether the change was made on the way.
        victims: The elements that it happened to; of a change of whole pages an empty one.
        lost: Whether the last action was left without an effect.
        healed: Whether it was handed over to one who knows the elements.
        message: What the player said.
    """

    hits: list[Hit] = field(default_factory=list[Hit])
    finished: bool = False
    changed: bool = False
    victims: set[str] = field(default_factory=set[str])
    lost: bool = False
    healed: bool = False
    message: str = ""


class Recorded(Frozen):
    """A recording, and the elements that it reached."""

    recording: Recording
    hits: tuple[Hit, ...]


class Stage:
    """A page of its own on which plays follow each other: everything is as at the start before each."""

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
        """Leaves the page, that does not answer any more, for another."""
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
        """What was reached until now."""
        return _together(self._hits)

    @asynccontextmanager
    async def begun(self, scenario: Scenario, mutation: Mutation) -> AsyncGenerator[tuple[Page, Played]]:
        """The page, at the start of the scenario, that changes itself and reports what is reached."""
        page, context = await self._ready(), self._context
        self._played, self._hits = Played(), []
        self._applications.begin()
        await context.clear_cookies()
        session = await context.new_cdp_session(page)
        source = f"({SCRIPT})({json.dumps(_plan(scenario, mutation))})"
        await session.send("Page.enable")
        await session.send("Page.addScriptToEvaluateOnNewDocument", {"source": source})  # for as long as the session
        slow = mutation.kind == "slow answers"
        if slow:
            await page.route("**/*", _slowly(mutation.seed))
        try:
            await self._applications.open(page, scenario)
            yield page, self._played
            await _all_heard(page)
            self._played.hits = self.hits
        finally:
            if slow:
                await page.unroute("**/*")
            await session.detach()


@asynccontextmanager
async def staged(browser: Browser, applications: Applications) -> AsyncGenerator[Stage]:
    """A stage in a context of its own."""
    context = await browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    try:
        yield Stage(context, applications)
    finally:
        await context.close()


async def _all_heard(page: Page) -> None:
    """Returns when what the page reported until now has arrived; a page that is being left has reported before the next answers."""
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
        with suppress(Error):  # of a page that was left meanwhile
            await route.continue_()

    return slowly


def _together(hits: Sequence[Hit]) -> list[Hit]:
    found: list[Hit] = []
    for hit in hits:
        if found and hit.does == "set" and (found[-1].does, found[-1].id) == ("set", hit.id):
            found.pop()
        found.append(hit)
    return found


async def _handle(page: Page, id: str) -> ElementHandle | None:
    """The element of this identity, in whichever frame."""
    for frame in page.frames:
        if element := (await frame.evaluate_handle(f"window.{HANDLE}?.({json.dumps(id)})")).as_element():
            return element
    return None


async def _element(page: Page, seen: Observation, id: str) -> Element | None:
    """The same in an observation, by its place."""
    handle = await _handle(page, id)
    box = await handle.bounding_box() if handle else None
    if box is None:
        return None
    near = [
        (abs(one.box.x - box["x"]) + abs(one.box.y - box["y"]) + abs(one.box.width - box["width"]), one)
        for one in seen.elements
        if one.box
    ]
    distance, element = min(near, key=lambda each: each[0], default=(99.0, None))
    return element if distance < 3 else None


class Known:
    """A policy that knows where the elements are: it makes the recordings."""

    roles: tuple[str, ...] = ()
    preferences: ClassVar = Preferences(pictures=False)

    def __init__(self, page: Page, scenario: Scenario) -> None:
        self._page, self._scenario = page, scenario

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's
        """What can be done on the page that is seen. Raises ConfigError if nothing can be."""
        done = sum(outcome.status == "done" for step in turn.steps for outcome in step.outcomes)
        steps, seen, until = self._scenario.steps, turn.page, time.monotonic() + LONGEST
        while not (actions := await self._possible(seen, done)) and time.monotonic() < until:
            seen = await turn.observe()
        if not actions:
            raise ConfigError(f"{self._scenario.name}: {steps[done].id} is not there:\n{seen.tree}")
        return _proposed(self._scenario, actions, done)

    async def _possible(self, seen: Observation, done: int) -> list[Action]:
        """The actions that come next, as far as their elements are there."""
        actions: list[Action] = []
        for step in self._scenario.steps[done:]:
            element = await _element(self._page, seen, step.id)
            if element is None:
                break
            actions.append(_action(step, element.id))
        return actions


class Healer(Known):
    """A policy that goes on where a recording does not fit: it knows the elements too, and what releases put in the way of them."""

    def __init__(self, page: Page, scenario: Scenario, stage: Stage) -> None:
        super().__init__(page, scenario)
        self._stage = stage

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's
        """What can be done on the page that is seen; `fail` where what comes next is not there and nothing leads to it."""
        seen, until = turn.page, time.monotonic() + PATIENCE / 2
        if seen.dialog:
            answer = Action(reason="as asked", tool="answer_dialog", parameters={"accept": True})
            return Proposal(complete=False, message="sure", actions=(answer,))
        while True:
            done = sum(not hit.id.startswith(OTHER) for hit in self._stage.hits)
            if cover := _named(seen, COVERS):
                return _press(cover)
            actions = await self._possible(seen, done)
            if actions or done >= len(self._scenario.steps):
                return _proposed(self._scenario, actions, done)
            if way := _named(seen, WAYS):
                return _press(way)
            if time.monotonic() > until:
                given: dict[str, JsonValue] = {"reason": "what comes next is not there", "kind": "not_found"}
                fail = Action(reason="it is gone", tool="fail", parameters=given)
                return Proposal(complete=False, message="it is gone", actions=(fail,))
            seen = await turn.observe()


def _named(seen: Observation, names: Sequence[str]) -> Element | None:
    return next((each for each in seen.elements if each.tag == "button" and each.name in names), None)


def _press(element: Element) -> Proposal:
    click = Action(reason="in the way", tool="click", parameters={"element_id": element.id})
    return Proposal(complete=False, message="on the way", actions=(click,))


def _proposed(scenario: Scenario, actions: list[Action], done: int) -> Proposal:
    """These actions; with the proof if they are the last."""
    complete = done + len(actions) >= len(scenario.steps)
    proof = [Action(reason="proof", tool="expect", parameters={"text": [scenario.proof]})] if complete else []
    return Proposal(complete=complete, message="done", actions=(*actions, *proof))


def _action(step: Step, id: str) -> Action:
    value = {"value": step.value} if step.does in {"fill", "select"} else {}
    return Action(reason="as planned", tool=step.does, parameters={"element_id": id, **value})


async def recorded(stage: Stage, scenario: Scenario) -> Recorded:
    """Plays the scenario on the unchanged pages, as planned, and records it.

    Raises:
        ConfigError: It did not end as it is to, or reached another element than the planned.
    """
    async with stage.begun(scenario, Mutation(scenario.name, "nothing")) as (page, played):
        agent = Agent(policy=Known(page, scenario), out=None, page_options=WHOLE)
        result = await agent.run(scenario.name, page=page)
    if not result.complete or [hit.id for hit in played.hits] != [step.id for step in scenario.steps]:
        problems = [outcome.detail for step in result.steps for outcome in step.outcomes if outcome.status != "done"]
        raise ConfigError(f"{scenario.name} is not played as planned: {result}, {problems}, {played.hits}")
    return Recorded(recording=record(result), hits=tuple(played.hits))


async def by_replay(stage: Stage, scenario: Scenario, mutation: Mutation, recording: Recording) -> Played:
    """Replays the recording on the changed pages."""
    async with stage.begun(scenario, mutation) as (page, played):
        agent = Agent(policy=Replay(recording), out=None, page_options=WHOLE, limits=Limits(seconds=LONGEST_PLAY))
        result = await agent.run(scenario.name, page=page)
        played.finished, played.message = result.complete, result.message
    return played


async def by_healing(stage: Stage, scenario: Scenario, mutation: Mutation, recording: Recording) -> Played:
    """Replays it with one who knows the elements behind it; what that one clears out of the way is no hit."""
    async with stage.begun(scenario, mutation) as (page, played):
        policy = Auto(recording, then=Healer(page, scenario, stage))
        agent = Agent(policy=policy, out=None, page_options=WHOLE, limits=Limits(seconds=LONGEST_PLAY))
        result = await agent.run(scenario.name, page=page)
        played.finished, played.message = result.complete, result.message
        played.healed = any(step.handed_over for step in result.steps)
    cleared = {f"{OTHER}button {name}" for name in (*COVERS, *WAYS)}
    played.hits = [hit for hit in played.hits if hit.id not in cleared]
    return played


async def by_hand(stage: Stage, scenario: Scenario, mutation: Mutation, *, css: bool) -> Played:
    """Runs the test that a person wrote, with role locators or with CSS."""
    async with stage.begun(scenario, mutation) as (page, played):
        scope = page.frame_locator(scenario.frame) if scenario.frame else page
        try:
            for step in scenario.steps:
                await act_on(step, scope.locator(step.css) if css else step.role(scope))
            if css:
                await expect(scope.locator(scenario.css_proof)).to_contain_text(scenario.proof, timeout=TIMEOUT)
            else:
                await expect(scope.get_by_text(scenario.proof)).to_be_visible(timeout=TIMEOUT)
            played.finished = True
        except (Error, AssertionError) as error:
            played.message = str(error)
    return played


async def still_works(stage: Stage, scenario: Scenario, mutation: Mutation) -> bool:
    """Whether the changed pages can be used at all: by one who knows the elements."""
    async with stage.begun(scenario, mutation) as (page, _):
        scope = page.frame_locator(scenario.frame) if scenario.frame else page
        try:
            for step in scenario.steps:
                await act_on(step, await shown(page, step.id))
            await expect(scope.get_by_text(scenario.proof).first).to_be_visible(timeout=TIMEOUT)
        except (Error, AssertionError, TimeoutError):
            return False
    return True


async def shown(page: Page, id: str) -> ElementHandle:
    """The element of this identity, once it shows. Raises TimeoutError."""
    async with asyncio.timeout(TIMEOUT / 1000):
        while True:
            handle = await _handle(page, id)
            if handle is not None and await handle.is_visible():
                return handle
            await asyncio.sleep(0.1)


async def act_on(step: Step, element: Any) -> None:
    """Does what a step does, to its element or to what finds it."""
    acts: Mapping[str, Any] = {"fill": "fill", "select": "select_option", "check": "check", "click": "click"}
    given = [step.value] if step.does in {"fill", "select"} else []
    await getattr(element, acts[step.does])(*given, timeout=TIMEOUT)
