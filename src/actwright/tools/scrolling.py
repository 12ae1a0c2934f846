"""Scrolling: by screens, or until an element or a text is in view."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.tools.base import Done, ElementId, Surface, Tool

__all__ = ["Scroll"]


class Scroll(Tool):
    """Scroll the page, or inside the element, by screens; without a direction, bring the element or the text into view."""

    effect: ClassVar[Effect] = Effect.READ

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
