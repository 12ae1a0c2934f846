"""Makes the request for the values that one document states, with the words that state them or without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from actwright.prompts.render import load, system_blocks
from actwright.schemas.exchange import Block, ImageBlock, Message, Request, TextBlock
from actwright.schemas.page import Image
from actwright.schemas.tool import closed_schema
from actwright.text import between_markers

LONGEST_ANSWER = 16_000
"""Tokens of the values with their quotes, including what the model thinks first."""
LONGEST_VALUES = 4_000
"""The same without quotes."""


def extract_request(columns: Sequence[tuple[str, str]], pages: Sequence[str], image: Image | None = None) -> Request:
    """The one request about a document: its pages, or its image.

    All but the document is the same for each document, so that providers can cache it.

    Args:
        columns: The heading of each column, and what belongs there if the heading does not say it.
        pages: The text of each page, which others wrote.
        image: The image, if the document is one.
    """
    value = {name: {"type": "string"} for name in ("value", "quote")}
    column = {"type": "string", "enum": [heading for heading, _ in columns]}
    values = {"type": "array", "items": closed_schema(column=column, **value)}
    schema = closed_schema(problem={"type": "string"}, values=values)
    return _request("extract", columns, pages, image).model_copy(update={"answer_schema": schema})


def values_request(columns: Mapping[str, tuple[str, str]], pages: Sequence[str], image: Image | None = None) -> Request:
    """The same request to a small model: one value or null for each column, and no quotes.

    Args:
        columns: By the key in the answer, what `extract_request` has for a column.
        pages, image: As for `extract_request`.
    """
    properties = {key: {"type": ["string", "null"], "title": heading} for key, (heading, _) in columns.items()}
    named = [(f"{key} ({heading})", about) for key, (heading, about) in columns.items()]
    update = {"answer_schema": closed_schema(**properties), "max_output_tokens": LONGEST_VALUES}
    return _request("extract_values", named, pages, image).model_copy(update=update)


def _request(prompt: str, columns: Sequence[tuple[str, str]], pages: Sequence[str], image: Image | None) -> Request:
    lines = (f"- {heading}" + (f": {about}" if about else "") for heading, about in columns)
    blocks: list[Block] = [TextBlock(text=_document(pages), section="page")]
    if image is not None:
        blocks.append(ImageBlock(image=image))
    return Request(
        system=system_blocks(load(prompt) + "\n\n# Columns\n" + "\n".join(lines)),
        messages=(Message(role="user", blocks=tuple(blocks)),),
        schema_name="values",
        max_output_tokens=LONGEST_ANSWER,
    )


def _document(pages: Sequence[str]) -> str:
    """The pages between markers that nothing in them can forge."""
    return "# Document\n" + "\n".join(
        between_markers(page, what=f"page {number}") for number, page in enumerate(pages, 1)
    )
