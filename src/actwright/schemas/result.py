"""How a run ended, and what it used."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, Literal, Self

from typing_extensions import TypeVar

from actwright.errors import TaskFailed
from actwright.schemas.base import Frozen
from actwright.schemas.ending import acted, http_status_of, reason_of
from actwright.schemas.exchange import Exchange, Section, cost_of, usage_of
from actwright.schemas.status import Reason, Status
from actwright.schemas.step import REPLAY, Claim, Evidence, Grade, Intent, Outcome, SentRequest, Step
from actwright.schemas.task import Task
from actwright.schemas.usage import Usage
from actwright.text import counted, shortened

OutputT_co = TypeVar("OutputT_co", covariant=True, default=Any)


class Result(Frozen, Generic[OutputT_co]):
    """The result of a run: its steps, and everything derived from them.

    Attributes:
        task: The task that was run.
        status: How it ended.
        steps: All steps, oldest first. If the run was cut off, the last one may be incomplete.
        run_dir: The folder with the record and the report; None if none was written.
        output: The typed answer of a complete run that was given `output`; else None.
        input_by_part: Input tokens by what they were spent on: the page, the history, screenshots, …. The sum is
            `usage.input`.
        journal: Actions that may have an effect, oldest first; each was recorded before it was dispatched.
        error: What ended the run, if an error or an interruption did; else empty.
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
        """Whether the task was completed, with the evidence that the run required."""
        return self.status is Status.COMPLETE

    @property
    def reason(self) -> Reason:
        """Why the run ended, as a fixed word."""
        return reason_of(self.status, self.steps)

    @property
    def replayed(self) -> int:
        """How many steps followed a recording, without a model."""
        return sum(step.decided_by == REPLAY and not step.fallback_reason for step in self.steps)

    @property
    def fallback_reason(self) -> str:
        """Why a recording did not fit and another policy took over; empty if that did not happen."""
        return next((step.fallback_reason for step in self.steps if step.fallback_reason), "")

    @property
    def healed(self) -> bool:
        """Whether the run is complete, with all recorded evidence, although another policy took over from a recording.

        `complete` is then True as well. `actwright.recording.heal` makes a patch to the recording from such a run.
        """
        return self.complete and bool(self.fallback_reason)

    @property
    def may_have_acted(self) -> bool:
        """Whether the run may have had an effect beyond the page: something was submitted, or may have been.

        If False, the same task can be run again without doing anything twice.
        """
        return bool(self.unsettled) or any(acted(outcome) for step in self.steps for outcome in step.outcomes)

    @property
    def http_status(self) -> int | None:
        """HTTP status of the last document in front; None if it has none, or was loaded before the run."""
        return http_status_of(self.steps)

    @property
    def unsettled(self) -> tuple[Intent, ...]:
        """Effects that were announced but have no outcome: it is not known whether they happened."""
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
        """Actions that the permissions of the run did not allow, oldest first; each outcome says what is permitted."""
        return tuple(outcome for step in self.steps for outcome in step.outcomes if outcome.refused)

    @property
    def message(self) -> str:
        """The last message of the policy, or the reason why its last reply could not be used."""
        last = self.steps[-1] if self.steps else None
        if last is None:
            return f"ended: {self.status.words}"
        return last.problem or (last.proposal.message if last.proposal else "")

    @property
    def data(self) -> dict[str, str]:
        """The value of each data name as last read back from the page (secrets masked)."""
        receipts = (receipt for step in self.steps for outcome in step.outcomes for receipt in outcome.receipts)
        return {receipt.reference: receipt.got for receipt in receipts if receipt.reference}

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The facts that prove the accepted claim of completion; empty if there was none."""
        last = self.steps[-1] if self.steps else None
        return last.claim.evidence if last and last.claim and last.claim.accepted else ()

    @property
    def proof(self) -> Grade | None:
        """What stands behind the last claim of completion: `proved` or `shown` if the run is complete.

        `contradicted` if it was refused for that; None if no claim was made, none had evidence, or none was needed.
        """
        return self._claim.grade if self._claim else None

    @property
    def shortfall(self) -> str:
        """Why a complete run is no more than `shown`; empty if it is proved, or not complete."""
        return self._claim.shortfall if self._claim and self.complete else ""

    @property
    def changed(self) -> bool:
        """Whether the run sent something that can change something: a request other than GET, or a WebSocket message."""
        return bool(self.sent)

    @property
    def sent(self) -> tuple[SentRequest, ...]:
        """The requests other than GET that left because of the run's actions, and messages over WebSockets."""
        return tuple(each for step in self.steps for outcome in step.outcomes for each in outcome.sent)

    @property
    def _claim(self) -> Claim | None:
        return next((step.claim for step in reversed(self.steps) if step.claim is not None), None)

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
        """How many looks at the page the policy was given."""
        return sum(step.captures for step in self.steps)

    def __repr__(self) -> str:
        cost = "price unknown" if self.cost is None else f"{self.cost:.4f} USD"
        return (
            f"<Result {self.status.words}: {counted(len(self.steps), 'step')}, {counted(len(self.exchanges), 'call')}, {self.usage.total} tokens, "
            f"{cost}, {shortened(self.message, 200)!r}>"
        )

    __str__ = __repr__

    def raise_for_status(self) -> Self:
        """Returns this result if the task was completed.

        Raises:
            TaskFailed: The task was not completed; the error has the status and the last message.
        """
        __tracebackhide__ = True  # pytest then shows the line of the test
        if self.complete:
            return self
        where = f" (report: {self.run_dir / 'report.html'})" if self.run_dir else ""
        message = f"{self.status.words} after {counted(len(self.steps), 'step')}: {self.message}{where}"
        raise TaskFailed(message, result=self)
