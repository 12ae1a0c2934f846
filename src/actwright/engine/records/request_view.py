"""The requests of a step as people read them: block by block, as they were sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from actwright.schemas.exchange import Block, Exchange, ImageBlock, Request, TextBlock, ToolResult, text_of
from actwright.schemas.page import Image
from actwright.schemas.step import Step


class RequestPart(NamedTuple):
    """One block of a request, as sent."""

    section: str
    origin: str
    text: str
    cache: bool = False
    image: Image | None = None


def asked_in(step: Step) -> list[tuple[Exchange, list[RequestPart]]]:
    """The distinct requests of a step; a retry sends the same one again."""
    distinct: list[Exchange] = []
    for exchange in step.exchanges:
        if all(exchange.request != other.request for other in distinct):
            distinct.append(exchange)
    return [(exchange, list(parts_of(exchange.request))) for exchange in distinct]


def parts_of(request: Request) -> Iterator[RequestPart]:
    """The blocks of a request in the order in which a model reads them, and the schema of the answer."""
    for block in request.system:
        yield RequestPart(block.section, "system", block.text, cache=block.cache)
    if request.tools:
        yield RequestPart("tools", "tools", "\n".join(tool.model_dump_json(indent=1) for tool in request.tools))
    for message in request.messages:
        for block in message.blocks:
            inner = block.blocks if isinstance(block, ToolResult) else (block,)
            yield from (_part(each, message.role) for each in inner)
    if request.answer_schema is not None:
        schema = json.dumps(request.answer_schema, indent=1, default=str)
        yield RequestPart(f"answer schema: {request.schema_name}", "schema", schema)


def _part(block: Block, role: str) -> RequestPart:
    if isinstance(block, ImageBlock):
        return RequestPart(block.section, role, "", image=block.image)
    return RequestPart(block.section, role, text_of(block), cache=isinstance(block, TextBlock) and block.cache)
