"""Reports the events of a run as they happen: its calls, its journal, its beginning and its end."""

from __future__ import annotations

import time
from collections.abc import Callable

from actwright.engine.records.log import log
from actwright.engine.records.totals import totals_of
from actwright.errors import ModelError
from actwright.schemas.base import is_sentence
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
    """Makes the events of one run, and passes them to the log and to all listeners.

    Args:
        run: The name of the run.
        mask: Masks private values and secrets in a text.
        mask_sentence: Masks them in a sentence of ours.
        listeners: Called with each event; they must not raise.
    """

    def __init__(
        self,
        run: str,
        *,
        mask: Callable[[str], str],
        mask_sentence: Callable[[str], str],
        listeners: tuple[Heard, ...] = (),
    ) -> None:
        self._run = run
        self._mask = mask
        self._mask_sentence = mask_sentence
        self._listeners = (log, *listeners)
        self._step = 1
        self._progressed = 0.0

    def started(self, *, policy: str, models: str, task: str) -> None:
        """Reports that the run begins."""
        self._emit(RunStarted(run=self._run, policy=policy, models=models, task=task))

    def steps(self, number: int) -> None:
        """Reports that a step begins."""
        self._step = number
        self._emit(StepStarted(run=self._run, step=number))

    def saw(self, page: Observation) -> None:
        """Reports the look at the page of the step."""
        picture = page.screenshot is not None
        count = len(page.elements)
        self._emit(
            LookEvent(run=self._run, step=self._step, elements=count, picture=picture, url=page.url, title=page.title)
        )

    def calls(self, *, role: str, model: str, attempt: int) -> None:
        """Reports that an attempt begins."""
        self._emit(CallStarted(run=self._run, step=self._step, role=role, model=model, attempt=attempt))

    def receives(self, characters: int) -> None:
        """Reports, at intervals, that part of a reply has arrived."""
        now = time.monotonic()
        if now - self._progressed >= PROGRESS_SECONDS:
            self._progressed = now
            self._emit(CallProgress(run=self._run, step=self._step, characters=characters))

    def called(self, row: Exchange, *, model: str, http_status: int | None) -> None:
        """Reports that an attempt ended."""
        self._emit(
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
        """Reports that a failed attempt will be followed by another one."""
        self._emit(
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
        """Reports what the policy proposes."""
        self._emit(
            ProposalEvent(
                run=self._run,
                step=self._step,
                actions=len(proposal.actions),
                complete=proposal.complete,
                message=proposal.message,
            )
        )

    def performs(self, action: Action, *, position: int) -> None:
        """Reports that an action is about to be performed."""
        self._emit(
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
        """Reports that an effect is announced, or was not confirmed."""
        tool, confirmed = intent.action.tool, intent.confirmed
        self._emit(EffectEvent(run=self._run, step=intent.step, tool=tool, confirmed=confirmed, url=intent.url))

    def acted(self, outcome: Outcome, *, position: int, corrected: bool = False) -> None:
        """Reports the outcome of an action, and a refusal as an event of its own."""
        action = outcome.action
        self._emit(
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
            self._emit(RefusalEvent(run=self._run, **place, tool=action.tool, origin=origin, why=why))

    def stepped(self, step: Step) -> None:
        """Reports that a step ended."""
        for each in step.claim.evidence if step.claim else ():
            self._emit(
                EvidenceEvent(
                    run=self._run,
                    step=step.number,
                    kind=each.kind,
                    passed=each.passed,
                    passed_before=each.passed_before,
                    accepted=step.claim is not None and step.claim.accepted,
                    wanted=each.wanted,
                    found=each.found,
                )
            )
        totals = totals_of([step])
        claim = "" if step.claim is None else "accepted" if step.claim.accepted else "refused"
        self._emit(
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
        """Reports that the run ended."""
        totals = totals_of(result.steps)
        self._emit(
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

    def _emit(self, event: Event) -> None:
        texts = {name: getattr(event, name) for name in (*said_fields(event), *(["origin"] * hasattr(event, "origin")))}
        fields = type(event).model_fields
        masked = {
            name: (self._mask_sentence if is_sentence(fields[name]) else self._mask)(text)
            for name, text in texts.items()
            if text
        }
        shown = event.model_copy(update=masked)
        for listener in self._listeners:
            listener(shown)


def _element_of(action: Action) -> str:
    return str(action.parameters.get("element_id") or "")
