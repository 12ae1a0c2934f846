"""Checkboxes, radio buttons and switches, also those a page hides behind their label."""

from __future__ import annotations

from typing import Any, ClassVar

from playwright.async_api import Error

from actwright.errors import ToolError
from actwright.schemas.step import Effect, Receipt
from actwright.tools.base import Done, ElementId, Surface, Target, Tool
from actwright.tools.polling import until

__all__ = ["Check", "Uncheck"]

PATIENCE = 1.0
"""Seconds until the state must have followed the click."""


class Check(Tool):
    """Tick a checkbox or radio button, turn a switch on."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId

    async def run(self, surface: Surface) -> Done:
        """Checks it and verifies its state."""
        return await _set(surface, self.element_id, wanted=True)


class Uncheck(Tool):
    """Untick a checkbox, turn a switch off."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId

    async def run(self, surface: Surface) -> Done:
        """Unchecks it and verifies its state."""
        return await _set(surface, self.element_id, wanted=False)


async def _set(surface: Surface, element_id: str, *, wanted: bool) -> Done:
    target = await surface.target(element_id, reachable="by keys")
    if not wanted and "radio" in {target.element.type, target.element.role}:
        raise ToolError(f"{target.title} is a radio button: check another one of its group instead")
    before = await _is_checked(target, surface)
    if before is not wanted:
        await _toggle(target, surface, wanted=wanted)
        await target.locator.evaluate(A_MOMENT, timeout=surface.timeout)
    held, after = await until(lambda: _is_checked(target, surface), lambda checked: checked is wanted, seconds=PATIENCE)
    if not held:
        raise ToolError(f"{target.title} stayed {_word(checked=after)}", may_have_acted=True)
    receipt = Receipt(field=target.title, wanted=_word(checked=wanted), got=_word(checked=after), match=True)
    return Done(f"{target.title} {'was already' if before is wanted else 'is'} {receipt.got}", (receipt,))


async def _is_checked(target: Target, surface: Surface) -> bool:
    try:
        return await target.locator.is_checked(timeout=surface.timeout)
    except Error as error:
        if "Not a checkbox or radio button" not in error.message:
            raise
        raise ToolError(f"{target.title} is not a checkbox, radio button or switch: click it instead") from error


async def _toggle(target: Target, surface: Surface, *, wanted: bool) -> None:
    """Clicks the control itself where it can be reached, else its label, else presses Space on it."""
    if await target.locator.is_visible() and await target.locator.evaluate(IN_THE_OPEN, timeout=surface.timeout):
        try:
            await target.locator.set_checked(wanted, timeout=surface.timeout)
        except Error as error:
            if "did not change its state" not in error.message:
                raise
            raise ToolError(f"clicking {target.title} did not change it", may_have_acted=True) from error
        return
    if await _click_label(target, surface):
        return
    await target.locator.press("Space", timeout=surface.timeout)


async def _click_label(target: Target, surface: Surface) -> bool:
    """Clicks the control's label beside any link in it; False if there is no place to click."""
    handle = await target.locator.evaluate_handle(LABEL, timeout=surface.timeout)
    label = handle.as_element()
    if label is None:
        return False
    await label.scroll_into_view_if_needed(timeout=surface.timeout)
    place: dict[str, Any] | None = await label.evaluate(FREE_PLACE)
    if place is None:
        return False
    await label.click(position={"x": place["x"], "y": place["y"]}, timeout=surface.timeout)
    return True


def _word(*, checked: bool) -> str:
    return "checked" if checked else "unchecked"


IN_THE_OPEN = """(control) => {
  if (control.localName === 'label') return false;
  control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const box = control.getBoundingClientRect();
  const hit = control.getRootNode().elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return control.contains(hit);
}"""
"""Whether a click on the middle of a control reaches it: styled ones often lie under a part of their own label, and for
hidden ones stands the label itself, which may have a link in its middle."""
A_MOMENT = "() => new Promise((resolve) => setTimeout(resolve, 30))"
"""For pages that take a change back as soon as they have heard of it."""

LABEL = """(control) => [...(control.labels || []), control.closest('label')]
  .find((label) => label && label.getClientRects().length) || null"""

FREE_PLACE = """(label) => {
  const box = label.getBoundingClientRect();
  const root = label.getRootNode();
  for (const v of [0.5, 0.25, 0.75]) for (const u of [0.5, 0.1, 0.03, 0.25, 0.75, 0.97]) {
    const [x, y] = [box.width * u, box.height * v];
    const hit = root.elementFromPoint(box.left + x, box.top + y);
    const inside = hit && label.contains(hit);
    if (inside && !hit.closest('a, button, select, textarea')) return { x: x - label.clientLeft, y: y - label.clientTop };
  }
  return null;
}"""
"""A point of a label that belongs to no link or other control inside it, in CSS px from its padding box, as Playwright
measures positions."""
