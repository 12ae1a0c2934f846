"""Asks the selector engine over the Chrome DevTools Protocol: one round trip, where Playwright's locator takes three."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from weakref import WeakSet

from playwright.async_api import CDPSession, Error, Frame, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.page.browser.cdp import TOKEN, Protocol
from actwright.engine.page.browser.sessions import call, page_key
from actwright.engine.page.reading.isolated_world import ask
from actwright.engine.page.reading.script import installing

__all__ = ["CdpEvaluate", "Counts"]

_FRAME_SECONDS = 0.034
"""Two frames of a screen: where it is not known when the page has drawn, it has by then."""
_FIND_SECONDS = 2.0
"""How long it may take to find the way to a document."""

_asked_pages: WeakSet[Any] = WeakSet()
"""Pages that were asked by a locator in this process: their documents from then on get the engine with Playwright's script."""

_COUNT_SECONDS = 1.0
_COUNTED = ("LayoutCount", "RecalcStyleCount")
_LISTENERS = "JSEventListeners"

_First = TypeVar("_First")
_Second = TypeVar("_Second")


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


@dataclass(frozen=True, slots=True)
class Counts:
    """What the browser counts in the process of a document.

    Attributes:
        drawn: How often it has laid out and styled the process's documents, as text; empty if that is not known. As long as it
            is the same, nothing has changed how they look but scrolling.
        still: Whether everything up to now is counted; some changes may not have been styled yet otherwise.
        listeners: How many event listeners there are; one more with every listener that is added, fewer after garbage
            collections. Empty if that is not known.
        unheard: Of which elements the document does not know whether scripts listen on them, as `inject/listeners.js`
            answers; None if it was not asked.
    """

    drawn: str = ""
    still: bool = False
    listeners: str = ""
    unheard: Mapping[str, Any] | None = None


class CdpEvaluate:
    """Asks documents by the short way if there is one, by a locator if not.

    A way holds for one document. That to the document of a page is found with the first question, which puts the engine in:
    a locator would put in Playwright's own script, too, which only the first document of a page must have for certain. Those to the documents of frames are found while nobody waits for them.
    """

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._ways: dict[Frame, _Way] = {}
        self._crashed: dict[Page, asyncio.Future[None]] = {}
        self._finding: asyncio.Task[None] | None = None
        self._turns: dict[Frame, asyncio.Lock] = {}
        self._dead: set[Page] = set()
        self._scripted: set[str] = set()
        self._preparing: list[asyncio.Task[None]] = []

    async def ask(self, frame: Frame, question: str, *, seconds: float) -> str:
        """As `world.ask`, with the same errors; asked again, in the time left, if the way has ended."""
        deadline, expression = time.monotonic() + seconds, f"actwright.answer({json.dumps(question)})"
        for _ in range(2):  # the way may have ended with its document
            if await self._way(frame, deadline - time.monotonic()) is None:
                break
            answer = await self._shortly(frame, expression, deadline - time.monotonic())
            if answer is not None:
                return answer
        return await ask(frame, question, seconds=deadline - time.monotonic())

    async def ask_document(self, frame: Frame, question: str, *, seconds: float) -> str:
        """The same, of the document that the frame had at the last look; nothing if that is gone."""
        if frame in self._ways:
            return await self._shortly(frame, f"actwright.answer({json.dumps(question)})", seconds) or ""
        return await self.ask(frame, question, seconds=seconds)

    async def ask_once_drawn(self, frame: Frame, question: str, *, times: int = 1, seconds: float) -> str:
        """The same, when the page has drawn so many frames and had a turn since."""
        deadline = time.monotonic() + seconds
        answer = await self._shortly(frame, f"actwright.onceDrawn({json.dumps(question)}, {times})", seconds)
        if answer is None:
            await asyncio.sleep(min(times * _FRAME_SECONDS, seconds))
            answer = await self.ask(frame, question, seconds=deadline - time.monotonic())
        return answer

    async def ask_once_rested(self, frame: Frame, question: str, *, seconds: float) -> str:
        """The same, when the page has had a turn, and has drawn a frame if it asked to be called then."""
        deadline = time.monotonic() + seconds
        answer = await self._shortly(frame, f"actwright.onceRested({json.dumps(question)})", seconds)
        if answer is None:
            await asyncio.sleep(min(_FRAME_SECONDS, seconds))
            answer = await self.ask(frame, question, seconds=deadline - time.monotonic())
        return answer

    async def write_and_rest(self, frame: Frame, write: str, held: str, rest: str, *, seconds: float) -> list[str]:
        """The answers to three questions, the second and third once the page has rested from the first.

        Only the first has one if nothing was written, or if there is no short way. None has one if the document gave no
        answer; it may have been written into.
        """
        if await self._way(frame, seconds) is None:
            return [await ask(frame, write, seconds=seconds)]
        given = ", ".join(map(json.dumps, (write, held, rest)))
        said = await self._shortly(frame, f"actwright.writeAndRest({given})", seconds)
        return [] if said is None else [json.dumps(each) for each in json.loads(said)]

    async def held_and_rest(
        self, frame: Frame, held: str, rest: str, *, wanted: bool | None, seconds: float
    ) -> tuple[str, str]:
        """The answers to two questions, once the page has drawn and rested; the second has none if something is to come.

        Without a short way, the page is not waited for.
        """
        given = ", ".join(map(json.dumps, (held, rest, wanted)))
        said = await self._shortly(frame, f"actwright.heldAndRest({given})", seconds)
        if said is None:
            return await ask(frame, held, seconds=seconds), ""
        holds, told = json.loads(said)
        return json.dumps(holds), json.dumps(told) if told else ""

    async def ask_in_turn(self, frame: Frame, first: str, second: str, *, seconds: float) -> tuple[str, str]:
        """The answers to two questions, between which the page has a turn for what the first one has set off."""
        deadline = time.monotonic() + seconds
        both = await self._shortly(frame, f"actwright.inTurn({json.dumps(first)}, {json.dumps(second)})", seconds)
        if both is not None:
            before, after = json.loads(both)
            return json.dumps(before), json.dumps(after)
        before = await self.ask(frame, first, seconds=seconds)
        return before, await self.ask(frame, second, seconds=deadline - time.monotonic())

    async def _shortly(self, frame: Frame, expression: str, seconds: float) -> str | None:
        """The value of an expression in our world; None if there is no short way to it.

        Raises:
            Error: Playwright's TimeoutError when there is no answer in time.
        """
        deadline = time.monotonic() + seconds
        if way := await self._way(frame, seconds):
            try:
                return await _evaluated(way, expression, deadline - time.monotonic())
            except PlaywrightTimeout:
                raise
            except Error:  # the way has ended, or the engine failed; a locator's error says which
                self._ways.pop(frame, None)
        return None

    async def _way(self, frame: Frame, seconds: float) -> _Way | None:
        """The way to a document; to that of a page, it is found if it is not known."""
        if frame in self._ways or frame.parent_frame is not None or frame.page in self._dead:
            return self._ways.get(frame)
        with contextlib.suppress(Error, TimeoutError):
            most = min(seconds, _FIND_SECONDS) if page_key(frame.page) in _asked_pages else seconds
            async with asyncio.timeout(most), self._turns.setdefault(frame, asyncio.Lock()):
                if frame not in self._ways:
                    await self._arrive(frame, seconds)
        return self._ways.get(frame)

    async def _arrive(self, frame: Frame, seconds: float) -> None:
        """Finds the way to the document that a page shows; a page that nobody has asked yet is asked by a locator, too.

        Playwright may have put its own script into such a document before it knew the engine, and must learn it then.
        """
        new = page_key(frame.page) not in _asked_pages
        first = ask(frame, "- token", seconds=seconds) if new else asyncio.sleep(0, "")
        found, known = await _both(self._protocol.main_world(frame.page), first)
        if new:
            _asked_pages.add(page_key(frame.page))
            self._scripted.add(known)
        if found is None:
            return
        session, world = found
        way = _Way(session, world.unique, known, self._crash_of(frame.page))
        asked = _evaluated(way, TOKEN if known else installing(), seconds)
        token, _ = await _both(asked, _answer(way, "Performance.enable", seconds))
        if known in {"", token}:
            self._ways[frame] = replace(way, token=token)

    async def counts(self, frame: Frame, run: str, *, seconds: float) -> Counts:
        """What the browser counts in a frame's process; nothing if it cannot be asked."""
        deadline, known = time.monotonic() + seconds, frame in self._ways
        way = await self._way(frame, seconds)
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(min(deadline - time.monotonic(), _COUNT_SECONDS)):
                if way is not None:
                    still = f"actwright.answer({json.dumps(f'{run} still')})"
                    unheard = json.loads(
                        await _evaluated(way, still, seconds)
                    )  # the counts, asked at the same time, would come first
                    return replace(await _counts(way.session), still=known, unheard=unheard)
                if frame.parent_frame is None and (session := await self._protocol.of(frame)):
                    await call(session, "Performance.enable")
                    return await _counts(session)
        return Counts()

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

    def prepare(self, frame: Frame) -> None:
        """Has Playwright put its own script into the document of a page while there is nothing else to do, as its actions must."""
        way = self._ways.get(frame)
        if way is not None and way.token not in self._scripted:
            self._scripted.add(way.token)
            self._preparing.append(asyncio.create_task(_prepared(frame)))

    def forget(self, frame: Frame) -> None:
        """Lets go of a frame that is gone."""
        self._ways.pop(frame, None)
        self._turns.pop(frame, None)

    async def close(self) -> None:
        """Ends what is under way."""
        under_way = [*self._preparing, *([self._finding] if self._finding else [])]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
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
        self._dead.add(page)  # nothing but a locator says so of it
        crashed = self._crashed.pop(page, None)
        page.remove_listener("crash", self._note_crash)
        if crashed and not crashed.done():
            crashed.set_result(None)


async def _prepared(frame: Frame) -> None:
    with contextlib.suppress(Error):
        await ask(frame, "- token", seconds=_FIND_SECONDS)


async def _counts(session: CDPSession) -> Counts:
    """Chromium answers this in between, before what it was asked earlier and has not begun."""
    told = await call(session, "Performance.getMetrics")
    found = {each["name"]: f"{each['value']:.0f}" for each in told["metrics"]}
    drawn = " ".join(f"{name}={found[name]}" for name in _COUNTED if name in found)
    return Counts(drawn=drawn, listeners=found.get(_LISTENERS, ""))


async def _evaluated(way: _Way, expression: str, seconds: float) -> str:
    """What the engine answers.

    Raises:
        Error: Playwright's; the document is gone, or the engine failed. Its TimeoutError when there is no answer in time.
    """
    told = await _answer(
        way,
        "Runtime.evaluate",
        seconds,
        uniqueContextId=way.world,
        expression=expression,
        awaitPromise=True,
        returnByValue=True,
        silent=True,
    )
    answer = told["result"].get("value")
    if not isinstance(answer, str):
        raise Error("the engine gave no answer")
    return answer


async def _answer(way: _Way, method: str, seconds: float, **parameters: Any) -> dict[str, Any]:
    """What the protocol answers; a crashed page never does.

    Raises:
        Error: Playwright's. Its TimeoutError when there is no answer in time.
    """
    asked = asyncio.ensure_future(call(way.session, method, **parameters))
    try:
        await asyncio.wait({asked, way.crashed}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if asked.done():
            return asked.result()
        if way.crashed.done():
            raise Error("Target crashed")
        raise PlaywrightTimeout(f"Timeout {seconds * 1000:.0f}ms exceeded.")
    finally:
        asked.cancel()


async def _both(one: Awaitable[_First], other: Awaitable[_Second]) -> tuple[_First, _Second]:
    """What two answer that are asked at the same time; where one fails, the other is given up."""
    first, second = asyncio.ensure_future(one), asyncio.ensure_future(other)
    try:
        return await asyncio.gather(first, second)
    finally:
        first.cancel()
        second.cancel()
