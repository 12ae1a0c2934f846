"""Divides the input tokens of a call among the parts of its request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from actwright.engine.models.estimates import Part, estimate
from actwright.schemas.exchange import Exchange


def attributed(exchange: Exchange) -> dict[Part, int]:
    """The input tokens of a call by what they were spent on; they add up to what the provider counted.

    Pictures share `usage.image`, and everything else shares the rest, both in proportion to their estimates. A call
    that reported no input has no parts.
    """
    usage = exchange.usage
    read = estimate(exchange.request, model=exchange.model)
    shown = usage.image if read.text else usage.input
    parts: Counter[Part] = Counter(_shares(shown, read.pictures))
    parts.update(_shares(usage.input - shown, read.text))
    return {part: parts[part] for part in sorted(parts) if parts[part]}


def attributed_in_all(exchanges: Iterable[Exchange]) -> dict[Part, int]:
    """The same for several calls together."""
    total: Counter[Part] = Counter()
    for exchange in exchanges:
        total.update(attributed(exchange))
    return {part: total[part] for part in sorted(total)}


def _shares(total: int, weights: Mapping[Part, float]) -> dict[Part, int]:
    """Whole numbers in proportion to the weights that add up to the total: the largest remainders are rounded up."""
    whole = sum(weights.values())
    if not whole:
        return {"other": total}
    shares: dict[Part, int] = {part: int(total * weight / whole) for part, weight in weights.items()}
    by_remainder = sorted(shares, key=lambda part: shares[part] - total * weights[part] / whole)
    for part in by_remainder[: total - sum(shares.values())]:
        shares[part] += 1
    return shares
