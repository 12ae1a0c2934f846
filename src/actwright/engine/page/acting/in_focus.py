"""The control that has the focus in a page, for a person who drives the page.

Questions are asked in our own world of scripts, where the page can neither notice nor answer them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.async_api import Frame, Locator, Page

from actwright.engine.page.reading.frames import Frames
from actwright.engine.page.reading.isolated_world import ENGINE
from actwright.schemas.native_control import FocusedControl

ASK_SECONDS = 1.0
FILL_MS = 2_000


class InFocus:
    """Reads and sets the control in focus on the pages of one run.

    All methods raise Playwright's Error if the page is gone or does not answer in time.

    Args:
        frames: Asks the documents of the pages.
    """

    def __init__(self, frames: Frames) -> None:
        self._frames = frames

    async def control(self, page: Page) -> FocusedControl | None:
        """The control in focus if the browser draws a part of it outside the page; also in frames and shadow roots."""
        _, told = await self._found(page)
        return told and FocusedControl.model_validate(told)

    async def choose(self, page: Page, options: Sequence[int]) -> None:
        """Selects exactly these options of the select in focus, given by their positions from 0."""
        focused = await self._focused(page)
        if focused is not None:
            await focused.select_option(index=[*options], timeout=FILL_MS)

    async def fill(self, page: Page, value: str) -> None:
        """Sets the picker in focus to a value in HTML's format; an empty one clears it."""
        focused = await self._focused(page)
        if focused is not None:
            await focused.fill(value, timeout=FILL_MS)

    async def size(self, page: Page) -> tuple[float, float]:
        """The width and height of what a picture of the page shows, in CSS px."""
        width, height = await self._frames.ask(page.main_frame, "size", seconds=ASK_SECONDS)
        return width, height

    async def _focused(self, page: Page) -> Locator | None:
        frame, told = await self._found(page)
        return frame.locator(f"{ENGINE}={self._frames.run} focused") if told else None

    async def _found(self, page: Page) -> tuple[Frame, Any]:
        """The frame that has the focus, and its answer about the control there."""
        frame, told = page.main_frame, await self._frames.ask(page.main_frame, "in_focus", seconds=ASK_SECONDS)
        while told["framed"]:
            inner = frame.child_frames
            answers = await self._frames.ask_all(inner, "in_focus", ASK_SECONDS)
            said = {each: answer for each, answer in zip(inner, answers, strict=True) if answer}
            focused = next((each for each in said if said[each]["focused"]), None)
            if focused is None:
                return frame, None
            frame, told = focused, said[focused]
        return frame, told["control"]
