"""The failure of a test because of a run: it shows the run as the terminal does."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console

from actwright.engine.records.step_lines import print_result, print_step
from actwright.engine.records.wording import why_ended
from actwright.errors import TaskFailed
from actwright.runners.asked import requests_of
from actwright.runners.page_findings import PageFinding
from actwright.schemas.result import Result
from actwright.text import counted, one_line, shortened, visible

WIDTH = 110
LONGEST_HEADLINE = 300
MOST_FINDINGS = 20


class RunFailed(TaskFailed, AssertionError):  # noqa: N818 - as of its base
    """Raised by `run` and `play` in a test: a run did not complete its task, or had findings that fail the test.

    Attributes:
        result: The result of the run.
    """


RunFailed.__module__ = "actwright"
"""pytest shows the error under this module's name."""


def headline(result: Result) -> str:
    """Returns in one line how a run ended and why. pytest shows it in its summary."""
    ended = "interrupted" if result.status == "running" else result.status.words
    reason = "" if result.complete or result.reason in ("gave_up", "running", ended) else f" ({result.reason})"
    why = result.message if result.complete else why_ended(result) or result.error or result.message
    return shortened(one_line(f"{ended}{reason} after {counted(len(result.steps), 'step')}: {why}"), LONGEST_HEADLINE)


def failure(result: Result, findings: Sequence[PageFinding], *, why: str = "") -> str:
    """Returns the message of a failing test: how the run ended, what it did, and the findings of its last step.

    If `why` is given, the run itself did not fail, and the message has all findings.
    """
    last = findings if why else [each for each in findings if each.step >= len(result.steps)]
    listed = [f"  ! {each}" for each in last[:MOST_FINDINGS]]
    if len(last) > MOST_FINDINGS:
        listed.append(f"  and {len(last) - MOST_FINDINGS} more")
    head = f"{result.status.words}, but it {why}: {last[0]}" if why else headline(result)
    head = shortened(head, LONGEST_HEADLINE)
    return visible("\n".join([head, result.task.text, *listed, told(result, failed=True, after=head)]))


def told(result: Result, *, failed: bool = False, after: str = "") -> str:
    """Returns the run as text: its steps, its actions with what was expected and found, its end and its report's path.

    With `failed`, also the path of the file with the requests to its models, which a failing test leaves. A reason that
    is in `after`, the line above, is not repeated.
    """
    screen = io.StringIO()
    console = Console(file=screen, width=WIDTH, highlight=False, color_system=None, force_terminal=False)
    for step in result.steps:
        print_step(console, step)
    print_result(console, result, after=after)
    report = f"Report: {result.run_dir / 'report.html'}\n" if result.run_dir else ""
    if result.run_dir and not result.complete:
        report = f"Failure: {result.run_dir / 'failure.md'}\n{report}"
    asked = requests_of(result) if failed else None
    return screen.getvalue() + report + (f"Requests: {asked}\n" if asked else "")
