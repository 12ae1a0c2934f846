"""Keeps what a run has announced and begun, so that it can be reported however the run ends."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from actwright.engine.records.reporter import Reporter
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Intent, Outcome, Step

__all__ = ["Journal"]


class Journal:
    """The effects that were announced, and the step under way with its known outcomes. `RunFolder` writes both to disk.

    Attributes:
        intents: Actions that were about to have an effect, oldest first.
        under_way: The step whose actions are being performed; None between steps.
        reporter: Reports what happens as events; None reports nothing.
    """

    def __init__(self) -> None:
        self.intents: list[Intent] = []
        self.under_way: Step | None = None
        self.reporter: Reporter | None = None
        self._number = 1

    def look(self, number: int) -> None:
        """Notes that a step begins, with a look at the page."""
        if self.reporter is not None:
            self.reporter.steps(number)

    def saw(self, page: Observation) -> None:
        """Notes what a step sees."""
        if self.reporter is not None:
            self.reporter.saw(page)

    def proposed(self, proposal: Proposal) -> None:
        """Notes what a step is about to do."""
        if self.reporter is not None:
            self.reporter.proposed(proposal)

    def begin(self, step: Step) -> None:
        """Notes that the actions of a step are about to be performed."""
        self.under_way = step.model_copy(update={"cut_off": True})
        self._number = step.number

    def intend(self, action: Action, url: str, confirmed: Confirmed = "") -> Intent:
        """Announces an action that may have an effect, before it is dispatched.

        It may act on this page once this returns, unless the caller was asked and did not permit it.
        """
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.intents.append(Intent(step=self._number, action=action, url=url, at=at, confirmed=confirmed))
        if self.reporter is not None:
            self.reporter.intends(self.intents[-1])
        return self.intents[-1]

    def performs(self, action: Action) -> None:
        """Notes that the next action of the step under way is about to be performed."""
        if self.reporter is not None and self.under_way is not None:
            self.reporter.performs(action, position=len(self.under_way.outcomes) + 1)

    @property
    def picture(self) -> Path | None:
        """The file with the picture of the step under way; None if it has none, or nothing is written down."""
        return None

    def record_outcome(self, outcome: Outcome) -> None:
        """Notes the outcome of the next action of the step under way."""
        if self.under_way is not None:
            outcomes = (*self.under_way.outcomes, outcome)
            self.under_way = self.under_way.model_copy(update={"outcomes": outcomes})
            if self.reporter is not None:
                self.reporter.acted(outcome, position=len(outcomes))

    def corrected(self, earlier: Outcome, outcome: Outcome) -> None:
        """Replaces an outcome of the step under way, because more is known about it by now."""
        if self.under_way is not None:
            before = self.under_way.outcomes
            outcomes = tuple(outcome if each is earlier else each for each in before)
            self.under_way = self.under_way.model_copy(update={"outcomes": outcomes})
            position = next((at for at, each in enumerate(before, 1) if each is earlier), None)
            if self.reporter is not None and position is not None:
                self.reporter.acted(outcome, position=position, corrected=True)

    def add(self, step: Step) -> Step:
        """Notes that a step has ended. Returns the step to keep."""
        self.under_way = None
        self._number = step.number + 1
        if self.reporter is not None:
            self.reporter.stepped(step)
        return step
