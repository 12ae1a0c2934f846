"""Asks the selector engine over the Chrome DevTools Protocol, in one round trip; a Playwright locator takes three."""

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

from actwright.engine.page.browser.sessions import call, page_key
from actwright.engine.page.reading.cdp import TOKEN, Protocol
from actwright.engine.page.reading.isolated_world import ask
from actwright.engine.page.reading.request import InPageRequest, perform_expression
from actwright.engine.page.reading.script import installing

_TOKEN = InPageRequest("-", "token")
_CONNECT_SECONDS = 2.0
"""How long it may take to connect to a document."""

_asked_pages: WeakSet[Any] = WeakSet()
"""Pages that this process has asked through a locator. Later documents get the engine with Playwright's script."""

_COUNT_SECONDS = 1.0
_METRICS = "Performance.getMetrics"
"""Chromium answers this question before earlier ones that it has not begun to work on."""
_COUNTED = ("LayoutCount", "RecalcStyleCount")
_LISTENERS = "JSEventListeners"

_First = TypeVar("_First")
_Second = TypeVar("_Second")


@dataclass(frozen=True, slots=True)
class _Connection:
    """A direct connection to our isolated world in one document.

    Attributes:
        session: The CDP session for the document.
        world: The unique ID of the world's execution context.
        token: The token of the document.
        crashed: Done when the page has crashed; the protocol does not answer from then on.
    """

    session: CDPSession
    world: str
    token: str
    crashed: asyncio.Future[None]


@dataclass(frozen=True, slots=True)
class Counts:
    """What the browser counts in the process of a document.

    Attributes:
        drawn: How often it has laid out and styled the process's documents, as text; empty if that is not known. As
            long as it is the same, nothing but scrolling has changed how they look.
        still: Whether it includes everything up to now; if not, some changes may not have been styled yet.
        listeners: The number of event listeners, as text: it grows with every listener that is added, and shrinks after
            garbage collections. Empty if that is not known.
        unknown_listeners: The elements of which the document does not know whether they have event listeners, as
            `inject/read/listeners.js` answers; None if it was not asked.
        customs: How many custom elements may have a role that only the browser knows.
        token: The token of the document; empty if it was not asked.
        same: The answer of the look to come if it would see the same as an earlier one; None if the document shows that
            it has changed, the browser has laid out or styled anything since, or that is not known.
    """

    drawn: str = ""
    still: bool = False
    listeners: str = ""
    unknown_listeners: Mapping[str, Any] | None = None
    customs: int = 0
    token: str = ""
    same: dict[str, Any] | None = None


class _CountQuestion:
    """One question for the counts of a session, asked when all documents have been brought up to date.

    Args:
        connection: A connection of the session.

    Attributes:
        updating: How many of the documents have not answered yet.
    """

    def __init__(self, connection: _Connection) -> None:
        self.updating = 0
        self._connection = connection
        self._begun = asyncio.Event()
        self._counts: asyncio.Task[Counts] | None = None

    def begin(self) -> asyncio.Task[Counts]:
        self._counts = asyncio.create_task(self._ask())
        self._begun.set()
        return self._counts

    async def counts(self) -> Counts:
        await self._begun.wait()
        assert self._counts is not None
        return await asyncio.shield(self._counts)  # a caller that gives up waiting leaves it to the others

    async def _ask(self) -> Counts:
        return await _counts(_answer(self._connection, _METRICS, _COUNT_SECONDS))


class CdpEvaluate:
    """Asks documents over a direct connection if there is one, and through a locator if not.

    A connection is valid for one document. The first question to the document of a page opens it and installs the
    engine; a locator would also install Playwright's own script, which only the first document of a page must have for
    certain. Connections to the documents of frames are opened in the background.
    """

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._connections: dict[Frame, _Connection] = {}
        self._crashed: dict[Page, asyncio.Future[None]] = {}
        self._connecting: asyncio.Task[None] | None = None
        self._turns: dict[Frame, asyncio.Lock] = {}
        self._counting: dict[CDPSession, _CountQuestion] = {}
        self._counts: set[asyncio.Task[Counts]] = set()
        self._crashed_pages: set[Page] = set()
        self._scripted: set[str] = set()
        self._preparing: list[asyncio.Task[None]] = []

    async def perform(self, frame: Frame, *requests: InPageRequest, seconds: float, once: bool = False) -> list[Any]:
        """The answers to requests, up to the first one that is not as its request expects.

        Args:
            frame: Any frame.
            requests: The requests. Without a direct connection, they are asked one by one.
            seconds: The deadline.
            once: Whether only the document that is connected first may answer, and only once. If it is gone before it
                has answered, there are no answers, although it may have performed the requests.

        Raises:
            Error: Playwright's; its TimeoutError if there is no answer in time.
        """
        deadline, expression = time.monotonic() + seconds, perform_expression(requests)
        for _ in range(2):  # the connection may have ended with its document
            if await self._connection(frame, deadline - time.monotonic()) is None:
                break
            answers = await self._directly(frame, expression, deadline - time.monotonic())
            if answers is not None or once:
                return json.loads(answers or "[]")
        found: list[Any] = []
        for request in requests:
            await asyncio.sleep(min(request.before.seconds, seconds))
            found.append(await ask(frame, request, seconds=deadline - time.monotonic()))
            if not request.is_met_by(found[-1]):
                break
        return found

    async def _directly(self, frame: Frame, expression: str, seconds: float) -> str | None:
        """The value of an expression in our world; None if there is no direct connection to it.

        Raises:
            Error: Playwright's TimeoutError if there is no answer in time.
        """
        deadline = time.monotonic() + seconds
        if connection := await self._connection(frame, seconds):
            try:
                return await _evaluated(connection, expression, deadline - time.monotonic())
            except PlaywrightTimeout:
                raise
            except Error:  # the connection was lost, or the engine failed; the error of a locator shows which
                self._connections.pop(frame, None)
        return None

    async def _connection(self, frame: Frame, seconds: float) -> _Connection | None:
        """The connection to a document. It is opened for the document of a page if there is none."""
        if frame in self._connections or frame.parent_frame is not None or frame.page in self._crashed_pages:
            return self._connections.get(frame)
        with contextlib.suppress(Error, TimeoutError):
            most = min(seconds, _CONNECT_SECONDS) if page_key(frame.page) in _asked_pages else seconds
            async with asyncio.timeout(most), self._turns.setdefault(frame, asyncio.Lock()):
                if frame not in self._connections:
                    await self._connect(frame, seconds)
        return self._connections.get(frame)

    async def _connect(self, frame: Frame, seconds: float) -> None:
        """Connects to the document that a page shows; the first document is also asked through a locator.

        Playwright may have installed its own script in such a document before the engine was registered; the locator
        then adds the engine to that script.
        """
        new = page_key(frame.page) not in _asked_pages
        first = ask(frame, _TOKEN, seconds=seconds) if new else asyncio.sleep(0, "")
        found, known = await _together(self._protocol.main_world(frame.page), first)
        if new:
            _asked_pages.add(page_key(frame.page))
            self._scripted.add(known)
        if found is None:
            return
        session, world = found
        connection = _Connection(session, world.unique, known, self._crash_of(frame.page))
        asked = _evaluated(connection, TOKEN if known else installing(), seconds)
        token, _ = await _together(asked, _answer(connection, "Performance.enable", seconds))
        if known in {"", token}:
            self._connections[frame] = replace(connection, token=token)

    async def counts(self, frame: Frame, still: InPageRequest, *, seconds: float) -> Counts:
        """What the browser counts in a frame's process; empty counts if it cannot be asked.

        Args:
            frame: Any frame.
            still: A request for the operation `still` of `inject/operations.js`.
            seconds: The deadline, if it is before 1 s.
        """
        deadline = time.monotonic() + seconds
        for _ in range(2):  # the connection may be to the document before
            known = frame in self._connections
            connection = await self._connection(frame, deadline - time.monotonic())
            with contextlib.suppress(TimeoutError, PlaywrightTimeout):
                async with asyncio.timeout(min(deadline - time.monotonic(), _COUNT_SECONDS)):
                    try:
                        return await self._counts_of(frame, connection, still, known=known, seconds=seconds)
                    except PlaywrightTimeout:
                        raise
                    except Error:
                        if connection is not None and self._connections.get(frame) is connection:
                            del self._connections[frame]
                            continue
            break
        return Counts()

    async def _counts_of(
        self, frame: Frame, connection: _Connection | None, still: InPageRequest, *, known: bool, seconds: float
    ) -> Counts:
        """As `counts`, over a connection, or with those of the browser alone. Raises Error: Playwright's."""
        if connection is not None:
            answer, counts = await self._counted(connection, perform_expression([still]), seconds)
            same: dict[str, Any] | None = answer["same"]
            if same and not (known and counts.drawn and same["counts"] == counts.drawn):
                same = None
            asked = {name: answer[name] for name in ("customs", "token")}
            return replace(counts, still=known, unknown_listeners=answer["listeners"], same=same, **asked)
        if frame.parent_frame is None and (session := await self._protocol.of(frame)):
            await call(session, "Performance.enable")
            return await _counts(call(session, _METRICS))
        return Counts()

    async def _counted(self, connection: _Connection, expression: str, seconds: float) -> tuple[Any, Counts]:
        """An answer of the engine, and the counts after it, which the other documents of the process may share.

        Raises:
            Error: Playwright's; the document is gone, or does not answer.
        """
        session = connection.session
        counting = self._counting.setdefault(session, _CountQuestion(connection))
        counting.updating += 1
        try:
            [answer] = json.loads(await _evaluated(connection, expression, seconds))
        finally:
            counting.updating -= 1
            if not counting.updating:
                del self._counting[session]
                asked = counting.begin()
                self._counts.add(asked)
                asked.add_done_callback(self._counts.discard)
        return answer, await counting.counts()

    def connect_later(self, tokens: Mapping[Frame, str]) -> None:
        """Begins to connect, in the background, to documents that have just answered, by their tokens.

        It does nothing while earlier connections are being opened: the next look calls it again.
        """
        new = {
            frame: token
            for frame, token in tokens.items()
            if frame not in self._connections or self._connections[frame].token != token
        }
        if new and (self._connecting is None or self._connecting.done()):
            self._connecting = asyncio.create_task(self._connect_all(new))

    def prepare(self, frame: Frame) -> None:
        """Makes Playwright install its own script, which its actions need, in the document of a page ahead of time."""
        connection = self._connections.get(frame)
        if connection is not None and connection.token not in self._scripted:
            self._scripted.add(connection.token)
            self._preparing.append(asyncio.create_task(_prepared(frame)))

    def forget(self, frame: Frame) -> None:
        """Forgets a frame that is gone."""
        self._connections.pop(frame, None)
        self._turns.pop(frame, None)

    async def close(self) -> None:
        """Cancels what is under way and forgets all connections."""
        under_way: list[asyncio.Task[Any]] = [
            *self._preparing,
            *self._counts,
            *([self._connecting] if self._connecting else []),
        ]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        self._connections.clear()
        for page, crashed in self._crashed.items():
            page.remove_listener("crash", self._note_crash)
            crashed.cancel()
        self._crashed.clear()

    async def _connect_all(self, tokens: Mapping[Frame, str]) -> None:
        for frame, token in tokens.items():
            with contextlib.suppress(Error, TimeoutError):
                async with asyncio.timeout(_CONNECT_SECONDS):
                    if session := await self._protocol.of(frame):
                        ours, _ = await self._protocol.worlds(session, token)
                        await call(session, "Performance.enable")
                        self._connections[frame] = _Connection(session, ours.unique, token, self._crash_of(frame.page))

    def _crash_of(self, page: Page) -> asyncio.Future[None]:
        if page not in self._crashed:
            self._crashed[page] = asyncio.get_running_loop().create_future()
            page.on("crash", self._note_crash)
        return self._crashed[page]

    def _note_crash(self, page: Page) -> None:
        self._crashed_pages.add(page)  # only a locator reports the crash to callers
        crashed = self._crashed.pop(page, None)
        page.remove_listener("crash", self._note_crash)
        if crashed and not crashed.done():
            crashed.set_result(None)


async def _prepared(frame: Frame) -> None:
    with contextlib.suppress(Error):
        await ask(frame, _TOKEN, seconds=_CONNECT_SECONDS)


async def _counts(metrics: Awaitable[dict[str, Any]]) -> Counts:
    """What the browser counts, by its answer to `_METRICS`; empty counts if it gives none."""
    try:
        answer = await metrics
    except Error:
        return Counts()
    found = {each["name"]: f"{each['value']:.0f}" for each in answer["metrics"]}
    drawn = " ".join(f"{name}={found[name]}" for name in _COUNTED if name in found)
    return Counts(drawn=drawn, listeners=found.get(_LISTENERS, ""))


async def _evaluated(connection: _Connection, expression: str, seconds: float) -> str:
    """The answer of the engine.

    Raises:
        Error: Playwright's; the document is gone, or the engine failed. Its TimeoutError if there is no answer in time.
    """
    result = await _answer(
        connection,
        "Runtime.evaluate",
        seconds,
        uniqueContextId=connection.world,
        expression=expression,
        awaitPromise=True,
        returnByValue=True,
        silent=True,
    )
    answer = result["result"].get("value")
    if not isinstance(answer, str):
        raise Error("the engine gave no answer")
    return answer


async def _answer(connection: _Connection, method: str, seconds: float, **parameters: Any) -> dict[str, Any]:
    """The answer of the protocol, which never comes from a crashed page.

    Raises:
        Error: Playwright's. Its TimeoutError if there is no answer in time.
    """
    asked = asyncio.ensure_future(call(connection.session, method, **parameters))
    try:
        await asyncio.wait({asked, connection.crashed}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if asked.done():
            return asked.result()
        if connection.crashed.done():
            raise Error("Target crashed")
        raise PlaywrightTimeout(f"Timeout {seconds * 1000:.0f}ms exceeded.")
    finally:
        asked.cancel()


async def _together(one: Awaitable[_First], other: Awaitable[_Second]) -> tuple[_First, _Second]:
    """The results of two awaitables that run at the same time; if one fails, the other is cancelled."""
    first, second = asyncio.ensure_future(one), asyncio.ensure_future(other)
    try:
        return await asyncio.gather(first, second)
    finally:
        first.cancel()
        second.cancel()
