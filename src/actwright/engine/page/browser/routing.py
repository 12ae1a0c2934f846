"""Keeps a page that the caller opened to the permitted hosts, as far as request routing can.

A browser that is already running cannot be made to use a proxy. Routing sees the requests of its pages, but not all of them;
`routed` lists what it misses.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error, Page, Request, Route, WebSocketRoute

from actwright.web.guard import Guard, Refused, Unreachable
from actwright.web.proxy import Refusal

__all__ = ["Gate", "Routes", "routed"]

PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
POLICY_VIOLATION = 1008
EVERYTHING = "**/*"
ANSWER_SECONDS = 1.0


class Gate(Protocol):
    """What keeps a page to the permitted hosts."""

    @property
    def refusals(self) -> Sequence[Refusal]:
        """What was not allowed, in the order in which it was first asked for."""
        ...


class Routes:
    """The routes of a page's context while they last.

    Attributes:
        refusals: What was not allowed, in the order in which it was first asked for.
    """

    def __init__(self, guard: Guard, others: frozenset[Page]) -> None:
        self._guard = guard
        self._others = others
        self._answers: dict[tuple[str, int], str] = {}
        self._refused: Counter[tuple[str, int, str]] = Counter()
        self._answering: set[asyncio.Task[Any]] = set()
        self.over = False

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """See the class."""
        return tuple(Refusal(*asked, count) for asked, count in self._refused.items())

    async def on_request(self, route: Route) -> None:
        """Lets a request go on to the caller's own routes, or ends it."""
        with self._counted():
            refused = not self._of_others(route.request) and await self._refuses(route.request.url)
            try:
                await (route.abort("blockedbyclient") if refused else route.fallback())
            except Error:
                if not self.over:  # else the browser's side has let it go, as the routes are being taken back
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
        """Waits until every request that was met has its answer, so that none is let go when the routes are taken back."""
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
        except Error:  # a service worker's request has no frame, and that of a tab that is only opening none yet
            return False

    async def _refuses(self, url: str) -> bool:
        """Whether a URL, as the browser writes it, may not be reached; that is kept then."""
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
            return ""  # the browser says so itself, or has a proxy that knows the name
        return ""


@asynccontextmanager
async def routed(page: Page, guard: Guard, *, tabs: Sequence[Page] = ()) -> AsyncGenerator[Routes]:
    """Keeps a page, `tabs`, and what they open to the hosts that the guard permits, for as long as the block lasts.

    Other tabs that the context has already are left alone. Routes that the caller has set still apply to what is permitted.

    This is no boundary. A page can send past it, as seen with Chromium 156: where a redirect leads; what a shared worker loads and
    the WebSockets of all workers; keepalive requests of a page that is being left; reports of a Reporting-Endpoints header; WebRTC
    and WebTransport; what it leaves to the browser before a request is made, which looks up names and, for https, connects to
    hosts of navigations that are refused here afterwards; popups likewise; and what the browser itself asks for. Between the check of a name's addresses and the browser's own look-up its answer may change.
    A browser that is started for the run is held by a proxy, which has none of these gaps.

    While it lasts the browser does not use its HTTP cache (Playwright turns it off for routes).
    """
    context = page.context
    routes = Routes(guard, frozenset(context.pages) - {page, *tabs})
    async with AsyncExitStack() as stack:
        for place in (context, page, *tabs):  # a page's own routes come before those of its context
            await place.route(EVERYTHING, routes.on_request)
            stack.push_async_callback(_unrouted, place, routes)
        # There is no way to take this one back; a WebSocket that it does not match is connected as if there were none.
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
