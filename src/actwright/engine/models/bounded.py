"""Bounds the size of replies, whatever a server sends and however large a compressed body becomes."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Callable, Iterator

import httpx2

__all__ = ["ACCEPTED", "MOST_BYTES", "TooLong", "bounded"]

MOST_BYTES = 16_000_000
"""The most bytes of a reply, unpacked.

The longest answer that is asked for, 8,000 tokens in pieces of one token and some 400 bytes each, is a fifth of that.
"""
PIECE = 65_536
ACCEPTED = {"accept-encoding": "gzip, deflate"}
"""The encodings that are unpacked here."""


class TooLong(httpx2.DecodingError):
    """A reply is too long to be read, or compressed in a way that was not requested."""


async def bounded(response: httpx2.Response) -> None:
    """Makes a response one that is unpacked as it is read, up to `MOST_BYTES`; an event hook of a client.

    Raises:
        TooLong: It is compressed in a way that was not requested. Reading it raises the same beyond the limit.
    """
    coding = response.headers.pop("content-encoding", "").strip().lower()
    if coding not in {"", "identity", "gzip", "x-gzip", "deflate"}:
        raise TooLong(f"it is compressed as {coding[:40]!r}, which was not requested")
    stream = response.stream
    assert isinstance(stream, httpx2.AsyncByteStream)
    response.stream = _BodyLimiter(stream, packed=coding not in {"", "identity"})


class _BodyLimiter(httpx2.AsyncByteStream):
    """A body, unpacked piece by piece, so that no piece of it grows to more than `PIECE` at once."""

    def __init__(self, body: httpx2.AsyncByteStream, *, packed: bool) -> None:
        self._body = body
        self._unpack: Callable[[bytes], Iterator[bytes]] = _unpacker() if packed else _as_it_is

    async def __aiter__(self) -> AsyncIterator[bytes]:
        count = 0
        async for data in self._body:
            for piece in self._unpack(data):
                count += len(piece)
                if count > MOST_BYTES:
                    raise TooLong(f"it has more than {MOST_BYTES:,} bytes")
                yield piece

    async def aclose(self) -> None:
        await self._body.aclose()


def _as_it_is(data: bytes) -> Iterator[bytes]:
    yield data


def _unpacker() -> Callable[[bytes], Iterator[bytes]]:
    """Unpacks gzip, zlib and, as some servers send it under the same name, bare deflate data."""
    member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
    begun = False

    def unpack(data: bytes) -> Iterator[bytes]:
        nonlocal member, begun
        while data:
            try:
                piece = member.decompress(data, PIECE)
            except zlib.error as error:
                if begun:
                    raise httpx2.DecodingError(str(error)) from error
                member, begun = zlib.decompressobj(wbits=-zlib.MAX_WBITS), True
                continue
            begun, data = True, member.unconsumed_tail
            yield piece

    return unpack
