"""Limits a page that the caller opened to the permitted hosts, as far as request routing can.

A browser that is already running cannot be made to use a proxy. Routing sees the requests of its pages, but not all of
them; `routed` lists what it misses.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error, Page, Request, Route, WebSocketRoute

from actwright.net.guard import Guard, Refused, Unreachable
from actwright.net.proxy import RefusedHost

__all__ = ["HostGate", "Routes", "routed"]

PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
POLICY_VIOLATION = 1008
EVERYTHING = "**/*"
ANSWER_SECONDS = 1.0


class HostGate(Protocol):
    """Limits a page to the permitted hosts."""

    @property
    def refusals(self) -> Sequence[RefusedHost]:
        """The hosts that were refused, in the order in which they were first asked for."""
        ...


class Routes:
    """Decides on the requests of a context while `routed` lasts.

    Attributes:
        refusals: The hosts that were refused, in the order in which they were first asked for.
        over: Whether `routed` has ended.
    """

    def __init__(self, guard: Guard, others: frozenset[Page]) -> None:
        self._guard = guard
        self._others = others
        self._answers: dict[tuple[str, int], str] = {}
        self._refused: Counter[tuple[str, int, str]] = Counter()
        self._answering: set[asyncio.Task[Any]] = set()
        self.over = False

    @property
    def refusals(self) -> tuple[RefusedHost, ...]:
        """See the class."""
        return tuple(RefusedHost(*asked, count) for asked, count in self._refused.items())

    async def on_request(self, route: Route) -> None:
        """Lets a request go on to the caller's own routes, or aborts it."""
        with self._counted():
            refused = not self._of_others(route.request) and await self._refuses(route.request.url)
            try:
                await (route.abort("blockedbyclient") if refused else route.fallback())
            except Error:
                if not self.over:  # else the browser has let it go on, because the routes are being removed
                    raise

    @contextmanager
    def _counted(self) -> Generator[None]:
        """Keeps the task that answers a request among those that `answered` waits for."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def answered(self) -> None:
        """Waits until every request seen so far is decided, so that none goes through when the routes are removed."""
        if self._answering:
            await asyncio.wait(set(self._answering), timeout=ANSWER_SECONDS)

    async def on_socket(self, socket: WebSocketRoute) -> None:
        """Connects a WebSocket, or closes it."""
        if await self._refuses(socket.url):
            await socket.close(code=POLICY_VIOLATION, reason="this host is not permitted")
        else:
            socket.connect_to_server()

    def _of_others(self, request: Request) -> bool:
        try:
            return request.frame.page in self._others
        except Error:  # a service worker's request has no frame, and one of a tab that is just opening has none yet
            return False

    async def _refuses(self, url: str) -> bool:
        """Whether a URL, as the browser writes it, may not be reached; a refusal is counted."""
        parts = urlsplit(url)
        if parts.scheme not in PORTS:
            return False
        place = (parts.hostname or "", parts.port or PORTS[parts.scheme])
        if place not in self._answers:
            self._answers[place] = await self._reason(*place)
        if reason := self._answers[place]:
            self._refused[*place, reason] += 1
        return bool(reason)

    async def _reason(self, host: str, port: int) -> str:
        try:
            if self._guard.upstream is not None:
                self._guard.check_upstream(host, port)
            else:
                await self._guard.checked(host, port)
        except Refused as error:
            return str(error)
        except Unreachable:
            return ""  # the browser reports that itself, or has a proxy that knows the name
        return ""


@asynccontextmanager
async def routed(page: Page, guard: Guard, *, tabs: Sequence[Page] = ()) -> AsyncGenerator[Routes]:
    """Keeps a page, `tabs`, and what they open to the hosts that the guard permits, for as long as the block lasts.

    Other tabs that the context has already are left alone. Routes that the caller has set still apply to what is
    permitted. Meanwhile the browser does not use its HTTP cache, because Playwright turns it off for routes.

    This is not a security boundary. With Chromium 156, the following gets past it:

    - where a redirect leads;
    - what a shared worker loads, and the WebSockets of all workers;
    - keepalive requests of a page that is being left, and reports of a Reporting-Endpoints header;
    - WebRTC and WebTransport;
    - what the browser does ahead of a request: it looks up names and, for https, connects to the hosts of navigations
      that are refused here afterwards, popups included;
    - what the browser itself asks for.

    Also, the answer for a name may change between the check of its addresses and the browser's own look-up. A browser
    that is started for the run is held by a proxy, which has none of these gaps.
    """
    context = page.context
    routes = Routes(guard, frozenset(context.pages) - {page, *tabs})
    async with AsyncExitStack() as stack:
        for place in (context, page, *tabs):  # a page's own routes come before those of its context
            await place.route(EVERYTHING, routes.on_request)
            stack.push_async_callback(_unrouted, place, routes)
        # This route cannot be removed; a WebSocket that it does not match is connected as if there were no route.
        await context.route_web_socket(lambda _url: not routes.over, routes.on_socket)
        try:
            yield routes
        finally:
            await routes.answered()
            routes.over = True


async def _unrouted(place: BrowserContext | Page, routes: Routes) -> None:
    try:
        await place.unroute(EVERYTHING, routes.on_request)
    except Error:
        return  # it is closed
