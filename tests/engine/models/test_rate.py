"""The shared rate: any 60 seconds hold no more than is allowed, and calls leave in the order in which they ask."""

import pytest

from actwright.engine.models.rate import RateLimit
from actwright.errors import ConfigError


class Clock:
    def __init__(self):
        self.now = 1_000.0

    def __call__(self):
        return self.now


def limit_of(**options):
    clock = Clock()
    return RateLimit(clock=clock, **options), clock


def waits(limit, *tokens):
    return [limit.seconds_until(limit.book(each)) for each in tokens]


def test_requests_wait_for_the_minute_to_pass():
    """Two a minute: the third leaves a minute after the first, the fourth a minute after the second."""
    limit, clock = limit_of(requests_per_minute=2)
    assert waits(limit, 0) == [0]
    clock.now += 10
    assert waits(limit, 0, 0, 0, 0) == [0, 50, 60, 110]


def test_tokens_wait_for_the_minute_to_pass():
    limit, _ = limit_of(tokens_per_minute=1_000)
    assert waits(limit, 600, 400, 1, 1_000) == [0, 0, 60, 120]


def test_a_small_call_does_not_overtake_a_large_one():
    """It would fit at once, but the one before it waits."""
    limit, _ = limit_of(tokens_per_minute=1_000)
    assert waits(limit, 600, 900, 10) == [0, 60, 60]


def test_a_call_larger_than_a_minute_leaves_alone():
    """It is never refused."""
    limit, _ = limit_of(tokens_per_minute=1_000)
    assert waits(limit, 5_000, 10, 5_000) == [0, 60, 120]


def test_what_a_call_took_counts_in_place_of_what_it_might_have_taken():
    limit, _ = limit_of(tokens_per_minute=1_000)
    limit.settle(limit.book(900), 100)
    assert waits(limit, 900) == [0]


def test_a_place_that_is_given_back_is_free():
    limit, _ = limit_of(requests_per_minute=1)
    limit.give_back(limit.book(0))
    assert waits(limit, 0) == [0]


@pytest.mark.parametrize("gap", [0.0, 0.7, 3.0, 11.0])
def test_no_60_seconds_hold_more_than_is_allowed(gap):
    """Whenever calls come, of whatever size: every window is counted."""
    limit, clock = limit_of(requests_per_minute=5, tokens_per_minute=2_000)
    left = []
    for number in range(60):
        tokens = 100 + 37 * number % 700
        left.append((limit.book(tokens).at, tokens))
        clock.now += gap
    assert left == sorted(left, key=lambda each: each[0])
    for start, _ in left:
        inside = [tokens for at, tokens in left if start <= at < start + 60]
        assert len(inside) <= 5
        assert sum(inside) <= 2_000


@pytest.mark.parametrize("options", [{"requests_per_minute": 0}, {"tokens_per_minute": -1}])
def test_a_rate_of_nothing_is_a_mistake(options):
    with pytest.raises(ConfigError, match="at least 1"):
        RateLimit(**options)


def test_it_says_what_it_allows():
    assert repr(RateLimit(requests_per_minute=50)) == "RateLimit(50 requests a minute)"
    both = RateLimit(requests_per_minute=50, tokens_per_minute=200_000)
    assert repr(both) == "RateLimit(50 requests and 200,000 tokens a minute)"
    assert repr(RateLimit()) == "RateLimit()"
