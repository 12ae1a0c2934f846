"""What the local servers answer, held to the SDKs' own types: thoughts, texts, calls and refusals, whole and streamed."""

import json
from functools import cache
from pkgutil import resolve_name

import pytest
from http_clients import anthropic_client, openai_client
from pydantic import TypeAdapter

from actwright.engine.models.base import find_model
from actwright.schemas.exchange import (
    Message,
    Reasoning,
    Refusal,
    Request,
    TextBlock,
    ToolCall,
    ToolDefinition,
    ToolResult,
)
from actwright.schemas.usage import Usage
from actwright.testing import Answer, AnthropicServer, OpenAIChatServer, OpenAIResponsesServer

TEXT = "A text with some length, and an ümlaut."
CALLS = (
    ToolCall(call_id="call_1", tool="look", arguments='{"at": "the first of two"}'),
    ToolCall(call_id="call_2", tool="wait", arguments="{}"),
)
USAGE = Usage(fresh=1_000, cache_read=400, cache_write=100, output=50, reasoning=20)
EVERYTHING = Answer(said=TEXT, calls=CALLS, thought="At first I look.", usage=USAGE)
ANSWERS = {
    "everything": EVERYTHING,
    "text": Answer(said=TEXT),
    "cut": Answer(said=TEXT, calls=CALLS, keep=5),
    "refusal": Answer(said=TEXT, finish="refusal"),
    "a call": Answer(calls=CALLS[:1]),
    "nothing": Answer(),
}
SERVERS = {"anthropic": AnthropicServer, "openai-chat": OpenAIChatServer, "openai-responses": OpenAIResponsesServer}
ASKED = [{"role": "user", "content": "x" * 40}]


def sent(server, *, stream):
    """The raw text of an answer, as the provider's SDK asked for it."""
    more = {"stream": True} if stream else {}
    if isinstance(server, AnthropicServer):
        client = anthropic_client(server)
        return client.messages.with_raw_response.create(model="m", max_tokens=9, messages=ASKED, **more).http_response
    client = openai_client(server)
    if isinstance(server, OpenAIChatServer):
        more |= {"stream_options": {"include_usage": True}} if stream else {}
        return client.chat.completions.with_raw_response.create(model="m", messages=ASKED, **more).http_response
    return client.responses.with_raw_response.create(model="m", input=ASKED, **more).http_response


def extras(value, path=""):
    """What an SDK's model holds that its type does not name."""
    if isinstance(value, list):
        return [found for inner in value for found in extras(inner, path)]
    if not hasattr(value, "model_fields_set"):
        return []
    own = [f"{path}.{name}" for name in value.model_extra or {}]
    return own + [found for name, inner in value for found in extras(inner, f"{path}.{name}")]


WHOLE = {
    "anthropic": "anthropic.types:Message",
    "openai-chat": "openai.types.chat:ChatCompletion",
    "openai-responses": "openai.types.responses:Response",
}
EVENTS = {
    "anthropic": "anthropic.types:RawMessageStreamEvent",
    "openai-chat": "openai.types.chat:ChatCompletionChunk",
    "openai-responses": "openai.types.responses:ResponseStreamEvent",
}


@cache
def adapter(name):
    """Of an SDK's type; the SDKs are imported by the tests that use them."""
    return TypeAdapter(resolve_name(name))


@pytest.mark.parametrize("wire", SERVERS)
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_whole_answer(wire, answer):
    """The SDK's type takes it strictly and names every key of it."""
    with SERVERS[wire]([answer]) as server:
        body = sent(server, stream=False).json()
    found = adapter(WHOLE[wire]).validate_python(body, strict=True)
    assert extras(found) == []


@pytest.mark.parametrize("wire", SERVERS)
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_streamed_answer(wire, answer):
    """Every event is of one of the SDK's types, and names nothing else."""
    with SERVERS[wire]([answer]) as server:
        response = sent(server, stream=True)
        lines = [line.removeprefix("data: ") for line in response.read().decode().splitlines() if line[:5] == "data:"]
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert (lines[-1] == "[DONE]") is (wire == "openai-chat")
    events = [json.loads(line) for line in lines if line != "[DONE]" and json.loads(line).get("type") != "ping"]
    checked = [adapter(EVENTS[wire]).validate_python(event) for event in events]
    assert [found for event in checked for found in extras(event)] == []
    if wire == "openai-responses":
        assert [event["sequence_number"] for event in events] == list(range(len(events)))


def test_the_pieces_of_a_response():
    """In the API's order: each item is opened, filled and closed, and the whole response comes last."""
    with OpenAIResponsesServer([Answer(said="Hello", calls=CALLS[1:], thought="hm")]) as server:
        lines = sent(server, stream=True).read().decode().splitlines()
    assert [line.removeprefix("event: response.") for line in lines if line.startswith("event: ")] == [
        "created",
        "in_progress",
        *("output_item.added", "reasoning_summary_part.added", "reasoning_summary_text.delta"),
        *("reasoning_summary_text.done", "reasoning_summary_part.done", "output_item.done"),
        *("output_item.added", "content_part.added", "output_text.delta", "output_text.done"),
        *("content_part.done", "output_item.done"),
        *("output_item.added", "function_call_arguments.delta", "function_call_arguments.done", "output_item.done"),
        "completed",
    ]


def test_the_sdk_puts_a_stream_of_claude_together():
    """Thought, signature, text and both calls."""
    with AnthropicServer([EVERYTHING]) as server:
        client = anthropic_client(server)
        with client.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream:
            message = stream.get_final_message()
    thinking, text, *calls = message.content
    assert (thinking.thinking, thinking.signature[:3], text.text) == ("At first I look.", "sig", TEXT)
    assert [(call.id, call.name, call.input) for call in calls] == [
        ("call_1", "look", {"at": "the first of two"}),
        ("call_2", "wait", {}),
    ]
    assert (message.stop_reason, message.usage.output_tokens) == ("tool_use", 50)


def test_the_sdk_puts_a_stream_of_chat_together():
    """Text and both calls; what was thought is only counted."""
    with OpenAIChatServer([EVERYTHING]) as server:
        client = openai_client(server)
        options = {"include_usage": True}
        with client.chat.completions.stream(model="m", messages=ASKED, stream_options=options) as stream:
            completion = stream.get_final_completion()
    (choice,) = completion.choices
    assert (choice.message.content, choice.finish_reason) == (TEXT, "tool_calls")
    assert [(call.id, call.function.name, call.function.arguments) for call in choice.message.tool_calls] == [
        (call.call_id, call.tool, call.arguments) for call in CALLS
    ]
    assert completion.usage.completion_tokens_details.reasoning_tokens == 20


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_the_sdk_puts_a_stream_of_responses_together(answer):
    """What the pieces make is what the last event says."""
    with OpenAIResponsesServer([answer]) as server:
        client = openai_client(server)
        with client.responses.stream(model="m", input=ASKED) as stream:
            *events, last = stream
    written = "".join(event.delta for event in events if event.type.endswith(("text.delta", "refusal.delta")))
    assert written == answer.thought + answer.text
    assert last.response.status == ("incomplete" if answer.keep else "completed")
    assert last.response.output_text == ("" if answer.finish == "refusal" else answer.text)


KEPT = {
    "anthropic": [Reasoning, TextBlock, ToolCall, ToolCall],
    "openai-chat": [TextBlock, ToolCall, ToolCall],
    "openai-responses": [Reasoning, TextBlock, ToolCall, ToolCall],
}
LOOK = ToolDefinition(name="look", description="Looks.", parameters={"type": "object", "properties": {}})


@pytest.mark.parametrize("wire", SERVERS)
async def test_a_conversation_with_tools(wire):
    """What was answered goes back as it came, with the results; the provider's checks accept it; it is read back the same."""
    asked = Message(role="user", blocks=(TextBlock(text="Look, then wait."),))
    with SERVERS[wire]([EVERYTHING, "done"]) as server:
        model = find_model(f"{wire}:m@{server.url}", api_key="k")
        first = await model.send(Request(messages=(asked,), tools=(LOOK,)), timeout=60)
        failed = ToolResult(call_id="call_1", blocks=(TextBlock(text="nothing there"),), failed=True)
        waited = ToolResult(call_id="call_2", blocks=(TextBlock(text="waited"),))
        turns = (asked, Message(role="assistant", blocks=first.blocks), Message(role="user", blocks=(failed, waited)))
        second = await model.send(Request(messages=turns, tools=(LOOK,)), timeout=60)
        await model.close()
    assert [type(block) for block in first.blocks] == KEPT[wire]
    assert [(block.call_id, block.tool, block.arguments) for block in first.blocks[-2:]] == [
        (call.call_id, call.tool, call.arguments) for call in CALLS
    ]
    assert (first.text, first.finish, first.usage) == (TEXT, "tools", USAGE)
    assert (second.text, second.finish) == ("done", "stop")
    assert server.received[1].request.messages == turns


@pytest.mark.parametrize("wire", ["openai-chat", "openai-responses"])
async def test_a_refusal_goes_back(wire):
    """A conversation goes on after a refusal, which stays one."""
    asked = Message(role="user", blocks=(TextBlock(text="Do it."),))
    with SERVERS[wire]([Answer(said="No.", finish="refusal"), "done"]) as server:
        model = find_model(f"{wire}:m@{server.url}", api_key="k")
        first = await model.send(Request(messages=(asked,)), timeout=60)
        turns = (asked, Message(role="assistant", blocks=first.blocks), asked)
        second = await model.send(Request(messages=turns), timeout=60)
        await model.close()
    assert (first.finish, first.blocks, second.text) == ("refusal", (Refusal(refusal="No."),), "done")
    assert server.received[1].request.messages == turns


def test_a_bare_call_and_its_estimate():
    """A call alone may stand in a script; thoughts and arguments count as output."""
    with OpenAIResponsesServer([CALLS[1], Answer(thought="x" * 40, calls=CALLS[1:])]) as server:
        first, second = sent(server, stream=False).json(), sent(server, stream=False).json()
    assert [item["type"] for item in first["output"]] == ["function_call"]
    assert first["usage"]["output_tokens_details"] == {"reasoning_tokens": 0}
    assert (second["usage"]["output_tokens"], second["usage"]["output_tokens_details"]) == (
        10,
        {"reasoning_tokens": 10},
    )
    assert second["usage"]["input_tokens"] == 10
