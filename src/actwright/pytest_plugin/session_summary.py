"""The lines about runs at the end of a session."""

from __future__ import annotations

import json
from typing import Any

import pytest

from actwright.pytest_plugin.baseline import BLOCKS, write_baseline
from actwright.pytest_plugin.plugin_options import UPDATE, path_option

PREFIX = "actwright_"
COUNTED = ("runs", "calls", "tokens", "usd", "replayed", "healed")
SAID = f"{PREFIX}recording"
"""The property of a report that says what was done with a recording."""
NOTE = f"{PREFIX}note"
"""The property of a report that has a message to the user."""


def summarise(reporter: pytest.TerminalReporter) -> None:
    """Prints messages to the user, and the totals of runs, calls, tokens and USD; with `-v` for each test too.

    Prints nothing if there was neither.
    """
    tests, notes = _by_test(reporter), _of_all(reporter, NOTE)
    if not tests and not notes:
        return
    reporter.section("actwright", sep="-")
    if reporter.config.get_verbosity() > 0:
        for nodeid, counted in tests.items():
            reporter.write_line(f"{nodeid}: {_line(counted)}")
    for line in _of_all(reporter, SAID):
        reporter.write_line(line)
    for line in notes:
        reporter.write_line(f"Note: {' '.join(line.split())}")
    if tests:
        reporter.write_line(_line(_added(tests.values())))
    path = path_option(reporter.config, "token-baseline")
    if path is not None and reporter.config.getoption(UPDATE):
        measured = {report.nodeid: json.loads(blocks) for report, blocks in _last(reporter, BLOCKS)}
        write_baseline(path, measured)
        reporter.write_line(f"{path}: updated for {len(measured)} {'test' if len(measured) == 1 else 'tests'}")


def _of_all(reporter: pytest.TerminalReporter, name: str) -> list[str]:
    """Returns the distinct values of a property in the reports of tests."""
    return list(dict.fromkeys(value for _, value in _last(reporter, name)))


def _last(reporter: pytest.TerminalReporter, wanted: str) -> list[tuple[pytest.TestReport, str]]:
    """Returns the last report of each test that has a property, with the property's value."""
    reports = [each for some in reporter.stats.values() for each in some if isinstance(each, pytest.TestReport)]
    return [
        (report, str(value))
        for report in reports
        if report.when == "teardown"
        for name, value in report.user_properties
        if name == wanted
    ]


def _by_test(reporter: pytest.TerminalReporter) -> dict[str, dict[str, Any]]:
    """Returns the totals of each test with runs, from its last report, which includes its earlier tries."""
    found: dict[str, dict[str, Any]] = {}
    for report, _ in _last(reporter, f"{PREFIX}runs"):
        properties = dict(report.user_properties)
        found[report.nodeid] = {name: properties[f"{PREFIX}{name}"] for name in COUNTED}
    return found


def _added(rows: Any) -> dict[str, Any]:
    total: dict[str, Any] = dict.fromkeys(COUNTED, 0)
    for row in rows:
        for name, value in row.items():
            known = isinstance(value, int | float) and isinstance(total[name], int | float)
            total[name] = total[name] + value if known else "unknown"
    return total


def _line(counted: dict[str, Any]) -> str:
    def plural(name: str) -> str:
        number = counted[name]
        return f"{number:,} {name.removesuffix('s') if number == 1 else name}"

    usd = counted["usd"]
    cost = f"${usd:.4f}" if isinstance(usd, int | float) else "price not known"
    totals = f"{plural('runs')}, {plural('calls')}, {plural('tokens')}, {cost}"
    return f"{totals}, {counted['replayed']} replayed, {counted['healed']} healed"
