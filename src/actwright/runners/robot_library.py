"""A library for Robot Framework, with the keywords `Actwright Run` and `Actwright Check`.

```robotframework
*** Settings ***
Library    actwright.runners.robot_library.ActwrightLibrary

*** Test Cases ***
Buy
    Actwright Run      Buy the {{product}}    url=https://shop.example    product=Kayak
    Actwright Check    the order is confirmed
```
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from robot.api import logger
from robot.libraries.BuiltIn import BuiltIn

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.runners.failing import headline, told
from actwright.runners.own_browser import BrowserRunner, OwnBrowser
from actwright.runners.played_runs import PlayedRun
from actwright.runners.suite_test import suite_test


class ActwrightLibrary:
    """Runs tasks in plain words on web pages, from recordings or with a model, and checks statements about pages.

    The library starts a browser of its own, with a new page for each test, or one page for all tests if the suite's setup
    uses it first. With ``cdp_url``, such as ``http://127.0.0.1:9222``, it uses the newest page of a browser that was
    started with ``--remote-debugging-port``, for instance by Browser library:
    ``New Browser    chromium    args=["--remote-debugging-port=9222"]``.

    ``model``, ``policy``, ``mode`` (``replay``, ``auto`` or ``record``), ``heal``, ``fail_on`` and other options of
    suites apply to all tests; the settings, such as ``ACTWRIGHT_MODE``, apply where they are not given. Recordings are
    in ``recordings``, beside the suite's file.
    """

    ROBOT_LIBRARY_SCOPE = "SUITE"
    ROBOT_LISTENER_API_VERSION = 3

    def __init__(self, cdp_url: str = "", headless: bool | None = None, **options: Any) -> None:  # noqa: FBT001 - Robot's form of an option
        self.ROBOT_LIBRARY_LISTENER = self
        self._browser = OwnBrowser(None if cdp_url else BrowserOptions(headless=headless), cdp_url=cdp_url)
        self._options = options
        self._runner: _RobotRunner | None = None
        self._keeps_page = False

    def actwright_run(
        self,
        task: str,
        *,
        url: str | None = None,
        check: bool = True,
        private: Mapping[str, Any] | None = None,
        secrets: Mapping[str, str] | None = None,
        data: Mapping[str, Any] | None = None,
        **named: str,
    ) -> str:
        """Runs a task to its end and returns its last message. Fails the test if it is not complete.

        ``url`` is where to start; the page that is open by default. Other named arguments are values for ``{{name}}`` in
        the task; ``data=${ROW}``, a dictionary, has those that are named like an argument, such as ``url`` or ``check``. Of ``private`` values a model sees only the names; ``secrets`` are typed only on the site of ``url``.
        With ``check=False`` the test goes on in any case.
        """
        given: dict[str, Any] = {"url": url, "check": check, "private": private, "secrets": secrets}
        given["data"] = {**(data or {}), **named}
        return self._of_test().run(task, **given).message

    def actwright_check(
        self, statement: str, *, url: str | None = None, data: Mapping[str, Any] | None = None, **named: str
    ) -> None:
        """Fails the test if a statement about the open page, in plain words, is not true, or cannot be decided.

        Named arguments and ``data`` are values for ``{{name}}`` in the statement.
        """
        self._of_test().check(statement, url=url, data={**(data or {}), **named})

    def _of_test(self) -> _RobotRunner:
        """The runner of the test that Robot plays; of the suite, in its setup and teardown."""
        variables: Any = BuiltIn()
        file = Path(variables.get_variable_value("${SUITE SOURCE}"))
        name = str(variables.get_variable_value("${TEST NAME}", ""))
        if self._runner is None or self._runner.name != name:
            self._end_runner()
            self._keeps_page = self._keeps_page or not name
            self._runner = _RobotRunner(suite_test(file, name or "suite", self._options), self._browser)
            self._runner.name = name
        return self._runner

    def _end_runner(self) -> None:
        if self._runner is not None:
            self._runner.runs.close()
            self._runner = None

    def _end_test(self, *_: object) -> None:
        """Called by Robot when a test has ended. A page that the suite's setup opened stays open."""
        self._end_runner()
        if not self._keeps_page:
            self._browser.end_test()

    def _close(self) -> None:
        """Called by Robot when the suite has ended."""
        self._end_runner()
        self._browser.close()


class _RobotRunner(BrowserRunner):
    """Runs tasks and checks for a test of Robot Framework, and shows each run in Robot's log.

    Attributes:
        name: The name of the test; empty for the suite.
    """

    name = ""

    def _show(self, played: PlayedRun) -> None:
        result = played.run.result
        shown = [f"<b>{escape(headline(result))}</b><pre>{escape(told(result))}</pre>", escape(played.said)]
        for step in result.steps:
            if picture := step.page.screenshot:
                source = f"data:{picture.media_type};base64,{b64encode(picture.data).decode()}"
                shown.append(f'<p>Step {step.number}<br><img src="{source}" style="max-width: 100%"></p>')
        if result.run_dir is not None:
            shown.append(f'<a href="{(result.run_dir / "report.html").resolve().as_uri()}">Report</a>')
        logger.info("\n".join(filter(None, shown)), html=True)
