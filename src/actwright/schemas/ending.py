"""Why a run ended and what it may have done, derived from its steps alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from actwright.schemas.status import Reason, Status
from actwright.schemas.step import Effect, Outcome, Step

if TYPE_CHECKING:
    from actwright.schemas.status import EndKind
import re

from actwright.schemas.page import Observation

CLIENT_ERRORS = 400
SERVER_ERRORS = 500
"""HTTP statuses from here on mean that the server failed."""
REFUSALS = frozenset({401, 403, 407, 429, 451})
"""Statuses of a server that has the page, but refuses it to this visitor."""
MISSING = frozenset({404, 410})

_OF_SUBMITTING: frozenset[EndKind | None] = frozenset({None, "refused_by_page", "unconfirmed", "not_found"})
"""Reasons for which policies that do not see the server's answer give up when the server failed."""


def reason_of(status: Status, steps: Sequence[Step]) -> Reason:
    """Why a run with this status and these steps ended."""
    return _why_failed(steps) if status is Status.FAILED else Reason(status.value)


def acted(outcome: Outcome) -> bool:
    """Whether an action had, or may have had, an effect beyond the page."""
    happened = outcome.status in ("done", "unknown") or bool(outcome.sent)  # one that sent something wrong has failed
    return outcome.effect is Effect.EFFECT and happened and not outcome.nothing_sent


def server_failed(outcome: Outcome) -> int | None:
    """The HTTP status with which the server failed at what an action submitted; None if it did not."""
    return next((status for status in _answers(outcome) if status >= SERVER_ERRORS), None)


def refused_with(outcome: Outcome) -> int | None:
    """The HTTP status (4xx) with which the server refused what an action submitted; None if it did not."""
    return next((status for status in _answers(outcome) if CLIENT_ERRORS <= status < SERVER_ERRORS), None)


def refused_outright(outcome: Outcome) -> bool:
    """Whether the server refused with 4xx all that an action submitted."""
    answers = _answers(outcome)
    answered = all(each.status is not None for each in outcome.sent)
    return bool(answers) and answered and all(CLIENT_ERRORS <= status < SERVER_ERRORS for status in answers)


def _answers(outcome: Outcome) -> list[int]:
    """The HTTP statuses of the answers to what an action submitted, the document's first."""
    statuses = (outcome.http_status, *(each.status for each in outcome.sent)) if acted(outcome) else ()
    return [status for status in statuses if status is not None]


def http_status_of(steps: Sequence[Step]) -> int | None:
    """HTTP status of the last document in front; None if it has none, or was loaded before the run."""
    if not steps:
        return None
    statuses = (outcome.http_status for outcome in reversed(steps[-1].outcomes))
    return next((status for status in statuses if status is not None), steps[-1].page.http_status)


def _why_failed(steps: Sequence[Step]) -> Reason:
    """The policy's reason for giving up, unless only the server's answer shows the reason or the policy gave none."""
    outcomes = [outcome for step in steps for outcome in step.outcomes]
    said = next((outcome.fail_kind for outcome in reversed(outcomes) if outcome.ends_run), None)
    last = next((outcome for outcome in reversed(outcomes) if acted(outcome)), None)
    if said in _OF_SUBMITTING and last is not None and server_failed(last) is not None:
        return Reason.SERVER_ERROR
    if said == "refused_by_page" and last is None:
        return Reason.INVALID_DATA  # nothing was submitted: the browser or the page prevented it
    if said is not None:
        return Reason(said)
    status = http_status_of(steps)
    if status in MISSING:
        return Reason.NOT_FOUND
    blocked = status in REFUSALS or (bool(steps) and is_checkpoint(steps[-1].page))
    return Reason.BLOCKED if blocked else Reason.GAVE_UP


LONGEST = 1_500
"""Characters of text; a page that shows more is about something, and only speaks of captchas."""
_SIGNS = re.compile(
    r"(?i)just a moment|attention required!|access (?:to this page has been )?denied|are you (?:a )?(?:human|robot)|robot check|"
    r"pardon our interruption|security check|verify(?:ing)? (?:that )?you are|not a robot|unusual traffic|\bcaptcha\b|"
    r"ddos protection|checking your browser|too many requests"
)


def is_checkpoint(page: Observation) -> bool:
    """Whether a page asks for proof of a human, or refuses everyone."""
    return bool(_SIGNS.search(page.title) or (len(page.text) <= LONGEST and _SIGNS.search(page.text)))
