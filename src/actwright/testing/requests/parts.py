"""Decodes pictures, files and errors as the wires write them."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from actwright.schemas.exchange import Block, FileBlock, ImageBlock, LinkBlock, TextBlock, ToolDefinition, ToolResult
from actwright.schemas.page import Image
from actwright.schemas.sampling import Sampling

DATA_URL = re.compile(r"data:([^;,]*);base64,(.*)", re.DOTALL)


def picture(media_type: Any, data: bytes, **options: Any) -> ImageBlock:
    """Returns a picture; `options` are other fields of the block."""
    width, height = _size(data)
    return ImageBlock(image=Image(data=data, media_type=media_type, width=width, height=height), **options)


def tool_definition(tool: Mapping[str, Any], parameters: str = "parameters") -> ToolDefinition:
    """Returns a tool; `parameters` is the key of its schema."""
    return ToolDefinition(name=tool["name"], description=tool.get("description", ""), parameters=tool[parameters])


def linked(kind: str, **options: Any) -> LinkBlock:
    """Returns a picture or document that the provider fetches or already has."""
    return LinkBlock.model_validate({"kind": "image" if kind == "image" else "file", **options})


def file(url: str, name: str) -> FileBlock:
    """Returns a file from a data URL or from bare base64, which some clients send for a PDF."""
    media_type, data = from_data_url(url) if url.startswith("data:") else ("application/pdf", base64.b64decode(url))
    return FileBlock(data=data, name=name, media_type=media_type)


def from_data_url(url: str) -> tuple[str, bytes]:
    """Returns the media type and the bytes.

    Raises:
        ValueError: The address is not a data URL in base64.
    """
    found = DATA_URL.fullmatch(url)
    if found is None:
        raise ValueError(f"{url[:80]!r} is not a data URL in base64")
    return found[1], base64.b64decode(found[2], validate=True)


def result(call_id: str, text: str, blocks: Sequence[Block] = ()) -> ToolResult:
    """Returns a tool's result on OpenAI's wires: `text`, which may be the JSON of an error, before the other blocks."""
    error = error_in(text)
    first = text if error is None else error
    spoken = [TextBlock(text=first)] if first else []
    return ToolResult.model_validate({"call_id": call_id, "blocks": [*spoken, *blocks], "failed": error is not None})


def error_in(text: str) -> str | None:
    """Returns the error if the text is `{"ok": "false", "error": …}` and nothing else, or None."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        return None
    match found:
        case {"ok": "false", "error": str(error), **rest} if not rest:
            return error
        case _:
            return None


def _size(data: bytes) -> tuple[int, int]:
    from PIL import Image as Picture  # noqa: PLC0415 - loads slowly
    from PIL import UnidentifiedImageError  # noqa: PLC0415

    try:
        with Picture.open(io.BytesIO(data)) as found:
            return found.size
    except (UnidentifiedImageError, OSError):
        return 0, 0


def sampling(body: Mapping[str, Any], effort: Any) -> Sampling:
    """Returns the sampling parameters of a body, with an effort, which each wire has in another place."""
    return Sampling(temperature=body.get("temperature"), top_p=body.get("top_p"), effort=effort)
