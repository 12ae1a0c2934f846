"""Plays every case with every contender, one row each. What breaks is a row too."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Protocol, Self

from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError
from pydantic import BaseModel, Field

from actwright.compare.case import Case, Score
from actwright.compare.contender import Contender
from actwright.compare.row import Row
from actwright.engine.agent import Agent, Choice
from actwright.engine.limits import Limits
from actwright.engine.models.prices import uncached
from actwright.engine.models.rate import RateLimit
from actwright.engine.page.browser import BrowserOptions, Opened, open_browser
from actwright.engine.page.options import PageOptions
from actwright.engine.totals import totals_of
from actwright.errors import BrowserError, ModelError, RunError
from actwright.schemas.exchange import Exchange
from actwright.schemas.result import Status
from actwright.schemas.step import Step

__all__ = ["Models", "Place", "Plan", "Played", "play"]


UNSOLVED = Score(passed=False)
SETTING_SECONDS = 120.0
SCORING_SECONDS = 300.0
"""How long a suite may take to set a case up, and to score it; a judge may be asked in it."""


class Models(Protocol):
    """Where the models of a comparison come from."""

    @property
    def told(self) -> str:
        """What they are, in a few words, without addresses and keys."""
        ...

    @property
    def tokens(self) -> str:
        """Who counts tokens, if not the provider: the name of a tokenizer; else empty."""
        ...

    def check(self, case: Case) -> None:
        """Raises ConfigError if there is none for this case."""
        ...

    def model(self, case: Case, contender: Contender) -> AbstractAsyncContextManager[Choice]:
        """The model for one run, for as long as it lasts."""
        ...


class Answer(BaseModel):
    """What a case that asks for an answer is answered with."""

    answer: str = Field(description="the answer alone, as short as the task allows; N/A if there is none")


@dataclass(frozen=True, slots=True)
class Place:
    """Where one row stands in the table: a case with its seed, and a contender."""

    case: Case
    seed: int
    contender: Contender

    @property
    def key(self) -> tuple[str, int, str]:
        """What tells it from every other."""
        return self.case.id, self.seed, self.contender.label


@dataclass(frozen=True, slots=True)
class Played:
    """A row, the calls that it sums up, each with the number of its step, and the browser's version."""

    row: Row
    calls: tuple[tuple[int, Exchange], ...] = ()
    browser: str = ""
    refused: bool = False
    """Whether the provider gave up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is played, and how.

    Attributes:
        cases: With the seed that each was made with.
        contenders: The first is what the others are compared with.
        models: Where models come from.
        limits: Of each run.
        concurrency: How many runs at once, in one browser.
        runs: The folder for the record and report of each run; None writes none.
        rate: Shared by all runs.
    """

    cases: Sequence[tuple[int, Case]]
    contenders: Sequence[Contender]
    models: Models
    limits: Limits = field(default_factory=Limits)
    concurrency: int = 1
    browser: BrowserOptions = field(default_factory=BrowserOptions)
    runs: Path | None = None
    rate: RateLimit | None = None

    @property
    def places(self) -> list[Place]:
        """All rows there will be: case by case, so that what changes with time changes for all contenders alike."""
        return [Place(case, seed, contender) for seed, case in self.cases for contender in self.contenders]


async def play(plan: Plan, *, done: Collection[tuple[str, int, str]] = ()) -> AsyncGenerator[Played]:
    """The rows as they are finished, without those that are done.

    Raises:
        ModelError: The provider refused the first call there was: no other would fare better.
        ConfigError: A contender cannot be played at all.
        BrowserError: No browser starts.
    """
    waiting = [place for place in plan.places if place.key not in done]
    if not waiting:
        return
    for place in waiting:
        plan.models.check(place.case)
    finished: asyncio.Queue[Played | Exception] = asyncio.Queue()
    left = iter(waiting)

    async def work(shared: _SharedBrowser) -> None:
        for place in left:
            try:
                finished.put_nowait(await _played(place, plan, shared))
            except Exception as error:  # noqa: BLE001 - raised where the rows are read
                finished.put_nowait(error)

    answered = False
    async with _SharedBrowser(plan.browser) as shared, _running(work(shared) for _ in range(plan.concurrency)):
        for _ in waiting:
            each = await finished.get()
            if isinstance(each, Exception):
                raise each
            answered = answered or any(call.reply for _, call in each.calls)
            if each.refused and not answered:
                raise ModelError(each.row.error.partition(": ")[2])
            yield replace(each, browser=shared.version)


@asynccontextmanager
async def _running(work: Iterable[Coroutine[None, None, None]]) -> AsyncGenerator[None]:
    """Runs the work beside the block, and stops it with it. A task group would not do: what is read in the block is yielded."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _SharedBrowser:
    """One browser for all runs; a new one if it has gone."""

    def __init__(self, options: BrowserOptions) -> None:
        self._options = options
        self._stack = AsyncExitStack()
        self._opened: Opened | None = None
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self.browser()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    @property
    def version(self) -> str:
        """Of the browser that was started last."""
        return self._opened.version if self._opened else ""

    async def browser(self) -> Browser:
        """The browser, running."""
        async with self._lock:
            if self._opened is None or not self._opened.browser.is_connected():
                await self._stack.aclose()
                self._opened = await self._stack.enter_async_context(open_browser(self._options))
            return self._opened.browser


async def _played(place: Place, plan: Plan, shared: _SharedBrowser) -> Played:
    """One run and its score.

    This is the border of a batch: whatever breaks one case, in the suite or in a run, is told in its row, and the others go on.
    """
    began = time.monotonic()
    agent = partial(
        Agent,
        policy=place.contender.new_policy(),
        evidence=place.contender.evidence,
        limits=plan.limits,
        page_options=PageOptions(screenshot=place.contender.screenshot),
        rate_limit=plan.rate,
        out=plan.runs,
    )
    try:
        return await _scored(place, plan, await shared.browser(), agent)
    except RunError as error:
        row = _row(place, error.steps, plan=plan, status=Status.ERROR, score=UNSOLVED, error=_told(error))
        return Played(row, _calls(error.steps), refused=isinstance(error, ModelError))
    except Exception as error:  # noqa: BLE001 - see above
        row = _row(place, (), plan=plan, status=Status.ERROR, score=UNSOLVED, error=_told(error))
        return Played(row.model_copy(update={"seconds": time.monotonic() - began}))


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


async def _scored(place: Place, plan: Plan, browser: Browser, make: Callable[..., Agent]) -> Played:
    case = place.case
    async with plan.models.model(case, place.contender) as model, AsyncExitStack() as stack:
        async with asyncio.timeout(SETTING_SECONDS):
            stage = await stack.enter_async_context(case.stage(browser))
            told, tabs = await case.told(stage.page), stage.page.context.pages
        asked = Answer if case.asks else None
        async with make(model).play(told, page=stage.page, tabs=tabs, images=stage.images, output=asked) as run:
            async for _ in run:
                pass
        result, error = run.result, ""
        try:
            async with asyncio.timeout(SCORING_SECONDS):
                score = await stage.score(result, run.front or stage.page)
        except (PlaywrightError, BrowserError, TimeoutError) as gone:
            score = Score(passed=False, reason=f"the page could not be looked at any more: {_told(gone)}")
        except Exception as broken:  # noqa: BLE001 - the run is told with its calls, whatever the suite makes of it
            score, error = UNSOLVED, f"scoring: {_told(broken)}"
    row = _row(place, result.steps, plan=plan, status=result.status, score=score, error=error, run_dir=result.run_dir)
    return Played(row, (*_calls(result.steps), *((0, exchange) for exchange in score.exchanges)))


def _row(
    place: Place,
    steps: Sequence[Step],
    *,
    status: Status,
    score: Score,
    plan: Plan,
    error: str = "",
    run_dir: Path | None = None,
) -> Row:
    totals = totals_of(steps)
    exchanges = [exchange for _, exchange in _calls(steps)]
    costs = [uncached(exchange) for exchange in exchanges]
    outcomes = [outcome for step in steps for outcome in step.outcomes]
    return Row(
        case=place.case.id,
        seed=place.seed,
        size=place.case.size,
        contender=place.contender.label,
        policy=place.contender.policy,
        evidence=place.contender.evidence,
        screenshot=place.contender.screenshot,
        model=plan.models.told,
        passed=score.passed,
        reward=score.reward,
        reason=score.reason,
        status=str(status),
        error=error,
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
        run_dir="" if run_dir is None or plan.runs is None else os.path.relpath(run_dir, plan.runs.parent),
    )


def _calls(steps: Sequence[Step]) -> tuple[tuple[int, Exchange], ...]:
    return tuple((step.number, exchange) for step in steps for exchange in step.exchanges)
