from actwright.schemas.exchange import Exchange, Request, cost_of, usage_of
from actwright.schemas.usage import Usage


def call(cost, **tokens):
    return Exchange(role="main", model="m", wire="none", request=Request(messages=()), cost=cost, usage=Usage(**tokens))


def test_totals_of_calls():
    """Tokens and USD add up; no call costs nothing."""
    calls = [call(0.5, fresh=10, output=1), call(0.25, cache_read=5, output=2)]
    assert usage_of(calls) == Usage(fresh=10, cache_read=5, output=3)
    assert cost_of(calls) == 0.75
    assert (usage_of([]), cost_of([])) == (Usage(), 0.0)


def test_one_unknown_price_makes_the_total_unknown():
    """Totals never count an unknown price as nothing."""
    assert cost_of([call(0.5), call(None)]) is None
