"""The events that a run reports. Each kind of event is one class here, with its name, level and fields.

Events go to everybody who follows a run: its record, the log, spans, and callers that use `Run.listen` or `Run.events` (see
`actwright.engine.records.stream`). No event contains private values or secrets. Fields of the type `Said` may quote
pages, models or the caller; the log has them only at level debug.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from actwright.schemas.base import Frozen, sentence
from actwright.schemas.step import Grade

__all__ = [
    "EVENTS",
    "ActionEvent",
    "ActionStarted",
    "CallEvent",
    "CallProgress",
    "CallStarted",
    "EffectEvent",
    "Event",
    "EvidenceEvent",
    "LookEvent",
    "ProposalEvent",
    "RefusalEvent",
    "RetryEvent",
    "RunEnded",
    "RunStarted",
    "Said",
    "StepEvent",
    "StepStarted",
    "said_fields",
]

Level = Literal["debug", "info", "warning"]

_SAID = "said"

Said = Annotated[str, _SAID]
"""Text of a page, a model or the caller."""


class Event(Frozen):
    """Base of all events.

    Attributes:
        run: The name of the run's folder; eight random characters if the run writes none.
    """

    name: ClassVar[str] = ""
    usual_level: ClassVar[Level] = "info"

    run: str

    def __init_subclass__(cls, *, name: str, level: Level = "info", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.name, cls.usual_level = name, level

    @property
    def level(self) -> Level:
        """The log level: debug for a beginning, or for a detail that another event sums up."""
        return self.usual_level


class RunStarted(Event, name="run_started"):
    """A run begins.

    Attributes:
        policy: The name of the policy.
        models: Each role with its model, as in `main=openai:gpt-5`, separated by commas.
        task: The task.
    """

    policy: str
    models: str
    task: Said


class EventOfStep(Event, name=""):
    """Base of the events of a step.

    Attributes:
        step: The number of the step.
    """

    step: int


class StepStarted(EventOfStep, name="step_started", level="debug"):
    """A step begins, with a look at the page.

    Attributes:
        step: The number of the step.
    """


class LookEvent(EventOfStep, name="look", level="debug"):
    """The look at the page of a step is done.

    Attributes:
        step: The number of the step.
        elements: How many elements with an ID the page has.
        picture: Whether there is a screenshot.
        url, title: URL and title of the page.
    """

    elements: int
    picture: bool
    url: Said
    title: Said


class CallStarted(EventOfStep, name="call_started", level="debug"):
    """A request to a model is sent.

    Attributes:
        step, role, model, attempt: As in the `CallEvent` that reports how it ended.
    """

    role: str
    model: str
    attempt: int


class CallProgress(EventOfStep, name="call_progress", level="debug"):
    """A reply is arriving; reported at most four times a second.

    Attributes:
        step: The number of the step.
        characters: How many characters have arrived.
    """

    characters: int


class CallEvent(EventOfStep, name="call"):
    """An attempt of a model call ended, successfully or not.

    Attributes:
        step: The number of the step.
        role, model, attempt: The role, the model, and the number of the attempt, from 1.
        answered: Whether there was a reply.
        input, cached, output: Tokens; `cached` is the part of the input that was read from a cache.
        cost: USD; None if the price is not known.
        http_status: HTTP status of a refusal or failure; None if there was a reply, or no response at all.
        milliseconds: How long the attempt took.
        error: The provider's error, if the attempt failed.
    """

    role: str
    model: str
    attempt: int
    answered: bool
    input: int
    cached: int
    output: int
    cost: float | None
    http_status: int | None
    milliseconds: float
    error: Said = ""

    @property
    def level(self) -> Level:
        """A warning if there was no reply."""
        return "info" if self.answered else "warning"


class RetryEvent(EventOfStep, name="retry", level="warning"):
    """A failed call will be retried after a wait.

    Attributes:
        step, role, model: As in the `CallEvent`.
        attempt: The number of the failed attempt.
        seconds: The wait before the next attempt.
        http_status: HTTP status of the failure; None if there was no response.
    """

    role: str
    model: str
    attempt: int
    seconds: float
    http_status: int | None


class ProposalEvent(EventOfStep, name="proposal", level="debug"):
    """The policy has proposed what to do next; none of it has been done yet.

    Attributes:
        step: The number of the step.
        actions: How many actions were proposed.
        complete: Whether the proposal claims that the task is complete.
        message: The message of the proposal.
    """

    actions: int
    complete: bool
    message: Said


class ActionStarted(EventOfStep, name="action_started", level="debug"):
    """An action is about to be performed.

    Attributes:
        step, position, tool, element: As in the `ActionEvent` that reports its outcome.
        reason: The model's reason for the action.
    """

    position: int
    tool: str
    element: str
    reason: Said


class EffectEvent(EventOfStep, name="effect"):
    """An action that may have an effect beyond the page is about to be dispatched, or was not confirmed.

    Attributes:
        step, tool: The number of the step, and the tool.
        confirmed: The answer of `confirm`; empty if nobody was asked.
        url: The page on which it is dispatched.
    """

    tool: str
    confirmed: str
    url: Said


class ActionEvent(EventOfStep, name="action"):
    """An action was performed, or failed.

    Attributes:
        step, position: The number of the step, and the position of the action in it, from 1.
        tool, element: The tool, and the ID of the element that the action names; empty if it names none.
        status, effect: As in its `Outcome`.
        sent: How many requests other than GET left the browser during the action.
        http_status: HTTP status of the document that it led to; None if it led to none.
        milliseconds: Time until the page had settled.
        corrected: True if this event adds to an earlier report of the same action.
        reason: The model's reason for the action.
        target: The title of the element.
        detail: What happened, or why nothing did.
    """

    position: int
    tool: str
    element: str
    status: str
    effect: str
    sent: int
    http_status: int | None
    milliseconds: float
    corrected: bool = False
    reason: Said = ""
    target: Said = ""
    detail: Annotated[Said, sentence] = ""

    @property
    def level(self) -> Level:
        """A warning if it is not known whether the action had its effect."""
        return "warning" if self.status == "unknown" else "info"


class RefusalEvent(EventOfStep, name="refusal", level="warning"):
    """The permissions of the run, or the answer of `confirm`, did not allow an action.

    Attributes:
        step, position, tool: As in the `ActionEvent`.
        origin: The origin that the action would have gone to; empty if none.
        why: Why it was refused, and what is permitted.
    """

    position: int
    tool: str
    origin: str
    why: Annotated[Said, sentence]


class EvidenceEvent(EventOfStep, name="evidence", level="debug"):
    """Code checked a fact behind a claim of completion.

    Attributes:
        step: The number of the step.
        kind: As in its `Evidence`.
        passed: Whether the fact held.
        passed_before: Whether it already held before, in which case it proves nothing; None if that was not checked.
        accepted: Whether the claim was accepted.
        wanted, found: The expected fact, and what the page showed.
    """

    kind: str
    passed: bool
    passed_before: bool | None
    accepted: bool
    wanted: Said
    found: Said


class StepEvent(EventOfStep, name="step"):
    """A step ended.

    Attributes:
        step: The number of the step.
        usable: Whether the model's reply could be used.
        actions, skipped: How many actions were proposed, and how many of them were not tried.
        claim: `accepted` or `refused` if the proposal claimed completion; else empty.
        calls, cost: Model calls of the step, retries included, and their cost in USD; None if a price is not known.
        seconds: How long the step took.
        message: The message of the proposal.
        problem: Why the reply could not be used, or what ended the run in this step.
        url: The page that the policy saw.
    """

    usable: bool
    actions: int
    skipped: int
    claim: str
    calls: int
    cost: float | None
    seconds: float
    message: Said = ""
    problem: Annotated[Said, sentence] = ""
    url: Said = ""

    @property
    def level(self) -> Level:
        """A warning if the reply could not be used."""
        return "info" if self.usable else "warning"


class RunEnded(Event, name="run_ended"):
    """A run ended.

    Attributes:
        status, reason: As in its `Result`.
        may_have_acted: Whether the run may have had an effect beyond the page.
        proof, shortfall: As in its `Result`; empty for none.
        steps, calls, input, output, cost: The steps, model calls, tokens, and USD; None if a price is not known.
        seconds: How long the run took.
        message: The last message.
        error: What ended the run, if an error did.
    """

    status: str
    reason: str
    may_have_acted: bool
    proof: Grade | Literal[""] = ""
    steps: int
    calls: int
    input: int
    output: int
    cost: float | None
    seconds: float
    message: Said = ""
    shortfall: Said = ""
    error: Said = ""


EVENTS = (
    *(RunStarted, StepStarted, LookEvent, CallStarted, CallProgress, CallEvent, RetryEvent, ProposalEvent),
    *(ActionStarted, EffectEvent, ActionEvent, RefusalEvent, EvidenceEvent, StepEvent, RunEnded),
)
"""Every kind of event."""


def said_fields(event: Event | type[Event]) -> tuple[str, ...]:
    """The names of the fields that may quote pages, models or the caller."""
    kind = event if isinstance(event, type) else type(event)
    return tuple(name for name, field in kind.model_fields.items() if _SAID in field.metadata)
