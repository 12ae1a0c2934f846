"""The wire `openai-chat`: OpenAI's Chat Completions, which many other servers speak too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

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
from actwright.errors import ConfigError, ModelError
from actwright.schemas.answer_json import json_alone
from actwright.schemas.exchange import (
    Block,
    FileBlock,
    Finish,
    ImageBlock,
    LinkBlock,
    Message,
    Refusal,
    Reply,
    Request,
    TextBlock,
    ToolCall,
    ToolResult,
)
from actwright.schemas.proposal import first_problem
from actwright.schemas.usage import Usage

PICTURES = "Pictures of the result of {}:"
"""The text before the images of a result, which follow it in a user message."""
THOUGHTS = ("reasoning_content", "reasoning")
"""The members of a message that hold reasoning; other servers' additions to the API."""
FINISH: dict[str, Finish] = {
    "stop": "stop",
    "tool_calls": "tools",
    "length": "length",
    "content_filter": "refusal",
}


def encode(request: Request, model: str) -> dict[str, Any]:
    """The body of `POST /chat/completions`. Prefixes are cached without marks, so none are sent.

    The API accepts results of tools only as text, so the images of results follow in a user message of their own. It
    does not accept reasoning from earlier turns.
    """
    check_toolset(request, "openai_chat")
    system = [{"role": "system", "content": _parts(request.system)}] if request.system else []
    messages = [*system, *(encoded for message in request.messages for encoded in _messages(message))]
    body: dict[str, Any] = {
        "model": model,
        "messages": list(map(_in_words, messages)) if "text_content" in request.older else messages,
    }
    if "no_cap" not in request.older:
        cap = "max_tokens" if "max_tokens" in request.older else "max_completion_tokens"
        body[cap] = request.max_output_tokens
    body |= chance(request)
    if request.sampling.effort is not None:
        body["reasoning_effort"] = request.sampling.effort
    if request.tools:
        body["tools"] = [{"type": "function", "function": function_form(tool, request)} for tool in request.tools]
    if schema := schema_form(request):
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif request.json_answer:
        body["response_format"] = {"type": "json_object"}
    if request.stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body


def decode(body: dict[str, Any]) -> Reply:
    """The reply in a response's body. Its `prompt_tokens` include what was read from or written to the cache.

    Raises:
        ModelError: The body is not a chat completion.
    """
    try:
        completion = _Completion.model_validate(body)
    except ValidationError as error:
        raise ModelError(f"the answer is not a chat completion: {first_problem(error)}") from error
    choice = completion.choices[0]
    said = choice.message or _Answer()
    content = said.content or ""
    if not (content.strip() or said.refusal or said.tool_calls):
        content = json_alone(said.thoughts) or content
    calls = [
        ToolCall(call_id=call.id, tool=call.function.name, arguments=call.function.arguments)
        for call in said.tool_calls or ()
    ]
    spoken = [TextBlock(text=content)] if content else []
    refused = [Refusal(refusal=said.refusal)] if said.refusal else []
    finish: Finish = "refusal" if refused else FINISH.get((choice.finish_reason or "").partition(":")[0], "other")
    return Reply(
        text=said.refusal or content,
        blocks=(*spoken, *refused, *calls),
        finish="tools" if calls and finish == "stop" else finish,  # other servers end calls with `stop` too
        model=completion.model,
        **reported(body, _usage),
    )


def _usage(said: Mapping[str, Any]) -> Usage:
    read = optional_count(said, "prompt_tokens_details", "cached_tokens")
    written = optional_count(said, "prompt_tokens_details", "cache_write_tokens")
    prompt = count(said, "prompt_tokens")
    return Usage(
        fresh=max(0, prompt - read - written),
        cache_read=read,
        cache_write=written,
        output=max(
            count(said, "completion_tokens"), optional_count(said, "total_tokens") - prompt
        ),  # some count reasoning only there
        reasoning=optional_count(said, "completion_tokens_details", "reasoning_tokens"),
        image=optional_count(said, "prompt_tokens_details", "image_tokens"),
    )


@dataclass
class Pieces(Gathering):
    """The chunks of a streamed completion: text, refusal and calls grow, and the usage comes last."""

    _completion: dict[str, Any] = field(default_factory=dict[str, Any])
    _message: dict[str, Any] = field(default_factory=dict[str, Any])
    _calls: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    _at: dict[int, dict[str, Any]] = field(default_factory=dict[int, dict[str, Any]])
    _finish: str | None = None
    _error: object = None

    def add(self, piece: dict[str, Any]) -> None:
        """See `Gathering`."""
        self._completion |= {name: value for name, value in piece.items() if name != "choices" and value is not None}
        before = self.written
        for choice in piece.get("choices") or ():
            self._finish = choice.get("finish_reason") or self._finish
            self._error = choice.get("error") or self._error
            self._grow(choice.get("delta") or {})
        self.writing = self.written > before and self._finish is None
        self.ended = self._finish is not None and "usage" in self._completion

    def body(self) -> dict[str, Any] | None:
        """See `Gathering`."""
        if self._finish is None:
            return None
        message = {**self._message, **({"tool_calls": self._calls} if self._calls else {})}
        return {
            **self._completion,
            "choices": [{"message": message, "finish_reason": self._finish, "error": self._error}],
        }

    def _grow(self, delta: dict[str, Any]) -> None:
        for name in ("content", "refusal", *THOUGHTS):
            if said := _plain(delta.get(name)):
                self._message[name] = self._message.get(name, "") + said
                self.written += 0 if name in THOUGHTS else len(said)
        for part in delta.get("tool_calls") or ():
            call = self._call(part)
            function: dict[str, Any] = part.get("function") or {}
            call["function"]["name"] = function.get("name") or call["function"]["name"]
            call["function"]["arguments"] += function.get("arguments") or ""
            self.written += len(function.get("arguments") or "")

    def _call(self, part: dict[str, Any]) -> dict[str, Any]:
        """The call that a part belongs to; some servers give every call the same index."""
        index = part.get("index") or 0
        call = self._at.get(index)
        if call is None or (part.get("id") and part["id"] != call["id"]):
            call = self._at[index] = {"id": part.get("id"), "function": {"name": "", "arguments": ""}}
            self._calls.append(call)
        return call


def _plain(content: str | list[dict[str, Any]] | None) -> str:
    """The text of a content that some servers send as parts, without reasoning."""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content if part.get("type") == "text")
    return content or ""


WIRE = Wire("openai_chat", "openai", openai_client, "chat.completions", encode, Pieces, decode, cache_key)


def _messages(message: Message) -> Iterator[dict[str, Any]]:
    """A message as the API splits it: results of tools come first, each in a message of its own."""
    results = [block for block in message.blocks if isinstance(block, ToolResult)]
    yield from ({"role": "tool", "tool_call_id": result.call_id, "content": _result(result)} for result in results)
    pictures = [picture for result in results for picture in _pictures(result)]
    if pictures:
        yield {"role": "user", "content": pictures}
    calls = [_call(block) for block in message.blocks if isinstance(block, ToolCall)]
    parts = _parts(message.blocks)
    if not parts and not calls:
        return
    encoded: dict[str, Any] = {"role": message.role, "content": parts or None}
    if calls:
        encoded["tool_calls"] = calls
    if message.name:
        encoded["name"] = message.name
    yield encoded


def _in_words(message: dict[str, Any]) -> dict[str, Any]:
    """A message whose content is one text, for servers that do not accept parts."""
    content = message["content"]
    if not isinstance(content, list):
        return message
    parts = cast(list[dict[str, Any]], content)
    return {**message, "content": "\n\n".join(part["text"] for part in parts if part["type"] == "text")}


def _call(call: ToolCall) -> dict[str, Any]:
    return {"id": call.call_id, "type": "function", "function": {"name": call.tool, "arguments": call.arguments}}


def _result(result: ToolResult) -> str:
    return error_text(result.text) if result.failed else result.text


def _pictures(result: ToolResult) -> Iterator[dict[str, Any]]:
    pictures = [block for block in result.blocks if not isinstance(block, TextBlock)]
    if pictures:
        yield {"type": "text", "text": PICTURES.format(result.call_id)}
        yield from _parts(pictures)


def _parts(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    return [part for block in blocks if (part := _part(block)) is not None]


def _part(block: Block) -> dict[str, Any] | None:
    """A block as part of a message's content; None for a block that goes elsewhere or is not sent."""
    match block:
        case TextBlock():
            return {"type": "text", "text": block.text}
        case ImageBlock():
            return _image(block)
        case FileBlock():
            return {
                "type": "file",
                "file": {"filename": block.name, "file_data": data_url(block.media_type, block.data)},
            }
        case LinkBlock():
            return _linked(block)
        case Refusal():
            return {"type": "refusal", "refusal": block.refusal}
        case _:
            return None


def _image(block: ImageBlock) -> dict[str, Any]:
    url = data_url(block.image.media_type, block.image.data)
    return {"type": "image_url", "image_url": {"url": url, "detail": block.detail}}


def _linked(block: LinkBlock) -> dict[str, Any]:
    """An image by its URL, or a document by its ID. Raises ConfigError for others, which the API does not accept."""
    if block.kind == "image" and block.url:
        return {"type": "image_url", "image_url": {"url": block.url, "detail": block.detail}}
    if block.kind == "file" and block.file_id:
        return {"type": "file", "file": {"file_id": block.file_id}}
    given = "images by ID" if block.kind == "image" else "documents by URL"
    raise ConfigError(f"Chat Completions does not accept {given}; use the wire openai-responses, or give the bytes")


class _Function(BaseModel):
    name: str
    arguments: str


class _Call(BaseModel):
    id: str
    function: _Function


class _Answer(BaseModel):
    content: Annotated[str, BeforeValidator(_plain)] | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None
    reasoning_content: Any = None
    reasoning: Any = None

    @property
    def thoughts(self) -> str:
        """The model's reasoning. Some servers put the whole answer there and leave the content empty."""
        said = self.reasoning_content or self.reasoning
        return said if isinstance(said, str) else ""


class _Choice(BaseModel):
    message: _Answer | None = None
    finish_reason: str | None = None


class _Completion(BaseModel):
    """The parts of a chat completion that are read here."""

    choices: list[_Choice] = Field(min_length=1)
    model: str = ""
