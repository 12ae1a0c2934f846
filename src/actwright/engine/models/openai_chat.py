"""The wire `openai-chat`: OpenAI's Chat Completions, which many other servers speak too."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError

from actwright.engine.models.base import Endpoint, Wire
from actwright.engine.models.failures import answer
from actwright.engine.models.prices import price
from actwright.engine.models.schema import lowered
from actwright.errors import ModelError
from actwright.schemas.exchange import Block, ImageBlock, Reply, Request, Usage
from actwright.schemas.proposal import first_problem

__all__ = ["WIRE", "OpenAIChatModel", "cache_key", "decode", "encode"]

BASE_URL = "https://api.openai.com/v1"
FINISH: dict[str, Literal["stop", "length", "refusal"]] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "refusal",
}


def encode(request: Request, model: str) -> dict[str, Any]:
    """The body of `POST /chat/completions`. Prefixes are cached without marks, so none are sent."""
    system = [{"role": "system", "content": _parts(request.system)}] if request.system else []
    body: dict[str, Any] = {
        "model": model,
        "messages": [
            *system,
            *({"role": message.role, "content": _parts(message.blocks)} for message in request.messages),
        ],
        "max_completion_tokens": request.max_output_tokens,
    }
    if request.answer_schema is not None:
        schema = {"name": request.schema_name, "schema": lowered(request.answer_schema), "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


def decode(body: dict[str, Any]) -> Reply:
    """The reply in a response's body. Its `prompt_tokens` include what was read from or written to the cache.

    Raises:
        ModelError: It is not a chat completion.
    """
    try:
        completion = _Completion.model_validate(body)
    except ValidationError as error:
        raise ModelError(f"the answer is not a chat completion: {first_problem(error)}") from error
    choice = completion.choices[0]
    refusal = choice.message.refusal
    return Reply(
        text=refusal or choice.message.content or "",
        finish="refusal" if refusal else FINISH.get(choice.finish_reason or "", "other"),
        usage=completion.usage.normalised() if completion.usage else None,
        raw_usage=body.get("usage") or {},
        model=completion.model,
    )


def cache_key(request: Request) -> str:
    """Steers requests with the same instructions to the same cache: a digest of the system prompt."""
    return hashlib.sha256("\0".join(block.text for block in request.system).encode()).hexdigest()[:32]


class OpenAIChatModel:
    """One model over the official SDK, whose own retries are off."""

    wire = "openai_chat"

    def __init__(self, name: str, endpoint: Endpoint) -> None:
        import openai  # noqa: PLC0415 - takes 1 s

        self.name = name
        self._endpoint = endpoint
        self._sdk = openai
        self._client = openai.AsyncOpenAI(api_key=endpoint.key, base_url=endpoint.base_url or BASE_URL, max_retries=0)

    def __repr__(self) -> str:
        return f"OpenAIChatModel({self.name!r}, {self._endpoint!r})"

    def price(self, reply: Reply) -> float | None:
        """USD of a reply; None if the price is not known or no usage was reported."""
        if reply.usage is None:
            return None
        return price(reply.usage, model=self.name, provider="openai", base_url=self._endpoint.base_url)

    async def send(self, request: Request, *, timeout: float) -> Reply:  # noqa: ASYNC109 - handed on to the SDK
        """One attempt, at most `timeout` seconds in all.

        Raises:
            ModelError: It failed.
        """
        body = encode(request, self.name)
        if self._endpoint.base_url is None:  # other servers refuse parameters that they do not know
            body["prompt_cache_key"] = cache_key(request)
        create: Any = self._client.chat.completions.with_raw_response.create
        return decode(
            await answer(
                create(**body, timeout=timeout),
                sdk=self._sdk,
                subject=f"openai-chat:{self.name}",
                key_name=self._endpoint.key_name,
                timeout=timeout,
            )
        )

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.close()


WIRE = Wire(provider="openai", model=OpenAIChatModel)


def _parts(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    return [
        _image(block) if isinstance(block, ImageBlock) else {"type": "text", "text": block.text} for block in blocks
    ]


def _image(block: ImageBlock) -> dict[str, Any]:
    data = base64.b64encode(block.image.data).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{block.image.media_type};base64,{data}", "detail": "high"}}


class _Answer(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Answer
    finish_reason: str | None = None


class _PromptDetails(BaseModel):
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None


class _CompletionDetails(BaseModel):
    reasoning_tokens: int | None = None


class _Usage(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: _PromptDetails | None = None
    completion_tokens_details: _CompletionDetails | None = None

    def normalised(self) -> Usage:
        cached = self.prompt_tokens_details or _PromptDetails()
        read, written = cached.cached_tokens or 0, cached.cache_write_tokens or 0
        reasoning = self.completion_tokens_details.reasoning_tokens if self.completion_tokens_details else None
        return Usage(
            fresh=max(0, self.prompt_tokens - read - written),
            cache_read=read,
            cache_write=written,
            output=self.completion_tokens,
            reasoning=reasoning or 0,
        )


class _Completion(BaseModel):
    """The parts of a chat completion that are read here."""

    choices: list[_Choice] = Field(min_length=1)
    model: str = ""
    usage: _Usage | None = None
