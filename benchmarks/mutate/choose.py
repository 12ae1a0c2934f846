"""What each player would act on, step by step, on changed pages that one who knows the elements walks through.

A walk costs a quarter of what it costs to play a flow for each player, so that many more changes can be tried. It shows which elements
are chosen, and nothing of what comes after: evidence, dialogs and effects are for plays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Error, Locator, Page

from actwright.engine.page.surface import BrowserSurface
from actwright.engine.policies.replay.matching import find
from actwright.engine.policies.replay.surroundings import described
from actwright.engine.values import Values
from actwright.schemas.recording import RecordedAction, Recording
from actwright.schemas.task import Task
from benchmarks.mutate.play import HANDLE, TIMEOUT, WHOLE, Mutation, Played, Stage, act_on, shown
from benchmarks.mutate.scenarios import Scenario, Step

__all__ = ["Choices", "first_miss", "walked"]

NOTHING = ""
"""No element beyond doubt: the player stops."""
STRANGE = "another"
"""An element that no scenario names."""
LATER = 0.7
"""Seconds after which a page is looked at again where a player found nothing, or where what was recorded is gone."""

Choices = dict[str, list[tuple[str, str]]]
"""By player, in order: the element that was meant, and the one that was chosen, by their identities."""


async def walked(
    stage: Stage, scenario: Scenario, mutation: Mutation, recording: Recording, *, absent: bool
) -> tuple[Played, Choices]:
    """What each player would choose at each step, to the end or to the element that was changed.

    Args:
        stage: Where it is played.
        scenario: What is walked through.
        mutation: What is changed.
        recording: What a replay follows.
        absent: Whether the changed element cannot be acted on, so that nobody waits for it.
    """
    choices: Choices = {"replay": [], "roles": [], "css": []}
    async with stage.begun(scenario, mutation) as (page, played):
        surface = BrowserSurface(
            page, task=Task(intent=scenario.name), values=Values({}), downloads_dir=Path, options=WHOLE
        )
        try:
            for step, action in zip(scenario.steps, recording.actions, strict=False):
                gone = absent and step.id == mutation.victim
                handle = None if gone else await shown(page, step.id)
                if gone:
                    await page.wait_for_load_state()
                    await asyncio.sleep(LATER)
                for player, chosen in (await _chosen(page, surface, scenario, step, action)).items():
                    choices[player].append((step.id, chosen))
                if handle is None or step.id == mutation.victim:
                    break
                await act_on(step, handle)
        except (Error, TimeoutError) as error:
            played.message = str(error)
        finally:
            await surface.close()
    return played, choices


async def _chosen(
    page: Page, surface: BrowserSurface, scenario: Scenario, step: Step, action: RecordedAction
) -> dict[str, str]:
    """The identity of what each player would act on; each looks twice before it stops."""
    scope = page.frame_locator(scenario.frame) if scenario.frame else page
    found: dict[str, str] = {}
    for _ in range(2):
        if not found.get("replay"):
            found["replay"] = await _replayed(surface, action)
        for player, locator in (("roles", step.role(scope)), ("css", scope.locator(step.css))):
            if not found.get(player):
                found[player] = await _located(locator)
        if all(found.values()):
            break
        await asyncio.sleep(LATER)
    return found


async def _replayed(surface: BrowserSurface, action: RecordedAction) -> str:
    there = described(await surface.observe(picture=False))
    ids = [find(target, there).id for target in action.targets.values()]
    return await _identity(surface.resolving(ids[0])[1]) if ids[0] else NOTHING


async def _located(locator: Locator) -> str:
    """What a strict locator finds; nothing where it finds several, or one that does not show."""
    if await locator.count() != 1 or not await locator.is_visible():
        return NOTHING
    return await _identity(locator)


async def _identity(locator: Locator) -> str:
    return await locator.evaluate(f"(node) => window.{HANDLE}(node)", timeout=TIMEOUT) or STRANGE


def first_miss(choices: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """The first step at which something else than the meant element was chosen; None if there is none."""
    return next((each for each in choices if each[0] != each[1]), None)
