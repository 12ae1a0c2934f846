"""Calls that do not leave: beyond a limit of the run, or not yet by the rate that runs share; and models that fail."""

import asyncio

import pytest
from noted import noted

from actwright.engine.limits import Limits
from actwright.engine.meter import Meter
from actwright.engine.models.rate import RateLimit
from actwright.errors import LimitError, ModelError
from actwright.schemas.exchange import Message, Reply, Request, TextBlock, spend_of
from actwright.schemas.usage import Usage
from actwright.testing import ScriptedModel

REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="x" * 360),)),), max_output_tokens=1_000)
ANSWER = Reply(text="done", usage=Usage(fresh=100, output=400))
DOWN = ModelError("down", status=500)


class Priced(ScriptedModel):
    """A tenth of a cent for each token."""

    def price(self, reply):
        return reply.usage.total / 1_000


class Clock:
    """Time that passes only in waits."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    async def sleep(self, seconds):
        self.now += seconds


async def asked_until_refused(limits):
    model = Priced([ANSWER] * 99)
    meter = Meter({"main": model}, check=limits.check)

    async def ask_on():
        while True:
            await meter.ask(REQUEST)

    with pytest.raises(LimitError) as refused:
        await ask_on()
    rows = meter.drain()
    assert len(rows) == len(model.requests)
    return refused.value.limit, rows


@pytest.mark.parametrize(
    ("limits", "limit", "calls"),
    [
        (Limits(calls=3), "calls", 3),
        (Limits(tokens=5_000), "tokens", 8),
        (Limits(usd=5.0), "usd", 8),
        (Limits(tokens=1_099), "tokens", 0),
        (Limits(tokens=1_100), "tokens", 1),
    ],
)
async def test_no_call_leaves_that_may_go_beyond_a_limit(limits, limit, calls):
    """A call may take its 100 tokens and an answer of 1,000; each takes 500. What was spent stays within the limit."""
    found, rows = await asked_until_refused(limits)
    spent = spend_of(rows)
    assert (found, spent.calls) == (limit, calls)
    assert spent.tokens <= (limits.tokens or spent.tokens)
    assert spent.usd <= (limits.usd or spent.usd)


async def test_retries_count():
    """Two attempts are all that two calls allow."""
    busy = ModelError("busy", status=503, retryable=True)
    meter = Meter({"main": ScriptedModel([busy] * 9)}, check=Limits(calls=2).check, sleep=Clock().sleep)
    with pytest.raises(LimitError, match="all 2 calls are used up"):
        await meter.ask(REQUEST)
    assert [row.attempt for row in meter.drain()] == [1, 2]


async def test_a_provider_that_counts_more_than_the_estimate_is_believed():
    """After one answer the worst case follows what the provider counted."""
    twice = Reply(text="done", usage=Usage(fresh=200, output=400))
    meter = Meter({"main": ScriptedModel([twice, twice])}, check=Limits(tokens=1_799).check)
    await meter.ask(REQUEST)
    with pytest.raises(LimitError, match="the next call may take 1,200"):
        await meter.ask(REQUEST)


async def test_calls_of_two_runs_share_a_rate():
    """The second run's call waits for the minute of the first; both are answered."""
    clock = Clock()
    rate = RateLimit(requests_per_minute=1, clock=clock)
    meters = [Meter({"main": ScriptedModel([ANSWER])}, rate=rate, sleep=clock.sleep) for _ in range(2)]
    await meters[0].ask(REQUEST)
    with noted(match=r"^RateLimit\(1 requests a minute\): waiting 60 s before the next call$"):
        await meters[1].ask(REQUEST)
    assert clock.now == 60.0
    assert [len(meter.drain()) for meter in meters] == [1, 1]


async def test_a_rate_counts_what_a_call_took():
    """Of 1,500 tokens a minute 500 are used, so that the next call, of 1,100 at most, waits; at 1,600 it does not."""
    waits = []
    for tokens in (1_500, 1_600):
        clock = Clock()
        rate = RateLimit(tokens_per_minute=tokens, clock=clock)
        meter = Meter({"main": ScriptedModel([ANSWER] * 2)}, rate=rate, sleep=clock.sleep)
        await meter.ask(REQUEST)
        await meter.ask(REQUEST)
        waits.append(clock.now)
    assert waits == [60.0, 0.0]


async def test_a_rate_never_waits_past_the_deadline():
    """The call does not leave, its place is given back, and the run ends by its time limit."""
    clock = Clock()
    rate = RateLimit(requests_per_minute=1, clock=clock)
    model = ScriptedModel([ANSWER] * 9)
    meter = Meter({"main": model}, rate=rate, seconds_left=lambda: 30 - clock.now, sleep=clock.sleep)
    await meter.ask(REQUEST)
    for _ in range(3):
        with pytest.raises(LimitError, match=r"allows the next call in 60.0 s, but only 30.0 s are left") as refused:
            await meter.ask(REQUEST)
        assert refused.value.limit == "seconds"
    assert (len(model.requests), clock.now) == (1, 0.0)


async def test_a_cancelled_wait_gives_its_place_back():
    rate = RateLimit(requests_per_minute=1, clock=Clock())
    meter = Meter({"main": ScriptedModel([ANSWER])}, rate=rate, sleep=lambda _: asyncio.Event().wait())
    await meter.ask(REQUEST)
    call = asyncio.create_task(meter.ask(REQUEST))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert rate.seconds_until(rate.book(0)) == 60.0


async def test_the_next_model_answers_for_one_that_failed():
    """Each attempt is a row, and the failed model is not asked again in the run."""
    first, second = ScriptedModel([DOWN], name="first"), ScriptedModel([ANSWER] * 2, name="second")
    meter = Meter({"main": (first, second)})
    with noted(match="asking none:second instead") as said:
        assert [await meter.ask(REQUEST), await meter.ask(REQUEST)] == [ANSWER, ANSWER]
    assert said == ["none:first: down; asking none:second instead"]
    assert [(row.model, row.attempt, row.error) for row in meter.drain()] == [
        ("first", 1, "down"),
        ("second", 1, ""),
        ("second", 1, ""),
    ]


async def test_a_failed_model_is_asked_again_when_all_others_fail():
    """Its answer makes it the first again."""
    first = ScriptedModel([DOWN, ANSWER, ANSWER], name="first")
    meter = Meter({"main": (first, ScriptedModel([ANSWER, DOWN], name="second"))})
    for _ in range(3):
        await meter.ask(REQUEST)
    assert [row.model for row in meter.drain()] == ["first", "second", "second", "first", "first"]


async def test_when_all_models_fail_all_are_named():
    models = [ScriptedModel([ModelError(f"{name} is down", status=500)], name=name) for name in "ab"]
    with pytest.raises(ModelError, match="none of 2 models answered: a is down; b is down"):
        await Meter({"main": models}).ask(REQUEST)


async def test_a_limit_is_no_failure_of_a_model():
    """The next model is not tried."""
    second = ScriptedModel([ANSWER])
    meter = Meter({"main": (ScriptedModel([DOWN]), second)}, check=Limits(calls=1).check)
    with pytest.raises(LimitError):
        await meter.ask(REQUEST)
    assert second.requests == []


LOST = ModelError("the connection failed", retryable=True)


async def test_an_attempt_that_may_have_been_billed_counts_at_its_worst():
    """Of 3,000 tokens two attempts that got no answer leave nothing to a third."""
    meter = Meter({"main": ScriptedModel([LOST] * 4)}, check=Limits(tokens=3_000).check, sleep=Clock().sleep)
    with pytest.raises(LimitError, match="tokens are left"):
        await meter.ask(REQUEST)
    assert len(meter.drain()) == 2


@pytest.mark.parametrize(
    "failed",
    [ModelError("busy", status=503, retryable=True), ModelError("nobody listens", retryable=True, may_be_billed=False)],
)
async def test_an_attempt_that_was_not_taken_counts_nothing(failed):
    """Neither against a limit of the run, nor against the tokens of a minute."""
    clock = Clock()
    rate = RateLimit(tokens_per_minute=2_000, clock=clock)
    model = ScriptedModel([failed, failed, ANSWER])
    meter = Meter({"main": model}, check=Limits(tokens=1_300).check, rate=rate, sleep=clock.sleep)
    assert await meter.ask(REQUEST) == ANSWER
    assert clock.now < 10
    assert [row.cost for row in meter.drain()] == [0.0, 0.0, 0.0]
