"""`ActwrightFixture`: runs tasks on the page of a test; the value of the fixture `actwright`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright import async_api

from actwright.engine.page.browser.sync_bridge import is_sync
from actwright.errors import ActwrightError
from actwright.pytest_plugin.cassettes import Cassettes
from actwright.pytest_plugin.plugin_options import option
from actwright.pytest_plugin.record_folders import shared_folder
from actwright.runners.played_runs import PlayedRun, RunsOfTest
from actwright.runners.spending import BUDGETS, SpendingLedger
from actwright.runners.suite_test import SuiteSession, SuiteTest, configured_options
from actwright.runners.task_runner import AnyPage, TaskRunner

RUNS: pytest.StashKey[RunsOfTest] = pytest.StashKey()
"""The runs of a test, of all its tries."""
SESSION: pytest.StashKey[SuiteSession] = pytest.StashKey()
OF_TESTS = ("mode", "heal", "fail-on", "steps", "seconds", *(f"test-{name}" for name in BUDGETS))
"""Options of the command line and the ini file that apply to each test."""


class ActwrightFixture(TaskRunner):
    """Runs tasks on the page of a test; the value of the fixture `actwright`."""

    no_model = (
        "actwright has no model: pass --actwright-model NAME (as in anthropic:NAME), set actwright_model in the ini "
        "file or ACTWRIGHT_MODEL in the environment. Without a model, --actwright-policy rules fills in forms, and "
        "--actwright-mode replay follows recordings"
    )

    def __init__(self, request: pytest.FixtureRequest, options: Mapping[str, Any], folder: Path) -> None:
        item: pytest.Item = request.node
        test = _suite_test(item, options, folder)
        super().__init__(test, item.stash.setdefault(RUNS, RunsOfTest(test)))
        self._request = request
        self._cassettes = Cassettes(item, options)

    def _page(self) -> AnyPage | None:
        """The fixture `page`, if the test requests it and it is a Playwright page."""
        if "page" not in self._request.fixturenames:
            return None
        page: object = self._request.getfixturevalue("page")
        return page if isinstance(page, async_api.Page) or is_sync(page) else None

    def _model(self) -> Any:
        return self._cassettes.model()

    def _has_model(self) -> bool:
        return super()._has_model() or self._cassettes.answer

    def _fail(self, message: str) -> NoReturn:
        pytest.fail(message, pytrace=False)

    def _show(self, played: PlayedRun) -> None:
        """Nothing: the report of the test shows the run."""

    def _short(self, error: ActwrightError) -> ActwrightError:
        """The error without the frames of this library, unless pytest shows all frames (`--full-trace`)."""
        return error if self._request.config.getoption("fulltrace") else super()._short(error)


def _suite_test(item: pytest.Item, options: Mapping[str, Any], folder: Path) -> SuiteTest:
    """A test of pytest as one that runs tasks."""
    config = item.config
    given = {name.replace("-", "_"): option(config, name) for name in OF_TESTS}
    given = {name: value for name, value in given.items() if value is not None}
    return SuiteTest(
        id=item.nodeid,
        file=item.path,
        name=item.nodeid.partition("::")[2].partition("[")[0].replace("::", "."),
        folder=folder,
        options={**configured_options("mode", "heal"), **given, **options},
        session=_session(config),
        has_variants=_has_variants(item),
    )


def _has_variants(item: pytest.Item) -> bool:
    """Whether a test has parameters of its own, besides the browser that pytest-playwright gives to each test."""
    callspec: Any = getattr(item, "callspec", None)
    return callspec is not None and bool({*callspec.params} - {"browser_name"})


def _session(config: pytest.Config) -> SuiteSession:
    """What the tests of this session share, also with those of other workers."""
    if SESSION not in config.stash:
        limits = {name: most for name in BUDGETS if (most := option(config, f"session-{name}")) is not None}
        shared = shared_folder(config)
        config.stash[SESSION] = SuiteSession(limits, shared, SpendingLedger(shared / "spent.jsonl" if shared else None))
    return config.stash[SESSION]
