"""Connections through the guard: which were refused, and how many bytes they have passed on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

from actwright.net.guard import ConnectionRefused, Guard, Unreachable
from actwright.net.upstream import Streams
from actwright.schemas.hosts import with_port
from actwright.schemas.refused_request import RefusedRequest

CHUNK = 65_536
MOST_REFUSALS = 200
OTHERS = "others", "are not allowed either"
"""What is counted for all targets beyond these."""

T = TypeVar("T")


class Egress:
    """Opens connections through a guard, and passes bytes on.

    Args:
        guard: Makes the connections.
        most_bytes: The most bytes that it passes on in all, in both directions; None means no limit.

    Attributes:
        problem: Why the last connection was not made, worded to follow its URL; empty if it was made.
        spent: Whether it has passed on as many bytes as it may; it then passes on no more.
        refusals: The targets that the guard refused, in the order of the first requests.
    """

    def __init__(self, guard: Guard, *, most_bytes: int | None) -> None:
        self.problem = ""
        self._guard = guard
        self._left = most_bytes
        self._refused: Counter[tuple[str, str]] = Counter()

    @property
    def unlimited(self) -> bool:
        """Whether it may pass on any number of bytes."""
        return self._left is None

    @property
    def spent(self) -> bool:
        """See the class."""
        return self._left is not None and self._left <= 0

    @property
    def refusals(self) -> tuple[RefusedRequest, ...]:
        """See the class."""
        return tuple(RefusedRequest(*asked, count) for asked, count in self._refused.items())

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
