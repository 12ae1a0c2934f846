"""A run's own sessions with the Chrome DevTools Protocol, for what Playwright's API lacks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from playwright.async_api import CDPSession, Error, Frame, Page

from actwright.engine.page.browser.sessions import call, contexts, drop, session_with
from actwright.engine.page.reading.isolated_world import UTILITY_WORLD, ask
from actwright.engine.page.reading.request import InPageRequest

TOKEN = "globalThis.actwright?.token"  # noqa: S105 - the name of a variable


@dataclass(frozen=True, slots=True)
class World:
    """A world of scripts in a frame (an execution context): the page's own, or an isolated one.

    Attributes:
        number: Its ID in its process.
        unique: Its ID in the browser.
        frame: The protocol's ID of its frame.
        name: The name of an isolated world; empty for the page's own.
    """

    number: int
    unique: str
    frame: str
    name: str


class Protocol:
    """The sessions that a run uses: one for each page, and one for each frame that has a process of its own."""

    def __init__(self) -> None:
        self._sessions: dict[Page | Frame, asyncio.Task[CDPSession | None]] = {}
        self._documents: dict[CDPSession, _Documents] = {}

    async def session(self, of: Page | Frame) -> CDPSession | None:
        """The session with a page, or with a frame; None if there is none.

        Only Chromium's pages have one, and those of their frames that are in another process than what is around them.
        """
        if of not in self._sessions:
            self._sessions[of] = asyncio.create_task(_opened(of))
        return await asyncio.shield(self._sessions[of])  # a caller that gives up waiting leaves it to the next one

    async def around(self, frame: Frame) -> CDPSession | None:
        """The CDP session of the nearest ancestor, a frame or the page, that has one."""
        outer = frame.parent_frame
        while outer and outer.parent_frame:
            if session := await self.session(outer):
                return session
            outer = outer.parent_frame
        return await self.session(frame.page)

    async def of(self, frame: Frame) -> CDPSession | None:
        """The CDP session of the frame, or of its nearest ancestor that has one; None if there is none."""
        if frame.parent_frame and (session := await self.session(frame)):
            return session
        return await self.around(frame)

    async def worlds_of(self, frame: Frame, run: str, session: CDPSession) -> tuple[World, World]:
        """Our world in a frame, and the page's own.

        Playwright does not say which of the protocol's frames is which of its own. A token in our world does.

        Args:
            frame: A frame that the session covers.
            run: The run that asks.
            session: A session that this object opened.

        Raises:
            Error: Playwright's; also when the frame has just moved to another process.
        """
        return await self.worlds(session, await ask(frame, InPageRequest(run, "token"), seconds=1.0))

    async def worlds(self, session: CDPSession, token: str) -> tuple[World, World]:
        """Our world in the document that has this token, and the page's own.

        Raises:
            Error: Playwright's; also when the session covers no such document.
        """
        return await self._documents.setdefault(session, _Documents(session)).worlds_of(token)

    async def main_world(self, page: Page) -> tuple[CDPSession, World] | None:
        """The session of a page, and the world of selector engines in its current document; None if that is not known.

        Raises:
            Error: Playwright's; the session has ended.
        """
        session = await self.session(page)
        world = await self._documents.setdefault(session, _Documents(session)).main_world() if session else None
        return (session, world) if session and world else None

    def forget(self, of: Page | Frame) -> None:
        """Forgets a session that may have ended; the next question opens another."""
        drop(of)
        opened = self._sessions.pop(of, None)
        if opened and opened.done() and not opened.cancelled() and (session := opened.result()):
            self._documents.pop(session, None)

    def close(self) -> None:
        """Forgets the run's documents; the sessions stay open for the next run."""
        self._sessions.clear()
        self._documents.clear()


async def _opened(of: Page | Frame) -> CDPSession | None:
    try:
        return await session_with(of)
    except Error:
        return None


class _Documents:
    """The documents that a session covers, listed once for all frames that are asked about at the same time."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._by_token: dict[str, tuple[World, World]] = {}
        self._main = ""
        self._turn = asyncio.Lock()

    async def main_world(self) -> World | None:
        """The world of selector engines in the main frame, which has the ID of the page's target; None if not known."""
        worlds = _worlds(self._session)
        if self._main:
            known = await worlds
        else:
            asked, known = await asyncio.gather(call(self._session, "Target.getTargetInfo"), worlds)
            self._main = asked["targetInfo"]["targetId"]
        found = [world for world in known if world.frame == self._main and world.name.startswith(UTILITY_WORLD)]
        return found[0] if len(found) == 1 else None  # with two drivers, each has one

    async def worlds_of(self, token: str) -> tuple[World, World]:
        async with self._turn:
            if token not in self._by_token:
                self._by_token = await self._listed()
        if token not in self._by_token:
            raise Error("the frame is in another process")
        return self._by_token[token]

    async def _listed(self) -> dict[str, tuple[World, World]]:
        found = await _worlds(self._session)
        own = {world.frame: world for world in found if not world.name}
        pairs = [(ours, own[ours.frame]) for ours in found if ours.name.startswith(UTILITY_WORLD) and ours.frame in own]
        tokens = await asyncio.gather(*(self._token(ours) for ours, _ in pairs))
        return {token: pair for token, pair in zip(tokens, pairs, strict=True) if token}

    async def _token(self, world: World) -> str:
        try:
            answer = await call(self._session, "Runtime.evaluate", uniqueContextId=world.unique, expression=TOKEN)
        except Error:  # its document is gone by now
            return ""
        return answer["result"].get("value", "")


async def _worlds(session: CDPSession) -> list[World]:
    """All worlds of the frames that a session covers.

    Raises:
        Error: Playwright's; the session has ended.
    """
    found: list[World] = []
    for context in await contexts(session):
        about = context.get("auxData", {})
        name = "" if about.get("isDefault") else context["name"]
        found.append(World(context["id"], context["uniqueId"], about.get("frameId", ""), name))
    return found
