"""Estimates the tokens of each part of a request: before a call, and to divide what the provider counted."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal

from actwright.engine.models.image_tokens import image_rule, image_tokens
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import (
    Block,
    FileBlock,
    ImageBlock,
    LinkBlock,
    Reasoning,
    Reply,
    Request,
    Section,
    ToolCall,
    ToolResult,
    text_of,
)
from actwright.schemas.usage import Usage
from actwright.text import estimated_tokens

Part = Section | Literal["schema"]
"""The parts of a request that take tokens: its blocks by their sections, and the answer's schema."""

DOCUMENT = 3_000
"""Tokens assumed for a document: what its pages take is not published; Anthropic's guide says 1,500 to 3,000 each."""

PICTURE = 1_500
"""Tokens assumed for an image of unknown size, which the provider fetches.

This is about what most models take for a large one.
"""


class Estimate(Frozen):
    """Tokens of a request, by its parts.

    Attributes:
        text: The tokens of text.
        pictures: The tokens of images.
    """

    text: Mapping[Part, float]
    pictures: Mapping[Part, float]

    @property
    def image(self) -> int:
        """Tokens of all pictures."""
        return math.ceil(sum(self.pictures.values()))

    @property
    def total(self) -> int:
        """Tokens of everything."""
        return math.ceil(sum(self.text.values()) + sum(self.pictures.values()))


def estimate(request: Request, *, model: str) -> Estimate:
    """The tokens of a request to a model, by its name: text by its characters, pictures by the rule of their family."""
    text: defaultdict[Part, float] = defaultdict(float)
    pictures: defaultdict[Part, float] = defaultdict(float)
    for block in _blocks(request):
        if isinstance(block, LinkBlock) and block.kind == "image":
            pictures[block.section] += PICTURE
        elif isinstance(block, ImageBlock):
            size = block.image.width, block.image.height
            pictures[block.section] += image_tokens(*size, model=model, detail=block.detail)
        else:
            text[block.section] += _text_tokens(block)
    for tool in request.tools:
        text["tools"] += estimated_tokens(tool.model_dump_json())
    if request.answer_schema is not None:
        text["schema"] += estimated_tokens(json.dumps(request.answer_schema, separators=(",", ":")))
    return Estimate(text=text, pictures=pictures)


def estimated_usage(request: Request, reply: Reply, *, model: str) -> Usage:
    """The estimated usage of a call for which the provider reported none."""
    read = estimate(request, model=model)
    written = reply.text + "".join(text_of(block) for block in reply.blocks if isinstance(block, ToolCall))
    return Usage(fresh=read.total, output=math.ceil(estimated_tokens(written)), image=read.image)


def with_pictures(usage: Usage, request: Request, *, model: str) -> Usage:
    """The usage with the tokens of its images: the provider's count, its published rule, or else an estimated share."""
    read = estimate(request, model=model)
    if usage.image or not read.image:
        return usage
    if image_rule(model).published and read.image < usage.input:
        return usage.model_copy(update={"image": read.image})
    return usage.model_copy(update={"image": round(usage.input * read.image / read.total)})


def _blocks(request: Request) -> Iterator[Block]:
    """All blocks. Those in a tool's result come one by one, with their own sections: a page in it counts as a page."""
    yield from request.system
    for block in (block for message in request.messages for block in message.blocks):
        if not isinstance(block, ToolResult):
            yield block
            continue
        for inner in block.blocks:
            yield inner if inner.section != "other" else inner.model_copy(update={"section": block.section})


def _text_tokens(block: Block) -> float:
    match block:
        case FileBlock() | LinkBlock():
            return DOCUMENT
        case Reasoning():
            return estimated_tokens(json.dumps(block.item))
        case _:
            return estimated_tokens(text_of(block))
