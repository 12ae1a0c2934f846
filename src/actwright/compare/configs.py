"""Tasks in WebArena's form as cases of a comparison."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Page

from actwright.compare.case import Case, Score, Stage
from actwright.engine.models.base import check_model
from actwright.notes import note
from actwright.schemas.exchange import Exchange
from actwright.schemas.page import Image
from actwright.schemas.permissions import Permissions
from actwright.schemas.result import Result, Status
from actwright.schemas.sites import origin_of
from actwright.text import counted
from actwright.webarena.judge import ModelJudge
from actwright.webarena.load import LoadedTask, load_tasks
from actwright.webarena.score import TaskScore

JUDGING_SECONDS = 240.0
"""How long a judge may take for one case, in seconds: less than scoring may, so that a hanging judge breaks no row."""


def config_cases(path: Path, *, sites: Mapping[str, str], judge: str | None) -> Sequence[Case]:
    """Returns the tasks of a config file or a folder of them, on sites that already run.

    Args:
        path: The file or folder.
        sites: Base URLs for placeholders, by name.
        judge: The model that judges what the configs leave to a model; without it, such a task is not judged.

    Raises:
        ConfigError: A config is malformed, or the model is unknown.
    """
    if judge is not None:
        check_model(judge)
    tasks = load_tasks(path, sites=sites)
    if resets := sum(1 for task in tasks if task.require_reset):
        note(
            f"{path}: {counted(resets, 'task')} should start on a freshly installed site, but nothing here resets sites"
        )
    permissions = Permissions(sites=tuple(filter(None, map(origin_of, sites.values()))))
    return [config_case(task, judge, permissions=permissions) for task in tasks]


def config_case(task: LoadedTask, judge: str | None = None, *, permissions: Permissions | None = None) -> Case:
    """Returns a task as a case. A policy sees only its task and pictures; all sites of the benchmark are its home."""

    @asynccontextmanager
    async def stage(browser: Browser) -> AsyncGenerator[Stage]:
        async with task.open(browser) as page:
            yield _Configured(page, task, judge)

    return Case(id=task.id, task=task.public.text, asks=True, stage=stage, permissions=permissions)


@dataclass(frozen=True, slots=True)
class _Configured:
    page: Page
    task: LoadedTask
    judge: str | None

    @property
    def images(self) -> Sequence[Image]:
        """The pictures of the task."""
        return self.task.public.images

    async def score(self, result: Result, page: Page) -> Score:
        """Scores the case by the task's own evaluators."""
        answer = _answer(result)
        if self.judge is None:
            return _score(await self.task.evaluate(page, answer))
        async with ModelJudge(self.judge, seconds_in_all=JUDGING_SECONDS) as judge:
            return _score(await self.task.evaluate(page, answer, judge=judge), judge.exchanges)


def _answer(result: Result) -> str:
    """Returns the final answer; empty if the run gave none, or only made a claim that was refused."""
    if result.status not in (Status.COMPLETE, Status.FAILED):
        return ""
    return result.output.answer if result.output is not None else result.message


def _score(verdict: TaskScore, exchanges: Sequence[Exchange] = ()) -> Score:
    passed = verdict.passed if verdict.judged else None
    return Score(passed=passed, reward=verdict.score, reason="; ".join(verdict.reasons), exchanges=exchanges)
