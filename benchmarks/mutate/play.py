"""Plays a scenario on changed pages, by replay and by a hand-written test. Hidden identities show what it reached."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from playwright.async_api import ElementHandle, Error, Page, expect
from pydantic import JsonValue

from actwright import Agent, ConfigError, Limits
from actwright.engine.page.page_options import PageOptions
from actwright.engine.policies.auto import Auto
from actwright.engine.policies.base import Ask, Preferences
from actwright.engine.policies.replay import Replay
from actwright.recording import record
from actwright.schemas.base import Frozen
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.recording import Recording
from actwright.schemas.turn import Turn
from benchmarks.mutate.desk import Done
from benchmarks.mutate.stage import HANDLE, STALE, TIMEOUT, Hit, Mutation, Played, Stage
from benchmarks.mutate.steps import Scenario, Step

__all__ = [
    "BETWEEN",
    "PATIENCE",
    "WHOLE",
    "RecordedRun",
    "act_on",
    "by_hand",
    "by_healing",
    "by_replay",
    "recorded",
    "shown",
    "stale",
    "still_works",
]

PATIENCE, BETWEEN = 5.0, 1.0
"""Seconds that a replay waits for an element, instead of 10, and between two looks, instead of 0.2.

They are so short because a replay waits the whole time for an element that never comes.
"""
WHOLE = PageOptions(screenshot="never", budget=50_000)
LONGEST = 60.0
"""Seconds that an unchanged page may take to show the next element to record."""
LONGEST_PLAY = 180
"""The longest time of one run, in seconds."""
OTHER = "other: "
"""The prefix of the identity of an element that no scenario names; the script of the page has the same."""
COVERS, WAYS = ("Accept all", "Yes"), ("More options", "Go to the next page")
"""The buttons, added by the changes, that a person presses to clear the way and to show a hidden element."""


class RecordedRun(Frozen):
    """A recording, the elements that it reached, and its effects on records of the desk."""

    recording: Recording
    hits: tuple[Hit, ...]
    done: tuple[Done, ...] = ()


async def _handle(page: Page, id: str) -> ElementHandle | None:
    """Returns the element with this identity, in any frame."""
    for frame in page.frames:
        if element := (await frame.evaluate_handle(f"window.{HANDLE}?.({json.dumps(id)})")).as_element():
            return element
    return None


async def _element(page: Page, seen: Observation, id: str) -> Element | None:
    """Returns the element with this identity in an observation, found by its place."""
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
    """A policy that knows where the elements are. It makes the recordings."""

    roles: tuple[str, ...] = ()
    preferences: ClassVar = Preferences(pictures=False)

    def __init__(self, page: Page, scenario: Scenario) -> None:
        self._page, self._scenario = page, scenario

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's
        """Returns the actions that are possible on the observed page. Raises ConfigError if none is."""
        done = sum(outcome.status == "done" for step in turn.steps for outcome in step.outcomes)
        steps, seen, until = self._scenario.steps, turn.page, time.monotonic() + LONGEST
        if done >= len(steps):
            return _proposed(self._scenario, [], done)
        while not (actions := await self._possible(seen, done)) and time.monotonic() < until:
            seen = await turn.observe()
        if not actions:
            raise ConfigError(f"{self._scenario.name}: {steps[done].id} is not there:\n{seen.tree}")
        return _proposed(self._scenario, actions, done)

    async def _possible(self, seen: Observation, done: int) -> list[Action]:
        """Returns the next actions, up to the first whose element is missing."""
        actions: list[Action] = []
        for step in self._scenario.steps[done:]:
            element = await _element(self._page, seen, step.id)
            if element is None:
                break
            actions.append(_action(step, element.id))
        return actions


class Healer(Known):
    """A policy that continues where a recording does not fit; it knows the elements and the obstacles."""

    def __init__(self, page: Page, scenario: Scenario, stage: Stage) -> None:
        super().__init__(page, scenario)
        self._stage = stage

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's
        """Returns the actions that are possible on the observed page; `fail` if the next element is out of reach."""
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
    """Returns a proposal with these actions, and with the proof if they are the last."""
    complete = done + len(actions) >= len(scenario.steps)
    proof = [Action(reason="proof", tool="expect", parameters={"text": [scenario.proof]})] if complete else []
    return Proposal(complete=complete, message="done", actions=(*actions, *proof))


def _action(step: Step, id: str) -> Action:
    value = {"value": step.value} if step.does in {"fill", "select"} else {}
    return Action(reason="as planned", tool=step.does, parameters={"element_id": id, **value})


async def recorded(stage: Stage, scenario: Scenario) -> RecordedRun:
    """Plays the scenario on the unchanged pages, as planned, and records it.

    Raises:
        ConfigError: The play did not end as planned, or reached another element than planned.
    """
    async with stage.begun(scenario, Mutation(scenario.name, "nothing")) as (page, played):
        agent = Agent(policy=Known(page, scenario), out=None, page_options=WHOLE)
        result = await agent.run(scenario.wanted, page=page)
    if not result.complete or [hit.id for hit in played.hits] != [step.id for step in scenario.steps]:
        problems = [outcome.detail for step in result.steps for outcome in step.outcomes if outcome.status != "done"]
        raise ConfigError(f"{scenario.name} is not played as planned: {result}, {problems}, {played.hits}")
    return RecordedRun(recording=record(result), hits=tuple(played.hits), done=tuple(played.done))


async def by_replay(stage: Stage, scenario: Scenario, mutation: Mutation, recording: Recording) -> Played:
    """Replays the recording on the changed pages."""
    async with stage.begun(scenario, mutation) as (page, played):
        agent = Agent(policy=Replay(recording), out=None, page_options=WHOLE, limits=Limits(seconds=LONGEST_PLAY))
        task = stale(scenario.wanted, mutation.seed) if mutation.kind == STALE else scenario.wanted
        try:
            result = await agent.run(task, page=page)
            played.finished, played.message = result.complete, result.message
        except ConfigError as error:
            played.message = str(error)
    return played


def stale(task: str, seed: int) -> str:
    """Returns another task than the recorded one, as a test has whose recording was not made again."""
    chance = random.Random(seed)
    words = task.split()
    at = chance.randrange(len(words))
    number = re.search(r"\d+", task)
    return chance.choice([
        f"{task} and tick express", f"Do not {task[0].lower()}{task[1:]}", f"{task} for Ada Byron", f"{task} twice",
        task.replace(number[0], str(int(number[0]) + 1), 1) if number else f"{task} 2",
        " ".join([*words[:at], "Byron", *words[at + 1 :]]),
    ])  # fmt: skip


async def by_healing(stage: Stage, scenario: Scenario, mutation: Mutation, recording: Recording) -> Played:
    """Replays the recording with the helper behind it. A click of the helper on an obstacle does not count as a hit."""
    async with stage.begun(scenario, mutation) as (page, played):
        policy = Auto(recording, then=Healer(page, scenario, stage))
        agent = Agent(policy=policy, out=None, page_options=WHOLE, limits=Limits(seconds=LONGEST_PLAY))
        result = await agent.run(scenario.wanted, page=page)
        played.finished, played.message = result.complete, result.message
        played.healed = any(step.fallback_reason for step in result.steps)
    cleared = {f"{OTHER}button {name}" for name in (*COVERS, *WAYS)}
    played.hits = [hit for hit in played.hits if hit.id not in cleared]
    return played


async def by_hand(stage: Stage, scenario: Scenario, mutation: Mutation, *, css: bool) -> Played:
    """Runs the hand-written test, with role locators or with CSS."""
    async with stage.begun(scenario, mutation) as (page, played):
        scope = page.frame_locator(scenario.frame) if scenario.frame else page
        try:
            for step in scenario.steps:
                await act_on(step, scope.locator(step.css) if css else step.role(scope))
            if css:
                await expect(scope.locator(scenario.css_proof)).to_contain_text(_proof(scenario), timeout=TIMEOUT)
            else:
                await expect(scope.get_by_text(_proof(scenario))).to_be_visible(timeout=TIMEOUT)
            played.finished = True
        except (Error, AssertionError) as error:
            played.message = str(error)
    return played


def _proof(scenario: Scenario) -> str | re.Pattern[str]:
    """Returns the proof as a tester writes it who knows that numbers differ from run to run."""
    return re.compile(re.sub(r"\d+", r"\\d+", scenario.proof)) if scenario.application == "desk" else scenario.proof


async def still_works(stage: Stage, scenario: Scenario, mutation: Mutation) -> bool:
    """Whether the changed pages can be used at all, by a helper that knows the elements."""
    async with stage.begun(scenario, mutation) as (page, _):
        scope = page.frame_locator(scenario.frame) if scenario.frame else page
        try:
            for step in scenario.steps:
                await act_on(step, await shown(page, step.id))
            await expect(scope.get_by_text(_proof(scenario)).first).to_be_visible(timeout=TIMEOUT)
        except (Error, AssertionError, TimeoutError):
            return False
    return True


async def shown(page: Page, id: str) -> ElementHandle:
    """Returns the element with this identity once it is visible. Raises TimeoutError."""
    async with asyncio.timeout(TIMEOUT / 1000):
        while True:
            handle = await _handle(page, id)
            if handle is not None and await handle.is_visible():
                return handle
            await asyncio.sleep(0.1)


async def act_on(step: Step, element: Any) -> None:
    """Performs the action of a step on its element or its locator."""
    acts: Mapping[str, Any] = {"fill": "fill", "select": "select_option", "check": "check", "click": "click"}
    given = [step.value] if step.does in {"fill", "select"} else []
    await getattr(element, acts[step.does])(*given, timeout=TIMEOUT)
