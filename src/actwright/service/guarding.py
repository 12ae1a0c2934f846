"""Guards every route: who may send requests, from where, how large and how often."""

from __future__ import annotations

import asyncio
import hmac
import json
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from actwright.schemas.http_methods import SAFE_METHODS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 1_000_000
"""The maximum size of a request's body, in bytes."""
TOO_LONG = f"a request may have at most {MOST_BYTES:,} bytes"
HEAD_SECONDS = 10.0
"""How long the head of a request may take to arrive."""
BODY_SECONDS = 20.0
"""How long a body may take to arrive."""
MINUTE = 60.0
COOKIE = "actwright-"
"""The cookie of a signed-in browser, followed by the port: browsers send cookies to every port of a host."""
OPEN = frozenset({"/", "/session", "/static/app.css", "/static/common.js", "/static/signin.js"})
"""Paths that anyone on this machine may request: they sign a browser in, and show nothing of any run."""
ELSEWHERE = frozenset({b"cross-site", b"same-site"})
"""Refused values of Sec-Fetch-Site, which browsers send even without an origin.

Other ports of this machine are the same site.
"""
HEADERS = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


class AccessGuard:
    """Lets a request pass if it has the token, uses a host name of this machine, and is not from another origin's page.

    Args:
        app: The guarded application.
        token: The token that `Authorization: Bearer TOKEN` must carry.
        hosts: The host names, with their port, that a request may use.
        per_minute: How many requests with the token may change something per minute, for all clients together.
            Requests without it, which can only try to sign in, count for nothing: no guess finds the token.
    """

    def __init__(self, app: ASGIApp, *, token: str, hosts: frozenset[str], per_minute: int) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()
        self._hosts = hosts
        self._per_minute = per_minute
        self._recent: deque[float] = deque()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a connection, as ASGI specifies."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":  # the service has no WebSocket routes
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        headers: list[tuple[bytes, bytes]] = scope.get("headers") or []
        given = {name.decode("latin-1").lower(): value for name, value in headers}
        status, why = self._refused(scope, given)
        if status:
            await refusal(send, status, why, retry_after=MINUTE if status == 429 else None)  # noqa: PLR2004 - HTTP's number
            return
        state = {**scope.get("state", {}), "known": self._knows(given), "cookie": _cookie(given)}
        scope = {**scope, "state": state}
        bounded = _BoundedReceive(receive)
        await self._app(scope, bounded, _with_headers(send, bounded))

    def _refused(self, scope: Scope, given: dict[str, bytes]) -> tuple[int, str]:
        """The status and the reason of a refusal; status 0 if the request may pass."""
        host, origin = given.get("host", b"").decode("latin-1"), given.get("origin", b"").decode("latin-1")
        if host not in self._hosts:
            return 421, "use the address that the service printed: other host names are refused"
        if origin and origin not in {f"http://{each}" for each in self._hosts}:
            return 403, "requests from pages of other origins are refused"
        if given.get("sec-fetch-site") in ELSEWHERE and given.get("sec-fetch-mode") != b"navigate":
            return 403, "requests from pages of other origins are refused"
        if not (_is_open(scope, given) or self._knows(given)):
            return 401, "send the token that the service printed: Authorization: Bearer ..."
        return (0, "") if scope["method"] in SAFE_METHODS else self._too_much(scope, given)

    def _knows(self, given: dict[str, bytes]) -> bool:
        """Whether a request has the token, in its header or in the cookie."""
        cookies = (part.strip().partition(b"=") for part in given.get("cookie", b"").split(b";"))
        cookie = next((b"Bearer " + value for name, _, value in cookies if name == _cookie(given).encode()), b"")
        presented = given.get("authorization", cookie)
        return hmac.compare_digest(presented, self._expected)

    def _too_much(self, scope: Scope, given: dict[str, bytes]) -> tuple[int, str]:
        length = given.get("content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return 413, TOO_LONG
        if scope["method"] == "POST" and not given.get("content-type", b"").startswith(b"application/json"):
            return 415, "send JSON: Content-Type: application/json"
        if self._knows(given) and self._too_many():
            return 429, f"more than {self._per_minute} requests per minute"
        return 0, ""

    def _too_many(self) -> bool:
        now = time.monotonic()
        while self._recent and now - self._recent[0] > MINUTE:
            self._recent.popleft()
        if len(self._recent) >= self._per_minute:
            return True
        self._recent.append(now)
        return False


def _cookie(given: dict[str, bytes]) -> str:
    return COOKIE + given.get("host", b"").decode("latin-1").rpartition(":")[2]


def _is_open(scope: Scope, given: dict[str, bytes]) -> bool:
    """Whether a request needs no token: for signing in, and for a view, which then asks the browser to sign in."""
    page = scope["method"] == "GET" and scope["path"].startswith("/view/")
    return scope["path"] in OPEN or (page and b"text/html" in given.get("accept", b""))


class _BoundedReceive:
    """Receives a body within the limits of bytes and seconds, even if the request does not declare its length."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._left = MOST_BYTES
        self._until = time.monotonic() + BODY_SECONDS
        self._whole = False
        self.refused: tuple[int, str] | None = None

    async def __call__(self) -> Message:
        try:
            async with asyncio.timeout(None if self._whole else max(self._until - time.monotonic(), 0)):
                message = await self._receive()
        except TimeoutError:
            return self._refuse(408, f"the request did not arrive within {BODY_SECONDS:g} s")
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._left < 0:
                return self._refuse(413, TOO_LONG)
        return message

    def _refuse(self, status: int, why: str) -> Message:
        """Ends the body for the application; the refusal replaces its answer."""
        self.refused = status, why
        return {"type": "http.disconnect"}


def _with_headers(send: Send, bounded: _BoundedReceive) -> Send:
    async def sent(message: Message) -> None:
        if bounded.refused is not None:
            if message["type"] == "http.response.start":
                await refusal(send, *bounded.refused)
            return
        if message["type"] == "http.response.start":
            given = message.get("headers", [])
            own = {name for name, _ in given}
            message = {**message, "headers": [*given, *(each for each in HEADERS if each[0] not in own)]}
        await send(message)

    return sent


async def refusal(send: Send, status: int, why: str, *, retry_after: float | None = None) -> None:
    """Sends an error response: one sentence, as JSON."""
    more: list[Any] = [(b"retry-after", str(int(retry_after)).encode())] if retry_after else []
    more += [(b"www-authenticate", b"Bearer")] if status == 401 else []  # noqa: PLR2004 - HTTP's number
    headers = [(b"content-type", b"application/json"), *HEADERS, *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps({"error": why}).encode()})


class ReadDeadlineConnections(H11Protocol):
    """Uvicorn's HTTP protocol, but it closes a connection whose request does not arrive; uvicorn waits forever."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - as its base
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:  # pyright: ignore[reportUnnecessaryComparison] - it is None at first
            self._wait()
        else:
            self._forget()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._forget()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _forget(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
