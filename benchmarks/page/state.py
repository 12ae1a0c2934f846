"""Page states that are ready to be measured, and the sets that provide them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.async_api import Page

__all__ = ["Group", "PageSet", "State"]

Group = Literal["saved", "miniwob", "applications", "frames", "extremes"]


async def _as_loaded(page: Page) -> None:
    """Leaves the page as it is."""


@dataclass(frozen=True, slots=True)
class State:
    """A page to measure.

    Attributes:
        name: A unique short name, `set/page/state` (`antd/select/open`).
        group: The row of the table for which it counts.
        url: Its URL, on a loopback host.
        prepare: Brings the loaded page into its state (opens a menu, scrolls, logs in) and waits until it is in it.
        rerender: Makes the page render its content again, with new nodes and the same appearance, if it can.
    """

    name: str
    group: Group
    url: str
    prepare: Callable[[Page], Awaitable[None]] = _as_loaded
    rerender: Callable[[Page], Awaitable[None]] | None = None


PageSet = Callable[[Path], AbstractAsyncContextManager[list[State]]]
"""Serves a set of pages on loopback while it is open. The folder keeps downloads and builds for the next run."""
