"""Finds the elements that each player would act on, in one walk through the changed pages.

A helper that knows the elements makes the walk. It costs a small part of what it costs to play the flow with each
player, so that many more changes can be tried. A walk shows only which elements the players choose: evidence, dialogs
and effects are tested only by plays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import ElementHandle, Error, Locator, Page

from actwright.engine.matching.elements import find
from actwright.engine.matching.surroundings import described
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.recording import RecordedAction, RecordedTarget, Recording
from actwright.schemas.task import Task
from benchmarks.mutate.play import WHOLE, act_on, shown
from benchmarks.mutate.stage import HANDLE, TIMEOUT, Mutation, Played, Stage
from benchmarks.mutate.steps import Scenario, Scope, Step

__all__ = ["Choices", "on_elements", "walked"]

NOTHING = ""
"""The player stops, because it is certain of no element."""
STRANGE = "another"
"""An element that no scenario names."""
LATER = 0.7
"""Seconds before another look at a page on which a player found nothing, or which has lost the recorded element."""

Choices = dict[str, dict[str, str]]
"""The identity that each player chose, by the identity of the element that was meant."""


def on_elements(actions: Sequence[RecordedAction]) -> list[RecordedAction]:
    """Returns the actions on elements, as the steps of a scenario are: without checks of what was sent or is shown."""
    return [each for each in actions if each.targets]


async def walked(
    stage: Stage, scenario: Scenario, mutation: Mutation, recording: Recording, *, absent: bool
) -> tuple[Played, Choices]:
    """Returns what each player would choose for the changed elements or, if whole pages were changed, at each step.

    All changed elements are on the page of the first one. On the way to it, the walk leaves the fields of that page as
    they are.

    Args:
        stage: The page to walk on.
        scenario: The scenario to walk through.
        mutation: The change.
        recording: The recording that a replay follows.
        absent: Whether the changed elements cannot be acted on, so that the walk does not wait for them.
    """
    choices: Choices = {}
    victims = mutation.victim.split(",") if mutation.victim else []
    left = iter(scenario.steps)
    looks = [[step for _, step in zip(on_elements(each.actions), left, strict=False)] for each in recording.steps]
    beside = next((look for look in looks if any(step.id in victims for step in look)), [])
    async with stage.begun(scenario, mutation) as (page, played):
        surface = BrowserSurface(
            page, task=Task(text=scenario.name), values=Values({}), downloads_dir=Path, options=WHOLE
        )
        players = _Players(page, surface, page.frame_locator(scenario.frame) if scenario.frame else page)
        try:
            for step, action in zip(scenario.steps, on_elements(recording.actions), strict=False):
                if victims and not choices and step.id not in victims:
                    if step.does == "click" or step not in beside:
                        await act_on(step, await shown(page, step.id))
                    continue
                if victims and step.id not in victims:
                    break
                if absent and not choices:
                    await page.wait_for_load_state()
                    await asyncio.sleep(LATER)
                handle = None if absent else await shown(page, step.id)
                if victims and step.id not in played.victims:
                    choices.setdefault(step.id, {})
                    continue
                choices[step.id] = await players.choose(step, action)
                if not victims and not await _went_on(players, step, handle):
                    break
        except (Error, TimeoutError) as error:
            played.message = str(error)
        finally:
            await surface.close()
    return played, choices


async def _went_on(players: _Players, step: Step, handle: ElementHandle | None) -> bool:
    """Does a step of the walk on its element; whether there was one."""
    if handle is None:
        return False
    await act_on(step, handle)
    if step.does == "click":
        players.clicked()
    return True


@dataclass(slots=True)
class _Players:
    """The three players on one page, with what each needs to choose an element.

    Attributes:
        there: The elements in the last look of the replay, which is valid until the next click.
        waited: Whether the page had time to show what is missing.
    """

    page: Page
    surface: BrowserSurface
    scope: Scope
    there: Mapping[str, RecordedTarget] | None = None
    waited: bool = False

    def clicked(self) -> None:
        """Discards the last look, because the page may have changed."""
        self.there, self.waited = None, False

    async def choose(self, step: Step, action: RecordedAction) -> dict[str, str]:
        """Returns the identity that each player would act on; each looks once more, later, before it stops."""
        found: dict[str, str] = {}
        while True:
            if not found.get("replay"):
                found["replay"] = await self._replayed(action)
            for player, locator in (("roles", step.role(self.scope)), ("css", self.scope.locator(step.css))):
                if not found.get(player):
                    found[player] = await _located(locator)
            if all(found.values()) or self.waited:
                return found
            await asyncio.sleep(LATER)
            self.there, self.waited = None, True

    async def _replayed(self, action: RecordedAction) -> str:
        if self.there is None:
            self.there = described(await self.surface.observe(picture=False))
        ids = [find(target, self.there).id for target in action.targets.values()]
        return await _identity(self.surface.resolving(ids[0])[1]) if ids[0] else NOTHING


async def _located(locator: Locator) -> str:
    """Returns the identity that a strict locator finds; `NOTHING` if it finds several elements or a hidden one."""
    if await locator.count() != 1 or not await locator.is_visible():
        return NOTHING
    return await _identity(locator)


async def _identity(locator: Locator) -> str:
    return await locator.evaluate(f"(node) => window.{HANDLE}(node)", timeout=TIMEOUT) or STRANGE
