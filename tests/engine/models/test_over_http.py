"""Every wire through the real SDKs and real HTTP, with everything that goes wrong there."""

import asyncio
import base64
import time
import traceback
from types import SimpleNamespace

import pytest

from actwright.engine.meter import Meter
from actwright.engine.models.base import find_model
from actwright.engine.models.retry import RetryPolicy
from actwright.errors import ModelError, ReplyError
from actwright.schemas.exchange import ImageBlock, Message, Reply, Request, TextBlock
from actwright.schemas.page import Image
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.usage import Usage
from actwright.testing import Answer, AnthropicServer, Drop, HttpError, OpenAIChatServer, OpenAIResponsesServer, Silence

KEY = "sk-test-0123456789"
PICTURE = Image(data=b"\x89PNG not really", media_type="image/png", width=10, height=10)
PROPOSAL = Proposal(
    complete=False, message="sets the price", actions=(Action(reason="r", tool="fill", parameters={"text": "€50"}),)
)
USAGE = Usage(fresh=1_000, cache_read=400, cache_write=100, output=50, reasoning=20)
REQUEST = Request(
    system=(TextBlock(text="You drive a browser.", cache=True),),
    messages=(
        Message(role="user", blocks=(TextBlock(text="Fill the price", cache=True), ImageBlock(image=PICTURE))),
        Message(role="assistant", blocks=(TextBlock(text="{}"),)),
        Message(role="user", blocks=(TextBlock(text="Go on"),)),
    ),
    schema_name="proposal",
    answer_schema={
        "type": "object",
        "properties": {"complete": {"type": "boolean"}, "message": {"type": "string", "minLength": 1}},
        "required": ["complete"],
    },
)
NOW = RetryPolicy(first_seconds=0.001, most_seconds=0.001)
WIRES = {
    "anthropic": SimpleNamespace(server=AnthropicServer, model="anthropic:claude-opus-4-8"),
    "openai-chat": SimpleNamespace(server=OpenAIChatServer, model="openai-chat:gpt-5"),
    "openai-responses": SimpleNamespace(server=OpenAIResponsesServer, model="openai-responses:gpt-5"),
}


@pytest.fixture(params=WIRES)
def wire(request):
    return WIRES[request.param]


async def asked(server, wire, *, key=KEY, **options):
    """One request through a meter: the reply or the error, and the rows."""
    model = find_model(f"{wire.model}@{server.url}", api_key=key)
    meter = Meter({"main": model}, **{"retry": NOW, **options})
    try:
        result = await meter.ask(REQUEST)
    except (ModelError, ReplyError) as error:
        result = error
    await model.close()
    rows = meter.drain()
    assert KEY not in repr(result)
    assert KEY not in str(result)
    assert KEY not in repr(rows)
    return result, rows


async def test_an_answer(wire):
    """Text and usage arrive whole; the picture, the schema and the system prompt have left."""
    with wire.server([Answer(said=PROPOSAL, usage=USAGE)], key=KEY) as server:
        reply, rows = await asked(server, wire)
    assert isinstance(reply, Reply)
    assert (reply.text, reply.finish, reply.usage) == (PROPOSAL.model_dump_json(), "stop", USAGE)
    assert reply.model == wire.model.partition(":")[2]
    assert reply.raw_usage
    assert [row.usage.model_copy(update={"image": 0}) for row in rows] == [USAGE]
    assert 0 < rows[0].usage.image < USAGE.input
    assert rows[0].cost > 0
    (received,) = server.received
    assert base64.b64encode(PICTURE.data).decode() in str(received.body)
    assert "additionalProperties" in str(received.body)
    assert "You drive a browser." in str(received.body)
    assert KEY not in str(received)


async def test_the_cost_is_that_of_disjoint_counts():
    """Cached input costs a tenth, cache writes a quarter more: 1000 x 5 + 400 x 0.5 + 100 x 6.25 + 50 x 25 per million."""
    wire = WIRES["anthropic"]
    with wire.server([Answer(said="x", usage=USAGE)]) as server:
        _, rows = await asked(server, wire)
    assert rows[0].cost == pytest.approx((1_000 * 5 + 400 * 0.5 + 100 * 6.25 + 50 * 25) / 1_000_000)


async def test_a_busy_provider(wire):
    """A 429 with Retry-After is waited for and then retried: two rows, the first free of charge."""
    naps = []

    async def sleep(seconds):
        naps.append(seconds)

    with wire.server([HttpError(429, retry_after=7), "done"]) as server:
        reply, rows = await asked(server, wire, sleep=sleep)
    assert reply.text == "done"
    assert [(row.attempt, row.error == "") for row in rows] == [(1, False), (2, True)]
    assert rows[0].cost == 0.0
    assert len(rows) == len(server.received) == 2
    assert "HTTP 429" in rows[0].error
    assert 7.0 <= naps[0] <= 8.0


@pytest.mark.parametrize("status", [500, 503, 529])
async def test_a_failing_provider(wire, status):
    """Every 5xx, Anthropic's 529 included, is tried four times in all."""
    with wire.server([HttpError(status)] * 4) as server:
        error, rows = await asked(server, wire)
    assert isinstance(error, ModelError)
    assert (error.status, error.retryable, len(rows), len(server.received)) == (status, True, 4, 4)
    assert f"the provider failed (HTTP {status})" in str(error)
    assert "gave up after 4 attempts" in str(error)


@pytest.mark.parametrize("fault", [Drop(), Answer(said="never whole", cut=True)], ids=["before", "in the body"])
async def test_a_broken_connection(wire, fault):
    """A connection that breaks is retried; whether that attempt is billed is not known, so its cost is not 0."""
    with wire.server([fault, "done"]) as server:
        reply, rows = await asked(server, wire)
    assert reply.text == "done"
    assert [row.cost is None for row in rows] == [True, False]
    assert "connection to http://127.0.0.1" in rows[0].error


async def test_nobody_listens(wire):
    """A refused connection is a ModelError without a status."""
    with wire.server() as server:
        closed = SimpleNamespace(url=server.url)
    error, rows = await asked(closed, wire, retry=RetryPolicy(attempts=2, first_seconds=0))
    assert (error.status, error.retryable, len(rows)) == (None, True, 2)


async def test_a_silent_model(wire):
    """It is asked again."""
    with wire.server([Silence(), "done"]) as server:
        started = time.perf_counter()
        reply, rows = await asked(server, wire, silence=3)
        assert time.perf_counter() - started < 60
    assert reply.text == "done"
    assert "nothing arrived for 3 s" in rows[0].error
    assert rows[0].milliseconds >= 2900


@pytest.mark.slow
async def test_a_slow_reply_that_still_streams():
    """The limit is on the silence between its pieces, not on the whole reply."""
    wire = WIRES["openai-chat"]
    with wire.server([Answer(said="x" * 800, drip=0.001)]) as server:
        reply, rows = await asked(server, wire, silence=4)
    assert (reply.text, len(rows)) == ("x" * 800, 1)
    assert rows[0].milliseconds > 5_000


@pytest.mark.parametrize("fault", [Silence(), Answer(said="x" * 5_000, drip=0.02)], ids=["silence", "drip"])
async def test_the_deadline_of_the_run(wire, fault):
    """No reply before the run's deadline is a ReplyError, so that the run ends by its limit."""
    loop = asyncio.get_running_loop()
    with wire.server([fault, "too late"]) as server:
        first_asked = []
        error, rows = await asked(server, wire, seconds_left=lambda: seconds_since(first_asked, loop.time, 0.3))
        assert loop.time() - first_asked[0] < 60
    assert isinstance(error, ReplyError)
    assert "no reply before the time limit" in str(error)
    assert len(rows) == 1


def seconds_since(first_asked, now, seconds):
    """What is left of some seconds that begin when they are first asked for."""
    if not first_asked:
        first_asked.append(now())
    return first_asked[0] + seconds - now()


async def test_an_answer_cut_at_the_cap(wire):
    """The cap is named, nothing of the text is used, the tokens are kept."""
    with wire.server([Answer(said=PROPOSAL, keep=25, usage=USAGE)]) as server:
        error, rows = await asked(server, wire)
    assert isinstance(error, ReplyError)
    assert "cut off after 50 output tokens, before the cap of 8,000" in str(error)
    assert rows[0].reply.text == PROPOSAL.model_dump_json()[:25]
    assert (rows[0].usage.total, rows[0].error) == (USAGE.total, "")


async def test_a_refusal(wire):
    """A refusal is a ReplyError with the model's words, and is billed."""
    with wire.server([Answer(said="I cannot help with that.", finish="refusal", usage=USAGE)]) as server:
        error, rows = await asked(server, wire)
    assert isinstance(error, ReplyError)
    assert str(error) == "the model refused to answer: I cannot help with that."
    assert rows[0].usage.total == USAGE.total


async def test_a_wrong_key(wire):
    """A refused key is named by its variable, never shown, and not tried again."""
    with wire.server(["done"], key="another") as server:
        error, rows = await asked(server, wire)
    assert (error.status, error.retryable, len(rows)) == (401, False, 1)
    assert "the key was not accepted (HTTP 401); check " in str(error)
    assert "_API_KEY" in str(error)


@pytest.mark.parametrize("said", [f"bad header: Bearer {KEY}!", "x" * 590 + KEY], ids=["whole", "cut off"])
async def test_a_provider_that_repeats_the_key(wire, said):
    """It is masked in the error, in the row, and in what a traceback shows; the rest of the error stays."""
    with wire.server([HttpError(400, said, retry_after=3)] * 2) as server:
        error, rows = await asked(server, wire)
    assert (error.status, error.retryable, error.retry_after) == (400, False, 3)
    assert str(error).endswith(": bad header: Bearer ***!" if said.endswith("!") else "x***")
    assert rows[-1].error == str(error)
    assert KEY[:10] not in "".join(traceback.format_exception(error))


async def test_a_word_that_is_no_key_stays(wire):
    """What stands in for a key at a server that needs none is a word that its errors may hold."""
    with wire.server([HttpError(400, "x is not-needed")] * 2) as server:
        error, _ = await asked(server, wire, key="x")
    assert str(error).endswith(": x is not-needed")
    with wire.server([HttpError(400, "x is not-needed")] * 2) as server:
        error, _ = await asked(server, wire, key=None)
    assert str(error).endswith(": x is not-needed")


async def test_an_unknown_model(wire):
    """The provider's 404 says to check the model's name."""
    with wire.server(["done"], models=["another"]) as server:
        error, _ = await asked(server, wire)
    assert (error.status, error.retryable) == (404, False)
    assert "check the model's name" in str(error)
    assert wire.model.partition(":")[2] in str(error)


async def test_a_wrong_base_url(wire):
    """A stale path gives the provider's own 404, and the address that was asked."""
    with wire.server(["done"]) as server:
        url = f"{server.url.replace('//', '//user:pw@')}/old"
        model = find_model(wire.model, base_url=url, api_key=KEY)
        with pytest.raises(ModelError, match="base URL") as raised:
            await model.send(REQUEST, timeout=60)
        await model.close()
        assert f"{server.url}/old/" in str(raised.value)
    assert raised.value.status == 404
    assert "pw" not in str(raised.value)


async def test_a_server_that_wants_a_key_where_none_is_set(wire):
    """The variable is named as not set, and not as wrong."""
    with wire.server(["done"], key=KEY) as server:
        error, _ = await asked(server, wire, key=None)
    assert "it requires a key, and " in str(error)
    assert "_API_KEY is not set (HTTP 401)" in str(error)


async def test_a_web_page_for_an_answer(wire):
    """It is no API that answers so, also if it says that all is well; it is asked once."""

    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 21\r\n\r\n<!doctype html><p>Hi!")
        await writer.drain()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{'' if wire.model.startswith('anthropic') else '/v1'}"
        error, rows = await asked(SimpleNamespace(url=url), wire)
    assert str(error).endswith(": it answered with a web page; is this the address of the API?")
    assert len(rows) == 1


async def test_a_request_that_is_too_long(wire):
    """A context overflow is recognisable whatever the provider calls it."""
    with wire.server(["done"], context_characters=20) as server:
        error, _ = await asked(server, wire)
    assert (error.status, error.retryable) == (400, False)
    assert str(error).startswith("context overflow: ")


async def test_a_request_the_provider_refuses(wire):
    """A 400 carries the provider's text."""
    with wire.server([HttpError(400, "temperature is not supported")] * 2) as server:
        error, rows = await asked(server, wire)
    assert str(error).endswith("the provider refused the request (HTTP 400): temperature is not supported")
    assert len(rows) == 2


async def test_a_server_without_a_key(wire):
    """At a custom base URL no key is needed."""
    with wire.server(["done"], key="not-needed") as server:
        reply, _ = await asked(server, wire, key=None)
    assert reply.text == "done"


async def test_nothing_of_the_environment_leaves(wire, monkeypatch):
    """The SDKs read variables of their own and would send them to any address, as they are."""
    with wire.server(["done"] * 2, key=KEY) as server:
        await asked(server, wire)
        for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY", "ANTHROPIC_AUTH_TOKEN"):
            monkeypatch.setenv(name, "canary")
        for name in ("OPENAI_CUSTOM_HEADERS", "ANTHROPIC_CUSTOM_HEADERS"):
            monkeypatch.setenv(name, "x-own: canary\nauthorization: canary\nx-api-key: canary")
        reply, _ = await asked(server, wire)
    assert reply.text == "done"
    bare, told = (received.headers for received in server.received)
    assert told == bare


async def test_cache_marks_leave():
    """Marked blocks carry cache_control on Anthropic's wire."""
    with AnthropicServer(["done"]) as server:
        await asked(server, WIRES["anthropic"])
    (received,) = server.received
    marked = {"type": "ephemeral"}
    assert received.body["system"] == [{"type": "text", "text": "You drive a browser.", "cache_control": marked}]
    assert [part.get("cache_control") for part in received.body["messages"][0]["content"]] == [marked, None]
