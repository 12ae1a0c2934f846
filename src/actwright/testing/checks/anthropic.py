"""Checks a request for what Anthropic's Messages API refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from actwright.testing.checks.browser_toolset import STATE, browser_toolset_problems, is_toolset, state_problems
from actwright.testing.checks.schemas import anthropic_schema_problem
from actwright.testing.checks.shapes import mapping, mappings, texts

Part = Mapping[str, Any]

MAX_CACHE_MARKS = 4
NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
PICTURES = ("image/jpeg", "image/png", "image/gif", "image/webp")
ROLES = {
    "text": ("system", "user", "assistant", "tool_result"),
    "image": ("user", "tool_result"),
    "document": ("user", "tool_result"),
    "tool_result": ("user",),
    STATE: ("tool_result",),
    "tool_use": ("assistant",),
    "thinking": ("assistant",),
    "redacted_thinking": ("assistant",),
}
"""The roles in whose messages each type of content is permitted."""
REQUIRED = {
    "tool_use": ("id", "name", "input"),
    "tool_result": ("tool_use_id",),
    "thinking": ("thinking", "signature"),
    "redacted_thinking": ("data",),
}


def anthropic_problem(body: Mapping[str, Any], headers: Mapping[str, str]) -> str:
    """Returns why Anthropic's Messages API refuses a request; empty if it accepts it."""
    return next(_problems(body, headers), "")


def _problems(body: Mapping[str, Any], headers: Mapping[str, str]) -> Iterator[str]:
    if "anthropic-version" not in headers:
        yield "anthropic-version: header is required"
    yield from (f"{name}: Field required" for name in ("model", "max_tokens", "messages") if name not in body)
    if not isinstance(body["max_tokens"], int) or body["max_tokens"] < 1:
        yield "max_tokens: must be greater than or equal to 1"
    messages = mappings(body["messages"])
    if not messages:
        yield "messages: at least one message is required"
    yield from _content_problems("system", body.get("system", "none"), "system")
    for index, message in enumerate(messages):
        if message.get("role") not in ("user", "assistant"):
            yield f"messages.{index}: role must be one of user, assistant"
        yield from _content_problems(f"messages.{index}.content", message.get("content"), message["role"])
    yield from _call_problems(messages)
    yield from browser_toolset_problems(messages, mappings(body.get("tools")))
    yield from _cache_problems([body.get("system"), *(message.get("content") for message in messages)])
    yield from _tool_problems(mappings(body.get("tools")))
    form = mapping(mapping(body.get("output_config")).get("format"))
    if form:
        yield from filter(None, [anthropic_schema_problem(form.get("schema"))])


def _content_problems(where: str, content: Any, role: str) -> Iterator[str]:
    if not content and role != "tool_result":
        yield f"{where}: Field required"
    for index, part in enumerate(mappings(content)):
        yield from _part_problems(f"{where}.{index}", part, role)


def _part_problems(where: str, part: Part, role: str) -> Iterator[str]:
    kind = str(part.get("type"))
    if kind not in ROLES:
        yield f"{where}: Input tag '{kind}' does not match any of the expected tags"
    if role not in ROLES[kind]:
        expected = f"`{kind}` blocks can only be in `{ROLES[kind][0]}` messages"
        yield "system: only text blocks are allowed" if role == "system" else f"{where}: {expected}"
    yield from (f"{where}.{kind}.{name}: Field required" for name in REQUIRED.get(kind, ()) if name not in part)
    if kind == "text" and not str(part.get("text", "")).strip():
        yield f"{where}: text content blocks must contain non-whitespace text"
    if kind in ("image", "document"):
        yield from _source_problems(f"{where}.{kind}.source", kind, mapping(part.get("source")))
    if kind == "tool_use" and not NAME.fullmatch(str(part["id"])):
        yield f"{where}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"
    if kind == "tool_use" and not isinstance(part["input"], Mapping):
        yield f"{where}.tool_use.input: Input should be a valid dictionary"
    if kind == "tool_result":
        yield from _content_problems(f"{where}.tool_result.content", part.get("content"), "tool_result")
    if kind == STATE:
        yield from state_problems(where, part)


def _source_problems(where: str, kind: str, source: Part) -> Iterator[str]:
    if source.get("type") not in ("base64", "url", "file", *(("text", "content") if kind == "document" else ())):
        yield f"{where}: Input tag '{source.get('type')}' found using 'type' does not match any of the expected tags"
    taken = PICTURES if kind == "image" else ("application/pdf",)
    if source["type"] == "base64" and source.get("media_type") not in taken:
        yield f"{where}.base64.media_type: Input should be {' or '.join(map(repr, taken))}"
    if source["type"] == "base64" and not source.get("data"):
        yield f"{where}.base64.data: Field required"


def _call_problems(messages: list[Part]) -> Iterator[str]:
    """Each call must be answered at the start of the next message, and nothing else may be."""
    called: list[str] = []
    for index, message in enumerate(messages):
        parts = mappings(message.get("content"))
        first = [part.get("type") for part in parts].index("tool_result") if _results(parts) else 0
        answered = texts(_results(parts), "tool_use_id")
        missing = [call for call in called if call not in answered or first]
        if missing:
            yield (
                f"messages.{index - 1}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                f"{', '.join(missing)}. Each `tool_use` block must have a corresponding `tool_result` block in the "
                "next message."
            )
        for answer in answered:
            if answer not in called:
                yield (
                    f"messages.{index}.content: unexpected `tool_use_id` found in `tool_result` blocks: {answer}. Each "
                    "`tool_result` block must have a corresponding `tool_use` block in the previous message."
                )
        if len(set(answered)) < len(answered):
            yield f"messages.{index}.content: each tool_use must have a single result. Found multiple `tool_result` blocks"
        called = texts([part for part in parts if part.get("type") == "tool_use"], "id")
        if len(set(called)) < len(called):
            yield f"messages.{index}.content: `tool_use` ids must be unique"
    if called:
        yield f"messages.{len(messages) - 1}: `tool_use` ids were found without `tool_result` blocks: {', '.join(called)}"


def _results(parts: list[Part]) -> list[Part]:
    return [part for part in parts if part.get("type") == "tool_result"]


def _cache_problems(contents: list[Any]) -> Iterator[str]:
    parts = [part for content in contents for part in mappings(content)]
    parts += [inner for part in parts for inner in mappings(part.get("content"))]
    marks = sum(1 for part in parts if part.get("cache_control"))
    if marks > MAX_CACHE_MARKS:
        yield f"A maximum of {MAX_CACHE_MARKS} blocks with cache_control may be provided. Found {marks}."


def _tool_problems(tools: list[Part]) -> Iterator[str]:
    for index, tool in enumerate(tools):
        if is_toolset(tool):
            continue
        if not NAME.fullmatch(str(tool.get("name", ""))):
            yield f"tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'"
        if mapping(tool.get("input_schema")).get("type") != "object":
            yield f"tools.{index}.custom.input_schema.type: Input should be 'object'"
    names = texts([tool for tool in tools if not is_toolset(tool)], "name")
    if len(set(names)) < len(names):
        yield "tools: Tool names must be unique."
