"""Turns a provider's failure into a `ModelError`: what status, headers and body mean, and what to do about it."""

from __future__ import annotations

import asyncio
import email.utils
import json
import re
import time
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, cast

import httpx2

from actwright.engine.models.bounded import TooLong
from actwright.engine.models.capabilities import FEWEST, room_beside
from actwright.engine.models.streaming import Gathering, Progress, arrived, prolonging
from actwright.engine.models.wire import WITHOUT_KEY
from actwright.errors import ModelError
from actwright.text import one_line, shortened, with_texts

MAX_TEXT = 600
RETRYABLE = (408, 409, 425, 429)
LASTING = ("invalid_request_error", "authentication_error", "permission_error", "insufficient_quota", "invalid_prompt")
"""Codes of errors within a stream that another attempt would get again."""
LONGEST_ANSWER_SHOWN = 300
NO_SUCH_ADDRESS = re.compile(r"unexpected endpoint|(endpoint|route) not found|unknown (endpoint|route)", re.IGNORECASE)
"""Some local servers say so with the status 200."""
WEB_PAGE = "it answered with a web page; is this the address of the API?"
ANSWERS = ("choices", "content", "output")
"""The members that hold the answer in a response of each wire."""
OVERFLOW_SIGNS = re.compile(
    r"context_length_exceeded|maximum context length|prompt is too long|context window|exceed context limit|exceed_context_size"
    r"|available context size|context size exceeded|input is too long|too many tokens|request_too_large"
    r"|context the overflows|greater than the context length|`inputs` must have less than|max_new_tokens\W{1,3}must be <="
)


async def answer(
    call: AbstractAsyncContextManager[Any],
    *,
    sdk: Any,
    subject: str,
    key_name: str,
    timeout: float,  # noqa: ASYNC109 - it is named in the error
    gathering: Gathering,
    progress: Progress,
) -> dict[str, Any]:
    """The JSON object that a call of either SDK returns.

    Args:
        call: A `with_streaming_response` call.
        sdk: The module `anthropic` or `openai`, whose exceptions have the same names and shapes.
        subject: What messages call the model (`openai-chat:gpt-5`).
        key_name: The variable that holds its key.
        timeout: The longest silence in seconds, before the reply and between its pieces.
        gathering: Collects the reply if it comes in pieces.
        progress: Called for every piece.

    Raises:
        ModelError: There was no answer, an error, or an answer that is not a JSON object.
    """
    try:
        async with asyncio.timeout(timeout) as watch, call as response:
            prolonged = prolonging(watch, lambda: timeout, progress)
            found = with_texts(await arrived(response, gathering, subject=subject, progress=prolonged), _readable)
    except (TimeoutError, sdk.APITimeoutError) as error:
        raise ModelError(f"{subject}: nothing arrived for {timeout:.3g} s", retryable=True) from error
    except sdk.APIStatusError as error:
        response = error.response
        if response.is_success:
            raise failure_within(error.body, subject=subject) from error
        failed = failure(
            response.status_code,
            response.headers,
            response.text,
            subject=subject,
            address=_address(response.request.url),
            key_name=key_name,
            with_key=not any(value.endswith(WITHOUT_KEY) for value in response.request.headers.values()),
        )
        raise failed from error
    except (sdk.APIConnectionError, httpx2.TransportError, httpx2.DecodingError) as error:
        raise _lost(error, subject) from error
    except sdk.APIError as error:
        raise failure_within(error.body, subject=subject) from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError) and _is_web_page(error.doc):
            raise ModelError(f"{subject}: {WEB_PAGE}") from error
        raise ModelError(
            f"{subject}: the response is not JSON; is this the base URL of the API?", retryable=True
        ) from error
    return _body(found, subject)


def _body(found: object, subject: str) -> dict[str, Any]:
    """The JSON object of a response; raises ModelError if it is an error instead of an answer, or no object."""
    if isinstance(found, list) and len(alone := cast(list[object], found)) == 1:
        found = alone[0]
    if not isinstance(found, dict):
        raise ModelError(f"{subject}: the response is not a JSON object; is this the base URL of the API?")
    body = cast(dict[str, Any], found)
    choices: Any = body.get("choices")
    for choice in cast(list[Any], choices) if isinstance(choices, list) else ():
        if isinstance(choice, dict) and cast(dict[str, Any], choice).get("error"):  # of the server behind a router
            raise failure_within(cast(dict[str, Any], choice), subject=subject)
    if body.get("error") and not any(map(body.get, ANSWERS)):
        raise failure_within(body, subject=subject)
    if not choices and body.get("content") is None and body.get("output") is None:
        said = shortened(one_line(json.dumps(body, ensure_ascii=False)), LONGEST_ANSWER_SHOWN)
        raise ModelError(f"{subject}: the response has no answer: {said}", retryable=True)
    return body


def _lost(error: Any, subject: str) -> ModelError:
    """The error for a connection that failed, or whose reply is not read to its end."""
    cause = error.__cause__ or error
    if isinstance(cause, TooLong):
        return ModelError(f"{subject}: the reply was not read: {cause}")
    return ModelError(
        f"{subject}: the connection to {_address(error.request.url)} failed ({type(cause).__name__}: {cause})",
        retryable=True,
        may_be_billed=not isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout),
    )


def _readable(text: str) -> str:
    """The text with every lone surrogate replaced, which no later request could contain."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _address(url: httpx2.URL) -> str:
    """Scheme, host, port and path."""
    return f"{url.scheme}://{url.netloc.decode()}{url.path}"


def failure_within(said: object, *, subject: str) -> ModelError:
    """The error for a failure that came after a successful HTTP status, within a stream or instead of an answer.

    A code that is an HTTP status counts as that status.
    """
    message, code = _said(json.dumps(said if isinstance(said, dict) and "error" in said else {"error": said}))
    status = int(code) if re.fullmatch("[45][0-9]{2}", code) else None
    if status is None and NO_SUCH_ADDRESS.search(message):
        return ModelError(f"{subject}: there is no such address; check the base URL: {message}")
    lasting = code in LASTING or (status is not None and not _is_retryable(status))
    if _is_overflow(status or 400, message, code):
        return ModelError(_overflow(subject, message), status=status)
    numbered = f" (HTTP {status})" if status else ""
    text = f"{subject}: the provider failed while it was replying{numbered}: {message}"
    return ModelError(text, status=status, retryable=not lasting)


def failure(
    status: int,
    headers: Mapping[str, str],
    body: str,
    *,
    subject: str,
    address: str,
    key_name: str,
    with_key: bool = True,
) -> ModelError:
    """The error for an HTTP status of 300 or more, from an address that was asked with or without a key.

    `retryable` follows the status: 408, 409, 425, 429 and every 5xx (529 is Anthropic's overload), unless the account
    is out of credit. A context overflow's message begins with "context overflow".
    """
    said, code = _said(body)
    advice = _advice(status, said, code, key_name=key_name, with_key=with_key, address=address)
    text = f"{subject}: {advice}"
    retryable = _is_retryable(status) and code != "insufficient_quota"
    if _is_overflow(status, said, code):
        text, retryable = _overflow(subject, said), False
    return ModelError(text, status=status, retryable=retryable, retry_after=retry_after(headers, now=time.time()))


def retry_after(headers: Mapping[str, str], *, now: float) -> float | None:
    """Seconds to wait, from `retry-after-ms` or `retry-after` (seconds or a date); None if neither says.

    Args:
        headers: The headers, by names in lower case.
        now: Seconds since the epoch, to turn a date into a wait.
    """
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
        return seconds if 0 <= seconds < float("inf") else None
    try:
        return max(0.0, email.utils.parsedate_to_datetime(headers["retry-after"]).timestamp() - now)
    except (KeyError, ValueError, OverflowError, TypeError):
        return None


def _advice(status: int, said: str, code: str, *, key_name: str, with_key: bool, address: str) -> str:
    if code == "insufficient_quota":
        return f"the account has no credit left; check its billing: {said}"
    if status == 401 and with_key:  # noqa: PLR2004 - what was said repeats the beginning of the key
        return f"the key was not accepted (HTTP 401); check {key_name}"
    no_key = f"it requires a key, and {key_name} is not set"
    bare = re.fullmatch(r"\w+://[^/]+/(chat/completions|responses)", address)
    ending = ", which for most servers must end with /v1" if bare else ""
    what = {
        401: no_key,
        403: f"the key in {key_name} may not use this model" if with_key else no_key,
        404: f"there is no such model or address ({address}); check the model's name and the base URL{ending}",
        429: "too many requests",
    }
    elsewhere = "it redirects to another address, and redirects are not followed; give that address as the base URL"
    general = "the provider failed" if status >= 500 else "the provider refused the request"  # noqa: PLR2004
    general = elsewhere if status < 400 else general  # noqa: PLR2004
    return f"{what.get(status, general)} (HTTP {status}): {said}"


def _is_retryable(status: int) -> bool:
    return status in RETRYABLE or status >= 500  # noqa: PLR2004


def _is_overflow(status: int, said: str, code: str) -> bool:
    """Whether the request alone is too long for the context; a shorter answer would not do."""
    text = f"{code} {said}".lower()
    found = status in (400, 413, 422, 500) and OVERFLOW_SIGNS.search(text) is not None
    return found and (room_beside(said) or 0) < 2 * FEWEST


def _overflow(subject: str, said: str) -> str:
    return (
        f"context overflow: {subject}: the request is longer than the model's context; show it less of each page "
        f'(--budget and --screenshot never, or PageOptions(budget=…, screenshot="never")): {said}'
    )


def _said(body: str) -> tuple[str, str]:
    """The message and code: providers and most servers wrap them in `error`; a proxy may send anything."""
    if _is_web_page(body):
        return WEB_PAGE, ""
    try:
        found: Any = json.loads(body)
        found = cast(list[Any], found)[0] if isinstance(found, list) else found
        error: Any = found.get("error") or found
        message: Any = error if isinstance(error, str) else error.get("message") or error["detail"]
        code: Any = "" if isinstance(error, str) else error.get("code") or error.get("type") or ""
        message = message if isinstance(error, str) else _with_details(message, error)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        message, code = body, ""
    return one_line(message if isinstance(message, str) else json.dumps(message))[:MAX_TEXT], str(code)


def _with_details(message: Any, error: Mapping[str, Any]) -> Any:
    """A message with what only other members say: what the server behind a router said, or the parameter's name."""
    metadata, param = error.get("metadata"), error.get("param")
    raw: Any = cast(dict[str, Any], metadata).get("raw") if isinstance(metadata, dict) else None
    more = [_said(raw if isinstance(raw, str) else json.dumps(raw))[0]] if raw else []
    more += [f"(parameter {param})"] if isinstance(param, str) and param not in str(message) else []
    return " ".join([message, *more]) if isinstance(message, str) else message


def _is_web_page(body: str) -> bool:
    return re.match(r"\s*<(!doctype )?html", body, re.IGNORECASE) is not None
