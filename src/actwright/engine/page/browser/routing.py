"""Puts the requests of a browser context to its firewall, by Playwright's request routing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urljoin
from weakref import WeakSet

from playwright.async_api import APIResponse, BrowserContext, Error, Frame, Page, Request, Route, WebSocketRoute

from actwright.engine.page.browser.driver import bounded
from actwright.engine.permissions.host_rule import HostRule
from actwright.engine.permissions.request_firewall import (
    Block,
    PageRequest,
    Prepend,
    RequestFirewall,
    RequestRule,
    SendOnce,
)
from actwright.errors import BrowserError
from actwright.net.guard import Guard
from actwright.net.proxy import Proxy
from actwright.schemas.sites import origin_of

HostGate = Proxy | HostRule
"""Limits pages to the permitted hosts, and lists those that it refused (`refusals`)."""

POLICY_VIOLATION = 1008
EVERYTHING = "**/*"
ROUTE_SECONDS = 10.0
CLOSE_SECONDS = 1.0
UNROUTED = (
    "the browser does not confirm that requests are blocked: a page or a service worker of its context does not answer. "
    "Close it, or use another context"
)
SENT_AGAIN = frozenset({307, 308})
"""The statuses of redirects after which a browser sends the whole request again."""
MOST_REDIRECTS = 5
OF_THE_BODY = frozenset({"content-length", "content-encoding", "transfer-encoding"})
"""The headers that are not those of a body that was decoded and changed."""
ROUTER = "_actwright_request_router"


class RequestRouter:
    """Routes the requests of one context for as long as its firewall has rules; see `router_of`.

    Playwright shows the requests of pages and of service workers, whenever they leave. It does not show messages over
    sockets, nor beacons of a page that is being left.

    Attributes:
        firewall: The firewall of the context.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.firewall = RequestFirewall()
        self._context = context
        self._places: dict[RequestRule, set[BrowserContext | Page]] = {}
        self._routes_sockets = False
        self._changing = asyncio.Lock()
        self._deciding: set[asyncio.Task[Any]] = set()
        self._passed: WeakSet[Request] = WeakSet()

    async def add(self, rule: RequestRule, *, pages: Sequence[Page] = ()) -> None:
        """Adds a rule for all requests of the context.

        Args:
            rule: The rule.
            pages: Pages whose own routes must not come before the rule, as they come before those of their context.

        Raises:
            BrowserError: The browser does not confirm that requests are routed.
        """
        async with self._changing:
            places = {self._context, *pages}
            for place in places - self._routed():
                try:
                    async with asyncio.timeout(ROUTE_SECONDS):
                        await place.route(EVERYTHING, self._on_request)
                except TimeoutError as error:
                    raise BrowserError(UNROUTED) from error
            self._places[rule] = places
            self.firewall.add(rule)
            if rule.sees_sockets and not self._routes_sockets:
                # It cannot be removed; a WebSocket that it does not match is connected as if there were no route.
                await self._context.route_web_socket(self._sees_socket, self._on_socket)
                self._routes_sockets = True

    async def remove(self, rule: RequestRule) -> None:
        """Removes a rule, once it has decided on the requests so far; does nothing if it was removed before."""
        async with self._changing:
            places = self._places.pop(rule, set())
            unneeded = places - self._routed()
            self.firewall.remove(rule)
            if unneeded and self._deciding:
                await asyncio.wait(set(self._deciding), timeout=CLOSE_SECONDS)
            await asyncio.gather(*map(self._unroute, unneeded))

    def _routed(self) -> set[BrowserContext | Page]:
        return {place for places in self._places.values() for place in places}

    async def _unroute(self, place: BrowserContext | Page) -> None:
        # It may be closed; or it stands still, as behind a dialog, and does not answer.
        await bounded(place.unroute(EVERYTHING, self._on_request), CLOSE_SECONDS)

    async def _on_request(self, route: Route) -> None:
        """Lets a request go on to the caller's own routes, or does with it what a rule decided."""
        task = asyncio.current_task()
        assert task is not None
        self._deciding.add(task)
        try:
            with suppress(Error):  # the page is gone; or the route is, and the browser has let the request go on
                await self._decide(route)
        finally:
            self._deciding.discard(task)

    async def _decide(self, route: Route) -> None:
        request = route.request
        decision = None if request in self._passed else await self.firewall.decide(_described(request))
        if decision is None:
            self._passed.add(request)  # a route of the page has decided; that of its context need not
            await route.fallback()
        elif isinstance(decision, SendOnce):
            await _send_once(route, decision)
        elif isinstance(decision, Prepend):
            await _prepend(route, decision.script)
        elif decision.stays:
            await route.fulfill(status=204)
        else:
            await route.abort("blockedbyclient")

    def _sees_socket(self, _url: str) -> bool:
        return any(rule.sees_sockets for rule in self.firewall.rules)

    async def _on_socket(self, socket: WebSocketRoute) -> None:
        """Connects a WebSocket, or closes it."""
        asked = PageRequest(method="GET", url=socket.url, resource_type="websocket")
        decision = await self.firewall.decide(asked)
        if isinstance(decision, Block):
            await socket.close(code=POLICY_VIOLATION, reason="this host is not permitted")
        else:
            socket.connect_to_server()


def router_of(context: BrowserContext) -> RequestRouter:
    """The router of a context. There is one, which lives as long as the context."""
    router: RequestRouter | None = getattr(context, ROUTER, None)
    if router is None:
        router = RequestRouter(context)
        setattr(context, ROUTER, router)
    return router


@asynccontextmanager
async def under_rule(context: BrowserContext, rule: RequestRule, *, pages: Sequence[Page] = ()) -> AsyncGenerator[None]:
    """Applies a rule to all requests of a context while the block lasts; see `RequestRouter.add`."""
    router = router_of(context)
    await router.add(rule, pages=pages)
    try:
        yield
    finally:
        await router.remove(rule)


async def _send_once(route: Route, once: SendOnce) -> None:
    answer, moved = await _answer(route, once), False
    for _ in range(MOST_REDIRECTS):
        if answer is None or not _asks_again(answer) or not once.may_repeat(_location(answer)):
            break
        answer, moved = await _answer(route, once, url=_location(answer)), True
    if answer is None:
        return
    once.ended(answer.status)
    if _asks_again(answer):
        await route.abort("blockedbyclient")
        return
    location = _location(answer)
    await route.fulfill(
        response=answer, headers={**answer.headers, "location": location} if moved and location else None
    )


async def _prepend(route: Route, script: str) -> None:
    try:
        answer = await route.fetch()
        body = await answer.body()
    except Error:
        await route.abort("failed")
        return
    headers = {name: text for name, text in answer.headers.items() if name not in OF_THE_BODY}
    await route.fulfill(status=answer.status, headers=headers, body=script.encode() + b"\n" + body)


async def _answer(route: Route, once: SendOnce, *, url: str | None = None) -> APIResponse | None:
    """The response to a request; None if the connection ended without one."""
    try:
        return await route.fetch(url=url, max_redirects=0, max_retries=0, timeout=once.seconds * 1000)
    except Error:
        once.ended(0)
        await route.abort("connectionreset")
        return None


def _asks_again(answer: APIResponse) -> bool:
    return answer.status in SENT_AGAIN and bool(_location(answer))


def _location(answer: APIResponse) -> str:
    """Where a response redirects to; empty if nowhere."""
    given = answer.headers.get("location", "")
    return urljoin(answer.url, given) if given else ""


def _described(request: Request) -> PageRequest:
    frame, headers = _frame_of(request), request.headers
    origin = origin_of(headers.get("origin", ""))
    return PageRequest(
        method=request.method,
        url=request.url,
        resource_type=request.resource_type,
        headers=headers,
        page=frame.page if frame else None,
        sender=origin or (place_of(frame) if frame else ""),
        navigates=request.is_navigation_request(),
        framed=frame is not None and frame.parent_frame is not None,
        from_blank_tab=frame is not None and frame.page.url in {"", "about:blank"},
        read_body=lambda: request.post_data_buffer,
        native=request,
    )


def _frame_of(request: Request) -> Frame | None:
    """The frame of a request; None for a service worker's request, and for one of a tab that is just opening."""
    try:
        return request.frame
    except Error:
        return None


def place_of(frame: Frame) -> str:
    """The place of a frame; see `PermissionRules`. A document without an address has the place of the frame around it."""
    inner: Frame | None = frame
    while inner is not None:
        url = inner.url.removeprefix("blob:")
        if url.lower().startswith("file:"):
            return url
        if origin := origin_of(url):
            return origin
        inner = inner.parent_frame
    return ""


@asynccontextmanager
async def routed(page: Page, guard: Guard, *, tabs: Sequence[Page] = ()) -> AsyncGenerator[HostRule]:
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
    rule = HostRule(guard, frozenset(page.context.pages) - {page, *tabs})
    async with under_rule(page.context, rule, pages=(page, *tabs)):
        yield rule
