"""Decodes a body of OpenAI's Responses API as Actwright's own request."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from actwright.schemas.exchange import Block, Message, Reasoning, Refusal, Request, TextBlock, ToolCall, ToolResult
from actwright.schemas.toolset import SafetyCheck, Toolset
from actwright.testing.requests.parts import (
    error_in,
    file,
    from_data_url,
    linked,
    picture,
    result,
    sampling,
    tool_definition,
)

Item = Mapping[str, Any]


def openai_responses_request(body: Item) -> Request:
    """Decodes a body: the inverse of `actwright.engine.models.openai_responses.encode`."""
    form = body.get("text", {}).get("format", {})
    tools = body.get("tools", ())
    items = [{"role": "user", "content": body["input"]}] if isinstance(body["input"], str) else body["input"]
    return Request(
        system=(TextBlock(text=body["instructions"]),) if body.get("instructions") else (),
        messages=tuple(_messages(items)),
        **({"schema_name": form["name"], "answer_schema": form["schema"]} if "schema" in form else {}),
        tools=tuple(tool_definition(tool) for tool in tools if tool["type"] == "function"),
        toolset=next((_toolset(tool) for tool in tools if tool["type"] != "function"), None),
        **({"max_output_tokens": body["max_output_tokens"]} if body.get("max_output_tokens") else {}),
        sampling=sampling(body, body.get("reasoning", {}).get("effort")),
        stream=bool(body.get("stream")),
    )


def _toolset(tool: Item) -> Toolset:
    return Toolset(kind=tool["type"], width=tool.get("display_width", 0), height=tool.get("display_height", 0))


def _messages(items: Sequence[Item]) -> Iterator[Message]:
    """Yields messages. Adjacent items of one speaker are one message, but two items that are messages stay apart."""
    role, blocks, was_message = "", list[Block](), False
    for item in items:
        speaker = _role(item)
        if blocks and (speaker != role or (was_message and "role" in item)):
            yield Message.model_validate({"role": role, "blocks": blocks})
            blocks = []
        role, was_message = speaker, "role" in item
        blocks += _blocks(item)
    if blocks:
        yield Message.model_validate({"role": role, "blocks": blocks})


def _role(item: Item) -> str:
    if "role" in item:
        return "system" if item["role"] == "developer" else item["role"]
    return "user" if item["type"].endswith("_output") else "assistant"


def _blocks(item: Item) -> list[Block]:
    match item.get("type", "message"):
        case "message":
            return list(map(_content, _parts(item["content"])))
        case "function_call_output":
            return [_result(item)]
        case "computer_call_output":
            blocks = (picture(*from_data_url(item["output"]["image_url"])),)
            checks = tuple(map(SafetyCheck.model_validate, item.get("acknowledged_safety_checks", ())))
            return [ToolResult(call_id=item["call_id"], toolset="computer", blocks=blocks, acknowledged=checks)]
        case "computer_call":
            call: dict[str, Any] = dict(item)
            call_id, status = call.pop("call_id"), call.pop("status")
            arguments = json.dumps({name: said for name, said in call.items() if name != "type"}, ensure_ascii=False)
            return [ToolCall(call_id=call_id, tool="computer", toolset="computer", arguments=arguments, status=status)]
        case _:
            return [_content(item)]


def _parts(content: Any) -> Sequence[Item]:
    return [{"type": "input_text", "text": content}] if isinstance(content, str) else content


def _content(part: Item) -> Block:
    """Returns a part of a message. Some clients put a call there too, with its arguments as an object."""
    match part["type"]:
        case "input_text" | "output_text":
            return TextBlock(text=part["text"])
        case "input_image" | "input_file":
            return _seen(part)
        case "refusal":
            return Refusal(refusal=part["refusal"])
        case "function_call":
            arguments = part["arguments"]
            text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
            return ToolCall(call_id=part["call_id"], tool=part["name"], arguments=text, status=part.get("status") or "")
        case "reasoning":
            return Reasoning(wire="openai_responses", item=part)
        case kind:
            raise ValueError(f"{kind!r} has no equivalent block")


def _seen(part: Item) -> Block:
    """Returns a picture or a document: its bytes, its address, or the provider's ID for it."""
    kind = "image" if part["type"] == "input_image" else "file"
    detail = {"detail": part.get("detail", "auto")} if kind == "image" else {}
    address = part.get("image_url" if kind == "image" else "file_url", "")
    if "file_id" in part or (address and not address.startswith("data:")):
        return linked(kind, url=address, file_id=part.get("file_id", ""), **detail)
    return (
        picture(*from_data_url(address), **detail)
        if kind == "image"
        else file(part["file_data"], part.get("filename", ""))
    )


def _result(item: Item) -> Block:
    """Returns a result: a text, or content. If the call failed, the first text of the content is its error."""
    if isinstance(item["output"], str):
        return result(item["call_id"], item["output"])
    blocks = list(map(_content, item["output"]))
    if blocks and isinstance(blocks[0], TextBlock) and error_in(blocks[0].text) is not None:
        return result(item["call_id"], blocks[0].text, blocks[1:])
    return result(item["call_id"], "", blocks)
