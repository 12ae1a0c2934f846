"""`ActwrightFixture`: runs tasks on the page of a test; the value of the fixture `actwright`."""

from __future__ import annotations

from collections.abc import (
    AsyncGenerator,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from pathlib import Path
from typing import Any, Literal, ParamSpec, cast

import pytest
from playwright import async_api, sync_api
from pydantic import BaseModel
from typing_extensions import TypeVar

from actwright.engine.agent import Agent
from actwright.engine.limits import Limits
from actwright.engine.page.browser.sync_bridge import as_async, is_sync
from actwright.engine.people.ask_human import AskHuman
from actwright.engine.permissions.confirmation import Confirm
from actwright.engine.run import Run
from actwright.engine.run_options import Datum, Seen
from actwright.engine.statement_check import CHECK_SECONDS, evaluate
from actwright.engine.task_images import Picture
from actwright.errors import ActwrightError, ConfigError
from actwright.pytest_plugin.cassettes import Cassettes
from actwright.pytest_plugin.failing import RunFailed, failure, headline, told
from actwright.pytest_plugin.page_findings import PageFinding, PageListener, wanted
from actwright.pytest_plugin.played_runs import RUNS, PlayedRun, RunsOfTest
from actwright.pytest_plugin.plugin_options import OWN, check_names, option
from actwright.pytest_plugin.recordings_of_tests import Recordings, RecordingUse
from actwright.pytest_plugin.runs_of_tests import Drive, caller, driver, sync_steps_of
from actwright.pytest_plugin.spending import budget_of, ledger_of, spent_on, table
from actwright.recording.checks import add_check, read_checks
from actwright.schemas.check import CheckResult
from actwright.schemas.options import arguments
from actwright.schemas.permissions import Permissions
from actwright.schemas.result import Result
from actwright.schemas.step import Step
from actwright.schemas.task import Secret
from actwright.tools.base import Tool

__all__ = ["ActwrightFixture"]

M = TypeVar("M", bound=BaseModel, default=Any)
P = ParamSpec("P")
T = TypeVar("T")
AnyPage = async_api.Page | sync_api.Page

NO_MODEL = (
    "actwright has no model: pass --actwright-model NAME (as in anthropic:NAME), set actwright_model in the ini file "
    'or ACTWRIGHT_MODEL in the environment, or use the policy "rules", which needs none'
)


class ActwrightFixture:
    """Runs tasks on the page of a test; the value of the fixture `actwright`."""

    def __init__(self, request: pytest.FixtureRequest, options: Mapping[str, Any], runs_folder: Path) -> None:
        self._request = request
        self._item: pytest.Item = request.node
        self._options = options
        self._runs_folder = runs_folder
        self._recordings = Recordings(self._item, options)
        self._cassettes = Cassettes(self._item, options)
        self._agent: Agent | None = None
        self._last: Run | None = None
        self._runs = self._item.stash.setdefault(RUNS, RunsOfTest(self._item, runs_folder))

    def run(
        self,
        task: str,
        *,
        page: AnyPage | None = None,
        url: str | None = None,
        data: Mapping[str, Datum] | None = None,
        private: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        tabs: Sequence[AnyPage] = (),
        check: bool = True,
        fail_on: str | Sequence[str] | None = None,
        images: Sequence[Picture] = (),
        output: type[M] | None = None,
        limits: Limits | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        permissions: Permissions | None = None,
        confirm: Confirm | None = None,
        ask_human: AskHuman | None = None,
    ) -> Result[M]:
        """Runs a task to its end, and fails the test if it is not complete. The page stays open.

        Args:
            task: What to do, in plain words.
            url: Where to start.
            page: A Playwright page. By default the test's own fixture `page`; in a test without it, the run starts a
                browser and closes it again. With a sync page, `run` returns the result; with an async page, or without
                a page in an async test, await it.
            tabs: More open pages of the same context that the run may use.
            data, private, secrets: Values that the task may use, as `{{name}}`.
            check: Whether a run that is not complete fails the test. With False, the result is returned in any case.
            fail_on: What else fails the test, in place of the option: `console`, `http`, `slow:SECONDS`, `axe`,
                `axe:IMPACT`.
            output: A pydantic model class that the answer must fit.
            images, limits, tools, permissions, confirm, ask_human: As for `actwright.Agent.run`.

        Raises:
            RunFailed: The run is not complete, or something named by `fail_on` was found. It is an AssertionError, and
                a `TaskFailed` with the `result`.
            ConfigError: No model is configured, or the task cannot be run as given; nothing was done.
            ModelError, BrowserError: The provider gave up, or the browser is gone.
        """
        given = arguments(locals())
        __tracebackhide__ = True
        try:
            played, drive = self._begin(**given)
            if drive is None:
                return cast("Any", self._awaited(played, caller()))  # see `async_fixture`
            drive(played.to_the_end(caller()))
        except ActwrightError as error:
            raise self._short(error) from None
        self._judge(played)
        return played.run.result

    def play(
        self,
        task: str,
        *,
        page: AnyPage | None = None,
        url: str | None = None,
        data: Mapping[str, Datum] | None = None,
        private: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        tabs: Sequence[AnyPage] = (),
        check: bool = True,
        fail_on: str | Sequence[str] | None = None,
        images: Sequence[Picture] = (),
        output: type[BaseModel] | None = None,
        limits: Limits | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        permissions: Permissions | None = None,
        confirm: Confirm | None = None,
        ask_human: AskHuman | None = None,
    ) -> Iterator[Step]:
        """Yields the steps of a run one by one: `for step in actwright.play(…)`, or `async for` with an async page.

        `actwright.result` is then the result. The test fails if the loop ends and the run is not complete. Leaving the
        loop early ends the run. It has the parameters and errors of `run`.
        """
        given = arguments(locals())
        __tracebackhide__ = True
        try:
            played, drive = self._begin(**given)
        except ActwrightError as error:
            raise self._short(error) from None
        if drive is None:
            return cast("Any", self._awaited_steps(played, caller()))  # see `async_fixture`
        stream = self._steps(played, drive, caller())
        self._runs.streams.append(stream)
        return stream

    @property
    def findings(self) -> tuple[PageFinding, ...]:
        """What else went wrong on the pages of the last run, oldest first.

        Includes accessibility violations only if `fail_on` names `axe`.
        """
        return tuple(self._runs.all[-1].watch.findings) if self._runs.all else ()

    def check(
        self,
        statement: str,
        *,
        page: AnyPage | None = None,
        url: str | None = None,
        data: Mapping[str, Datum] | None = None,
        private: Mapping[str, Datum] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        before: Seen | Literal["last run"] | None = "last run",
        picture: bool = True,
        seconds: float = CHECK_SECONDS,
        check: bool = True,
    ) -> CheckResult:
        """Checks a statement about the page, and fails the test if it is false.

        A statement is, for example, "the cart shows two kayaks and a total of $80". A model is asked once for the facts
        that decide it, and code evaluates them. With `--actwright-mode record`, the facts are kept beside the test, and
        no model is asked from then on. The page, and when to await, are as in `run`.

        Args:
            statement: What must be true, in plain language.
            page: A Playwright page; by default the test's own fixture `page`.
            before: The page on which the statement must not already hold; by default, as the last run of the test first
                saw it. None compares with no page.
            check: Whether a statement that is not true fails the test. With False, the result is returned in any case.
            url, data, private, secrets, picture, seconds: As for `actwright.Agent.check`.

        Raises:
            CheckFailed: The statement is false; an AssertionError.
            CheckUndecided: The statement could not be decided, which is never a pass.
            ConfigError: There is no page, or neither a model nor recorded facts.
            ModelError, BrowserError: The provider gave up, or the browser is gone.
        """
        __tracebackhide__ = True
        try:
            page = self._page_of_test(page)
            if page is None:
                raise ConfigError("a check needs a page: request the fixture page, or give page=…")
            drive = driver(page, self._runs.own_loop)
            if before == "last run":
                last = self._runs.all[-1].run if self._runs.all else None
                before = last.result if last is not None and last.steps else None
            checking = self._checked(
                statement,
                as_async(page),
                {
                    "url": url,
                    "data": data,
                    "private": private,
                    "secrets": secrets,
                    "before": before,
                    "picture": picture,
                    "seconds": seconds,
                },
                check=check,
            )
            self._runs.idle.append(statement)
            return cast("Any", checking) if drive is None else drive(checking)  # see `async_fixture`
        except ActwrightError as error:
            raise self._short(error) from None

    async def _checked(
        self, statement: str, page: async_api.Page, options: dict[str, Any], *, check: bool
    ) -> CheckResult:
        """Evaluates recorded facts if there are any, else asks a model. In `record` mode, keeps facts that hold."""
        __tracebackhide__ = True
        self._runs.idle.remove(statement)
        path, mode = self._recordings.checks, self._recordings.mode
        known = read_checks(path)
        if mode != "record" and (recorded := known.get(statement)) and not recorded.picture:
            options.pop("picture", None)
            result = await evaluate(recorded, page, **options)
        elif mode == "replay":
            raise ConfigError(
                f"{path} has no facts for {statement!r}; record them with a model and --actwright-mode record"
            )
        else:
            if spent := budget_of(self._item.config, self._item.nodeid, self._options).spent():
                pytest.fail(self._over(spent), pytrace=False)
            result = await self.agent.check(statement, page=page, **options)
            self._runs.asked += result.exchanges
            self._runs.record(spent_on(result.exchanges))
            if mode == "record" and result.passed:
                add_check(result.recorded, path)
        return result.raise_for_status() if check else result

    @property
    def agent(self) -> Agent:
        """The agent with the options of this test, made when it is first used."""
        if self._agent is None:
            self._agent = self._new_agent()
        return self._agent

    @property
    def result(self) -> Result:
        """The result of the last run of this test, even while it is under way.

        Raises:
            ConfigError: There is no run yet.
        """
        if self._last is None:
            raise ConfigError("there is no result yet; call actwright.run or actwright.play first")
        return self._last.result

    # Beginning a run

    def _begin(
        self,
        task: str,
        *,
        page: AnyPage | None = None,
        tabs: Sequence[AnyPage] = (),
        check: bool = True,
        fail_on: str | Sequence[str] | None = None,
        **given: Any,
    ) -> tuple[PlayedRun, Drive | None]:
        """Makes a new run. Returns it and a function that plays it; None for that if the caller awaits the run."""
        page = self._page_of_test(page)
        config = self._item.config
        failing_on = fail_on if fail_on is not None else self._options.get("fail_on", option(config, "fail-on"))
        failing = wanted(failing_on)
        budget = budget_of(config, self._item.nodeid, self._options)
        followed = self._recordings.next(task, given.get("data"), typed=given.get("output") is not None)
        agent = self._following(followed, has_model=not budget.spent())
        if agent.asks_models and (spent := budget.spent()):
            pytest.fail(self._over(spent), pytrace=False)
        view = None if page is None else as_async(page)
        limits = given.get("limits") or agent.limits
        if agent.asks_models:
            given["limits"] = budget.lowered(limits)
        run = agent.play(task, page=view, tabs=[as_async(tab) for tab in tabs], **given)
        played = PlayedRun(run, budget, limits, followed, PageListener(run), check, failing)
        self._last = run
        self._runs.played.append(played)
        self._runs.all.append(played)
        return played, driver(page, self._runs.own_loop)

    def _page_of_test(self, given: AnyPage | None) -> AnyPage | None:
        """Returns the given page, else the fixture `page` if the test requests it and it is a Playwright page."""
        if given is not None or "page" not in self._request.fixturenames:
            return given
        page: object = self._request.getfixturevalue("page")
        return page if isinstance(page, async_api.Page) or is_sync(page) else None

    def _following(self, followed: RecordingUse, *, has_model: bool) -> Agent:
        """Returns the agent of a run: one that follows the run's recording, if the mode says so."""
        if followed.mode not in ("replay", "auto"):
            return self.agent
        has_model = has_model and (self._options.get("model") is not None or self._cassettes.answer)
        policy = followed.policy(self._options.get("policy", "single_call"), has_model=has_model)
        return self._new_agent(policy=policy, **({"model": None} if isinstance(policy, str) else {}))

    def _new_agent(self, **instead: Any) -> Agent:
        check_names(self._options, "actwright_options")
        asked = {} if "model" in instead else {"model": self._cassettes.model()}
        given = {**self._options, **asked, **instead}
        options = {name: value for name, value in given.items() if name not in OWN}
        if options.get("model") is None and "policy" not in options:
            raise ConfigError(NO_MODEL)
        config = self._item.config
        steps, seconds = option(config, "steps"), option(config, "seconds")
        limited = {name: most for name, most in (("steps", steps), ("seconds", seconds)) if most is not None}
        made: dict[str, Any] = {"out": self._runs_folder, "limits": Limits(**limited), **options}
        return Agent(**made)

    # Ending a run

    async def _awaited(self, played: PlayedRun, place: tuple[str, int]) -> Result:
        """Plays a run to its end, for a test that awaits it."""
        __tracebackhide__ = True
        try:
            await played.to_the_end(place)
        except ActwrightError as error:
            raise self._short(error) from None
        self._judge(played)
        return played.run.result

    async def _awaited_steps(self, played: PlayedRun, place: tuple[str, int]) -> AsyncGenerator[Step, None]:
        __tracebackhide__ = True
        try:
            async for step in played.steps(place):
                yield step
        except ActwrightError as error:
            raise self._short(error) from None
        self._judge(played)

    def _steps(self, played: PlayedRun, drive: Drive, place: tuple[str, int]) -> Generator[Step, None, None]:
        __tracebackhide__ = True
        try:
            yield from sync_steps_of(drive, played.steps(place))
        except ActwrightError as error:
            raise self._short(error) from None
        self._judge(played)

    def _judge(self, played: PlayedRun) -> None:
        """Fails the test if a shared limit ended the run or, with `check`, if it is not complete or has findings."""
        __tracebackhide__ = True
        result = played.run.result
        self._runs.settle(played)
        try:
            played.said = self._recordings.ended(played.followed, result)
        except ActwrightError as error:
            raise self._short(error) from None
        if over := played.budget.ended(result, played.limits):
            played.shown = True
            pytest.fail(f"{headline(result)}\n{told(result, failed=True)}\n{self._over(over)}", pytrace=False)
        if not played.check:
            return
        if not result.complete:
            played.shown = True
            raise RunFailed(failure(result, played.watch.findings), result=result)
        if wrong := played.wanted.of(played.watch.findings):
            played.shown = True
            raise RunFailed(failure(result, wrong, why="had findings that fail the test"), result=result)

    def _over(self, why: str) -> str:
        """Returns the failure message of a test whose limit is used up, with what each test has spent."""
        return f"{why}\n{table(ledger_of(self._item.config).by_test.items())}"

    def _short(self, error: ActwrightError) -> ActwrightError:
        """Returns the error without the frames of this library, unless pytest shows all frames (`--full-trace`)."""
        return error if self._item.config.getoption("fulltrace") else error.with_traceback(None)
