"""Sentences about a run, the same in the terminal, the report and `run.json`."""

from __future__ import annotations

from collections.abc import Sequence

from actwright.engine.records.totals import totals_of
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Outcome, Receipt, SentRequest
from actwright.text import counted


def gave_up(outcome: Outcome) -> bool:
    """Whether this action ended the run as failed. It was done, but is not a success."""
    return outcome.ends_run and outcome.status == "done"


def detail_of(outcome: Outcome) -> str:
    """The detail of an outcome. A secret in a field is named as a secret, because its name was not typed."""
    detail = outcome.detail
    for receipt in outcome.receipts:
        if receipt.reference and receipt.got == f"{{{{{receipt.reference}}}}}":
            detail = detail.replace(f'"{receipt.got}"', f"the secret {receipt.got}")
    return detail


def problems_of(outcome: Outcome) -> tuple[str, ...]:
    """What answers to an action's requests say went wrong although their status is 2xx."""
    return tuple(f"{request.request}: {request.problem}" for request in outcome.sent if request.problem)


def sent_words(receipt: Receipt, requests: Sequence[SentRequest]) -> str:
    """Whether the value of a field was in the requests that followed, and as what: `as price=50`."""
    values = [value for request in requests for value in request.values if value.field == receipt.field]
    if values:
        last = values[-1]
        if not last.match:
            return f"as {last.name}={last.sent}, not {last.wanted}" if last.sent else "with another value"
        return f"as {last.name}={last.wanted}"
    return "could not be read" if any(request.unread for request in requests) else "not sent"


def unchecked(result: Result) -> bool:
    """Whether the run is complete only by the policy's word: it required no evidence, and has none."""
    return result.complete and result.task.evidence == "off" and not result.evidence


def proof_line(result: Result) -> str:
    """What stands behind a complete run: "proved by what was sent", or why it is only shown; empty for other runs."""
    if not result.complete or result.proof is None:
        return ""
    if result.proof == "proved":
        return "Proved: the values were sent and accepted"
    return f"Shown, not proved: {result.shortfall}"


def why_ended(result: Result) -> str:
    """What ended a run that was not completed, as the rest of a sentence that begins with its status.

    Empty if the run is complete, is still running, or was ended from outside its steps.
    """
    totals = totals_of(result.steps)
    last = result.steps[-1] if result.steps else None
    if last and last.limit:
        return last.problem
    given_up = [outcome.detail for outcome in (last.outcomes if last else ()) if gave_up(outcome)]
    reasons = {
        Status.FAILED: given_up[-1] if given_up else result.message,
        Status.STUCK: "the last steps repeated earlier ones, or changed nothing on the page",
        Status.STEP_LIMIT: f"the limit of {counted(totals.steps, 'step')} was reached",
        Status.CALL_LIMIT: f"the limit of {counted(totals.calls, 'model call')} was reached",
        Status.TOKEN_LIMIT: f"{totals.usage.total:,} tokens were used; the limit is reached",
        Status.COST_LIMIT: f"${totals.cost or 0:.4f} was spent; the limit is reached",
        Status.TIME_LIMIT: result.error or f"the run took {totals.seconds:.1f} s; the limit is reached",
        Status.UNUSABLE_REPLIES: "the model's replies could not be used"
        + (f"; the last: {last.problem}" if last else ""),
    }
    return reasons.get(result.status, "")
