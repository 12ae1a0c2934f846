"""A local server that speaks OpenAI's Responses API."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from actwright.testing.checks.openai_responses import openai_responses_problem
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

Item = dict[str, Any]


class OpenAIResponsesServer(OpenAIServer):
    """A server on loopback that answers OpenAI's `POST /v1/responses` from a script.

    ```python
    with OpenAIResponsesServer([{"complete": False, "message": "…", "actions": […]}]) as server:
        agent = Agent(model="openai:NAME", base_url=server.url)
    ```

    Its arguments, its script, `url`, `received` and the estimate of `usage` work as in `AnthropicServer`. The
    reasoning of an answer comes as a summary with encrypted content. Nothing is stored: a request that names stored
    items or an earlier response is refused.
    """

    path = "/v1/responses"
    wire = "openai_responses"

    def overflow(self, characters: int) -> HttpError:  # noqa: ARG002 - this API names no numbers
        """In words."""
        message = "Your input exceeds the context window of this model. Please adjust your input and try again."
        return HttpError(400, message, code="context_length_exceeded")

    def problem(self, body: dict[str, Any], headers: Mapping[str, str]) -> str:  # noqa: ARG002 - none is required
        """Returns the first problem that the API's own checks find, in its words where known."""
        return openai_responses_problem(body)

    def answer(self, answer: Answer, body: dict[str, Any]) -> Response:
        """Returns a `response`, or its stream of events."""
        cut = answer.ended == "length"
        usage = estimated(answer, body)
        response: Item = {
            **_settings(body),
            "status": "incomplete" if cut else "completed",
            "completed_at": None if cut else int(time.time()),
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "output": list(_output(answer)),
            "usage": {
                "input_tokens": usage.input,
                "input_tokens_details": {"cached_tokens": usage.cache_read, "cache_write_tokens": usage.cache_write},
                "output_tokens": usage.output,
                "output_tokens_details": {"reasoning_tokens": usage.reasoning},
                "total_tokens": usage.total,
            },
        }
        headers = {"x-request-id": identity("req_")}
        if body.get("stream"):
            return event_response(_numbered(_events(response)), headers)
        return json_response(200, response, headers)


def _settings(body: Mapping[str, Any]) -> Item:
    """Returns the parameters of the request that a response repeats, with the API's defaults."""
    named = ("instructions", "max_output_tokens", "max_tool_calls", "prompt_cache_key", "safety_identifier", "user")
    return {
        "id": identity("resp_"),
        "object": "response",
        "created_at": int(time.time()),
        "background": False,
        "error": None,
        "model": body["model"],
        "parallel_tool_calls": body.get("parallel_tool_calls", True),
        "previous_response_id": None,
        "reasoning": {"effort": None, "summary": None, **body.get("reasoning", {})},
        "service_tier": "default",
        "temperature": body.get("temperature", 1.0),
        "text": {"verbosity": "medium", "format": {"type": "text"}, **body.get("text", {})},
        "tool_choice": body.get("tool_choice", "auto"),
        "tools": body.get("tools", []),
        "top_logprobs": 0,
        "top_p": body.get("top_p", 1.0),
        "truncation": body.get("truncation", "disabled"),
        "metadata": body.get("metadata", {}),
        **{name: body.get(name) for name in named},
    }


def _output(answer: Answer) -> Iterator[Item]:
    if answer.thought:
        sealed = base64.b64encode(answer.thought.encode()).decode()
        summary = [{"type": "summary_text", "text": answer.thought}]
        yield {"id": identity("rs_"), "type": "reasoning", "summary": summary, "encrypted_content": sealed}
    if answer.text or not answer.called:
        yield {
            "id": identity("msg_"),
            "type": "message",
            "status": "incomplete" if answer.ended == "length" else "completed",
            "role": "assistant",
            "content": [_part(answer)],
        }
    for call in answer.called:
        if call.toolset:
            made = {"id": identity("cu_"), "type": "computer_call", "status": "completed", "call_id": call.call_id}
            yield {**made, "pending_safety_checks": [], **json.loads(call.arguments)}
            continue
        yield {
            "id": identity("fc_"),
            "type": "function_call",
            "status": "completed",
            "call_id": call.call_id,
            "name": call.tool,
            "arguments": call.arguments,
        }


def _part(answer: Answer) -> Item:
    if answer.ended == "refusal":
        return {"type": "refusal", "refusal": answer.text}
    return {"type": "output_text", "annotations": [], "logprobs": [], "text": answer.text}


def _numbered(events: Iterator[ServerEvent]) -> Iterator[ServerEvent]:
    numbers = count()
    return ((name, {**data, "sequence_number": next(numbers)}) for name, data in events)


def _events(response: Item) -> Iterator[ServerEvent]:
    opened: Item = {**response, "status": "in_progress", "completed_at": None, "incomplete_details": None}
    opened = {**opened, "output": [], "usage": None}
    yield "response.created", {"response": opened}
    yield "response.in_progress", {"response": opened}
    for index, item in enumerate(response["output"]):
        yield "response.output_item.added", {"output_index": index, "item": {**item, **_empty(item)}}
        where = {"item_id": item["id"], "output_index": index}
        for name, data in _pieces_of(item):
            yield f"response.{name}", {**where, **data}
        yield "response.output_item.done", {"output_index": index, "item": item}
    yield f"response.{response['status']}", {"response": response}


def _empty(item: Item) -> Item:
    """Returns the empty item with which a stream starts."""
    match item["type"]:
        case "reasoning":
            return {"summary": [], "encrypted_content": ""}
        case "function_call":
            return {"arguments": "", "status": "in_progress"}
        case "computer_call":
            return {"status": "in_progress"}
        case _:
            return {"content": [], "status": "in_progress"}


def _pieces_of(item: Item) -> Iterator[ServerEvent]:
    match item["type"]:
        case "reasoning":
            yield from _summary_pieces(item["summary"])
        case "function_call":
            for piece in pieces(item["arguments"]):
                yield "function_call_arguments.delta", {"delta": piece}
            yield "function_call_arguments.done", {"arguments": item["arguments"]}
        case "computer_call":
            return
        case _:
            yield from _content_pieces(item["content"])


def _summary_pieces(summary: list[Item]) -> Iterator[ServerEvent]:
    for index, part in enumerate(summary):
        at = {"summary_index": index}
        yield "reasoning_summary_part.added", {**at, "part": {**part, "text": ""}}
        for piece in pieces(part["text"]):
            yield "reasoning_summary_text.delta", {**at, "delta": piece}
        yield "reasoning_summary_text.done", {**at, "text": part["text"]}
        yield "reasoning_summary_part.done", {**at, "part": part}


def _content_pieces(content: list[Item]) -> Iterator[ServerEvent]:
    for index, part in enumerate(content):
        at: Item = {"content_index": index}
        key = "refusal" if part["type"] == "refusal" else "text"
        name = "refusal" if key == "refusal" else "output_text"
        probabilities: Item = {} if key == "refusal" else {"logprobs": []}
        yield "content_part.added", {**at, "part": {**part, key: ""}}
        for piece in pieces(part[key]):
            yield f"{name}.delta", {**at, "delta": piece, **probabilities}
        yield f"{name}.done", {**at, key: part[key], **probabilities}
        yield "content_part.done", {**at, "part": part}
