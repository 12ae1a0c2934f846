"""The totals of a run: calls, tokens, cost and time, computed from its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from actwright.engine.models.estimates import Part, estimate
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Exchange, cost_of, usage_of
from actwright.schemas.step import Step
from actwright.schemas.usage import Usage


class Totals(Frozen):
    """What steps used together.

    Attributes:
        steps: How many there were.
        calls: Model calls, retries included.
        captures: Looks at the page that the policy was given.
        usage: Tokens of all calls.
        input_by_part: What the input tokens were spent on: the page, the history, pictures, ….
        cost: USD; None if the price of any call is not known.
        seconds: From the beginning of the run, which is before its browser started, to the end of the last step.
        opening: The part of `seconds` before the first step: starting the browser and opening the page.
    """

    steps: int
    calls: int
    captures: int
    usage: Usage
    input_by_part: Mapping[Part, int]
    cost: float | None
    seconds: float
    opening: float


def totals_of(steps: Sequence[Step]) -> Totals:
    """What these steps, the first ones of a run, used together."""
    exchanges = [exchange for step in steps for exchange in step.exchanges]
    return Totals(
        steps=len(steps),
        calls=len(exchanges),
        captures=sum(step.captures for step in steps),
        usage=usage_of(exchanges),
        input_by_part=attributed_in_all(exchanges),
        cost=cost_of(exchanges),
        seconds=max((max(each.started, each.ended) for each in steps), default=0.0),  # one that was cut off has no end
        opening=steps[0].started if steps else 0.0,
    )


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
