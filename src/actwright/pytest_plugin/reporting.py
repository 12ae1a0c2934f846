"""Adds the runs of a test to its report: sections, properties, and attachments for other plugins."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from actwright.pytest_plugin.baseline import BLOCKS, grown, measured, read_baseline
from actwright.pytest_plugin.fixture import RUNS
from actwright.pytest_plugin.hidden_values import hiding, masked
from actwright.pytest_plugin.plugin_options import UPDATE, option, path_option
from actwright.pytest_plugin.session_summary import NOTE, SAID
from actwright.pytest_plugin.trace import tidied
from actwright.runners import asked
from actwright.runners.failing import headline, told
from actwright.runners.played_runs import PlayedRun
from actwright.runners.spending import SessionSpending
from actwright.schemas.result import Result
from actwright.schemas.step import Step
from actwright.text import one_line, shortened

LONGEST_TITLE = 100


def end(item: pytest.Item) -> list[PlayedRun]:
    """Returns the runs since the previous report, and closes what the test left open, so that their records are complete."""
    return item.stash[RUNS].close()


def refuse_idle(item: pytest.Item, report: pytest.TestReport) -> None:
    """Fails a test that passed but did not wait for a run or a check that it began: nothing was done."""
    unfinished = item.stash[RUNS].unfinished
    if report.passed and unfinished:
        report.outcome = "failed"
        report.longrepr = unfinished


def compare_tokens(item: pytest.Item, report: pytest.TestReport) -> None:
    """Fails a test that passed but used more tokens than the baseline allows. Names the blocks that grew."""
    path = path_option(item.config, "token-baseline")
    runs = item.stash[RUNS]
    exchanges = [each for played in runs.all for each in played.run.result.exchanges] + runs.asked
    if path is None or not report.passed or not exchanges:
        return
    now = measured(exchanges)
    item.user_properties.append((BLOCKS, json.dumps(now)))
    report.user_properties.append((BLOCKS, json.dumps(now)))
    if item.config.getoption(UPDATE):
        return
    before = read_baseline(path).get(item.nodeid)
    wrong = (
        ["the test is not in this file"]
        if before is None
        else grown(before, now, tolerance=option(item.config, "token-tolerance"))
    )
    if wrong:
        report.outcome = "failed"
        lines = "\n".join(f"  {line}" for line in wrong)
        report.longrepr = (
            f"the tokens of this test differ from {path}:\n{lines}\nif that is intended, update the file with {UPDATE}"
        )


def tidy_traces(item: pytest.Item, report: pytest.TestReport) -> None:
    """Puts readable names into the traces that pytest-playwright kept of a test, and masks withheld values in them."""
    runs = item.stash[RUNS]
    for name, value in report.user_properties:
        if name == "playwright_trace":
            tidied(Path(item.config.invocation_params.dir, str(value)), [played.run for played in runs.all])
    runs.all, runs.asked, runs.idle = [], [], []


def mention(item: pytest.Item, call: pytest.CallInfo[None], played: Sequence[PlayedRun]) -> None:
    """Adds what the runs did to the sections that pytest shows if the test fails.

    Their totals, the paths of their reports and messages to the user become properties, for JUnit and the summary.
    """
    for each in played:
        result = each.run.result
        if not each.shown:
            said, steps = f"{each.said}\n" if each.said else "", told(result, failed=call.excinfo is not None)
            item.add_report_section(call.when, "actwright", f"{result.task.text}\n{headline(result)}\n{steps}{said}")
        if each.said:
            item.user_properties.append((SAID, each.said))
        if result.complete and result.proof:
            item.user_properties.append(("actwright_proof", ": ".join(filter(None, (result.proof, result.shortfall)))))
        if result.run_dir is not None:
            item.user_properties.append(("actwright_report", str(result.run_dir / "report.html")))
            if not result.complete:
                item.user_properties.append(("actwright_failure", str(result.run_dir / "failure.md")))
    runs = item.stash[RUNS]
    item.user_properties.extend((NOTE, text) for text in runs.notes)
    runs.notes.clear()
    if (spent := runs.spent) != SessionSpending():
        _set_totals(item, spent)


def _set_totals(item: pytest.Item, spent: SessionSpending) -> None:
    """Sets the totals of all runs of a test, including its earlier tries, in place of earlier totals."""
    totals: dict[str, object] = {
        "actwright_runs": spent.runs,
        "actwright_calls": spent.calls,
        "actwright_tokens": spent.tokens,
        "actwright_usd": "unknown" if spent.cost is None else round(spent.cost, 6),
        "actwright_replayed": spent.replayed,
        "actwright_healed": spent.healed,
    }
    item.user_properties[:] = [(name, value) for name, value in item.user_properties if name not in totals]
    item.user_properties.extend(totals.items())


def hide_values(item: pytest.Item, report: pytest.TestReport) -> None:
    """Masks the withheld values of a failed test's runs in what pytest says of the failure."""
    hide = hiding([played.run for played in item.stash[RUNS].all])
    if hide and report.longrepr:
        report.longrepr = masked(report.longrepr, hide)


def attach(item: pytest.Item, report: pytest.TestReport, played: Sequence[PlayedRun]) -> None:
    """Gives reports, steps and screenshots to pytest-html and Allure."""
    plugins = item.config.pluginmanager
    for result in [each.run.result for each in played]:
        if plugins.hasplugin("html"):
            _attach_to_html(report, result)
        if plugins.hasplugin("allure_pytest"):
            _attach_to_allure(result)


def leave_requests(item: pytest.Item, report: pytest.TestReport, played: Sequence[PlayedRun]) -> None:
    """Writes the model requests of a failed test: of runs beside their reports, of checks in another file."""
    if not report.failed:
        return
    for each in played:
        asked.leave_requests(each.run)
    runs = item.stash[RUNS]
    if report.when == "call" and runs.asked:
        calls = [(f"check {at}", exchange) for at, exchange in enumerate(runs.asked, 1)]
        asked.write_requests(runs.test.folder / f"checks-{asked.REQUESTS}", calls, str)


def _attach_to_html(report: pytest.TestReport, result: Result) -> None:
    extras: Any = import_module("pytest_html").extras
    name = f"actwright: {result.task.text}"
    found: list[Any] = [extras.text(f"{headline(result)}\n{told(result)}", name=f"{name} (steps)")]
    if result.run_dir is not None:
        found.append(extras.url((result.run_dir / "report.html").as_uri(), name=name))
    for step in result.steps:
        if picture := step.page.screenshot:
            encoded = b64encode(picture.data).decode()
            found.append(extras.image(encoded, name=_title(step), mime_type=picture.media_type))
    report.extras = [*getattr(report, "extras", []), *found]  # pyright: ignore[reportAttributeAccessIssue] - pytest-html's own


def _attach_to_allure(result: Result) -> None:
    allure: Any = import_module("allure")
    with allure.step(f"actwright: {result.task.text}"):
        for step in result.steps:
            with allure.step(_title(step)):
                for outcome in step.outcomes:
                    what = " ".join(filter(None, (outcome.action.tool, outcome.target)))
                    with allure.step(shortened(one_line(f"{outcome.status}: {what}: {outcome.detail}"), LONGEST_TITLE)):
                        pass
                if picture := step.page.screenshot:
                    suffix = picture.media_type.partition("/")[2]
                    allure.attach(picture.data, name=_title(step), attachment_type=picture.media_type, extension=suffix)
    allure.attach(told(result), name=headline(result), attachment_type=allure.attachment_type.TEXT)
    written = result.run_dir / "report.html" if result.run_dir else None
    if written is not None and written.exists():
        name = f"actwright: {result.task.text}"
        allure.attach.file(str(written), name=name, attachment_type=allure.attachment_type.HTML)


def _title(step: Step) -> str:
    said = step.problem or (step.proposal.message if step.proposal else "")
    return shortened(one_line(f"{step.number} {said}"), LONGEST_TITLE)
