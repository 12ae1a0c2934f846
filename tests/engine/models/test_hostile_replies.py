"""Replies that no provider sends: each is a failed attempt like any other, and none ends a run, blocks it or is believed."""

import asyncio
import gzip
import time

import pytest

from actwright.engine.meter import Meter
from actwright.engine.models import anthropic, openai_chat, openai_responses, streaming
from actwright.engine.models.base import find_model
from actwright.engine.models.failures import retry_after
from actwright.engine.models.retry import RetryPolicy
from actwright.errors import ModelError
from actwright.schemas.answer_json import json_alone
from actwright.schemas.exchange import Message, Reply, Request, TextBlock
from actwright.testing import AnthropicServer, HttpError, OpenAIChatServer, OpenAIResponsesServer
from actwright.testing.wires.response import Response

WIRES = {
    "anthropic": (AnthropicServer, anthropic),
    "openai-chat": (OpenAIChatServer, openai_chat),
    "openai-responses": (OpenAIResponsesServer, openai_responses),
}
REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="Go on"),)),))
JSON = {"content-type": "application/json"}
EVENTS = {"content-type": "text/event-stream"}
DEEP = b"[" * 200_000
BODIES = {
    "deep": Response(200, DEEP, JSON),
    "rather deep": Response(200, b'{"a": ' + b"[" * 700 + b"]" * 700 + b"}", JSON),
    "deep event": Response(200, b"event: x\ndata: " + DEEP + b"\n\n", EVENTS),
    "deep error": Response(400, DEEP, JSON),
    "no UTF-8": Response(200, b'{"a": "\xff"}', JSON),
    "no UTF-8 in an event": Response(200, b'event: x\ndata: {"a": "\xff"}\n\n', EVENTS),
    "5,000 digits": Response(200, b'{"a": ' + b"9" * 5_000 + b"}", JSON),
    "no gzip": Response(200, b"plain", {**JSON, "content-encoding": "gzip"}),
    "torn gzip": Response(200, gzip.compress(b"{}" * 99)[:20], {**JSON, "content-encoding": "gzip"}),
    "nothing": Response(200, b"", JSON),
    "null": Response(200, b"null", JSON),
    "no answer": Response(200, b'{"code": 500, "msg": "busy", "success": false}', JSON),
    "no answer in it": Response(200, b'{"choices": null, "base_resp": {"status_msg": "busy"}}', JSON),
    "an error in place of the answer": Response(
        200, b'{"choices": [{"error": {"code": 502}, "finish_reason": "error", "message": {"content": ""}}]}', JSON
    ),
    "a year that is none": Response(429, b"{}", {**JSON, "retry-after": "Mon, 01 Jan 99999999999999 00:00:00 GMT"}),
}


@pytest.fixture(params=WIRES)
def wire(request):
    return request.param


def saying(wire, response):
    """A server of a wire that answers the first request with just this, and the ones after it as scripted."""

    class Hostile(WIRES[wire][0]):
        def answer(self, answer, body):
            return response if len(self.received) == 1 else super().answer(answer, body)

    return Hostile(["x", "fine", "fine"])


async def asked(server, wire, **options):
    model = find_model(f"{wire}:claude-opus-4-8@{server.url}", api_key="sk-test-0123456789")
    retry = RetryPolicy(first_seconds=0.001, most_seconds=0.001)
    meter = Meter({"main": [model, model]}, **{"retry": retry, **options})
    try:
        result = await meter.ask(REQUEST)
    except ModelError as error:
        result = error
    await model.close()
    return result, meter.drain()


@pytest.mark.parametrize("response", BODIES.values(), ids=BODIES)
async def test_what_cannot_be_read_is_a_failed_attempt(wire, response):
    """It is a row with a reason, and another attempt, or the next model, gets the answer."""
    with saying(wire, response) as server:
        reply, rows = await asked(server, wire)
    assert isinstance(reply, Reply), reply
    assert reply.text == "fine"
    assert [bool(row.error) for row in rows] == [True, False]


async def test_an_address_that_is_none_is_asked_once(wire):
    """Some local servers say so with a successful status."""
    body = b'{"error": "Unexpected endpoint or method. (POST /chat/completions). Returning 200 anyway"}'
    with saying(wire, Response(200, body, JSON)) as server:
        _, rows = await asked(server, wire)
    assert [row.error.endswith("200 anyway") if row.error else "" for row in rows] == [True, ""]
    assert "check the base URL" in rows[0].error


async def test_halves_of_characters_are_replaced(wire):
    """What could not be sent on in the next request does not come in; whole characters do."""
    with WIRES[wire][0](["I \ud800 no \N{GRINNING FACE}"]) as server:
        reply, _ = await asked(server, wire)
    assert reply.text == "I \ufffd no \N{GRINNING FACE}"


async def test_a_server_that_does_not_close(wire, monkeypatch):
    """A reply that is whole is taken, whether or not its connection ends."""
    monkeypatch.setattr(streaming, "DRAIN_SECONDS", 0.1)
    monkeypatch.setattr(streaming, "IDLE_SECONDS", 5.0)

    class Open(WIRES[wire][0]):
        def answer(self, answer, body):
            response = super().answer(answer, body)
            last = b"data: [DONE]\n\n"
            chunks = tuple(chunk for chunk in response.chunks[:-1] if chunk != last)
            return Response(200, b"".join(chunks), {**response.headers, "transfer-encoding": "identity"}, chunks)

    began = time.monotonic()
    with Open(["whole"]) as server:
        reply, rows = await asked(server, wire, silence=60)
    assert (reply.text, len(rows)) == ("whole", 1)
    assert time.monotonic() - began < 30


async def test_redirects_are_not_followed(wire):
    """They would carry what is asked to an address that nobody named."""
    with WIRES[wire][0](["stolen"]) as other:
        answer = Response(307, b"", {"location": f"{other.url}{WIRES[wire][0].path}"})
        with saying(wire, answer) as server:
            reply, rows = await asked(server, wire)
    assert other.received == []
    assert "it redirects to another address, and redirects are not followed" in rows[0].error
    assert reply.text == "fine"  # of the next model


@pytest.mark.parametrize("count", [-1_000_000, 10**400, 1e30, "many", None])
def test_counts_that_cannot_be_true_are_none(wire, count):
    """They would be paid, or raise the worst case of every call after."""
    usage = {"input_tokens": count, "output_tokens": 5, "prompt_tokens": count, "completion_tokens": 5}
    bodies = {
        "anthropic": {"content": [{"type": "text", "text": "x"}], "usage": usage},
        "openai-chat": {"choices": [{"message": {"content": "x"}}], "usage": usage},
        "openai-responses": {"output": [], "usage": usage},
    }
    assert WIRES[wire][1].decode(bodies[wire]).usage is None


@pytest.mark.parametrize("piece", ["```json\n", '{"a":', '{"a":"', "{", "<think>", "</think>"])
def test_a_search_for_json_ends(piece):
    """However much of what looks like its beginning there is."""
    began = time.process_time()
    assert json_alone(piece * 100_000) is None
    assert time.process_time() - began < 5


def test_a_wait_that_no_calendar_knows():
    assert retry_after({"retry-after": "Mon, 01 Jan 99999999999999 00:00:00 GMT"}, now=0) is None


async def test_calls_that_were_cancelled_count_at_their_worst():
    """They left, and may be billed."""
    from actwright.engine.limits import Limits
    from actwright.errors import LimitError
    from actwright.testing import Answer

    with AnthropicServer([Answer(said="late", delay=5)] * 9) as server:
        model = find_model(f"anthropic:claude-opus-4-8@{server.url}", api_key="k")
        meter = Meter({"main": model}, check=Limits(tokens=9_000).check)
        asking = asyncio.create_task(meter.ask(REQUEST))
        while not server.received:  # noqa: ASYNC110 - the server runs in a thread
            await asyncio.sleep(0.02)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        with pytest.raises(LimitError):
            await meter.ask(REQUEST)
        await model.close()
        assert len(server.received) == 1


async def test_errors_keep_their_status(wire):
    """A refusal that holds anything is a refusal."""
    with WIRES[wire][0]([HttpError(400, "\x00" * 9)]) as server:
        reply, _ = await asked(server, wire)
    assert reply.status == 400
