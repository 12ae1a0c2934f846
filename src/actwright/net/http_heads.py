"""The heads of HTTP messages at the proxy: which are refused, whom a request is for, and which fields go on.

Whatever two programs could read differently is refused, beside what h11 refuses (RFC 9112): two lengths, a length beside
a coding, lines that end with a bare LF, folded lines, control characters.
"""

from __future__ import annotations

import re
from typing import TypeVar

import h11

LONGEST_HEAD = 65_536
"""The most bytes of a head, of a line of a chunked body, or of the trailer after its last chunk."""
AUTHORITY = rb"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)"
ABSOLUTE = re.compile(rb"(?i:http)://%b(?::([0-9]{1,5}))?([/?][^#]*)?" % AUTHORITY)
TUNNEL = re.compile(rb"%b:([0-9]{1,5})" % AUTHORITY)
UNCLEAR = re.compile(rb"[^\r]\n|\r[^\n]|\n[ \t]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""What no head has: a bare LF or CR, a folded line, a control character."""
LAST_PORT = 65_535
BETWEEN_TWO = frozenset({
    *(b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"proxy-authenticate"),
    *(b"proxy-authentication-info", b"te", b"trailer", b"upgrade"),
})  # fmt: skip
"""Fields for one connection only (RFC 9110, 7.6.1)."""
FRAMING = frozenset({b"host", b"content-length", b"transfer-encoding"})
"""Fields that `Connection` cannot remove: they say where a message goes and where it ends."""

Answer = TypeVar("Answer", h11.Response, h11.InformationalResponse)
Fields = list[tuple[bytes, bytes]]


class MalformedHead(ValueError):  # noqa: N818 - a finding about bytes
    """Raised for a request that is not one to a proxy, or that could be read in two ways."""


def check_clear(raw: bytes | bytearray, request: h11.Request) -> None:
    """Raises Malformed if the head of a request, with which the bytes begin, could be read in two ways."""
    head = raw.partition(b"\r\n\r\n")[0]
    if len(head) > LONGEST_HEAD:
        raise MalformedHead("its head is too long")
    if UNCLEAR.search(head):
        raise MalformedHead("its head has a folded line, a control character, or a line that does not end with CR LF")
    check_length(raw, request)


def check_length(raw: bytes | bytearray, message: h11.Request | h11.Response) -> None:
    """Raises Malformed if a head, with which the bytes begin, gives its length more than once."""
    names = [name for name, _ in message.headers]
    lines = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0].lower()
    if lines.count(b"\ncontent-length:") + names.count(b"transfer-encoding") > 1:
        raise MalformedHead("it gives its length twice")


def words(message: h11.Request | h11.Response | h11.InformationalResponse, name: bytes) -> list[bytes]:
    """Returns the items in the comma-separated lists of all fields with a name, in lower case."""
    values = b",".join(value for each, value in message.headers if each == name)
    return [word.strip().lower() for word in values.split(b",") if word.strip()]


def _kept(message: h11.Request | h11.Response | h11.InformationalResponse) -> Fields:
    """Returns the fields that are not for one connection only."""
    dropped = (BETWEEN_TWO | set(words(message, b"connection"))) - FRAMING
    return [(name, value) for name, value in message.headers.raw_items() if name.lower() not in dropped]


def passed_on(answer: Answer) -> Answer:
    """Returns a response without the fields that are for one connection only."""
    return type(answer)(status_code=answer.status_code, reason=answer.reason, headers=_kept(answer))


def with_host(request: h11.Request, host: str, port: int) -> Fields:
    """Returns the fields that are passed on, with the host of the URL (RFC 9112, 3.2.2)."""
    others = [(name, value) for name, value in _kept(request) if name.lower() != b"host"]
    return [(b"Host", authority(host, port)), *others]


def authority(host: str, port: int) -> bytes:
    """Returns the value of `Host` for a host and a port of http."""
    name = f"[{host}]" if ":" in host else host
    return (name if port == 80 else f"{name}:{port}").encode()  # noqa: PLR2004 - the port of http


def tunnel_target(target: bytes) -> tuple[str, int]:
    """Returns host and port to which a tunnel is asked for.

    Raises:
        Malformed: The target is something else.
    """
    found = TUNNEL.fullmatch(target)
    if found is None:
        raise MalformedHead("its target is not host:port")
    return _plain(found[1]), _port(found[2], 0)


def absolute_target(target: bytes) -> tuple[str, int, bytes]:
    """Returns host, port and path of the URL of a request.

    Raises:
        Malformed: It is not an `http://` URL.
    """
    found = ABSOLUTE.fullmatch(target)
    if found is None:
        raise MalformedHead("it is not for an http:// URL; this is a proxy")
    path = found[3] or b"/"
    return _plain(found[1]), _port(found[2], 80), path if path.startswith(b"/") else b"/" + path


def _plain(authority: bytes) -> str:
    return authority.decode("ascii").removeprefix("[").removesuffix("]")


def _port(text: bytes | None, default: int) -> int:
    port = int(text) if text else default
    if not 0 < port <= LAST_PORT:
        raise MalformedHead("its port does not exist")
    return port
