"""Access to Playwright's isolated world: one selector engine that captures, checks and resolves elements.

A page cannot see or change it, and nothing is written into the page. Only the following uses the page's own world, because
there is no other way:

- which elements its scripts listen on (`listeners.py`), run by the browser without side effects;
- whether it looked at files that were dropped on it (`tools/files.py`), because no other world sees what a script reads;
- Playwright's previews of the elements that hold frames, when a frame is first met or clicked in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakSet

from playwright.async_api import CDPSession, Error, Frame, Page, Selectors

from actwright.engine.page.browser.sessions import call, contexts, drop, session_with
from actwright.engine.page.reading.script import script
from actwright.errors import BrowserError

__all__ = ["ENGINE", "UTILITY_WORLD", "ask", "is_gone", "register", "tell"]

T = TypeVar("T")

ENGINE = "actwright"
UTILITY_WORLD = "__playwright_utility_world"
_UNKNOWN = f'Unknown engine "{ENGINE}"'
_UNTAUGHT = "Cannot read properties of undefined (reading 'query"
_LATE = """(() => {
  const engine = %s;
  const get = Map.prototype.get;
  Map.prototype.get = function (key) {
    const found = Reflect.apply(get, this, [key]);
    if (key !== '%s') return found;
    Map.prototype.get = get;
    if (!found) this.set(key, engine);
    return found || engine;
  };
})()"""
_turns: WeakKeyDictionary[Any, asyncio.Lock] = WeakKeyDictionary()
_registered: WeakSet[Any] = WeakSet()


async def register(page: Page) -> None:
    """Makes the engine known to the Playwright that drives the page. Safe to repeat, and by runs side by side.

    Raises:
        BrowserError: The page belongs to no Playwright that engines can be registered with.
    """
    selectors = _selectors(page)
    turn = _turns.setdefault(selectors, asyncio.Lock())
    async with turn:
        if selectors in _registered:  # asking again would send the whole script to the driver
            return
        try:
            await Selectors(selectors).register(ENGINE, script=script(), content_script=True)
        except Error as error:
            if "already registered" not in error.message:
                raise BrowserError(f"the page cannot be read: {error.message}") from error
        _registered.add(selectors)


def _selectors(page: Page) -> Any:
    """Playwright's registry of selector engines.

    It is public only on the object that `async_playwright()` gives, which a caller's page does not lead to.
    """
    browser: Any = page.context.browser
    try:
        return browser._impl_obj._browser_type._playwright.selectors  # noqa: SLF001
    except AttributeError as error:
        raise BrowserError(
            f"the page cannot be read: this version of Playwright keeps its selectors elsewhere ({error})",
        ) from error


async def ask(frame: Frame, question: str, *, seconds: float) -> str:
    """What the engine answers in a frame.

    Args:
        frame: Any frame, of another origin too.
        question: Run, verb and argument, `3f2a capture {}`.
        seconds: The deadline.

    Raises:
        Error: Playwright's, its TimeoutError when the frame does not answer.
    """
    locator = frame.locator(f"{ENGINE}={question}")
    milliseconds = max(1.0, seconds * 1000)
    answer = await _taught(frame, lambda: locator.text_content(timeout=milliseconds))
    return answer or ""


async def tell(frame: Frame, message: str) -> None:
    """Tells the engine in the parent of a frame something about the element that holds the frame.

    Raises:
        Error: Playwright's; the frame is being detached, or is a main frame.
    """
    holder = await frame.frame_element()
    parent = frame.parent_frame or frame
    await _taught(parent, lambda: holder.query_selector(f"{ENGINE}={message}"))
    await holder.dispose()


async def _taught(frame: Frame, question: Callable[[], Awaitable[T]]) -> T:
    """What a question to a frame gives, which learns the engine if it does not know it."""
    lessons = {_UNKNOWN: _introduce, _UNTAUGHT: _teach}
    while lessons:
        try:
            return await question()
        except Error as error:
            missing = next((sign for sign in lessons if sign in error.message), None)
            if missing is None:
                raise
        await lessons.pop(missing)(frame)
    return await question()


async def _introduce(frame: Frame) -> None:
    """Makes the engine known to a browser context that was there before Playwright attached to its browser.

    Playwright hands the engines that it knows to contexts it makes, and new engines to the contexts it knows.
    """
    context: Any = frame.page.context
    engine = {"name": ENGINE, "source": script(), "contentScript": True}
    await context._impl_obj._channel.registerSelectorEngine(selectorEngine=engine, timeout=0)  # noqa: SLF001


async def _teach(frame: Frame) -> None:
    """Gives the engine to documents that Playwright had touched before the engine was registered.

    Playwright makes its in-page script once per document, with the engines known by then; that is the case of a page a
    test has worked on before a run starts. Its table of engines is asked for ours by the next query, once, in its own
    isolated world: there the first question puts the engine in.
    """
    session = await _session(frame)
    try:
        worlds = {each["id"] for each in await contexts(session) if each["name"].startswith(UTILITY_WORLD)}
        for world in worlds:
            await call(session, "Runtime.evaluate", contextId=world, expression=_LATE % (script(), ENGINE))
    except Error:
        drop(frame)
        drop(frame.page)
        raise


async def _session(frame: Frame) -> CDPSession:
    """A protocol session with the frame's process; only frames of another process have their own."""
    try:
        return await session_with(frame)
    except Error:
        return await session_with(frame.page)


def is_gone(page: Page, error: Error) -> bool:
    """Whether an error means that the page, its tab's process or the browser is gone."""
    lost = ("has been closed", "crashed", "Connection closed", "disconnected")
    return page.is_closed() or any(words in error.message for words in lost)
