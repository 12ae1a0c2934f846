"""A proxy on loopback that connects through the guard, for clients that speak HTTP to a proxy or SOCKS5.

It receives names, not addresses: clients, including Chromium, leave it to the proxy to resolve them. A SOCKS5
connection (RFC 1928) and a tunnel have one target, so nothing that is sent on them can reach another one.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from actwright.net.guard import ConnectionRefused, Guard, Unreachable
from actwright.net.http_proxy import HttpClient
from actwright.net.upstream import Streams
from actwright.schemas.hosts import with_port
from actwright.schemas.refused_request import RefusedRequest

__all__ = ["Proxy", "guarded_proxy"]

VERSION, NO_LOGIN, CONNECT = 5, 0, 1
IPV4, NAME, IPV6 = 1, 3, 4
SUCCEEDED, FAILED, NOT_ALLOWED, UNKNOWN_COMMAND = 0, 4, 2, 7
HELLO_SECONDS = 5.0
CHUNK = 65_536
MOST_BYTES = 64 * 1024 * 1024
MOST_REFUSALS = 200
OTHERS = "others", "are not allowed either"
"""What is counted for all targets beyond these."""

T = TypeVar("T")


class Proxy:
    """A running proxy.

    Attributes:
        url: Its address for SOCKS5, `socks5://127.0.0.1:40123`.
        http_url: Its address for HTTP, `http://127.0.0.1:40123`.
        problem: Why the last connection was not made, worded to follow its URL; empty if it was made.
        spent: Whether it has passed on as many bytes as it may; it then passes on no more.
        refusals: The targets that the guard refused, in the order of the first requests.
    """

    def __init__(self, guard: Guard, *, most_bytes: int | None) -> None:
        self.url = ""
        self.http_url = ""
        self._guard = guard
        self._left = most_bytes
        self.problem = ""
        self._server: asyncio.Server | None = None
        self._refused: Counter[tuple[str, str]] = Counter()
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def spent(self) -> bool:
        """See the class."""
        return self._left is not None and self._left <= 0

    @property
    def refusals(self) -> tuple[RefusedRequest, ...]:
        """See the class."""
        return tuple(RefusedRequest(*asked, count) for asked, count in self._refused.items())

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves a client in its own task, which ends with the proxy."""
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def start(self) -> None:
        """Listens on a free port."""
        self._server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self.url, self.http_url = f"socks5://{address}", f"http://{address}"

    def stop(self) -> None:
        """Accepts no more connections, and ends the open ones."""
        if self._server is not None:
            self._server.close()
        for task in self._connections:
            task.cancel()

    async def close(self) -> None:
        """Stops and waits until every connection has ended."""
        self.stop()
        tasks = list(self._connections)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def tunnel(self, host: str, port: int) -> Streams:
        """Opens a connection to a host.

        Raises:
            Unreachable: The connection is not allowed or cannot be made; `problem` then has the reason.
        """
        return await self._noted(host, port, self._guard.connect(host, port))

    async def forward(self, host: str, port: int) -> tuple[Streams, bytes | None]:
        """Opens a connection for an HTTP request; see `Guard.forward`.

        Raises:
            Unreachable: The connection is not allowed or cannot be made; `problem` then has the reason.
        """
        return await self._noted(host, port, self._guard.forward(host, port))

    async def join(self, client: Streams, there: Streams) -> None:
        """Passes on the bytes from both sides until both are done."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass_on(client[0], there[1]))
                group.create_task(self._pass_on(there[0], client[1]))
        finally:
            there[1].close()

    def count(self, size: int) -> None:
        """Subtracts bytes from those that may be passed on.

        Raises:
            ConnectionError: No bytes are left.
        """
        if self._left is not None:
            self._left -= size
        if self.spent:
            raise ConnectionAbortedError

    async def _noted(self, host: str, port: int, connecting: Awaitable[T]) -> T:
        self.problem = ""
        try:
            return await connecting
        except Unreachable as error:
            self.problem = str(error)
            if isinstance(error, ConnectionRefused):
                asked = (with_port(host, port), self.problem)
                full = len(self._refused) >= MOST_REFUSALS and asked not in self._refused
                self._refused[OTHERS if full else asked] += 1
            raise

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(None if self._left is None else HELLO_SECONDS):
                first = await reader.read(1)
            if first == bytes([VERSION]):
                await self._serve_socks(reader, writer)
            elif first:
                await HttpClient((reader, writer), self).serve(first)
        except (OSError, EOFError, ValueError, TimeoutError):
            return  # the client speaks something else, or is gone
        finally:
            writer.close()

    async def _serve_socks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            target = await _target(reader, writer)
        if target is None:
            return
        try:
            there = await self.tunnel(*target)
        except Unreachable as error:
            writer.write(_reply(NOT_ALLOWED if isinstance(error, ConnectionRefused) else FAILED))
            return
        writer.write(_reply(SUCCEEDED))
        await self.join((reader, writer), there)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):  # either side may close the connection at any time
            while not self.spent and (data := await source.read(CHUNK)):
                if self._left is not None:
                    self._left -= len(data)
                sink.write(data)
                await sink.drain()
            if sink.can_write_eof() and not self.spent:
                sink.write_eof()
                return
        sink.close()


@asynccontextmanager
async def guarded_proxy(guard: Guard, *, most_bytes: int | None = MOST_BYTES) -> AsyncGenerator[Proxy]:
    """Runs a proxy while the block runs. At its end, every connection is closed.

    Args:
        guard: Makes the connections.
        most_bytes: The most bytes that it passes on in all, in both directions; None means no limit.
    """
    proxy = Proxy(guard, most_bytes=most_bytes)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.close()


async def _target(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[str, int] | None:
    """Reads the host and port that the client requests, after its first byte. Returns None if it was refused."""
    (methods,) = await reader.readexactly(1)
    if NO_LOGIN not in await reader.readexactly(methods):
        return None
    writer.write(bytes([VERSION, NO_LOGIN]))
    version, command, _, kind = await reader.readexactly(4)
    host = await _host(reader, kind)
    port = int.from_bytes(await reader.readexactly(2), "big")
    if version != VERSION or command != CONNECT or not host:
        writer.write(_reply(UNKNOWN_COMMAND))
        return None
    return host, port


async def _host(reader: asyncio.StreamReader, kind: int) -> str:
    if kind == NAME:
        (length,) = await reader.readexactly(1)
        return (await reader.readexactly(length)).decode("ascii")
    size = {IPV4: 4, IPV6: 16}.get(kind, 0)
    return str(ipaddress.ip_address(await reader.readexactly(size))) if size else ""


def _reply(code: int) -> bytes:
    """Returns the reply to a request, without an address of this machine."""
    return bytes([VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0])
