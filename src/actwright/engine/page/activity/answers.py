"""Reads what the answers to a run's requests say went wrong although their status is 2xx."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request, Response

MOST_BYTES = 65_536
"""The longest answer that is read."""
SMALL_BODY = 65_536
"""Bytes. A body that is known to be no longer than this arrives with its head."""
STREAMS = ("event-stream", "ndjson", "stream+json")
"""Parts of the content types of answers that arrive bit by bit."""
NO_CONTENT = frozenset({204, 205, 304})
"""Statuses of answers without a body."""
READ_SECONDS = 5.0
RESULTS, MOST_RESULTS = ("results", "responses"), 50
"""Members with a result for each part of a request, and how many of these are looked at."""
ERRORS = range(400, 600)
LONGEST_TEXT = 300
"""Bytes of a text that is read as a message."""
ERROR_TEXT = re.compile(
    r"\W*(?:err(?:or)?|fail(?:ed|ure)?|exception|fatal|denied|forbidden|unauthori[sz]ed)\b(?!\W*(?:0|false|none|null)\b)",
    re.IGNORECASE,
)
"""How a short text begins that says that something went wrong."""
TAG = re.compile(r"<[^<>]*>")
FAULT = re.compile(r"<(?:\w+:)?(?:Fault|Error)\b")
"""An element of XML that says the same."""
COUNT = re.compile(
    r"(?i:^(?:n_?)?(?:rows_?|records_?|items_?|documents_?)?(?:matched|modified|updated|affected|changed|inserted|created|saved|deleted|removed|added|imported|accepted|sent)"
    r"(?:_?(?:count|rows|records|items|documents))?$)"
)
"""Members that say how many were changed."""
REASONS = ("reason", "cause", "code", "hint")
"""Members that say why something is not so."""
LOGIN = re.compile(r"/(?:log|sign)[-_]?(?:in|on)(?![a-z])|/(?:auth|sso|sessions?/new)(?:/|$)", re.IGNORECASE)
"""What is in the path of a page to log in at."""
SUCCESS = range(200, 300)
SCRIPTED = frozenset({"fetch", "xhr"})
"""The types of requests whose answers scripts read, while the browser shows those to others."""
READABLE = SCRIPTED | {"document"}
"""The types of requests whose answers may be JSON: scripts read it, or a form of a page is answered with it."""


def is_stream(response: Response) -> bool:
    """Whether an answer arrives bit by bit and is waited for to its end."""
    return any(kind in response.headers.get("content-type", "") for kind in STREAMS)


def arrives_at_once(response: Response) -> bool:
    """Whether an answer has no body, or a small one that arrives with its head."""
    length = response.headers.get("content-length", "")
    is_small = response.status in NO_CONTENT or (length.isdigit() and int(length) <= SMALL_BODY)
    return is_small and not is_stream(response)


def may_report(response: Response) -> bool:
    """Whether an answer may say that something went wrong: a JSON text with a status of success, or a short one."""
    headers = response.headers
    length = headers.get("content-length", "")
    return (
        response.request.resource_type in READABLE
        and response.status in SUCCESS
        and (
            "json" in (kind := headers.get("content-type", "").partition(";")[0]) or _is_message(response, kind, length)
        )
        and (not length.isdigit() or 0 < int(length) <= MOST_BYTES)
    )


def _is_message(response: Response, kind: str, length: str) -> bool:
    """Whether an answer is a short text for a script."""
    is_text = response.request.resource_type in SCRIPTED and kind.startswith("text/")
    return is_text and length.isdigit() and int(length) <= LONGEST_TEXT


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


def led_to_login(request: Request) -> str:
    """Why a script's request did nothing although the last answer is a success: it was led to a page to log in at."""
    last = request
    while last.redirected_to is not None:
        last = last.redirected_to
    if last is request or request.resource_type not in SCRIPTED or LOGIN.search(urlsplit(request.url).path):
        return ""
    path = urlsplit(last.url).path
    return f"a redirect to {path}, where one logs in" if LOGIN.search(path) else ""


def reported_problem(answer: bytes) -> tuple[str, str]:
    """What a JSON answer says went wrong: the member that says it, and its text; both empty if nothing does.

    It is `errors`, `fieldErrors` and the like that are not empty (with status 200, as GraphQL answers), `ok: false`,
    `success: false`, `valid: false`, a `status` of `error`, `fail…` or, in a list of results, of 400 and more, or an `error`
    that is not empty: in the answer itself, in its `data`, in what the mutations in there return, or in its `results`.
    So are counts of which all are 0 where the answer has nothing else, and a text that begins with such a word.
    Errors of GraphQL that leave no mutation without its result are none.
    """
    try:
        read = json.loads(answer) if len(answer) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        text = answer[:LONGEST_TEXT].decode("utf-8", "replace")
        plain = TAG.sub(" ", text).strip()
        return ("an error", plain) if ERROR_TEXT.match(plain) or FAULT.search(text) else ("", "")
    for each in cast("list[Any]", read)[:MOST_RESULTS] if isinstance(read, list) else [read]:
        if isinstance(each, Mapping) and (found := _problem_in(cast("Mapping[str, Any]", each)))[0]:
            return found
    return "", ""


def _problem_in(answer: Mapping[str, Any]) -> tuple[str, str]:
    found = (_said_wrong(each, is_whole=each is answer) for each in _results_in(answer))
    if problem := next(filter(None, found), None):
        return problem
    parts = (each for name in RESULTS for each in _mappings(answer.get(name)))
    failed = next((each for each in parts if isinstance(each.get("status"), int) and each["status"] in ERRORS), None)
    if failed is not None:
        return f"status: {failed['status']}", _said_by(failed)
    return (f"{_counts(answer)[0]}: 0", "") if _counts_nothing(answer) else ("", "")


def _counts(answer: Mapping[str, Any]) -> list[str]:
    return [name for name in answer if COUNT.search(name)]


def _counts_nothing(answer: Mapping[str, Any]) -> bool:
    """Whether an answer says how many were changed, that it was none, and nothing more."""
    names = _counts(answer)
    return bool(names) and all(
        (isinstance(value, int) and not isinstance(value, bool) and not value)
        if name in names
        else isinstance(value, bool | str | None)
        for name, value in answer.items()
    )


def _said_wrong(result: Mapping[str, Any], *, is_whole: bool) -> tuple[str, str] | None:
    """What an answer, or a result in it, says went wrong: the member that says it, and its text."""
    is_partial = is_whole and _is_partial(result)
    for name, value in () if is_partial else result.items():
        if value and name.lower().endswith("errors") and isinstance(value, list | dict | str | bool):
            return name, _text_of(value)
    for name in ("ok", "success", "valid") if is_whole else ("ok", "success"):
        if result.get(name) is False:
            return f"{name}: false", _said_by(result)
    denied = next((name for name, value in result.items() if value is False and name.endswith("ed")), "")
    if is_whole and denied and any(isinstance(result.get(name), str) and result[name] for name in REASONS):
        return f"{denied}: false", _said_by(result)
    status = result.get("status") if is_whole else None
    if isinstance(status, str) and (status.lower() == "error" or status.lower().startswith("fail")):
        return f"status: {status}", _said_by(result)
    if result.get("error") and isinstance(result["error"], list | dict | str):
        return "error", _text_of(result["error"])
    return None


def _results_in(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The answer, its `data`, the results of mutations that GraphQL has in there, and its `results`."""
    yield answer
    data = answer.get("data")
    if isinstance(data, Mapping):
        yield cast("Mapping[str, Any]", data)
        yield from _mappings([*cast("Mapping[str, Any]", data).values()])
    for name in RESULTS:
        yield from _mappings(answer.get(name))


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    for each in cast("list[Any]", value)[:MOST_RESULTS] if isinstance(value, list) else []:
        if isinstance(each, Mapping):
            yield cast("Mapping[str, Any]", each)


def _is_partial(answer: Mapping[str, Any]) -> bool:
    """Whether the errors of a GraphQL answer are all about parts of what its mutations returned."""
    data, errors = answer.get("data"), [*_mappings(answer.get("errors"))]
    if not isinstance(data, Mapping) or not errors or None in cast("Mapping[str, Any]", data).values():
        return False
    paths: list[Any] = [each.get("path") for each in errors]
    return all(isinstance(path, list) and len(cast("list[Any]", path)) > 1 for path in paths)


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
