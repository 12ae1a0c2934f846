"""Plays every case with every contender, one row each. A run that breaks is a row too."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import AsyncGenerator, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError
from pydantic import BaseModel, Field

from actwright.compare.case import Case, Score, Stage
from actwright.compare.contender import Contender
from actwright.compare.row import CaseRow
from actwright.compare.source import Models
from actwright.engine.agent import Agent, Choice
from actwright.engine.limits import Limits
from actwright.engine.models.prices import uncached
from actwright.engine.models.rate import RateLimit
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.reusable_browser import Browser as SharedBrowser
from actwright.engine.page.page_options import PageOptions
from actwright.engine.records.totals import totals_of
from actwright.engine.run import Run
from actwright.errors import ActwrightError, BrowserError, ModelError
from actwright.notes import note
from actwright.schemas.exchange import Exchange, cost_of
from actwright.schemas.permissions import Permissions
from actwright.schemas.sampling import Sampling
from actwright.schemas.status import Reason, Status

UNSOLVED = Score(passed=False)
SETUP_SECONDS = 120.0
"""How long a suite may take to set a case up, in seconds."""
SCORING_SECONDS = 300.0
"""How long it may take to score a case, in seconds, including a judge."""
TEARDOWN_SECONDS = 30.0
"""How long it may take to take a case down again, in seconds."""


class CaseAnswer(BaseModel):
    """What a case that asks for an answer is answered with."""

    answer: str = Field(description="the answer alone, as short as the task allows; N/A if there is none")


@dataclass(frozen=True, slots=True)
class CasePlace:
    """The place of a row in the table: a case with its seed, and a contender."""

    case: Case
    seed: int
    contender: Contender

    @property
    def key(self) -> tuple[str, int, str]:
        """The case's ID, the seed and the contender's label, which identify the row."""
        return self.case.id, self.seed, self.contender.label


@dataclass(frozen=True, slots=True)
class PlayedCase:
    """A row, its calls, each with the number of its step, and the error that broke it, if any."""

    row: CaseRow
    calls: tuple[tuple[int, Exchange], ...] = ()
    cause: BaseException | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is played, and how.

    Attributes:
        cases: The cases, each with the seed with which it was made.
        contenders: The contenders; the others are compared with the first.
        models: The source of the models.
        limits: The limits of each run.
        sampling: The sampling parameters of the models, over those of the policies.
        permissions: The permissions of each run. Their sites are added to those of the case; anything else replaces the
            case's.
        concurrency: How many runs are played at once, in one browser.
        runs: The folder for the record and report of each run; with None, none is written.
        rate: The rate limit that all runs share.
        usd: No further run is begun once this much is spent, in USD; None for no limit. Runs without a known price do
            not count.
    """

    cases: Sequence[tuple[int, Case]]
    contenders: Sequence[Contender]
    models: Models
    limits: Limits = field(default_factory=Limits)
    sampling: Sampling = field(default_factory=Sampling)
    permissions: Permissions = field(default_factory=Permissions)
    concurrency: int = 1
    browser: BrowserOptions = field(default_factory=BrowserOptions)
    runs: Path | None = None
    rate: RateLimit | None = None
    usd: float | None = None

    async def check(self) -> None:
        """Checks the plan before a browser is started.

        Raises:
            ConfigError: There is no model for a case, or a contender cannot be played.
        """
        for case in dict.fromkeys(case for _, case in self.cases):
            self.models.check(case)
        case = self.cases[0][1]
        for contender in self.contenders:
            async with self.models.model(case, contender) as model:
                _agent(contender, self, model).play(
                    case.task,
                    permissions=self.permissions,
                    data={} if contender.new_policy().roles else case.data,
                )

    @property
    def places(self) -> list[CasePlace]:
        """All rows to play, case by case, so that changes over time affect all contenders alike."""
        return [CasePlace(case, seed, contender) for seed, case in self.cases for contender in self.contenders]


async def play(
    plan: Plan, shared: SharedBrowser, *, done: Collection[tuple[str, int, str]] = ()
) -> AsyncGenerator[PlayedCase]:
    """Yields the rows as they are finished, without those in `done`.

    Raises:
        ModelError: The provider failed before any call was answered, so no other run would fare better.
    """
    left = iter([place for place in plan.places if place.key not in done])
    finished: asyncio.Queue[PlayedCase | None] = asyncio.Queue()
    spent, most = 0.0, math.inf if plan.usd is None else plan.usd

    async def work() -> None:
        nonlocal spent
        try:
            for place in left:
                if spent >= most:
                    return
                played = await _played(place, plan, shared)
                spent += played.row.cost or 0.0
                finished.put_nowait(played)
        finally:
            finished.put_nowait(None)

    answered, working = False, plan.concurrency
    async with _running(work() for _ in range(plan.concurrency)) as workers:
        while working:
            played = await finished.get()
            if played is None:
                working -= 1
                continue
            answered = answered or any(call.reply for _, call in played.calls)
            if isinstance(played.cause, ModelError) and not answered:
                raise played.cause
            yield played
        for worker in workers:
            worker.result()
    if spent >= most:
        note(f"${spent:.2f} has been spent; runs that had not started are left out")


@asynccontextmanager
async def _running(work: Iterable[Coroutine[None, None, None]]) -> AsyncGenerator[list[asyncio.Task[None]]]:
    """Runs the work while the block runs, and cancels it at the end.

    A task group cannot be used, because the caller yields inside the block.
    """
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _played(place: CasePlace, plan: Plan, shared: SharedBrowser) -> PlayedCase:
    """Plays one run and scores it. Whatever breaks it is in its row, with everything played until then."""
    began, playing = time.monotonic(), _Playing(place, plan)

    async def whole() -> None:
        await playing.to_the_end(await shared.browser())

    playing.cause = await _error_of(whole())
    row = playing.row()
    if playing.run is None:
        row = row.model_copy(update={"seconds": time.monotonic() - began})
    return PlayedCase(row, playing.calls(), playing.cause)


async def _error_of(work: Coroutine[None, None, None]) -> BaseException | None:
    """Does some work on one case, and returns the error that broke it; None if nothing did.

    This is the border of a batch: whatever breaks one case, in the suite or in a run, the others continue. A suite may
    even call `sys.exit` or `pytest.fail`, whose errors are no `Exception`.
    """
    try:
        await work
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        task = asyncio.current_task()
        if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0:
            raise  # the comparison is being stopped, as opposed to a suite that cancels itself
        return error
    return None


def _message(error: BaseException) -> str:
    return str(error) if isinstance(error, _SuiteError) else f"{type(error).__name__}: {error}"


class _SuiteError(ActwrightError):
    """A suite took too long, or its score is none."""


@dataclass(slots=True)
class _Playing:
    """A row that is being played. It keeps what there is, whatever breaks."""

    place: CasePlace
    plan: Plan
    run: Run | None = None
    score: Score = UNSOLVED
    is_scoring: bool = False
    cause: BaseException | None = None

    async def to_the_end(self, browser: Browser) -> None:
        """Sets the case up, plays it, and scores it."""
        case, models = self.place.case, self.plan.models
        async with models.model(case, self.place.contender, self.place.seed) as model, self._set_up() as stack:
            agent = _agent(self.place.contender, self.plan, model)
            async with _deadline(SETUP_SECONDS, "setting the case up"):
                stage = await stack.enter_async_context(case.stage(browser))
                task, tabs = await case.told(stage.page), stage.page.context.pages
            asked = CaseAnswer if case.asks else None
            permitted = self.plan.permissions.added_to(case.permissions or Permissions())
            self.run = agent.play(
                task,
                page=stage.page,
                tabs=tabs,
                images=stage.images,
                output=asked,
                permissions=permitted,
                data={} if self.place.contender.new_policy().roles else case.data,
            )
            async with self.run:
                async for _ in self.run:
                    pass
            self.score = await self._score(stage, self.run, browser)

    @asynccontextmanager
    async def _set_up(self) -> AsyncGenerator[AsyncExitStack]:
        """Exits everything that was entered. An error in that is only noted: it does not change the row."""
        stack = AsyncExitStack()

        async def take_down() -> None:
            async with _deadline(TEARDOWN_SECONDS, "taking the case down"):
                await stack.aclose()

        try:
            yield stack
        finally:
            if error := await _error_of(take_down()):
                broke = "" if isinstance(error, _SuiteError) else "taking the case down raised "
                note(f"{self.place.case.id}: {broke}{_message(error)}")

    async def _score(self, stage: Stage, run: Run, browser: Browser) -> Score:
        self.is_scoring = True
        try:
            async with _deadline(SCORING_SECONDS, "scoring"):
                score: object = await stage.score(run.result, run.front or stage.page)
        except (PlaywrightError, BrowserError) as error:
            if not browser.is_connected():
                raise
            return Score(passed=False, reason=f"the page could no longer be read: {_message(error)}")
        if not isinstance(score, Score):  # pyright: ignore[reportUnnecessaryIsInstance] - suites are not type-checked
            raise _SuiteError(f"scoring: {score!r} is not a Score")
        return score

    @property
    def error(self) -> str:
        """What broke it; empty if nothing did."""
        if self.cause is None:
            return ""
        prefix = "scoring: " if self.is_scoring and not isinstance(self.cause, _SuiteError) else ""
        return prefix + _message(self.cause)

    def calls(self) -> tuple[tuple[int, Exchange], ...]:
        """Returns the calls of the run, then those of a judge, with step number 0."""
        return (*self._calls_of_run(), *((0, exchange) for exchange in self.score.exchanges))

    def _calls_of_run(self) -> list[tuple[int, Exchange]]:
        steps = self.run.steps if self.run else ()
        return [(step.number, exchange) for step in steps for exchange in step.exchanges]

    def row(self) -> CaseRow:
        """Returns the row as it stands."""
        case, contender = self.place.case, self.place.contender
        steps = self.run.steps if self.run else ()
        totals = totals_of(steps)
        exchanges = [exchange for _, exchange in self._calls_of_run()]
        costs = [uncached(exchange) for exchange in exchanges]
        outcomes = [outcome for step in steps for outcome in step.outcomes]
        return CaseRow(
            case=case.id,
            seed=self.place.seed,
            size=case.size,
            contender=contender.label,
            policy=contender.policy,
            evidence=contender.evidence,
            screenshot=contender.screenshot,
            model=self.plan.models.told,
            passed=self.score.passed,
            reward=self.score.reward,
            reason="; ".join(filter(None, (self._last_problem(), self.score.reason))),
            status=str(self.run.result.status if self.run else Status.ERROR),
            ended=str(self.run.result.reason if self.run else Reason.ERROR),
            proof=(self.run.result.proof or "") if self.run else "",
            may_have_acted=self.run is not None and self.run.result.may_have_acted,
            error=self.error,
            steps=totals.steps,
            calls=totals.calls,
            captures=totals.captures,
            unusable=sum(1 for step in steps if step.problem),
            failed_actions=sum(1 for outcome in outcomes if outcome.status in ("failed", "unknown")),
            usage=totals.usage,
            estimated=any(exchange.estimated for exchange in exchanges),
            input_by_part={str(part): tokens for part, tokens in totals.input_by_part.items()},
            cost=totals.cost,
            cost_uncached=None if None in costs else sum(cost for cost in costs if cost is not None),
            seconds=totals.seconds - totals.opening,
            model_seconds=sum(exchange.milliseconds for exchange in exchanges) / 1000,
            call_seconds=tuple(round(exchange.milliseconds / 1000, 3) for exchange in exchanges if exchange.reply),
            judge_calls=len(self.score.exchanges),
            judge_cost=cost_of(self.score.exchanges),
            run_dir=self._run_dir(),
        )

    def _last_problem(self) -> str:
        """Why the last reply could not be used, if that ended the run; empty otherwise."""
        ended = self.run is not None and self.run.result.status is Status.UNUSABLE_REPLIES
        return self.run.steps[-1].problem if self.run and ended else ""

    def _run_dir(self) -> str:
        if self.run is None or self.run.run_dir is None or self.plan.runs is None:
            return ""
        return os.path.relpath(self.run.run_dir, self.plan.runs.parent)


def _agent(contender: Contender, plan: Plan, model: Choice | Mapping[str, Choice]) -> Agent:
    return Agent(
        model,
        policy=contender.new_policy(),
        evidence=contender.evidence,
        limits=plan.limits,
        sampling=plan.sampling,
        page_options=PageOptions(screenshot=contender.screenshot),
        rate_limit=plan.rate,
        out=plan.runs,
    )


@asynccontextmanager
async def _deadline(seconds: float, what: str) -> AsyncGenerator[None]:
    """Raises _SuiteError if the block takes longer than this."""
    bound = asyncio.timeout(seconds)
    try:
        async with bound:
            yield
    except TimeoutError as error:
        if bound.expired():
            raise _SuiteError(f"{what} took more than {seconds:g} s") from error
        raise
