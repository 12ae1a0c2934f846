"""A local server that speaks OpenAI's Chat Completions."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from actwright.testing.checks.openai_chat import openai_chat_problem
from actwright.testing.scripted import CHARACTERS_PER_TOKEN
from actwright.testing.wires.openai import OpenAIServer
from actwright.testing.wires.reply_script import Answer, HttpError
from actwright.testing.wires.response import (
    Response,
    ServerEvent,
    event_response,
    identity,
    json_response,
    pieces,
)
from actwright.testing.wires.wire_server import estimated

FINISH_REASON = {"stop": "stop", "tools": "tool_calls", "length": "length", "refusal": "stop"}


class OpenAIChatServer(OpenAIServer):
    """A server on loopback that answers OpenAI's `POST /v1/chat/completions` from a script.

    ```python
    with OpenAIChatServer([{"complete": False, "message": "…", "actions": […]}]) as server:
        agent = Agent(model="openai-chat:NAME", base_url=server.url)
    ```

    Its arguments, its script, `url`, `received` and the estimate of `usage` work as in `AnthropicServer`.
    """

    path = "/v1/chat/completions"
    wire = "openai_chat"

    def overflow(self, characters: int) -> HttpError:
        """Returns the error for a request that is too long, in tokens of 4 characters each."""
        most = (self._context_characters or 0) // CHARACTERS_PER_TOKEN
        message = (
            f"This model's maximum context length is {most} tokens. However, your messages resulted in "
            f"{characters // CHARACTERS_PER_TOKEN} tokens. Please reduce the length of the messages."
        )
        return HttpError(400, message, code="context_length_exceeded")

    def problem(self, body: dict[str, Any], headers: Mapping[str, str]) -> str:  # noqa: ARG002 - none is required
        """Returns the first problem that the API's own checks find, in its words where known."""
        return openai_chat_problem(body)

    def answer(self, answer: Answer, body: dict[str, Any]) -> Response:
        """Returns a `chat.completion`, or its stream of chunks."""
        usage = estimated(answer, body)
        completion: dict[str, Any] = {
            "id": identity("chatcmpl-"),
            "object": "chat.completion",
            "created": int(time.time()),
            "model": body["model"],
            "choices": [
                {
                    "index": 0,
                    "message": _message(answer),
                    "logprobs": None,
                    "finish_reason": FINISH_REASON[answer.ended],
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
        headers = {"x-request-id": identity("req_")}
        if not body.get("stream"):
            return json_response(200, completion, headers)
        options: Mapping[str, Any] = body.get("stream_options") or {}
        with_usage = bool(options.get("include_usage"))
        return event_response(_events(completion, with_usage=with_usage), headers)


def _message(answer: Answer) -> dict[str, Any]:
    """Returns the answer's message. The reasoning stays with the provider."""
    refused = answer.ended == "refusal"
    message: dict[str, Any] = {
        "role": "assistant",
        "content": None if refused or (answer.called and not answer.text) else answer.text,
        "refusal": answer.text if refused else None,
        "annotations": [],
    }
    if answer.called:
        message["tool_calls"] = [
            {"id": call.call_id, "type": "function", "function": {"name": call.tool, "arguments": call.arguments}}
            for call in answer.called
        ]
    return message


def _events(completion: dict[str, Any], *, with_usage: bool) -> Iterator[ServerEvent]:
    kept = ("id", "created", "model", "service_tier", "system_fingerprint")
    head = {"object": "chat.completion.chunk", **{name: completion[name] for name in kept}}
    (choice,) = completion["choices"]
    for delta in (*_deltas(choice["message"]), {}):
        reason = None if delta else choice["finish_reason"]
        one = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        yield "", {**head, "choices": [one], **({"usage": None} if with_usage else {})}
    if with_usage:
        yield "", {**head, "choices": [], "usage": completion["usage"]}


def _deltas(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the text or refusal in pieces; then each call, first its name, then its arguments in pieces."""
    yield {"role": "assistant", "content": None if message["content"] is None else "", "refusal": None}
    for key in ("content", "refusal"):
        yield from ({key: piece} for piece in pieces(message[key] or ""))
    for index, call in enumerate(message.get("tool_calls", ())):
        function = {**call["function"], "arguments": ""}
        yield {"tool_calls": [{"index": index, **call, "function": function}]}
        for piece in pieces(call["function"]["arguments"]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
