"""The totals of a run: calls, tokens, cost and time, computed from its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from actwright.engine.models.estimates import Part
from actwright.engine.records.attribution import attributed_in_all
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import cost_of, usage_of
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
        seconds=steps[-1].ended if steps else 0.0,
        opening=steps[0].started if steps else 0.0,
    )
