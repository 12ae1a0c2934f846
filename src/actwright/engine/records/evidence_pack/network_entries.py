"""Masks entries of a HAR file, which Playwright's trace has as well, and finds tokens in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, cast

from actwright.engine.records.evidence_pack.masking import PackMasks
from actwright.engine.records.evidence_pack.sensitive import PLAIN_HEADERS, is_token

Entry: TypeAlias = dict[str, Any]

Stored: TypeAlias = Callable[[Entry, str, bool], None]
"""Masks the body that a `postData` or `content` has in a file of its own, given its type and whether it was sent."""

FIXED = frozenset({
    "method", "httpVersion", "startedDateTime", "time", "timings", "cache", "_monotonicTime", "_resourceType", "status",
    "encoding", "size", "opcode", "type",
})  # fmt: skip
"""Members that contain nothing of a page."""
LEFT_OUT = ("serverIPAddress", "_serverPort", "_securityDetails")
TEXT_FRAME = 1


def tokens_of(entry: Entry) -> Iterator[str]:
    """The values of the cookies and the credentials of a request and its response that look like tokens."""
    sides: list[Entry] = [entry.get("request") or {}, entry.get("response") or {}]
    for side in sides:
        sent = [str(cookie.get("value", "")) for cookie in side.get("cookies") or ()]
        for name, value in _pairs(side.get("headers")):
            if name.lower() in {"cookie", "set-cookie"}:
                sent += re.findall(r"=([^;\n]+)", value)
            elif name.lower() in {"authorization", "proxy-authorization"}:
                sent.append(value.rpartition(" ")[2])
        yield from filter(is_token, sent)


def mask_entry(entry: Entry, masks: PackMasks, stored: Stored) -> Entry:
    """An entry, masked: without cookies, without the headers that may hold tokens, and without binary bodies."""
    for name in LEFT_OUT:
        entry.pop(name, None)
    request, response = cast(Entry, entry.get("request") or {}), cast(Entry, entry.get("response") or {})
    for side in (request, response):
        side["cookies"] = []
        plain = [(name, value) for name, value in _pairs(side.get("headers")) if name.lower() in PLAIN_HEADERS]
        side["headers"] = [{"name": name, "value": value} for name, value in plain]
        side["headersSize"] = -1
    request["bodySize"] = -1  # the length of a password, if the rest of the body is known
    request["queryString"] = _masked_pairs(request.get("queryString"), masks)
    if post := request.get("postData"):
        post["params"] = _masked_pairs(post.get("params"), masks)
        _mask_body(post, masks, stored, sent=True)
    if content := response.get("content"):
        _mask_body(content, masks, stored, sent=False)
    if messages := entry.get("_webSocketMessages"):
        entry["_webSocketMessages"] = masked_messages(messages, masks)
    return masks.tree(entry, fixed=FIXED)


def masked_messages(messages: Sequence[Entry], masks: PackMasks) -> list[Entry]:
    """The messages of a WebSocket, masked; binary ones without their data."""
    return [
        {**each, "data": masks.body(str(each.get("data", "")), "") if each.get("opcode") == TEXT_FRAME else ""}
        for each in messages
    ]


def _mask_body(part: Entry, masks: PackMasks, stored: Stored, *, sent: bool) -> None:
    media_type = str(part.get("mimeType", ""))
    if part.pop("encoding", None):  # base64: it is binary
        part.pop("text", None)
    elif part.get("text"):
        part["text"] = masks.body(str(part["text"]), media_type)
    stored(part, media_type, sent)


def _pairs(named: Any) -> list[tuple[str, str]]:
    """The names and values of headers or parameters."""
    return [(str(each.get("name", "")), str(each.get("value", ""))) for each in named or ()]


def _masked_pairs(named: Any, masks: PackMasks) -> list[Entry]:
    return [{"name": name, "value": value} for name, value in masks.pairs(_pairs(named))]
