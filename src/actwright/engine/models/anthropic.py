"""The wire `anthropic`: Anthropic's Messages API."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError

from actwright.engine.models.base import Endpoint, Wire
from actwright.engine.models.failures import answer
from actwright.engine.models.prices import price
from actwright.engine.models.schema import lowered
from actwright.errors import ModelError
from actwright.schemas.exchange import Block, ImageBlock, Reply, Request, TextBlock, Usage
from actwright.schemas.proposal import first_problem

__all__ = ["WIRE", "AnthropicModel", "decode", "encode"]

BASE_URL = "https://api.anthropic.com"
MAX_CACHE_MARKS = 4
MAX_ABSENT = 24
"""Structured output takes 24 optional properties and 16 of a union type in all ("Schema complexity limits")."""
FINISH: dict[str, Literal["stop", "length", "refusal"]] = {
    "end_turn": "stop",
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
    marks = _Marks(request)
    body: dict[str, Any] = {"model": model, "max_tokens": request.max_output_tokens}
    system = _blocks(request.system, marks)
    if system:
        body["system"] = system
    body["messages"] = [
        {"role": message.role, "content": _blocks(message.blocks, marks)} for message in request.messages
    ]
    if request.answer_schema is not None:
        schema = lowered(request.answer_schema, may_be_absent=MAX_ABSENT)
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    return body


def decode(body: dict[str, Any]) -> Reply:
    """The reply in a response's body. Its `input_tokens` leave out what was read from or written to the cache.

    Raises:
        ModelError: It is not a message.
    """
    try:
        message = _Message.model_validate(body)
    except ValidationError as error:
        raise ModelError(f"the answer is not a message: {first_problem(error)}") from error
    text = "".join(part.text for part in message.content if part.type == "text")
    if message.stop_reason == "refusal" and not text and message.stop_details:
        text = message.stop_details.explanation or ""
    return Reply(
        text=text,
        finish=FINISH.get(message.stop_reason or "", "other"),
        usage=message.usage.normalised() if message.usage else None,
        raw_usage=body.get("usage") or {},
        model=message.model,
    )


class AnthropicModel:
    """One model over the official SDK, whose own retries are off."""

    wire = "anthropic"

    def __init__(self, name: str, endpoint: Endpoint) -> None:
        import anthropic  # noqa: PLC0415 - takes 2 s

        self.name = name
        self._endpoint = endpoint
        self._sdk = anthropic
        self._client = anthropic.AsyncAnthropic(
            api_key=endpoint.key, base_url=endpoint.base_url or BASE_URL, max_retries=0
        )

    def __repr__(self) -> str:
        return f"AnthropicModel({self.name!r}, {self._endpoint!r})"

    def price(self, reply: Reply) -> float | None:
        """USD of a reply; None if the price is not known or no usage was reported."""
        if reply.usage is None:
            return None
        return price(reply.usage, model=self.name, provider="anthropic", base_url=self._endpoint.base_url)

    async def send(self, request: Request, *, timeout: float) -> Reply:  # noqa: ASYNC109 - handed on to the SDK
        """One attempt, at most `timeout` seconds in all.

        Raises:
            ModelError: It failed.
        """
        create: Any = self._client.messages.with_raw_response.create
        return decode(
            await answer(
                create(**encode(request, self.name), timeout=timeout),
                sdk=self._sdk,
                subject=f"anthropic:{self.name}",
                key_name=self._endpoint.key_name,
                timeout=timeout,
            )
        )

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.close()


WIRE = Wire(provider="anthropic", model=AnthropicModel)


class _Marks:
    """Hands out the cache marks a request may carry."""

    def __init__(self, request: Request) -> None:
        blocks = [*request.system, *(block for message in request.messages for block in message.blocks)]
        self._surplus = sum(1 for block in blocks if _is_marked(block)) - MAX_CACHE_MARKS

    def on(self, block: TextBlock) -> dict[str, Any]:
        if not _is_marked(block):
            return {}
        self._surplus -= 1
        return {} if self._surplus >= 0 else {"cache_control": {"type": "ephemeral"}}


def _is_marked(block: Block) -> bool:
    return isinstance(block, TextBlock) and block.cache and bool(block.text.strip())


def _blocks(blocks: Sequence[Block], marks: _Marks) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    for block in blocks:
        if isinstance(block, ImageBlock):
            data = base64.b64encode(block.image.data).decode()
            source = {"type": "base64", "media_type": block.image.media_type, "data": data}
            parts.append({"type": "image", "source": source})
        elif block.text.strip():
            parts.append({"type": "text", "text": block.text, **marks.on(block)})
    return parts


class _Part(BaseModel):
    type: str
    text: str = ""


class _OutputDetails(BaseModel):
    thinking_tokens: int = 0


class _Usage(BaseModel):
    input_tokens: int = 0
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    output_tokens: int = 0
    output_tokens_details: _OutputDetails | None = None

    def normalised(self) -> Usage:
        return Usage(
            fresh=self.input_tokens,
            cache_read=self.cache_read_input_tokens or 0,
            cache_write=self.cache_creation_input_tokens or 0,
            output=self.output_tokens,
            reasoning=self.output_tokens_details.thinking_tokens if self.output_tokens_details else 0,
        )


class _StopDetails(BaseModel):
    explanation: str | None = None


class _Message(BaseModel):
    """The parts of a message that are read here."""

    content: list[_Part]
    model: str = ""
    stop_reason: str | None = None
    stop_details: _StopDetails | None = None
    usage: _Usage | None = Field(default=None)
