"""A server that is strict gives no answer that the request's own schema does not allow, as no provider does."""

import json
from importlib import import_module

import pytest
from http_clients import anthropic_client, openai_client

from actwright.schemas.exchange import ToolCall
from actwright.testing import Answer, AnthropicServer, OpenAIChatServer, OpenAIResponsesServer

TEXT, OPTIONAL = {"type": "string"}, {"type": ["integer", "null"]}
FORM = {
    "type": "object",
    "properties": {"name": TEXT, "age": OPTIONAL, "size": {"type": "string", "enum": ["S", "L"]}},
    "required": ["name", "age", "size"],
    "additionalProperties": False,
}
RIGHT = {"name": "Ada", "age": None, "size": "L"}
WRONG = [
    ({"name": "Ada", "size": "L"}, "Missing required parameter: '{}age'.", "{}age: Field required"),
    ({**RIGHT, "at": 1}, "Unknown parameter: '{}at'.", "{}at: Extra inputs are not permitted"),
    (
        {**RIGHT, "age": "old"},
        "Invalid type for '{}age': expected integer or null, but got a string instead.",
        "{}age: Input should be a valid integer or null",
    ),
    (
        {**RIGHT, "size": "XL"},
        """Invalid value: "XL". Supported values are: "S", "L". ({}size)""",
        '{}size: Input should be "S", "L"',
    ),
]
MESSAGES = [{"role": "user", "content": "Go on"}]
GPT_TOOL = {"name": "f", "description": "", "parameters": FORM, "strict": True}


def ask_chat(server, *, tools):
    asked = {"tools": [{"type": "function", "function": GPT_TOOL}]} if tools else {}
    form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": FORM, "strict": True}}
    client = openai_client(server)
    client.chat.completions.create(model="m", messages=MESSAGES, **(asked or {"response_format": form}))


def ask_responses(server, *, tools):
    asked = {"tools": [{"type": "function", **GPT_TOOL}]} if tools else {}
    form = {"format": {"type": "json_schema", "name": "answer", "schema": FORM, "strict": True}}
    client = openai_client(server)
    client.responses.create(model="m", input="Go on", **(asked or {"text": form}))


def ask_anthropic(server, *, tools):
    asked = {"tools": [{"name": "f", "description": "", "input_schema": FORM}]} if tools else {}
    form = {"format": {"type": "json_schema", "schema": FORM}}
    client = anthropic_client(server)
    client.messages.create(
        model="m", max_tokens=9, messages=MESSAGES, **(asked or {"extra_body": {"output_config": form}})
    )


WIRES = [
    (OpenAIChatServer, ask_chat, "openai", 1, "tool_calls[0].arguments."),
    (OpenAIResponsesServer, ask_responses, "openai", 1, "tool_calls[0].arguments."),
    (AnthropicServer, ask_anthropic, "anthropic", 2, "tool_calls.0.arguments."),
]


@pytest.mark.parametrize(("server", "ask", "sdk", "wording", "where"), WIRES)
@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("tools", [False, True])
def test_what_does_not_keep_to_the_schema_is_refused_in_the_words_of_the_provider(
    server, ask, sdk, wording, where, wrong, tools
):
    line = ToolCall(call_id="1", tool="f", arguments=json.dumps(wrong[0])) if tools else wrong[0]
    with server([line], strict=True) as serving, pytest.raises(import_module(sdk).BadRequestError) as refused:
        ask(serving, tools=tools)
    assert wrong[wording].format(where if tools else "") in str(refused.value)


@pytest.mark.parametrize(("server", "ask"), [wire[:2] for wire in WIRES])
def test_what_keeps_to_it_and_what_was_cut_off_is_answered(server, ask):
    lines = [RIGHT, Answer(said=RIGHT, keep=5), ToolCall(call_id="1", tool="f", arguments=json.dumps(RIGHT))]
    with server(lines, strict=True) as serving:
        ask(serving, tools=False)
        ask(serving, tools=False)
        ask(serving, tools=True)
    with server([{}]) as serving:
        ask(serving, tools=False)
    assert len(serving.received) == 1


def test_a_tool_that_the_request_does_not_have_is_refused():
    call = ToolCall(call_id="1", tool="g", arguments="{}")
    with (
        OpenAIChatServer([call], strict=True) as server,
        pytest.raises(import_module("openai").BadRequestError, match="Supported values"),
    ):
        ask_chat(server, tools=True)
