"""Prompt caches as providers document them, for servers that stand in for the providers.

Anthropic's keep prefixes of at least 1,024 tokens that end at a mark, and find them up to 20 blocks before a mark.
OpenAI's keep the longest common prefix, without marks, of at least 1,024 tokens and in steps of 128.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from actwright.engine.models.estimates import PICTURE
from actwright.engine.models.image_tokens import image_tokens
from actwright.schemas.exchange import Block, ImageBlock, LinkBlock, Request, TextBlock, ToolResult, text_of
from actwright.schemas.usage import Usage
from actwright.text import estimated_tokens

LEAST = 1_024
LOOKBACK = 20
GRAIN = 128

Count = Callable[[str], float]
"""Counts the tokens of a text."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A block of a request as a cache reads it.

    Attributes:
        text: The text of the block; for a picture, a digest.
        marked: Whether it ends a prefix that the request asks the provider to keep.
        picture: Whether it is a picture.
    """

    text: str
    tokens: float
    marked: bool = False
    picture: bool = False


def pieces(request: Request, *, model: str, count: Count = estimated_tokens) -> list[Piece]:
    """Returns the request in the order in which caches read it: answer schema, tools, system prompt, conversation.

    Args:
        request: The request.
        model: The model whose family's rule determines how many tokens pictures take.
        count: Counts the tokens of a text; an estimate by default.
    """

    def piece(text: str, *, marked: bool = False) -> Piece:
        return Piece(text, count(text), marked=marked)

    def block_pieces(block: Block) -> Iterator[Piece]:
        match block:
            case TextBlock():
                yield piece(block.text, marked=block.cache)
            case ImageBlock(image=image):
                tokens = image_tokens(image.width, image.height, model=model, detail=block.detail)
                yield Piece(hashlib.sha256(image.data).hexdigest(), tokens, picture=True)
            case LinkBlock():
                yield Piece(f"{block.kind} {block.url}{block.file_id}", PICTURE, picture=block.kind == "image")
            case ToolResult():
                for inner in block.blocks:
                    yield from block_pieces(inner)
            case _:
                yield piece(text_of(block))

    schema = [piece(json.dumps(request.answer_schema, separators=(",", ":")))] if request.answer_schema else []
    tools = [piece(tool.model_dump_json()) for tool in request.tools]
    blocks = (*request.system, *(block for message in request.messages for block in message.blocks))
    return [*schema, *tools, *(found for block in blocks for found in block_pieces(block))]


class PromptCache(Protocol):
    """What a provider remembers of earlier requests."""

    def read(self, request: Sequence[Piece], count: Count) -> tuple[float, float]:
        """Returns the tokens that are read from the cache and written to it. Then the cache knows this request too."""
        ...


def input_usage(
    request: Sequence[Piece], cache: PromptCache | None = None, *, count: Count = estimated_tokens
) -> Usage:
    """Returns the input tokens that a provider reports for a request. Without a cache, all are fresh."""
    read, written = map(math.floor, cache.read(request, count)) if cache else (0, 0)
    image = math.ceil(sum(piece.tokens for piece in request if piece.picture))
    return Usage(fresh=math.ceil(_tokens(request)) - read - written, cache_read=read, cache_write=written, image=image)


@dataclass(slots=True)
class MarkedPrefixes:
    """Anthropic's cache: it keeps prefixes up to the marks of requests, and finds them at or before a mark."""

    known: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])

    def read(self, request: Sequence[Piece], count: Count) -> tuple[float, float]:  # noqa: ARG002 - whole blocks
        """See `PromptCache`."""
        ends = [
            number
            for number, piece in enumerate(request, start=1)
            if piece.marked and _tokens(request[:number]) >= LEAST
        ]
        looked_at = {number for end in ends for number in range(max(1, end - LOOKBACK), end + 1)}
        kept = max((number for number in looked_at if _texts(request[:number]) in self.known), default=0)
        self.known |= {_texts(request[:end]) for end in ends}
        return _tokens(request[:kept]), _tokens(request[kept : max((kept, *ends))])


def _texts(request: Sequence[Piece]) -> tuple[str, ...]:
    return tuple(piece.text for piece in request)


def _tokens(request: Sequence[Piece]) -> float:
    return sum(piece.tokens for piece in request)


@dataclass(slots=True)
class CommonPrefixes:
    """OpenAI's cache: it finds the longest prefix that a request shares with an earlier one. Writes are free."""

    known: list[Sequence[Piece]] = field(default_factory=list[Sequence[Piece]])

    def read(self, request: Sequence[Piece], count: Count) -> tuple[float, float]:
        """See `PromptCache`."""
        shared = max((_shared(earlier, request, count) for earlier in self.known), default=0.0)
        self.known.append(request)
        return (0.0 if shared < LEAST else shared // GRAIN * GRAIN), 0.0


def _shared(earlier: Sequence[Piece], later: Sequence[Piece], count: Count) -> float:
    tokens = 0.0
    for one, other in zip(earlier, later, strict=False):
        if one.picture != other.picture or (one.picture and one.text != other.text):
            return tokens
        if one.text != other.text:
            pairs = zip(f"{one.text}\0", f"{other.text}\1", strict=False)
            same = next(index for index, pair in enumerate(pairs) if pair[0] != pair[1])
            return tokens + count(other.text[:same])
        tokens += other.tokens
    return tokens
