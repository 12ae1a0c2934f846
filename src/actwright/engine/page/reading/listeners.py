"""Finds plain elements with listeners; only the page's own world knows them, and the data that frameworks keep there.

An element is asked about once; all are asked again only when the browser counts other listeners than then. The browser
runs our queries there only as far as they have no side effects. A page that has replaced the browser's own functions
therefore does not notice them. It may answer falsely, but only about its own listeners.

Only Chromium has this, for developer tools. In other browsers, such elements are found by their mouse cursor.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playwright.async_api import CDPSession, Error, Frame

from actwright.engine.page.browser.cdp import Protocol
from actwright.engine.page.browser.sessions import call
from actwright.engine.page.reading.cdp_evaluate import Counts

__all__ = ["Listeners", "Told"]

_MOST = 20_000
"""How many elements of a document are looked at, about 1 µs each."""

_MILLISECONDS = 500
"""How long the page's own world may take."""

_SECONDS = 2.0
"""How long it may take to ask; the first time a session is opened."""

_LONGEST = 500_000
_HEARS = """(() => {
  const types = ['input', 'beforeinput', 'textInput', 'keydown', 'keypress', 'keyup', 'change'];
  const heard = (target) => {
    const known = getEventListeners(target);
    return types.some((type) => (known[type] || []).some(({ listener }) => listener instanceof Object));
  };
  let node = document.activeElement;
  while (node && node.shadowRoot && node.shadowRoot.activeElement) node = node.shadowRoot.activeElement;
  if (!node || node.localName !== 'input') return true;
  for (; node; node = node.assignedSlot || node.parentNode || node.host) if (heard(node)) return true;
  return heard(window);
})()"""
"""Whether the focused field, or anything around it, listens to typing; true if the focus is in no field.

Listeners of other worlds, such as ours, are told too; what they are made of is not of this one."""
_TOLD = re.compile(
    r"(?:__reactProps\$\w{1,40})?(?:\|-?\d{1,7}:\d{1,7}:(?:\d{1,7}-\d{1,7},)*:(?:\d{1,7}\.\d{1,2},)*)+|changed"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a page's world says of its listeners. The page may have forged it.

    Attributes:
        text: As `inject/listening.js` writes it; empty if there was nothing to ask, or nobody could be asked.
        at: The browser's count of listeners before that, if all elements were asked about.
    """

    text: str = ""
    at: str = ""


class Listeners:
    """Asks the documents of a run's pages which elements their scripts listen on."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._contexts: dict[Frame, str] = {}

    async def told(self, frame: Frame, run: str, counts: Counts, *, seconds: float) -> Told:
        """What the page's world says of the elements that were not asked about; of all, if listeners may have been added.

        Args:
            frame: Any frame.
            run: The run that asks.
            counts: What the browser has just counted.
            seconds: The deadline, if it is before 2 s.
        """
        unheard = counts.unheard
        added = unheard is None or not counts.listeners or counts.listeners != unheard["at"]
        asked = None if unheard is None else unheard["all"] if added else unheard["some"]
        if asked == []:
            return Told()
        expression, answer = _expression(asked, unheard["react"] if unheard else ""), ""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, _SECONDS)):
                answer = await self._again(frame, run, expression)
        if len(answer) > _LONGEST or not _TOLD.fullmatch(answer):
            return Told()
        return Told(answer, counts.listeners if added else "")

    def forget(self, frame: Frame) -> None:
        """Lets go of a frame that is gone."""
        self._contexts.pop(frame, None)
        self._protocol.forget(frame)

    async def hears_typing(self, frame: Frame) -> bool:
        """Whether something in a frame listens to what is typed into its focused field; true if it cannot be asked."""
        of = frame if frame.parent_frame else frame.page
        with contextlib.suppress(Error, TimeoutError):
            async with asyncio.timeout(_SECONDS):
                session = await self._protocol.session(of)
                where = {} if session else {"uniqueContextId": self._contexts.get(frame, "")}
                session = session or await self._protocol.around(frame)
                if session is not None:
                    return await _evaluate(session, _HEARS, where) is not False
        return True

    async def _again(self, frame: Frame, run: str, expression: str) -> str:
        """Asks through what was opened before, then through something new: a frame may move to another process."""
        for _ in range(2):
            with contextlib.suppress(Error):
                return await self._evaluated(frame, run, expression)
            self._protocol.forget(frame if frame.parent_frame else frame.page)
            self._contexts.pop(frame, None)
        return ""

    async def _evaluated(self, frame: Frame, run: str, expression: str) -> str:
        of = frame if frame.parent_frame else frame.page
        if session := await self._protocol.session(of):
            return _text(await _evaluate(session, expression, {}))
        around = await self._protocol.around(frame)
        if around is None:
            return ""
        if frame not in self._contexts:
            _, own = await self._protocol.worlds_of(frame, run, around)
            self._contexts[frame] = own.unique
        return _text(await _evaluate(around, expression, {"uniqueContextId": self._contexts[frame]}))


async def _evaluate(session: CDPSession, expression: str, where: Mapping[str, str]) -> object:
    answer = await call(
        session,
        "Runtime.evaluate",
        expression=expression,
        includeCommandLineAPI=True,
        returnByValue=True,
        throwOnSideEffect=True,
        silent=True,
        timeout=_MILLISECONDS,
        **where,
    )
    return answer["result"].get("value")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _expression(asked: object, react: str) -> str:
    return f"({_source()})(getEventListeners, $$, {json.dumps(asked)}, {json.dumps(react)}, {_MOST})"


@cache
def _source() -> str:
    source = Path(__file__).parents[1].joinpath("inject").joinpath("listening.js").read_text("utf-8")
    return f"{source.strip().rstrip(';')}\n"
