"""One step of a run: what was seen, proposed and done."""

from __future__ import annotations

from enum import StrEnum
from operator import not_
from typing import Annotated, Literal

from pydantic import Field

from actwright.schemas.base import Frozen, sentence
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.exchange import Exchange
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.status import EndKind
from actwright.schemas.visit import Visit
from actwright.text import shortened

__all__ = [
    "REPLAY",
    "Claim",
    "Effect",
    "Evidence",
    "Grade",
    "Intent",
    "Outcome",
    "Receipt",
    "SentRequest",
    "SentValue",
    "Step",
]


REPLAY = "replay"
"""The value of `decided_by` for steps that follow a recording."""


Grade = Literal["proved", "shown", "contradicted"]
"""What stands behind a claim of completion.

`proved`: something that can change something was sent and answered with 2xx or 3xx, every named value was in it, and a
fact holds that did not hold before. `shown`: a fact without that. `contradicted`: what was sent, answered or shown says
otherwise.
"""


def _is_none(value: object) -> bool:
    return value is None


class Effect(StrEnum):
    """What an action may do: only look (READ), change only the page (EDIT), or submit something (EFFECT)."""

    READ = "read"
    EDIT = "edit"
    EFFECT = "effect"


class Receipt(Frozen):
    """What a field held after it was filled.

    Attributes:
        field: The element's title (`input-0 "Price"`).
        wanted, got: The intended value and the value read back; a secret is `{{name}}` in both.
        match: Whether the field holds the intended value.
        reference: The data name that the value came from; empty for a literal value.
        name: The `name` attribute of the control, under which its form sends it; empty if it has none.
    """

    field: str
    wanted: str
    got: str
    match: bool
    reference: str = ""
    name: str = Field(default="", exclude_if=not_)


class Evidence(Frozen):
    """A fact that code checked on the live page, or about a request that was sent.

    Attributes:
        kind: What was checked (`text`, `url`, `value`, `state`, `gone`, `count`, `download`, `request`, `quote`; in
            checks in plain language also `shown`, `number`, `rows`, `order`, `sorted`).
        wanted, found: The expected fact, and what the page showed or the request was, in words.
        passed: Whether the fact held.
        passed_before: Whether it already held just before the last action of its step that might submit something, or
            before the first action if none might; None if that was not checked.
        passed_at_start: Whether it held when the run first looked at the page, or before its first edit; None if that
            cannot be known.
        parameters: The check itself as JSON text, so that exported tests and replays can repeat it.
    """

    kind: str
    wanted: str
    found: str
    passed: bool
    passed_before: bool | None = None
    passed_at_start: bool | None = Field(default=None, exclude_if=_is_none)
    parameters: str = ""

    @property
    def held_before(self) -> bool | None:
        """The former name of `passed_before`, which scripts of callers read."""
        return self.passed_before


class SentValue(Frozen):
    """A value of the run in a request: one that was entered, one of the data, or a literal that the task quotes.

    Attributes:
        name: What the request calls it: the name of a form field or query parameter, the path of a JSON member
            (`variables.price`), `path` for a segment of the URL's path, `message` for a text over a WebSocket.
        wanted: The value that was meant; `{{name}}` if it is withheld.
        match: Whether the request has the value, whole, in a form that means the same. If not, the request has the name
            with another value.
        sent: What the request has instead, shortened; empty if it matches, or if the value is withheld.
        reference: The data name of the value; empty for a literal.
        field: The title of the field that it was entered into; empty if it was not entered.
    """

    name: str
    wanted: str
    match: bool
    sent: str = Field(default="", exclude_if=not_)
    reference: str = Field(default="", exclude_if=not_)
    field: str = Field(default="", exclude_if=not_)


class SentRequest(Frozen):
    """A request that left the browser, or messages over one WebSocket. Bodies are read, and not stored.

    Attributes:
        request: Method and URL, as in `POST https://shop.example/orders`, shortened; for messages over a WebSocket
            `SEND wss://shop.example/live`.
        status: HTTP status of the response; None if none came in time, and for a WebSocket.
        values: The values of the run in the request.
        unread: Why the values in the request could not be read, at least not all of them; empty if they could.
        problem: What the response says went wrong although its status is 2xx: `errors`, `ok: false`; empty if nothing.
        digest: The same for the same method, URL and body within one run; empty if a withheld value may be in it.
        queries: True for a query of GraphQL, which asks and changes nothing.
    """

    request: str
    status: int | None = None
    values: tuple[SentValue, ...] = Field(default=(), exclude_if=not_)
    unread: str = Field(default="", exclude_if=not_)
    problem: str = Field(default="", exclude_if=not_)
    digest: str = Field(default="", exclude_if=not_)
    queries: bool = Field(default=False, exclude_if=not_)


class Outcome(Frozen):
    """The outcome of one action.

    Attributes:
        action: The action as proposed (references unresolved, so no secret is in it).
        status: `done`; `failed` (it did not happen, or it sent something else than was meant); `skipped` (not tried, see detail); `unknown` (it may or may not
            have happened, and is not repeated).
        effect: What the action did or may have done.
        detail: What happened, or why nothing did, in a few lines written for the model.
        target: Title of the element that the action used (`button-0 "Submit"`); empty if none.
        receipts, evidence: What the action proved.
        visits: The web pages that the action read, other than the page of the run.
        sent: The requests other than GET that left the browser during the action, and messages over WebSockets.
        asked: The documents that were requested by GET during the action with values of the run in their URL.
        nothing_sent: True if the action works only through the page, and nothing left the browser: no request of any
            kind and no message over a socket. The usual case is a form that the browser does not submit because a value
            is missing.
        http_status: HTTP status of the document that the action led to; None if it led to none.
        ends_run: True if the action ended the run as failed.
        fail_kind: Why, as a fixed word if there is one; see `Reason`.
        origin: The origin of the document that the action used, or that its form was sent to. Empty if it only looked.
        refused: Why the permissions of the run, or the answer of `confirm`, did not allow the action or stopped what it
            would have sent; empty if they allowed it.
        milliseconds: Time from dispatch until the page had settled.
    """

    action: Action
    status: Literal["done", "failed", "skipped", "unknown"]
    effect: Effect = Effect.READ
    detail: Annotated[str, sentence] = ""
    target: str = ""
    receipts: tuple[Receipt, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    visits: tuple[Visit, ...] = Field(default=(), exclude_if=not_)
    sent: tuple[SentRequest, ...] = ()
    asked: tuple[SentRequest, ...] = Field(default=(), exclude_if=not_)
    nothing_sent: bool = False
    http_status: int | None = None
    ends_run: bool = False
    fail_kind: EndKind | None = None
    origin: str = Field(default="", exclude_if=not_)
    refused: Annotated[str, sentence] = Field(default="", exclude_if=not_)
    milliseconds: float = 0.0


class Intent(Frozen):
    """An action that may have an effect beyond the page, announced before it was dispatched.

    Attributes:
        step: The number of its step.
        action: The action as proposed.
        url: The page on which it was dispatched, with secrets masked.
        at: UTC time in ISO 8601.
        confirmed: The answer of `confirm`; the action was dispatched only after `yes`. Empty if nobody was asked.
    """

    step: int
    action: Action
    url: str
    at: str
    confirmed: Confirmed = Field(default="", exclude_if=not_)

    @property
    def dispatched(self) -> bool:
        """Whether the action was to be dispatched: nobody was asked, or the answer was yes."""
        return self.confirmed in {"", "yes"}


class Claim(Frozen):
    """The verdict on a claim of completion.

    Attributes:
        accepted: Whether the claim stands.
        reason: Why it was accepted or refused.
        shortfall: Why it is no more than `shown`; empty if it is proved or refused.
        evidence: The facts behind it.
        grade: What stands behind it; None if it was refused because nothing does, or taken at its word.
        doubt: A fixed word for the doubt that it was refused for; empty if it was not. A doubt is put once.
        changed: Whether something that can change something was sent in the run.
    """

    accepted: bool
    reason: str
    evidence: tuple[Evidence, ...] = ()
    grade: Grade | None = Field(default=None, exclude_if=_is_none)
    shortfall: str = Field(default="", exclude_if=not_)
    doubt: str = Field(default="", exclude_if=not_)
    changed: bool = Field(default=False, exclude_if=not_)


class Step(Frozen):
    """One turn of the loop. A run is its steps and nothing else.

    Attributes:
        number: 1, 2, 3, …
        page: What the policy saw.
        proposal: What the policy proposed; None if its reply could not be used.
        outcomes: One per action, in order.
        problem: Why the reply could not be used; empty if it could.
        limit: The limit that a model call could have exceeded, so that it was not made and the run ended; empty if
            none.
        exchanges: The model calls of this step.
        claim: The verdict on the claim, if the proposal claimed completion.
        captures: How many looks at the page the policy was given: one, unless it asked for more.
        started, ended: Seconds since the run began.
        cut_off: True if the run ended in the middle of this step: `outcomes` has what was known by then, and
            `Result.unsettled` what else may have happened.
    """

    number: int
    page: Observation
    proposal: Proposal | None
    outcomes: tuple[Outcome, ...] = ()
    problem: Annotated[str, sentence] = ""
    limit: Literal["", "calls", "tokens", "usd", "seconds"] = ""
    exchanges: tuple[Exchange, ...] = ()
    claim: Claim | None = None
    captures: int = 1
    started: float = 0.0
    ended: float = 0.0
    cut_off: bool = False

    @property
    def decided_by(self) -> str:
        """Which policy decided this step, if the run's policy combines several; else empty.

        It is `replay`, or the policy that took over.
        """
        return self.proposal.decided_by if self.proposal else ""

    @property
    def fallback_reason(self) -> str:
        """Why the recording that was followed up to this step no longer fits; empty if this step did not fall back."""
        over = self.proposal is not None and self.proposal.decided_by == REPLAY and not self.proposal.actions
        return self.proposal.message if self.proposal is not None and over else ""

    def __repr__(self) -> str:
        said = shortened(self.problem or (self.proposal.message if self.proposal else ""), 100)
        done = ", ".join(f"{outcome.action.tool} {outcome.status}" for outcome in self.outcomes)
        return f"<Step {self.number}: {said!r}; {done or 'no actions'}>"

    __str__ = __repr__
