"""What a server sends: JSON or server-sent events, with the headers and IDs that providers add."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Response", "ServerEvent", "event_response", "identity", "json_response", "pieces"]

CHUNK = 12
"""Characters of text in one event of a stream."""

ServerEvent = tuple[str, dict[str, Any]]
"""An event's name, empty on wires that name none, and its data."""


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP response to send."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


def json_response(status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    """A body of JSON."""
    return Response(status, json.dumps(body).encode(), {"content-type": "application/json", **headers})


def event_response(events: Iterable[ServerEvent], headers: Mapping[str, str]) -> Response:
    """Server-sent events: named ones repeat their name as `type`, unnamed ones end with `[DONE]`."""
    text = ""
    named = ""
    for named, data in events:
        text += (
            f"event: {named}\ndata: {json.dumps({'type': named, **data})}\n\n"
            if named
            else f"data: {json.dumps(data)}\n\n"
        )
    text += "" if named else "data: [DONE]\n\n"
    return Response(200, text.encode(), {"content-type": "text/event-stream; charset=utf-8", **headers})


def pieces(text: str) -> list[str]:
    """Text as a stream brings it."""
    return [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]


def identity(prefix: str) -> str:
    """A new ID, as providers give one to each answer and request."""
    return prefix + secrets.token_hex(12)
