"""How a run ended, and what it took."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Generic, Literal, Self

from typing_extensions import TypeVar

from actwright.errors import TaskFailed
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Exchange, Section, Usage, cost_of, usage_of
from actwright.schemas.step import Evidence, Step
from actwright.schemas.task import Task
from actwright.text import counted, shortened

__all__ = ["Result", "Status"]


class Status(StrEnum):
    """Where a run stands. Everything but RUNNING ends it; ERROR and INTERRUPTED come from outside the steps."""

    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"
    STUCK = "stuck"
    STEP_LIMIT = "step limit"
    CALL_LIMIT = "call limit"
    TOKEN_LIMIT = "token limit"  # noqa: S105 - a count of model tokens
    COST_LIMIT = "cost limit"
    TIME_LIMIT = "time limit"
    BAD_REPLIES = "unusable replies"
    ERROR = "error"
    INTERRUPTED = "interrupted"

    @property
    def is_limit(self) -> bool:
        """Whether it is one of the limits of a run."""
        return self in {Status.STEP_LIMIT, Status.CALL_LIMIT, Status.TOKEN_LIMIT, Status.COST_LIMIT, Status.TIME_LIMIT}


OutputT_co = TypeVar("OutputT_co", covariant=True, default=Any)


class Result(Frozen, Generic[OutputT_co]):
    """The steps of a run and what follows from them.

    Attributes:
        task: What was asked.
        status: How it ended.
        steps: Every step, oldest first.
        run_dir: The folder with the record and the report; None if none was written.
        output: The answer of a run that was asked for a typed one, once it is complete; else None.
        input_by_part: What the input tokens were spent on: the page, the history, pictures, …. They add up to `usage.input`.
    """

    task: Task
    status: Status
    steps: tuple[Step, ...]
    run_dir: Path | None = None
    output: OutputT_co | None = None
    input_by_part: Mapping[Section | Literal["schema"], int] = {}

    @property
    def complete(self) -> bool:
        """True if the task was completed, with the evidence that the run demanded."""
        return self.status is Status.COMPLETE

    @property
    def message(self) -> str:
        """The last thing the policy said; what was wrong with its reply, if it was not usable."""
        last = self.steps[-1] if self.steps else None
        if last is None:
            return f"ended: {self.status}"
        return last.problem or (last.proposal.message if last.proposal else "")

    @property
    def data(self) -> dict[str, str]:
        """What the page held for each data name after it was last filled in, as read back (secrets masked)."""
        receipts = (receipt for step in self.steps for outcome in step.outcomes for receipt in outcome.receipts)
        return {receipt.reference: receipt.got for receipt in receipts if receipt.reference}

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The facts that the accepted claim of completion rests on."""
        last = self.steps[-1] if self.steps else None
        return last.claim.evidence if last and last.claim and last.claim.accepted else ()

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """Every model call of the run, retries included."""
        return tuple(exchange for step in self.steps for exchange in step.exchanges)

    @property
    def usage(self) -> Usage:
        """Tokens of all calls together."""
        return usage_of(self.exchanges)

    @property
    def cost(self) -> float | None:
        """USD of all calls together; None if any call's price is not known; 0.0 if no model was called."""
        return cost_of(self.exchanges)

    @property
    def captures(self) -> int:
        """Looks at the page that the policy was given."""
        return sum(step.captures for step in self.steps)

    def __repr__(self) -> str:
        cost = "price unknown" if self.cost is None else f"{self.cost:.4f} USD"
        return (
            f"<Result {self.status}: {counted(len(self.steps), 'step')}, {counted(len(self.exchanges), 'call')}, {self.usage.total} tokens, "
            f"{cost}, {shortened(self.message, 200)!r}>"
        )

    __str__ = __repr__

    def raise_for_status(self) -> Self:
        """Returns itself if the task was completed.

        Raises:
            TaskFailed: It was not; the message names the status and the last message.
        """
        if self.complete:
            return self
        where = f" (report: {self.run_dir / 'report.html'})" if self.run_dir else ""
        message = f"{self.status} after {counted(len(self.steps), 'step')}: {self.message}{where}"
        raise TaskFailed(message, result=self)
