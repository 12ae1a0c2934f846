"""Reduces a stored conversation, in the form that chat programs keep for OpenAI's Responses API, to what is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from actwright.errors import ConfigError

__all__ = ["sendable_input"]

Part = Mapping[str, Any]

PREVIEW = "previewurl"
INTERNAL: Mapping[str, str] = {"input_image": "filename", "function_call": "toolusedata"}
"""Fields that the API does not accept, by the type of an item or a block; previews may be in any of them."""

WRAPPED = ("message", "functioncall", "functioncalloutput")
"""What is sent of a stored line; the line's own ID and its token counts are not."""


def sendable_input(conversation: Sequence[Part]) -> list[dict[str, Any]]:
    """The `input` of a Responses request, from a conversation stored with extra fields for the program that shows it.

    It leaves out `previewurl` everywhere, `filename` of images (files keep it), and `toolusedata` of calls. A call
    within a message becomes its own item, arguments that are an object become JSON text, and the content of a plain
    text message becomes a list. Outputs of calls stay as they are. The argument is not changed.

    Args:
        conversation: Messages, calls and outputs, oldest first; bare, or each in a line of the store (`message`,
            `functioncall` or `functioncalloutput` beside `messageid` and `usage`).

    Raises:
        ConfigError: Something in it is not a message, call, output or reasoning.
    """
    return [item for line in conversation for item in _items(_unwrapped(line))]


def _unwrapped(line: Part) -> Part:
    if not isinstance(cast("object", line), Mapping):
        raise ConfigError(f"each line of a stored conversation must be an object, not a {type(line).__name__}")
    content = [
        line[name] for name in WRAPPED if line.get(name) is not None and "type" not in line and "role" not in line
    ]
    return content[0] if len(content) == 1 else line


def _items(item: Part) -> Iterator[dict[str, Any]]:
    match item:
        case {"type": "function_call"}:
            yield _call(item)
        case {"type": "function_call_output"}:
            output = item.get("output")
            parts = cast("list[Part]", output) if isinstance(output, list) else None
            yield _bare(item) | ({} if parts is None else {"output": list(map(_bare, parts))})
        case {"role": str(role)}:
            yield from _messages(item, role)
        case {"type": "reasoning"}:
            yield _bare(item)
        case _:
            kind = item.get("type", "none")
            raise ConfigError(f"no message, call or output of a stored conversation has the type {kind!r}")


def _messages(item: Part, role: str) -> Iterator[dict[str, Any]]:
    """A message; several with the calls between them, if calls stand in its content."""
    content = item.get("content", ())
    if isinstance(content, str):
        content = [{"type": "output_text" if role == "assistant" else "input_text", "text": content}]
    parts: list[dict[str, Any]] = []
    for part in content:
        if part.get("type") != "function_call":
            parts.append(_bare(part))
            continue
        if parts:
            yield {**_bare(item), "content": parts}
            parts = []
        yield _call(part)
    if parts:
        yield {**_bare(item), "content": parts}


def _call(item: Part) -> dict[str, Any]:
    arguments = item.get("arguments", "{}")
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))
    return {**_bare(item), "arguments": arguments}


def _bare(part: Part) -> dict[str, Any]:
    left_out = (PREVIEW, INTERNAL.get(part.get("type", "")))
    return {name: value for name, value in part.items() if name not in left_out}
