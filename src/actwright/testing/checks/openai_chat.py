"""Checks a request for what OpenAI's Chat Completions API refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from actwright.testing.checks.schemas import openai_schema_problem
from actwright.testing.checks.shapes import mapping, mappings, texts

Part = Mapping[str, Any]

SPEAKER = re.compile(r"[^\s<|\\/>]+")
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
PICTURE = re.compile(r"https?://.+|data:image/(png|jpeg|gif|webp);base64,.+")
FILE = re.compile(r"data:application/pdf;base64,.+")
TAKEN = {
    "system": ("text",),
    "developer": ("text",),
    "user": ("text", "image_url", "file"),
    "assistant": ("text", "refusal"),
    "tool": ("text",),
}
"""The types of content that each role's messages may have."""


def openai_chat_problem(body: Mapping[str, Any]) -> str:
    """Returns why OpenAI's Chat Completions API refuses a request; empty if it accepts it."""
    return next(_problems(body), "")


def _problems(body: Mapping[str, Any]) -> Iterator[str]:
    if not body.get("model"):
        yield "you must provide a model parameter"
    messages = mappings(body.get("messages"))
    if not messages:
        yield "Missing required parameter: 'messages'."
    for index, message in enumerate(messages):
        yield from _message_problems(f"messages[{index}]", message)
    yield from _call_problems(messages)
    for index, tool in enumerate(mappings(body.get("tools"))):
        yield from _tool_problems(f"tools[{index}]", tool)
    form = mapping(body.get("response_format"))
    wanted = mapping(form.get("json_schema"))
    if form.get("type") == "json_schema" and not wanted.get("name"):
        yield "Missing required parameter: 'response_format.json_schema.name'."
    if wanted.get("strict"):
        yield from filter(None, [openai_schema_problem(wanted.get("schema"), f"response_format '{wanted['name']}'")])


def _message_problems(where: str, message: Part) -> Iterator[str]:
    role = message.get("role")
    if role not in TAKEN:
        yield f"Invalid value: '{role}' for {where}.role."
    if message.get("content") is None and not message.get("tool_calls"):
        yield f"Invalid value for 'content': expected a string, got null. ({where})"
    if "name" in message and not SPEAKER.fullmatch(str(message["name"])):
        yield f"Invalid '{where}.name': string does not match pattern. Expected a string that matches '^[^\\s<|\\\\/>]+$'."
    if role == "tool" and not message.get("tool_call_id"):
        yield f"Missing required parameter: '{where}.tool_call_id'."
    for part in mappings(message.get("content")):
        yield from _part_problems(where, part, str(role))


def _part_problems(where: str, part: Part, role: str) -> Iterator[str]:
    kind = part.get("type")
    if kind not in {one for taken in TAKEN.values() for one in taken}:
        yield f"Invalid value: '{kind}' for {where}.content[].type."
    if kind == "image_url" and role != "user":
        yield f"Image URLs are only allowed for messages with role 'user' ({where})."
    if kind not in TAKEN[role]:
        yield f"Invalid value: '{kind}'. Supported values for {where}.content[].type are: {', '.join(TAKEN[role])}."
    if kind == "image_url" and not PICTURE.fullmatch(str(mapping(part.get("image_url")).get("url"))):
        yield f"Invalid '{where}.content[].image_url.url'. Expected a URL or a base64-encoded data URL of a picture."
    if (
        kind == "file"
        and not mapping(part.get("file")).get("file_id")
        and not FILE.fullmatch(str(mapping(part.get("file")).get("file_data")))
    ):
        yield (
            f"Invalid file data: '{where}.content[].file.file_data'. Expected a base64-encoded data URL with an "
            "application/pdf MIME type (e.g. 'data:application/pdf;base64,SGVsbG8sIFdvcmxkIQ==')."
        )


def _call_problems(messages: list[Part]) -> Iterator[str]:
    """The messages after one with calls must answer every call, and nothing else."""
    called: list[str] = []
    for index, message in enumerate(messages):
        if message.get("role") == "tool":
            answered = str(message["tool_call_id"])
            if answered not in called:
                yield (
                    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with "
                    f"'tool_calls'. (messages[{index}])"
                )
            called.remove(answered)
            continue
        if called:
            yield _unanswered(called)
        calls = mappings(message.get("tool_calls"))
        if calls and message.get("role") != "assistant":
            yield f"Unknown parameter: 'messages[{index}].tool_calls'."
        if any(not isinstance(mapping(call.get("function")).get("arguments"), str) for call in calls):
            yield f"Missing required parameter: 'messages[{index}].tool_calls[].function.arguments'."
        called = texts(calls, "id")
    if called:
        yield _unanswered(called)


def _unanswered(called: list[str]) -> str:
    return (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
        f"The following tool_call_ids did not have response messages: {', '.join(called)}"
    )


def _tool_problems(where: str, tool: Part) -> Iterator[str]:
    function = mapping(tool.get("function"))
    if tool.get("type") != "function" or not function:
        yield f"Missing required parameter: '{where}.function'."
    if not TOOL_NAME.fullmatch(str(function.get("name"))):
        yield f"Invalid '{where}.function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'."
    if function.get("strict"):
        yield from filter(None, [openai_schema_problem(function.get("parameters"), f"function '{function['name']}'")])
