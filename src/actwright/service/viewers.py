"""Counts the open pages of the service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

BEAT_SECONDS = 15.0
AWAY_SECONDS = 2.0
"""How long a page may be away while it reloads."""


class Viewers:
    """Counts the open pages, each of which holds a connection."""

    def __init__(self) -> None:
        self._here = 0
        self._arrived = False
        self._changed = asyncio.Event()
        self._closed = asyncio.Event()

    async def stay(self) -> AsyncGenerator[str]:
        """The stream that a page holds open."""
        self._here, self._arrived = self._here + 1, True
        self._changed.set()
        try:
            while not self._closed.is_set():
                yield ": still here\n\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._closed.wait(), BEAT_SECONDS)
        finally:
            self._here -= 1
            self._changed.set()

    async def gone(self, *, seconds: float | None) -> None:
        """Returns once all pages are closed, or if none was opened within this many seconds; None waits forever."""
        while not self._arrived and await self._change(seconds):
            pass
        while self._here or await self._change(AWAY_SECONDS):
            await self._change(None)

    def close(self) -> None:
        """Ends all connections."""
        self._closed.set()

    async def _change(self, seconds: float | None) -> bool:
        """Whether a page was opened or closed in time."""
        self._changed.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        return True
