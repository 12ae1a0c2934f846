"""Bounds the size of replies, whatever a server sends and however large a compressed body becomes."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Callable, Iterator

import httpx2

from actwright.net.unpacking import unpacker

MOST_BYTES = 16_000_000
"""The most bytes of a reply, unpacked.

The longest answer that is asked for, 8,000 tokens in pieces of one token and some 400 bytes each, is a fifth of that.
"""


class TooLong(httpx2.DecodingError):
    """A reply is too long to be read, or compressed in a way that was not requested."""


async def bounded(response: httpx2.Response) -> None:
    """Makes a response one that is unpacked as it is read, up to `MOST_BYTES`; an event hook of a client.

    Raises:
        TooLong: It is compressed in a way that was not requested. Reading it raises the same beyond the limit.
    """
    coding = response.headers.pop("content-encoding", "")
    unpack = unpacker(coding)
    if unpack is None:
        raise TooLong(f"it is compressed as {coding[:40]!r}, which was not requested")
    stream = response.stream
    assert isinstance(stream, httpx2.AsyncByteStream)
    response.stream = _BodyLimiter(stream, unpack)


class _BodyLimiter(httpx2.AsyncByteStream):
    """A body, unpacked piece by piece."""

    def __init__(self, body: httpx2.AsyncByteStream, unpack: Callable[[bytes], Iterator[bytes]]) -> None:
        self._body, self._unpack = body, unpack

    async def __aiter__(self) -> AsyncIterator[bytes]:
        count = 0
        try:
            async for data in self._body:
                for piece in self._unpack(data):
                    count += len(piece)
                    if count > MOST_BYTES:
                        raise TooLong(f"it has more than {MOST_BYTES:,} bytes")
                    yield piece
        except zlib.error as error:
            raise httpx2.DecodingError(str(error)) from error

    async def aclose(self) -> None:
        await self._body.aclose()
