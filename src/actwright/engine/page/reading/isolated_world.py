"""Access to Playwright's isolated world: one selector engine that captures, checks and resolves elements.

A page cannot see or change this world, and nothing is written into the page. Only the following code runs in the page's
own world, because there is no other way:

- the queries for elements with event listeners (`listeners.py`), which the browser runs without side effects;
- the check whether a page read files that were dropped on it (`tools/files.py`): no other world can observe that;
- Playwright's previews of the elements that hold frames, when a frame is first seen or clicked in.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakSet

from playwright.async_api import CDPSession, Error, Frame, Page, Selectors

from actwright.engine.page.browser.sessions import call, contexts, drop, session_with
from actwright.engine.page.reading.request import InPageRequest
from actwright.engine.page.reading.script import script
from actwright.errors import BrowserError

T = TypeVar("T")

ENGINE = "actwright"
UTILITY_WORLD = "__playwright_utility_world"
_UNKNOWN = f'Unknown engine "{ENGINE}"'
_NOT_INSTALLED = "Cannot read properties of undefined (reading 'query"
_ADD_ENGINE = """(() => {
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


async def register(page: Page, *, only_there: bool = False) -> None:
    """Registers the engine with the Playwright that drives the page. Several runs may call this, and repeatedly.

    Args:
        page: The page.
        only_there: Whether only the page's context gets it, which takes a run 20 ms more. All documents of a context
            load it, 5 ms each: many contexts may never need it.

    Raises:
        BrowserError: The page's Playwright does not accept selector engines.
    """
    selectors, context = _selectors(page), _driver_of(page)
    turn = _turns.setdefault(selectors, asyncio.Lock())
    async with turn:
        if not _registered.isdisjoint({selectors, context}):  # it would send the whole script to the driver again
            return
        try:
            if only_there:
                await _register_in_context(page.main_frame)
            else:
                await Selectors(selectors).register(ENGINE, script=script(), content_script=True)
        except Error as error:
            if "already registered" not in error.message:
                raise BrowserError(f"the page cannot be read: {error.message}") from error
        _registered.add(context if only_there else selectors)


def _selectors(page: Page) -> Any:
    """Playwright's registry of selector engines.

    It is public only on the object that `async_playwright()` returns, which cannot be reached from a caller's page.
    """
    browser: Any = page.context.browser
    try:
        return browser._impl_obj._browser_type._playwright.selectors  # noqa: SLF001
    except AttributeError as error:
        raise BrowserError(
            f"the page cannot be read: this version of Playwright keeps its selectors elsewhere ({error})",
        ) from error


async def ask(frame: Frame, request: InPageRequest, *, seconds: float) -> Any:
    """The answer of the engine in a frame; it does not wait for what the request says.

    Args:
        frame: Any frame, including one of another origin.
        request: The request.
        seconds: The deadline.

    Raises:
        Error: Playwright's; its TimeoutError if the frame does not answer.
    """
    locator = frame.locator(f"{ENGINE}={json.dumps(request.as_json())}")
    milliseconds = max(1.0, seconds * 1000)
    answer = await _with_engine(frame, lambda: locator.text_content(timeout=milliseconds))
    return json.loads(answer or "null")


async def tell_parent(frame: Frame, message: str) -> None:
    """Sends the engine in the parent of a frame a message about the element that holds the frame.

    Raises:
        Error: Playwright's; the frame is being detached, or is a main frame.
    """
    holder = await frame.frame_element()
    parent = frame.parent_frame or frame
    await _with_engine(parent, lambda: holder.query_selector(f"{ENGINE}={message}"))
    await holder.dispose()


async def _with_engine(frame: Frame, question: Callable[[], Awaitable[T]]) -> T:
    """The result of a question to a frame; the engine is registered or installed there first if it is missing."""
    remedies = {_UNKNOWN: _register_in_context, _NOT_INSTALLED: _install}
    while remedies:
        try:
            return await question()
        except Error as error:
            missing = next((sign for sign in remedies if sign in error.message), None)
            if missing is None:
                raise
        await remedies.pop(missing)(frame)
    return await question()


async def _register_in_context(frame: Frame) -> None:
    """Registers the engine in the context of a frame, as Playwright does in each context that it creates afterwards.

    A browser that Playwright attached to has contexts that it did not create.
    """
    engine = {"name": ENGINE, "source": script(), "contentScript": True}
    await _driver_of(frame.page)._channel.registerSelectorEngine(selectorEngine=engine, timeout=0)  # noqa: SLF001


def _driver_of(page: Page) -> Any:
    """The context of a page as Playwright's own code has it; it has one for all the objects that stand for it."""
    context: Any = page.context
    return context._impl_obj  # noqa: SLF001


async def _install(frame: Frame) -> None:
    """Installs the engine in documents that Playwright had used before the engine was registered.

    Playwright creates its in-page script once per document, with the engines that it knows at that time. So the script
    lacks ours in a page that a test has used before a run starts. The next query looks our engine up in Playwright's
    table of engines, in Playwright's own isolated world, and adds it there.
    """
    session = await _session(frame)
    try:
        worlds = {each["id"] for each in await contexts(session) if each["name"].startswith(UTILITY_WORLD)}
        for world in worlds:
            await call(session, "Runtime.evaluate", contextId=world, expression=_ADD_ENGINE % (script(), ENGINE))
    except Error:
        drop(frame)
        drop(frame.page)
        raise


async def _session(frame: Frame) -> CDPSession:
    """A CDP session with the frame's process; only a frame in another process than its page has its own."""
    try:
        return await session_with(frame)
    except Error:
        return await session_with(frame.page)
