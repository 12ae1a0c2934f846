"""The wire `anthropic`: Anthropic's Messages API."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from actwright.engine.models.client import connections, unaided
from actwright.engine.models.counts import count, optional_count, reported
from actwright.engine.models.schema import lowered
from actwright.engine.models.streaming import Gathering
from actwright.engine.models.wire import Endpoint, Wire, check_toolset
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
    StateBlock,
    TextBlock,
    ToolCall,
    ToolDefinition,
    ToolResult,
)
from actwright.schemas.proposal import first_problem
from actwright.schemas.toolset import Toolset
from actwright.schemas.usage import Usage
from actwright.text import one_line, shortened

BASE_URL = "https://api.anthropic.com"
MAX_CACHE_MARKS = 4
LONGEST_STATE = 4_096
"""The longest title and URL of a tab, in characters."""
MAX_ABSENT = 24
"""Structured output accepts 24 optional properties and 16 of a union type in all ("Schema complexity limits")."""
EFFORTS = ("low", "medium", "high", "xhigh", "max")
"""The efforts that the wire has; it has neither temperature nor top_p."""
FINISH: dict[str, Finish] = {
    "end_turn": "stop",
    "tool_use": "tools",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}


def encode(request: Request, model: str) -> dict[str, Any]:
    """The body of `POST /v1/messages`.

    Blocks without any visible character are left out, because the API refuses them. Of more than four cache marks the
    last four are sent: the later a mark, the longer the prefix it keeps.
    """
    check_toolset(request, "anthropic")
    marks = _Marks(request)
    body: dict[str, Any] = {"model": model, "max_tokens": request.max_output_tokens}
    system = _blocks(request.system, marks)
    if system:
        body["system"] = system
    body["messages"] = _messages(request.messages, marks)
    if request.tools or request.toolset:
        body["tools"] = [*([_toolset(request.toolset)] if request.toolset else []), *map(_tool, request.tools)]
    if request.answer_schema is not None:
        schema = lowered(request.answer_schema, may_be_absent=MAX_ABSENT)
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    if request.sampling.effort in EFFORTS:
        body["output_config"] = {**body.get("output_config", {}), "effort": request.sampling.effort}
    if request.stream:
        body["stream"] = True
    return body


def decode(body: dict[str, Any]) -> Reply:
    """The reply in a response's body. Its `input_tokens` leave out what was read from or written to the cache.

    Raises:
        ModelError: The body is not a message.
    """
    try:
        message = _Message.model_validate(body)
        blocks = tuple(map(_said, message.content))
    except ValidationError as error:
        raise ModelError(f"the answer is not a message: {first_problem(error)}") from error
    text = "".join(block.text for block in blocks if isinstance(block, TextBlock))
    if message.stop_reason == "refusal" and not text and message.stop_details:
        text = message.stop_details.explanation or ""
    return Reply(
        text=text,
        blocks=blocks,
        finish=FINISH.get(message.stop_reason or "", "other"),
        model=message.model,
        **reported(body, _usage),
    )


def _usage(said: Mapping[str, Any]) -> Usage:
    return Usage(
        fresh=count(said, "input_tokens"),
        cache_read=optional_count(said, "cache_read_input_tokens"),
        cache_write=optional_count(said, "cache_creation_input_tokens"),
        output=count(said, "output_tokens"),
        reasoning=optional_count(said, "output_tokens_details", "thinking_tokens"),
    )


@dataclass
class Pieces(Gathering):
    """The events of a streamed message; its parts open, grow and close one after the other."""

    _message: dict[str, Any] = field(default_factory=dict[str, Any])
    _parts: dict[int, dict[str, Any]] = field(default_factory=dict[int, dict[str, Any]])
    _inputs: dict[int, str] = field(default_factory=dict[int, str])

    def add(self, piece: dict[str, Any]) -> None:
        """See `Gathering`."""
        match piece["type"]:
            case "message_start":
                self._message = dict(piece["message"])
            case "content_block_start":
                self._parts[piece["index"]] = dict(piece["content_block"])
            case "content_block_delta":
                self._grow(piece["index"], piece["delta"])
            case "content_block_stop":
                self.writing = False
            case "message_delta":
                counted: dict[str, Any] = piece.get("usage") or {}
                known: dict[str, Any] = self._message.get("usage") or {}
                usage = known | {name: count for name, count in counted.items() if count is not None}
                self._message |= {**piece["delta"], "usage": usage}
            case "message_stop":
                self.ended = True
            case _:  # what may be added to the API later
                pass

    def body(self) -> dict[str, Any] | None:
        """See `Gathering`."""
        if not self.ended:
            return None
        for index, written in self._inputs.items():
            is_whole = self._message.get("stop_reason") == "tool_use"  # the output cap may have cut it
            self._parts[index]["input"] = from_json(written or "{}", allow_partial=not is_whole)
        return {**self._message, "content": [part for _, part in sorted(self._parts.items())]}

    def _grow(self, index: int, delta: dict[str, Any]) -> None:
        part = self._parts[index]
        match delta["type"]:
            case "text_delta":
                part["text"] = part.get("text", "") + delta["text"]
                self._wrote(delta["text"])
            case "input_json_delta":
                self._inputs[index] = self._inputs.get(index, "") + delta["partial_json"]
                self._wrote(delta["partial_json"])
            case "thinking_delta":
                part["thinking"] = part.get("thinking", "") + delta["thinking"]
            case "signature_delta":
                part["signature"] = delta["signature"]
            case _:  # citations, which quote documents for people
                pass

    def _wrote(self, text: str) -> None:
        self.written += len(text)
        self.writing = True


def _said(part: dict[str, Any]) -> Block:
    """A part of the answer; what is neither text nor a call is sent back to the provider unchanged."""
    match part.get("type"):
        case "text":
            return TextBlock(text=_Text.model_validate(part).text)
        case "tool_use":
            call = _Call.model_validate(part)
            arguments = json.dumps(call.input, ensure_ascii=False)
            return ToolCall(call_id=call.id, tool=call.name, toolset=call.toolset_name or "", arguments=arguments)
        case _:
            return Reasoning(wire="anthropic", item=part)


def _client(endpoint: Endpoint) -> Any:
    import anthropic  # noqa: PLC0415 - takes 2 s

    return unaided(
        anthropic.AsyncAnthropic(
            api_key=endpoint.key,
            base_url=endpoint.base_url or BASE_URL,
            max_retries=0,
            http_client=connections(anthropic),
            open_telemetry=False,  # its traces may hold what is sent, if the environment says so
        )
    )


WIRE = Wire("anthropic", "anthropic", _client, "messages", encode, Pieces, decode)


class _Marks:
    """Assigns the cache marks that a request may have."""

    def __init__(self, request: Request) -> None:
        blocks = [*request.system, *(block for message in request.messages for block in message.blocks)]
        inner = [one for block in blocks if isinstance(block, ToolResult) for one in block.blocks]
        self._surplus = sum(1 for block in (*blocks, *inner) if _is_marked(block)) - MAX_CACHE_MARKS

    def on(self, block: TextBlock) -> dict[str, Any]:
        if not _is_marked(block):
            return {}
        self._surplus -= 1
        return {} if self._surplus >= 0 else {"cache_control": {"type": "ephemeral"}}


def _is_marked(block: Block) -> bool:
    return isinstance(block, TextBlock) and block.cache and bool(block.text.strip())


def _messages(messages: Sequence[Message], marks: _Marks) -> list[dict[str, Any]]:
    """The conversation. Results of tools come first in their turn, as the API demands.

    The API accepts neither names nor system turns: an example becomes a turn of its speaker, a reminder one of the
    user.
    """
    encoded: list[dict[str, Any]] = []
    for message in messages:
        role = "assistant" if message.speaker == "assistant" else "user"
        results = [block for block in message.blocks if isinstance(block, ToolResult)]
        others = [block for block in message.blocks if not isinstance(block, ToolResult)]
        if content := _blocks([*results, *others], marks):
            encoded.append({"role": role, "content": content})
    return encoded


def _blocks(blocks: Sequence[Block], marks: _Marks) -> list[dict[str, Any]]:
    return [part for block in blocks if (part := _part(block, marks)) is not None]


def _part(block: Block, marks: _Marks) -> dict[str, Any] | None:  # noqa: PLR0911 - one line for each kind
    match block:
        case TextBlock():
            return {"type": "text", "text": block.text, **marks.on(block)} if block.text.strip() else None
        case ImageBlock():
            return {"type": "image", "source": _source(block.image.media_type, block.image.data)}
        case FileBlock():
            return {"type": "document", "source": _document(block), "title": block.name}
        case LinkBlock():
            content = {"type": "file", "file_id": block.file_id} if block.file_id else {"type": "url", "url": block.url}
            return {"type": "image" if block.kind == "image" else "document", "source": content}
        case ToolCall():
            call = {"type": "tool_use", "id": block.call_id, "name": block.tool, "input": _input(block.arguments)}
            return call | _of_toolset(block)
        case ToolResult():
            content = _blocks(block.blocks, marks)
            result = {"type": "tool_result", "tool_use_id": block.call_id, "content": content} | _of_toolset(block)
            return {**result, "is_error": True} if block.failed else result
        case StateBlock():
            return _state(block)
        case Reasoning():
            return dict(block.item) if block.wire == "anthropic" else None
        case Refusal():
            return {"type": "text", "text": block.refusal} if block.refusal.strip() else None


def _of_toolset(block: ToolCall | ToolResult) -> dict[str, Any]:
    return {"toolset_name": block.toolset} if block.toolset else {}


def _state(block: StateBlock) -> dict[str, Any]:
    """The tabs of the browser; what opened is left out if that is nothing, because the API refuses an empty list."""
    tabs = [
        {"tab_id": tab.id, "title": _bounded(tab.title), "url": _bounded(tab.url), "active": tab.active}
        for tab in block.tabs
    ]
    changes = [{"type": "tab_opened", "tab_id": each} for each in block.opened]
    return {"type": "browser_state", "tabs": tabs, **({"state_changes": changes} if changes else {})}


def _bounded(text: str) -> str:
    return shortened(one_line(text), LONGEST_STATE)


def _source(media_type: str, data: bytes) -> dict[str, Any]:
    return {"type": "base64", "media_type": media_type, "data": base64.b64encode(data).decode()}


def _document(block: FileBlock) -> dict[str, Any]:
    """A PDF as it is, and any text as plain text, because the API accepts no other encoded documents."""
    if block.media_type.startswith("text/"):
        return {"type": "text", "media_type": "text/plain", "data": block.data.decode(errors="replace")}
    return _source(block.media_type, block.data)


def _input(arguments: str) -> dict[str, Any]:
    """Arguments as the object that the API demands; any other text goes into a member `arguments`."""
    try:
        found = from_json(arguments or "{}", allow_inf_nan=False)
    except ValueError:
        found = None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {"arguments": arguments}


def _toolset(toolset: Toolset) -> dict[str, Any]:
    configs = {name: {"enabled": enabled} for name, enabled in toolset.members.items()}
    return {"type": toolset.kind, **({"configs": configs} if configs else {})}


def _tool(tool: ToolDefinition) -> dict[str, Any]:
    schema = lowered(tool.parameters, may_be_absent=MAX_ABSENT)
    # `strict` is left out: the API accepts at most 20 strict tools ("Schema complexity limits")
    return {"name": tool.name, "description": tool.description, "input_schema": schema}


class _Text(BaseModel):
    text: str


class _Call(BaseModel):
    id: str
    name: str
    input: dict[str, Any]
    toolset_name: str | None = None


class _StopDetails(BaseModel):
    explanation: str | None = None


class _Message(BaseModel):
    """The parts of a message that are read here."""

    content: list[dict[str, Any]]
    model: str = ""
    stop_reason: str | None = None
    stop_details: _StopDetails | None = None
