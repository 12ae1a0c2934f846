"""Every kind of block on every wire: the whole body, which the SDK's own types and the local servers' checks accept."""

import base64
import io
from collections.abc import Iterable, Mapping
from functools import cache

import pytest
from PIL import Image as Picture
from pydantic import TypeAdapter

from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.schemas.exchange import (
    FileBlock,
    ImageBlock,
    Message,
    Reasoning,
    Refusal,
    Request,
    TextBlock,
    ToolCall,
    ToolDefinition,
    ToolResult,
)
from actwright.schemas.page import Image
from actwright.testing.checks import anthropic_problem, openai_chat_problem, openai_responses_problem

WIRES = {"anthropic": anthropic, "openai_chat": openai_chat, "openai_responses": openai_responses}


def picture(kind):
    passed = io.BytesIO()
    Picture.new("RGB", (2, 2)).save(passed, kind)
    return Image(data=passed.getvalue(), media_type=f"image/{kind}", width=2, height=2)


def base64_of(data):
    return base64.b64encode(data).decode()


PNG, JPEG, WEBP = map(picture, ("png", "jpeg", "webp"))
PDF = FileBlock(data=b"%PDF-1.4", name="document.pdf")
PDF_URL = f"data:application/pdf;base64,{base64_of(PDF.data)}"
NOTES = FileBlock(data="grüße".encode(), name="notes.md", media_type="text/markdown")
THINKING = {"type": "thinking", "thinking": "hm", "signature": "sig"}
REASONED = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"}
FORGOTTEN = {"type": "reasoning", "id": "rs_2", "summary": []}


def url(image):
    return f"data:{image.media_type};base64,{base64_of(image.data)}"


def user(*blocks, **options):
    return Message(role="user", blocks=blocks, **options)


def assistant(*blocks, **options):
    return Message(role="assistant", blocks=blocks, **options)


def text(words, **options):
    return TextBlock(text=words, **options)


def said(words):
    """Text as two of the wires write it."""
    return {"type": "text", "text": words}


def typed(words):
    return {"type": "input_text", "text": words}


def spoken(words):
    return {"type": "output_text", "text": words}


def row(name, messages, *, anthropic, openai_chat, openai_responses):
    return pytest.param(
        messages, {"anthropic": anthropic, "openai_chat": openai_chat, "openai_responses": openai_responses}, id=name
    )


def of_user(name, blocks, *parts):
    """A row of one message of the user, with the parts that each wire has of it."""
    first, second, third = ([{"role": "user", "content": list(content)}] for content in parts)
    return row(name, (user(*blocks),), anthropic=first, openai_chat=second, openai_responses=third)


def source(image):
    return {"type": "base64", "media_type": image.media_type, "data": base64_of(image.data)}


def of_picture(name, block):
    image, detail = block.image, block.detail
    return of_user(
        name,
        [block],
        [{"type": "image", "source": source(image)}],
        [{"type": "image_url", "image_url": {"url": url(image), "detail": detail}}],
        [{"type": "input_image", "image_url": url(image), "detail": detail}],
    )


LOOK = ToolCall(call_id="call_1", tool="look", arguments='{"at": "x"}')
ASK = user(text("go"))
ASKED = {
    "anthropic": [{"role": "user", "content": [said("go")]}],
    "openai_chat": [{"role": "user", "content": [said("go")]}],
    "openai_responses": [{"role": "user", "content": [typed("go")]}],
}


def between(*answers):
    """What each wire has between the same words of the user."""
    return {wire: [*asked, *answer, *asked] for (wire, asked), answer in zip(ASKED.items(), answers, strict=True)}


def tool_use(arguments, identity="call_1"):
    return {"type": "tool_use", "id": identity, "name": "look", "input": arguments}


def tool_call(arguments, identity="call_1"):
    return {"id": identity, "type": "function", "function": {"name": "look", "arguments": arguments}}


def function_call(arguments, identity="call_1"):
    return {"type": "function_call", "call_id": identity, "name": "look", "arguments": arguments}


def of_result(name, blocks, *, failed=False, used, tool, output, call=LOOK, parsed=None, pictures=()):
    """A row of a request, a call and its result."""
    result = {"type": "tool_result", "tool_use_id": "call_1", "content": used}
    return row(
        name,
        (ASK, assistant(call), user(ToolResult(call_id="call_1", blocks=tuple(blocks), failed=failed))),
        anthropic=[
            *ASKED["anthropic"],
            {"role": "assistant", "content": [tool_use({"at": "x"} if parsed is None else parsed)]},
            {"role": "user", "content": [{**result, "is_error": True} if failed else result]},
        ],
        openai_chat=[
            *ASKED["openai_chat"],
            {"role": "assistant", "content": None, "tool_calls": [tool_call(call.arguments)]},
            {"role": "tool", "tool_call_id": "call_1", "content": tool},
            *pictures,
        ],
        openai_responses=[
            *ASKED["openai_responses"],
            function_call(call.arguments),
            {"type": "function_call_output", "call_id": "call_1", "output": output},
        ],
    )


PICTURE_PART = {"type": "image_url", "image_url": {"url": url(PNG), "detail": "low"}}
FOLLOWING = {"role": "user", "content": [said("Pictures of the result of call_1:"), PICTURE_PART]}
SHOT = ImageBlock(image=PNG, detail="low")
INPUT_SHOT = {"type": "input_image", "image_url": url(PNG), "detail": "low"}
USED_SHOT = {"type": "image", "source": source(PNG)}
ERROR = '{"ok":"false","error":"File not found"}'
WORDS = {"user": typed, "assistant": spoken}
FEW_SHOTS = (("user", "page 1"), ("assistant", "click"), ("user", "page 2"), ("assistant", "type"))

ROWS = [
    of_user("text", [text("hello", cache=False)], [said("hello")], [said("hello")], [typed("hello")]),
    of_picture("a PNG, low", SHOT),
    of_picture("a JPEG, high", ImageBlock(image=JPEG)),
    of_picture("a WebP, auto", ImageBlock(image=WEBP, detail="auto")),
    of_picture("a PNG, original", ImageBlock(image=PNG, detail="original")),
    of_user(
        "a PDF",
        [PDF],
        [
            {
                "type": "document",
                "source": {"type": "base64", "media_type": "application/pdf", "data": base64_of(PDF.data)},
                "title": "document.pdf",
            }
        ],
        [{"type": "file", "file": {"filename": "document.pdf", "file_data": PDF_URL}}],
        [{"type": "input_file", "filename": "document.pdf", "file_data": PDF_URL}],
    ),
    row(
        "an answer",
        (ASK, assistant(text("done")), ASK),
        **between(*([{"role": "assistant", "content": [answer("done")]}] for answer in (said, said, spoken))),
    ),
    of_result("a result of text", [text("a"), text("b")], used=[said("a"), said("b")], tool="a\nb", output="a\nb"),
    of_result("a result of nothing", [], used=[], tool="", output=""),
    of_result(
        "a result with a picture",
        [text("seen"), SHOT],
        used=[said("seen"), USED_SHOT],
        tool="seen",
        output=[typed("seen"), INPUT_SHOT],
        pictures=[FOLLOWING],
    ),
    of_result("a picture alone", [SHOT], used=[USED_SHOT], tool="", output=[INPUT_SHOT], pictures=[FOLLOWING]),
    of_result(
        "an error", [text("File not found")], failed=True, used=[said("File not found")], tool=ERROR, output=ERROR
    ),
    of_result(
        "an error with a picture",
        [text("File not found"), SHOT],
        failed=True,
        used=[said("File not found"), USED_SHOT],
        tool=ERROR,
        output=[typed(ERROR), INPUT_SHOT],
        pictures=[FOLLOWING],
    ),
    *(
        of_result(
            name,
            [text("no")],
            call=LOOK.model_copy(update={"arguments": arguments}),
            parsed=parsed,
            used=[said("no")],
            tool="no",
            output="no",
        )
        for name, arguments, parsed in (
            ("arguments that are not JSON", '{"at": ', {"arguments": '{"at": '}),
            ("arguments that are no object", "[NaN]", {"arguments": "[NaN]"}),
            ("a number that JSON has not", '{"at": NaN}', {"arguments": '{"at": NaN}'}),
            ("no arguments", "", {}),
        )
    ),
    row(
        "two calls, text after them, and the results before the next words",
        (
            ASK,
            assistant(text("first"), LOOK, LOOK.model_copy(update={"call_id": "call_2"}), text("last")),
            user(ToolResult(call_id="call_1"), ToolResult(call_id="call_2", blocks=(SHOT,)), text("on")),
        ),
        anthropic=[
            *ASKED["anthropic"],
            {
                "role": "assistant",
                "content": [said("first"), tool_use({"at": "x"}), tool_use({"at": "x"}, "call_2"), said("last")],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "call_1", "content": []},
                    {"type": "tool_result", "tool_use_id": "call_2", "content": [USED_SHOT]},
                    said("on"),
                ],
            },
        ],
        openai_chat=[
            *ASKED["openai_chat"],
            {
                "role": "assistant",
                "content": [said("first"), said("last")],
                "tool_calls": [tool_call('{"at": "x"}'), tool_call('{"at": "x"}', "call_2")],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": ""},
            {"role": "tool", "tool_call_id": "call_2", "content": ""},
            {"role": "user", "content": [said("Pictures of the result of call_2:"), PICTURE_PART]},
            {"role": "user", "content": [said("on")]},
        ],
        openai_responses=[
            *ASKED["openai_responses"],
            {"role": "assistant", "content": [spoken("first")]},
            function_call('{"at": "x"}'),
            function_call('{"at": "x"}', "call_2"),
            {"role": "assistant", "content": [spoken("last")]},
            {"type": "function_call_output", "call_id": "call_1", "output": ""},
            {"type": "function_call_output", "call_id": "call_2", "output": [INPUT_SHOT]},
            {"role": "user", "content": [typed("on")]},
        ],
    ),
    row(
        "reasoning, each on its own wire, and none of which only the name is left",
        (
            ASK,
            assistant(
                Reasoning(wire="anthropic", item=THINKING),
                Reasoning(wire="openai_responses", item=REASONED),
                Reasoning(wire="openai_responses", item=FORGOTTEN),
                text("so"),
            ),
            ASK,
        ),
        **between(
            [{"role": "assistant", "content": [THINKING, said("so")]}],
            [{"role": "assistant", "content": [said("so")]}],
            [REASONED, {"role": "assistant", "content": [spoken("so")]}],
        ),
    ),
    row(
        "a refusal",
        (ASK, assistant(Refusal(refusal="no")), ASK),
        **between(
            [{"role": "assistant", "content": [said("no")]}],
            *[[{"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}]}]] * 2,
        ),
    ),
    row(
        "few-shot turns, named ones and a reminder",
        (
            Message(role="system", name="example_user", blocks=(text("page 1"),)),
            Message(role="system", name="example_assistant", blocks=(text("click"),)),
            user(text("page 2"), name="bob"),
            assistant(text("type")),
            Message(role="system", blocks=(text("be brief"),)),
            ASK,
        ),
        anthropic=[
            *({"role": role, "content": [said(words)]} for role, words in FEW_SHOTS),
            {"role": "user", "content": [said("be brief")]},
            *ASKED["anthropic"],
        ],
        openai_chat=[
            {"role": "system", "content": [said("page 1")], "name": "example_user"},
            {"role": "system", "content": [said("click")], "name": "example_assistant"},
            {"role": "user", "content": [said("page 2")], "name": "bob"},
            {"role": "assistant", "content": [said("type")]},
            {"role": "system", "content": [said("be brief")]},
            *ASKED["openai_chat"],
        ],
        openai_responses=[
            *({"role": role, "content": [WORDS[role](words)]} for role, words in FEW_SHOTS),
            {"role": "system", "content": [typed("be brief")]},
            *ASKED["openai_responses"],
        ],
    ),
]


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(("messages", "expected"), ROWS)
def test_a_body(messages, expected, wire):
    """Nothing else is in it than what is written here."""
    body = WIRES[wire].encode(Request(messages=messages, max_output_tokens=900, stream=False), "m")
    assert (
        body
        == {
            "anthropic": {"model": "m", "max_tokens": 900, "messages": expected["anthropic"]},
            "openai_chat": {"model": "m", "messages": expected["openai_chat"], "max_completion_tokens": 900},
            "openai_responses": {
                "model": "m",
                "input": expected["openai_responses"],
                "store": False,
                "max_output_tokens": 900,
            },
        }[wire]
    )
    assert_taken(wire, body)


def test_a_file_of_text():
    """Anthropic's API takes encoded PDFs only: other text is plain text. The Responses API takes it as it is."""
    request = Request(messages=(user(NOTES),))
    body = anthropic.encode(request, "m")
    plain = {"type": "text", "media_type": "text/plain", "data": "grüße"}
    assert body["messages"][0]["content"] == [{"type": "document", "source": plain, "title": "notes.md"}]
    assert_taken("anthropic", body)
    body = openai_responses.encode(request, "m")
    data = f"data:text/markdown;base64,{base64_of(NOTES.data)}"
    assert body["input"][0]["content"] == [{"type": "input_file", "file_data": data, "filename": "notes.md"}]
    assert_taken("openai_responses", body)


SCHEMA = {"type": "object", "properties": {"at": {"type": "string", "maxLength": 9}}, "required": ["at"]}
STRICT = {"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"], "additionalProperties": False}
OPTIONS = Request(
    system=(text("rules"), text("tools")),
    messages=(ASK,),
    schema_name="proposal",
    answer_schema=SCHEMA,
    tools=(ToolDefinition(name="look", description="Looks.", parameters=SCHEMA),),
    max_output_tokens=900,
)


@pytest.mark.parametrize(
    ("wire", "expected"),
    [
        (
            "anthropic",
            {
                "model": "m",
                "max_tokens": 900,
                "system": [said("rules"), said("tools")],
                "messages": ASKED["anthropic"],
                "tools": [{"name": "look", "description": "Looks.", "input_schema": STRICT}],
                "output_config": {"format": {"type": "json_schema", "schema": STRICT}},
                "stream": True,
            },
        ),
        (
            "openai_chat",
            {
                "model": "m",
                "messages": [{"role": "system", "content": [said("rules"), said("tools")]}, *ASKED["openai_chat"]],
                "max_completion_tokens": 900,
                "tools": [
                    {
                        "type": "function",
                        "function": {"name": "look", "description": "Looks.", "parameters": STRICT, "strict": True},
                    }
                ],
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "proposal", "schema": STRICT, "strict": True},
                },
                "stream": True,
                "stream_options": {"include_usage": True},
            },
        ),
        (
            "openai_responses",
            {
                "model": "m",
                "input": ASKED["openai_responses"],
                "store": False,
                "instructions": "rules\n\ntools",
                "max_output_tokens": 900,
                "tools": [
                    {"type": "function", "name": "look", "description": "Looks.", "parameters": STRICT, "strict": True}
                ],
                "text": {"format": {"type": "json_schema", "name": "proposal", "schema": STRICT, "strict": True}},
                "stream": True,
            },
        ),
    ],
)
def test_what_stands_beside_the_messages(wire, expected):
    """Instructions, tools, the answer's schema and the cap."""
    body = WIRES[wire].encode(OPTIONS, "m")
    assert body == expected
    assert_taken(wire, body)


def assert_taken(wire, body):
    """The SDK's types hold every key of the body, and the local server would answer it."""
    assert drained(params(wire).validate_python(as_the_sdk_has_it(body))) == as_the_sdk_has_it(body)
    problem = {
        "anthropic": lambda: anthropic_problem(body, {"anthropic-version": "2023-06-01"}),
        "openai_chat": lambda: openai_chat_problem(body),
        "openai_responses": lambda: openai_responses_problem(body),
    }
    assert problem[wire]() == ""


@cache
def params(wire):
    from anthropic.types.message_create_params import MessageCreateParams
    from openai.types.chat.completion_create_params import CompletionCreateParams
    from openai.types.responses.response_create_params import ResponseCreateParams

    types = {
        "anthropic": MessageCreateParams,
        "openai_chat": CompletionCreateParams,
        "openai_responses": ResponseCreateParams,
    }
    return TypeAdapter(types[wire])


def drained(value):
    """Validated parts of a TypedDict are checked when they are read."""
    if isinstance(value, Mapping):
        return {name: drained(inner) for name, inner in value.items()}
    return value if isinstance(value, str) or not isinstance(value, Iterable) else [drained(inner) for inner in value]


def as_the_sdk_has_it(body):
    """The SDK's type of an assistant's message has what only answers have; the API takes messages without."""
    if "input" not in body:
        return body
    extra = {"type": "message", "id": "msg_1", "status": "completed"}
    return {
        **body,
        "input": [
            {**item, **extra, "content": [annotated(part) for part in item["content"]]}
            if item.get("role") == "assistant"
            else item
            for item in body["input"]
        ],
    }


def annotated(part):
    return {**part, "annotations": []} if part["type"] == "output_text" else part
