"""The one stream of events of a run: what is reported adds up to its state, and everybody who follows it subscribes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from actwright.engine.records.totals import totals_of
from actwright.notes import note
from actwright.schemas.base import is_sentence
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.event import (
    ActionEvent,
    ActionStarted,
    CallEvent,
    CallProgress,
    CallStarted,
    EffectEvent,
    Event,
    EvidenceEvent,
    LookEvent,
    ProposalEvent,
    RefusalEvent,
    RetryEvent,
    RunEnded,
    RunStarted,
    StepEvent,
    StepStarted,
    said_fields,
)
from actwright.schemas.exchange import Exchange
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.result import Result
from actwright.schemas.step import Intent, Outcome, Step

Listener = Callable[[Event], object]
"""Called with each event. What it raises is reported to the user, and does not end the run."""

Store = Callable[[Event, Any], Any]
"""Stores what an event reports, such as an outcome or a step, and returns it as it is to be kept in memory."""

PROGRESS_SECONDS = 0.25
"""Seconds between two events about a reply that is arriving."""


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


class RunEnding(NamedTuple):
    """What is stored of the end of a run.

    Attributes:
        result: The result.
        hosts: The hosts that the pages of the run reached.
        refused: The hosts that its pages requested and its list did not permit, each with the reason and the count.
    """

    result: Result
    hosts: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class EventStream:
    """Reports the events of one run. Each method reports the event of its name; see `actwright.schemas.event`.

    A method returns when the event is stored and every listener was called. What is about to be done may therefore be
    done once it is reported; if it could not be stored, the method raises what `store` raises, and it must not be done.

    Attributes:
        run: The name of the run.
        state: What the events so far add up to.
        mask: Masks private values and secrets in the texts of events. It masks nothing before the run has begun.
        mask_sentence: Masks them in a sentence of ours.
        store: Stores what events report, before any listener is called; None stores nothing.
        listeners: Called with each event, in this order.
    """

    def __init__(self, *listeners: Listener, store: Store | None = None) -> None:
        self.run = uuid4().hex[:8]
        self.state = RunState()
        self.mask: Callable[[str], str] = str
        self.mask_sentence: Callable[[str], str] = str
        self.store = store
        self.listeners = list(listeners)
        self._progressed = 0.0

    def run_started(self, *, policy: str, models: str, task: str) -> None:
        """The run begins."""
        self._report(RunStarted, policy=policy, models=models, task=task)

    def step_started(self) -> None:
        """A step begins, with a look at the page."""
        self._report(StepStarted)

    def look(self, page: Observation) -> None:
        """The look at the page of the step is done."""
        picture = page.screenshot is not None
        self._report(LookEvent, page, elements=len(page.elements), picture=picture)

    def call_started(self, *, role: str, model: str, attempt: int) -> None:
        """An attempt of a model call begins."""
        self._report(CallStarted, role=role, model=model, attempt=attempt)

    def call_progress(self, characters: int) -> None:
        """Part of a reply has arrived; reported at intervals."""
        now = time.monotonic()
        if characters and now - self._progressed >= PROGRESS_SECONDS:
            self._progressed = now
            self._report(CallProgress, characters=characters)

    def call(self, exchange: Exchange, *, model: str, http_status: int | None) -> None:
        """An attempt ended."""
        self._report(
            CallEvent,
            exchange,
            model=model,
            answered=exchange.reply is not None,
            input=exchange.usage.input,
            cached=exchange.usage.cache_read,
            output=exchange.usage.output,
            http_status=http_status,
            milliseconds=round(exchange.milliseconds, 1),
        )

    def retry(self, *, role: str, model: str, attempt: int, seconds: float, http_status: int | None) -> None:
        """A failed attempt will be followed by another one."""
        self._report(
            RetryEvent, role=role, model=model, attempt=attempt, seconds=round(seconds, 3), http_status=http_status
        )

    def proposal(self, step: Step) -> None:
        """The policy has proposed what to do; `step` is the step so far. None of it has been done yet."""
        if (proposal := step.proposal) is not None:
            actions, complete = len(proposal.actions), proposal.complete
            self._report(ProposalEvent, step, actions=actions, complete=complete, message=proposal.message)

    def action_started(self, action: Action, *, position: int) -> None:
        """The action at a position of the proposal, from 1, is about to be performed."""
        self._report(ActionStarted, action, position=position, element=_element_of(action))

    def effect(self, action: Action, url: str, confirmed: Confirmed = "") -> None:
        """An action that may have an effect is about to be dispatched on this page, or was not confirmed."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        intent = Intent(step=self.state.number, action=action, url=url, at=at, confirmed=confirmed)
        self._report(EffectEvent, intent, tool=action.tool)

    def action(self, outcome: Outcome, *, position: int, corrected: bool = False) -> None:
        """An action was performed, or failed. `corrected`: more is known about it than when it was reported."""
        action = outcome.action
        self._report(
            ActionEvent,
            outcome,
            position=position,
            tool=action.tool,
            element=_element_of(action),
            effect=outcome.effect.value,
            sent=len(outcome.sent),
            corrected=corrected,
            reason=action.reason,
        )
        if outcome.refused and not corrected:
            self._report(RefusalEvent, outcome, position=position, tool=action.tool, why=outcome.refused)

    def step(self, step: Step) -> None:
        """A step ended, and the facts behind its claim were checked."""
        for each in step.claim.evidence if step.claim else ():
            self._report(EvidenceEvent, each, accepted=step.claim is not None and step.claim.accepted)
        totals = totals_of([step])
        self._report(
            StepEvent,
            step,
            usable=not (step.problem and step.proposal is None),
            actions=len(step.proposal.actions) if step.proposal else 0,
            skipped=sum(outcome.status == "skipped" for outcome in step.outcomes),
            claim="" if step.claim is None else "accepted" if step.claim.accepted else "refused",
            calls=totals.calls,
            cost=totals.cost,
            seconds=round(step.ended - step.started, 3),
            message=step.proposal.message if step.proposal else "",
            url=step.page.url,
        )

    def run_ended(self, result: Result, *, hosts: Sequence[str] = (), refused: Sequence[str] = ()) -> None:
        """The run ended. Its pages reached `hosts`, and requested the `refused` ones, which its list did not permit."""
        totals = totals_of(result.steps)
        self._report(
            RunEnded,
            RunEnding(result, tuple(hosts), tuple(refused)),
            status=result.status.value,
            reason=result.reason.value,
            may_have_acted=result.may_have_acted,
            proof=result.proof or "",
            shortfall=result.shortfall,
            steps=totals.steps,
            calls=totals.calls,
            input=totals.usage.input,
            output=totals.usage.output,
            cost=totals.cost,
            seconds=round(totals.seconds, 3),
            message=result.message,
            error=result.error,
        )

    def _report(self, event_type: type[Event], subject: Any = None, /, **fields: Any) -> None:
        """Stores the value that an event reports, adds it to the state of the run, and calls the listeners.

        They learn of an event even if it could not be stored. Fields that are not given are those of the value.
        """
        missing = event_type.model_fields.keys() - fields.keys() - {"run", "step"}
        fields |= {name: getattr(subject, name) for name in missing if hasattr(subject, name)}
        step = {"step": self.state.number} if "step" in event_type.model_fields else {}
        event = event_type(run=self.run, **step, **fields)
        try:
            if self.store is not None:
                subject = self.store(event, subject)
        finally:
            self.state.fold(event, subject)
            shown = self._masked(event) if self.listeners else event
            for listener in self.listeners:
                _call(listener, shown)

    def _masked(self, event: Event) -> Event:
        names = [*said_fields(event), *(name for name in ("origin",) if name in type(event).model_fields)]
        fields = type(event).model_fields
        masks = {name: self.mask_sentence if is_sentence(fields[name]) else self.mask for name in names}
        return event.model_copy(update={name: mask(getattr(event, name)) for name, mask in masks.items()})


def _call(listener: Listener, event: Event) -> None:
    try:
        listener(event)
    except Exception as error:  # noqa: BLE001 - of somebody else's code, which must not end the run
        note(f"a listener failed at the event {event.name!r} of a run: {type(error).__name__}: {error}")


def _element_of(action: Action) -> str:
    return str(action.parameters.get("element_id") or "")
