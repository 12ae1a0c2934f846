"""Steps for behave, by one import in a file of `steps`: `from actwright.runners.behave_steps import *`.

They are those of `pytest_bdd_steps`. If `environment.py` opens a Playwright page as `context.page`, they use it; else
they start a browser for the whole run, with a new page for each scenario. `context.actwright_options` are options of
suites, as for `ActwrightMixin`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from behave import step  # pyright: ignore[reportUnknownVariableType] - its options have no types

from actwright.runners.own_browser import BrowserRunner, OwnBrowser
from actwright.runners.step_texts import CHECKS, OPENS, RUNS, data_of
from actwright.runners.suite_test import suite_test

__all__ = ["checks", "opens", "runs"]

OUTLINE = " -- @"
"""What behave writes between the name of an outline and the number of its example."""


@step(OPENS)
def opens(context: Any, url: str) -> None:
    """Opens a page."""
    runner_of(context).open(url)


@step(RUNS)
def runs(context: Any, task: str) -> None:
    """Runs a task to its end."""
    runner_of(context).run(task, data=_data(context))


@step(CHECKS)
def checks(context: Any, statement: str) -> None:
    """Checks a statement about the page."""
    runner_of(context).check(statement, data=_data(context))


def runner_of(context: Any) -> BrowserRunner:
    """The runner of the scenario that behave plays."""
    if "actwright" not in context:
        name, _, example = context.scenario.name.partition(OUTLINE)
        options = getattr(context, "actwright_options", {})
        test = suite_test(Path(context.scenario.filename).resolve(), name, options, variant=example)
        context.actwright = BrowserRunner(test, _browser_of(context), getattr(context, "page", None))
        context.add_cleanup(context.actwright.end)
    return context.actwright


def _browser_of(context: Any) -> OwnBrowser:
    browser = getattr(context.config, "actwright_browser", None)
    if browser is None:
        browser = context.config.actwright_browser = OwnBrowser()
        context.add_cleanup(browser.close, layer="testrun")
    return browser


def _data(context: Any) -> dict[str, str]:
    return data_of([context.table.headings, *context.table] if context.table else None)
