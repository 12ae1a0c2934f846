"""Replies in pieces: put together as if they had come whole, and never used when an end is missing."""

import asyncio
import json
import time

import pytest
from noted import noted

from actwright.engine.meter import Meter
from actwright.engine.models import anthropic, openai_chat, openai_responses, streaming
from actwright.engine.models.base import find_model
from actwright.engine.models.retry import RetryPolicy
from actwright.errors import ModelError
from actwright.schemas.exchange import Message, Reasoning, Request, TextBlock, ToolCall
from actwright.schemas.usage import Usage
from actwright.testing import Answer, AnthropicServer, OpenAIChatServer, OpenAIResponsesServer
from actwright.testing.wires.response import event_response

WIRES = {
    "anthropic": (AnthropicServer, anthropic),
    "openai-chat": (OpenAIChatServer, openai_chat),
    "openai-responses": (OpenAIResponsesServer, openai_responses),
}
TEXT = "A text with some length, and an ümlaut."
CALLS = (
    ToolCall(call_id="call_1", tool="look", arguments='{"at": "the first of two"}'),
    ToolCall(call_id="call_2", tool="wait", arguments="{}"),
)
USAGE = Usage(fresh=1_000, cache_read=400, cache_write=100, output=50, reasoning=20)
ANSWERS = {
    "everything": Answer(said=TEXT, calls=CALLS, thought="At first I look.", usage=USAGE),
    "text": Answer(said=TEXT),
    "cut": Answer(said=TEXT, calls=CALLS, keep=5),
    "refusal": Answer(said=TEXT, finish="refusal"),
    "a call": Answer(calls=CALLS[:1]),
}
REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="Go on"),)),))
NOW = RetryPolicy(first_seconds=0.001, most_seconds=0.001)


@pytest.fixture(params=WIRES)
def wire(request):
    return request.param


def streamed(wire, answer):
    """The events of an answer's stream, and the whole answer, from the local server."""
    server, _ = WIRES[wire]
    whole = server([]).answer(answer, {"model": "m"})
    stream = server([]).answer(answer, {"model": "m", "stream": True, "stream_options": {"include_usage": True}})
    lines = (line for chunk in stream.chunks for line in chunk.decode().splitlines() if line.startswith("data: {"))
    return [json.loads(line.removeprefix("data: ")) for line in lines], json.loads(whole.body)


def without_ids(reply):
    """A reply without what is new in each answer: IDs, signatures."""
    thoughts = [
        block.item.get("thinking") or block.item.get("summary")
        for block in reply.blocks
        if isinstance(block, Reasoning)
    ]
    rest = tuple(block for block in reply.blocks if not isinstance(block, Reasoning))
    return thoughts, reply.model_copy(update={"blocks": rest})


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_pieces_make_the_whole(wire, answer):
    """What is decoded from the pieces is what is decoded from the whole; the raw usage too."""
    events, whole = streamed(wire, answer)
    pieces = WIRES[wire][1].Pieces()
    for event in events:
        pieces.add(event)
    decode = WIRES[wire][1].decode
    assert without_ids(decode(pieces.body())) == without_ids(decode(whole))
    assert pieces.written == len(answer.text) + sum(
        len(json.dumps(json.loads(call.arguments))) for call in answer.called
    )


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_no_part_is_a_whole(wire, answer):
    """However early a stream ends, there is nothing to act on until the model has said that it is done."""
    events, _ = streamed(wire, answer)
    pieces = WIRES[wire][1].Pieces()
    bodies = [pieces.body()]
    for event in events:
        pieces.add(event)
        bodies.append(pieces.body())
    usage_follows = wire == "openai-chat"
    assert [body is None for body in bodies[: -1 - usage_follows]] == [True] * (len(events) - usage_follows)
    assert bodies[-1] is not None


def fed(wire, *events):
    pieces = WIRES[wire][1].Pieces()
    for event in events:
        pieces.add(event)
    return pieces


OPENED = {"type": "message_start", "message": {"model": "m", "usage": {"input_tokens": 9, "output_tokens": 1}}}
ENDED = {"type": "message_stop"}


def test_a_call_that_the_output_cap_cut():
    """It is a reply that ended at the cap, with as much of the arguments as came."""
    pieces = fed(
        "anthropic",
        OPENED,
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "tool_use", "id": "1", "name": "look", "input": {}},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": '{"at": "b", "o'},
        },
        {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}, "usage": {"output_tokens": 30}},
        ENDED,
    )
    reply = anthropic.decode(pieces.body())
    assert (reply.finish, reply.usage) == ("length", Usage(fresh=9, output=30))
    assert [block.arguments for block in reply.blocks] == ['{"at": "b"}']


def test_counts_that_are_not_repeated_stay():
    """A server may send null for what it told at first."""
    ending = {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn"},
        "usage": {"input_tokens": None, "output_tokens": 3},
    }
    assert anthropic.decode(fed("anthropic", OPENED, ending, ENDED).body()).usage == Usage(fresh=9, output=3)


def chunk(delta, finish=None):
    return {"model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def test_calls_that_share_an_index():
    """Some servers number every call 0; the IDs tell them apart."""
    parts = [("1", "look", '{"at": '), (None, None, "1}"), ("2", "sum", '{"s": 2}')]
    calls = [{"index": 0, "id": id, "function": {"name": name, "arguments": said}} for id, name, said in parts]
    pieces = fed("openai-chat", *(chunk({"tool_calls": [call]}) for call in calls), chunk({}, "tool_calls"))
    found = [(block.call_id, block.tool, block.arguments) for block in openai_chat.decode(pieces.body()).blocks]
    assert found == [("1", "look", '{"at": 1}'), ("2", "sum", '{"s": 2}')]


def test_content_in_parts():
    """Thoughts among the parts are left out."""
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "Hello"}]
    reply = openai_chat.decode(fed("openai-chat", chunk({"content": parts}), chunk({"content": " you"}, "stop")).body())
    assert reply.text == "Hello you"


SILENT = {
    "anthropic": [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Let me see."}},
        {"type": "content_block_stop", "index": 0},
    ],
    "openai-chat": [chunk({"content": ""}), chunk({"content": "Let me see."}), chunk({"reasoning_content": "hm"})],
    "openai-responses": [
        {"type": "response.created"},
        {"type": "response.output_text.delta", "delta": "Let me see."},
        {"type": "response.output_item.done", "item": {}},
    ],
}


def test_only_in_the_middle_of_a_text_a_model_is_held_to_go_on(wire):
    """Between a preamble and a call it may think in silence."""
    pieces = WIRES[wire][1].Pieces()
    writing = []
    for event in SILENT[wire]:
        pieces.add(event)
        writing.append(pieces.writing)
    assert writing == [False, True, False]


async def test_a_piece_of_another_shape(wire):
    """What no API says is told as such, and is a row like every call."""

    class Odd(WIRES[wire][0]):
        def answer(self, answer, body):
            piece = {"choices": [7], "index": 0, "delta": 7}
            name = "response.output_text.delta" if wire == "openai-responses" else "content_block_delta"
            return event_response([("" if wire == "openai-chat" else name, piece)], {})

    with Odd(["x"]) as server:
        reply, rows = await asked(model_at(server, wire))
    assert isinstance(reply, ModelError)
    assert "a piece of the stream does not have the form that the API specifies" in rows[0].error


async def asked(model, **options):
    meter = Meter({"main": model}, **{"retry": NOW, **options})
    try:
        result = await meter.ask(REQUEST)
    except ModelError as error:
        result = error
    await model.close()
    return result, meter.drain()


def model_at(server, wire):
    return find_model(f"{wire}:claude-opus-4-8@{server.url}", api_key="k")


@pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])
async def test_truncated_at_any_byte(wire, stream):
    """Whatever byte of the body is the last one, there is no reply, and another attempt may bring one.

    Every 23rd, and those at both ends; after each event of a streamed one see above, and `benchmarks/faults.py` for every byte.
    """
    kind, _ = WIRES[wire]
    body = {"model": "m", "stream": stream, "stream_options": {"include_usage": True}}
    response = kind([]).answer(Answer(said="{}"), body)
    length = len(response.body) + sum(len(f"{len(chunk):x}") + 4 for chunk in response.chunks)
    request = REQUEST.model_copy(update={"stream": stream})
    cuts = sorted({*range(1, length, 23), *range(1, 8), *range(length - 7, length)})
    turn = asyncio.Semaphore(8)
    with kind(Answer(said="{}", cut=cut) for cut in cuts) as server:
        model = model_at(server, wire)

        async def ask():
            async with turn:
                try:
                    return await model.send(request, timeout=60)
                except ModelError as error:
                    return error

        found = await asyncio.gather(*(ask() for _ in cuts))
        await model.close()
    assert len(server.received) == len(cuts)
    assert {type(each) for each in found} == {ModelError}
    assert {each.retryable for each in found} == {True}


async def test_a_reply_that_stands_still(wire, monkeypatch):
    """A connection that is open and says nothing more is given up long before the time of the attempt."""
    monkeypatch.setattr(streaming, "IDLE_SECONDS", 3.0)
    began = time.monotonic()
    with WIRES[wire][0]([Answer(said="x" * 400, stall=True), "done"]) as server:
        reply, rows = await asked(model_at(server, wire), silence=60)
    assert reply.text == "done"
    assert rows[0].error.endswith("nothing arrived for 3 s in the middle of the reply")
    assert rows[0].cost is None  # it may have been billed
    assert time.monotonic() - began < 55


async def test_a_model_that_thinks_for_long(wire, monkeypatch):
    """Before its first word no wait is too long but that of the attempt."""
    monkeypatch.setattr(streaming, "IDLE_SECONDS", 2.0)
    with WIRES[wire][0]([Answer(said="thought out", delay=3)]) as server:
        reply, rows = await asked(model_at(server, wire))
    assert (reply.text, len(rows)) == ("thought out", 1)


async def test_progress(wire):
    """Every piece tells how much there is; the last one tells of all."""
    told = []
    with WIRES[wire][0]([TEXT * 3]) as server:
        model = model_at(server, wire)
        await model.send(REQUEST, timeout=60, progress=told.append)
        await model.close()
    assert told == sorted(told)
    assert told[-1] == len(TEXT * 3)
    assert len(set(told)) > 5


async def test_an_endpoint_that_refuses_to_stream(wire):
    """It is asked again for the whole reply; that is noted once."""
    warned = noted(match="it does not stream")
    with WIRES[wire][0](["one", "two"], refuses={"stream"}) as server, warned:
        reply, rows = await asked(model_at(server, wire))
    assert (reply.text, len(rows)) == ("one", 2)
    assert "stream" not in server.received[1].body


async def test_an_endpoint_that_does_not_heed_the_wish(wire):
    """A whole reply is as good."""
    kind = WIRES[wire][0]

    class Whole(kind):
        def answer(self, answer, body):
            return super().answer(answer, {**body, "stream": False})

    with Whole(["whole"]) as server:
        reply, rows = await asked(model_at(server, wire))
    assert (reply.text, len(rows)) == ("whole", 1)


ERRORS = {
    "anthropic": ("error", {"error": {"type": "overloaded_error", "message": "Overloaded"}}),
    "openai-chat": ("", {"error": {"type": "server_error", "message": "Overloaded", "code": None}}),
    "openai-responses": ("error", {"code": "server_error", "message": "Overloaded", "param": None}),
}


@pytest.mark.parametrize("lasting", [False, True], ids=["passing", "lasting"])
async def test_an_error_within_a_reply(wire, lasting):
    """It ends the attempt, and another is made unless it would meet the same."""
    name, data = ERRORS[wire]
    if lasting:
        data = json.loads(
            json.dumps(data)
            .replace("overloaded_error", "invalid_request_error")
            .replace("server_error", "invalid_prompt")
        )

    class Failing(WIRES[wire][0]):
        def answer(self, answer, body):
            if len(self.received) > 1:
                return super().answer(answer, body)
            events = streamed(wire, answer)[0]
            before = [(event.get("type", "") if name else "", event) for event in events[:4]]
            return event_response([*before, (name, data)], {})

    with Failing([TEXT, "done"]) as server:
        reply, rows = await asked(model_at(server, wire))
    assert "the provider failed while it was replying: Overloaded" in rows[0].error
    if lasting:
        assert isinstance(reply, ModelError)
        assert len(rows) == 1
    else:
        assert reply.text == "done"
