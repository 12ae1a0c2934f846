"""`ActwrightMixin`: `self.actwright` in test cases of unittest.

```python
class ShopTest(ActwrightMixin, unittest.TestCase):
    actwright_options = {"mode": "replay"}

    def test_buy(self):
        self.actwright.run("Buy the Kayak", url="https://shop.example")
```

If the test case has a Playwright page as `self.page`, runs and checks are on that page. In an `IsolatedAsyncioTestCase`,
they are awaited.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar
from unittest import TestCase

from playwright import async_api

from actwright.engine.page.browser.sync_bridge import is_sync
from actwright.runners.suite_test import suite_test
from actwright.runners.task_runner import AnyPage, TaskRunner

__all__ = ["ActwrightMixin"]


class ActwrightMixin:
    """Adds `actwright` to a test case; it stands before `TestCase` in the list of base classes.

    Attributes:
        actwright_options: Options of `Agent`, and `mode`, `heal`, `fail_on`, `steps`, `seconds` and `test_calls`,
            `test_tokens` and `test_usd`, over the settings.
    """

    actwright_options: ClassVar[Mapping[str, Any]] = {}
    _actwright: _CaseRunner | None = None

    @property
    def actwright(self) -> TaskRunner:
        """Runs tasks and checks of this test; it has `run`, `play`, `check`, `result` and `findings`."""
        if self._actwright is None:
            assert isinstance(self, TestCase)
            self._actwright = _CaseRunner(self, self.actwright_options)
            self.addCleanup(self._actwright.end)
        return self._actwright


class _CaseRunner(TaskRunner):
    """Runs tasks and checks for a test of a test case."""

    def __init__(self, case: TestCase, options: Mapping[str, Any]) -> None:
        file = Path(inspect.getfile(type(case)))
        names = case.id().removeprefix(f"{type(case).__module__}.")
        super().__init__(suite_test(file, names, options))
        self._case = case

    def end(self) -> None:
        """Closes what the test left open. Fails a test that did not wait for a run or a check."""
        self.runs.close()
        if unfinished := self.runs.unfinished:
            self._fail(unfinished)

    def _page(self) -> AnyPage | None:
        page = getattr(self._case, "page", None)
        return page if isinstance(page, async_api.Page) or is_sync(page) else None
