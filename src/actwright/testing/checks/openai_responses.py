"""Checks a request for what OpenAI's Responses API refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from actwright.testing.checks.schemas import openai_schema_problem
from actwright.testing.checks.shapes import mapping, mappings, texts

Part = Mapping[str, Any]

LEAST_OUTPUT = 16
MAX_CALL_ID = 64
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
PICTURE = re.compile(r"https?://.+|data:image/(png|jpeg|gif|webp);base64,.+")
FILE = re.compile(r"(data:[a-z]+/[a-zA-Z0-9.+-]+;base64,)?[A-Za-z0-9+/=]+")
"""A data URL, as in the guide. It is not known whether this API refuses bare base64, as Chat Completions does."""
DETAILS = ("low", "high", "auto", "original")
PARAMETERS = {
    "message": ("type", "role", "content", "id", "status", "phase"),
    "function_call": ("type", "call_id", "name", "arguments", "id", "status"),
    "function_call_output": ("type", "call_id", "output", "id", "status"),
    "computer_call": ("type", "id", "call_id", "action", "actions", "pending_safety_checks", "status"),
    "computer_call_output": ("type", "call_id", "output", "acknowledged_safety_checks", "id", "status"),
    "computer_screenshot": ("type", "image_url", "file_id"),
    "reasoning": ("type", "id", "summary", "content", "encrypted_content", "status"),
    "input_text": ("type", "text"),
    "input_image": ("type", "image_url", "file_id", "detail"),
    "input_file": ("type", "file_data", "file_id", "file_url", "filename", "detail"),
    "output_text": ("type", "text", "annotations", "logprobs"),
    "refusal": ("type", "refusal"),
}
"""All parameters of each type of item and of content; any other is refused."""
ITEMS = ("message", "function_call", "function_call_output", "computer_call", "computer_call_output", "reasoning")
REQUIRED = {
    "message": ("role", "content"),
    "function_call": ("call_id", "name", "arguments"),
    "function_call_output": ("call_id", "output"),
    "computer_call": ("id", "call_id", "pending_safety_checks", "status"),
    "computer_call_output": ("call_id", "output"),
    "reasoning": ("id", "summary"),
    "input_text": ("text",),
    "output_text": ("text",),
    "refusal": ("refusal",),
}
COMPUTERS = {"computer": (), "computer_use_preview": ("display_width", "display_height", "environment")}
"""The computer tools, and the parameters that each requires."""
INPUTS = ("input_text", "input_image", "input_file")
CONTENT = {
    "user": INPUTS,
    "system": INPUTS,
    "developer": INPUTS,
    "assistant": ("output_text", "refusal"),
    "output": INPUTS,
}
"""The types of content that each role's messages, and outputs of calls, may have."""


def openai_responses_problem(body: Mapping[str, Any]) -> str:
    """Returns why OpenAI's Responses API refuses a request; empty if it accepts it."""
    return next(_problems(body), "")


def _problems(body: Mapping[str, Any]) -> Iterator[str]:
    if not body.get("model"):
        yield "you must provide a model parameter"
    if body.get("previous_response_id"):
        yield f"Previous response with id '{body['previous_response_id']}' not found."
    if not body.get("input"):
        yield "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation' must be provided."
    cap = body.get("max_output_tokens")
    if isinstance(cap, int) and cap < LEAST_OUTPUT:
        yield (
            "Invalid 'max_output_tokens': integer below minimum value. "
            f"Expected a value >= {LEAST_OUTPUT}, but got {cap} instead."
        )
    items = mappings(body["input"])
    for index, item in enumerate(items):
        yield from _item_problems(f"input[{index}]", item)
    yield from _call_problems(items)
    yield from _reasoning_problems(items)
    tools = mappings(body.get("tools"))
    if sum(tool.get("type") in COMPUTERS for tool in tools) > 1:
        yield "Only one computer tool may be given."
    for index, tool in enumerate(tools):
        yield from _tool_problems(f"tools[{index}]", tool)
    yield from _form_problems(mapping(mapping(body.get("text")).get("format")))


def _item_problems(where: str, item: Part) -> Iterator[str]:
    kind = item.get("type", "message")
    if kind not in ITEMS:
        yield f"Invalid value: '{kind}'. Supported values are: 'message', 'function_call', … ({where}.type)"
    yield from _parameter_problems(where, item, kind)
    match kind:
        case "message":
            if item["role"] not in ("user", "assistant", "system", "developer"):
                yield f"Invalid value: '{item['role']}'. Supported values are: 'assistant', 'system', … ({where}.role)"
            yield from _content_problems(f"{where}.content", item["content"], item["role"])
        case "function_call":
            if not isinstance(item["arguments"], str):
                yield f"Invalid type for '{where}.arguments': expected a string, but got an object instead."
        case "function_call_output":
            yield from _content_problems(f"{where}.output", item["output"], "output")
        case _:
            yield from _computer_problems(where, item)
    if len(str(item.get("call_id", ""))) > MAX_CALL_ID:
        yield f"Invalid '{where}.call_id': string too long. Expected a string with maximum length {MAX_CALL_ID}."


def _computer_problems(where: str, item: Part) -> Iterator[str]:
    if item.get("type") == "computer_call" and ("action" in item) is ("actions" in item):
        yield f"Exactly one of '{where}.action' and '{where}.actions' must be given."
    if item.get("type") == "computer_call_output":
        shown = mapping(item["output"])
        yield from _parameter_problems(f"{where}.output", shown, "computer_screenshot")
        if shown.get("type") != "computer_screenshot" or not PICTURE.fullmatch(str(shown.get("image_url"))):
            yield f"Invalid '{where}.output.image_url'. Expected a valid URL of a computer_screenshot."


def _content_problems(where: str, content: Any, role: str) -> Iterator[str]:
    for index, part in enumerate(mappings(content)):
        here, kind = f"{where}[{index}]", part.get("type")
        if kind not in CONTENT[role]:
            supported = ", ".join(f"'{one}'" for one in CONTENT[role])
            yield f"Invalid value: '{kind}'. Supported values are: {supported}. ({here})"
        yield from _parameter_problems(here, part, str(kind))
        if kind == "input_image" and not part.get("file_id") and not PICTURE.fullmatch(str(part.get("image_url"))):
            yield f"Invalid '{here}.image_url'. Expected a valid URL, but got a value with an invalid format."
        if kind == "input_image" and part.get("detail", "auto") not in DETAILS:
            yield f"Invalid value: '{part['detail']}'. Supported values are: {', '.join(DETAILS)}. ({here}.detail)"
        if "file_data" in part and not FILE.fullmatch(str(part["file_data"])):
            yield (
                f"Invalid '{here}.file_data'. Expected a base64-encoded data URL with a supported MIME type (e.g. "
                "'data:application/pdf;base64,SGVsbG8sIFdvcmxkIQ==')."
            )


def _parameter_problems(where: str, part: Part, kind: str) -> Iterator[str]:
    yield from (f"Missing required parameter: '{where}.{name}'." for name in REQUIRED.get(kind, ()) if name not in part)
    yield from (f"Unknown parameter: '{where}.{name}'." for name in part if name not in PARAMETERS[kind])


def _call_problems(items: list[Part]) -> Iterator[str]:
    """Each call must be answered somewhere after it by a result of its kind, and nothing else may be."""
    for kind, name in (("function_call", "function"), ("computer_call", "computer")):
        called: dict[str, Part] = {}
        answered = texts([item for item in items if item.get("type") == f"{kind}_output"], "call_id")
        for item in items:
            if item.get("type") == kind:
                called[str(item["call_id"])] = item
            elif item.get("type") == f"{kind}_output" and item["call_id"] not in called:
                yield f"No tool call found for {name} call output with call_id {item['call_id']}."
            elif item.get("type") == "computer_call_output" == f"{kind}_output":
                yield from _safety_problems(called[item["call_id"]], item)
        yield from (f"No tool output found for {name} call {call}." for call in called if call not in answered)


def _safety_problems(call: Part, output: Part) -> Iterator[str]:
    """Every safety check of a call must be acknowledged in its output, and no other."""
    pending = texts(mappings(call.get("pending_safety_checks")), "id")
    acknowledged = texts(mappings(output.get("acknowledged_safety_checks")), "id")
    yield from (
        f"Computer call {call['call_id']} has a pending safety check that was not acknowledged: {check}."
        for check in pending
        if check not in acknowledged
    )
    yield from (f"There is no pending safety check {check}." for check in acknowledged if check not in pending)


def _reasoning_problems(items: list[Part]) -> Iterator[str]:
    """Reasoning must have its content, because nothing is stored, and must be followed by the item that it led to."""
    for index, item in enumerate(items):
        if item.get("type") != "reasoning":
            continue
        if not item.get("encrypted_content") and not item.get("content"):
            yield (
                f"Item with id '{item['id']}' not found. Items are not persisted when `store` is set to false. Try "
                "again with `store` set to true, or remove this item from your input."
            )
        following = mapping(items[index + 1] if index + 1 < len(items) else None)
        if (
            following.get("type") not in ("function_call", "computer_call", "reasoning")
            and following.get("role") != "assistant"
        ):
            yield f"Item '{item['id']}' of type 'reasoning' was provided without its required following item."


def _tool_problems(where: str, tool: Part) -> Iterator[str]:
    if tool.get("type") in COMPUTERS:
        yield from (
            f"Missing required parameter: '{where}.{name}'." for name in COMPUTERS[tool["type"]] if not tool.get(name)
        )
        yield from (
            f"Unknown parameter: '{where}.{name}'." for name in tool if name not in ("type", *COMPUTERS[tool["type"]])
        )
        return
    if "name" not in tool:
        yield f"Missing required parameter: '{where}.name'."
    if not TOOL_NAME.fullmatch(str(tool["name"])):
        yield f"Invalid '{where}.name': string does not match pattern. Expected a string that matches '^[a-zA-Z0-9_-]+$'."
    if tool.get("strict"):
        yield from filter(None, [openai_schema_problem(tool.get("parameters"), f"function '{tool['name']}'")])


def _form_problems(form: Part) -> Iterator[str]:
    if form.get("type") != "json_schema":
        return
    if not form.get("name"):
        yield "Missing required parameter: 'text.format.name'."
    if form.get("strict"):
        yield from filter(None, [openai_schema_problem(form.get("schema"), f"response_format '{form['name']}'")])
