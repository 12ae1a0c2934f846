"""Blocks in the pages themselves what request routing does not see: messages over sockets, and beacons of a page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, JSHandle

from actwright.engine.page.reading.script import page_script
from actwright.errors import ToolError

SCRIPT_SECONDS = 3.0
TAKE_BLOCKED = "(state, on) => { state.on = on; return state.held.splice(0); }"


class SendingScripts:
    """The scripts (`inject/page_world/sending.js`) in the frames of one run. The sockets of workers are not blocked."""

    def __init__(self) -> None:
        self._scripts: dict[Frame, JSHandle] = {}

    async def block(self, frames: Iterable[Frame]) -> None:
        """Blocks in these frames.

        Raises:
            ToolError: One of them does not answer, so that it could send.
        """
        try:
            await asyncio.gather(*(self._take_in(frame, on=True) for frame in frames))
        except TimeoutError as error:
            raise ToolError(
                "the page does not answer, so what it sends could not be blocked; nothing was done, try again"
            ) from error

    async def take(self, frames: Iterable[Frame]) -> list[str]:
        """Blocks in these frames too, as far as they answer. Returns what was blocked there since the last call.

        An entry is worded `POST https://…` or `a message to wss://…`.
        """
        return await self._take(frames, on=True)

    async def stop(self) -> None:
        """Blocks nowhere any more."""
        await self._take(list(self._scripts), on=False)

    async def _take(self, frames: Iterable[Frame], *, on: bool) -> list[str]:
        self._scripts = {frame: script for frame, script in self._scripts.items() if not frame.is_detached()}
        blocked = await asyncio.gather(*(self._take_in(frame, on=on) for frame in frames), return_exceptions=True)
        return [text for each in blocked if isinstance(each, list) for text in each]

    async def _take_in(self, frame: Frame, *, on: bool) -> list[str]:
        try:
            async with asyncio.timeout(SCRIPT_SECONDS):
                if frame in self._scripts:
                    with suppress(PlaywrightError):  # its document is gone
                        blocked: Any = await self._scripts[frame].evaluate(TAKE_BLOCKED, on)
                        return [str(text) for text in blocked]
                if on:
                    self._scripts[frame] = await frame.evaluate_handle(page_script("sending"))
        except PlaywrightError:
            self._scripts.pop(frame, None)  # it is gone
        except TimeoutError:
            self._scripts.pop(frame, None)
            raise
        return []
