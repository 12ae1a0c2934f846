"""What the report of a run opens on: what was sent and, if the run is not complete, the page where it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from actwright.engine.matching.page_news import news_of
from actwright.schemas.step import Effect, SentRequest, Step

LEAST_ERROR = 400


class SentInStep(NamedTuple):
    """A request with the number of its step."""

    step: int
    request: SentRequest
    is_document: bool
    """Whether it asked for a document by GET; the status of these is not recorded with them."""

    @property
    def mark(self) -> str:
        """`done` if it was accepted, `failed` if it was refused or sent another value, `unknown` without an answer."""
        sent = self.request
        if sent.problem or any(not value.match for value in sent.values) or (sent.status or 0) >= LEAST_ERROR:
            return "failed"
        return "done" if sent.status or self.is_document or sent.request.startswith("SEND ") else "unknown"


def requests_sent(steps: Sequence[Step]) -> list[SentInStep]:
    """The requests of a run that can change something or that had values of the run, in order."""
    return [
        SentInStep(step.number, _each_value_once(request), is_document)
        for step in steps
        for outcome in step.outcomes
        for requests, is_document in ((outcome.sent, False), (outcome.asked, True))
        for request in requests
    ]


def _each_value_once(request: SentRequest) -> SentRequest:
    """A request without values that a person reads twice: a choice has a label, and its value is the same."""
    shown = {(each.name, each.wanted, each.match, each.sent): each for each in reversed(request.values)}
    return request.model_copy(update={"values": tuple(reversed(shown.values()))})


def something_entered(steps: Sequence[Step]) -> bool:
    """Whether an action changed the page or may have changed something beyond it."""
    return any(_did_something(step) for step in steps)


def last_pictured(steps: Sequence[Step]) -> Step | None:
    """The last step with a screenshot; None if there is none."""
    return next((step for step in reversed(steps) if step.page.screenshot), None)


def new_on_the_page(steps: Sequence[Step]) -> str:
    """Sentences about what the page shows since the last action that did something; empty if it was not looked at again."""
    before, after = None, list[Step]()
    for step in steps:
        after.append(step)
        if _did_something(step):
            before, after = step, []
    if before is None or not after:
        return ""
    return news_of([step.page for step in after], before.page, expects_login=True).strip()


def _did_something(step: Step) -> bool:
    return any(outcome.effect is not Effect.READ and outcome.status in {"done", "unknown"} for outcome in step.outcomes)
