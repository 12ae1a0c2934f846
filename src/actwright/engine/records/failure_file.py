"""Writes `failure.md` into the folder of a run that is not complete: what a person or a coding agent needs to act on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from actwright.engine.records.report_opening import new_on_the_page
from actwright.engine.records.run_folder import RecordedRun, RunFolder, newest_picture
from actwright.engine.records.run_folder.disk import write_anew
from actwright.engine.records.wording import detail_of, why_ended
from actwright.schemas.result import Result
from actwright.schemas.status import Status
from actwright.schemas.step import REPLAY, Outcome
from actwright.text import between_markers, one_line, shortened, visible

FILE = "failure.md"
LONGEST, MOST_ACTIONS, LONGEST_PAGE = 300, 20, 3_000


def write_failure(run_dir: Path) -> Path | None:
    """Writes the file, replacing an older one, and returns its path; None if the run is complete, or still runs.

    Raises:
        ConfigError: It is not a run folder.
        OSError: The file cannot be written.
    """
    record: RecordedRun = RunFolder.read(run_dir)
    if record.status in {Status.COMPLETE, Status.RUNNING}:
        return None
    picture = newest_picture(run_dir)
    path = run_dir / FILE
    write_anew(path, failure_text(record.result, picture=picture.name if picture else "").encode(), sync=False)
    return path


def failure_text(result: Result, *, picture: str = "") -> str:
    """The text of the file: why the run ended, where, what was done and sent, and what the page said."""
    return visible("\n".join(_lines(result, picture)))


def _lines(result: Result, picture: str) -> Iterator[str]:
    last = result.steps[-1] if result.steps else None
    yield f"# {result.status.words}: {_short(result.task.text)}\n"
    yield f"{one_line(why_ended(result) or result.error or result.message)}\n"
    if last is None:
        return
    if result.task.data:
        values = (f"{{{{{name}}}}} is {_short(value)}" for name, value in result.task.data.items())
        yield f"Values: {'; '.join(values)}\n"
    yield f'Stopped in step {last.number} at {last.page.url} ("{one_line(last.page.title)}").'
    yield f"Picture of that page: {picture}\n" if picture else "There is no picture of that page.\n"
    if news := new_on_the_page(result.steps):
        yield f"{news}\n"
    outcomes = [(step.number, outcome) for step in result.steps for outcome in step.outcomes]
    yield "## Actions\n" if outcomes else "## Actions\n\nNone."
    for number, outcome in outcomes[-MOST_ACTIONS:]:
        yield f"- step {number}: {_said(outcome)}"
        yield from (f"  - sent {each.request}, answered {each.status or 'not at all'}" for each in outcome.sent)
    if last.page.notes:
        yield f"\nAbout the last look: {'; '.join(map(_short, last.page.notes))}."
    yield f"\n## Page\n\n{between_markers(shortened(last.page.text.strip(), LONGEST_PAGE), what='text of the page')}\n"
    if any(step.decided_by == REPLAY for step in result.steps):
        yield "If the page is right as it is, record this task again: `actwright run … --record FILE --force`, or in a suite"
        yield "with `ACTWRIGHT_MODE=record`. `--policy auto:FILE` lets a model go on where a recording does not fit."


def _said(outcome: Outcome) -> str:
    what = f"{outcome.action.tool} {outcome.target}".strip()
    return f"{what}: {outcome.status}" + (f", {_short(detail_of(outcome))}" if outcome.detail else "")


def _short(text: str) -> str:
    return shortened(one_line(text), LONGEST)
