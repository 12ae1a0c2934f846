"""What a call costs, from price data that ships with `genai-prices`; nothing is fetched."""

from __future__ import annotations

import functools
import warnings

from actwright.schemas.exchange import Usage

__all__ = ["price"]


def price(usage: Usage, *, model: str, provider: str, base_url: str | None = None) -> float | None:
    """USD for the tokens; None, with one warning per model, if the model's price is not known.

    Args:
        usage: Disjoint input counts; the price data want the total, cached tokens included.
        model: As the provider names it.
        provider: Whose prices hold: `anthropic`, `openai`.
        base_url: A custom endpoint; its own prices hold if they are known, else the provider's for that name.
    """
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


@functools.cache
def _warn_once(model: str) -> None:
    message = f"the price of {model!r} is not known: costs show as unknown, and limits in USD cannot hold"
    warnings.warn(message, UserWarning, stacklevel=3)
