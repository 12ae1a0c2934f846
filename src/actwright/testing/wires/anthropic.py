"""A local server that speaks Anthropic's Messages API."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from actwright.schemas.exchange import ToolCall
from actwright.testing.checks.anthropic import anthropic_problem
from actwright.testing.checks.browser_toolset import called_members_problem
from actwright.testing.checks.reply_schema import anthropic_words
from actwright.testing.scripted import CHARACTERS_PER_TOKEN
from actwright.testing.wires.reply_script import Answer, HttpError
from actwright.testing.wires.response import (
    Response,
    ServerEvent,
    event_response,
    identity,
    json_response,
    pieces,
)
from actwright.testing.wires.wire_server import WireServer, estimated, retry_header

STOP_REASON = {"stop": "end_turn", "tools": "tool_use", "length": "max_tokens", "refusal": "refusal"}


class AnthropicServer(WireServer):
    """A server on loopback that answers Anthropic's `POST /v1/messages` from a script.

    ```python
    price = {"complete": False, "message": "…", "actions": [{"reason": "…", "tool": "fill", "parameters": […]}]}
    with AnthropicServer([HttpError(529), price, "not JSON", Answer(said=price, delay=2)]) as server:
        agent = Agent(model="anthropic:NAME", base_url=server.url)
        ...
        server.received[0].body["messages"]
        server.received[0].request.messages
    ```

    A line of the script is a proposal, the same as a dict, any text, a `ToolCall`, an `Answer`, an `HttpError`, a
    `Drop`, a `Silence`, or a callable that gets the request's body and returns one of them. Each request takes the next
    line; when none is left, the response is HTTP 400. An answer without a `usage` reports an estimate from the text
    alone, one token per 4 characters: images and the answer's schema are not counted.

    Args:
        script: The lines. An iterator is read as needed, so it may be endless.
        key: The only key that is accepted; None accepts any.
        models: The only models that exist; None accepts any name.
        context_characters: A request with more characters of text than this overflows the context window.
        refuses: What the endpoint rejects: a `schema` for the answer, `json` without one, `images`, a `stream`; for
            Chat Completions also the newer name of the token limit (`cap`), and contents in `parts`.
        strict: Whether a line that does not match the request's own schemas (a missing required parameter, an unknown
            one, a wrong type) is answered with HTTP 400. No provider in a strict mode gives such an answer.

    Attributes:
        url: The base URL for an `Agent` or for the provider's SDK.
        received: All requests so far (`path`, `headers`, `body`, and `request`: the body in Actwright's own form),
            oldest first, including refused ones.
    """

    path = "/v1/messages"
    wire = "anthropic"
    wording = staticmethod(anthropic_words)

    def error(self, error: HttpError, body: Mapping[str, Any]) -> Response:
        """Returns `{"type": "error", "error": {"type", "message"}, "request_id"}`."""
        kind, usual = {
            400: ("invalid_request_error", "invalid request"),
            401: ("authentication_error", "invalid x-api-key"),
            403: ("permission_error", "Your API key does not have permission to use the specified resource."),
            404: ("not_found_error", f"model: {body.get('model')}"),
            413: ("request_too_large", "Request exceeds the maximum allowed number of bytes."),
            429: ("rate_limit_error", "This request would exceed your account's rate limit. Please try again later."),
            529: ("overloaded_error", "Overloaded"),
        }.get(error.status, ("api_error", "Internal server error"))
        request_id = identity("req_")
        found = {
            "type": "error",
            "error": {"type": error.code or kind, "message": error.message or usual},
            "request_id": request_id,
        }
        return json_response(error.status, found, {"request-id": request_id, **retry_header(error)})

    def no_such_path(self, method: str, path: str) -> Response:  # noqa: ARG002 - this provider names neither
        """Returns a plain not_found_error."""
        return self.error(HttpError(404, "Not Found"), {})

    def overflow(self, characters: int) -> HttpError:
        """Returns the error for a request that is too long, in tokens of 4 characters each."""
        most = (self._context_characters or 0) // CHARACTERS_PER_TOKEN
        return HttpError(400, f"prompt is too long: {characters // CHARACTERS_PER_TOKEN} tokens > {most} maximum")

    def problem(self, body: dict[str, Any], headers: Mapping[str, str]) -> str:
        """Returns the first problem that the API's own checks find, in its words where known."""
        return anthropic_problem(body, headers)

    def answer(self, answer: Answer, body: dict[str, Any]) -> Response:
        """Returns a `message`, or its stream of events."""
        try:
            content = _checked(list(_content(answer)), body)
        except ValueError as error:
            return self.error(HttpError(400, f"the script of this test server is wrong: {error}"), body)
        usage = estimated(answer, body)
        refused = answer.ended == "refusal"
        message: dict[str, Any] = {
            "id": identity("msg_"),
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": STOP_REASON[answer.ended],
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
        headers = {"request-id": identity("req_")}
        if body.get("stream"):
            return event_response(_events(message), headers)
        return json_response(200, message, headers)


def _checked(content: list[dict[str, Any]], body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns the content. Raises ValueError if the request does not offer a member of a toolset that is called."""
    if problem := next(called_members_problem(content, body), ""):
        raise ValueError(problem)
    return content


def _content(answer: Answer) -> Iterator[dict[str, Any]]:
    if answer.thought:
        yield {"type": "thinking", "thinking": answer.thought, "signature": identity("sig")}
    if answer.text:
        yield {"type": "text", "text": answer.text, "citations": None}
    for call in answer.called:
        part = {"type": "tool_use", "id": call.call_id, "name": call.tool, "input": _input(call)}
        yield {**part, "toolset_name": call.toolset, "caller": {"type": "direct"}} if call.toolset else part


def _input(call: ToolCall) -> dict[str, Any]:
    """Returns the arguments as an object; this wire carries nothing else."""
    try:
        return TypeAdapter(dict[str, Any]).validate_json(call.arguments or "{}")
    except ValidationError as error:
        raise ValueError(f"arguments of {call.tool!r}: a JSON object, not {call.arguments!r}") from error


def _events(message: dict[str, Any]) -> Iterator[ServerEvent]:
    opened: dict[str, Any] = {**message, "content": [], "stop_reason": None, "stop_details": None}
    opened["usage"] = {**message["usage"], "output_tokens": 1}
    yield "message_start", {"message": opened}
    for index, block in enumerate(message["content"]):
        empty, deltas = _deltas(block)
        yield "content_block_start", {"index": index, "content_block": {**block, **empty}}
        yield "ping", {}
        for delta in deltas:
            yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    ended = {name: message[name] for name in ("stop_reason", "stop_details", "stop_sequence")}
    counts = {name: count for name, count in message["usage"].items() if "tokens" in name}
    yield "message_delta", {"delta": ended, "usage": counts}
    yield "message_stop", {}


def _deltas(block: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Returns the empty block with which a stream starts, and the pieces that follow."""
    match block["type"]:
        case "thinking":
            thoughts = [{"type": "thinking_delta", "thinking": piece} for piece in pieces(block["thinking"])]
            signed = {"type": "signature_delta", "signature": block["signature"]}
            return {"thinking": "", "signature": ""}, [*thoughts, signed]
        case "tool_use":
            written = pieces(json.dumps(block["input"]))
            return {"input": {}}, [{"type": "input_json_delta", "partial_json": piece} for piece in ("", *written)]
        case _:
            return {"text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
