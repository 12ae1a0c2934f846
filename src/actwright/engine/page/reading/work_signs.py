"""Combines the signs of all documents of a page that the page is still at work."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from playwright.async_api import Error, Frame, Page

from actwright.engine.page.acting.settle import Signs
from actwright.engine.page.reading.frames import Frames

__all__ = ["WorkSigns"]


class WorkSigns:
    """Asks the documents of one run's pages whether they are at work.

    Args:
        frames: The frames of the run's pages.
        masked: Returns a text of a page, cleaned and with the secrets in it masked.
    """

    def __init__(self, frames: Frames, masked: Callable[[str], str]) -> None:
        self._frames = frames
        self._masked = masked
        self._typed: dict[Frame, bool] = {}

    async def begin(self, page: Page, *, timeout: float = 0.3) -> None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Marks what the page's documents do now as their own activity, not as an effect of the next action."""
        await self._frames.ask_all(page.frames, "begin", timeout)

    async def signs(self, page: Page, *, timeout: float = 0.3) -> Signs | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The signs that the page's documents are at work.

        None if the page does not answer within `timeout` seconds: it is between documents, busy, or gone.
        """
        frames = page.frames
        answers = await self._frames.ask_all(frames, "signs", timeout)
        self._typed = {}
        if not answers or not answers[0]:
            return None
        by_frame = {frame: json.loads(answer) for frame, answer in zip(frames, answers, strict=True) if answer}
        found = list(by_frame.values())
        self._typed = {frame: each["held"] for frame, each in by_frame.items() if each["typed"] is not None}
        typed = [by_frame[frame]["typed"] for frame in self._typed]
        return Signs(
            ready=found[0]["state"] != "loading",
            quiet=min(each["quiet"] for each in found) / 1000,
            pace=max(each["pace"] for each in found) / 1000,
            timed=any(each["timed"] for each in found),
            idling=any(each["idling"] for each in found),
            idle=all(each["idle"] and each["state"] == "complete" for each in found),
            fetched=any(each["fetched"] for each in found),
            due=any(each["due"] for each in found),
            pending=any(each["pending"] for each in found),
            changed=any(each["changed"] for each in found),
            busy=any(each["busy"] for each in found),
            turning=any(each["turning"] for each in found),
            moving=max(each["moving"] for each in found) / 1000,
            drawing=any(each["drawing"] for each in found),
            typed=min(typed) / 1000 if typed else None,
            modal=self._masked(found[0]["modal"]),
        )

    async def listens_for_typing(self) -> bool:
        """Whether an event listener may react to what was typed at the last `signs`; true if that is not known."""
        if not all(self._typed.values()):
            return True  # the focus has moved elsewhere since
        return any(await asyncio.gather(*map(self._frames.listeners.listens_for_typing, self._typed)))

    async def modal(self, page: Page, *, timeout: float = 0.3) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """A short label of the topmost modal dialog of the main document if it opened since the last look.

        Empty if none did, or if the page does not answer within `timeout` seconds.
        """
        try:
            return self._masked(await self._frames.ask(page.main_frame, "modal", seconds=timeout))
        except (Error, TimeoutError):
            return ""
