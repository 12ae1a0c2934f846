"""The local servers, seen by the official SDKs and by plain HTTP."""

import json
import urllib.error
import urllib.request

import pytest
from http_clients import anthropic_client, openai_client

from actwright.schemas.exchange import ToolCall
from actwright.schemas.usage import Usage
from actwright.testing import Answer, AnthropicServer, Drop, HttpError, OpenAIChatServer, OpenAIResponsesServer

USAGE = Usage(fresh=1_000, cache_read=400, cache_write=100, output=50, reasoning=20)
TEXT = "A text with some length, and an ümlaut."
MESSAGES = [{"role": "user", "content": "x" * 40}]
USE = {"type": "tool_use", "id": "1", "name": "f", "input": {}}
USED = {"type": "tool_result", "tool_use_id": "1"}
ASSISTANT_USES = {"role": "assistant", "content": [USE]}
GPT_CALL = {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
ASKED_GPT = [{"role": "assistant", "content": None, "tool_calls": [GPT_CALL]}]
FUNCTION_CALL = {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"}
FUNCTION_OUTPUT = {"type": "function_call_output", "call_id": "1", "output": "x"}
STRICT = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


def used(*names):
    return {"role": "user", "content": [{**USED, "tool_use_id": name} for name in names]}


def claude(server):
    return anthropic_client(server, "secret-key")


def gpt(server):
    return openai_client(server, "secret-key")


def post(server, body, *, path=None, headers=()):
    """Status, body and headers of a plain request."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    url = server.url.removesuffix(server.base_path) + (path or server.path)
    request = urllib.request.Request(url, data, {"anthropic-version": "2023-06-01", **dict(headers)})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, json.load(response), response.headers
    except urllib.error.HTTPError as error:
        return error.code, json.load(error), error.headers


@pytest.mark.parametrize(
    ("finish", "keep", "reason"), [("stop", None, "end_turn"), ("stop", 5, "max_tokens"), ("refusal", None, "refusal")]
)
def test_an_anthropic_message_is_one(finish, keep, reason):
    """It passes the SDK's own type strictly, whole or as a stream, with the same content and usage."""
    answer = Answer(said=TEXT, usage=USAGE, finish=finish, keep=keep)
    with AnthropicServer([answer, answer]) as server:
        status, body, headers = post(server, {"model": "m", "max_tokens": 9, "messages": MESSAGES})
        from anthropic.types import Message

        message = Message.model_validate(body, strict=True)
        with claude(server).messages.stream(model="m", max_tokens=9, messages=MESSAGES) as stream:
            streamed = stream.get_final_message()
    assert (status, headers["request-id"][:4], message.id[:4]) == (200, "req_", "msg_")
    assert not message.model_extra
    assert [block.text for block in message.content] == [TEXT[:keep]]
    assert (message.stop_reason, message.model) == (reason, "m")
    counts = message.usage
    assert (counts.input_tokens, counts.cache_read_input_tokens, counts.cache_creation_input_tokens) == (
        1_000,
        400,
        100,
    )
    assert (counts.output_tokens, counts.output_tokens_details.thinking_tokens) == (50, 20)
    assert ([block.text for block in streamed.content], streamed.stop_reason) == ([TEXT[:keep]], reason)
    assert (streamed.usage.output_tokens, streamed.usage.cache_read_input_tokens) == (50, 400)


@pytest.mark.parametrize(
    ("finish", "keep", "reason"), [("stop", None, "stop"), ("stop", 5, "length"), ("refusal", None, "stop")]
)
def test_a_chat_completion_is_one(finish, keep, reason):
    """It passes the SDK's own type strictly, whole or as a stream; its prompt tokens include the cached ones."""
    answer = Answer(said=TEXT, usage=USAGE, finish=finish, keep=keep)
    with OpenAIChatServer([answer, answer]) as server:
        status, body, headers = post(server, {"model": "m", "messages": MESSAGES})
        from openai.types.chat import ChatCompletion

        completion = ChatCompletion.model_validate(body, strict=True)
        chunks = list(
            gpt(server).chat.completions.create(
                model="m", messages=MESSAGES, stream=True, stream_options={"include_usage": True}
            )
        )
    assert (status, headers["x-request-id"][:4], completion.id[:9]) == (200, "req_", "chatcmpl-")
    assert not completion.model_extra
    (choice,) = completion.choices
    said = choice.message.refusal if finish == "refusal" else choice.message.content
    assert (said, choice.finish_reason) == (TEXT[:keep], reason)
    usage = completion.usage
    assert (usage.prompt_tokens, usage.prompt_tokens_details.cached_tokens) == (1_500, 400)
    assert (usage.completion_tokens, usage.completion_tokens_details.reasoning_tokens) == (50, 20)
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    assert "".join((delta.refusal if finish == "refusal" else delta.content) or "" for delta in deltas) == said
    assert chunks[-1].usage == usage


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (HttpError(429, retry_after=3), "rate_limit_error", "rate limit"),
        (HttpError(500), "api_error", "Internal server error"),
        (HttpError(529), "overloaded_error", "Overloaded"),
        (HttpError(413), "request_too_large", "maximum allowed"),
        (HttpError(400, "because"), "invalid_request_error", "because"),
    ],
)
def test_anthropic_errors(error, kind, message):
    """Status, header and body as the provider sends them."""
    with AnthropicServer([error]) as server:
        status, body, headers = post(server, {"model": "m", "max_tokens": 9, "messages": MESSAGES})
    assert (status, body["type"], body["error"]["type"]) == (error.status, "error", kind)
    assert message in body["error"]["message"]
    assert body["request_id"] == headers["request-id"]
    assert headers["retry-after"] == (str(error.retry_after) if error.retry_after else None)


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (HttpError(429, retry_after=3), "requests", "rate_limit_exceeded"),
        (HttpError(500), "server_error", None),
        (HttpError(400, "because"), "invalid_request_error", None),
    ],
)
@pytest.mark.parametrize("server_type", [OpenAIChatServer, OpenAIResponsesServer])
def test_openai_errors(server_type, error, kind, code):
    """Status, header and body as the provider sends them, on both of its wires."""
    with server_type([error]) as server:
        status, body, headers = post(server, {"model": "m", "messages": MESSAGES, "input": MESSAGES})
    assert (status, set(body), set(body["error"])) == (error.status, {"error"}, {"message", "type", "param", "code"})
    assert (body["error"]["type"], body["error"]["code"]) == (kind, code)
    assert headers["retry-after"] == (str(error.retry_after) if error.retry_after else None)


@pytest.mark.parametrize("server_type", [AnthropicServer, OpenAIChatServer, OpenAIResponsesServer])
def test_what_is_no_request(server_type):
    """A wrong path is the provider's 404, a body that is not JSON its 400; neither uses up the script."""
    with server_type(["done"]) as server:
        assert post(server, {}, path="/v0/nothing")[0] == 404
        assert post(server, b"{")[0] == 400
        assert post(server, {"model": "m"})[0] == 400
        request = {"model": "m", "max_tokens": 9, "messages": MESSAGES, "input": MESSAGES}
        assert post(server, request)[0] == 200
        status, body, _ = post(server, request)
    assert (status, "exhausted" in body["error"]["message"]) == (400, True)
    assert len(server.received) == 5


def test_keys_are_checked_and_masked():
    """Both SDKs' keys are accepted; what is recorded does not show them."""
    with AnthropicServer(["a"], key="secret-key") as first, OpenAIChatServer(["b"], key="secret-key") as second:
        assert claude(first).messages.create(model="m", max_tokens=9, messages=MESSAGES).content[0].text == "a"
        assert gpt(second).chat.completions.create(model="m", messages=MESSAGES).choices[0].message.content == "b"
        assert post(second, {"model": "m", "messages": MESSAGES}, headers={"authorization": "Bearer x"})[0] == 401
    for server in (first, second):
        assert "***" in server.received[0].headers.values()
        assert "secret-key" not in repr(server.received)


def strict_claude(schema):
    return {
        "model": "m",
        "max_tokens": 9,
        "messages": MESSAGES,
        "output_config": {"format": {"type": "json_schema", "schema": schema}},
    }


def strict_gpt(schema):
    wanted = {"name": "answer", "schema": schema, "strict": True}
    return {"model": "m", "messages": MESSAGES, "response_format": {"type": "json_schema", "json_schema": wanted}}


def strict_responses(schema):
    wanted = {"type": "json_schema", "name": "answer", "schema": schema, "strict": True}
    return {"model": "m", "input": MESSAGES, "text": {"format": wanted}}


def of(**changes):
    return {**STRICT, **changes}


def unions(count):
    union = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    names = [f"p{number}" for number in range(count)]
    return of(properties=dict.fromkeys(names, union), required=names)


BOTH, CLAUDE, GPT = (True, True), (True, False), (False, True)


@pytest.mark.parametrize(
    ("schema", "refused_by"),
    [
        (STRICT, (False, False)),
        ({**STRICT, "additionalProperties": True}, BOTH),
        ({key: STRICT[key] for key in ("type", "properties", "required")}, BOTH),
        (of(required=[]), GPT),
        (of(properties={"a": {"oneOf": [{"type": "string"}]}}), BOTH),
        (of(properties={"a": {"type": "integer", "minimum": 1}}), CLAUDE),
        (of(properties={"a": {"type": "string", "default": ""}}), GPT),
        (of(properties={"a": {}}), BOTH),
        (of(properties={"a": {"type": "array", "items": {"type": "object"}}}), BOTH),
        (unions(16), (False, False)),
        (unions(17), CLAUDE),
        (of(properties={f"p{number}": {"type": "string"} for number in range(25)}, required=[]), BOTH),
        ("text", BOTH),
    ],
)
def test_schemas_that_the_providers_refuse(schema, refused_by):
    """Each server answers 400 to what its provider cannot hold a model to."""
    with (
        AnthropicServer(["done"]) as first,
        OpenAIChatServer(["done"]) as second,
        OpenAIResponsesServer(["x"]) as third,
    ):
        statuses = (post(first, strict_claude(schema))[0], post(second, strict_gpt(schema))[0])
        assert post(third, strict_responses(schema))[0] == statuses[1]
    assert statuses == tuple(400 if refused else 200 for refused in refused_by)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"max_tokens": 0}, "max_tokens"),
        ({"messages": []}, "at least one message"),
        ({"messages": [{"role": "system", "content": "x"}]}, "role must be one of"),
        ({"messages": [{"role": "user", "content": [{"type": "text", "text": " "}]}]}, "non-whitespace"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "Input tag 'image_url'"),
        ({"system": [{"type": "image"}]}, "system: only text"),
        ({"system": [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}] * 5}, "Found 5"),
        (
            {"messages": [ASSISTANT_USES, *MESSAGES]},
            "`tool_use` ids were found without `tool_result` blocks immediately",
        ),
        ({"messages": [ASSISTANT_USES]}, "`tool_use` ids were found without `tool_result` blocks"),
        ({"messages": [ASSISTANT_USES, used("1", "2")]}, "unexpected `tool_use_id` found in `tool_result` blocks: 2"),
        ({"messages": [ASSISTANT_USES, used("1", "1")]}, "must have a single result"),
        (
            {"messages": [ASSISTANT_USES, {"role": "user", "content": [{"type": "text", "text": "x"}, USED]}]},
            "immediately after: 1",
        ),
        ({"messages": [{"role": "user", "content": [USE]}]}, "`tool_use` blocks can only be in `assistant` messages"),
        ({"messages": [{"role": "assistant", "content": [{**USE, "id": "a b"}]}]}, "String should match pattern"),
        ({"messages": [{"role": "assistant", "content": [{**USE, "input": "{}"}]}]}, "valid dictionary"),
        ({"messages": [{"role": "assistant", "content": [USE, USE]}]}, "ids must be unique"),
        (
            {"messages": [{"role": "assistant", "content": [{"type": "thinking", "thinking": "x"}]}]},
            "thinking.signature: Field required",
        ),
        (
            {"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "base64"}}]}]},
            "media_type: Input should be 'image/jpeg'",
        ),
        ({"tools": [{"name": "a b", "input_schema": {"type": "object"}}]}, "String should match pattern"),
        ({"tools": [{"name": "a", "input_schema": {}}]}, "input_schema.type"),
        ({"tools": [{"name": "a", "input_schema": {"type": "object"}}] * 2}, "Tool names must be unique"),
    ],
)
def test_requests_that_anthropic_refuses(changes, message):
    """The API's own checks."""
    with AnthropicServer(["done"]) as server:
        status, body, _ = post(server, {"model": "m", "max_tokens": 9, "messages": MESSAGES, **changes})
    assert status == 400
    assert message in body["error"]["message"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": ""}, "model parameter"),
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "'robot'"),
        ({"messages": [{"role": "user", "content": [{"type": "image"}]}]}, "'image'"),
        ({"messages": [{"role": "assistant", "content": [{"type": "image_url"}]}]}, "role 'user'"),
        ({"response_format": {"type": "json_schema"}}, "json_schema.name"),
        ({"messages": [*ASKED_GPT, *MESSAGES]}, "did not have response messages: 1"),
        ({"messages": ASKED_GPT}, "did not have response messages: 1"),
        ({"messages": [{"role": "tool", "tool_call_id": "1", "content": "x"}]}, "must be a response to a preceeding"),
        ({"messages": [{"role": "assistant", "content": None}]}, "expected a string, got null"),
        ({"messages": [{"role": "user", "name": "a b", "content": "x"}]}, "does not match pattern"),
        ({"messages": [{"role": "user", "content": [{"type": "refusal", "refusal": "x"}]}]}, "'refusal'"),
        (
            {"messages": [{"role": "user", "content": [{"type": "file", "file": {"file_data": "JVBE"}}]}]},
            "Expected a base64-encoded data URL with an application/pdf MIME type",
        ),
        ({"tools": [{"type": "function", "name": "a"}]}, "tools[0].function"),
        ({"tools": [{"type": "function", "function": {"name": "a b"}}]}, "does not match pattern"),
        (
            {"tools": [{"type": "function", "function": {"name": "a", "strict": True, "parameters": {}}}]},
            "Invalid schema for function 'a'",
        ),
    ],
)
def test_requests_that_openai_refuses(changes, message):
    """The API's own checks."""
    with OpenAIChatServer(["done"]) as server:
        status, body, _ = post(server, {"model": "m", "messages": MESSAGES, **changes})
    assert status == 400
    assert message in body["error"]["message"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": ""}, "model parameter"),
        ({"input": []}, "must be provided"),
        ({"previous_response_id": "resp_1"}, "'resp_1' not found"),
        ({"max_output_tokens": 15}, "Expected a value >= 16, but got 15"),
        ({"input": [{"role": "robot", "content": "x"}]}, "'robot'"),
        ({"input": [{"type": "tool", "content": "x"}]}, "'tool'"),
        ({"input": [{"role": "user"}]}, "Missing required parameter: 'input[0].content'"),
        ({"input": [{"role": "user", "name": "bob", "content": "x"}]}, "Unknown parameter: 'input[0].name'"),
        ({"input": [{"role": "user", "content": [{"type": "output_text", "text": "x"}]}]}, "'output_text'"),
        ({"input": [{"role": "assistant", "content": [{"type": "input_text", "text": "x"}]}]}, "'input_text'"),
        (
            {"input": [{"role": "user", "content": [{"type": "input_text", "text": "x", "previewurl": "y"}]}]},
            "Unknown parameter: 'input[0].content[0].previewurl'",
        ),
        ({"input": [{"role": "user", "content": [{"type": "input_image", "image_url": "x"}]}]}, "a valid URL"),
        (
            {"input": [{"role": "user", "content": [{"type": "input_file", "file_data": "http://x/y.pdf"}]}]},
            "Expected a base64-encoded data URL",
        ),
        ({"input": [FUNCTION_CALL]}, "No tool output found for function call 1."),
        ({"input": [FUNCTION_OUTPUT, FUNCTION_CALL]}, "No tool call found for function call output with call_id 1."),
        ({"input": [{**FUNCTION_CALL, "arguments": {}}, FUNCTION_OUTPUT]}, "expected a string, but got an object"),
        ({"input": [{**FUNCTION_CALL, "call_id": "1" * 65}]}, "maximum length 64"),
        ({"input": [{**FUNCTION_CALL, "toolusedata": {}}]}, "Unknown parameter: 'input[0].toolusedata'"),
        ({"input": [{"type": "reasoning", "id": "rs_1", "summary": []}, *MESSAGES]}, "Items are not persisted"),
        (
            {"input": [{"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"}, *MESSAGES]},
            "without its required following item",
        ),
        ({"tools": [{"type": "function", "function": {"name": "a"}}]}, "Missing required parameter: 'tools[0].name'"),
        ({"tools": [{"type": "function", "name": "a", "strict": True}]}, "Invalid schema for function 'a'"),
        ({"text": {"format": {"type": "json_schema", "schema": STRICT}}}, "text.format.name"),
    ],
)
def test_requests_that_the_responses_api_refuses(changes, message):
    """The API's own checks; what only stored conversations have is an unknown parameter."""
    with OpenAIResponsesServer(["done"]) as server:
        status, body, _ = post(server, {"model": "m", "input": MESSAGES, **changes})
    assert status == 400
    assert message in body["error"]["message"]


def test_arguments_that_anthropic_never_sends():
    """A script whose call has no JSON object is told so."""
    with AnthropicServer([ToolCall(call_id="1", tool="f", arguments="[]")]) as server:
        status, body, _ = post(server, {"model": "m", "max_tokens": 9, "messages": MESSAGES})
    assert (status, "arguments of 'f': a JSON object, not '[]'" in body["error"]["message"]) == (400, True)


async def test_a_script_may_look_at_the_request():
    """A line may be a function of the body, whose result may be any other line; usage is estimated by characters."""
    lines = [lambda body: body["messages"][0]["content"][:3], lambda body: Drop()]
    async with OpenAIChatServer(lines) as server:
        _, body, _ = post(server, {"model": "m", "messages": MESSAGES})
        with pytest.raises((urllib.error.URLError, ConnectionError)):
            post(server, {"model": "m", "messages": MESSAGES})
    assert body["choices"][0]["message"]["content"] == "xxx"
    assert (body["usage"]["prompt_tokens"], body["usage"]["completion_tokens"]) == (10, 1)
