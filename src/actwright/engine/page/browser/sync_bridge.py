"""Sync Playwright pages for the async engine.

Playwright's sync API runs its async API on a greenlet: every sync object wraps an implementation object that lives on
an ordinary asyncio loop. A coroutine can therefore drive a sync page through an async view of it, on the page's own
loop:

```python
result = run_sync(page, agent.run("Fill the price as $50 and submit", page=as_async(page)))
```

Playwright keeps one API object per implementation object, in one attribute for both flavours. Without the bridge, an
async view would return the suite's sync objects (`view.context`, an event's frame), and later its own async objects
would reach the suite. From its first use, the bridge makes the async flavour keep its objects of a *sync* connection in
a separate attribute. Objects of an async connection are not changed.

This is the only file that relies on Playwright's private names. It checks them before it uses them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar, cast

from greenlet import getcurrent, greenlet
from playwright import async_api

from actwright.errors import ActwrightError, BrowserError, ConfigError

if TYPE_CHECKING:  # a program without sync pages never loads their API, which takes about 0.1 s
    from playwright import sync_api

T = TypeVar("T")

SUPPORTED = ">=1.65,<2"
"""Playwright versions whose private names are as this file expects them."""

CLEANUP_SECONDS = 10.0
"""How long an interrupted coroutine may take to close what it opened."""

_VIEW = "_actwright_async_view"


def is_sync(page: object) -> TypeGuard[sync_api.Page]:
    """Whether `page` is a page of Playwright's sync API."""
    api = sys.modules.get("playwright.sync_api")
    return api is not None and isinstance(page, api.Page)


def as_async(page: async_api.Page | sync_api.Page) -> async_api.Page:
    """The page as an async page: itself, or an async view of a sync page.

    Everything reached from the view is async as well: its context, frames, popups and the arguments of its events. What
    the caller reaches from the sync page stays sync. A view works only inside `run_sync` with its page.

    Raises:
        ConfigError: Not a Playwright page, or a Playwright version whose sync pages cannot be bridged.
    """
    if isinstance(page, async_api.Page):
        return page
    if not is_sync(page):
        raise ConfigError(f"page must be a Playwright page, async or sync, not {type(page).__name__}")
    mapping = _bridged_mapping(page)
    view = mapping.from_impl(_private(page, "_impl_obj"))
    for made, expected in ((view, async_api.Page), (view.context, async_api.BrowserContext)):
        if not isinstance(made, expected):
            raise _unsupported(f"the async {expected.__name__} of a sync page")
    return view


def run_sync(page: sync_api.Page, coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end on the loop of a sync page, and returns its result.

    What the coroutine raises is raised here. An exception that interrupts the wait (Ctrl-C, a test's timeout) cancels
    the coroutine, lets it clean up for at most `CLEANUP_SECONDS`, and is raised then.

    Raises:
        ConfigError: It is not a sync page, belongs to another thread, or the caller already runs on the page's loop.
        BrowserError: The page's connection to the browser is closed.
    """
    __tracebackhide__ = True
    try:
        loop, fiber = _home(page)
    except ActwrightError:
        coroutine.close()
        raise
    task = loop.create_task(coroutine)
    try:
        _private(page, "_sync")(asyncio.wait({task}))
    except BaseException as interruption:  # Ctrl-C, a test's timeout or pytest's exit: the task must not go on alone
        if not fiber.dead:
            _cancel(page, task)
            raise
        if not _finish(loop, task):
            message = "the connection to the browser closed during the run"
            raise BrowserError(message, may_have_acted=True) from interruption
    return task.result()


def _cancel(page: sync_api.Page, task: asyncio.Task[Any]) -> None:
    """Cancels the task and lets it clean up on the page's loop, which goes on."""
    task.cancel()
    _private(page, "_sync")(asyncio.wait({task}, timeout=CLEANUP_SECONDS))
    if task.done() and not task.cancelled():
        task.exception()  # marks it as seen: asyncio would log it as lost


def _finish(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> bool:
    """Lets the task notice that the connection is gone. Returns whether it ended with a result or an error of its own.

    The greenlet that ran the loop has ended with the connection, so the loop runs here for the rest of the task. Its
    calls have failed by now, and it knows what happened before.
    """
    if not loop.is_closed():
        loop.run_until_complete(asyncio.wait({task}, timeout=CLEANUP_SECONDS))
    return task.done() and not task.cancelled()


def _home(page: object) -> tuple[asyncio.AbstractEventLoop, greenlet]:
    """The loop of a sync page and the greenlet that runs it, once it is clear that the caller may wait for them."""
    if isinstance(page, async_api.Page):
        raise ConfigError(
            "this page is async: await the run (`await agent.run(…)`) instead of running it synchronously"
        )
    if not is_sync(page):
        raise ConfigError(f"page must be a Playwright page of the sync API, not {type(page).__name__}")
    loop, fiber = _private(page, "_loop"), _private(page, "_dispatcher_fiber")
    if not isinstance(loop, asyncio.AbstractEventLoop) or not isinstance(fiber, greenlet):
        raise _unsupported("the loop of the sync page")
    here = getcurrent()
    if _root(here) is not _root(fiber):
        raise ConfigError("a sync page works only in the thread that started its Playwright; run it there")
    if here is fiber:
        raise ConfigError(
            "this code already runs on the page's event loop, as in a coroutine; await the run instead of running it "
            "synchronously"
        )
    if fiber.dead or loop.is_closed():
        raise BrowserError("the page's Playwright has stopped: the connection to the browser is closed")
    return loop, fiber


def _root(current: greenlet) -> greenlet:
    """The main greenlet of the thread that `current` belongs to."""
    while current.parent is not None:
        current = current.parent
    return current


def _bridged_mapping(page: sync_api.Page) -> Any:
    """Playwright's map from implementation to async objects, changed to keep objects of sync connections apart."""
    from playwright._impl import _async_base  # noqa: PLC0415 - private, so loaded only when it is needed

    mapping = _private(_async_base, "mapping")
    classes, from_maybe_impl = _private(mapping, "_mapping"), _private(mapping, "from_maybe_impl")
    page_impl = _private(page, "_impl_obj")
    _private(page_impl, "_dispatcher_fiber")
    if type(page_impl) not in classes:
        raise _unsupported("the async class of the sync page")
    if getattr(from_maybe_impl, _VIEW, False):
        return mapping

    def from_maybe_impl_apart(obj: Any, visited: Any = None) -> Any:
        api_class = classes.get(getattr(obj, "_api_impl_class", cast("object", type(obj))))
        if api_class is None or getattr(obj, "_dispatcher_fiber", None) is None:
            return from_maybe_impl(obj, visited)
        view = getattr(obj, _VIEW, None)
        if view is None:
            view = api_class(obj)
            setattr(obj, _VIEW, view)
        return view

    setattr(from_maybe_impl_apart, _VIEW, True)
    mapping.from_maybe_impl = from_maybe_impl_apart
    return mapping


def _private(owner: Any, name: str) -> Any:
    try:
        return getattr(owner, name)
    except AttributeError as error:
        raise _unsupported(f"{type(owner).__name__}.{name}") from error


def _unsupported(missing: str) -> ConfigError:
    return ConfigError(
        f"sync pages need Playwright {SUPPORTED}: the installed version {version('playwright')} lacks {missing}. "
        "Install a supported version, or use a page of playwright.async_api"
    )
