"""What the events of a run so far add up to: its steps, the step under way, and the effects that were announced."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from actwright.schemas.event import (
    ActionEvent,
    CallEvent,
    CallProgress,
    EffectEvent,
    Event,
    ProposalEvent,
    RunStarted,
    StepEvent,
)
from actwright.schemas.step import Intent, Outcome, Step


@dataclass
class RunState:
    """Answers questions about a run that is under way, or has ended.

    Attributes:
        started: Whether the run has begun.
        steps: The steps that have ended, oldest first.
        under_way: The step whose actions are being performed, with their outcomes so far; None between steps.
        intents: Actions that were about to have an effect, oldest first.
        written: Characters of the model's reply received so far; 0 while no reply is arriving.
    """

    started: bool = False
    steps: list[Step] = field(default_factory=list[Step])
    under_way: Step | None = None
    intents: list[Intent] = field(default_factory=list[Intent])
    written: int = 0

    @property
    def number(self) -> int:
        """The number of the step that is under way, or comes next."""
        return len(self.steps) + 1

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """The steps, with the one under way as far as it got."""
        return (*self.steps, self.under_way) if self.under_way else tuple(self.steps)

    @property
    def has_unknown_outcome(self) -> bool:
        """Whether an action of the last step may or may not have happened."""
        last = self.all_steps[-1:]
        return any(outcome.status == "unknown" for step in last for outcome in step.outcomes)

    @property
    def picture(self) -> Path | None:
        """The file with the picture of the step under way; None if it has none, or nothing is recorded."""
        image = self.under_way.page.screenshot if self.under_way else None
        return image.content if image is not None and isinstance(image.content, Path) else None

    def fold(self, event: Event, subject: Any) -> None:
        """Adds an event, and the value that it reports."""
        match event:
            case RunStarted():
                self.started = True
            case CallProgress():
                self.written = event.characters
            case CallEvent():
                self.written = 0
            case ProposalEvent():
                self.under_way = subject.model_copy(update={"cut_off": True}) if event.actions else None
            case EffectEvent():
                self.intents.append(subject)
            case ActionEvent():
                self._set_outcome(event.position, subject)
            case StepEvent():
                self.steps.append(subject)
                self.under_way = None
            case _:
                pass

    def _set_outcome(self, position: int, outcome: Outcome) -> None:
        if self.under_way is not None:
            before = self.under_way.outcomes
            outcomes = (*before[: position - 1], outcome, *before[position:])
            self.under_way = self.under_way.model_copy(update={"outcomes": outcomes})
