"""The browser of a run as it moves: frames while somebody watches, the newest for all viewers, none kept."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error, Page, ScreencastSize

from actwright.service.playing import Playing

__all__ = ["Cast", "Frame"]

QUALITY = 60
WIDTH, HEIGHT = 1280, 800
IDLE_SECONDS = 5.0
"""Without a viewer that asks for the next frame, the cast ends after this."""
TAB_SECONDS = 0.5
"""How often it is seen to that the tab in front is the one that is cast."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the page, JPEG, and its place in the cast, from 1."""

    number: int
    data: bytes


class Cast:
    """Shows one run. It begins with the first viewer, and ends some seconds after the last one."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._frame: Frame | None = None
        self._count = 0
        self._wanted = 0.0
        self._came = asyncio.Event()
        self._showing: asyncio.Task[None] | None = None

    async def frame(self, after: int, *, seconds: float) -> Frame | None:
        """The newest frame that comes after a number; None if there is none in time, or the run shows no page."""
        until = time.monotonic() + seconds
        self._wanted = until
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(self._show())
        while (frame := self._frame) is None or frame.number <= after:
            left = until - time.monotonic()
            if left <= 0 or self._playing.ended:
                return None
            self._came.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._came.wait(), min(left, TAB_SECONDS))
        self._wanted = time.monotonic()
        return frame

    async def close(self) -> None:
        """Ends it."""
        if self._showing is not None:
            self._showing.cancel()
            await asyncio.wait([self._showing])

    async def _show(self) -> None:
        """Casts the tab in front, as long as somebody wants it."""
        shown: Page | None = None
        try:
            while time.monotonic() - self._wanted < IDLE_SECONDS and not self._playing.ended:
                front = self._playing.run.showing
                if front is not shown and front is not None and not front.is_closed():
                    await self._stop(shown)
                    shown = front
                    with suppress(Error):
                        size: ScreencastSize = {"width": WIDTH, "height": HEIGHT}
                        await front.screencast.start(on_frame=self._on_frame, quality=QUALITY, size=size)
                await asyncio.sleep(TAB_SECONDS)
        finally:
            await self._stop(shown)

    async def _stop(self, page: Page | None) -> None:
        if page is not None and not page.is_closed():
            with suppress(Error, TimeoutError):
                async with asyncio.timeout(1.0):
                    await page.screencast.stop()

    def _on_frame(self, frame: Any) -> None:
        self._count += 1
        self._frame = Frame(self._count, frame["data"])
        self._came.set()
