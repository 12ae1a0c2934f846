"""How a run ended, and what it took."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, Literal, Self

from typing_extensions import TypeVar

from actwright.errors import TaskFailed
from actwright.schemas.base import Frozen
from actwright.schemas.ending import acted, http_status_of, reason_of
from actwright.schemas.exchange import Exchange, Section, Usage, cost_of, usage_of
from actwright.schemas.status import Reason, Status
from actwright.schemas.step import REPLAY, Evidence, Intent, Outcome, Step
from actwright.schemas.task import Task
from actwright.text import counted, shortened

__all__ = ["Reason", "Result", "Status"]


OutputT_co = TypeVar("OutputT_co", covariant=True, default=Any)


class Result(Frozen, Generic[OutputT_co]):
    """The steps of a run and what follows from them.

    Attributes:
        task: What was asked.
        status: How it ended.
        steps: Every step, oldest first; the last one may have been cut off if the run was.
        run_dir: The folder with the record and the report; None if none was written.
        output: The answer of a run that was asked for a typed one, once it is complete; else None.
        input_by_part: What the input tokens were spent on: the page, the history, pictures, …. They add up to `usage.input`.
        journal: What was about to have an effect, oldest first; each was written down before it was dispatched.
        error: What ended the run, if an error or something from outside did.
    """

    task: Task
    status: Status
    steps: tuple[Step, ...]
    run_dir: Path | None = None
    output: OutputT_co | None = None
    input_by_part: Mapping[Section | Literal["schema"], int] = {}
    journal: tuple[Intent, ...] = ()
    error: str = ""

    @property
    def complete(self) -> bool:
        """True if the task was completed, with the evidence that the run demanded."""
        return self.status is Status.COMPLETE

    @property
    def reason(self) -> Reason:
        """Why it ended, as a fixed word."""
        return reason_of(self.status, self.steps)

    @property
    def replayed(self) -> int:
        """How many steps were done as a recording says, without a model."""
        return sum(step.decided_by == REPLAY and not step.handed_over for step in self.steps)

    @property
    def handed_over(self) -> str:
        """Why a recording did not fit, so that another policy went on; empty if none did."""
        return next((step.handed_over for step in self.steps if step.handed_over), "")

    @property
    def healed(self) -> bool:
        """Whether it is complete, with all recorded evidence, although the recording did not fit and another policy went on.

        That is a verdict of its own: `complete` is True as well. `actwright.recording.heal` makes a patch of it.
        """
        return self.complete and bool(self.handed_over)

    @property
    def may_have_acted(self) -> bool:
        """Whether anything may have had an effect beyond the page: something was submitted, or began and was not seen to end.

        If it is False, the same task may be run again without doing anything twice.
        """
        return bool(self.unsettled) or any(acted(outcome) for step in self.steps for outcome in step.outcomes)

    @property
    def http_status(self) -> int | None:
        """HTTP status of the document that was in front last; None if it has none, or was there before the run."""
        return http_status_of(self.steps)

    @property
    def unsettled(self) -> tuple[Intent, ...]:
        """Effects that were announced and have no outcome: whether they took place is not known."""
        whole = max((step.number for step in self.steps if not step.cut_off), default=0)
        known = [outcome.action for step in self.steps if step.cut_off for outcome in step.outcomes]
        left: list[Intent] = []
        for intent in self.journal:
            if intent.step <= whole or not intent.dispatched:
                continue
            if intent.action in known:
                known.remove(intent.action)
            else:
                left.append(intent)
        return tuple(left)

    @property
    def refused(self) -> tuple[Outcome, ...]:
        """What the permissions of the run did not allow, oldest first; each outcome says what is permitted."""
        return tuple(outcome for step in self.steps for outcome in step.outcomes if outcome.refused)

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
        __tracebackhide__ = True  # pytest then shows the line of the test
        if self.complete:
            return self
        where = f" (report: {self.run_dir / 'report.html'})" if self.run_dir else ""
        message = f"{self.status} after {counted(len(self.steps), 'step')}: {self.message}{where}"
        raise TaskFailed(message, result=self)
