"""What an endpoint turns out not to take, learned from its refusals and not from its name, and requests without it."""

from __future__ import annotations

import re
from typing import Literal

from actwright.errors import ModelError
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Block, ImageBlock, Message, Reply, Request, ToolResult

__all__ = ["Capabilities", "fitted", "learned", "unwrapped"]

REFUSALS = (400, 404, 415, 422, 500, 501)
"""Statuses with which endpoints refuse what they do not know; some local servers say 500."""

SCHEMA_SIGNS = re.compile(
    r"response_?format|json_?schema|json_?object|output_config|text\.format|structured.?outputs?|guided|grammar",
    re.IGNORECASE,
)
STREAM_SIGNS = re.compile(r"\bstream(ing|ed|_options)?\b", re.IGNORECASE)
IMAGE_SIGNS = re.compile(r"image|vision|multi-?modal|content must be a string", re.IGNORECASE)
NOT_TAKEN = re.compile(
    r"not? .{0,40}support|unsupported|only supported|not a multi-?modal|at most 0 |unknown variant|does not (accept|allow|have)"
    r"|not allowed|cannot (read|process|accept|take)|missing data|must be a string|not (enabled|available)",
    re.IGNORECASE,
)
OUR_OVERFLOW = "context overflow"


class Capabilities(Frozen):
    """What an endpoint takes, as far as is known: everything, until it refuses something.

    Attributes:
        answer: How an answer's form can be asked for: by its schema, as any JSON object, or in words alone.
        images: Whether it takes pictures.
        usage: Whether it reports the tokens that it counted.
        stream: Whether its replies can come in pieces.
    """

    answer: Literal["schema", "json", "text"] = "schema"
    images: bool = True
    usage: bool = True
    stream: bool = True


def learned(known: Capabilities, error: ModelError, request: Request) -> tuple[Capabilities, str] | None:
    """What a refusal teaches, and the same in words; None if the request was refused for something else.

    Args:
        known: What the request was made for.
        error: How it was refused.
        request: As it was sent.
    """
    said = str(error)
    if error.status not in REFUSALS or said.startswith(OUR_OVERFLOW):
        return None
    if request.answer_schema is not None and SCHEMA_SIGNS.search(said):
        return known.model_copy(
            update={"answer": "json"}
        ), "it takes no schema of the answer; a JSON object is asked for"
    if request.json_answer and SCHEMA_SIGNS.search(said):
        return known.model_copy(update={"answer": "text"}), "it cannot be held to JSON; the form is asked for in words"
    if request.stream and STREAM_SIGNS.search(said):
        return known.model_copy(update={"stream": False}), "it does not stream; each reply is waited for as a whole"
    if _shows_pictures(request) and IMAGE_SIGNS.search(said) and NOT_TAKEN.search(said):
        return known.model_copy(update={"images": False}), "it takes no pictures; it reads the page as text alone"
    return None


def fitted(request: Request, known: Capabilities) -> Request:
    """The request without what the endpoint does not take; the same object if it takes all of it."""
    changes: dict[str, object] = {}
    if request.answer_schema is not None and known.answer != "schema":
        changes |= {"answer_schema": None, "json_answer": known.answer == "json"}
    if request.stream and not known.stream:
        changes |= {"stream": False}
    if not known.images and _shows_pictures(request):
        changes |= {"messages": tuple(map(_without_pictures, request.messages))}
    return request.model_copy(update=changes) if changes else request


def unwrapped(reply: Reply) -> Reply:
    """An answer of a model that was held to no form: what its one fenced block holds, if it wrote one around the JSON."""
    inside = re.findall(r"^```(?:json)?[ \t]*\n(.*?)\n```[ \t]*$", reply.text, re.DOTALL | re.IGNORECASE | re.MULTILINE)
    return reply.model_copy(update={"text": inside[0]}) if len(inside) == 1 else reply


def _shows_pictures(request: Request) -> bool:
    return any(_has_picture(block) for message in request.messages for block in message.blocks)


def _has_picture(block: Block) -> bool:
    inner = block.blocks if isinstance(block, ToolResult) else (block,)
    return any(isinstance(each, ImageBlock) for each in inner)


def _without_pictures(message: Message) -> Message:
    blocks = (_texts(block) if isinstance(block, ToolResult) else block for block in message.blocks)
    return message.model_copy(update={"blocks": tuple(each for each in blocks if not isinstance(each, ImageBlock))})


def _texts(result: ToolResult) -> ToolResult:
    texts = tuple(block for block in result.blocks if not isinstance(block, ImageBlock))
    return result.model_copy(update={"blocks": texts})
