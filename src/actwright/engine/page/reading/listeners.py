"""Finds plain elements with listeners; only the page's own world knows them, and the data that frameworks keep there.

The browser runs our queries there only as far as they have no side effects. A page that has replaced the browser's own functions
therefore does not notice them. It may answer falsely, but only about its own listeners.

Only Chromium has this, for developer tools. In other browsers, such elements are found by their mouse cursor.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from playwright.async_api import CDPSession, Error, Frame

from actwright.engine.page.browser.cdp import Protocol
from actwright.engine.page.browser.sessions import call

__all__ = ["Listeners"]

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
_TOLD = re.compile(r"(?:-?\d{1,7}:\d{1,7}:(?:\d{1,7}\.\d{1,2},)*;)*")


class Listeners:
    """Asks the documents of a run's pages which elements their scripts listen on."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._contexts: dict[Frame, str] = {}

    async def told(self, frame: Frame, run: str, *, seconds: float) -> str:
        """What the page's world says, as `inject/listening.js` writes it; empty if it cannot be asked.

        The page may have forged it.

        Args:
            frame: Any frame.
            run: The run that asks.
            seconds: The deadline, if it is before 2 s.
        """
        answer = ""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, _SECONDS)):
                answer = await self._again(frame, run)
        return answer if len(answer) <= _LONGEST and _TOLD.fullmatch(answer) else ""

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

    async def _again(self, frame: Frame, run: str) -> str:
        """Asks through what was opened before, then through something new: a frame may move to another process."""
        for _ in range(2):
            with contextlib.suppress(Error):
                return await self._evaluated(frame, run)
            self._protocol.forget(frame if frame.parent_frame else frame.page)
            self._contexts.pop(frame, None)
        return ""

    async def _evaluated(self, frame: Frame, run: str) -> str:
        of = frame if frame.parent_frame else frame.page
        if session := await self._protocol.session(of):
            return _text(await _evaluate(session, _expression(), {}))
        around = await self._protocol.around(frame)
        if around is None:
            return ""
        if frame not in self._contexts:
            _, own = await self._protocol.worlds_of(frame, run, around)
            self._contexts[frame] = own.unique
        return _text(await _evaluate(around, _expression(), {"uniqueContextId": self._contexts[frame]}))


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


@cache
def _expression() -> str:
    source = Path(__file__).parents[1].joinpath("inject").joinpath("listening.js").read_text("utf-8")
    return f"({source.strip().rstrip(';')}\n)(getEventListeners, $$, {_MOST})"
