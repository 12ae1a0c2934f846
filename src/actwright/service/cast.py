"""The live picture of a run: frames are taken while somebody watches; all viewers get the newest, and none is kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from playwright.async_api import Error, Page, ScreencastSize

QUALITY = 60
WIDTH, HEIGHT = 1280, 800
IDLE_SECONDS = 2.0
"""How long the cast goes on without a viewer. A viewer asks for the next frame only once it has shown one."""
STOP_SECONDS = 5.0
TAB_SECONDS = 0.5
"""How often the cast checks that it shows the tab in front."""
FIRST_SECONDS = 3.0
"""How long the first frame of a tab may take. A tab that shows nothing by then is cast anew: it may have been loading."""


class CastSource(Protocol):
    """Something whose page can be cast."""

    @property
    def showing(self) -> Page | None:
        """The page in front; None if there is none now."""
        ...

    @property
    def ended(self) -> bool:
        """Whether there will be no page any more."""
        ...


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the page (JPEG), and its number in the cast, from 1."""

    number: int
    data: bytes


class Cast:
    """Casts the page of one run, from the first viewer until the last one has gone.

    Args:
        watched: The run that is cast.
        over: Called when the cast has ended.
    """

    def __init__(self, watched: CastSource, over: Callable[[], object] | None = None) -> None:
        self.watched = watched
        self._over = over
        self._frame: Frame | None = None
        self._count = 0
        self._viewers = 0
        self._left = 0.0
        self._arrived = asyncio.Event()
        self._showing: asyncio.Task[None] | None = None

    @property
    def watched_by_any(self) -> bool:
        """Whether anybody is waiting for a frame."""
        return self._viewers > 0

    @property
    def under_way(self) -> bool:
        """Whether the page is being cast."""
        return self._showing is not None and not self._showing.done()

    async def frame(self, after: int, *, seconds: float) -> Frame | None:
        """Returns the newest frame after a number; None if none comes in time, or if the run shows no page."""
        until = time.monotonic() + seconds
        seen = after if after <= self._count else 0  # a higher number comes from an earlier cast
        self._viewers += 1
        try:
            if not self.under_way:
                self._frame = None
                self._showing = asyncio.create_task(self._show())
            while (frame := self._frame) is None or frame.number <= seen:
                left = until - time.monotonic()
                if left <= 0 or self.watched.ended:
                    return None
                self._arrived.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._arrived.wait(), min(left, TAB_SECONDS))
            return frame
        finally:
            self._viewers -= 1
            self._left = time.monotonic()

    async def _show(self) -> None:
        """Casts the tab in front while somebody watches."""
        shown: Page | None = None
        since, count = 0.0, 0
        try:
            while (self._viewers or time.monotonic() - self._left < IDLE_SECONDS) and not self.watched.ended:
                front = self.watched.showing
                blank = self._count == count and time.monotonic() - since > FIRST_SECONDS
                if front is not None and not front.is_closed() and (front is not shown or blank):
                    await self._stop(shown)
                    since, count = time.monotonic(), self._count
                    shown = front if await self._start(front) else None
                await asyncio.sleep(TAB_SECONDS)
        finally:
            await self._stop(shown)
            if self._over is not None:
                self._over()

    async def _start(self, page: Page) -> bool:
        """Returns whether the browser casts the page now. It refuses a page that is going away, or is still cast."""
        size: ScreencastSize = {"width": WIDTH, "height": HEIGHT}
        try:
            await page.screencast.start(on_frame=self._on_frame, quality=QUALITY, size=size)
        except Error:
            return False
        return True

    async def _stop(self, page: Page | None) -> None:
        if page is not None and not page.is_closed():
            with suppress(Error, TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await page.screencast.stop()

    def _on_frame(self, frame: Any) -> None:
        self._count += 1
        self._frame = Frame(self._count, frame["data"])
        self._arrived.set()
