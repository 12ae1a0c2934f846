"""The wire `openai-responses`: OpenAI's Responses API, whose input is a flat list of messages, calls and results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError

from actwright.engine.models.counts import count, optional_count, reported
from actwright.engine.models.openai_shared import (
    cache_key,
    chance,
    data_url,
    error_text,
    function_form,
    openai_client,
    schema_form,
)
from actwright.engine.models.streaming import Gathering
from actwright.engine.models.wire import Wire, check_toolset
from actwright.errors import ModelError
from actwright.schemas.exchange import (
    Block,
    FileBlock,
    Finish,
    ImageBlock,
    LinkBlock,
    Message,
    Reasoning,
    Refusal,
    Reply,
    Request,
    TextBlock,
    ToolCall,
    ToolResult,
)
from actwright.schemas.proposal import first_problem
from actwright.schemas.toolset import Toolset
from actwright.schemas.usage import Usage

NAME = "openai_responses"
Item = dict[str, Any]


def encode(request: Request, model: str) -> dict[str, Any]:
    """The body of `POST /v1/responses`. Prefixes are cached without marks, and nothing is stored at the provider.

    Reasoning comes encrypted unless requested otherwise, so `include` is not sent; models that do not reason refuse it
    ("Encrypted content is not supported with this model").
    """
    check_toolset(request, NAME)
    body: dict[str, Any] = {"model": model, "input": list(_items(request.messages)), "store": False}
    if instructions := "\n\n".join(block.text for block in request.system):
        body["instructions"] = instructions
    if "no_cap" not in request.older:
        body["max_output_tokens"] = request.max_output_tokens
    body |= chance(request)
    if request.sampling.effort is not None:
        body["reasoning"] = {"effort": request.sampling.effort}
    if request.tools or request.toolset:
        own = [_toolset(request.toolset)] if request.toolset else []
        body["tools"] = [*own, *({"type": "function", **function_form(tool, request)} for tool in request.tools)]
    if schema := schema_form(request):
        body["text"] = {"format": {"type": "json_schema", **schema}}
    elif request.json_answer:
        body["text"] = {"format": {"type": "json_object"}}
    if request.stream:
        body["stream"] = True
    return body


def decode(body: dict[str, Any]) -> Reply:
    """The reply in a response's body. Its `input_tokens` include what was read from or written to the cache.

    Raises:
        ModelError: The body is not a response, or it reports a failure.
    """
    try:
        response = _Response.model_validate(body)
        blocks = tuple(block for item in response.output for block in _blocks(item))
    except ValidationError as error:
        raise ModelError(f"the answer is not a response: {first_problem(error)}") from error
    if response.error is not None:
        raise ModelError(f"the provider failed: {response.error.message}", retryable=response.error.code in RETRYABLE)
    refused = "".join(block.refusal for block in blocks if isinstance(block, Refusal))
    return Reply(
        text=refused or "".join(block.text for block in blocks if isinstance(block, TextBlock)),
        blocks=blocks,
        finish=_finish(response, blocks),
        model=response.model,
        **reported(body, _usage),
    )


def _usage(said: Mapping[str, Any]) -> Usage:
    read = optional_count(said, "input_tokens_details", "cached_tokens")
    written = optional_count(said, "input_tokens_details", "cache_write_tokens")
    return Usage(
        fresh=max(0, count(said, "input_tokens") - read - written),
        cache_read=read,
        cache_write=written,
        output=count(said, "output_tokens"),
        reasoning=optional_count(said, "output_tokens_details", "reasoning_tokens"),
    )


@dataclass
class Pieces(Gathering):
    """The events of a streamed response; the last one has the whole response."""

    _response: dict[str, Any] | None = None

    def add(self, piece: dict[str, Any]) -> None:
        """See `Gathering`."""
        match piece["type"]:
            case "response.completed" | "response.incomplete" | "response.failed":
                self._response = piece["response"]
                self.ended = True
            case "response.output_text.delta" | "response.refusal.delta" | "response.function_call_arguments.delta":
                self.written += len(piece["delta"])
                self.writing = True
            case "response.output_item.done":
                self.writing = False
            case "error":
                said = f"the provider failed while it was replying: {piece.get('message')}"
                raise ModelError(said, retryable=piece.get("code") in RETRYABLE)
            case _:  # what opens items, and what may be added to the API later
                pass

    def body(self) -> dict[str, Any] | None:
        """See `Gathering`."""
        return self._response


COMPUTER = ("action", "actions", "pending_safety_checks")
"""What a computer call says, which goes back to the provider unchanged."""
INCOMPLETE: dict[str, Finish] = {"max_output_tokens": "length", "content_filter": "refusal"}
RETRYABLE = ("server_error", "rate_limit_exceeded", "vector_store_timeout")


WIRE = Wire(NAME, "openai", openai_client, "responses", encode, Pieces, decode, cache_key)


def _toolset(toolset: Toolset) -> Item:
    if toolset.kind == "computer":
        return {"type": "computer"}
    size = {"display_width": toolset.width, "display_height": toolset.height}
    return {"type": toolset.kind, **size, "environment": "browser"}


def _items(messages: Sequence[Message]) -> Iterator[Item]:
    """Messages, calls, results and reasoning, in the order in which they came; the API accepts no names of speakers."""
    for message in messages:
        content: list[Item] = []
        for block in message.blocks:
            if (part := _content(block, message.speaker)) is not None:
                content.append(part)
                continue
            if content:
                yield {"role": message.speaker, "content": content}
                content = []
            yield from _item(block)
        if content:
            yield {"role": message.speaker, "content": content}


def _content(block: Block, role: str) -> Item | None:
    """A block as part of a message's content; None for what is an item of its own."""
    match block:
        case TextBlock():
            return {"type": "output_text" if role == "assistant" else "input_text", "text": block.text}
        case ImageBlock():
            return _image(block)
        case FileBlock():
            return {
                "type": "input_file",
                "file_data": data_url(block.media_type, block.data),
                "filename": block.name,
            }
        case LinkBlock():
            return _linked(block)
        case Refusal():
            return {"type": "refusal", "refusal": block.refusal}
        case _:
            return None


def _item(block: Block) -> Iterator[Item]:
    match block:
        case ToolCall(toolset="computer"):
            call = {"type": "computer_call", "call_id": block.call_id, "status": block.status or "completed"}
            yield {**call, **json.loads(block.arguments)}
        case ToolResult(toolset="computer"):
            yield _screenshot(block)
        case ToolCall():
            call = {"type": "function_call", "call_id": block.call_id, "name": block.tool, "arguments": block.arguments}
            yield {**call, "status": block.status} if block.status else call
        case ToolResult():
            yield {"type": "function_call_output", "call_id": block.call_id, "output": _output(block)}
        case Reasoning(wire=wire, item=item):
            # Without its content it is known only by ID, and nothing is stored that an ID could name.
            if wire == NAME and (item.get("encrypted_content") or item.get("content")):
                yield dict(item)
        case _:
            return


def _screenshot(result: ToolResult) -> Item:
    """The result of a computer call, which is its picture alone, with the safety checks that a person accepted."""
    pictures = [
        data_url(each.image.media_type, each.image.data) for each in result.blocks if isinstance(each, ImageBlock)
    ]
    item = {
        "type": "computer_call_output",
        "call_id": result.call_id,
        "output": {"type": "computer_screenshot", "image_url": pictures[-1] if pictures else ""},
    }
    checks = [check.model_dump() for check in result.acknowledged]
    return {**item, "acknowledged_safety_checks": checks} if checks else item


def _output(result: ToolResult) -> str | list[Item]:
    """The result as text, or as content parts if it has images.

    If the tool failed, its texts become the JSON text of an error, before the images.
    """
    blocks = result.blocks
    if result.failed:
        error = TextBlock(text=error_text(result.text))
        blocks = (error, *(block for block in blocks if not isinstance(block, TextBlock)))
    if all(isinstance(block, TextBlock) for block in blocks):
        return "\n".join(block.text for block in blocks if isinstance(block, TextBlock))
    return [part for block in blocks if (part := _content(block, "user")) is not None]


def _image(block: ImageBlock) -> Item:
    url = data_url(block.image.media_type, block.image.data)
    return {"type": "input_image", "image_url": url, "detail": block.detail}


def _linked(block: LinkBlock) -> Item:
    if block.kind == "image":
        place = {"file_id": block.file_id} if block.file_id else {"image_url": block.url}
        return {"type": "input_image", **place, "detail": block.detail}
    return {"type": "input_file", **({"file_id": block.file_id} if block.file_id else {"file_url": block.url})}


def _blocks(item: Mapping[str, Any]) -> Iterator[Block]:
    match item.get("type"):
        case "message":
            for part in _Said.model_validate(item).content:
                if part.type == "refusal":
                    yield Refusal(refusal=part.refusal)
                elif part.type == "output_text":
                    yield TextBlock(text=part.text)
        case "function_call":
            call = _Call.model_validate(item)
            yield ToolCall(call_id=call.call_id, tool=call.name, arguments=call.arguments, status=call.status or "")
        case "computer_call":
            computer = _ComputerCall.model_validate(item)
            said = {name: item[name] for name in ("id", *COMPUTER) if item.get(name) is not None}
            arguments = json.dumps(said, ensure_ascii=False)
            call_id, status = computer.call_id, computer.status or ""
            yield ToolCall(call_id=call_id, tool="computer", toolset="computer", arguments=arguments, status=status)
        case "reasoning":
            yield Reasoning(wire=NAME, item=item)
        case _:
            return


def _finish(response: _Response, blocks: Sequence[Block]) -> Finish:
    if any(isinstance(block, Refusal) for block in blocks):
        return "refusal"
    reason = response.incomplete_details.reason if response.incomplete_details else ""
    if reason:
        return INCOMPLETE.get(reason, "other")
    if any(isinstance(block, ToolCall) for block in blocks):
        return "tools"
    return "stop" if response.status == "completed" else "other"


class _Failure(BaseModel):
    code: str | None = None
    message: str = ""


class _Incomplete(BaseModel):
    reason: str | None = None


class _Part(BaseModel):
    type: str
    text: str = ""
    refusal: str = ""


class _Said(BaseModel):
    content: list[_Part] = Field(default_factory=list[_Part])


class _ComputerCall(BaseModel):
    call_id: str
    status: Literal["in_progress", "completed", "incomplete"] | None = None


class _Call(_ComputerCall):
    name: str
    arguments: str


class _Response(BaseModel):
    """The parts of a response that are read here."""

    output: list[dict[str, Any]]
    status: str | None = None
    model: str = ""
    error: _Failure | None = None
    incomplete_details: _Incomplete | None = None
