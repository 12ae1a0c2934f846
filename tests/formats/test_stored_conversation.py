"""The input of the Responses API as the documented conversation has it: stored, cleaned, sent and read back."""

from copy import deepcopy

import pytest

from actwright import ConfigError
from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.engine.models.stored import sendable_input
from actwright.schemas.exchange import LinkBlock, Message, Request, TextBlock, ToolCall
from actwright.testing import OpenAIResponsesServer, request_of

PNG = "data:image/png;base64,iVBORw0KGgo="
COMPLETE = [
    {"role": "user", "content": [{"type": "input_text", "text": "What files are in src/?"}]},
    {"type": "function_call", "call_id": "call_xyz789", "name": "list_files", "arguments": '{"path":"src/"}'},
    {"type": "function_call_output", "call_id": "call_xyz789", "output": "main.go\nutil.go\nconfig.go"},
    {
        "role": "assistant",
        "content": [
            {"type": "output_text", "text": "The src/ directory contains 3 files: main.go, util.go, and config.go"}
        ],
    },
]
ERROR = '{"ok":"false","error":"File not found"}'
ASKS = {"type": "function_call", "call_id": "call_abc123", "name": "search_files", "arguments": '{"query":"test"}'}


def test_the_complete_example_is_sent_as_it_is():
    """Nothing in it is for people alone."""
    assert sendable_input(COMPLETE) == COMPLETE
    request = request_of({"model": "gpt-4o", "input": COMPLETE}, wire="openai_responses")
    assert openai_responses.encode(request, "gpt-4o")["input"] == COMPLETE


STORED = [
    {
        "messageid": "m1",
        "message": {
            "role": "user",
            "previewurl": "blob:0",
            "content": [
                {"type": "input_text", "text": "Hello, analyze this image", "previewurl": "blob:1"},
                {"type": "input_image", "image_url": PNG, "filename": "shot.png", "previewurl": "blob:2"},
                {"type": "input_image", "image_url": "https://files.test/a.png", "filename": "a.png"},
                {"type": "input_file", "file_data": "JVBERi0xLjQ=", "filename": "document.pdf", "previewurl": "blob:3"},
            ],
        },
        "usage": {"inputtokens": 3},
    },
    {"messageid": "m2", "functioncall": {**ASKS, "status": "completed", "toolusedata": {"approved": True}}},
    {"functioncalloutput": {"type": "function_call_output", "call_id": "call_abc123", "output": ERROR}},
    {
        "role": "assistant",
        "content": [
            {"type": "output_text", "text": "Again."},
            {**ASKS, "call_id": "call_2", "arguments": {"query": "test"}, "toolusedata": {}},
        ],
    },
    {
        "type": "function_call_output",
        "call_id": "call_2",
        "output": [{"type": "input_image", "image_url": PNG, "filename": "b.png", "previewurl": "blob:4"}],
    },
    {"role": "user", "content": "Thanks."},
]
SENT = [
    {
        "role": "user",
        "content": [
            {"type": "input_text", "text": "Hello, analyze this image"},
            {"type": "input_image", "image_url": PNG},
            {"type": "input_image", "image_url": "https://files.test/a.png"},
            {"type": "input_file", "file_data": "JVBERi0xLjQ=", "filename": "document.pdf"},
        ],
    },
    {**ASKS, "status": "completed"},
    {"type": "function_call_output", "call_id": "call_abc123", "output": ERROR},
    {"role": "assistant", "content": [{"type": "output_text", "text": "Again."}]},
    {**ASKS, "call_id": "call_2"},
    {"type": "function_call_output", "call_id": "call_2", "output": [{"type": "input_image", "image_url": PNG}]},
    {"role": "user", "content": [{"type": "input_text", "text": "Thanks."}]},
]


async def test_a_stored_conversation_becomes_what_may_be_sent():
    """Notes for people go, calls leave their messages, and the API's stand-in takes what is left; it is the same again."""
    before = deepcopy(STORED)
    assert sendable_input(STORED) == SENT
    assert before == STORED
    assert sendable_input(SENT) == SENT
    with OpenAIResponsesServer(["You are welcome."]) as server:
        from openai import AsyncOpenAI

        async with AsyncOpenAI(api_key="x", base_url=server.url, max_retries=0) as client:
            response = await client.responses.create(model="gpt-4o", input=sendable_input(STORED))  # type: ignore[arg-type]
            assert response.output_text == "You are welcome."
            with pytest.raises(Exception, match="Unknown parameter"):
                await client.responses.create(model="gpt-4o", input=[STORED[0]["message"]])  # type: ignore[list-item]


@pytest.mark.parametrize("line", [{"type": "web_search_call"}, {"text": "x"}, "hello"])
def test_what_is_no_part_of_a_conversation(line):
    with pytest.raises(ConfigError):
        sendable_input([line])


@pytest.mark.parametrize("status", ["", "in_progress", "completed", "incomplete"])
def test_the_status_of_a_call(status):
    """It is optional, and comes back as it was."""
    item = {**ASKS, **({"status": status} if status else {})}
    reply = openai_responses.decode({"output": [item], "status": "completed"})
    assert reply.blocks == (
        ToolCall(call_id="call_abc123", tool="search_files", arguments='{"query":"test"}', status=status),
    )
    request = Request(messages=(Message(role="assistant", blocks=reply.blocks),))
    assert openai_responses.encode(request, "m")["input"] == [item]


URL, ID = "https://files.test/a", "file-1"
LINKS = [
    (
        LinkBlock(kind="image", url=URL, detail="low"),
        {"type": "input_image", "image_url": URL, "detail": "low"},
        {"type": "image", "source": {"type": "url", "url": URL}},
        {"type": "image_url", "image_url": {"url": URL, "detail": "low"}},
    ),
    (
        LinkBlock(kind="image", file_id=ID),
        {"type": "input_image", "file_id": ID, "detail": "high"},
        {"type": "image", "source": {"type": "file", "file_id": ID}},
        "Chat Completions does not accept images by ID",
    ),
    (
        LinkBlock(kind="file", url=URL),
        {"type": "input_file", "file_url": URL},
        {"type": "document", "source": {"type": "url", "url": URL}},
        "Chat Completions does not accept documents by URL",
    ),
    (
        LinkBlock(kind="file", file_id=ID),
        {"type": "input_file", "file_id": ID},
        {"type": "document", "source": {"type": "file", "file_id": ID}},
        {"type": "file", "file": {"file_id": ID}},
    ),
]


@pytest.mark.parametrize(("block", "responses", "messages", "chat"), LINKS)
def test_pictures_and_documents_by_address_and_id(block, responses, messages, chat):
    """Each wire writes them in its own form; what one does not take is refused with what to do."""
    request = Request(messages=(Message(role="user", blocks=(TextBlock(text="look"), block)),))
    assert openai_responses.encode(request, "m")["input"][0]["content"][1] == responses
    assert anthropic.encode(request, "m")["messages"][0]["content"][1] == messages
    if isinstance(chat, str):
        with pytest.raises(ConfigError, match=chat):
            openai_chat.encode(request, "m")
    else:
        assert openai_chat.encode(request, "m")["messages"][0]["content"][1] == chat


@pytest.mark.parametrize("given", [{}, {"url": URL, "file_id": ID}, {"url": "ftp://x"}])
def test_a_link_leads_to_one_place(given):
    with pytest.raises(ValueError, match="give either url"):
        LinkBlock(kind="image", **given)
