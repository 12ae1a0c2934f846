"""Writes the HTML report of a run folder: the task, and each step with what was done, proved and spent.

The file is self-contained: styles, script and screenshots are in it, and its content security policy lets it load
nothing. Everything that a page or a model wrote is shown as text, with visible control characters.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from actwright.engine.matching.references import filled_text
from actwright.engine.records.failure_file import write_failure
from actwright.engine.records.html import csp_hash, host_time, styled, template
from actwright.engine.records.report_opening import last_pictured, new_on_the_page, requests_sent, something_entered
from actwright.engine.records.request_view import RequestPart, asked_in
from actwright.engine.records.run_folder import RecordedRun, RunFolder
from actwright.engine.records.run_folder.disk import write_anew
from actwright.engine.records.totals import totals_of
from actwright.engine.records.wording import (
    detail_of,
    gave_up,
    problems_of,
    proof_line,
    sent_words,
    unchecked,
    why_ended,
)
from actwright.engine.task_images import thumbnail
from actwright.notes import note
from actwright.schemas.event import Event, RunEnded
from actwright.schemas.exchange import Exchange, cost_of, usage_of
from actwright.schemas.page import Image
from actwright.schemas.proposal import Action
from actwright.schemas.result import Reason, Result, Status
from actwright.schemas.step import Evidence, Intent, Outcome, Receipt, Step
from actwright.text import counted

if TYPE_CHECKING:
    from jinja2 import Template

TONES = {
    Status.COMPLETE: "good",
    Status.FAILED: "bad",
    Status.ERROR: "bad",
    Status.RUNNING: "open",
    Status.INTERRUPTED: "open",
}
"""The colours of statuses; the others are limits."""

STOPPED = (Status.ERROR, Status.INTERRUPTED)
"""Statuses of runs that ended outside a step."""


def write_report(run_dir: Path) -> Path:
    """Writes `report.html` into a run folder, replacing an older one, and returns its path.

    A run that crashed is shown as far as it was recorded.

    Raises:
        ConfigError: It is not a run folder.
        OSError: The report cannot be written.
    """
    report = run_dir / "report.html"
    write_anew(report, _render(RunFolder.read(run_dir)).encode(), sync=False)
    return report


def report_at_end(run_dir: Path, event: Event) -> None:
    """Writes the report of a run folder when its run ends."""
    if isinstance(event, RunEnded):
        try_report(run_dir)


def try_report(run_dir: Path) -> None:
    """Writes the report of a run folder, and why the run failed; what prevents that is only reported to the user."""
    try:
        write_report(run_dir)
        write_failure(run_dir)
    except OSError as error:
        note(f"the report of {run_dir} could not be written: {error}")


def _render(record: RecordedRun) -> str:
    from markupsafe import Markup  # noqa: PLC0415 - comes with jinja2

    style, script = styled(_asset("report.css")), _asset("report.js")
    return _template().render(
        run=record,
        result=record.result,
        status=record.result.status.words,
        tone=TONES.get(record.status, "limit"),
        reason=_reason(record.result),
        unchecked=unchecked(record.result),
        proof=proof_line(record.result),
        verdict=_verdict(record),
        totals=totals_of(record.steps),
        seconds=_seconds(record),
        settings=list(_settings(record)),
        said=partial(filled_text, data=record.task.data),
        pictured=None if record.result.complete else last_pictured(record.steps),
        news="" if record.result.complete else new_on_the_page(record.steps),
        sent=requests_sent(record.steps),
        entered=something_entered(record.steps),
        screenshots=sum(step.page.screenshot is not None for step in record.steps),
        failed_calls=sum(bool(exchange.error) for exchange in record.result.exchanges),
        receipts=list(_receipts(record.steps)),
        claims=[step for step in record.steps if step.claim],
        steps=[_View(step, _thumbnail(step.page.screenshot), record.result.unsettled) for step in record.steps],
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        style_hash=csp_hash(style),
        script_hash=csp_hash(script),
    )


class _View:
    """A step as the page shows it."""

    def __init__(self, step: Step, thumbnail: str, unsettled: Sequence[Intent]) -> None:
        self.step = step
        self.began = [intent.action for intent in unsettled if intent.step == step.number]
        self.thumbnail = thumbnail
        self.seconds = max(0.0, step.ended - step.started)
        self.usage = usage_of(step.exchanges)
        self.cost = cost_of(step.exchanges)
        self.replies = [exchange for exchange in step.exchanges if exchange.reply]

    @property
    def tone(self) -> str:
        """How the step went, by its worst outcome."""
        statuses = {outcome.status for outcome in self.step.outcomes}
        if self.step.problem or "failed" in statuses or any(gave_up(outcome) for outcome in self.step.outcomes):
            return "bad"
        if "unknown" in statuses or self.step.cut_off or (self.step.claim and not self.step.claim.accepted):
            return "limit"
        return "good"

    @property
    def actions(self) -> list[tuple[Action, Outcome | None]]:
        """Each proposed action with its outcome; None if it was never tried."""
        proposed = self.step.proposal.actions if self.step.proposal else ()
        pairs = zip_longest(proposed, self.step.outcomes)
        return [(outcome.action if outcome else action, outcome) for action, outcome in pairs]

    @property
    def requests(self) -> list[tuple[Exchange, list[RequestPart]]]:
        """The distinct requests."""
        return asked_in(self.step)


def _receipts(steps: Sequence[Step]) -> Iterator[tuple[int, Receipt, str]]:
    """The steps of receipts, the receipts, and in words whether their values were sent afterwards."""
    outcomes = [(step.number, outcome) for step in steps for outcome in step.outcomes]
    for at, (number, outcome) in enumerate(outcomes):
        requests = (
            [each for _, later in outcomes[at:] for each in (*later.sent, *later.asked)] if outcome.receipts else []
        )
        yield from ((number, receipt, sent_words(receipt, requests)) for receipt in outcome.receipts)


def _reason(result: Result) -> str:
    """Why the run ended, in a word or two, if that says more than its status."""
    says_it_all = result.status is not Status.FAILED or result.reason is Reason.GAVE_UP
    return "" if says_it_all else result.reason.replace("_", " ")


def _verdict(record: RecordedRun) -> str:
    """The first line of the report: the message of a completed run, or what ended another one."""
    ended_by = record.error or why_ended(record.result)
    return ended_by or (record.result.message if record.steps else "No steps were recorded.")


def _seconds(record: RecordedRun) -> float:
    """How long the run took: until its last step ended or, if later, until it was stopped from outside."""
    of_steps = totals_of(record.steps).seconds
    if record.status not in STOPPED:
        return of_steps
    try:
        wall = datetime.fromisoformat(record.ended) - datetime.fromisoformat(record.started)
    except ValueError:  # its end was never recorded
        return of_steps
    return max(of_steps, wall.total_seconds())


def _settings(record: RecordedRun) -> Iterator[tuple[str, str]]:
    """The settings of the run, one per line, without those that are unlimited or unset."""
    yield "evidence", record.task.evidence
    for name, value in record.manifest.items():
        yield name, _in_words(value) or "none"


def _in_words(value: Any) -> str:
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return ", ".join(f"{name} {_in_words(item)}" for name, item in items if item is not None)
    if isinstance(value, (list, tuple)):
        return ", ".join(_in_words(item) for item in cast("Sequence[Any]", value))
    return f"{value:g}" if isinstance(value, float) else _value(value)


def _found(evidence: Evidence) -> str:
    """What the page showed, if that says more than that the fact held, or what it showed instead."""
    if not evidence.passed:
        return f"but {evidence.found}" if evidence.found else "but it was not found"
    found = evidence.found.removeprefix("it ")
    if evidence.kind == "quote" or found in ("does", "is", "was") or found in evidence.wanted:
        return ""
    return f"found: {evidence.found}"


def _tells_more(evidence: Evidence) -> bool:
    """Whether a fact says more than the detail of its action, which reports that it held."""
    return not evidence.passed or evidence.passed_before is not None or bool(_found(evidence))


def _mark_of(outcome: Outcome | None, *, began: bool = False) -> str:
    if outcome is None:
        return "unknown" if began else "skipped"
    return "gave-up" if gave_up(outcome) else outcome.status


def _thumbnail(image: Image | None) -> str:
    """A small copy for the filmstrip as a data URI; empty if there is no picture."""
    small = b"" if image is None else thumbnail(image.data)
    return _data_uri("image/jpeg", small) if small else ""


@lru_cache(maxsize=1)
def _template() -> Template:
    return template(
        _asset("report.html.j2"),
        picture=_picture,
        usd=_usd,
        duration=_duration,
        value=_value,
        count=counted,
        host_time=host_time,
        found=_found,
        tells_more=_tells_more,
        detail=detail_of,
        problems=problems_of,
        mark_of=_mark_of,
    )


def _asset(name: str) -> str:
    return files("actwright.engine.records").joinpath(name).read_text(encoding="utf-8")


def _picture(image: Image) -> str:
    return _data_uri(image.media_type, image.data)


def _data_uri(media_type: str, data: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


def _usd(cost: float | None) -> str:
    if cost is None:
        return "price unknown"
    return "$0" if cost == 0 else f"${cost:.4f}" if cost < 1 else f"${cost:,.2f}"


def _duration(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {int(seconds % 60)} s"  # noqa: PLR2004


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
