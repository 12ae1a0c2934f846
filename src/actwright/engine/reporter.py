"""Reports the events of a run as they happen: its calls, its journal, its beginning and its end."""

from __future__ import annotations

import time
from collections.abc import Callable

from actwright.engine.log import log
from actwright.engine.totals import totals_of
from actwright.errors import ModelError
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
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.result import Result
from actwright.schemas.step import Intent, Outcome, Step

__all__ = ["Heard", "Reporter"]

Heard = Callable[[Event], object]

PROGRESS_SECONDS = 0.25
"""Seconds between two events about a reply that is arriving."""


class Reporter:
    """Makes the events of one run, and gives them to the log and to whoever listens.

    Args:
        run: What the run is called.
        mask: Replaces what the caller withheld.
        listeners: Called with each event; they must not raise.
    """

    def __init__(self, run: str, *, mask: Callable[[str], str], listeners: tuple[Heard, ...] = ()) -> None:
        self._run = run
        self._mask = mask
        self._listeners = (log, *listeners)
        self._step = 1
        self._progressed = 0.0

    def started(self, *, policy: str, models: str, task: str) -> None:
        """The run begins."""
        self._tell(RunStarted(run=self._run, policy=policy, models=models, task=task))

    def steps(self, number: int) -> None:
        """A step begins."""
        self._step = number
        self._tell(StepStarted(run=self._run, step=number))

    def saw(self, page: Observation) -> None:
        """The page of the step was looked at."""
        picture = page.screenshot is not None
        count = len(page.elements)
        self._tell(
            LookEvent(run=self._run, step=self._step, elements=count, picture=picture, url=page.url, title=page.title)
        )

    def calls(self, *, role: str, model: str, attempt: int) -> None:
        """An attempt begins."""
        self._tell(CallStarted(run=self._run, step=self._step, role=role, model=model, attempt=attempt))

    def receives(self, characters: int) -> None:
        """Part of a reply has arrived; reported at intervals."""
        now = time.monotonic()
        if now - self._progressed >= PROGRESS_SECONDS:
            self._progressed = now
            self._tell(CallProgress(run=self._run, step=self._step, characters=characters))

    def called(self, row: Exchange, *, model: str, http_status: int | None) -> None:
        """An attempt ended."""
        self._tell(
            CallEvent(
                run=self._run,
                step=self._step,
                role=row.role,
                model=model,
                attempt=row.attempt,
                answered=row.reply is not None,
                input=row.usage.input,
                cached=row.usage.cache_read,
                output=row.usage.output,
                cost=row.cost,
                http_status=http_status,
                milliseconds=round(row.milliseconds, 1),
                error=row.error,
            )
        )

    def retries(self, error: ModelError, *, role: str, model: str, attempt: int, seconds: float) -> None:
        """A failed attempt is followed by another one."""
        self._tell(
            RetryEvent(
                run=self._run,
                step=self._step,
                role=role,
                model=model,
                attempt=attempt,
                seconds=round(seconds, 3),
                http_status=error.status,
            )
        )

    def proposed(self, proposal: Proposal) -> None:
        """A policy decided what to do."""
        self._tell(
            ProposalEvent(
                run=self._run,
                step=self._step,
                actions=len(proposal.actions),
                complete=proposal.complete,
                message=proposal.message,
            )
        )

    def performs(self, action: Action, *, position: int) -> None:
        """An action is about to be performed."""
        self._tell(
            ActionStarted(
                run=self._run,
                step=self._step,
                position=position,
                tool=action.tool,
                element=_element_of(action),
                reason=action.reason,
            )
        )

    def intends(self, intent: Intent) -> None:
        """An effect is announced, or was not confirmed."""
        tool, confirmed = intent.action.tool, intent.confirmed
        self._tell(EffectEvent(run=self._run, step=intent.step, tool=tool, confirmed=confirmed, url=intent.url))

    def acted(self, outcome: Outcome, *, position: int, corrected: bool = False) -> None:
        """An action has its outcome; one that was refused is reported as that too."""
        action = outcome.action
        self._tell(
            ActionEvent(
                run=self._run,
                step=self._step,
                position=position,
                tool=action.tool,
                element=_element_of(action),
                status=outcome.status,
                effect=outcome.effect.value,
                sent=len(outcome.sent),
                http_status=outcome.http_status,
                milliseconds=outcome.milliseconds,
                corrected=corrected,
                reason=action.reason,
                target=outcome.target,
                detail=outcome.detail,
            )
        )
        if outcome.refused and not corrected:
            origin, why = outcome.origin, outcome.refused
            place = {"step": self._step, "position": position}
            self._tell(RefusalEvent(run=self._run, **place, tool=action.tool, origin=origin, why=why))

    def stepped(self, step: Step) -> None:
        """A step ended."""
        for each in step.claim.evidence if step.claim else ():
            self._tell(
                EvidenceEvent(
                    run=self._run,
                    step=step.number,
                    kind=each.kind,
                    held=each.held,
                    held_before=each.held_before,
                    accepted=step.claim is not None and step.claim.accepted,
                    wanted=each.wanted,
                    found=each.found,
                )
            )
        totals = totals_of([step])
        claim = "" if step.claim is None else "accepted" if step.claim.accepted else "refused"
        self._tell(
            StepEvent(
                run=self._run,
                step=step.number,
                usable=not (step.problem and step.proposal is None),
                actions=len(step.proposal.actions) if step.proposal else 0,
                skipped=sum(outcome.status == "skipped" for outcome in step.outcomes),
                claim=claim,
                calls=totals.calls,
                cost=totals.cost,
                seconds=round(step.ended - step.started, 3),
                message=step.proposal.message if step.proposal else "",
                problem=step.problem,
                url=step.page.url,
            )
        )
        self._step = step.number + 1

    def ended(self, result: Result) -> None:
        """The run ended."""
        totals = totals_of(result.steps)
        self._tell(
            RunEnded(
                run=self._run,
                status=result.status.value,
                reason=result.reason.value,
                may_have_acted=result.may_have_acted,
                steps=totals.steps,
                calls=totals.calls,
                input=totals.usage.input,
                output=totals.usage.output,
                cost=totals.cost,
                seconds=round(totals.seconds, 3),
                message=result.message,
                error=result.error,
            )
        )

    def _tell(self, event: Event) -> None:
        texts = {name: getattr(event, name) for name in (*said_fields(event), *(["origin"] * hasattr(event, "origin")))}
        masked = {name: self._mask(text) for name, text in texts.items() if text}
        told = event.model_copy(update=masked)
        for listener in self._listeners:
            listener(told)


def _element_of(action: Action) -> str:
    return str(action.parameters.get("element_id") or "")
