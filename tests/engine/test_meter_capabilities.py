"""Endpoints that take less than the providers do: what they refuse is left out, once and for all."""

import json

import pytest
from noted import noted, nothing_noted

from actwright.engine.meter import Meter
from actwright.engine.models import openai_responses
from actwright.engine.models.base import find_model
from actwright.engine.models.capabilities import Capabilities, fitted, learned
from actwright.engine.models.openai_chat import encode
from actwright.errors import ModelError
from actwright.schemas.answer_json import with_bare_json
from actwright.schemas.exchange import ImageBlock, Message, Reply, Request, TextBlock, ToolDefinition, ToolResult
from actwright.schemas.page import Image
from actwright.schemas.sampling import Sampling
from actwright.schemas.tool import paired, proposal_schema
from actwright.schemas.usage import Usage
from actwright.testing import AnthropicServer, OpenAIChatServer, OpenAIResponsesServer, ScriptedModel
from actwright.tools.toolbox import Toolbox, builtin_tools

PICTURE = ImageBlock(image=Image(data=b"\x89PNG", media_type="image/png", width=280, height=280))
SCHEMA = {"type": "object", "properties": {"complete": {"type": "boolean"}}, "required": ["complete"]}
WORDS = TextBlock(text="Answer with one JSON object", section="system")
REQUEST = Request(
    system=(WORDS,),
    messages=(Message(role="user", blocks=(TextBlock(text="the page", section="page"), PICTURE)),),
    answer_schema=SCHEMA,
)
FENCED = 'Here it is:\n```json\n{"complete": true}\n```\n'
SERVERS = {
    "anthropic:claude-opus-4-8": AnthropicServer,
    "openai-chat:gpt-5": OpenAIChatServer,
    "openai-responses:gpt-5": OpenAIResponsesServer,
}


@pytest.fixture(params=SERVERS)
def wire(request):
    return request.param, SERVERS[request.param]


async def asked_twice(server, name, *, request=REQUEST, **options):
    """Two requests to one model, and the rows of both."""
    model = find_model(f"{name}@{server.url}", api_key="sk-test-0123456789")
    meter = Meter({"main": model}, **options)
    replies = [await meter.ask(request), await meter.ask(request)]
    await model.close()
    return replies, meter.drain()


async def test_an_endpoint_that_takes_nothing_but_words(wire):
    """Each refusal is a row with a note; the second request asks for nothing of it, and fenced JSON is read."""
    name, server = wire
    with server([FENCED, FENCED], refuses={"schema", "json", "images"}) as endpoint:
        replies, rows = await asked_twice(endpoint, name)
    assert [reply.text for reply in replies] == ['{"complete": true}'] * 2
    assert rows[-1].reply.text == FENCED
    assert [row.attempt for row in rows][-2:] == [len(rows) - 1, 1]
    assert all(row.note and row.cost == 0.0 for row in rows[:-2])
    assert [row.note for row in rows[-2:]] == ["", ""]
    assert "it does not accept images" in rows[-3].note
    assert len(endpoint.received) == len(rows)
    last = endpoint.received[-1].body
    assert not {"response_format", "output_config", "text"} & set(last)
    assert "image" not in str(last)


async def test_a_refused_schema_becomes_json_mode():
    """Over OpenAI's wire, the prompt keeps its pictures."""
    warned = noted(match="openai-chat:gpt-5: it does not accept a schema for the answer")
    with OpenAIChatServer(['{"complete": true}'] * 2, refuses={"schema"}) as server, warned as said:
        _, rows = await asked_twice(server, "openai-chat:gpt-5")
    assert len(said) == 1
    assert len(rows) == 3
    assert [each.body["response_format"]["type"] for each in server.received] == ["json_schema", *["json_object"] * 2]
    assert "image_url" in str(server.received[-1].body)


async def test_what_was_learned_is_known_to_the_next_run():
    """A model of the same name and address is not asked for it again."""
    known = {}
    with OpenAIChatServer(['{"complete": true}'] * 4, refuses={"schema"}) as server:
        with noted(match="does not accept a schema"):
            await asked_twice(server, "openai-chat:gpt-5", known=known)
        with nothing_noted():
            _, rows = await asked_twice(server, "openai-chat:gpt-5", known=known)
    assert len(rows) == 2


TOOLS = Toolbox(builtin_tools()).specs
LISTED = proposal_schema(TOOLS)
OFFERED = REQUEST.model_copy(update={"answer_schema": LISTED, "paired_schema": paired(LISTED, TOOLS)})


def clicking(*parameters):
    action = {"reason": "", "tool": "click", "parameters": [*parameters]}
    return {"complete": False, "message": "m", "actions": [action]}


async def asked_each(server, name, request, count):
    model = find_model(f"{name}@{server.url}", api_key="sk-test-0123456789")
    meter = Meter({"main": model})
    for _ in range(count):
        await meter.ask(request)
    await model.close()


async def test_an_endpoint_that_miscounts_parameters_twice_in_a_row_gets_a_schema_tool_by_tool():
    """A grammar lets it: the next request says how many parameters each tool takes."""
    replies = [clicking("button-0", "x"), clicking("button-0"), clicking(), clicking("button-0", "x"), clicking("b")]
    with OpenAIChatServer(replies) as server, noted(match="it gives tools too many or too few parameters") as said:
        await asked_each(server, "openai-chat:gpt-5", OFFERED, 5)
    *first, last = (
        each.body["response_format"]["json_schema"]["schema"]["properties"]["actions"]["items"]
        for each in server.received
    )
    assert len(said) == 1
    assert [each["properties"]["tool"]["enum"][0] for each in first] == ["click"] * 4
    click, *others = last["anyOf"]
    text = {"type": "string"}
    assert click["properties"]["parameters"] == {"type": "array", "items": text, "minItems": 1, "maxItems": 1}
    assert len(others) == len(TOOLS) - 1


async def test_a_wire_without_lengths_of_lists_is_not_sent_them_tool_by_tool():
    with AnthropicServer([clicking("button-0", "x")] * 3) as server, nothing_noted():
        await asked_each(server, "anthropic:claude-opus-4-8", OFFERED, 3)
    first, *others = (each.body["output_config"] for each in server.received)
    assert others == [first, first]


async def test_missing_usage_is_estimated_and_marked():
    """Tokens by characters and by the picture's rule; said once, marked in each row, priced as an estimate."""
    replies = [Reply(text="x" * 36)] * 2
    meter = Meter({"main": ScriptedModel(replies, name="claude-opus-4-8")})
    with noted(match="it reports no tokens, so tokens and costs are estimates"):
        await meter.ask(REQUEST)
    with nothing_noted():
        await meter.ask(REQUEST)
    first, second = meter.drain()
    assert (first.estimated, second.estimated, second.note) == (True, True, "")
    assert (first.usage.output, first.usage.image, first.cost) == (10, 100, 0.0)
    assert first.usage.input > 100


async def test_reported_usage_is_no_estimate():
    meter = Meter({"main": ScriptedModel([Reply(text="x", usage=Usage(fresh=5, output=1))])})
    await meter.ask(REQUEST)
    assert [row.estimated for row in meter.drain()] == [False]


ALL, JSON = Capabilities(), Capabilities(answer="json")


@pytest.mark.parametrize(
    ("said", "known", "expected"),
    [
        ("Invalid parameter: 'response_format' of type 'json_schema' is not supported", ALL, {"answer": "json"}),
        ("output_config: Extra inputs are not permitted", ALL, {"answer": "json"}),
        ("text.format: unknown field", ALL, {"answer": "json"}),
        ("response_format is not available", JSON, {"answer": "text"}),
        ("Invalid content type. image_url is only supported by certain models.", ALL, {"images": False}),
        ("llama-3 is not a multimodal model", ALL, {"images": False}),
        ("At most 0 image(s) may be provided in one prompt.", ALL, {"images": False}),
        ("unknown variant `image_url`, expected `text`", ALL, {"images": False}),
        ("image input is not supported - hint: you may need to provide the mmproj", ALL, {"images": False}),
        ("No endpoints found that support image input", ALL, {"images": False}),
        ("stream: not supported", ALL, {"stream": False}),
        ("body.max_completion_tokens: Extra inputs are not permitted", ALL, {"older": ("max_tokens",)}),
        ("messages[0].content must be a string", ALL, {"images": False, "older": ("text_content",)}),
        ("Unknown name \"const\" at 'generation_config.response_schema.properties[2].items'", ALL, {"answer": "json"}),
        ("The specified schema produces a constraint that has too many states for serving", ALL, {"answer": "json"}),
        ("Invalid JSON schema: keyword anyOf is not supported", ALL, {"answer": "json"}),
        ("System role not supported", ALL, {"older": ("system",)}),
        ("Developer instruction is not enabled for models/gemma-3-27b-it", ALL, {"older": ("system",)}),
        ("Only user and assistant roles are supported!", ALL, {"older": ("system",)}),
        ("Conversation roles must alternate user/assistant/user/assistant", ALL, {"older": ("system",)}),
        ("messages.0.role: Input should be 'user' or 'assistant'", ALL, {"older": ("system",)}),
        (
            "max_tokens is too large: 8000. This model supports at most 4096 completion tokens",
            ALL,
            {"most_output": 4096},
        ),
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 6144]", ALL, {"most_output": 6144}),
        ("max_tokens: 8000 > 4096, the maximum for claude-3-haiku-20240307", ALL, {"most_output": 4096}),
        ("maximum context length is 4096 tokens and your request has 896 input tokens", ALL, {"most_output": 1600}),
        ("Unsupported parameter: 'max_output_tokens'", ALL, {"older": ("no_cap",)}),
        ("messages.0.content.1.image: image exceeds 5 MB maximum", ALL, None),
        ("You uploaded an unsupported image. Please use one of the formats png, jpeg", ALL, None),
        ("Invalid schema for response_format 'proposal': 'required' is missing 'at'", ALL, None),
        ("JSON schema conversion failed: Unrecognized schema", ALL, {"answer": "json"}),
        ("No endpoints found that can handle the requested parameters", ALL, {"answer": "json"}),
        ("Failed to generate it. Please adjust your prompt.", ALL, {"answer": "text"}),
        ("The maximum tokens you requested exceeds the model limit of 4096.", ALL, {"most_output": 4096}),
        (
            "maximum context length of 4096 tokens. You requested a total of 8896 tokens: 896 tokens from the input messages",
            ALL,
            {"most_output": 1600},
        ),
        (
            "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 896 `inputs` tokens and 8000 `max_new_tokens`",
            ALL,
            {"most_output": 1600},
        ),
        ("This model doesn't support the image content block that you provided.", ALL, {"images": False}),
        ("The model is not a VLM (Vision Language Model). Please use text-only prompts.", ALL, {"images": False}),
        ("This model doesn't support system messages. Try again without one.", ALL, {"older": ("system",)}),
        (
            "Type mismatch of '/messages/0/content', 'array' not in 'string'",
            ALL,
            {"images": False, "older": ("text_content",)},
        ),
        ("unsupported content[].type", ALL, {"images": False}),
        (
            "messages[0].content: data did not match any variant of untagged enum MessageContent",
            ALL,
            {"images": False, "older": ("text_content",)},
        ),
        ("Additional properties are not allowed ('strict' was unexpected)", ALL, {"older": ("strict",)}),
        (
            '{"loc": ["response_format", "json_schema", "strict"], "msg": "Extra inputs are not permitted"}',
            ALL,
            {"older": ("strict",)},
        ),
        ("Object fields require a list of properties. (parameter response_format)", ALL, {"answer": "json"}),
        ("Channel Error", JSON, {"answer": "text"}),
        ("Channel Error", Capabilities(answer="text"), None),
        ("no such model at http://stream.example/v1 (HTTP 400): there is no model 'x'", ALL, None),
        ("context overflow: the image is not supported", ALL, None),
    ],
)
def test_what_a_refusal_teaches(said, known, expected):
    """Endpoints say it in many words; other refusals teach nothing."""
    found = learned(known, ModelError(said, status=400), fitted(REQUEST, known))
    assert (found and found[0]) == (expected and known.model_copy(update=expected))


@pytest.mark.parametrize(
    "said",
    ["stream disconnected before completion", "guided decoding worker died", "the image encoder ran out of memory"],
)
def test_a_server_that_breaks_teaches_nothing(said):
    """A 500 teaches only where it says that something is not taken, as some local servers do."""
    assert learned(ALL, ModelError(said, status=500), REQUEST) is None
    assert learned(ALL, ModelError("image input is not supported", status=500), REQUEST) is not None
    for refused in ("failed to parse grammar", "Failed to initialize samplers", "failed to load the words for format"):
        assert learned(ALL, ModelError(refused, status=500), REQUEST) is not None


def test_effort_is_left_out_where_a_model_does_not_think():
    request = REQUEST.sampled(Sampling(effort="low"))
    said = ModelError('"llama3.2:latest" does not support thinking', status=400)
    assert learned(ALL, said, request)[0] == Capabilities(without=("effort",))


@pytest.mark.parametrize("body", [openai_responses.encode, encode])
def test_tools_and_schemas_without_strict(body):
    tool = ToolDefinition(name="click", description="", parameters={"type": "object", "properties": {}})
    request = REQUEST.model_copy(update={"tools": (tool,)})
    assert str(body(request, "m")).count("'strict'") == 2
    assert "'strict'" not in str(body(fitted(request, Capabilities(older=("strict",))), "m"))


async def test_an_endpoint_of_older_chat_completions():
    """It calls the cap max_tokens, and reads each message as one text."""
    with OpenAIChatServer(['{"complete": true}'] * 2, refuses={"cap", "parts"}) as server:
        _, rows = await asked_twice(server, "openai-chat:gpt-5")
    assert [row.note for row in rows] == [
        "it names the token limit max_tokens",
        "it accepts each message only as one text; it reads the page without images",
        "",
        "",
    ]
    last = server.received[-1].body
    assert last["max_tokens"] == REQUEST.max_output_tokens
    assert "max_completion_tokens" not in last
    assert [message["content"] for message in last["messages"]] == ["Answer with one JSON object", "the page"]


async def test_a_lesson_is_told_in_the_words_of_the_endpoint():
    """So that a mistake of ours is not taken for a lack of theirs."""
    warned = noted(match=r"JSON object instead \(Invalid parameter: 'response_format' of type")
    with OpenAIChatServer(["{}"] * 2, refuses={"schema"}) as server, warned:
        await asked_twice(server, "openai-chat:gpt-5")


@pytest.mark.parametrize("status", [None, 401, 429, 529])
def test_a_failure_that_is_no_refusal_teaches_nothing(status):
    error = ModelError("response_format is not supported", status=status)
    assert learned(ALL, error, REQUEST) is None


def test_a_request_that_all_is_taken_of_stays_the_same_object():
    assert fitted(REQUEST, ALL) is REQUEST


def test_pictures_leave_results_of_tools_too():
    result = ToolResult(call_id="1", blocks=(TextBlock(text="seen"), PICTURE))
    request = Request(messages=(Message(role="user", blocks=(result, PICTURE)),))
    (message,) = fitted(request, Capabilities(images=False)).messages
    assert message.blocks == (ToolResult(call_id="1", blocks=(TextBlock(text="seen"),)),)


ANSWER = '{"complete": true, "note": "a } in a text"}'


@pytest.mark.parametrize(
    "text",
    [
        ANSWER,
        f"```json\n{ANSWER}\n```",
        f"Here is the answer:\n\n```\n{ANSWER}\n```\nLet me know if it helps.",
        f"<think>First {{}} or {{complete}}, or {ANSWER.replace('true', 'false')}?</think>\n{ANSWER}",
        f"the mark at the beginning is missing</think>{ANSWER}",
        f"<seed:think>is it {ANSWER.replace('true', 'false')}?</seed:think>{ANSWER}",
        f"<|START_THINKING|>is it {ANSWER.replace('true', 'false')}?<|END_THINKING|>{ANSWER}",
        f"<|channel|>analysis<|message|>{{}}<|end|><|start|>assistant<|channel|>final<|message|>{ANSWER}",
        f"{ANSWER}<|im_end|>\n<|im_start|>",
        f"{ANSWER}\n{ANSWER}",
        json.dumps(ANSWER),
    ],
)
def test_the_only_object_with_the_keys_is_the_answer(text):
    """Whatever a model or a server puts around it."""
    assert with_bare_json(Reply(text=text), REQUEST).text == ANSWER


@pytest.mark.parametrize(
    "text",
    [
        "prose",
        '{"other": 1}',
        '{"complete": true',
        'first {"complete": true}, then {"complete": false}',
        f"<think>is it {ANSWER}?",
        f"<|START_THINKING|>is it {ANSWER}?",
        '{"actions": [{"complete": true}], }'.replace("complete", "tool"),
    ],
)
def test_other_texts_stay_as_they_are(text):
    """No object, several that differ, thoughts without an end."""
    assert with_bare_json(Reply(text=text), REQUEST).text == text


def test_instructions_without_a_system_message():
    """They stand before the first message of the user."""
    sent = encode(fitted(REQUEST, Capabilities(older=("system", "no_cap"), images=False)), "gemma")
    assert [message["role"] for message in sent["messages"]] == ["user"]
    assert [part["text"] for part in sent["messages"][0]["content"]] == [WORDS.text, "the page"]
    assert not {"max_tokens", "max_completion_tokens"} & set(sent)
