"""Selecting text, as with the mouse, to copy, format or comment on it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any, ClassVar

from playwright.async_api import Frame, Page
from pydantic import model_validator

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.text import one_line
from actwright.tools.base import Done, Tool
from actwright.tools.parameters import ElementId
from actwright.tools.surface import Surface
from actwright.tools.target import Target

SHOWN = 60
"""Characters that are shown of a selection, at its beginning and at its end."""
STEPS = 6


class SelectText(Tool):
    """Select the element's text, the phrase `text`, or from `text` to `to`."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId = ""
    text: str = ""
    to: str = ""

    @model_validator(mode="after")
    def _means_something(self) -> SelectText:
        if not self.element_id and not self.text.strip():
            message = "give an element_id or a text"
            raise ValueError(message)
        return self

    async def run(self, surface: Surface) -> Done:
        """Selects with the mouse where that presses nothing, and reads the selection back.

        Raises:
            ToolError: The text is not there, it cannot be selected, or the page selected something else.
        """
        page = surface.page
        target = await self._target(surface)
        found, frame = await self._find(surface, page, target)
        if found["problem"]:
            raise ToolError(f"{self._what(target)} {found['problem']}")
        ends = found["ends"] if frame is page.main_frame else None
        if ends is not None:
            await page.mouse.move(ends[0], ends[1])
            await page.mouse.down()
            await page.mouse.move(ends[2], ends[3], steps=STEPS)
        try:
            await surface.view.ask(frame, "select")
        finally:
            if ends is not None:
                await page.mouse.up()
        selected = one_line((await surface.view.ask(frame, "selected"))["text"])
        if not selected:
            raise ToolError(f"{self._what(target)} was not selected: the page prevents it", may_have_acted=True)
        several = f", the first of {found['count']} such" if found["count"] > 1 else ""
        return Done(f"selected {_shown(selected)}{several}")

    async def _target(self, surface: Surface) -> Target | None:
        if not self.element_id:
            return None
        target = await surface.target(self.element_id, enabled=False, reachable=False, same="node")
        if target.element.type == "password" or target.element.secret:
            raise ToolError(f"{target.title} holds a secret that is not selected")
        return target

    async def _find(self, surface: Surface, page: Page, target: Target | None) -> tuple[Mapping[str, Any], Frame]:
        """Finds the text: how often it occurs, why it cannot be selected, and where a mouse would press and let go.

        Returns that answer and the frame that gave it.
        """
        wanted = [self.text, self.to]
        if target is not None:
            if not await self._shows(surface, target):
                raise ToolError(f"{self._what(target)} is not shown there")
            return await surface.view.ask(target, "find", wanted), target.frame
        for frame in page.frames:
            with contextlib.suppress(ToolError):  # it is being detached
                if not await self._shows(surface, frame):
                    continue
                found = await surface.view.ask(frame, "find", wanted)
                if found["count"]:
                    return found, frame
        raise ToolError(f'"{self._phrase()}" is not shown on the page')

    async def _shows(self, surface: Surface, of: Target | Frame) -> bool:
        return await surface.view.shows(of, self.text) and await surface.view.shows(of, self.to)

    def _phrase(self) -> str:
        return f"{self.text} … {self.to}" if self.to else self.text

    def _what(self, target: Target | None) -> str:
        return f'"{self._phrase()}"' if self.text or target is None else target.title


def _shown(text: str) -> str:
    return f'"{text}"' if len(text) <= 2 * SHOWN else f'"{text[:SHOWN]}…{text[-SHOWN:]}"'
