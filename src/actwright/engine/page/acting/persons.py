"""What a person enters into the pages of a run while they have it: no model and no record sees it from then on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable

from playwright.async_api import Frame

from actwright.engine.hold import Hold
from actwright.engine.page.acting.activity import Activity
from actwright.engine.page.observer import Observer
from actwright.engine.page.reading.taints import Taint
from actwright.engine.values import Values

__all__ = ["ENTERED", "Persons"]

ENTERED = "typed by a person"
"""What stands, in braces, in the place of what a person entered."""
ASK_SECONDS = 1.0
BEAT_SECONDS = 0.3
"""How often fields are looked at while a person has the page: their document may go with what they hold."""


class Persons:
    """Marks the fields that a person changes, as those that received a private value, and withholds what they hold.

    Args:
        activity: What the pages are doing.
        observer: The eyes that reach into them.
        values: Learns what to withhold.
        hold: Whether a person has the page.
    """

    def __init__(self, activity: Activity, observer: Observer, values: Values, hold: Hold) -> None:
        self._activity = activity
        self._observer = observer
        self._values = values
        self._hold = hold
        self._count = 0
        self._texts: dict[tuple[str, int], str] = {}
        self._owing = False
        self._following: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """A person gets the page: what its fields hold now is not theirs."""
        await self.end()
        self._count += 1
        self._owing = True
        await self._ask(begins=True)
        self._following = asyncio.create_task(self._follow(), name="actwright-persons")

    async def notice(self) -> None:
        """Notes what fields hold now that a person changed."""
        if self._owing:
            await self._ask()

    def typed(self, text: str) -> None:
        """Withholds a text that a person typed where no field of the page holds it."""
        if text.strip():
            self._values.withhold(ENTERED, text)

    async def end(self) -> None:
        """Before the run looks, or says what the page holds: all that was entered is withheld from now on."""
        if not self._owing:
            return
        await self._ask(withhold=True)
        for text in self._texts.values():
            self._values.withhold(ENTERED, text)
        if not self._hold.lent:
            self._owing = False
            self._texts.clear()
            await self.close()

    async def close(self) -> None:
        """Notices no more."""
        following, self._following = self._following, None
        if following is not None:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    async def _follow(self) -> None:
        while self._hold.lent:
            await asyncio.sleep(
                BEAT_SECONDS
            )  # nothing tells that somebody types: pages must not notice that they are heard
            await self._ask()

    async def _ask(self, *, begins: bool = False, withhold: bool = False) -> None:
        hold = {"number": self._count, "begins": begins, **(Taint(ENTERED).told() if withhold else {})}
        question = f"entered {json.dumps(hold)}"
        frames = list(self._frames())
        for answer in await self._observer.eyes.frames.ask_all(frames, question, ASK_SECONDS):
            if answer:
                told = json.loads(answer)
                self._texts |= {(told["token"], number): text for number, text in told["texts"] if text.strip()}

    def _frames(self) -> Iterable[Frame]:
        return (frame for tab in self._activity.tabs for frame in tab.page.frames if not tab.page.is_closed())
