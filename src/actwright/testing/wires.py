"""Local servers that speak the providers' protocols byte for byte, with whatever goes wrong on demand.

```python
with AnthropicServer([HttpError(429, retry_after=1), Answer(said=proposal)]) as server:
    agent = Agent(model="anthropic:claude-opus-4-8", base_url=server.url)
```
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any

from actwright.testing.scripted import CHARACTERS_PER_TOKEN
from actwright.testing.wire_checks import anthropic_problem, openai_problem
from actwright.testing.wire_server import (
    Answer,
    Drop,
    HttpError,
    Line,
    Received,
    Response,
    Silence,
    WireServer,
    estimated,
)

__all__ = ["Answer", "AnthropicServer", "Drop", "HttpError", "Line", "OpenAIChatServer", "Received", "Silence"]

CHUNK = 12
"""Characters of text in one event of a stream."""


class AnthropicServer(WireServer):
    """A server on loopback that answers Anthropic's `POST /v1/messages` from a script.

    ```python
    price = {"complete": False, "message": "…", "actions": [{"reason": "…", "tool": "fill", "parameters": {…}}]}
    with AnthropicServer([HttpError(529), price, "not JSON", Answer(said=price, delay=2)]) as server:
        agent = Agent(model="anthropic:NAME", base_url=server.url)
        ...
        server.received[0].body["messages"]
    ```

    A line of the script is a proposal, the same as a dict, any text, an `Answer`, an `HttpError`, a `Drop`, a
    `Silence`, or a callable that gets the request's body and returns one of them. Each request takes the next line;
    when there is none left, the answer is HTTP 400. An answer that states no `usage` reports an estimate from the
    text alone, a token for every 4 characters: pictures and the answer's schema are not counted.

    Args:
        script: The lines; an iterator is read as needed, so it may be endless.
        key: The only key that is accepted; None accepts any.
        models: The only models there are; None has every one.
        context_characters: A request with more characters of text overflows the context window.

    Attributes:
        url: The base URL to give to an `Agent` or to the provider's SDK.
        received: Every request so far (`path`, `headers`, `body`), oldest first, refused ones included.
    """

    path = "/v1/messages"

    def error(self, error: HttpError, body: Mapping[str, Any]) -> Response:
        """`{"type": "error", "error": {"type", "message"}, "request_id"}`."""
        kind, usual = {
            400: ("invalid_request_error", "invalid request"),
            401: ("authentication_error", "invalid x-api-key"),
            403: ("permission_error", "Your API key does not have permission to use the specified resource."),
            404: ("not_found_error", f"model: {body.get('model')}"),
            413: ("request_too_large", "Request exceeds the maximum allowed number of bytes."),
            429: ("rate_limit_error", "This request would exceed your account's rate limit. Please try again later."),
            529: ("overloaded_error", "Overloaded"),
        }.get(error.status, ("api_error", "Internal server error"))
        request_id = _identity("req_")
        found = {
            "type": "error",
            "error": {"type": error.code or kind, "message": error.message or usual},
            "request_id": request_id,
        }
        return _json(error.status, found, {"request-id": request_id, **_retry_header(error)})

    def no_such_path(self, method: str, path: str) -> Response:  # noqa: ARG002 - this provider names neither
        """A plain not_found_error."""
        return self.error(HttpError(404, "Not Found"), {})

    def overflow(self, characters: int) -> HttpError:
        """In tokens, at 4 characters each."""
        most = (self._context_characters or 0) // CHARACTERS_PER_TOKEN
        return HttpError(400, f"prompt is too long: {characters // CHARACTERS_PER_TOKEN} tokens > {most} maximum")

    def problem(self, body: dict[str, Any], headers: Mapping[str, str]) -> str:
        """The API's own checks, in its words where known."""
        return anthropic_problem(body, headers)

    def answer(self, answer: Answer, body: dict[str, Any]) -> Response:
        """A `message`, or its stream of events."""
        usage = estimated(answer, body)
        refused = answer.ended == "refusal"
        message: dict[str, Any] = {
            "id": _identity("msg_"),
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [{"type": "text", "text": answer.text, "citations": None}] if answer.text else [],
            "stop_reason": {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}[answer.ended],
            "stop_details": {"type": "refusal", "category": None, "explanation": None} if refused else None,
            "stop_sequence": None,
            "usage": {
                "input_tokens": usage.fresh,
                "cache_creation_input_tokens": usage.cache_write,
                "cache_read_input_tokens": usage.cache_read,
                "cache_creation": {"ephemeral_5m_input_tokens": usage.cache_write, "ephemeral_1h_input_tokens": 0},
                "output_tokens": usage.output,
                "output_tokens_details": {"thinking_tokens": usage.reasoning},
                "service_tier": "standard",
            },
        }
        headers = {"request-id": _identity("req_")}
        return _events(_anthropic_events(message), headers) if body.get("stream") else _json(200, message, headers)


class OpenAIChatServer(WireServer):
    """A server on loopback that answers OpenAI's `POST /v1/chat/completions` from a script.

    ```python
    with OpenAIChatServer([{"complete": False, "message": "…", "actions": […]}]) as server:
        agent = Agent(model="openai-chat:NAME", base_url=server.url)
    ```

    Its arguments, its script, `url`, `received` and the estimate of `usage` are those of `AnthropicServer`.
    """

    base_path = "/v1"
    path = "/v1/chat/completions"

    def error(self, error: HttpError, body: Mapping[str, Any]) -> Response:
        """`{"error": {"message", "type", "param", "code"}}`."""
        model = body.get("model")
        kind, code, usual = {
            400: ("invalid_request_error", None, "invalid request"),
            401: ("invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
            403: ("invalid_request_error", None, "You are not allowed to use this model."),
            404: (
                *("invalid_request_error", "model_not_found"),
                f"The model `{model}` does not exist or you do not have access to it.",
            ),
            429: ("requests", "rate_limit_exceeded", "Rate limit reached for requests."),
        }.get(error.status, ("server_error", None, "The server had an error while processing your request."))
        found = {"message": error.message or usual, "type": kind, "param": None, "code": error.code or code}
        return _json(error.status, {"error": found}, {"x-request-id": _identity("req_"), **_retry_header(error)})

    def no_such_path(self, method: str, path: str) -> Response:
        """Names the address."""
        found = {
            "message": f"Invalid URL ({method} {path})",
            "type": "invalid_request_error",
            "param": None,
            "code": None,
        }
        return _json(404, {"error": found}, {"x-request-id": _identity("req_")})

    def overflow(self, characters: int) -> HttpError:
        """In tokens, at 4 characters each."""
        most = (self._context_characters or 0) // CHARACTERS_PER_TOKEN
        message = (
            f"This model's maximum context length is {most} tokens. However, your messages resulted in "
            f"{characters // CHARACTERS_PER_TOKEN} tokens. Please reduce the length of the messages."
        )
        return HttpError(400, message, code="context_length_exceeded")

    def problem(self, body: dict[str, Any], headers: Mapping[str, str]) -> str:  # noqa: ARG002 - none is required
        """The API's own checks, in its words where known."""
        return openai_problem(body)

    def answer(self, answer: Answer, body: dict[str, Any]) -> Response:
        """A `chat.completion`, or its stream of chunks."""
        usage = estimated(answer, body)
        refused = answer.ended == "refusal"
        completion: dict[str, Any] = {
            "id": _identity("chatcmpl-"),
            "object": "chat.completion",
            "created": int(time.time()),
            "model": body["model"],
            "choices": [
                {
                    "index": 0,
                    "message": {
                        "role": "assistant",
                        "content": None if refused else answer.text,
                        "refusal": answer.text if refused else None,
                        "annotations": [],
                    },
                    "logprobs": None,
                    "finish_reason": "length" if answer.ended == "length" else "stop",
                }
            ],
            "usage": {
                "prompt_tokens": usage.input,
                "completion_tokens": usage.output,
                "total_tokens": usage.total,
                "prompt_tokens_details": {
                    "cached_tokens": usage.cache_read,
                    "cache_write_tokens": usage.cache_write,
                    "audio_tokens": 0,
                },
                "completion_tokens_details": {
                    "reasoning_tokens": usage.reasoning,
                    "audio_tokens": 0,
                    "accepted_prediction_tokens": 0,
                    "rejected_prediction_tokens": 0,
                },
            },
            "service_tier": "default",
            "system_fingerprint": None,
        }
        headers = {"x-request-id": _identity("req_")}
        if not body.get("stream"):
            return _json(200, completion, headers)
        options: Mapping[str, Any] = body.get("stream_options") or {}
        with_usage = bool(options.get("include_usage"))
        return _events(_openai_events(completion, with_usage=with_usage), headers)


def _anthropic_events(message: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    opened: dict[str, Any] = {**message, "content": [], "stop_reason": None, "stop_details": None}
    opened["usage"] = {**message["usage"], "output_tokens": 1}
    yield "message_start", {"message": opened}
    for index, block in enumerate(message["content"]):
        yield "content_block_start", {"index": index, "content_block": {**block, "text": ""}}
        yield "ping", {}
        for piece in _pieces(block["text"]):
            yield "content_block_delta", {"index": index, "delta": {"type": "text_delta", "text": piece}}
        yield "content_block_stop", {"index": index}
    ended = {name: message[name] for name in ("stop_reason", "stop_details", "stop_sequence")}
    yield "message_delta", {"delta": ended, "usage": message["usage"]}
    yield "message_stop", {}


def _openai_events(completion: dict[str, Any], *, with_usage: bool) -> Iterable[tuple[str, dict[str, Any]]]:
    kept = ("id", "created", "model", "service_tier", "system_fingerprint")
    head = {"object": "chat.completion.chunk", **{name: completion[name] for name in kept}}
    (choice,) = completion["choices"]
    key = "content" if choice["message"]["refusal"] is None else "refusal"
    deltas = [{"role": "assistant", "content": ""}, *({key: piece} for piece in _pieces(choice["message"][key])), {}]
    for delta in deltas:
        reason = None if delta else choice["finish_reason"]
        one = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        yield "", {**head, "choices": [one], **({"usage": None} if with_usage else {})}
    if with_usage:
        yield "", {**head, "choices": [], "usage": completion["usage"]}


def _events(events: Iterable[tuple[str, dict[str, Any]]], headers: Mapping[str, str]) -> Response:
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


def _pieces(text: str) -> list[str]:
    return [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]


def _json(status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    return Response(status, json.dumps(body).encode(), {"content-type": "application/json", **headers})


def _retry_header(error: HttpError) -> dict[str, str]:
    return {} if error.retry_after is None else {"retry-after": str(error.retry_after)}


def _identity(prefix: str) -> str:
    return prefix + secrets.token_hex(12)
