"""A proxy on loopback that connects through the guard, for clients that speak HTTP to a proxy or SOCKS5.

It receives names, not addresses: clients, including Chromium, leave it to the proxy to resolve them. A SOCKS5
connection (RFC 1928) and a tunnel have one target, so nothing that is sent on them can reach another one.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from actwright.net.egress import Egress
from actwright.net.guard import ConnectionRefused, Guard, Unreachable
from actwright.net.http_proxy import HttpClient

VERSION, NO_LOGIN, CONNECT = 5, 0, 1
IPV4, NAME, IPV6 = 1, 3, 4
SUCCEEDED, FAILED, NOT_ALLOWED, UNKNOWN_COMMAND = 0, 4, 2, 7
HELLO_SECONDS = 5.0
MOST_BYTES = 64 * 1024 * 1024


class Proxy(Egress):
    """A running proxy: a socket on this machine whose clients leave through the guard.

    Attributes:
        url: Its address for SOCKS5, `socks5://127.0.0.1:40123`.
        http_url: Its address for HTTP, `http://127.0.0.1:40123`.
    """

    def __init__(self, guard: Guard, *, most_bytes: int | None) -> None:
        super().__init__(guard, most_bytes=most_bytes)
        self.url = ""
        self.http_url = ""
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

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

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(None if self.unlimited else HELLO_SECONDS):
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
