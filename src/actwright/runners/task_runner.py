"""`TaskRunner`: runs tasks and checks on the page of a test, for whatever runs the test."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NoReturn, ParamSpec, cast

from playwright import async_api, sync_api
from pydantic import BaseModel
from typing_extensions import TypeVar

from actwright.engine.agent import Agent
from actwright.engine.limits import Limits
from actwright.engine.page.browser.sync_bridge import as_async
from actwright.engine.people.ask_human import AskHuman
from actwright.engine.permissions.confirmation import Confirm
from actwright.engine.run import Run
from actwright.engine.run_options import Datum, Seen
from actwright.engine.statement_check import CHECK_SECONDS, evaluate
from actwright.engine.task_images import Picture
from actwright.errors import ActwrightError, ConfigError
from actwright.recording.checks import add_check, read_checks
from actwright.runners.asked import leave_requests
from actwright.runners.budget import budget_of
from actwright.runners.failing import RunFailed, failure, headline, told
from actwright.runners.page_findings import PageFinding, PageListener, wanted
from actwright.runners.played_runs import PlayedRun, RunsOfTest
from actwright.runners.recordings_of_tests import RECORD, Recordings, RecordingUse
from actwright.runners.runs_of_tests import Drive, caller, driver, sync_steps_of
from actwright.runners.spending import spent_on, table
from actwright.runners.suite_test import SuiteTest, check_names
from actwright.schemas.check import CheckResult
from actwright.schemas.options import arguments
from actwright.schemas.permissions import Permissions
from actwright.schemas.result import Result
from actwright.schemas.step import Step
from actwright.schemas.task import Secret
from actwright.tools.base import Tool

M = TypeVar("M", bound=BaseModel, default=Any)
P = ParamSpec("P")
T = TypeVar("T")
AnyPage = async_api.Page | sync_api.Page

NO_MODEL = (
    "actwright has no model: name one with the option `model` (as in anthropic:NAME) or with ACTWRIGHT_MODEL in the "
    'environment. Without a model, the policy "rules" fills in forms, and the mode "replay" follows recordings'
)


class TaskRunner:
    """Runs tasks and checks on the page of a test.

    The runner of the test overrides the methods under "What a runner may change", and calls `runs.close` after the test.

    Args:
        test: The test.
        runs: The runs of an earlier try of the same test.
    """

    def __init__(self, test: SuiteTest, runs: RunsOfTest | None = None) -> None:
        self.runs = runs or RunsOfTest(test)
        self._test = test
        self._recordings = Recordings(test)
        self._agent: Agent | None = None
        self._last: Run | None = None

    # What a runner may change

    no_model = NO_MODEL
    """What to do where a run needs a model and has none."""

    def _page(self) -> AnyPage | None:
        """The page of the test; None if it has none, and runs open a browser of their own."""
        return None

    def _driver(self, page: AnyPage | None) -> Drive | None:
        """A function that plays a run on this page; None if the caller awaits the run."""
        return driver(page, self.runs.own_loop)

    def _model(self) -> Any:
        """The models of the test."""
        return self._test.options.get("model")

    def _has_model(self) -> bool:
        """Whether a model may be asked."""
        return self._test.options.get("model") is not None

    def _fail(self, message: str) -> NoReturn:
        """Fails the test."""
        raise AssertionError(message)

    def _short(self, error: ActwrightError) -> ActwrightError:
        """The error without the frames of this library."""
        return error.with_traceback(None)

    def _show(self, played: PlayedRun) -> None:
        """Shows a run that has ended, before it fails the test."""
        if played.said:
            sys.stderr.write(f"{played.said}\n")

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
            page: A Playwright page. By default the test's own page; in a test without one, the run starts a
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
        self.runs.streams.append(stream)
        return stream

    @property
    def findings(self) -> tuple[PageFinding, ...]:
        """What else went wrong on the pages of the last run, oldest first.

        Includes accessibility violations only if `fail_on` names `axe`.
        """
        return tuple(self.runs.all[-1].watch.findings) if self.runs.all else ()

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
            page: A Playwright page; by default the test's own page.
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
            page = page or self._page()
            if page is None:
                raise ConfigError("a check needs a page: give the test one (in pytest the fixture page), or page=…")
            drive = self._driver(page)
            if before == "last run":
                last = self.runs.all[-1].run if self.runs.all else None
                before = last.result if last is not None and last.steps else None
            values = {"url": url, "data": data, "private": private, "secrets": secrets}
            options = values | {"before": before, "picture": picture, "seconds": seconds}
            checking = self._checked(statement, as_async(page), options, check=check)
            self.runs.idle.append(statement)
            return cast("Any", checking) if drive is None else drive(checking)  # see `async_fixture`
        except ActwrightError as error:
            raise self._short(error) from None

    async def _checked(
        self, statement: str, page: async_api.Page, options: dict[str, Any], *, check: bool
    ) -> CheckResult:
        """Evaluates recorded facts if there are any, else asks a model. In `record` mode, keeps facts that hold."""
        __tracebackhide__ = True
        self.runs.idle.remove(statement)
        path, mode = self._recordings.checks, self._recordings.mode
        if mode != "record" and (recorded := read_checks(path).get(statement)) and not recorded.picture:
            options.pop("picture", None)
            result = await evaluate(recorded, page, **options)
        elif mode == "replay":
            raise ConfigError(f"{path} has no facts for {statement!r}; record them {RECORD}")
        else:
            if spent := budget_of(self._test).spent():
                self._fail(self._over(spent))
            result = await self.agent.check(statement, page=page, **options)
            self.runs.asked += result.exchanges
            self.runs.record(spent_on(result.exchanges))
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
        page = page or self._page()
        failing = wanted(self._test.options.get("fail_on") if fail_on is None else fail_on)
        budget = budget_of(self._test)
        followed = self._recordings.next(task, given.get("data"), typed=given.get("output") is not None)
        agent = self._following(followed, has_model=not budget.spent())
        if agent.asks_models and (spent := budget.spent()):
            self._fail(self._over(spent))
        view = None if page is None else as_async(page)
        limits = given.get("limits") or agent.limits
        if agent.asks_models:
            given["limits"] = budget.lowered(limits)
        run = agent.play(task, page=view, tabs=[as_async(tab) for tab in tabs], **given)
        played = PlayedRun(run, budget, limits, followed, PageListener(run), check, failing)
        self._last = run
        self.runs.played.append(played)
        self.runs.all.append(played)
        return played, self._driver(page)

    def _following(self, followed: RecordingUse, *, has_model: bool) -> Agent:
        """Returns the agent of a run: one that follows the run's recording, if the mode says so."""
        if followed.mode not in ("replay", "auto"):
            return self.agent
        usual = self._test.options.get("policy", "single_call")
        policy = followed.policy(usual, has_model=has_model and self._has_model())
        return self._new_agent(policy=policy, **({"model": None} if isinstance(policy, str) else {}))

    def _new_agent(self, **instead: Any) -> Agent:
        options = self._test.options
        check_names(options, "actwright_options")
        asked = {} if "model" in instead else {"model": self._model()}
        given = {**self._test.of_agent, **asked, **instead}
        if given.get("model") is None and "policy" not in given:
            raise ConfigError(self.no_model)
        limited = {name: options[name] for name in ("steps", "seconds") if options.get(name)}
        made: dict[str, Any] = {"out": self._test.folder, "limits": Limits(**limited), **given}
        return Agent(**made)

    # Ending a run

    async def _awaited(self, played: PlayedRun, place: tuple[str, int]) -> Result:
        """Plays a run to its end, for a test that awaits it."""
        __tracebackhide__ = True
        with self._judged(played):
            await played.to_the_end(place)
        return played.run.result

    async def _awaited_steps(self, played: PlayedRun, place: tuple[str, int]) -> AsyncGenerator[Step, None]:
        __tracebackhide__ = True
        with self._judged(played):
            async for step in played.steps(place):
                yield step

    def _steps(self, played: PlayedRun, drive: Drive, place: tuple[str, int]) -> Generator[Step, None, None]:
        __tracebackhide__ = True
        with self._judged(played):
            yield from sync_steps_of(drive, played.steps(place))

    @contextmanager
    def _judged(self, played: PlayedRun) -> Generator[None]:
        """Judges a run once it has been played to its end, and shortens the errors that end it."""
        __tracebackhide__ = True
        try:
            yield
        except ActwrightError as error:
            raise self._short(error) from None
        self._judge(played)

    def _judge(self, played: PlayedRun) -> None:
        """Fails the test if a shared limit ended the run or, with `check`, if it is not complete or has findings."""
        __tracebackhide__ = True
        result = played.run.result
        self.runs.settle(played)
        try:
            played.said = self._recordings.ended(played.followed, result)
        except ActwrightError as error:
            raise self._short(error) from None
        self._show(played)
        over = played.budget.ended(result, played.limits)
        wrong = played.wanted.of(played.watch.findings)
        if not over and (not played.check or (result.complete and not wrong)):
            return
        played.shown = True
        leave_requests(played.run)
        if over:
            self._fail(f"{headline(result)}\n{told(result, failed=True)}\n{self._over(over)}")
        if not result.complete:
            raise RunFailed(failure(result, played.watch.findings), result=result)
        raise RunFailed(failure(result, wrong, why="had findings that fail the test"), result=result)

    def _over(self, why: str) -> str:
        """The failure message of a test whose limit is used up, with what each test has spent."""
        return f"{why}\n{table(self._test.session.ledger.by_test.items())}"
