"""Reads HTTP/1.1 strictly, as a proxy must, so that no server reads the same bytes as other requests (RFC 9112).

Whatever two programs could read differently is refused: lengths that contradict each other, lines that end with a bare
LF, folded lines, a space before the colon, codings other than `chunked`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

__all__ = ["LONGEST_HEAD", "REQUEST", "STATUS", "Body", "Head", "Malformed", "copied", "head_bytes", "read_head"]

LONGEST_HEAD = 65_536
"""The most bytes of a head, or of the trailer after the last chunk."""
CHUNK = 65_536
NO_CONTENT, NOT_MODIFIED = 204, 304

TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
FIELD = re.compile(rb"(%b):[ \t]*((?:[^\x00-\x20\x7f](?:[^\x00-\x08\x0a-\x1f\x7f]*[^\x00-\x20\x7f])?)?)[ \t]*" % TOKEN)
REQUEST = re.compile(rb"(%b) ([\x21-\x7e]+) HTTP/1\.([01])" % TOKEN)
STATUS = re.compile(rb"HTTP/1\.([01]) ([1-9][0-9]{2})(?: [^\x00-\x08\x0a-\x1f\x7f]*)?")
SIZE = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(?:;[^\x00-\x08\x0a-\x1f\x7f]*)?\r\n")

BETWEEN_TWO = frozenset({
    *(b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"proxy-authenticate"),
    *(b"proxy-authentication-info", b"te", b"trailer", b"upgrade"),
})  # fmt: skip
"""Fields for one connection only (RFC 9110, 7.6.1). `Transfer-Encoding` is kept: a body is passed on in its chunks."""
KEPT = frozenset({b"host", b"content-length", b"transfer-encoding"})
"""Fields that `Connection` cannot remove: they say where a message goes and where it ends."""


class Malformed(ValueError):  # noqa: N818 - a finding about bytes
    """Raised for bytes that are no HTTP/1.1, or that could be read in two ways.

    Attributes:
        raw: The bytes that were read.
    """

    def __init__(self, problem: str, raw: bytes = b"") -> None:
        super().__init__(problem)
        self.raw = raw


@dataclass(frozen=True, slots=True)
class Body:
    """Where a body ends: after `length` bytes, after its last chunk (`chunked`), or with the connection (None)."""

    length: int | None = 0
    chunked: bool = False

    @property
    def there(self) -> bool:
        """Whether there is a body."""
        return self.chunked or self.length != 0


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a request or a response.

    Attributes:
        start: The parts of the first line: method, target and minor version; or minor version and status.
        line: The first line itself.
        fields: The names, as written, and values of the fields.
    """

    start: tuple[bytes, ...]
    line: bytes
    fields: tuple[tuple[bytes, bytes], ...]

    def values(self, name: bytes) -> list[bytes]:
        """Returns the values of all fields with a name, which is given in lower case."""
        return [value for each, value in self.fields if each.lower() == name]

    def words(self, name: bytes) -> list[bytes]:
        """Returns the items in the comma-separated lists of all fields with a name, in lower case."""
        return [word.strip().lower() for value in self.values(name) for word in value.split(b",") if word.strip()]

    @property
    def passed_on(self) -> list[tuple[bytes, bytes]]:
        """The fields that are not for one connection only."""
        dropped = (BETWEEN_TWO | set(self.words(b"connection"))) - KEPT
        return [(name, value) for name, value in self.fields if name.lower() not in dropped]

    def body(self, *, bare: Body) -> Body:
        """Returns where the body ends; `bare` if no field says so.

        Raises:
            Malformed: The fields contradict each other, or name an unknown coding.
        """
        lengths, codings = self.values(b"content-length"), self.values(b"transfer-encoding")
        if codings and (lengths or [coding.lower() for coding in codings] != [b"chunked"]):
            raise Malformed("it gives a length and a coding" if lengths else "its transfer coding is not `chunked`")
        if codings:
            return Body(None, chunked=True)
        if not lengths:
            return bare
        if len(lengths) > 1 or not re.fullmatch(rb"[0-9]{1,18}", lengths[0]):
            raise Malformed("it gives its length twice, or not as a number")
        return Body(int(lengths[0]))

    def body_of_answer(self, method: bytes) -> Body:
        """Returns where the body of the response to a request with this method ends.

        Raises:
            Malformed: See `body`.
        """
        status = int(self.start[1])
        body = self.body(bare=Body(None))
        return Body() if method == b"HEAD" or status < 200 or status in {NO_CONTENT, NOT_MODIFIED} else body  # noqa: PLR2004


def head_bytes(line: bytes, fields: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Returns a head as bytes to send."""
    return b"%b\r\n%b\r\n" % (line, b"".join(b"%b: %b\r\n" % field for field in fields))


async def read_head(reader: asyncio.StreamReader, first: re.Pattern[bytes], begun: bytes = b"") -> Head:
    """Reads the next head.

    Args:
        reader: The stream; its buffer must hold `LONGEST_HEAD`.
        first: The pattern of the first line: `REQUEST` or `STATUS`.
        begun: The first bytes of the head, if they were already read.

    Raises:
        Malformed: The bytes are no head, or it is too long.
        EOFError: The connection ended first.
    """
    raw, lines = begun, list[bytes]()
    while not lines or lines[-1]:
        try:
            read = await reader.readuntil(b"\n")
        except asyncio.LimitOverrunError as error:
            raise Malformed("its head is too long", raw) from error
        except asyncio.IncompleteReadError as error:
            if raw + error.partial:
                raise Malformed("its head breaks off", raw + error.partial) from error
            raise
        line = read if lines else begun + read
        raw += read
        if len(raw) > LONGEST_HEAD:
            raise Malformed("its head is too long", raw)
        if not line.endswith(b"\r\n") or b"\r" in line[:-2] or b"\n" in line[:-2]:
            raise Malformed("a line of its head does not end with CR LF", raw)
        lines.append(line[:-2])
    start = first.fullmatch(lines[0])
    if start is None:
        raise Malformed("its first line is not one of HTTP/1.1", raw)
    return Head(start.groups(), lines[0], tuple(_field(line, raw) for line in lines[1:-1]))


def _field(line: bytes, raw: bytes) -> tuple[bytes, bytes]:
    found = FIELD.fullmatch(line)
    if found is None:
        folded = line.startswith((b" ", b"\t"))
        raise Malformed("a line of its head is folded" if folded else "a line of its head is not `name: value`", raw)
    return found[1], found[2]


async def copied(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: Body, *, count: Callable[[int], None]
) -> None:
    """Passes a body on. The trailer after its last chunk is left out.

    Args:
        reader, writer: The streams from which and to which it is passed.
        body: Where the body ends.
        count: Called with the number of bytes of each piece; may raise to stop.

    Raises:
        Malformed: The chunks are malformed.
        EOFError: The body is cut off.
    """
    if body.chunked:
        await _copied_chunks(reader, writer, count)
        return
    left = body.length
    while left is None or left > 0:
        data = await reader.read(CHUNK if left is None else min(left, CHUNK))
        if not data:
            if left is None:
                return
            raise EOFError
        left = None if left is None else left - len(data)
        count(len(data))
        writer.write(data)
        await writer.drain()


async def _copied_chunks(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, count: Callable[[int], None]
) -> None:
    while True:
        size = SIZE.fullmatch(await _line(reader))
        if size is None:
            raise Malformed("a chunk does not begin with its size")
        left = int(size[1], 16)
        if left == 0:
            break
        writer.write(b"%x\r\n" % left)
        await copied(reader, writer, Body(left), count=count)
        if await reader.readexactly(2) != b"\r\n":
            raise Malformed("a chunk is longer than it says")
        writer.write(b"\r\n")
    total = 0
    while (line := await _line(reader)) != b"\r\n":
        total += len(line)
        if total > LONGEST_HEAD:
            raise Malformed("what follows its last chunk is too long")
    writer.write(b"0\r\n\r\n")
    await writer.drain()


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\n")
    except asyncio.LimitOverrunError as error:
        raise Malformed("a line of its body is too long") from error
