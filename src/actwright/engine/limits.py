"""Decides when a run ends: a pure function of its steps."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import Field

from actwright.errors import LimitError
from actwright.schemas.exchange import spend_of
from actwright.schemas.options import Options
from actwright.schemas.result import Status
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.usage import Spend

LONGEST = ", if its answer has the maximum length"
"""Explains the number: actual answers are far shorter."""


class Limits(Options):
    """What a run may use. None means no limit.

    A model call is not made if, with the longest answer it may get, it would exceed `calls`, `tokens` or `usd`.

    Attributes:
        steps: The number of steps.
        calls: Model calls, retries included.
        tokens: Input and output tokens of all calls.
        usd: Cost of all calls in USD; calls whose price is not known do not count.
        seconds: Wall time; also the deadline of every wait inside the run.
        silence: Seconds that a model call may be silent, before its reply and between the pieces of it; it is then
            made again. Slow local models may need longer for a long page.
        repeats: The run is stuck after this many equal steps (same page, same actions); after twice as many if they
            only looked or waited. It is also stuck when twice as many steps in a row saw the same page and read nothing
            new, whatever they tried.
        bad_replies: The run ends after this many unusable replies in a row.
        download_bytes: The size of all downloads together. A download that exceeds it is stopped and removed, and the
            policy reads that; the run goes on.

    Raises:
        ConfigError: A value is not allowed.
    """

    steps: int = Field(default=25, ge=1)
    calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)
    usd: float | None = Field(default=None, gt=0)
    seconds: float = Field(default=600.0, gt=0)
    silence: float = Field(default=120.0, gt=0)
    repeats: int = Field(default=3, ge=2)
    bad_replies: int = Field(default=3, ge=1)
    download_bytes: int | None = Field(default=200_000_000, ge=1)

    def status(self, steps: Sequence[Step]) -> Status:
        """Where a run with these steps stands."""
        if not steps:
            return Status.RUNNING
        last = steps[-1]
        return _ending(last) or _refused(last) or self._going_nowhere(steps) or self._spent(steps) or Status.RUNNING

    def check(self, spent: Spend, worst: Spend) -> None:
        """Lets a call pass if it stays within the limits even in the worst case.

        Args:
            spent: What the calls of the run have used so far.
            worst: What this call may use: its request, and the longest answer it may get.

        Raises:
            LimitError: It could exceed a limit; the message has what it may use and what is left.
        """
        after = spent + worst
        if self.calls is not None and after.calls > self.calls:
            raise LimitError(f"all {self.calls} calls are used up; retries count", limit="calls")
        if self.tokens is not None and after.tokens > self.tokens:
            left = max(0, self.tokens - spent.tokens)
            message = (
                f"{left:,} of {self.tokens:,} tokens are left, and the next call may take {worst.tokens:,}{LONGEST}"
            )
            raise LimitError(message, limit="tokens")
        if self.usd is not None and after.usd > self.usd:
            left = max(0.0, self.usd - spent.usd)
            message = f"${left:.4f} of ${self.usd:.4f} are left, and the next call may cost ${worst.usd:.4f}{LONGEST}"
            raise LimitError(message, limit="usd")

    def _going_nowhere(self, steps: Sequence[Step]) -> Status | None:
        tail = steps[-self.bad_replies :]
        if len(tail) == self.bad_replies and all(step.problem for step in tail):
            return Status.UNUSABLE_REPLIES
        if _repeated(steps) >= self.repeats * (1 if _changes_something(steps[-1]) else 2):
            return Status.STUCK
        if _without_progress(steps) >= self.repeats * 2:
            return Status.STUCK
        return None

    def _spent(self, steps: Sequence[Step]) -> Status | None:
        spent = spend_of(exchange for step in steps for exchange in step.exchanges)
        if self.usd is not None and spent.usd >= self.usd:
            return Status.COST_LIMIT
        if self.tokens is not None and spent.tokens >= self.tokens:
            return Status.TOKEN_LIMIT
        if self.calls is not None and spent.calls >= self.calls:
            return Status.CALL_LIMIT
        if steps[-1].ended >= self.seconds:
            return Status.TIME_LIMIT
        if len(steps) >= self.steps:
            return Status.STEP_LIMIT
        return None


def _ending(step: Step) -> Status | None:
    if step.claim and step.claim.accepted:
        return Status.COMPLETE
    if any(outcome.ends_run and outcome.status == "done" for outcome in step.outcomes):
        return Status.FAILED
    return None


def _refused(step: Step) -> Status | None:
    limits = {
        "calls": Status.CALL_LIMIT,
        "tokens": Status.TOKEN_LIMIT,
        "usd": Status.COST_LIMIT,
        "seconds": Status.TIME_LIMIT,
    }
    return limits.get(step.limit)


def _repeated(steps: Sequence[Step]) -> int:
    """How many equal steps the run ends with: the last steps that repeat earlier ones, and the first of those."""
    seen: set[str] = set()
    run = 0
    for step in steps:
        if step.proposal is None:
            continue
        print_ = _fingerprint(step)
        run = run + 1 if print_ in seen else 0
        seen.add(print_)
    return run + 1


def _without_progress(steps: Sequence[Step]) -> int:
    """How many steps at the end of the run saw one and the same page, and learned nothing new by looking."""
    known: set[str] = set()
    run, before = 0, None
    for step in steps:
        learned = {outcome.detail for outcome in step.outcomes if _looked(outcome)} - known
        known |= learned
        page = _page_print(step)
        run = 0 if learned else run + 1 if page == before else 1
        before = page
    return run


def _looked(outcome: Outcome) -> bool:
    return outcome.status == "done" and outcome.effect is Effect.READ


def _fingerprint(step: Step) -> str:
    actions = [(action.tool, action.parameters) for action in step.proposal.actions] if step.proposal else []
    return json.dumps([_page_print(step), actions], sort_keys=True)


def _page_print(step: Step) -> str:
    dialog = step.page.dialog.message if step.page.dialog else ""
    return json.dumps([step.page.url, step.page.tree.replace("*", ""), dialog])


def _changes_something(step: Step) -> bool:
    return not step.outcomes or any(outcome.effect is not Effect.READ for outcome in step.outcomes)
