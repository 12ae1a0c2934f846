"""The cost of a call, from price data that ships with `genai-prices`; nothing is fetched."""

from __future__ import annotations

import functools

from actwright.notes import note
from actwright.schemas.exchange import Exchange
from actwright.schemas.usage import Usage
from actwright.settings import OwnPrice, settings

__all__ = ["price", "repriced", "uncached"]

RAW = {
    "anthropic": ("anthropic", "default"),
    "openai_chat": ("openai", "chat"),
    "openai_responses": ("openai", "responses"),
}
"""The provider whose prices apply to a wire, and the name of its usage format in the price data."""


def price(usage: Usage, *, model: str, provider: str, base_url: str | None = None) -> float | None:
    """USD for the tokens; None, with one warning per model, if the model's price is not known.

    A price in the settings counts before the price data.

    Args:
        usage: The usage, with disjoint input counts; the price data need the total, cached tokens included.
        model: The provider's name of the model.
        provider: The provider whose prices apply: `anthropic`, `openai`.
        base_url: A custom endpoint; its own prices apply if they are known, else the provider's for that name.
    """
    if own := settings().prices.get(model):
        return _at_own_price(usage, own)
    from genai_prices import Usage as Priced  # noqa: PLC0415 - takes 0.4 s
    from genai_prices import calc_price  # noqa: PLC0415

    counts = Priced(
        input_tokens=usage.input,
        cache_read_tokens=usage.cache_read,
        cache_write_tokens=usage.cache_write,
        output_tokens=usage.output,
    )
    if base_url is not None:
        try:
            return float(calc_price(counts, model, provider_api_url=base_url).total_price)
        except LookupError:
            pass
    try:
        return float(calc_price(counts, model, provider_id=provider).total_price)
    except LookupError:
        _warn_once(model)
        return None


def _at_own_price(usage: Usage, own: OwnPrice) -> float:
    read = own.input if own.cache_read is None else own.cache_read
    write = own.input if own.cache_write is None else own.cache_write
    parts = ((usage.fresh, own.input), (usage.cache_read, read), (usage.cache_write, write), (usage.output, own.output))
    return sum(tokens * each for tokens, each in parts) / 1_000_000


@functools.cache
def _warn_once(model: str) -> None:
    note(f"the price of {model!r} is not known: its cost is unknown, and limits in USD do not count its calls")


def repriced(exchange: Exchange) -> Exchange:
    """A call of an earlier run with its cost at the prices known now, from the tokens that its provider counted.

    The prices are those of the wire's own provider for that model, because a call does not record other addresses. A
    call without a reply, with estimated tokens, or of a model without a wire is returned unchanged.
    """
    from genai_prices import calc_price, extract_usage  # noqa: PLC0415 - see above

    if exchange.reply is None or exchange.estimated or exchange.wire not in RAW:
        return exchange
    provider, form = RAW[exchange.wire]
    raw = {"model": exchange.model, "usage": dict(exchange.reply.raw_usage)}
    try:
        counts = extract_usage(raw, provider_id=provider, api_flavor=form).usage
        counts.output_tokens = max(
            counts.output_tokens or 0, exchange.usage.output
        )  # reasoning that is only in the total
        cost = float(calc_price(counts, exchange.model, provider_id=provider).total_price)
    except (LookupError, ValueError):
        cost = price(exchange.usage, model=exchange.model, provider=provider)
    return exchange.model_copy(update={"cost": cost})


def uncached(exchange: Exchange) -> float | None:
    """USD that the same tokens would have cost without a prompt cache; None if the price is not known.

    A call that used no cache, or was not answered, keeps its own cost; so does a call of a model without a wire.
    """
    usage = exchange.usage
    if exchange.cost is None or not usage.cache_read + usage.cache_write or exchange.wire not in RAW:
        return exchange.cost
    fresh = usage.model_copy(update={"fresh": usage.input, "cache_read": 0, "cache_write": 0})
    return price(fresh, model=exchange.model, provider=RAW[exchange.wire][0])
