"""Asks the selector engine over the Chrome DevTools Protocol: one round trip, where Playwright's locator takes three."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass

from playwright.async_api import CDPSession, Error, Frame, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.page.browser.cdp import Protocol
from actwright.engine.page.browser.sessions import call
from actwright.engine.page.reading.isolated_world import ask

__all__ = ["CdpEvaluate"]

_FRAME_SECONDS = 0.034
"""Two frames of a screen: where it is not known when the page has drawn, it has by then."""
_FIND_SECONDS = 2.0
"""How long it may take to find the way to a document."""

_COUNT_SECONDS = 1.0
_COUNTED = ("LayoutCount", "RecalcStyleCount")


@dataclass(frozen=True, slots=True)
class _Way:
    """How to reach our world in a document.

    Attributes:
        session: The one that speaks for the document.
        world: The world's ID in the browser.
        token: The document's own.
        crashed: Done when the page has crashed; the protocol would not answer any more.
    """

    session: CDPSession
    world: str
    token: str
    crashed: asyncio.Future[None]


class CdpEvaluate:
    """Asks documents by the short way if it is known, by a locator if not.

    A way is found while nobody waits for it, and holds for one document.
    """

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._ways: dict[Frame, _Way] = {}
        self._crashed: dict[Page, asyncio.Future[None]] = {}
        self._finding: asyncio.Task[None] | None = None

    async def ask(self, frame: Frame, question: str, *, seconds: float) -> str:
        """As `world.ask`, with the same errors; asked again by a locator, in the time left, if the way has ended."""
        deadline = time.monotonic() + seconds
        answer = await self._shortly(frame, f"actwright.answer({json.dumps(question)})", seconds)
        return answer if answer is not None else await ask(frame, question, seconds=deadline - time.monotonic())

    async def ask_document(self, frame: Frame, question: str, *, seconds: float) -> str:
        """The same, of the document that the frame had at the last look; nothing if that is gone."""
        if frame in self._ways:
            return await self._shortly(frame, f"actwright.answer({json.dumps(question)})", seconds) or ""
        return await ask(frame, question, seconds=seconds)

    async def ask_once_drawn(self, frame: Frame, question: str, *, times: int = 1, seconds: float) -> str:
        """The same, when the page has drawn so many frames and had a turn since."""
        deadline = time.monotonic() + seconds
        answer = await self._shortly(frame, f"actwright.onceDrawn({json.dumps(question)}, {times})", seconds)
        if answer is None:
            await asyncio.sleep(min(times * _FRAME_SECONDS, seconds))
            answer = await ask(frame, question, seconds=deadline - time.monotonic())
        return answer

    async def ask_once_rested(self, frame: Frame, question: str, *, seconds: float) -> str:
        """The same, when the page has had a turn, and has drawn a frame if it asked to be called then."""
        deadline = time.monotonic() + seconds
        answer = await self._shortly(frame, f"actwright.onceRested({json.dumps(question)})", seconds)
        if answer is None:
            await asyncio.sleep(min(_FRAME_SECONDS, seconds))
            answer = await ask(frame, question, seconds=deadline - time.monotonic())
        return answer

    async def write_and_rest(self, frame: Frame, write: str, held: str, rest: str, *, seconds: float) -> list[str]:
        """The answers to three questions, the second and third once the page has rested from the first.

        Only the first has one if nothing was written, or if there is no short way. None has one if the document gave no
        answer; it may have been written into.
        """
        if frame not in self._ways:
            return [await ask(frame, write, seconds=seconds)]
        given = ", ".join(map(json.dumps, (write, held, rest)))
        said = await self._shortly(frame, f"actwright.writeAndRest({given})", seconds)
        return [] if said is None else [json.dumps(each) for each in json.loads(said)]

    async def ask_in_turn(self, frame: Frame, first: str, second: str, *, seconds: float) -> tuple[str, str]:
        """The answers to two questions, between which the page has a turn for what the first one has set off."""
        deadline = time.monotonic() + seconds
        both = await self._shortly(frame, f"actwright.inTurn({json.dumps(first)}, {json.dumps(second)})", seconds)
        if both is not None:
            before, after = json.loads(both)
            return json.dumps(before), json.dumps(after)
        before = await ask(frame, first, seconds=seconds)
        return before, await ask(frame, second, seconds=deadline - time.monotonic())

    async def _shortly(self, frame: Frame, expression: str, seconds: float) -> str | None:
        """The value of an expression in our world; None if there is no short way to it.

        Raises:
            Error: Playwright's TimeoutError when there is no answer in time.
        """
        if way := self._ways.get(frame):
            try:
                return await _evaluated(way, expression, seconds)
            except PlaywrightTimeout:
                raise
            except Error:  # the way has ended, or the engine failed; a locator's error says which
                self._ways.pop(frame, None)
        return None

    async def counts(self, frame: Frame, run: str, *, seconds: float) -> tuple[str, bool]:
        """How often the browser has laid out and styled the documents of a frame's process.

        As long as that is the same, nothing has changed how they look but scrolling. Empty if it is not known; and
        whether everything up to now is counted, or some changes may not have been styled yet.
        """
        way = self._ways.get(frame)
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(min(seconds, _COUNT_SECONDS)):
                if way is not None:
                    still = f"actwright.answer({json.dumps(f'{run} still')})"
                    await _evaluated(way, still, seconds)  # the counts, asked at the same time, would come first
                    return await _counts(way.session), True
                if frame.parent_frame is None and (session := await self._protocol.of(frame)):
                    await call(session, "Performance.enable")
                    return await _counts(session), False
        return "", False

    def find(self, tokens: Mapping[Frame, str]) -> None:
        """Begins to find the ways to documents that have just answered, by their tokens.

        While a search is under way, nothing: the next look asks again.
        """
        new = {
            frame: token
            for frame, token in tokens.items()
            if frame not in self._ways or self._ways[frame].token != token
        }
        if new and (self._finding is None or self._finding.done()):
            self._finding = asyncio.create_task(self._find(new))

    def forget(self, frame: Frame) -> None:
        """Lets go of a frame that is gone."""
        self._ways.pop(frame, None)

    async def close(self) -> None:
        """Ends what is under way."""
        if self._finding:
            self._finding.cancel()
            await asyncio.gather(self._finding, return_exceptions=True)
        self._ways.clear()
        for page, crashed in self._crashed.items():
            page.remove_listener("crash", self._note_crash)
            crashed.cancel()
        self._crashed.clear()

    async def _find(self, tokens: Mapping[Frame, str]) -> None:
        for frame, token in tokens.items():
            with contextlib.suppress(Error, TimeoutError):
                async with asyncio.timeout(_FIND_SECONDS):
                    if session := await self._protocol.of(frame):
                        ours, _ = await self._protocol.worlds(session, token)
                        await call(session, "Performance.enable")
                        self._ways[frame] = _Way(session, ours.unique, token, self._crash_of(frame.page))

    def _crash_of(self, page: Page) -> asyncio.Future[None]:
        if page not in self._crashed:
            self._crashed[page] = asyncio.get_running_loop().create_future()
            page.on("crash", self._note_crash)
        return self._crashed[page]

    def _note_crash(self, page: Page) -> None:
        crashed = self._crashed.pop(page, None)
        page.remove_listener("crash", self._note_crash)
        if crashed and not crashed.done():
            crashed.set_result(None)


async def _counts(session: CDPSession) -> str:
    """Chromium answers this in between, before what it was asked earlier and has not begun."""
    told = await call(session, "Performance.getMetrics")
    return " ".join(f"{each['name']}={each['value']:.0f}" for each in told["metrics"] if each["name"] in _COUNTED)


async def _evaluated(way: _Way, expression: str, seconds: float) -> str:
    """What the engine answers.

    Raises:
        Error: Playwright's; the document is gone, or the engine failed. Its TimeoutError when there is no answer in time.
    """
    asked = asyncio.ensure_future(
        call(
            way.session,
            "Runtime.evaluate",
            uniqueContextId=way.world,
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
            silent=True,
        )
    )
    try:
        await asyncio.wait({asked, way.crashed}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            if way.crashed.done():
                raise Error("Target crashed")
            raise PlaywrightTimeout(f"Timeout {seconds * 1000:.0f}ms exceeded.")
        answer = asked.result()["result"].get("value")
    finally:
        asked.cancel()
    if not isinstance(answer, str):
        raise Error("the engine gave no answer")
    return answer
