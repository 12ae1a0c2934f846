"""The HTTP side of the proxy: requests for `http://` URLs, tunnels (CONNECT), and upgrades to WebSocket.

Each request on a persistent connection is checked and goes to its own host. A refused one gets a page that says so.
Messages are read and written anew by h11, so that no server reads the same bytes as other requests (RFC 9112).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

import h11

from actwright.net.http_heads import (
    LONGEST_HEAD,
    MalformedHead,
    absolute_target,
    authority,
    check_clear,
    check_length,
    passed_on,
    tunnel_target,
    with_host,
    words,
)
from actwright.net.upstream import ConnectionRefused, Streams, Unreachable
from actwright.schemas.hosts import with_port
from actwright.schemas.http_methods import SAFE_METHODS

if TYPE_CHECKING:
    from actwright.net.egress import Egress

CHUNK = 65_536
HEAD_SECONDS = 10.0
"""The time limit for a head, once it has begun, in seconds."""
IDLE_SECONDS = 600.0
"""The time limit between two requests, in seconds. Chromium drops its own connections after 300 s."""
REPEATABLE = frozenset(method.encode() for method in SAFE_METHODS)
"""Methods whose request is sent again if a persistent connection turns out to be closed before a response begins."""
LOGIN_WANTED = 407
CLOSE = (b"Connection", b"close")


def _client() -> h11.Connection:
    return h11.Connection(h11.CLIENT, LONGEST_HEAD)


@dataclass(slots=True)
class _Link:
    """A connection to a host, or to the proxy in front of it.

    Attributes:
        login: The value of `Proxy-Authorization` for the proxy; None if it leads to the host itself.
        used: Whether it has carried an earlier request.
        http: What is read from it and written to it.
    """

    host: str
    port: int
    streams: Streams
    login: bytes | None
    used: bool = False
    http: h11.Connection = field(default_factory=_client)

    def reuse(self) -> bool:
        """Makes it ready for another request. Returns whether it can carry one."""
        unasked, ended = self.http.trailing_data
        states = {self.http.our_state, self.http.their_state}
        if unasked or ended or states != {h11.DONE} or self.streams[0].at_eof():
            return False
        self.http.start_next_cycle()
        self.used = True
        return True


class HttpClient:
    """A client's connection."""

    def __init__(self, streams: Streams, proxy: Egress) -> None:
        self._reader, self._writer = streams
        self._proxy = proxy
        self._http = h11.Connection(h11.SERVER, LONGEST_HEAD)
        self._link: _Link | None = None

    async def serve(self, begun: bytes) -> None:
        """Answers the requests on the connection.

        Args:
            begun: The first byte of the first request.
        """
        self._http.receive_data(begun)
        try:
            while await self._begins():
                try:
                    async with asyncio.timeout(HEAD_SECONDS):
                        request = await self._request()
                    await self._answer(request)
                except (MalformedHead, h11.RemoteProtocolError) as error:
                    await self._say(400, "Bad request", f"The request is refused: {error}.", CLOSE)
                    return
                except TimeoutError:
                    await self._say(408, "Too slow", f"The request did not arrive within {HEAD_SECONDS:g} s.", CLOSE)
                    return
                if {self._http.our_state, self._http.their_state} != {h11.DONE}:
                    return
                self._http.start_next_cycle()
        finally:
            self._drop()

    async def _begins(self) -> bool:
        """Waits for the first bytes of a request. Returns whether there are any."""
        if self._http.trailing_data[0]:
            return True
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                data = await self._reader.read(CHUNK)
        except TimeoutError:
            return False
        self._http.receive_data(data)
        return bool(data)

    async def _request(self) -> h11.Request:
        """Reads the head of the next request.

        Raises:
            Malformed, h11.RemoteProtocolError: It is malformed, unclear, or too long.
        """
        raw = bytearray(self._http.trailing_data[0])
        event = await _next_event(self._http, self._reader, raw)
        if not isinstance(event, h11.Request):
            raise MalformedHead("it does not begin with a head")
        check_clear(raw, event)
        return event

    async def _answer(self, request: h11.Request) -> None:
        """Answers a request."""
        if request.http_version != b"1.1":
            raise MalformedHead("it is not HTTP/1.1")
        if request.method == b"CONNECT":
            await self._tunnel(request.target)
            return
        host, port, path = absolute_target(request.target)
        try:
            if b"upgrade" in words(request, b"connection"):
                await self._upgrade(request, host, port, path)
            else:
                await self._exchange(request, host, port, path)
        except Unreachable as error:
            await self._refuse(host, port, error)

    async def _tunnel(self, target: bytes) -> None:
        host, port = tunnel_target(target)
        try:
            there = await self._proxy.tunnel(host, port)
        except Unreachable as error:
            await self._refuse(host, port, error)
            return
        self._writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await self._join(there)

    async def _upgrade(self, request: h11.Request, host: str, port: int, path: bytes) -> None:
        """Asks the host to speak WebSocket on a new connection, and passes on the bytes of both sides."""
        if words(request, b"upgrade") != [b"websocket"] or type(self._http.next_event()) is not h11.EndOfMessage:
            raise MalformedHead("it asks for another protocol than WebSocket")
        there = await self._proxy.tunnel(host, port)
        fields = [*with_host(request, host, port), (b"Connection", b"Upgrade"), (b"Upgrade", b"websocket")]
        there[1].write(_client().send(h11.Request(method=request.method, target=path, headers=fields)))
        await self._join(there)

    async def _join(self, there: Streams) -> None:
        """Passes on the bytes of both sides, those first that the client sent with its request."""
        early = self._http.trailing_data[0]
        if early:
            self._proxy.count(len(early))
            there[1].write(early)
        await self._proxy.join((self._reader, self._writer), there)

    async def _exchange(self, request: h11.Request, host: str, port: int, path: bytes) -> None:
        """Sends a request on and passes back the response, while watching whether the client is still connected."""
        bare = not {name for name, _ in request.headers} & {b"content-length", b"transfer-encoding"}
        repeatable = request.method in REPEATABLE and bare
        link = await self._linked(host, port, fresh=not repeatable)
        sending = asyncio.ensure_future(self._send_and_watch(link, request, path))
        answering = asyncio.ensure_future(self._pass_back(link, request, retried=link.used and repeatable, path=path))
        try:
            await asyncio.wait({sending, answering}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done() and (not sending.result() or self._http.our_state is h11.ERROR):
                self._http.send_failed()  # the client is gone, or considers a response finished whose end is not known
                return
            await answering
            if not sending.done() and self._http.their_state is h11.SEND_BODY:
                self._http.send_failed()  # answered before its end: what follows on the connection is not read
        finally:
            for task in (sending, answering):
                task.cancel()
            await asyncio.gather(sending, answering, return_exceptions=True)

    async def _linked(self, host: str, port: int, *, fresh: bool) -> _Link:
        """Returns a connection for a request: the last one, if it leads to this host and is open, or a new one."""
        link = self._link
        if link and not fresh and (link.host, link.port) == (host, port) and link.reuse():
            return link
        self._drop()
        streams, login = await self._proxy.forward(host, port)
        self._link = _Link(host, port, streams, login)
        return self._link

    async def _send_and_watch(self, link: _Link, request: h11.Request, path: bytes) -> bool:
        """Sends the request, and waits for the first bytes of the next one. Returns False if the client is gone."""
        _write_request(link, request, path)
        await self._pass_body(self._http, self._reader, link.http, link.streams[1])
        if self._http.trailing_data[0]:
            return True
        data = await self._reader.read(CHUNK)
        self._http.receive_data(data)
        return bool(data)

    async def _pass_body(
        self, source: h11.Connection, reader: asyncio.StreamReader, sink: h11.Connection, writer: asyncio.StreamWriter
    ) -> None:
        """Passes a body on. The trailer after its last chunk is left out.

        Raises:
            h11.RemoteProtocolError: The body is malformed or cut off.
        """
        while not isinstance(event := await _next_event(source, reader), h11.EndOfMessage):
            assert isinstance(event, h11.Data)
            self._proxy.count(len(event.data))
            writer.write(sink.send(h11.Data(data=event.data)))
            await writer.drain()
        writer.write(sink.send(h11.EndOfMessage()))  # without `drain`, which fails on a connection that was just closed

    async def _pass_back(self, link: _Link, request: h11.Request, *, retried: bool, path: bytes) -> None:
        """Passes the response to the client."""
        raw = bytearray()
        try:
            answer = await self._final(link, raw)
        except (h11.RemoteProtocolError, OSError):
            if raw:
                await self._pass_raw(link, bytes(raw))
            elif retried:
                again = await self._linked(link.host, link.port, fresh=True)
                _write_request(again, request, path)
                again.streams[1].write(again.http.send(h11.EndOfMessage()))
                await self._pass_back(again, request, retried=False, path=path)
            else:
                await self._say(502, "No answer", f"{link.host}:{link.port} hung up, or does not speak HTTP.", CLOSE)
            return
        if answer.status_code == LOGIN_WANTED and link.login is not None:
            text = f"The upstream proxy refuses the credentials, or requires some ({LOGIN_WANTED})."
            await self._say(502, "Proxy", text, CLOSE)
            return
        self._writer.write(self._http.send(passed_on(answer)))
        try:
            await self._pass_body(link.http, link.streams[0], self._http, self._writer)
        except h11.RemoteProtocolError:
            self._http.send_failed()  # the client sees that it is cut off

    async def _final(self, link: _Link, raw: bytearray) -> h11.Response:
        """Returns the head of the final response. Passes on interim ones.

        Args:
            link: Where it is read.
            raw: Gets the bytes of a head that is malformed.

        Raises:
            h11.RemoteProtocolError, OSError: There is no response, or it is malformed.
        """
        while True:
            raw[:] = link.http.trailing_data[0]
            answer = await _next_event(link.http, link.streams[0], raw)
            if isinstance(answer, h11.Response):
                try:
                    check_length(raw, answer)
                except MalformedHead as error:
                    raise h11.RemoteProtocolError(str(error)) from error
                return answer
            if not isinstance(answer, h11.InformationalResponse):
                raw.clear()
                raise h11.RemoteProtocolError("there is no response")
            self._writer.write(self._http.send(passed_on(answer)))

    async def _pass_raw(self, link: _Link, begun: bytes) -> None:
        """Passes on a response that is not strict HTTP as it is. Nothing else follows on the connection."""
        self._http.send_failed()
        while begun:
            self._proxy.count(len(begun))
            self._writer.write(begun)
            await self._writer.drain()
            begun = await link.streams[0].read(CHUNK)

    async def _refuse(self, host: str, port: int, error: Unreachable) -> None:
        place = with_port(host, port)
        if isinstance(error, ConnectionRefused):
            await self._say(403, f"{place} is not permitted", f"{place} {error}. Nothing was sent to it.")
        else:
            await self._say(502, f"{place} cannot be reached", f"{place} {error}.")

    async def _say(self, status: int, title: str, text: str, *fields: tuple[bytes, bytes]) -> None:
        """Answers with a page of the proxy, unless a response has begun."""
        if self._http.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            return
        page = f"<!doctype html><title>{escape(title)}</title><h1>{escape(title)}</h1><p>{escape(text)}</p>\n".encode()
        head = h11.Response(
            status_code=status,
            reason=b"Refused" if status == 403 else b"Failed",  # noqa: PLR2004
            headers=[
                (b"Content-Type", b"text/html; charset=utf-8"),
                (b"Content-Length", str(len(page)).encode()),
                (b"Cache-Control", b"no-store"),
                *fields,
            ],
        )
        self._writer.writelines(map(self._http.send, (head, h11.Data(data=page), h11.EndOfMessage())))
        await self._writer.drain()

    def _drop(self) -> None:
        if self._link is not None:
            self._link.streams[1].close()
        self._link = None


async def _next_event(http: h11.Connection, reader: asyncio.StreamReader, raw: bytearray | None = None) -> Any:
    """Returns the next event on a connection; adds the bytes that were read for it to `raw`.

    Raises:
        h11.RemoteProtocolError: The bytes are not HTTP, a head is too long, or the connection ended in a message.
    """
    while (event := http.next_event()) is h11.NEED_DATA:
        data = await reader.read(CHUNK)
        http.receive_data(data)
        if raw is not None:
            raw += data
            if http.our_role is h11.CLIENT and not b"HTTP/".startswith(
                bytes(raw[:5])
            ):  # h11 would wait for the head's end
                raise h11.RemoteProtocolError("it is not HTTP")
    return event


def _write_request(link: _Link, request: h11.Request, path: bytes) -> None:
    fields, target = with_host(request, link.host, link.port), path
    if link.login is not None:
        target = b"http://" + authority(link.host, link.port) + path
        fields += [(b"Proxy-Authorization", link.login)] if link.login else []
    link.streams[1].write(link.http.send(h11.Request(method=request.method, target=target, headers=fields)))
