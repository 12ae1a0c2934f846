"""What each wire sends and reads, against the SDKs' own types."""

import base64
from typing import Any

import pytest
from pydantic import TypeAdapter

from actwright.engine.models import anthropic, openai_chat, openai_responses, openai_shared
from actwright.engine.models.schema import lowered
from actwright.errors import ModelError
from actwright.schemas.exchange import ImageBlock, Message, Reasoning, Reply, Request, TextBlock
from actwright.schemas.page import Image
from actwright.schemas.proposal import Proposal
from actwright.schemas.sampling import Sampling
from actwright.schemas.usage import Usage

PICTURE = Image(data=b"abc", media_type="image/jpeg", width=2, height=2)
BASE64 = base64.b64encode(b"abc").decode()
SCHEMA = {"type": "object", "properties": {"note": {"type": "string", "default": ""}}}
REQUEST = Request(
    system=(TextBlock(text="rules"), TextBlock(text="tools", cache=True)),
    messages=(
        Message(role="user", blocks=(TextBlock(text="task", cache=True), ImageBlock(image=PICTURE))),
        Message(role="assistant", blocks=(TextBlock(text="{}"),)),
        Message(role="user", blocks=(TextBlock(text="  "), TextBlock(text="page"))),
    ),
    schema_name="proposal",
    answer_schema=SCHEMA,
    max_output_tokens=900,
)


def test_anthropic_encode():
    """The whole body; a block without visible characters is left out."""
    from anthropic.types.message_create_params import MessageCreateParamsStreaming

    body = anthropic.encode(REQUEST, "claude-x")
    mark = {"cache_control": {"type": "ephemeral"}}
    assert body == {
        "model": "claude-x",
        "max_tokens": 900,
        "system": [{"type": "text", "text": "rules"}, {"type": "text", "text": "tools", **mark}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "task", **mark},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": BASE64}},
                ],
            },
            {"role": "assistant", "content": [{"type": "text", "text": "{}"}]},
            {"role": "user", "content": [{"type": "text", "text": "page"}]},
        ],
        "output_config": {"format": {"type": "json_schema", "schema": lowered(SCHEMA, may_be_absent=24)}},
        "stream": True,
    }
    assert_fits(body, MessageCreateParamsStreaming)


def test_openai_chat_encode():
    """The whole body: system first, the picture as a data URL, a strict schema."""
    from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming

    body = openai_chat.encode(REQUEST, "gpt-x")
    image = {"url": f"data:image/jpeg;base64,{BASE64}", "detail": "high"}
    assert body == {
        "model": "gpt-x",
        "messages": [
            {"role": "system", "content": [{"type": "text", "text": "rules"}, {"type": "text", "text": "tools"}]},
            {"role": "user", "content": [{"type": "text", "text": "task"}, {"type": "image_url", "image_url": image}]},
            {"role": "assistant", "content": [{"type": "text", "text": "{}"}]},
            {"role": "user", "content": [{"type": "text", "text": "  "}, {"type": "text", "text": "page"}]},
        ],
        "max_completion_tokens": 900,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "proposal", "schema": lowered(SCHEMA), "strict": True},
        },
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    assert_fits(body, CompletionCreateParamsStreaming)


def assert_fits(body, typed_dict):
    """Validates against the SDK's TypedDict, and checks that no key got lost for being unknown to it."""
    validated: Any = TypeAdapter(typed_dict).validate_python(body)
    assert set(validated) == set(body)


SAMPLED = REQUEST.model_copy(update={"messages": REQUEST.messages[:1]}).sampled(
    Sampling(temperature=0, top_p=0.9, max_output_tokens=384, effort="high")
)


def test_how_to_answer_is_sent_where_the_wire_has_it():
    """By the SDKs' own types: Anthropic's has neither temperature nor top_p."""
    from anthropic.types.message_create_params import MessageCreateParamsStreaming
    from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming
    from openai.types.responses.response_create_params import ResponseCreateParamsStreaming

    claude_asked, chat, responses = (wire.encode(SAMPLED, "m") for wire in (anthropic, openai_chat, openai_responses))
    chance = {"temperature": 0, "top_p": 0.9}
    assert chat.items() >= {**chance, "reasoning_effort": "high", "max_completion_tokens": 384}.items()
    assert responses.items() >= {**chance, "reasoning": {"effort": "high"}, "max_output_tokens": 384}.items()
    assert (claude_asked["output_config"]["effort"], claude_asked["max_tokens"]) == ("high", 384)
    assert not {"temperature", "top_p"} & set(claude_asked)
    assert_fits(claude_asked, MessageCreateParamsStreaming)
    assert_fits(chat, CompletionCreateParamsStreaming)
    assert_fits(responses, ResponseCreateParamsStreaming)


@pytest.mark.parametrize("wire", [anthropic, openai_chat, openai_responses])
def test_what_is_left_open_is_not_sent(wire):
    body = wire.encode(REQUEST, "m")
    assert not {"temperature", "top_p", "reasoning_effort", "reasoning"} & set(body)
    assert "effort" not in body.get("output_config", {})


def test_an_effort_that_a_wire_does_not_have_is_not_sent():
    body = anthropic.encode(REQUEST.sampled(Sampling(effort="minimal")), "m")
    assert "effort" not in body["output_config"]


@pytest.mark.parametrize("encode", [anthropic.encode, openai_chat.encode])
def test_free_text_has_no_schema(encode):
    """Without a schema, and without a system prompt, neither is sent."""
    body = encode(Request(messages=REQUEST.messages[1:2]), "m")
    assert not {"system", "output_config", "response_format"} & set(body)
    assert [message["role"] for message in body["messages"]] == ["assistant"]


def test_only_the_last_four_cache_marks_are_sent():
    """A fifth mark would be refused; the earliest ones give way."""
    blocks = tuple(TextBlock(text=str(number), cache=number != 2) for number in range(6))
    request = Request(system=blocks[:1], messages=(Message(role="user", blocks=blocks[1:]),))
    body = anthropic.encode(request, "m")
    parts = [*body["system"], *body["messages"][0]["content"]]
    assert [part["text"] for part in parts if "cache_control" in part] == ["1", "3", "4", "5"]


def claude(**changes):
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-x-1",
        "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "text", "text": "{}"}],
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": 5,
            "cache_read_input_tokens": 7,
            "cache_creation_input_tokens": None,
            "output_tokens": 11,
            "output_tokens_details": {"thinking_tokens": 3},
        },
        **changes,
    }


def gpt(message=None, **changes):
    return {
        "model": "gpt-x-1",
        "choices": [{"index": 0, "message": message or {"content": "{}"}, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": 12,
            "completion_tokens": 11,
            "prompt_tokens_details": {"cached_tokens": 7},
            "completion_tokens_details": {"reasoning_tokens": 3},
        },
        **changes,
    }


def test_both_wires_count_alike():
    """Anthropic's input leaves cached tokens out and OpenAI's includes them: 5 fresh and 7 cached either way."""
    usage = Usage(fresh=5, cache_read=7, output=11, reasoning=3)
    said = TextBlock(text="{}")
    thought = Reasoning(wire="anthropic", item=claude()["content"][0])
    assert anthropic.decode(claude()) == Reply(
        text="{}", blocks=(thought, said), usage=usage, raw_usage=claude()["usage"], model="claude-x-1"
    )
    assert openai_chat.decode(gpt()) == Reply(
        text="{}", blocks=(said,), usage=usage, raw_usage=gpt()["usage"], model="gpt-x-1"
    )


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("refusal", "refusal"),
        ("tool_use", "tools"),
        ("pause_turn", "other"),
        (None, "other"),
    ],
)
def test_why_claude_stopped(reason, finish):
    """Every stop reason of the SDK's type, and none."""
    assert anthropic.decode(claude(stop_reason=reason)).finish == finish


def test_a_refusal_without_text_is_explained():
    """Anthropic explains a refusal beside the empty content."""
    details = {"type": "refusal", "category": "cyber", "explanation": "not this"}
    reply = anthropic.decode(claude(content=[], stop_reason="refusal", stop_details=details))
    assert (reply.finish, reply.text) == ("refusal", "not this")


@pytest.mark.parametrize(
    ("message", "reason", "finish", "text"),
    [
        ({"content": "x"}, "stop", "stop", "x"),
        ({"content": "x"}, "length", "length", "x"),
        ({"content": None}, "content_filter", "refusal", ""),
        (None, "content_filter: PROHIBITED_CONTENT", "refusal", ""),
        ({"content": "\n\n", "reasoning_content": '{"complete": true}'}, "stop", "stop", '{"complete": true}'),
        ({"content": None, "refusal": "no"}, "stop", "refusal", "no"),
        ({"content": None}, "tool_calls", "tools", ""),
    ],
)
def test_why_gpt_stopped(message, reason, finish, text):
    """Every finish reason, the refusal that comes with an ordinary one, and an answer that came as reasoning."""
    reply = openai_chat.decode(gpt(choices=[{"message": message, "finish_reason": reason}]))
    assert (reply.finish, reply.text) == (finish, text)


@pytest.mark.parametrize("details", [None, {}, {"cached_tokens": None}])
def test_usage_without_details(details):
    """Compatible servers leave out the details, or usage as a whole."""
    usage = {"prompt_tokens": 12, "completion_tokens": 1, "prompt_tokens_details": details}
    assert openai_chat.decode(gpt(usage=usage)).usage == Usage(fresh=12, output=1)
    assert openai_chat.decode(gpt(usage=None)).usage is None


@pytest.mark.parametrize("decode", [anthropic.decode, openai_chat.decode])
@pytest.mark.parametrize("body", [{}, {"error": "x"}, {"choices": []}, {"content": "text"}])
def test_an_answer_that_is_none(decode, body):
    """An answer of another protocol is a ModelError, not a crash."""
    with pytest.raises(ModelError, match="the answer is not a"):
        decode(body)


def test_the_cache_key_follows_the_instructions():
    """Requests of one run family share a key whatever the page shows; other instructions or tasks have another."""
    other = REQUEST.model_copy(update={"messages": REQUEST.messages[:1]})
    changed = REQUEST.model_copy(update={"system": REQUEST.system[:1]})
    task = Message(role="user", blocks=(TextBlock(text="Buy a kayak", section="task"),))
    asked = REQUEST.model_copy(update={"messages": (task, *REQUEST.messages)})
    assert openai_shared.cache_key(REQUEST) == openai_shared.cache_key(other)
    assert len({openai_shared.cache_key(each)["prompt_cache_key"] for each in (REQUEST, changed, asked)}) == 3
    assert len(openai_shared.cache_key(REQUEST)["prompt_cache_key"]) == 32


def test_a_proposal_schema_of_pydantic_is_refused():
    """Free parameters cannot be held to a schema; the toolbox's own schema names them tool by tool."""
    from actwright.errors import ConfigError

    request = REQUEST.model_copy(update={"answer_schema": Proposal.model_json_schema()})
    with pytest.raises(ConfigError, match=r"actions\[\].parameters"):
        openai_chat.encode(request, "m")


def test_thoughts_that_stand_in_the_total_alone():
    """Some servers leave them out of what was written; they are paid all the same."""
    counts = {
        "prompt_tokens": 32,
        "completion_tokens": 9,
        "total_tokens": 135,
        "completion_tokens_details": {"reasoning_tokens": 94},
    }
    reply = openai_chat.decode({"choices": [{"message": {"content": "x"}}], "usage": counts})
    assert reply.usage == Usage(fresh=32, output=103, reasoning=94)
