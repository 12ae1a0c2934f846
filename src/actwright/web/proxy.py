"""A SOCKS5 proxy on loopback that connects through the guard (RFC 1928).

It hears names, not addresses: clients leave it to the proxy to resolve them, Chromium too. Each connection has one target, so
nothing that is sent on it can reach another one.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from actwright.web.guard import Guard, Refused, Unreachable

__all__ = ["Proxy", "guarded_proxy"]

VERSION, NO_LOGIN, CONNECT = 5, 0, 1
IPV4, NAME, IPV6 = 1, 3, 4
SUCCEEDED, FAILED, NOT_ALLOWED, UNKNOWN_COMMAND = 0, 4, 2, 7
HELLO_SECONDS = 5.0
CHUNK = 65_536
MOST_BYTES = 64 * 1024 * 1024


class Proxy:
    """The proxy while it runs.

    Attributes:
        url: Its address, `socks5://127.0.0.1:40123`.
        problem: Why the last connection was not made, to be read after its URL; empty if it was.
        spent: Whether it passed as many bytes as it may; it then passes no more.
    """

    def __init__(self, guard: Guard, *, most_bytes: int) -> None:
        self.url = ""
        self._guard = guard
        self._left = most_bytes
        self._problem = ""
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def spent(self) -> bool:
        """See the class."""
        return self._left <= 0

    @property
    def problem(self) -> str:
        """See the class."""
        return self._problem

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves a client in a task of its own, which ends with the proxy."""
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def close(self) -> None:
        """Ends every connection."""
        tasks = list(self._connections)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                target = await _target(reader, writer)
            if target is not None:
                await self._join(reader, writer, *target)
        except (OSError, EOFError, ValueError, TimeoutError):
            return  # the client speaks something else, or is gone
        finally:
            writer.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, port: int) -> None:
        try:
            there, back = await self._guard.connect(host, port)
        except Unreachable as error:
            self._problem = str(error)
            writer.write(_reply(NOT_ALLOWED if isinstance(error, Refused) else FAILED))
            return
        self._problem = ""
        try:
            writer.write(_reply(SUCCEEDED))
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass_on(reader, back))
                group.create_task(self._pass_on(there, writer))
        finally:
            back.close()

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):  # either end may break off at any time
            while self._left > 0 and (data := await source.read(CHUNK)):
                self._left -= len(data)
                sink.write(data)
                await sink.drain()
            if sink.can_write_eof() and not self.spent:
                sink.write_eof()
                return
        sink.close()


@asynccontextmanager
async def guarded_proxy(guard: Guard, *, most_bytes: int = MOST_BYTES) -> AsyncGenerator[Proxy]:
    """A proxy for as long as the block lasts; on leaving it every connection is closed.

    Args:
        guard: Makes the connections.
        most_bytes: How many bytes it passes on altogether, in both directions.
    """
    proxy = Proxy(guard, most_bytes=most_bytes)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    proxy.url = f"socks5://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()


async def _target(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[str, int] | None:
    """Host and port that the client wants to be connected to; None if it was told that it cannot."""
    version, methods = await reader.readexactly(2)
    if version != VERSION or NO_LOGIN not in await reader.readexactly(methods):
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
    """The answer to a request, with no address of ours in it."""
    return bytes([VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0])
