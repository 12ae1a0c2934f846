"""One step of a run: what was seen, proposed and done."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from actwright.schemas.base import Frozen
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.exchange import Exchange
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.status import FailKind
from actwright.schemas.visit import Visit
from actwright.text import shortened

__all__ = ["REPLAY", "Claim", "Effect", "Evidence", "Intent", "Outcome", "Receipt", "SentRequest", "Step"]


REPLAY = "replay"
"""What `decided_by` says of steps that follow a recording."""


class Effect(StrEnum):
    """What an action may do to the world: look, change the page alone, or submit something."""

    READ = "read"
    EDIT = "edit"
    EFFECT = "effect"


class Receipt(Frozen):
    """Proof of what a field holds after it was filled.

    Attributes:
        field: The element's title (`input-0 "Price"`).
        wanted, got: The value meant and the value read back; a secret shows as `{{name}}` in both.
        match: Whether the field holds what was meant.
        reference: The data name the value came from; empty for a literal value.
    """

    field: str
    wanted: str
    got: str
    match: bool
    reference: str = ""


class Evidence(Frozen):
    """A fact that code checked on the live page.

    Attributes:
        kind: What was checked (`text`, `url`, `value`, `state`, `gone`, `count`, `download`, `quote`; in checks in words also
            `shown`, `number`, `rows`, `order`, `sorted`).
        wanted, found: The fact expected, and what the page showed, in words.
        held: Whether it was so.
        held_before: Whether it was already so just before the last action of its step that might submit something, or before
            the first that acted if none might; None if that was not looked at.
        parameters: The check itself, as JSON text, to repeat it later (exported tests, replays).
    """

    kind: str
    wanted: str
    found: str
    held: bool
    held_before: bool | None = None
    parameters: str = ""


class SentRequest(Frozen):
    """A request other than GET that left the browser.

    Attributes:
        request: Method and address, as in `POST https://shop.example/orders`, shortened.
        status: HTTP status of its answer; None if none came while it was waited for.
    """

    request: str
    status: int | None = None


def _is_empty(value: tuple[Visit, ...] | str) -> bool:
    return not value


class Outcome(Frozen):
    """What became of one action.

    Attributes:
        action: The action as proposed (references unresolved, so no secret is in it).
        status: `done`; `failed` (it did not happen); `skipped` (not tried, see detail); `unknown` (it may or may not
            have happened, and is not repeated).
        effect: What it did or may have done.
        detail: What happened, or why not, in one or a few lines, written for the model.
        target: Title of the element it acted on (`button-0 "Submit"`), empty if none.
        receipts, evidence: What the action proved.
        visits: The web pages that it read apart from the page of the run.
        sent: The requests other than GET that left while it ran.
        nothing_sent: True if it acts through the page alone, and nothing left the browser: no request of any kind and no
            message over a socket. A form that the browser itself holds back for a missing value is the usual case.
        http_status: HTTP status of the document that it led to; None if it led to none.
        ends_run: True if it ended the run as failed.
        fail_kind: Why, if it says so in a fixed word; see `Reason`.
        origin: Where it went: the origin of the document that it acted on, or that its form was sent to. Empty if it only
            looked.
        refused: Why the permissions of the run, or the caller who was asked, did not let it happen, or stopped what it
            would have sent; empty if they did.
        milliseconds: Time from dispatch until the page had settled.
    """

    action: Action
    status: Literal["done", "failed", "skipped", "unknown"]
    effect: Effect = Effect.READ
    detail: str = ""
    target: str = ""
    receipts: tuple[Receipt, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    visits: tuple[Visit, ...] = Field(default=(), exclude_if=_is_empty)
    sent: tuple[SentRequest, ...] = ()
    nothing_sent: bool = False
    http_status: int | None = None
    ends_run: bool = False
    fail_kind: FailKind | None = None
    origin: str = Field(default="", exclude_if=_is_empty)
    refused: str = Field(default="", exclude_if=_is_empty)
    milliseconds: float = 0.0


class Intent(Frozen):
    """An action that may have an effect beyond the page, announced before it was dispatched.

    Attributes:
        step: The number of the step that it belongs to.
        action: The action as proposed.
        url: The page that it was dispatched on, with secrets masked.
        at: UTC time in ISO 8601.
        confirmed: What the caller answered who was asked; it was dispatched only after `yes`. Empty if nobody was asked.
    """

    step: int
    action: Action
    url: str
    at: str
    confirmed: Confirmed = Field(default="", exclude_if=_is_empty)

    @property
    def dispatched(self) -> bool:
        """Whether it was to be dispatched: nobody was asked, or the answer was yes."""
        return self.confirmed in {"", "yes"}


class Claim(Frozen):
    """The judgement on a claim of completion. `reason` says why it was accepted or refused."""

    accepted: bool
    reason: str
    evidence: tuple[Evidence, ...] = ()


class Step(Frozen):
    """One turn of the loop. A run is nothing but its steps.

    Attributes:
        number: 1, 2, 3, …
        page: What the policy saw.
        proposal: What it proposed; None if its reply could not be used.
        outcomes: One per action, in order.
        problem: Why the reply could not be used; empty if it could.
        limit: The limit that a call would have gone beyond, so that it was not made and the run ends; empty if none.
        exchanges: The model calls of this step.
        claim: The judgement, if the proposal claimed completion.
        captures: Looks at the page that the policy was given, one unless it asked for more.
        started, ended: Seconds since the run began.
        cut_off: True if the run ended in the middle of it: `outcomes` are those that were known by then, and what else
            may have happened is `Result.unsettled`.
    """

    number: int
    page: Observation
    proposal: Proposal | None
    outcomes: tuple[Outcome, ...] = ()
    problem: str = ""
    limit: Literal["", "calls", "tokens", "usd", "seconds"] = ""
    exchanges: tuple[Exchange, ...] = ()
    claim: Claim | None = None
    captures: int = 1
    started: float = 0.0
    ended: float = 0.0
    cut_off: bool = False

    @property
    def decided_by(self) -> str:
        """Who decided it, under a policy that is made of others: `replay`, or the policy that went on; else empty."""
        return self.proposal.decided_by if self.proposal else ""

    @property
    def handed_over(self) -> str:
        """Why the recording that was followed until this step does not fit any more; empty if nothing was handed over in it."""
        over = self.proposal is not None and self.proposal.decided_by == REPLAY and not self.proposal.actions
        return self.proposal.message if self.proposal is not None and over else ""

    def __repr__(self) -> str:
        said = shortened(self.problem or (self.proposal.message if self.proposal else ""), 100)
        done = ", ".join(f"{outcome.action.tool} {outcome.status}" for outcome in self.outcomes)
        return f"<Step {self.number}: {said!r}; {done or 'no actions'}>"

    __str__ = __repr__
