"""Switches, closes and opens the tabs of a run."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from playwright.async_api import BrowserContext, Page

from actwright.engine.page.activity.activity import MAX_TABS, Activity, RunTab
from actwright.engine.page.observer import Observer
from actwright.errors import ToolError

__all__ = ["Tabs"]

TAB_SECONDS = 5.0
"""How long a tab may take to come to the front, to close or to open."""


class Tabs:
    """Handles the tabs of one run.

    Args:
        activity: Which tabs there are.
        observer: What is known of them.
        callers: The pages that the caller opened, which stay open.
    """

    def __init__(self, activity: Activity, observer: Observer, *, callers: Collection[Page]) -> None:
        self._activity = activity
        self._observer = observer
        self._callers = callers

    async def switch(self, tab_id: str) -> str:
        """Brings a tab to the front; see `Surface.switch_tab`."""
        tab = self._find(tab_id)
        self._activity.front(tab)
        try:
            async with asyncio.timeout(TAB_SECONDS):
                await tab.page.bring_to_front()
        except TimeoutError as error:
            raise ToolError(f"{tab_id} does not respond") from error
        return await self._observer.title(tab)

    async def close(self, tab_id: str) -> str:
        """Closes a tab; see `Surface.close_tab`."""
        tab = self._find(tab_id)
        if len(self._activity.tabs) == 1:
            raise ToolError(f"{tab_id} is the only tab; it stays open")
        if tab.page in self._callers:
            raise ToolError(f"{tab_id} was open before the task began; it stays open")
        try:
            async with asyncio.timeout(TAB_SECONDS):
                await tab.page.close()
        except TimeoutError as error:
            raise ToolError(f"{tab_id} does not respond") from error
        return self._observer.tab().id

    async def open(self, context: BrowserContext) -> str:
        """Opens an empty tab in front; see `Surface.new_tab`."""
        if len(self._activity.tabs) >= MAX_TABS:
            raise ToolError(f"{MAX_TABS} tabs are open; close one first")
        try:
            async with asyncio.timeout(TAB_SECONDS):
                return self._activity.attach(await context.new_page()).id
        except TimeoutError as error:
            raise ToolError("the browser did not open a tab in time") from error

    def _find(self, tab_id: str) -> RunTab:
        for tab in self._activity.tabs:
            if tab.id == tab_id:
                return tab
        raise ToolError(f"there is no tab {tab_id!r}; there are {', '.join(tab.id for tab in self._activity.tabs)}")
