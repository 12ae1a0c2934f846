"""Closes what a field that was edited has opened and left open over the element that comes next."""

from __future__ import annotations

from actwright.engine.page.acting.page_view import CHECK_SECONDS, PageView
from actwright.tools.polling import until

WAYS = ("leave", "press", "escape")
"""As in `inject/input/own_popups.js`, the gentlest first."""
CLOSING_SECONDS = 0.4
"""How long a popup may take to fade away."""


async def close_popup(view: PageView, element_id: str) -> None:
    """Leaves the field that has the keyboard, presses beside it, or presses Escape in it, until nothing covers an element.

    Raises:
        ToolError: The page does not respond.
    """
    frames = view.observer.reader.frames

    async def is_covered() -> bool:
        answer = await frames.ask_of(element_id, "check", seconds=view.clock.within(CHECK_SECONDS))
        return bool(answer.get("covered_by"))

    for way in WAYS:
        await frames.ask_of(element_id, "close_popup", seconds=view.clock.within(CHECK_SECONDS), way=way)
        if (await until(is_covered, lambda covered: not covered, seconds=CLOSING_SECONDS))[0]:
            return
