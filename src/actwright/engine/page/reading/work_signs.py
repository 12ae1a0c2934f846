"""Combines the signs of all documents of a page that the page is still at work."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error, Frame, Page

from actwright.engine.page.reading.frames import Frames


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs that the documents of a page are at work.

    Attributes:
        ready: The main document has been parsed.
        quiet: Seconds since a document changed, except in the places where it always changes.
        pace: The longest pause so far, in seconds, of a document that changed three times or more; 0 if none did.
        timed: A document set a timer with its last change, or since.
        idling: A document waits for a callback that the browser runs when it is idle (`requestIdleCallback`).
        idle: All documents have been loaded, and the browser has been idle since the last change.
        fetched: A script has requested something from a server, however long ago.
        due: A document set a timer or waits for an idle callback, and has not changed since, even if an action came in
            between. It no longer counts once that has led to nothing twice.
        pending: A document may go on by itself: it set a timer since the action began, or it refreshes itself.
        changed: A document changed since the action began.
        busy: An element appeared that declares itself busy (`aria-busy`, a progress bar without a value).
        loading: The main document is empty but for a sign that it is still being loaded ("Loading…"), and was not so
            before the action.
        unbuilt: The main document has just come, and its main part is empty.
        turning: An endless animation appeared in view.
        moving: Seconds until the transitions that began have ended.
        drawing: Because of the action, a document asks for one frame after another, and not for long yet.
        typed: Seconds since text was typed into a field that pages react to; None if it was not, or if the page has
            changed since.
        modal: A short label of the main document's topmost modal dialog if it opened since the last look; else empty.
        messages: Texts that the documents have painted since the last effect, each once, with whether they were in what
            most messages are in; see `WorkSigns.begin_effect`.
    """

    ready: bool
    quiet: float
    pace: float = 0.0
    timed: bool = False
    idling: bool = False
    idle: bool = False
    fetched: bool = False
    due: bool = False
    pending: bool = False
    changed: bool = False
    busy: bool = False
    loading: bool = False
    unbuilt: bool = False
    turning: bool = False
    moving: float = 0.0
    drawing: bool = False
    typed: float | None = None
    modal: str = ""
    messages: tuple[tuple[str, bool], ...] = ()


class WorkSigns:
    """Asks the documents of one run's pages whether they are at work.

    Args:
        frames: The frames of the run's pages.
        masked: Returns a text of a page, cleaned and with the secrets in it masked.

    Attributes:
        effect: The number of the last effect, another for each effect of each run; 0 before the first.
    """

    def __init__(self, frames: Frames, masked: Callable[[str], str]) -> None:
        self._frames = frames
        self._masked = masked
        self._typed: dict[Frame, bool] = {}
        self.effect, self._effect_at = 0, -math.inf

    def begin_effect(self) -> None:
        """From now on, texts that documents have shown before do not count: documents forget them as the action begins.

        Those of a document that is not told are not believed until the next effect.
        """
        self.effect, self._effect_at = time.time_ns() // 1_000_000, time.monotonic()

    async def begin(self, page: Page, *, timeout: float = 0.3) -> None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Marks what the page's documents do now as their own activity, not as an effect of the next action."""
        await self._frames.ask_all(page.frames, "begin", timeout, effect=self.effect)

    async def signs(self, page: Page, *, timeout: float = 0.3) -> Signs | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The signs that the page's documents are at work.

        None if the page does not answer within `timeout` seconds: it is between documents, busy, or gone.
        """
        frames, asked = page.frames, time.monotonic()
        answers = await self._frames.ask_all(frames, "signs", timeout)
        self._typed = {}
        if not answers or not answers[0]:
            return None
        by_frame = {frame: answer for frame, answer in zip(frames, answers, strict=True) if answer}
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
            loading=found[0]["loading"],
            unbuilt=found[0]["unbuilt"],
            turning=any(each["turning"] for each in found),
            moving=max(each["moving"] for each in found) / 1000,
            drawing=any(each["drawing"] for each in found),
            typed=min(typed) / 1000 if typed else None,
            modal=self._masked(found[0]["modal"]),
            messages=tuple(each for answer in found for each in self._messages(answer["messages"], asked)),
        )

    def _messages(self, told: Mapping[str, Any], asked: float) -> list[tuple[str, bool]]:
        """The texts that a document has shown since the last effect, of which it knows, or after which it was opened."""
        is_since = told["effect"] == self.effect or asked - told["age"] / 1000 >= self._effect_at
        return [(self._masked(text), in_message) for text, in_message in told["texts"]] if is_since else []

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
