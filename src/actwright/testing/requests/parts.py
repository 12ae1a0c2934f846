"""Pictures, files and errors as the wires write them."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from actwright.schemas.exchange import Block, FileBlock, ImageBlock, TextBlock, ToolResult
from actwright.schemas.page import Image

__all__ = ["error_in", "file", "from_data_url", "picture", "result"]

DATA_URL = re.compile(r"data:([^;,]*);base64,(.*)", re.DOTALL)


def picture(media_type: Any, data: bytes, **options: Any) -> ImageBlock:
    """A picture; what else is known of it are options of the block."""
    width, height = _size(data)
    return ImageBlock(image=Image(data=data, media_type=media_type, width=width, height=height), **options)


def file(url: str, name: str) -> FileBlock:
    """A file from a data URL, or from bare base64, which some clients send: that is a PDF."""
    media_type, data = from_data_url(url) if url.startswith("data:") else ("application/pdf", base64.b64decode(url))
    return FileBlock(data=data, name=name, media_type=media_type)


def from_data_url(url: str) -> tuple[str, bytes]:
    """Media type and bytes.

    Raises:
        ValueError: It is another kind of address.
    """
    found = DATA_URL.fullmatch(url)
    if found is None:
        raise ValueError(f"{url[:80]!r} is not a data URL of base64")
    return found[1], base64.b64decode(found[2], validate=True)


def result(call_id: str, text: str, blocks: Sequence[Block] = ()) -> ToolResult:
    """A tool's result on OpenAI's wires: `text` stands before the other blocks, and may be the JSON text of an error."""
    error = error_in(text)
    first = text if error is None else error
    spoken = [TextBlock(text=first)] if first else []
    return ToolResult.model_validate({"call_id": call_id, "blocks": [*spoken, *blocks], "failed": error is not None})


def error_in(text: str) -> str | None:
    """What failed, if a text is `{"ok": "false", "error": …}` and nothing else."""
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
