"""The mouse: clicking, hovering, scrolling."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.tools.base import Aim, Done, ElementId, Surface, Tool

__all__ = ["Click", "Hover", "Scroll"]

MIDDLE = 50.0
"""Percent. A click that is told no other place goes to a point of the element that nothing else takes."""

Modifier = Literal["Alt", "Control", "Meta", "Shift"]


class Click(Tool):
    """Click; `count` 2 is a double click, `hold` a long press in s; `x`, `y`: where on the element, in %."""

    effect: ClassVar[Effect] = Effect.EFFECT
    acts_through_page: ClassVar[bool] = True

    element_id: ElementId
    button: Literal["left", "right", "middle"] = "left"
    count: int = Field(default=1, ge=1, le=3)
    modifiers: list[Modifier] = Field(default=[])
    hold: float = Field(default=0, ge=0, le=10)
    x: float = Field(default=MIDDLE, ge=0, le=100)
    y: float = Field(default=MIDDLE, ge=0, le=100)

    async def run(self, surface: Surface) -> Done:
        """Clicks, with Playwright's actionability checks."""
        target = await surface.target(self.element_id)
        aim = target.aim
        if (self.x, self.y) != (MIDDLE, MIDDLE):
            aim = Aim(position=await target.locator.evaluate(AT, [self.x, self.y], timeout=surface.timeout))
        await target.locator.click(
            **aim,
            button=self.button,
            click_count=self.count,
            modifiers=self.modifiers,
            delay=self.hold * 1000,
            timeout=surface.timeout + self.hold * 1000,
        )
        return Done(f"clicked {target.title}")


class Hover(Tool):
    """Move the mouse over an element."""

    effect: ClassVar[Effect] = Effect.READ
    stirs: ClassVar[bool] = True

    element_id: ElementId

    async def run(self, surface: Surface) -> Done:
        """Hovers."""
        target = await surface.target(self.element_id, enabled=False)
        await target.locator.hover(**target.aim, timeout=surface.timeout)
        return Done(f"the mouse is over {target.title}")


class Scroll(Tool):
    """Scroll the page or inside the element, by screens; without direction, until the element or text is in view."""

    effect: ClassVar[Effect] = Effect.READ
    stirs: ClassVar[bool] = True

    direction: Literal["up", "down", "left", "right"] | None = None
    amount: float = Field(default=1, gt=0, le=100)
    element_id: ElementId | None = None
    text: str = ""

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Scroll:
        if self.direction is None and self.element_id is None and not self.text.strip():
            message = "give a direction, an element_id or a text"
            raise ValueError(message)
        return self

    async def run(self, surface: Surface) -> Done:
        """Scrolls at once, without animation.

        Raises:
            ToolError: There is nothing to scroll, the end was reached before, or the text is not there.
        """
        if self.text:
            return await self._to_text(surface)
        if self.element_id is None:
            moved, left = await surface.page.evaluate(SCROLL, [None, *self._step()])
            return self._report("the page", moved, left)
        target = await surface.target(self.element_id, enabled=False, reachable=False)
        if self.direction is None:
            await target.locator.scroll_into_view_if_needed(timeout=surface.timeout)
            return Done(f"{target.title} is in view")
        moved, left = await target.locator.evaluate(
            f"(element, step) => ({SCROLL})([element, ...step])", self._step(), timeout=surface.timeout
        )
        return self._report(target.title, moved, left)

    async def _to_text(self, surface: Surface) -> Done:
        for frame in surface.page.frames:
            places = frame.get_by_text(self.text).filter(visible=True)
            count = await places.count()
            if count:
                await places.first.scroll_into_view_if_needed(timeout=surface.timeout)
                return Done(f'"{self.text}" is in view{f", the first of {count}" * (count > 1)}')
        raise ToolError(f'"{self.text}" does not show on the page')

    def _step(self) -> list[float]:
        sign = self.amount if self.direction in {"down", "right"} else -self.amount
        return [0, sign] if self.direction in {"up", "down"} else [sign, 0]

    def _report(self, what: str, moved: float, left: float) -> Done:
        if not moved:
            raise ToolError(f"{what} cannot scroll further {self.direction}")
        return Done(f"scrolled {what} {self.direction} by {moved:.1f} screens, {left:.1f} left that way")


AT = """(element, [x, y]) => {
  const box = element.getBoundingClientRect();
  const [width, height] = [element.clientWidth || box.width, element.clientHeight || box.height];
  return { x: Math.min(width * x / 100, width - 1), y: Math.min(height * y / 100, height - 1) };
}"""
"""A point of an element in CSS px from its padding box, as Playwright counts."""

SCROLL = """([element, x, y]) => {
  const room = (e) => x ? e.scrollWidth - e.clientWidth : e.scrollHeight - e.clientHeight;
  const root = document.scrollingElement || document.documentElement;
  const scrolls = (e) => {
    if (room(e) < 1) return false;
    const style = getComputedStyle(e);
    const overflow = x ? style.overflowX : style.overflowY;
    return e === root ? overflow !== 'hidden' : overflow === 'auto' || overflow === 'scroll';
  };
  const parent = (e) => e.assignedSlot || e.parentElement || (e.getRootNode().host ?? null);
  // Pages of one screen often scroll in an inner pane: the one under the middle of the screen is meant.
  const outward = (e) => { while (e && !scrolls(e)) e = parent(e); return e; };
  const box = outward(element)
    || (scrolls(root) ? root : element ? root : outward(document.elementFromPoint(innerWidth / 2, innerHeight / 2)))
    || root;
  const at = () => x ? box.scrollLeft : box.scrollTop;
  const screen = (x ? box.clientWidth : box.clientHeight) || 1;
  const before = at();
  box.scrollBy({ left: x * screen, top: y * screen, behavior: 'instant' });
  const left = x + y > 0 ? room(box) - at() : Math.abs(at());
  return [Math.abs(at() - before) / screen, Math.max(0, left) / screen];
}"""
"""Scrolls the nearest pane that can, and returns how far it went and how far it could still go, in screens."""
