"""The JSON objects that commands print with `--json`."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from actwright.cli.interrupts import Interrupted
from actwright.engine.records.totals import Totals, totals_of
from actwright.engine.records.wording import unchecked, why_ended
from actwright.errors import ActwrightError, RunError
from actwright.schemas.check import CheckResult
from actwright.schemas.result import Result
from actwright.schemas.step import Outcome
from actwright.text import visible

if TYPE_CHECKING:
    from actwright.browsing import BrowseAnswer


def json_line(summary: Any) -> str:
    """Returns JSON on one line, with control characters and invisible characters as JSON escapes."""
    return visible(json.dumps(summary, ensure_ascii=False))


def result_json(result: Result, *, said: Sequence[str] = ()) -> str:
    """Returns the result as one JSON object: the totals of the run, and the same figures for each step.

    `healed` is whether a recording was followed and did not fit, and `fallback_reason` why; `said` is what was done with
    recordings.

    `reason` is one of `actwright.Reason`; `unsettled` are the effects that were announced and have no outcome.

    `checked` is whether code checked that the run is complete: false if it is not complete, or if it asked for no
    evidence and has none. `why` says what ended a run that is not complete; `cost` is null if a price is not known.
    """
    totals = totals_of(result.steps)
    summary = {
        "status": str(result.status),
        "complete": result.complete,
        "checked": result.complete and not unchecked(result),
        "reason": str(result.reason),
        "may_have_acted": result.may_have_acted,
        "http_status": result.http_status,
        "unsettled": [intent.model_dump(mode="json") for intent in result.unsettled],
        "healed": result.healed,
        "replayed": result.replayed,
        "fallback_reason": result.fallback_reason,
        "said": list(said),
        "message": result.message,
        "why": why_ended(result),
        "data": result.data,
        "evidence": [item.model_dump(mode="json", exclude_none=True) for item in result.evidence],
        "steps": [
            {
                "number": step.number,
                "url": step.page.url,
                "decided_by": step.decided_by,
                "message": step.proposal.message if step.proposal else "",
                "problem": step.problem,
                "actions": [_action(outcome) for outcome in step.outcomes],
                **_figures(totals_of([step])),
                "seconds": round(step.ended - step.started, 3),
            }
            for step in result.steps
        ],
        **_figures(totals),
        "seconds": round(totals.seconds, 3),
        "seconds_opening": round(totals.opening, 3),
        "run_dir": str(result.run_dir) if result.run_dir else None,
    }
    return json_line(summary)


def browse_json(answer: BrowseAnswer, *, ended: str = "") -> str:
    """Returns an answer as one JSON object, with its sources and the totals of the run.

    The model's other messages are in the run folder only.

    Args:
        answer: The answer so far.
        ended: The JSON object of the error or signal that ended the run, if any; its members replace those of the run.
    """
    result, totals = answer.result, totals_of(answer.result.steps)
    summary: dict[str, Any] = {
        "status": str(result.status),
        "complete": answer.complete,
        "reason": str(result.reason),
        "why": why_ended(result),
        **_figures(totals),
        "seconds": round(totals.seconds, 3),
        "run_dir": str(result.run_dir) if result.run_dir else None,
        **(json.loads(ended) if ended else {}),
        "answer": answer.answer,
        "sources": [source.model_dump() for source in answer.sources],
        "rejected": dict(answer.rejected),
    }
    return json_line(summary)


def check_json(result: CheckResult) -> str:
    """Returns the result of a check as one JSON object: its facts, what was found, and what the call used."""
    summary = {
        **result.model_dump(mode="json", exclude={"exchanges"}),
        "calls": len(result.exchanges),
        "usage": {**result.usage.model_dump(), "total": result.usage.total},
        "cost": result.cost,
    }
    return json_line(summary)


def end_json(ended: ActwrightError | Interrupted) -> str:
    """Returns one JSON object for an error, with the figures of the run that it ended, or for a signal that stopped it."""
    if isinstance(ended, Interrupted):
        summary = {"status": "interrupted", "reason": "interrupted", "may_have_acted": ended.may_have_acted}
        run_dir = ended.run_dir
    else:
        error = ended if isinstance(ended, RunError) else RunError("")
        summary = {
            "status": "error",
            "reason": "error",
            "error": type(ended).__name__,
            "may_have_acted": error.may_have_acted,
            "steps_played": len(error.steps),
            **_figures(totals_of(error.steps)),
        }
        run_dir = error.run_dir
    end = {"complete": False, "message": str(ended), "run_dir": str(run_dir) if run_dir else None}
    return json_line(summary | end)


@contextmanager
def an_end_in_json(*, wanted: bool) -> Generator[None]:
    """Prints a JSON object if an error or a signal ends the block and JSON is wanted."""
    try:
        yield
    except (ActwrightError, Interrupted) as ended:
        if wanted:
            print(end_json(ended))
        raise


def _figures(totals: Totals) -> dict[str, Any]:
    return {
        "calls": totals.calls,
        "captures": totals.captures,
        "usage": {**totals.usage.model_dump(), "total": totals.usage.total},
        "input_by_part": totals.input_by_part,
        "cost": totals.cost,
    }


def _action(outcome: Outcome) -> dict[str, Any]:
    return {
        "tool": outcome.action.tool,
        "parameters": outcome.action.parameters,
        "status": outcome.status,
        "target": outcome.target,
        "detail": outcome.detail,
    }
