"""Makes the request for the values that one document states."""

from __future__ import annotations

from collections.abc import Sequence

from actwright.prompts.render import system_blocks
from actwright.prompts.texts import load
from actwright.schemas.exchange import Block, ImageBlock, Message, Request, TextBlock
from actwright.schemas.page import Image
from actwright.text import between_markers

__all__ = ["extract_request"]

LONGEST_ANSWER = 16_000
"""Tokens of the values with their quotes, including what the model thinks first."""


def extract_request(columns: Sequence[tuple[str, str]], pages: Sequence[str], image: Image | None = None) -> Request:
    """The one request about a document: its pages, or its image.

    All but the document is the same for each document, so that providers can cache it.

    Args:
        columns: The heading of each column, and what belongs there if the heading does not say it.
        pages: The text of each page, which others wrote.
        image: The image, if the document is one.
    """
    lines = (f"- {heading}" + (f": {about}" if about else "") for heading, about in columns)
    table = "\n\n# Columns\n" + "\n".join(lines)
    blocks: list[Block] = [TextBlock(text=_document(pages), section="page")]
    if image is not None:
        blocks.append(ImageBlock(image=image))
    value = {name: {"type": "string"} for name in ("value", "quote")}
    column = {"type": "string", "enum": [heading for heading, _ in columns]}
    values = {"type": "array", "items": _closed({"column": column, **value})}
    return Request(
        system=system_blocks(load("extract") + table),
        messages=(Message(role="user", blocks=tuple(blocks)),),
        schema_name="values",
        answer_schema=_closed({"problem": {"type": "string"}, "values": values}),
        max_output_tokens=LONGEST_ANSWER,
    )


def _document(pages: Sequence[str]) -> str:
    """The pages between markers that nothing in them can forge."""
    return "# Document\n" + "\n".join(
        between_markers(page, what=f"page {number}") for number, page in enumerate(pages, 1)
    )


def _closed(properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
