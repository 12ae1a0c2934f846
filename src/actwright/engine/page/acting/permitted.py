"""Enforces the clearance of the action under way: what it may reach, and what it may not send."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page, Request

from actwright.engine.action_effects import Window
from actwright.engine.page.acting.places import ActionPlaces, form_place, live_place, place_of
from actwright.engine.page.acting.request_blocker import Holding, RequestHold, sender_of
from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.observer import Observer
from actwright.engine.page.reading.check import Check
from actwright.engine.permissions.authorization import Clearance, Clearances
from actwright.errors import NotPermitted
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.text import shortened
from actwright.tools.base import Tool

__all__ = ["Permitted"]

HELD_LENGTH = 100
MESSAGE = "a message"


class Permitted:
    """Keeps the actions of one run to their clearances.

    Args:
        clearances: Decides what actions may do. None permits everything.
        activity: What the pages are doing.
        observer: What the model saw of them.
        mask: Hides private values and secrets.
        lent: Whether a person has the page.
    """

    def __init__(
        self,
        clearances: Clearances | None,
        activity: Activity,
        observer: Observer,
        *,
        mask: Callable[[str], str],
        lent: Callable[[], bool] = lambda: False,
    ) -> None:
        gives_at = clearances.permits.gives_at if clearances else None
        self.places = ActionPlaces(activity, observer, mask, gives_at=gives_at)
        self._clearances = clearances
        self._activity = activity
        self._mask = mask
        self._clearance: Clearance | None = None
        self._hold, self._held_for = RequestHold(self._held_late, lent), ""
        self._documents = 0

    @property
    def confirmed(self) -> Confirmed:
        """What the caller answered about the action under way."""
        return self._clearance.confirmed if self._clearance else ""

    async def close(self) -> None:
        """Holds nothing back any more."""
        await self._hold.close()

    async def clear(self, action: Action, tool: Tool, *, effects: int) -> Clearance:
        """What an action may do; see `ActingSurface.clear`."""
        self._clearance = None
        if self._clearances is None or self._activity.active is None:
            return Clearance(action, tool)
        if self._activity.dialog is not None and not tool.works_during_dialog:
            return Clearance(action, tool)
        self._clearance = await self._clearances.of(action, tool, self.places, effects=effects)
        return self._clearance

    def check(self, element: Element, frame: Frame, check: Check) -> None:
        """Raises NotPermitted if the action under way may not reach an element, as the element is a moment before."""
        if self._clearances is None or self._clearance is None:
            return
        place, form = live_place(frame, check), form_place(check)
        if refusal := self._clearances.check_target(self._clearance, element, place=place, form=form):
            raise NotPermitted(refusal)

    @asynccontextmanager
    async def held_back(self, window: Window) -> AsyncGenerator[None]:
        """Holds back what an action may not send, while it is under way and then until its tab shows a new document."""
        clearance, front = self._clearance, self._activity.active
        if clearance is not None and clearance.confirmed == "yes":
            await self._hold.close()  # the caller permitted what follows
        if clearance is None or self._clearances is None or not clearance.held or front is None:
            yield
            return
        self._held_for = clearance.held
        async with self._hold.during(front.page, self._holding(clearance, self._clearances, front.page, window)):
            yield

    def begin(self) -> None:
        """Begins the action: what the next document sends is no longer judged by what this action may send."""
        self._documents = self._activity.traffic.documents

    def _holding(self, clearance: Clearance, clearances: Clearances, page: Page, window: Window) -> Holding:
        permits, count = clearances.permits, clearance.count

        def holds(request: Request) -> bool:
            try:
                _ = request.frame
            except PlaywrightError:  # it is from a document that is just being opened, or from a service worker
                return True
            if clearance.held_by_place:
                return bool(permits.check_effect(sender_of(request), count))
            return self._activity.traffic.documents == self._documents

        def reported(text: str) -> None:
            said = shortened(self._mask(text), HELD_LENGTH)
            if text.startswith(MESSAGE):
                window.notes.append(f"{said} was held back: {clearance.held}")
            else:
                window.held.append(said)

        frames = [each for each in page.frames if permits.check_effect(place_of(each), count)]
        quiet = clearance.held_by_place and self._activity.dialog is None
        return Holding(
            holds=holds,
            held=lambda request: window.held.append(self._activity.traffic.withdraw(request)),
            reported=reported,
            later=frozenset(map(place_of, frames)),
            frames=tuple(frames) if quiet else (),
        )

    def _held_late(self, request: Request) -> None:
        self._activity.notes.append(f"{self._activity.traffic.withdraw(request)} was held back: {self._held_for}")

    def held_at(self, url: str, why: str) -> None:
        """Notes that a page was kept from going to a URL."""
        self._activity.notes.append(f"the page was not let go to {shortened(self._mask(url), HELD_LENGTH)}: {why}")
