"""Finds plain elements with event listeners.

Only the page's own world has access to the listeners, and to the data that frameworks keep there. It is asked about an
element once, and about all elements again only after the browser's count of listeners has changed. The browser runs our
queries there only as far as they have no side effects. A page that has replaced the browser's own functions therefore
does not notice them. It may answer falsely, but only about its own listeners.

Only Chromium supports this, for its developer tools. In other browsers, the mouse cursor shows such elements.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playwright.async_api import CDPSession, Error, Frame

from actwright.engine.page.browser.sessions import call
from actwright.engine.page.reading.cdp import Protocol
from actwright.engine.page.reading.cdp_evaluate import Counts
from actwright.engine.page.reading.script import page_script

_MOST = 20_000
"""The maximum number of elements of a document that are examined, at about 1 µs each."""

_MILLISECONDS = 500
"""How long the page's own world may take to answer, in milliseconds."""
_AGAIN_MILLISECONDS = 1_400
"""The same for the second time, on a machine that is busy."""

_SECONDS = 2.0
"""How long a question may take; the first one also opens a session."""

_LONGEST = 500_000
_LISTENS_FOR_TYPING = """(() => {
  const types = ['input', 'beforeinput', 'textInput', 'keydown', 'keypress', 'keyup', 'change'];
  const listens = (target) => {
    const known = getEventListeners(target);
    return types.some((type) => (known[type] || []).some(({ listener }) => listener instanceof Object));
  };
  let node = document.activeElement;
  while (node && node.shadowRoot && node.shadowRoot.activeElement) node = node.shadowRoot.activeElement;
  if (!node || node.localName !== 'input') return true;
  for (; node; node = node.assignedSlot || node.parentNode || node.host) if (listens(node)) return true;
  return listens(window);
})()"""
"""Whether the focused field, or anything around it, listens for typing; true if no field has the focus.

The browser also reports listeners of other worlds, such as ours; they are not objects of the page's own world."""
_ANSWER = re.compile(
    r"(?:__reactProps\$\w{1,40})?(?:\|-?\d{1,7}:\d{1,7}:(?:\d{1,7}-\d{1,7},)*:(?:\d{1,7}\.\d{1,3},)*)+|changed"
)


@dataclass(frozen=True, slots=True)
class ListenerAnswer:
    """The answer of a page's own world about its event listeners. The page may have forged it.

    Attributes:
        text: The answer of `inject/page_world/listening.js`; empty if there was nothing to ask, or the page could not be asked.
        at: The browser's count of listeners before the question, if it was about all elements.
    """

    text: str = ""
    at: str = ""


class Listeners:
    """Asks the documents of a run's pages which elements have event listeners."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._contexts: dict[Frame, str] = {}

    async def ask(self, frame: Frame, run: str, counts: Counts, *, seconds: float) -> ListenerAnswer:
        """Asks the page's own world about new elements, or about all elements if listeners may have been added.

        Args:
            frame: Any frame.
            run: The run that asks.
            counts: What the browser has just counted.
            seconds: The deadline, if it is before 2 s.
        """
        unknown, added, asked = counts.unknown_listeners, _added(counts), self.to_ask(counts)
        if asked == []:
            return ListenerAnswer()
        expression, answer = _expression(asked, unknown["react"] if unknown else ""), ""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, _SECONDS)):
                answer = await self._asked(frame, run, expression)
        if len(answer) > _LONGEST or not _ANSWER.fullmatch(answer):
            return ListenerAnswer()
        return ListenerAnswer(answer, counts.listeners if added else "")

    def to_ask(self, counts: Counts) -> Sequence[object] | None:
        """The elements that must be asked about, as `uncheckedElements` answers; None for all, however many."""
        unknown = counts.unknown_listeners
        return None if unknown is None else unknown["all"] if _added(counts) else unknown["some"]

    def forget(self, frame: Frame) -> None:
        """Forgets a frame that is gone."""
        self._contexts.pop(frame, None)
        self._protocol.forget(frame)

    async def listens_for_typing(self, frame: Frame) -> bool:
        """Whether something in a frame listens for typing in its focused field; true if the frame cannot be asked."""
        of = frame if frame.parent_frame else frame.page
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(_SECONDS):
                session = await self._protocol.session(of)
                where = {} if session else {"uniqueContextId": self._contexts.get(frame, "")}
                session = session or await self._protocol.around(frame)
                if session is not None:
                    return await _evaluate(session, _LISTENS_FOR_TYPING, where, _MILLISECONDS) is not False
        return True

    async def _asked(self, frame: Frame, run: str, expression: str) -> str:
        """Asks over the session that is open, then over a new one: a frame may move to another process."""
        for milliseconds in (_MILLISECONDS, _AGAIN_MILLISECONDS):
            with contextlib.suppress(Error):
                return await self._evaluated(frame, run, expression, milliseconds)
            self._protocol.forget(frame if frame.parent_frame else frame.page)
            self._contexts.pop(frame, None)
        return ""

    async def _evaluated(self, frame: Frame, run: str, expression: str, milliseconds: int) -> str:
        of = frame if frame.parent_frame else frame.page
        if session := await self._protocol.session(of):
            return _text(await _evaluate(session, expression, {}, milliseconds))
        around = await self._protocol.around(frame)
        if around is None:
            return ""
        if frame not in self._contexts:
            _, own = await self._protocol.worlds_of(frame, run, around)
            self._contexts[frame] = own.unique
        return _text(await _evaluate(around, expression, {"uniqueContextId": self._contexts[frame]}, milliseconds))


def _added(counts: Counts) -> bool:
    """Whether listeners may have been added since the elements of a document were checked."""
    unknown = counts.unknown_listeners
    return unknown is None or not counts.listeners or counts.listeners != unknown["at"]


async def _evaluate(session: CDPSession, expression: str, where: Mapping[str, str], milliseconds: int) -> object:
    answer = await call(
        session,
        "Runtime.evaluate",
        expression=expression,
        includeCommandLineAPI=True,
        returnByValue=True,
        throwOnSideEffect=True,
        silent=True,
        timeout=milliseconds,
        **where,
    )
    return answer["result"].get("value")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _expression(asked: object, react: str) -> str:
    function = page_script("listening").strip().rstrip(";")
    return f"({function}\n)(getEventListeners, $$, {json.dumps(asked)}, {json.dumps(react)}, {_MOST})"
