"""What a run reports of itself while it goes on. Each kind of event is one class here: its name, level and fields.

Events go to the log (see `actwright.engine.log`), and to whoever iterates `Run.events()`. No value that the caller withheld is in
them. Fields of the type `Said` may quote pages, models or the caller: the log has them at debug alone.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from actwright.schemas.base import Frozen

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
    """What all events have.

    Attributes:
        run: The name of the run's folder; of a run that writes none, eight random characters.
    """

    name: ClassVar[str] = ""

    run: str

    @property
    def level(self) -> Level:
        """How urgent it is."""
        return "info"


class RunStarted(Event):
    """A run begins.

    Attributes:
        policy: Its name.
        models: Each role with its model, `main=openai:gpt-5`, with commas between them.
        task: What is to be done.
    """

    name: ClassVar[str] = "run_started"

    policy: str
    models: str
    task: Said


class _DebugEvent(Event):
    """Tells of something that has begun, or of a part of what another event sums up."""

    @property
    def level(self) -> Level:
        """Debug."""
        return "debug"


class StepStarted(_DebugEvent):
    """A step begins: the page is looked at next.

    Attributes:
        step: Its number.
    """

    name: ClassVar[str] = "step_started"

    step: int


class LookEvent(_DebugEvent):
    """The page of a step was looked at.

    Attributes:
        step: Which.
        elements: How many the tree names by IDs.
        picture: Whether there is a picture, too.
        url, title: Of the page.
    """

    name: ClassVar[str] = "look"

    step: int
    elements: int
    picture: bool
    url: Said
    title: Said


class CallStarted(_DebugEvent):
    """A request to a model leaves.

    Attributes:
        step, role, model, attempt: As of the `CallEvent` that tells how it ended.
    """

    name: ClassVar[str] = "call_started"

    step: int
    role: str
    model: str
    attempt: int


class CallProgress(_DebugEvent):
    """A reply is arriving; told at most four times a second.

    Attributes:
        step: The step that it belongs to.
        characters: How many have come.
    """

    name: ClassVar[str] = "call_progress"

    step: int
    characters: int


class CallEvent(Event):
    """An attempt of a model call ended, well or not.

    Attributes:
        step: The step that it belongs to.
        role, model, attempt: What for, to whom, and 1 for the first try of a request.
        answered: Whether a reply came.
        input, cached, output: Tokens; `cached` is the part of the input that was read from a cache.
        cost: USD; None if the price is not known.
        http_status: Of a refusal or failure; None if there was no answer, or a reply.
        milliseconds: How long it took.
        error: What the provider said, if it failed.
    """

    name: ClassVar[str] = "call"

    step: int
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
        """A warning if no reply came."""
        return "info" if self.answered else "warning"


class RetryEvent(Event):
    """A failed call is tried again after a wait.

    Attributes:
        step, role, model: As of the call.
        attempt: The number of the attempt that failed.
        seconds: The wait before the next one.
        http_status: Of the failure.
    """

    name: ClassVar[str] = "retry"

    step: int
    role: str
    model: str
    attempt: int
    seconds: float
    http_status: int | None

    @property
    def level(self) -> Level:
        """A warning."""
        return "warning"


class ProposalEvent(_DebugEvent):
    """A model has proposed what to do next; nothing of it has been done yet.

    Attributes:
        step: Which.
        actions: How many.
        complete: Whether it claims that the task is complete.
        message: What the model said.
    """

    name: ClassVar[str] = "proposal"

    step: int
    actions: int
    complete: bool
    message: Said


class ActionStarted(_DebugEvent):
    """An action is about to be performed.

    Attributes:
        step, position, tool, element: As of the `ActionEvent` that tells what became of it.
        reason: The model's.
    """

    name: ClassVar[str] = "action_started"

    step: int
    position: int
    tool: str
    element: str
    reason: Said


class EffectEvent(Event):
    """An action that may have an effect beyond the page is about to be dispatched, or was not confirmed.

    Attributes:
        step, tool: Which.
        confirmed: What the caller answered; empty if nobody was asked.
        url: The page that it is dispatched on.
    """

    name: ClassVar[str] = "effect"

    step: int
    tool: str
    confirmed: str
    url: Said


class ActionEvent(Event):
    """An action was performed, or failed.

    Attributes:
        step, position: Which: its place among the actions of the step, from 1.
        tool, element: What was called, and the ID of the element that it names; empty if it names none.
        status, effect: As of its `Outcome`.
        sent: How many requests other than GET left while it ran.
        http_status: Of the document that it led to.
        milliseconds: Until the page had settled.
        corrected: More is known by now of an action that was reported before.
        reason: The model's, for the action.
        target: The title of the element.
        detail: What became of it.
    """

    name: ClassVar[str] = "action"

    step: int
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
    detail: Said = ""

    @property
    def level(self) -> Level:
        """A warning if it is not known whether it had its effect."""
        return "warning" if self.status == "unknown" else "info"


class RefusalEvent(Event):
    """The permissions of the run, or the caller who was asked, did not let an action happen.

    Attributes:
        step, position, tool: Which.
        origin: Where it would have gone; empty if nowhere.
        why: What is permitted instead.
    """

    name: ClassVar[str] = "refusal"

    step: int
    position: int
    tool: str
    origin: str
    why: Said

    @property
    def level(self) -> Level:
        """A warning."""
        return "warning"


class EvidenceEvent(_DebugEvent):
    """Code checked a fact that a claim of completion rests on.

    Attributes:
        step: Which.
        kind: As of its `Evidence`.
        held: Whether it was so.
        held_before: Whether it was already so before the step acted, and so proves nothing; None if that was not looked at.
        accepted: Whether the claim was.
        wanted, found: The fact, and what the page showed.
    """

    name: ClassVar[str] = "evidence"

    step: int
    kind: str
    held: bool
    held_before: bool | None
    accepted: bool
    wanted: Said
    found: Said


class StepEvent(Event):
    """A step ended.

    Attributes:
        step: Its number.
        usable: Whether the model's reply could be used.
        actions, skipped: How many actions it proposed, and how many of them were not tried.
        claim: `accepted` or `refused` if it claimed completion; else empty.
        calls, cost: Attempts of model calls in it, and USD; None if a price is not known.
        seconds: How long it took.
        message: What the model said.
        problem: Why its reply could not be used, or what ended the run in this step.
        url: The page that the model saw.
    """

    name: ClassVar[str] = "step"

    step: int
    usable: bool
    actions: int
    skipped: int
    claim: str
    calls: int
    cost: float | None
    seconds: float
    message: Said = ""
    problem: Said = ""
    url: Said = ""

    @property
    def level(self) -> Level:
        """A warning if the reply could not be used."""
        return "info" if self.usable else "warning"


class RunEnded(Event):
    """A run ended.

    Attributes:
        status, reason: As of its `Result`.
        may_have_acted: Whether anything may have had an effect beyond the page.
        steps, calls, input, output, cost: What it took; `cost` in USD, None if a price is not known.
        seconds: How long it took.
        message: The last words.
        error: What ended it, if an error did.
    """

    name: ClassVar[str] = "run_ended"

    status: str
    reason: str
    may_have_acted: bool
    steps: int
    calls: int
    input: int
    output: int
    cost: float | None
    seconds: float
    message: Said = ""
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
