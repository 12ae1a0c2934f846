"""Unpacks the content codings of HTTP in small pieces, because a few bytes may stand for more than memory holds."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator

ACCEPTED = "gzip, deflate"
"""The value of `Accept-Encoding` that names what is unpacked here."""
PIECE = 65_536


def unpacker(coding: str) -> Callable[[bytes], Iterator[bytes]] | None:
    """Returns a function that unpacks the next data of a body in pieces of at most 64 KB; None for another coding.

    The function raises zlib.error if the data are damaged.
    """
    name = coding.strip().lower()
    if name in {"", "identity"}:
        return lambda data: iter((data,))
    return _Members().unpacked if name in {"gzip", "x-gzip", "deflate"} else None


class _Members:
    """Unpacks zlib data, bare deflate data, or gzip members in a row (RFC 1952, 2.2), and ignores what follows them."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
        self._is_first, self._has_begun = True, False

    def unpacked(self, data: bytes) -> Iterator[bytes]:
        piece = b""
        while data or len(piece) == PIECE:
            if self._member.eof:
                self._member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
                self._is_first = self._has_begun = False
            try:
                piece = self._member.decompress(data, PIECE)
            except zlib.error:
                if self._has_begun:
                    raise
                if not self._is_first:
                    return
                self._member, self._has_begun = zlib.decompressobj(wbits=-zlib.MAX_WBITS), True
                continue
            self._has_begun = self._has_begun or bool(piece)
            data = self._member.unconsumed_tail or self._member.unused_data
            yield piece
