"""Prices from the data that ship."""

import pytest
from noted import noted, nothing_noted

from actwright.engine.models.prices import price, uncached
from actwright.schemas.exchange import Exchange, Request
from actwright.schemas.usage import Usage

USAGE = Usage(fresh=1_000, cache_read=400, cache_write=100, output=50, reasoning=20)


def test_an_own_price_counts_before_the_price_data(monkeypatch):
    monkeypatch.setenv("ACTWRIGHT_PRICES", '{"my-llama": {"input": 1, "output": 4, "cache_read": 0.1}}')
    used = Usage(fresh=1_000_000, cache_read=1_000_000, cache_write=1_000_000, output=500_000)
    assert price(used, model="my-llama", provider="openai") == pytest.approx(1 + 0.1 + 1 + 2)


def test_cached_tokens_cost_what_they_cost():
    """1000 x 5 + 400 x 0.5 + 100 x 6.25 + 50 x 25 USD per million; reasoning is part of the output."""
    assert price(USAGE, model="claude-opus-4-8", provider="anthropic") == pytest.approx(7_075 / 1_000_000)


def test_an_unknown_model_is_not_free():
    """Its price is None, with one message however often it is asked."""
    with noted(match="the price of 'made-up-1' is not known") as said:
        assert price(USAGE, model="made-up-1", provider="openai") is None
    assert len(said) == 1
    with nothing_noted():
        assert price(USAGE, model="made-up-1", provider="openai") is None


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:9/v1", "https://api.openai.com/v1"])
def test_behind_a_custom_address(base_url):
    """A proxy's prices are the provider's for that name."""
    own = price(USAGE, model="gpt-5", provider="openai")
    assert price(USAGE, model="gpt-5", provider="openai", base_url=base_url) == own > 0


def test_nothing_costs_nothing():
    """No tokens of a known model are 0 USD, which is not the same as unknown."""
    assert price(Usage(), model="gpt-5", provider="openai") == 0.0


@pytest.mark.parametrize(
    ("wire", "model", "cost", "usd"),
    [
        ("anthropic", "claude-opus-4-8", 0.007075, (1_500 * 5 + 50 * 25) / 1_000_000),
        ("openai_chat", "gpt-5", 0.001, (1_500 * 1.25 + 50 * 10) / 1_000_000),
        ("none", "scripted", 0.0, 0.0),
        ("anthropic", "claude-opus-4-8", None, None),
    ],
)
def test_what_a_call_had_cost_without_a_cache(wire, model, cost, usd):
    """All its input is fresh then; a call without a cost has none, and one that no provider answered keeps its own."""
    exchange = Exchange(role="main", request=Request(messages=()), wire=wire, model=model, usage=USAGE, cost=cost)
    assert uncached(exchange) == (None if usd is None else pytest.approx(usd))


def test_a_call_that_touched_no_cache_keeps_its_cost():
    exchange = Exchange(
        role="main",
        request=Request(messages=()),
        wire="anthropic",
        model="claude-opus-4-8",
        usage=Usage(fresh=9),
        cost=0.5,
    )
    assert uncached(exchange) == 0.5
