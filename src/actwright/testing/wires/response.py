"""A server's responses: JSON or server-sent events, with the headers and IDs that providers add."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

CHUNK = 12
"""The number of characters of text in one event of a stream."""

ServerEvent = tuple[str, dict[str, Any]]
"""An event's name, empty on wires without names, and its data."""


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP response to send. For a stream, `chunks` are the parts in which it is sent; the last one is empty."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    chunks: tuple[bytes, ...] = ()


def json_response(status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    """Returns a response with a JSON body."""
    return Response(status, json.dumps(body).encode(), {"content-type": "application/json", **headers})


def event_response(events: Iterable[ServerEvent], headers: Mapping[str, str]) -> Response:
    """Returns server-sent events: named ones repeat their name as `type`; unnamed ones end with `[DONE]`."""
    sent = list[str]()
    named = ""
    for named, data in events:
        written = json.dumps({"type": named, **data} if named else data)
        sent.append(f"event: {named}\ndata: {written}\n\n" if named else f"data: {written}\n\n")
    if not named:
        sent.append("data: [DONE]\n\n")
    chunks = (*(one.encode() for one in sent), b"")
    return Response(200, b"".join(chunks), {"content-type": "text/event-stream; charset=utf-8", **headers}, chunks)


def pieces(text: str) -> list[str]:
    """Splits a text into the pieces of a stream."""
    return [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]


def identity(prefix: str) -> str:
    """Returns a new ID, as providers give one to each answer and request."""
    return prefix + secrets.token_hex(12)
