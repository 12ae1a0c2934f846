"""The input of OpenAI's Responses API: the documented conversation, and what is left out of stored ones."""

import json

import pytest

from actwright.engine.models.openai_responses import decode, encode
from actwright.errors import ModelError
from actwright.schemas.exchange import (
    ImageBlock,
    Message,
    Reasoning,
    Refusal,
    Reply,
    Request,
    TextBlock,
    ToolCall,
    ToolResult,
)
from actwright.schemas.page import Image
from actwright.schemas.usage import Usage
from actwright.testing import request_of

CONVERSATION = {
    "model": "gpt-4o",
    "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "What files are in src/?"}]},
        {"type": "function_call", "call_id": "call_xyz789", "name": "list_files", "arguments": '{"path":"src/"}'},
        {"type": "function_call_output", "call_id": "call_xyz789", "output": "main.go\nutil.go\nconfig.go"},
        {
            "role": "assistant",
            "content": [
                {"type": "output_text", "text": "The src/ directory contains 3 files: main.go, util.go, and config.go"}
            ],
        },
    ],
    "stream": True,
    "max_output_tokens": 4096,
}


def test_a_documented_conversation():
    """It is read into messages, and sent as it was; we stream nothing and store nothing."""
    request = request_of(CONVERSATION, wire="openai_responses")
    assert request == Request(
        messages=(
            Message(role="user", blocks=(TextBlock(text="What files are in src/?"),)),
            Message(
                role="assistant",
                blocks=(ToolCall(call_id="call_xyz789", tool="list_files", arguments='{"path":"src/"}'),),
            ),
            Message(
                role="user",
                blocks=(ToolResult(call_id="call_xyz789", blocks=(TextBlock(text="main.go\nutil.go\nconfig.go"),)),),
            ),
            Message(
                role="assistant",
                blocks=(TextBlock(text="The src/ directory contains 3 files: main.go, util.go, and config.go"),),
            ),
        ),
        max_output_tokens=4096,
    )
    sent = encode(request, "gpt-4o")
    assert {**sent, "stream": True} == {**CONVERSATION, "store": False}


@pytest.mark.parametrize("message", ["File not found", 'a "quote", ünïcode\nand lines', ""])
def test_an_error_of_a_tool(message):
    """Exactly two texts as JSON; with the picture of what went wrong it stands before it."""
    shot = ImageBlock(image=Image(data=b"x", media_type="image/png", width=0, height=0))
    for blocks in ((TextBlock(text=message),), (TextBlock(text=message), shot)):
        failed = ToolResult(call_id="1", blocks=blocks, failed=True)
        (item,) = encode(Request(messages=(Message(role="user", blocks=(failed,)),)), "m")["input"]
        output = item["output"] if len(blocks) == 1 else item["output"][0]["text"]
        assert json.loads(output) == {"ok": "false", "error": message}
        assert output.startswith('{"ok":"false","error":"')


REASONED = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"}


def response(**changes):
    return {
        "model": "gpt-x-1",
        "status": "completed",
        "output": [{"type": "message", "content": [{"type": "output_text", "text": "{}"}]}],
        "usage": {
            "input_tokens": 12,
            "input_tokens_details": {"cached_tokens": 7, "cache_write_tokens": 2},
            "output_tokens": 11,
            "output_tokens_details": {"reasoning_tokens": 3},
            "total_tokens": 23,
        },
        **changes,
    }


def test_an_answer_keeps_its_order():
    """What was thought, said and called, one after the other; the input's count includes what came from the cache."""
    call = {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{"}
    message = {
        "type": "message",
        "content": [{"type": "output_text", "text": "a"}, {"type": "output_text", "text": "b"}],
    }
    after = {"type": "message", "content": [{"type": "output_text", "text": "c"}]}
    body = response(output=[REASONED, message, call, after, {"type": "web_search_call"}])
    assert decode(body) == Reply(
        text="abc",
        blocks=(
            Reasoning(wire="openai_responses", item=REASONED),
            TextBlock(text="a"),
            TextBlock(text="b"),
            ToolCall(call_id="1", tool="f", arguments="{"),
            TextBlock(text="c"),
        ),
        finish="tools",
        usage=Usage(fresh=3, cache_read=7, cache_write=2, output=11, reasoning=3),
        raw_usage=body["usage"],
        model="gpt-x-1",
    )


@pytest.mark.parametrize(
    ("changes", "finish"),
    [
        ({}, "stop"),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, "length"),
        ({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}, "refusal"),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_messages"}}, "other"),
        ({"status": "cancelled"}, "other"),
        ({"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]}, "refusal"),
        ({"output": [{"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"}]}, "tools"),
    ],
)
def test_why_it_stopped(changes, finish):
    """Every status and reason, and the refusal that comes with an ordinary one."""
    assert decode(response(**changes)).finish == finish


def test_a_refusal_is_what_was_said():
    """Its text is the reply's, whatever else was said before."""
    said = [{"type": "output_text", "text": "well"}, {"type": "refusal", "refusal": "no"}]
    reply = decode(response(output=[{"type": "message", "content": said}]))
    assert (reply.text, reply.blocks) == ("no", (TextBlock(text="well"), Refusal(refusal="no")))


@pytest.mark.parametrize(
    ("usage", "normalised"),
    [
        (None, None),
        ({"input_tokens": 12, "output_tokens": 1}, Usage(fresh=12, output=1)),
        ({"input_tokens": 12, "input_tokens_details": {"cached_tokens": None}}, Usage(fresh=12)),
        ({"input_tokens": 5, "input_tokens_details": {"cached_tokens": 7}}, Usage(fresh=0, cache_read=7)),
    ],
)
def test_usage_without_details(usage, normalised):
    """Compatible servers leave out the details, or usage as a whole; no count is below zero."""
    assert decode(response(usage=usage)).usage == normalised


@pytest.mark.parametrize(("code", "retryable"), [("server_error", True), ("invalid_prompt", False), (None, False)])
def test_a_failure_with_status_200(code, retryable):
    """A response may report a failure in its body."""
    body = response(status="failed", output=[], error={"code": code, "message": "broken"}, usage=None)
    with pytest.raises(ModelError, match="the provider failed: broken") as raised:
        decode(body)
    assert raised.value.retryable is retryable


@pytest.mark.parametrize("body", [{}, {"choices": []}, {"output": "text"}, {"error": "x"}, {"content": "text"}])
def test_an_answer_that_is_none(body):
    """An answer of another protocol is a ModelError, not a crash."""
    with pytest.raises(ModelError, match="the answer is not a response"):
        decode(body)
