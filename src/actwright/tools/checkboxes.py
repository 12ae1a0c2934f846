"""Checkboxes, radio buttons and switches, including those that a page hides behind their label."""

from __future__ import annotations

import asyncio

from playwright.async_api import Position

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.fields import FieldEdit
from actwright.tools.polling import until
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import Surface
from actwright.tools.target import Aim, Target

PATIENCE = 1.0
"""Seconds that the state may take to follow the click."""
A_MOMENT = 0.03
"""Seconds given to a page that has set a timer, because it may take a change back as soon as it has heard of it."""


class Check(FieldEdit):
    """Tick a checkbox or radio button, turn a switch on."""

    async def run(self, surface: Surface) -> Done:
        """Checks it and verifies its state."""
        return await _set(surface, self.element_id, wanted=True)


class Uncheck(FieldEdit):
    """Untick, turn off."""

    async def run(self, surface: Surface) -> Done:
        """Unchecks it and verifies its state."""
        return await _set(surface, self.element_id, wanted=False)


async def _set(surface: Surface, element_id: str, *, wanted: bool) -> Done:
    target = await surface.target(element_id, reachable="by keys", also=frozenset({"content", "press"}))
    if not wanted and "radio" in {target.element.type, target.element.role}:
        raise ToolError(f"{target.title} is a radio button: check another one of its group instead")
    content = target.content or await surface.fields.content(target)
    before = content.checked
    if before is None:
        raise ToolError(f"{target.title} is not a checkbox, radio button or switch: click it instead")
    after = before
    if before is not wanted:
        await _toggle(target, surface)
        with reading_back():
            after = await _reached(target, surface, wanted=wanted)
    if after is not wanted:
        raise ToolError(f"{target.title} stayed {_word(checked=after)}", may_have_acted=True)
    receipt = surface.fields.switched(target, content, wanted=wanted)
    return Done(f"{target.title} {'was already' if before is wanted else 'is'} {receipt.got}", (receipt,))


async def _reached(target: Target, surface: Surface, *, wanted: bool) -> bool:
    """The state after the click, once it is the wanted one, or after `PATIENCE`."""
    now = await surface.fields.settled_content(target, wanted=wanted)
    if now.timed:
        await asyncio.sleep(A_MOMENT)
    elif now.checked is wanted:
        return wanted
    _, after = await until(lambda: _is_checked(target, surface), lambda checked: checked is wanted, seconds=PATIENCE)
    return after


async def _is_checked(target: Target, surface: Surface) -> bool:
    return bool((await surface.fields.content(target)).checked)


async def _toggle(target: Target, surface: Surface) -> None:
    """Clicks the control itself where it can be reached, else its label, else presses Space on it."""
    if not (target.open or await surface.view.in_the_open(target)):
        if not await _click_label(target, surface):
            await target.locator.press("Space", timeout=surface.timeout, no_wait_after=True)
        return
    # Playwright's `set_checked` asks for the state afterwards, in vain if the click has sent for another document.
    aim = target.aim if target.element.tag != "input" else Aim(force=target.steady)
    await target.locator.click(**aim, timeout=surface.timeout, no_wait_after=True)
    if await surface.view.click_missed(target):
        await target.locator.click(timeout=surface.timeout, no_wait_after=True)


async def _click_label(target: Target, surface: Surface) -> bool:
    """Clicks the control's label where it has no link; False if there is no place to click."""
    place = (await surface.view.ask(target, "label"))["place"]
    if place is None:
        return False
    position = Position(x=place[0], y=place[1])
    await surface.view.part(target, "label").click(position=position, timeout=surface.timeout, no_wait_after=True)
    return True


def _word(*, checked: bool) -> str:
    return "checked" if checked else "unchecked"
