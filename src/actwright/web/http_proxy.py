"""The HTTP side of the proxy: requests for `http://` URLs, tunnels (CONNECT), and upgrades to WebSocket.

Each request on a persistent connection is checked and goes to its own host. A refused one gets a page that says so.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from html import escape
from typing import Protocol

from actwright.web.http_heads import (
    REQUEST,
    STATUS,
    Body,
    Head,
    Malformed,
    copied,
    head_bytes,
    read_head,
)
from actwright.web.upstream import Refused, Streams, Unreachable

__all__ = ["HttpClient", "Ways"]

HEAD_SECONDS = 10.0
"""The time limit for a head, once it has begun, in seconds."""
IDLE_SECONDS = 600.0
"""The time limit between two requests, in seconds. Chromium drops its own connections after 300 s."""
AUTHORITY = rb"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)"
ABSOLUTE = re.compile(rb"(?i:http)://%b(?::([0-9]{1,5}))?([/?][^#]*)?" % AUTHORITY)
TUNNEL = re.compile(rb"%b:([0-9]{1,5})" % AUTHORITY)
REPEATABLE = frozenset({b"GET", b"HEAD", b"OPTIONS"})
"""Methods whose request is sent again if a persistent connection turns out to be closed before a response begins."""
LAST_PORT = 65_535
SWITCHING, LOGIN_WANTED = 101, 407
NO_BODY = Body()


class Ways(Protocol):
    """How the HTTP side reaches other machines: everything through the guard."""

    async def tunnel(self, host: str, port: int) -> Streams:
        """Opens a connection to the host."""
        ...

    async def forward(self, host: str, port: int) -> tuple[Streams, bytes | None]:
        """Opens a connection for a request to the host; if it leads to another proxy, with `Proxy-Authorization`."""
        ...

    async def join(self, client: Streams, there: Streams) -> None:
        """Passes on the bytes from both sides until both are done."""
        ...

    def count(self, size: int) -> None:
        """Counts bytes that are passed on."""
        ...


@dataclass(slots=True)
class _Link:
    """A connection to a host, or to the proxy in front of it.

    Attributes:
        login: The value of `Proxy-Authorization` for the proxy; None if it leads to the host itself.
        used: Whether it has carried an earlier request.
    """

    host: str
    port: int
    streams: Streams
    login: bytes | None
    used: bool = False


class HttpClient:
    """A client's connection."""

    def __init__(self, streams: Streams, ways: Ways) -> None:
        self._reader, self._writer = streams
        self._ways = ways
        self._link: _Link | None = None
        self._sent = True
        self._unframed = False

    async def serve(self, begun: bytes) -> None:
        """Answers the requests on the connection.

        Args:
            begun: The first byte of the first request.
        """
        try:
            while begun:
                try:
                    async with asyncio.timeout(HEAD_SECONDS):
                        head = await read_head(self._reader, REQUEST, begun)
                    begun = await self._answered(head)
                except Malformed as error:
                    await self._say(400, "Bad request", f"The request is refused: {error}.")
                    return
                except TimeoutError:
                    await self._say(408, "Too slow", f"The request did not come within {HEAD_SECONDS:g} s.")
                    return
        finally:
            self._drop()

    async def _answered(self, head: Head) -> bytes:
        """Answers a request. Returns the first byte of the next one, or nothing if the connection ends."""
        method, target, minor = head.start
        if method == b"CONNECT":
            await self._tunnelled(target)
            return b""
        if minor == b"0":
            raise Malformed("it is HTTP/1.0")
        host, port, path = _absolute(target)
        body = head.body(bare=NO_BODY)
        if len(head.values(b"host")) != 1:
            raise Malformed("it has not one `Host`")
        if b"upgrade" in head.words(b"connection"):
            await self._upgraded(head, host, port, path)
            return b""
        try:
            return await self._exchanged(head, host, port, path, body)
        except Unreachable as error:
            await self._refused(host, port, error)
        return b"" if body.there else await self._next()

    async def _tunnelled(self, target: bytes) -> None:
        found = TUNNEL.fullmatch(target)
        if found is None:
            raise Malformed("its target is not host:port")
        host, port = _plain(found[1]), _port(found[2], 0)
        try:
            there = await self._ways.tunnel(host, port)
        except Unreachable as error:
            await self._refused(host, port, error)
            return
        self._writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await self._ways.join((self._reader, self._writer), there)

    async def _upgraded(self, head: Head, host: str, port: int, path: bytes) -> None:
        """Asks the host to speak WebSocket on a new connection, and passes on the bytes of both sides."""
        if head.words(b"upgrade") != [b"websocket"] or head.body(bare=NO_BODY).there:
            raise Malformed("it asks for another protocol than WebSocket")
        try:
            there = await self._ways.tunnel(host, port)
        except Unreachable as error:
            await self._refused(host, port, error)
            return
        fields = [*_own_host(head, host, port), (b"Connection", b"Upgrade"), (b"Upgrade", b"websocket")]
        there[1].write(head_bytes(b"%b %b HTTP/1.1" % (head.start[0], path), fields))
        await self._ways.join((self._reader, self._writer), there)

    async def _exchanged(self, head: Head, host: str, port: int, path: bytes, body: Body) -> bytes:
        """Sends a request on and passes back the response, while watching whether the client is still connected."""
        repeatable = head.start[0] in REPEATABLE and not body.there
        link = await self._linked(host, port, fresh=not repeatable)
        self._sent = False
        following = asyncio.ensure_future(self._sent_and_next(link, head, path, body))
        answering = asyncio.ensure_future(self._passed_back(link, head, retried=link.used and repeatable, path=path))
        try:
            await asyncio.wait({following, answering}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done() and (not following.result() or self._unframed):
                return b""  # the client is gone, or considers a response finished whose end is not known here
            kept = await answering
            if not kept or not self._sent:
                return b""
            async with asyncio.timeout(IDLE_SECONDS):
                return await following
        except TimeoutError:
            return b""
        finally:
            for task in (following, answering):
                task.cancel()
            await asyncio.gather(following, answering, return_exceptions=True)

    async def _linked(self, host: str, port: int, *, fresh: bool) -> _Link:
        """Returns a connection for a request: the last one, if it leads to this host and is open, or a new one."""
        link = self._link
        if link and not fresh and (link.host, link.port) == (host, port) and not link.streams[0].at_eof():
            link.used = True
            return link
        self._drop()
        streams, login = await self._ways.forward(host, port)
        self._link = _Link(host, port, streams, login)
        return self._link

    async def _sent_and_next(self, link: _Link, head: Head, path: bytes, body: Body) -> bytes:
        """Sends the request and waits for the first byte of the next one. Returns nothing if the client is gone."""
        _write_request(link, head, path)
        await copied(self._reader, link.streams[1], body, count=self._ways.count)
        self._sent = True
        return await self._reader.read(1)

    async def _next(self) -> bytes:
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                return await self._reader.read(1)
        except TimeoutError:
            return b""

    async def _passed_back(self, link: _Link, head: Head, *, retried: bool, path: bytes) -> bool:
        """Passes the response to the client. Returns whether both connections can be used again."""
        try:
            answer = await self._final(link)
            body = _end_of(answer, head.start[0])
        except (EOFError, ConnectionError):
            return await self._once_more(link, head, path) if retried else await self._hung_up(link)
        except Malformed as error:
            return await (self._raw(link, error.raw) if error.raw else self._hung_up(link))
        if int(answer.start[1]) == LOGIN_WANTED and link.login is not None:
            await self._say(
                502, "Proxy", f"The proxy in front refuses our credentials, or asks for some ({LOGIN_WANTED})."
            )
            return False
        keep = answer.start[0] == b"1" and b"close" not in answer.words(b"connection") and body != Body(None)
        fields = answer.passed_on if keep else [*answer.passed_on, (b"Connection", b"close")]
        self._writer.write(head_bytes(answer.line, fields))
        try:
            await copied(link.streams[0], self._writer, body, count=self._ways.count)
        except (EOFError, Malformed):
            return False  # the client sees that it is cut off
        return keep

    async def _final(self, link: _Link) -> Head:
        """Returns the head of the final response. Passes on interim ones."""
        while True:
            answer = await read_head(link.streams[0], STATUS)
            status = int(answer.start[1])
            if status == SWITCHING:
                raise Malformed("it switches to a protocol that nobody asked for")
            if status >= 200:  # noqa: PLR2004 - 1xx are interim responses
                return answer
            self._writer.write(head_bytes(answer.line, answer.passed_on))

    async def _once_more(self, link: _Link, head: Head, path: bytes) -> bool:
        """Sends a request that changes nothing again, on a new connection: the persistent one was closed meanwhile."""
        again = await self._linked(link.host, link.port, fresh=True)
        _write_request(again, head, path)
        return await self._passed_back(again, head, retried=False, path=path)

    async def _hung_up(self, link: _Link) -> bool:
        await self._say(502, "No answer", f"{link.host}:{link.port} hung up, or does not answer as HTTP does.")
        return False

    async def _raw(self, link: _Link, begun: bytes) -> bool:
        """Passes on a response that is no strict HTTP as it is. Nothing else follows on the connection."""
        self._unframed = True
        self._ways.count(len(begun))
        self._writer.write(begun)
        await copied(link.streams[0], self._writer, Body(None), count=self._ways.count)
        return False

    async def _refused(self, host: str, port: int, error: Unreachable) -> None:
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        if isinstance(error, Refused):
            await self._say(403, f"{place} is not permitted", f"{place} {error}. Nothing was sent to it.", keep=True)
        else:
            await self._say(502, f"{place} is not reached", f"{place} {error}.", keep=True)

    async def _say(self, status: int, title: str, text: str, *, keep: bool = False) -> None:
        """Answers with a page of the proxy."""
        page = f"<!doctype html><title>{escape(title)}</title><h1>{escape(title)}</h1><p>{escape(text)}</p>\n".encode()
        line = f"HTTP/1.1 {status} {'Refused' if status == 403 else 'Failed'}".encode()  # noqa: PLR2004
        fields = [
            (b"Content-Type", b"text/html; charset=utf-8"),
            (b"Content-Length", str(len(page)).encode()),
            (b"Cache-Control", b"no-store"),
            (b"Connection", b"keep-alive" if keep else b"close"),
        ]
        self._writer.write(head_bytes(line, fields) + page)
        await self._writer.drain()

    def _drop(self) -> None:
        if self._link is not None:
            self._link.streams[1].close()
        self._link = None


def _end_of(answer: Head, method: bytes) -> Body:
    try:
        return answer.body_of_answer(method)
    except Malformed as error:
        fields = [*answer.passed_on, (b"Connection", b"close")]
        raise Malformed(str(error), head_bytes(answer.line, fields)) from error


def _write_request(link: _Link, head: Head, path: bytes) -> None:
    fields = _own_host(head, link.host, link.port)
    target = path
    if link.login is not None:
        target = b"http://" + _authority(link.host, link.port) + path
        fields += [(b"Proxy-Authorization", link.login)] if link.login else []
    link.streams[1].write(head_bytes(b"%b %b HTTP/1.1" % (head.start[0], target), fields))


def _own_host(head: Head, host: str, port: int) -> list[tuple[bytes, bytes]]:
    """Returns the fields that are passed on, with the host of the URL (RFC 9112, 3.2.2)."""
    others = [(name, value) for name, value in head.passed_on if name.lower() != b"host"]
    return [(b"Host", _authority(host, port)), *others]


def _authority(host: str, port: int) -> bytes:
    name = f"[{host}]" if ":" in host else host
    return (name if port == 80 else f"{name}:{port}").encode()  # noqa: PLR2004 - the port of http


def _absolute(target: bytes) -> tuple[str, int, bytes]:
    """Returns host, port and path of the URL of a request."""
    found = ABSOLUTE.fullmatch(target)
    if found is None:
        raise Malformed("it is not for an http:// URL; this is a proxy")
    path = found[3] or b"/"
    return _plain(found[1]), _port(found[2], 80), path if path.startswith(b"/") else b"/" + path


def _plain(authority: bytes) -> str:
    return authority.decode("ascii").removeprefix("[").removesuffix("]")


def _port(text: bytes | None, default: int) -> int:
    port = int(text) if text else default
    if not 0 < port <= LAST_PORT:
        raise Malformed("its port is none")
    return port
