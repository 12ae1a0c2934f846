"""The meter: every attempt is a row."""

import asyncio
import re

import pytest
from noted import noted

from actwright.engine.meter import Meter
from actwright.engine.models.retry import RetryPolicy
from actwright.errors import ConfigError, ModelError, ReplyError
from actwright.schemas.exchange import Message, Reasoning, Reply, Request, TextBlock, ToolCall, ToolResult
from actwright.schemas.usage import Usage
from actwright.testing import ScriptedModel

REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="x" * 40),)),), max_output_tokens=1_000)
ANSWER = Reply(text="done", usage=Usage(fresh=100, cache_read=20, output=7))
BUSY = ModelError("busy", status=429, retryable=True, retry_after=3.0)


class Naps:
    """Records how long the meter would have slept."""

    def __init__(self):
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)


class Endless(ScriptedModel):
    """A model whose answer never comes."""

    def __init__(self):
        super().__init__([])

    async def send(self, request, **options):
        await asyncio.Event().wait()


class Priced(ScriptedModel):
    """A model that costs a fixed price per call."""

    def price(self, reply):
        return 0.5


def meter_of(*replies, model=ScriptedModel, **options):
    return Meter({"main": model(replies)}, **{"sleep": Naps(), **options})


async def test_one_answer_is_one_row():
    """An answered request leaves one row with its usage, cost and time."""
    meter = meter_of(ANSWER, model=Priced)
    assert await meter.ask(REQUEST) == ANSWER
    (row,) = meter.drain()
    assert (row.role, row.model, row.wire, row.attempt, row.error) == ("main", "scripted", "none", 1, "")
    assert (row.request, row.reply, row.usage, row.cost) == (REQUEST, ANSWER, ANSWER.usage, 0.5)
    assert row.milliseconds > 0


async def test_drain_gives_each_row_once():
    """A drained row does not come again."""
    meter = meter_of(ANSWER, ANSWER)
    await meter.ask(REQUEST)
    assert [len(meter.drain()), len(meter.drain())] == [1, 0]
    await meter.ask(REQUEST)
    assert len(meter.drain()) == 1


async def test_a_busy_provider_is_asked_again_after_the_time_it_named():
    """A 429 is a row of its own; the second attempt leaves after Retry-After, not before."""
    naps = Naps()
    meter = meter_of(BUSY, ANSWER, sleep=naps)
    assert await meter.ask(REQUEST) == ANSWER
    assert [(row.attempt, row.error, row.cost) for row in meter.drain()] == [(1, "busy", 0.0), (2, "", 0.0)]
    assert len(naps.seconds) == 1
    assert 3.0 <= naps.seconds[0] <= 3.3


async def test_a_long_wait_is_told():
    """Whoever waits in front of it knows for what; a short one is nobody's concern."""
    slow = ModelError("none:scripted: too many requests (HTTP 429)", status=429, retryable=True, retry_after=100.0)
    with noted(match="retrying in") as said:
        await meter_of(slow, BUSY, ANSWER).ask(REQUEST)
    (message,) = (each for each in said)
    assert re.fullmatch(r"none:scripted: too many requests \(HTTP 429\); retrying in 10[01] s", message)


async def test_a_provider_that_stays_down_is_given_up_after_four_attempts():
    """Four attempts, four rows, then the provider's own error with the number of attempts."""
    meter = meter_of(*[ModelError("down", status=503, retryable=True)] * 9)
    with pytest.raises(ModelError, match=r"down \(gave up after 4 attempts\)") as raised:
        await meter.ask(REQUEST)
    assert (raised.value.status, raised.value.retryable, len(meter.drain())) == (503, True, 4)


async def test_a_request_that_can_never_succeed_is_sent_once():
    """An error that is not retryable passes through as it is."""
    error = ModelError("no such model", status=404)
    meter = meter_of(error, ANSWER)
    with pytest.raises(ModelError) as raised:
        await meter.ask(REQUEST)
    assert raised.value is error
    assert len(meter.drain()) == 1


async def test_no_wait_reaches_past_the_deadline():
    """A Retry-After beyond the time left is not waited for: the provider's error is raised at once."""
    naps = Naps()
    meter = meter_of(BUSY, ANSWER, seconds_left=lambda: 2.0, sleep=naps)
    with pytest.raises(ModelError) as raised:
        await meter.ask(REQUEST)
    assert (
        str(raised.value) == "busy (gave up after 1 attempt: the provider asks to wait 3.0 s, but only 2.0 s are left)"
    )
    assert naps.seconds == []


async def test_no_wait_is_longer_than_the_patience():
    """Also where the run has the time."""
    meter = meter_of(BUSY, ANSWER, retry=RetryPolicy(patience_seconds=2), sleep=Naps())
    with pytest.raises(ModelError) as raised:
        await meter.ask(REQUEST)
    assert (
        str(raised.value)
        == "busy (gave up after 1 attempt: the provider asks to wait 3.0 s, which is more than the maximum of 2 s)"
    )


async def test_a_spent_deadline_sends_nothing():
    """With no time left no request leaves, and the error is one that the loop reads as the end of time."""
    meter = meter_of(ANSWER, seconds_left=lambda: 0.0)
    with pytest.raises(ReplyError, match="no reply before the time limit"):
        await meter.ask(REQUEST)
    assert meter.drain() == ()


async def test_an_answer_that_never_comes_ends_with_the_deadline():
    """The attempt is cut off at the deadline; what it cost is not known, and it is not 0."""
    loop = asyncio.get_running_loop()
    end = loop.time() + 0.05
    meter = Meter({"main": Endless()}, seconds_left=lambda: end - loop.time())
    with pytest.raises(ReplyError, match="no reply before the time limit"):
        await meter.ask(REQUEST)
    (row,) = meter.drain()
    assert "no complete reply in time" in row.error
    assert row.cost is None


async def test_an_attempt_has_a_time_limit_of_its_own():
    """A hanging attempt is retried while the run has time."""
    meter = Meter({"main": Endless()}, silence=0.01, sleep=Naps(), retry=RetryPolicy(attempts=2))
    with pytest.raises(ModelError, match=r"nothing arrived for 0.01 s \(gave up after 2 attempts\)"):
        await meter.ask(REQUEST)
    assert len(meter.drain()) == 2


async def test_a_cancelled_call_is_still_a_row():
    """What left is recorded even when the run is torn down around it."""
    meter = Meter({"main": Endless()})
    call = asyncio.create_task(meter.ask(REQUEST))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert [row.error for row in meter.drain()] == ["cancelled before a reply arrived"]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(text='{"comp', finish="length", usage=Usage(fresh=5, output=1_000)), r"cap of 1,000 output tokens"),
        (Reply(text="I cannot help.", finish="refusal", usage=Usage(fresh=5)), "refused to answer: I cannot help"),
    ],
)
async def test_a_useless_reply_is_billed(reply, words):
    """A cut or refused reply is a ReplyError that names the cause; its tokens and cost stay."""
    meter = meter_of(reply, model=Priced)
    with pytest.raises(ReplyError, match=words):
        await meter.ask(REQUEST)
    assert [(row.usage, row.cost) for row in meter.drain()] == [(reply.usage, 0.5)]


async def test_an_unknown_role_says_which_there_are():
    """Asking for a role without a model is the caller's mistake."""
    with pytest.raises(ConfigError, match="there is no model for the role 'verifier'; roles with a model: main"):
        await meter_of(ANSWER).ask(REQUEST, role="verifier")
    with pytest.raises(ConfigError, match=r'Agent\(model=\{"main": …, "verifier": …\}\)'):
        await meter_of(ANSWER).ask(REQUEST, role="verifier")
    with pytest.raises(ConfigError, match="roles with a model: none"):
        await Meter({}).ask(REQUEST)


def request_of(*texts):
    blocks = tuple(TextBlock(text=text) for text in texts)
    schema = {"type": "object", "properties": {"message": {}}}
    return Request(
        system=(TextBlock(text="rules"),), messages=(Message(role="user", blocks=blocks),), answer_schema=schema
    )


async def test_requests_are_made_of_the_same_parts():
    """What a request repeats of the one before takes no memory again."""
    meter = meter_of(ANSWER, ANSWER)
    for texts in (("task", "step 1", "page 1"), ("task", "step 1", "step 2", "page 2")):
        await meter.ask(request_of(*texts))
    first, second = (row.request for row in meter.drain())
    assert second == request_of("task", "step 1", "step 2", "page 2")
    assert second.system is first.system
    assert second.answer_schema is first.answer_schema
    old, new = (request.messages[0].blocks for request in (first, second))
    assert [block in old and old[old.index(block)] is block for block in new] == [True, True, False, False]


async def test_a_conversation_with_calls_goes_on():
    """Calls, results and thoughts of the request before stand in the next one as they are."""
    asked = REQUEST.messages[0]
    call = ToolCall(call_id="1", tool="look", arguments="{}")
    called = Message(role="assistant", blocks=(Reasoning(wire="anthropic", item={"type": "thinking"}), call))
    result = Message(role="user", blocks=(ToolResult(call_id="1", blocks=(TextBlock(text="a page"),)),))
    first = Request(messages=(asked, called, result))
    second = Request(messages=(*first.messages, called))
    meter = meter_of(ANSWER, ANSWER)
    await meter.ask(first)
    await meter.ask(second)
    before, after = (row.request for row in meter.drain())
    assert (before, after) == (first, second)
    assert after.messages[0].blocks[0] is before.messages[0].blocks[0]
