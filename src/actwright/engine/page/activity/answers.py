"""Reads what the answers to a run's requests say went wrong although their status is 2xx."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Response

MOST_BYTES = 65_536
"""The longest answer that is read."""
SMALL_BODY = 65_536
"""Bytes. A body that is known to be no longer than this arrives with its head."""
STREAMS = ("event-stream", "ndjson", "stream+json")
"""Parts of the content types of answers that arrive bit by bit."""
NO_CONTENT = frozenset({204, 205, 304})
"""Statuses of answers without a body."""
READ_SECONDS = 5.0
SUCCESS = range(200, 300)
SCRIPTED = frozenset({"fetch", "xhr"})
"""The types of requests whose answers scripts read, while the browser shows those to others."""


def is_stream(response: Response) -> bool:
    """Whether an answer arrives bit by bit and is waited for to its end."""
    return any(kind in response.headers.get("content-type", "") for kind in STREAMS)


def arrives_at_once(response: Response) -> bool:
    """Whether an answer has no body, or a small one that arrives with its head."""
    length = response.headers.get("content-length", "")
    is_small = response.status in NO_CONTENT or (length.isdigit() and int(length) <= SMALL_BODY)
    return is_small and not is_stream(response)


def may_report(response: Response) -> bool:
    """Whether an answer may say that something went wrong: a JSON text with a status of success, for a script."""
    headers = response.headers
    length = headers.get("content-length", "")
    return (
        response.request.resource_type in SCRIPTED
        and response.status in SUCCESS
        and "json" in headers.get("content-type", "").partition(";")[0]
        and (not length.isdigit() or 0 < int(length) <= MOST_BYTES)
    )


async def read_answer(response: Response) -> bytes:
    """The body of an answer; empty if it is too long or does not come in time, or if its document is gone."""
    try:
        async with asyncio.timeout(READ_SECONDS):
            if "content-length" not in response.headers:
                await response.finished()
                if (await response.request.sizes())["responseBodySize"] > MOST_BYTES:
                    return b""
            return await response.body()
    except (PlaywrightError, TimeoutError):
        return b""


def reported_problem(answer: bytes) -> tuple[str, str]:
    """What a JSON answer says went wrong: the member that says it, and its text; both empty if nothing does.

    It is `errors`, `fieldErrors` and the like that are not empty (with status 200, as GraphQL answers, and in what its
    mutations return), `ok: false`, `success: false`, `valid: false`, a `status` of `error` or `fail…`, or an `error` that
    is not empty.
    """
    try:
        read = json.loads(answer) if len(answer) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        return "", ""
    for each in cast("list[Any]", read)[:20] if isinstance(read, list) else [read]:
        if isinstance(each, Mapping) and (found := _problem_in(cast("Mapping[str, Any]", each)))[0]:
            return found
    return "", ""


def _problem_in(answer: Mapping[str, Any]) -> tuple[str, str]:
    for name, value in _members_with_results(answer):
        if value and name.lower().endswith("errors") and isinstance(value, list | dict | str):
            return name, _text_of(value)
    for name in ("ok", "success", "valid"):
        if answer.get(name) is False:
            return f"{name}: false", _said_by(answer)
    status = answer.get("status")
    if isinstance(status, str) and (status.lower() == "error" or status.lower().startswith("fail")):
        return f"status: {status}", _said_by(answer)
    if answer.get("error") and isinstance(answer["error"], list | dict | str):
        return "error", _text_of(answer["error"])
    return "", ""


def _members_with_results(answer: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The members of an answer, and those of the results of its mutations, as GraphQL has them in `data`."""
    yield from answer.items()
    data = answer.get("data")
    for result in cast("Mapping[str, Any]", data).values() if isinstance(data, Mapping) else ():
        if isinstance(result, Mapping):
            yield from cast("Mapping[str, Any]", result).items()


def _said_by(answer: Mapping[str, Any]) -> str:
    names = ("error", "errors", "message", "detail", "reason")
    return next((_text_of(answer[name]) for name in names if answer.get(name)), "")


def _text_of(value: Any) -> str:
    """What an error says in words."""
    if isinstance(value, list) and value:
        return _text_of(cast("list[Any]", value)[0])
    if isinstance(value, Mapping):
        known = cast("Mapping[str, Any]", value)
        said = next((known[name] for name in ("message", "detail", "title", "error") if known.get(name)), None)
        return _text_of(said) if said is not None else json.dumps(known, ensure_ascii=False)
    return "" if value is True else str(cast("object", value))
