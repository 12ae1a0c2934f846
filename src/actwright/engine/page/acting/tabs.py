"""Switches, closes and opens the tabs of a run, and answers their dialogs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from typing import TypeVar

from playwright.async_api import Page

from actwright.engine.page.acting.page_view import PageView
from actwright.engine.page.activity.activity import MAX_TABS, RunTab
from actwright.errors import ToolError

T = TypeVar("T")

TAB_SECONDS = 5.0
"""How long a tab may take to come to the front, to close or to open."""


class Tabs:
    """Handles the tabs of one run; see `TabAccess`.

    Args:
        view: The page in front, and the tabs that there are.
        callers: The pages that the caller opened, which stay open.
    """

    def __init__(self, view: PageView, *, callers: Collection[Page]) -> None:
        self._view = view
        self._activity = view.activity
        self._observer = view.observer
        self._callers = callers

    async def switch(self, tab_id: str) -> str:
        """Brings a tab to the front and returns its title."""
        tab = self._find(tab_id)
        self._activity.front(tab)
        await _in_time(tab.page.bring_to_front(), f"{tab_id} does not respond")
        return await self._observer.title(tab)

    async def close(self, tab_id: str) -> str:
        """Closes a tab and returns the ID of the tab that is then in front."""
        tab = self._find(tab_id)
        if len(self._activity.tabs) == 1:
            raise ToolError(f"{tab_id} is the only tab; it stays open")
        if tab.page in self._callers:
            raise ToolError(f"{tab_id} was open before the task began; it stays open")
        await _in_time(tab.page.close(), f"{tab_id} does not respond")
        return self._observer.tab().id

    async def open(self) -> str:
        """Opens an empty tab in front and returns its ID."""
        context = self._view.page.context
        if len(self._activity.tabs) >= MAX_TABS:
            raise ToolError(f"{MAX_TABS} tabs are open; close one first")
        page = await _in_time(context.new_page(), "the browser did not open a tab in time")
        return self._activity.attach(page).id

    async def answer_dialog(self, *, accept: bool, text: str = "") -> str:
        """Answers the open dialog and returns its message."""
        dialog = self._activity.dialog
        if dialog is None:
            raise ToolError("no dialog is open")
        message = self._observer.said(dialog.message)
        if not await self._activity.answer_dialog(accept=accept, text=text):
            raise ToolError("the dialog was already closed")
        return message

    def _find(self, tab_id: str) -> RunTab:
        for tab in self._activity.tabs:
            if tab.id == tab_id:
                return tab
        raise ToolError(f"there is no tab {tab_id!r}; there are {', '.join(tab.id for tab in self._activity.tabs)}")


async def _in_time(doing: Awaitable[T], otherwise: str) -> T:
    try:
        async with asyncio.timeout(TAB_SECONDS):
            return await doing
    except TimeoutError as error:
        raise ToolError(otherwise) from error
