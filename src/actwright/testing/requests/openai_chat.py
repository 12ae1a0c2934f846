"""Decodes a body of OpenAI's Chat Completions as Actwright's own request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from actwright.engine.models.openai_chat import PICTURES
from actwright.schemas.exchange import (
    Block,
    ImageBlock,
    LinkBlock,
    Message,
    Refusal,
    Request,
    TextBlock,
    ToolCall,
    ToolResult,
)
from actwright.testing.requests.parts import file, from_data_url, linked, picture, result, sampling, tool_definition

OF_RESULT = re.compile(re.escape(PICTURES).replace(re.escape("{}"), "(.*)"), re.DOTALL)


def openai_chat_request(body: Mapping[str, Any]) -> Request:
    """Decodes a body: the inverse of `actwright.engine.models.openai_chat.encode`."""
    messages = list(_messages(body["messages"]))
    system: tuple[Any, ...] = ()
    if messages and messages[0].role == "system" and not messages[0].name:
        system = messages.pop(0).blocks
    cap = body.get("max_completion_tokens") or body.get("max_tokens")
    form = body.get("response_format", {}).get("json_schema")
    return Request(
        system=system,
        messages=tuple(messages),
        **({"schema_name": form["name"], "answer_schema": form["schema"]} if form else {}),
        tools=tuple(tool_definition(tool["function"]) for tool in body.get("tools", ())),
        **({"max_output_tokens": cap} if cap else {}),
        sampling=sampling(body, body.get("reasoning_effort")),
        older=("max_tokens",) if "max_tokens" in body else (),
        stream=bool(body.get("stream")),
    )


def _messages(messages: Sequence[Mapping[str, Any]]) -> Iterator[Message]:
    """Yields messages. Results, their pictures and what the user says after them are one message of the user."""
    results: list[ToolResult] = []
    pictured = False
    for message in messages:
        if message["role"] == "tool":
            if pictured:
                yield Message(role="user", blocks=tuple(results))
                results, pictured = [], False
            results.append(result(message["tool_call_id"], _text(message["content"])))
            continue
        blocks = tuple(_blocks(message))
        if results and message["role"] == "user" and _are_pictures_of_results(blocks):
            results, pictured = _with_pictures(results, blocks), True
            continue
        if results and message["role"] != "user":
            yield Message(role="user", blocks=tuple(results))
            results = []
        role = "system" if message["role"] == "developer" else message["role"]
        yield Message(role=role, blocks=(*results, *blocks), name=message.get("name", ""))
        results, pictured = [], False
    if results:
        yield Message(role="user", blocks=tuple(results))


def _are_pictures_of_results(blocks: Sequence[Block]) -> bool:
    return bool(blocks) and isinstance(blocks[0], TextBlock) and OF_RESULT.fullmatch(blocks[0].text) is not None


def _with_pictures(results: Sequence[ToolResult], blocks: Sequence[Block]) -> list[ToolResult]:
    """Adds to results the pictures that came after them, each after a text that names its call."""
    pictures: dict[str, list[ImageBlock | LinkBlock]] = {}
    call_id = ""
    for block in blocks:
        if isinstance(block, TextBlock) and (named := OF_RESULT.fullmatch(block.text)):
            call_id = named[1]
        elif isinstance(block, ImageBlock | LinkBlock):
            pictures.setdefault(call_id, []).append(block)
    return [one.model_copy(update={"blocks": (*one.blocks, *pictures.get(one.call_id, ()))}) for one in results]


def _blocks(message: Mapping[str, Any]) -> Iterator[Block]:
    content = message.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or ()
    yield from map(_block, parts)
    if message.get("refusal"):
        yield Refusal(refusal=message["refusal"])
    for call in message.get("tool_calls", ()):
        function = call["function"]
        yield ToolCall(call_id=call["id"], tool=function["name"], arguments=function["arguments"])


def _block(part: Mapping[str, Any]) -> Block:
    match part["type"]:
        case "text":
            return TextBlock(text=part["text"])
        case "image_url":
            image = part["image_url"]
            if not image["url"].startswith("data:"):
                return linked("image", url=image["url"], detail=image.get("detail", "auto"))
            return picture(*from_data_url(image["url"]), detail=image.get("detail", "auto"))
        case "file" if "file_id" in part["file"]:
            return linked("file", file_id=part["file"]["file_id"])
        case "file":
            return file(part["file"]["file_data"], part["file"].get("filename", ""))
        case "refusal":
            return Refusal(refusal=part["refusal"])
        case kind:
            raise ValueError(f"{kind!r} has no equivalent block")


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)
