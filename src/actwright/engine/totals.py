"""What a run took, and why it ended: both follow from its steps."""

from __future__ import annotations

from collections.abc import Sequence

from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Usage, cost_of, usage_of
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Step

__all__ = ["Totals", "totals_of", "why_ended"]


class Totals(Frozen):
    """What steps took together.

    Attributes:
        steps: How many there were.
        calls: Model calls, retries included.
        captures: Looks at the page that the policy was given.
        usage: Tokens of all calls.
        cost: USD; None if the price of any call is not known.
        seconds: From the beginning of the run, which is before its browser started, to the end of the last step.
        opening: The part of `seconds` before the first step: starting the browser and opening the page.
    """

    steps: int
    calls: int
    captures: int
    usage: Usage
    cost: float | None
    seconds: float
    opening: float


def totals_of(steps: Sequence[Step]) -> Totals:
    """What these steps, the first ones of a run, took together."""
    exchanges = [exchange for step in steps for exchange in step.exchanges]
    return Totals(
        steps=len(steps),
        calls=len(exchanges),
        captures=sum(step.captures for step in steps),
        usage=usage_of(exchanges),
        cost=cost_of(exchanges),
        seconds=steps[-1].ended if steps else 0.0,
        opening=steps[0].started if steps else 0.0,
    )


def why_ended(result: Result) -> str:
    """What ended a run that was not completed, as the rest of a sentence that begins with its status.

    Empty if it is complete, still runs, or was ended from outside its steps.
    """
    totals = totals_of(result.steps)
    last = result.steps[-1] if result.steps else None
    given_up = [outcome.detail for outcome in (last.outcomes if last else ()) if outcome.ends_run]
    reasons = {
        Status.FAILED: given_up[-1] if given_up else result.message,
        Status.STUCK: "the last steps repeated what had been tried, or changed nothing on the page",
        Status.STEP_LIMIT: f"{_counted(totals.steps, 'step')} played, as many as it may take",
        Status.CALL_LIMIT: f"{_counted(totals.calls, 'model call')} made, as many as it may take",
        Status.TOKEN_LIMIT: f"{totals.usage.total:,} tokens were used, which is all it may use",
        Status.COST_LIMIT: f"${totals.cost or 0:.4f} was spent, which is all it may cost",
        Status.TIME_LIMIT: f"it had run for {totals.seconds:.1f} s, which is all the time it has",
        Status.BAD_REPLIES: "the model's replies could not be used" + (f"; the last: {last.problem}" if last else ""),
    }
    return reasons.get(result.status, "")


def _counted(number: int, noun: str) -> str:
    return f"1 {noun} was" if number == 1 else f"{number} {noun}s were"
