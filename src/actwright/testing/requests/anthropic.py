"""Decodes a body of Anthropic's Messages API as Actwright's own request."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any

from actwright.schemas.exchange import (
    Block,
    FileBlock,
    Message,
    Reasoning,
    Request,
    StateBlock,
    TextBlock,
    ToolCall,
    ToolResult,
)
from actwright.schemas.page import Tab
from actwright.schemas.toolset import Toolset
from actwright.testing.requests.parts import linked, picture, sampling, tool_definition


def anthropic_request(body: Mapping[str, Any]) -> Request:
    """Decodes a body: the inverse of `actwright.engine.models.anthropic.encode`."""
    form = body.get("output_config", {}).get("format")
    tools = body.get("tools", ())
    return Request(
        system=tuple(_blocks(body.get("system", ()))),
        messages=tuple(
            Message(role=message["role"], blocks=tuple(_blocks(message["content"]))) for message in body["messages"]
        ),
        answer_schema=form["schema"] if form else None,
        tools=tuple(tool_definition(tool, "input_schema") for tool in tools if "name" in tool),
        toolset=next((_toolset(tool) for tool in tools if "name" not in tool), None),
        max_output_tokens=body["max_tokens"],
        sampling=sampling({}, body.get("output_config", {}).get("effort")),
        stream=bool(body.get("stream")),
    )


def _blocks(content: Any) -> Iterator[Any]:
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return map(_block, parts)


def _block(part: dict[str, Any]) -> Block:
    match part["type"]:
        case "text":
            return TextBlock(text=part["text"], cache="cache_control" in part)
        case "image" | "document":
            return _seen(part)
        case "tool_use":
            arguments = json.dumps(part["input"], ensure_ascii=False)
            toolset = part.get("toolset_name", "")
            return ToolCall(call_id=part["id"], tool=part["name"], toolset=toolset, arguments=arguments)
        case "tool_result":
            blocks, failed = tuple(_blocks(part.get("content", ()))), part.get("is_error", False)
            toolset = part.get("toolset_name", "")
            return ToolResult(call_id=part["tool_use_id"], toolset=toolset, blocks=blocks, failed=failed)
        case "browser_state":
            tabs = tuple(Tab(id=tab.pop("tab_id"), **tab) for tab in map(dict, part["tabs"]))
            return StateBlock(tabs=tabs, opened=tuple(each["tab_id"] for each in part.get("state_changes", ())))
        case _:
            return Reasoning(wire="anthropic", item=part)


def _toolset(tool: Mapping[str, Any]) -> Toolset:
    return Toolset(kind=tool["type"], members={name: each["enabled"] for name, each in tool.get("configs", {}).items()})


def _seen(part: Mapping[str, Any]) -> Block:
    """Returns a picture or a document: its bytes, its address, or the provider's ID for it."""
    source, is_picture = part["source"], part["type"] == "image"
    if source["type"] in ("url", "file"):
        place = {"url": source["url"]} if source["type"] == "url" else {"file_id": source["file_id"]}
        return linked("image" if is_picture else "file", **place)
    if is_picture:
        return picture(source["media_type"], _data(source))
    return FileBlock(data=_data(source), name=part.get("title") or "", media_type=source["media_type"])


def _data(source: Mapping[str, Any]) -> bytes:
    return source["data"].encode() if source["type"] == "text" else base64.b64decode(source["data"], validate=True)
