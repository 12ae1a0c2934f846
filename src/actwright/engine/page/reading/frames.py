"""Keeps the frames of a run's pages, with their numbers and elements, and asks their documents."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from playwright.async_api import Error, Frame, Locator

from actwright.engine.page.reading.cdp import Protocol
from actwright.engine.page.reading.cdp_evaluate import CdpEvaluate
from actwright.engine.page.reading.internals import read_internals
from actwright.engine.page.reading.isolated_world import ENGINE
from actwright.engine.page.reading.listeners import Listeners
from actwright.engine.page.reading.request import NOW, InPageRequest, InPageWait
from actwright.engine.playwright_errors import is_gone
from actwright.errors import BrowserError, ToolError
from actwright.text import first_line
from actwright.tools.target import Part

_MANY_AT_ONCE = 32
"""The maximum number of frames that are asked a small question at the same time."""


class Frames:
    """All frames of a run's pages. Every question to our code in a document goes through here.

    Attributes:
        run: The name under which the engine in a document keeps what belongs to this run.
        protocol: The run's sessions with its pages.
        listeners: Finds the elements with event listeners.
        cdp: Asks documents, over direct connections where there are any.
        numbers: The numbers of the frames inside pages, from 1; none is used twice.
        owners: The frame of each element ID.
        with_internals: The tokens of the documents with custom elements whose state only the browser knows, by frame.
    """

    def __init__(self) -> None:
        self.run = secrets.token_hex(3)
        self.protocol = Protocol()
        self.listeners = Listeners(self.protocol)
        self.cdp = CdpEvaluate(self.protocol)
        self.numbers: dict[Frame, int] = {}
        self.owners: dict[str, Frame] = {}
        self.with_internals: dict[Frame, str] = {}
        self._numbered = 0
        self._documents: dict[Frame, str] = {}
        self._former: dict[Frame, list[str]] = {}
        self._many = asyncio.Semaphore(_MANY_AT_ONCE)

    async def close(self) -> None:
        """Closes what the run opened to look at its pages; the pages stay open."""
        await self.cdp.close()
        self.protocol.close()

    # Numbers and documents

    def number(self, frame: Frame) -> int:
        """The number of a frame, which never changes."""
        if frame not in self.numbers:
            self._numbered += 1
            self.numbers[frame] = self._numbered
        return self.numbers[frame]

    def forget_detached(self) -> list[Frame]:
        """Forgets detached frames and their elements, and returns these frames; their numbers are not used again."""
        detached = [each for each in self.numbers if each.is_detached()]
        for frame in detached:
            del self.numbers[frame]
            self._documents.pop(frame, None)
            self._former.pop(frame, None)
            self.with_internals.pop(frame, None)
            self.listeners.forget(frame)
            self.cdp.forget(frame)
        gone = {frame for frame in self.owners.values() if frame.is_detached()}
        if gone:
            self.owners = {element_id: frame for element_id, frame in self.owners.items() if frame not in gone}
        return detached

    def forget_documents(self, tokens: Mapping[Frame, str]) -> None:
        """Forgets the elements of all documents before the previous one, whose elements a policy may still name."""
        for frame, token in tokens.items():
            if self._documents.get(frame, token) != token:
                for element_id in self._former.pop(frame, ()):
                    self.owners.pop(element_id, None)
                self._former[frame] = [element_id for element_id, owner in self.owners.items() if owner is frame]
        self._documents |= tokens

    async def read_internals(self, frame: Frame, token: str) -> None:
        """Asks the browser about the custom elements in a document, and notes whether any has a role of its own."""
        if await read_internals(self.protocol, frame, token):
            self.with_internals[frame] = token
        else:
            self.with_internals.pop(frame, None)

    async def refresh_internals(self, frame: Frame, before: InPageWait, *, seconds: float) -> InPageWait:
        """Asks again, after a wait, if any has a role of its own; returns the wait that is left for the next question."""
        token = self.with_internals.get(frame)
        if token is None:
            return before
        await self.ask(frame, "token", seconds=seconds, before=before)
        await self.read_internals(frame, token)
        return NOW

    # Elements

    def frame_of(self, element_id: str) -> Frame | None:
        """The frame that an ID belongs to; None if this run has never seen it."""
        return self.owners.get(element_id)

    def owner(self, element_id: str) -> Frame:
        """The frame that an ID belongs to. Raises ToolError if this run has never seen it."""
        frame = self.owners.get(element_id)
        if frame is None:
            raise ToolError(f"{element_id} is not an element of this page")
        return frame

    def locator(self, element_id: str, part: Part | None = None) -> Locator:
        """A locator that resolves to an element or to a part of it. Raises ToolError as `owner`."""
        words = f"{self.run} {local(element_id)}"
        return self.owner(element_id).locator(f"{ENGINE}={words} {part}" if part else f"{ENGINE}={words}")

    # Questions

    def request(
        self, op: str, before: InPageWait = NOW, expect: Mapping[str, Any] | None = None, **args: Any
    ) -> InPageRequest:
        """A request of this run for an operation of `inject/operations.js`."""
        return InPageRequest(self.run, op, args, before, expect or {})

    async def ask(self, frame: Frame, op: str, *, seconds: float, before: InPageWait = NOW, **args: Any) -> Any:
        """The answer of our code in a frame's document, parsed as JSON.

        Raises:
            Error: Playwright's; its TimeoutError if there is no answer in time.
        """
        [answer] = await self.cdp.perform(frame, self.request(op, before, **args), seconds=seconds)
        return answer

    async def ask_all(self, frames: Sequence[Frame], op: str, seconds: float, **args: Any) -> list[Any]:
        """The answer of each frame, in order; None for a frame that does not answer in time."""

        async def answered(frame: Frame) -> Any:
            async with asyncio.timeout(seconds), contextlib.nullcontext() if frame.parent_frame is None else self._many:
                return await self.ask(frame, op, seconds=seconds, **args)

        answers = await asyncio.gather(*map(answered, frames), return_exceptions=True)
        return [None if isinstance(answer, BaseException) else answer for answer in answers]

    async def ask_of(self, element_id: str, op: str, *, seconds: float, before: InPageWait = NOW, **args: Any) -> Any:
        """The answer of an element's document about the element; `found` is false if the frame is gone.

        Raises:
            ToolError: This run has never seen the ID, or the frame does not answer within `seconds`.
            BrowserError: The page or its browser is gone.
        """
        frame = self.owner(element_id)
        with self.explained(element_id, frame):
            return await self.ask(frame, op, seconds=seconds, before=before, id=local(element_id), **args)
        return {"found": False}

    @contextlib.contextmanager
    def explained(self, element_id: str, frame: Frame) -> Generator[None]:
        """Raises the error that explains why a frame does not answer; none if only the frame is gone, not its page."""
        try:
            yield
        except Error as error:
            if frame.is_detached() and not frame.page.is_closed():
                return
            if is_gone(frame.page, error):
                raise BrowserError(f"the page is gone: {first_line(error.message)}") from error
            raise ToolError(f"{element_id}: its page does not answer: {first_line(error.message)}") from error


def local(element_id: str) -> str:
    """The ID without the prefix of its frame."""
    return element_id.rpartition(".")[2]
