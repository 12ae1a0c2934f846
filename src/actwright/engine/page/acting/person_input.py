"""Hides from models and records what a person enters while they control a page of the run."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from playwright.async_api import Frame

from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.observer import Observer
from actwright.engine.page.reading.taints import Taint
from actwright.engine.people.page_control import PageControl
from actwright.engine.values.values import BY_PERSON, Values

ASK_SECONDS = 1.0
BEAT_SECONDS = 0.3
"""The pause between looks at the fields while a person has the page: a document may go, with what its fields hold."""


class PersonInput:
    """Treats fields that a person changes as if they had received a private value, and withholds their contents.

    Args:
        activity: What the pages are doing.
        observer: Reaches into the pages.
        values: Receives what to withhold.
        page_control: Whether a person controls the page.
    """

    def __init__(self, activity: Activity, observer: Observer, values: Values, page_control: PageControl) -> None:
        self._activity = activity
        self._observer = observer
        self._values = values
        self._control = page_control
        self._count = 0
        self._texts: dict[tuple[str, int], str] = {}
        self._owing = False
        self._following: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Begins when a person gets the page; what its fields hold now is not theirs."""
        await self.end()
        self._count += 1
        self._owing = True
        await self._ask(begins=True)
        self._following = asyncio.create_task(self._follow(), name="actwright-persons")

    async def notice(self) -> None:
        """Notes what the fields hold now that a person changed."""
        if self._owing:
            await self._ask()

    def typed(self, text: str) -> None:
        """Withholds a text that a person typed where no field of the page holds it."""
        if text.strip():
            self._values.withhold(BY_PERSON, text)

    async def end(self) -> None:
        """Withholds all that was entered, from now on. Called before the run looks, or reports what the page holds."""
        if not self._owing:
            return
        await self._ask(withhold=True)
        for text in self._texts.values():
            self._values.withhold(BY_PERSON, text)
        if not self._control.with_person:
            self._owing = False
            self._texts.clear()
            await self.close()

    async def close(self) -> None:
        """Stops following the fields."""
        following, self._following = self._following, None
        if following is not None:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    async def _follow(self) -> None:
        while self._control.with_person:
            # There is no event for typing: a page must not notice that somebody listens to it.
            await asyncio.sleep(BEAT_SECONDS)
            await self._ask()

    async def _ask(self, *, begins: bool = False, withhold: bool = False) -> None:
        page_control = {"number": self._count, "begins": begins, **(Taint(BY_PERSON).as_json() if withhold else {})}
        frames = list(self._frames())
        for answer in await self._observer.reader.frames.ask_all(frames, "entered", ASK_SECONDS, **page_control):
            if answer:
                self._texts |= {(answer["token"], number): text for number, text in answer["texts"] if text.strip()}

    def _frames(self) -> Iterable[Frame]:
        return (frame for tab in self._activity.tabs for frame in tab.page.frames if not tab.page.is_closed())
