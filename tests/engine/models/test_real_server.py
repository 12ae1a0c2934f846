"""A real inference server with a real model: what no double can show about the wire, the grammar and the cache."""

import asyncio
import io
import json
import re
from contextlib import asynccontextmanager, closing, contextmanager

import httpx2
import pytest
from noted import noted
from patience import patience
from PIL import Image as Picture
from served_pages import ServedPages

from actwright import Agent
from actwright.engine.meter import Meter
from actwright.engine.models.base import find_model
from actwright.engine.models.retry import RetryPolicy
from actwright.engine.records.stream import EventStream
from actwright.errors import ConfigError, ModelError, ReplyError
from actwright.jobs.extract import Column, extract
from actwright.schemas.exchange import ImageBlock, Message, Request, TextBlock
from actwright.schemas.page import Image
from actwright.schemas.proposal import parse_proposal
from actwright.schemas.tool import paired, proposal_schema
from actwright.testing import LocalModelServer
from actwright.tools.toolbox import Toolbox

pytestmark = pytest.mark.slow


@contextmanager
def serving(**options):
    """A server; the test is skipped if its packages are not installed."""
    server = LocalModelServer(**options)
    try:
        server.start()
    except ConfigError as error:
        pytest.skip(str(error))
    with closing(server):
        yield server


@pytest.fixture(scope="module")
def server():
    with serving(context=2048, parallel=2) as server:
        yield server


@pytest.fixture(scope="module")
def small():
    """A server with the shortest context that there is."""
    with serving(context=256) as server:
        yield server


@asynccontextmanager
async def asking(server, **options):
    """A meter that asks the server's model."""
    model = find_model(server.model)
    try:
        yield Meter({"main": model}, **options)
    finally:
        await model.close()


def saying(text, *blocks, **options):
    """A request."""
    return Request(messages=(Message(role="user", blocks=(TextBlock(text=text), *blocks)),), **options)


async def answered_in_pieces(model, text, **options):
    """The reply to a text, and the characters that had arrived at each piece of it."""
    pieces = []
    request = saying(text, **options)
    return await model.send(request, timeout=patience(60), progress=pieces.append), pieces


async def until_idle(server):
    """Waits until the server answers no request."""
    async with httpx2.AsyncClient() as client, asyncio.timeout(patience(10)):
        while any(slot["is_processing"] for slot in (await client.get(server.url[:-3] + "/slots")).json()):  # noqa: ASYNC110 - another process's state
            await asyncio.sleep(0.05)


async def test_a_reply_is_streamed_and_counted(server):
    model = find_model(server.model)
    reply, pieces = await answered_in_pieces(model, "Say hello.", max_output_tokens=12)
    await model.close()
    assert len(set(pieces)) > 3
    assert pieces == sorted(pieces)
    assert 0 < reply.usage.output <= 12
    assert reply.usage.input > 10


@pytest.mark.long
async def test_the_second_step_of_a_run_reads_instructions_and_task_from_the_cache(server, page):
    """The prefix of a request is the same to the byte, so a real cache has it."""
    field = "<label>Full name <input name=name></label><button>Continue</button>"
    pages = {"/": f"<form action=/two>{field}</form>"}
    second = "<form method=post action=/end><label>City <input name=city></label><button>Send</button></form>"
    with ServedPages(pages | {"/two?name=Ada+Lovelace": second, "/end": "<h1>Registered"}) as site:
        agent = Agent(server.model, policy="fields", out=None)
        task = "Register a guest. Full name: Ada Lovelace. City: London."
        result = await agent.run(task, url=f"{site.url}/", page=page)
        assert [body.decode() for body in site.posts] == ["city=London"], result.message
    first, other = (exchange.usage for exchange in result.exchanges)
    assert other.cache_read > 0.6 * first.input
    assert other.fresh < 0.4 * first.input


@pytest.mark.long
@pytest.mark.parametrize("wanted", ["Click button-0", "Fill input-0 with Ada and say that it is done", "Give up"])
async def test_every_reply_that_ends_has_the_form_of_the_schema_of_all_tools(server, wanted):
    """The grammar is made of the strict schema. What does not end is reported as cut off, and a wrong count by signature."""
    schema = proposal_schema(Toolbox(None).specs)
    async with asking(server) as meter:
        request = saying(wanted, answer_schema=schema, max_output_tokens=150)
        try:
            proposal = parse_proposal((await meter.ask(request)).text, tools=Toolbox(None).specs)
        except ReplyError as error:
            assert re.search("cut off at the cap of 150 output tokens|the parameters are", str(error))  # noqa: PT017 - one of three ends
        else:
            assert {action.tool for action in proposal.actions} <= {spec.name for spec in Toolbox(None).specs}


@pytest.mark.long
async def test_a_schema_tool_by_tool_gives_each_tool_as_many_parameters_as_it_takes(server):
    """The small model miscounts otherwise; here the grammar of the server leaves it no choice."""
    specs = Toolbox(None).specs
    schema = paired(proposal_schema(specs), specs)
    async with asking(server) as meter:
        request = saying("Fill input-0 with Ada", answer_schema=schema, paired_schema=schema, max_output_tokens=150)
        try:
            proposal = parse_proposal((await meter.ask(request)).text, tools=Toolbox(None).specs)
        except ReplyError as error:
            assert "cut off at the cap of 150 output tokens" in str(error)  # noqa: PT017 - one of two ends
        else:
            assert {action.tool for action in proposal.actions} <= {spec.name for spec in specs}
        assert all(known.pairs for known in meter.known.values())


@pytest.mark.long
async def test_values_of_a_document_come_from_the_small_model_and_its_inventions_are_doubtful(server, tmp_path):
    (tmp_path / "a.txt").write_text("Dear team,\nName: Ada Lovelace\nCity: London\nPhone: 020 7946 0018\n")
    columns = [Column(heading) for heading in ("Name", "City", "Phone", "E-mail")]
    (row,) = [each async for each in extract([tmp_path / "a.txt"], columns, model=server.model, values_only=True)]
    sure = {heading: each.value for heading, each in row.values.items() if not each.doubt}
    assert sure == {"Name": "Ada Lovelace", "City": "London", "Phone": "020 7946 0018"}


async def test_a_request_longer_than_the_context_says_what_to_do(small):
    async with asking(small) as meter:
        with pytest.raises(ModelError, match=r"^context overflow: .*--budget") as refused:
            await meter.ask(saying("a long page " * 200))
    assert not refused.value.retryable
    assert len(meter.drain()) == 1


@pytest.mark.long
async def test_a_reply_that_fills_the_context_is_not_blamed_on_the_cap(small):
    async with asking(small) as meter:
        with pytest.raises(ReplyError, match=r"before the cap of 8,000: .* it filled the model's context"):
            await meter.ask(saying("Count from 1 to 1000. " * 14))


async def test_a_cancelled_call_frees_the_server(server):
    model = find_model(server.model)
    arriving = asyncio.Event()
    request = saying("Count from 1 to 1000.")
    call = asyncio.create_task(model.send(request, timeout=patience(60), progress=lambda _: arriving.set()))
    await arriving.wait()
    call.cancel()
    await until_idle(server)
    await model.close()


@pytest.mark.long
async def test_two_calls_at_once_get_their_own_answers(server):
    def choice(name):
        values = {"type": "object", "properties": {"name": {"type": "string", "enum": [name]}}, "required": ["name"]}
        return saying(f"Say {name}.", answer_schema=values)

    async with asking(server) as meter:
        replies = await asyncio.gather(*(meter.ask(choice(name)) for name in ("Ada", "Grace")))
    assert [json.loads(reply.text)["name"] for reply in replies] == ["Ada", "Grace"]


@pytest.mark.long
async def test_a_server_that_dies_in_the_middle_is_named_with_its_address():
    with serving(context=256) as server:
        url, events = server.url, EventStream()
        events.call_progress = lambda _: server.kill()
        async with asking(server, events=events, retry=RetryPolicy(attempts=2, first_seconds=0.01)) as meter:
            with pytest.raises(ModelError, match=rf"the connection to {url}.* failed .*gave up after 2 attempts"):
                await meter.ask(saying("Count from 1 to 1000."))
            begun, again = meter.drain()
    assert "failed" in begun.error
    assert "ConnectError" in again.error


@pytest.mark.long
async def test_images_are_left_out_once_the_server_refused_one(server):
    data = io.BytesIO()
    Picture.new("RGB", (8, 8)).save(data, "PNG")
    block = ImageBlock(image=Image(data=data.getvalue(), media_type="image/png", width=8, height=8))
    async with asking(server) as meter:
        with noted("does not accept images"):
            await meter.ask(saying("Say hello.", block, max_output_tokens=64))
        await meter.ask(saying("Say hello.", block, max_output_tokens=64))
        assert [bool(row.reply) for row in meter.drain()] == [False, True, True]
