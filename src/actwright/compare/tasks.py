"""What a comparison plays: a suite in Python, WebArena configs, or plain tasks of one's own."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from playwright.async_api import Browser, Page
from pydantic import JsonValue, ValidationError

from actwright.compare.case import Case, Score
from actwright.engine.agent import Agent
from actwright.engine.limits import Limits
from actwright.engine.policies.base import Ask
from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.page import Image
from actwright.schemas.proposal import Action, Proposal, problems
from actwright.schemas.result import Result
from actwright.schemas.turn import Turn

__all__ = ["load_cases"]


def load_cases(
    path: Path, *, seeds: Sequence[int], sites: Mapping[str, str] | None = None, judge: str | None = None
) -> list[tuple[int, Case]]:
    """The cases in a file or folder, for each seed.

    Args:
        path: A suite (`.py`, with a function `cases(seed)`), tasks of one's own (`.jsonl`, see `PlainTask`), or configs of
            WebArena's form (`.json`, or a folder of them).
        seeds: A suite makes other cases for each; other tasks are the same, played once for each.
        judge: The model that judges what configs leave to one; None leaves it open.
        sites: Base URLs for the placeholders of configs: `{"SHOPPING": "http://127.0.0.1:7770"}`.

    Raises:
        ConfigError: Nothing there, or something in it is malformed; names the file and the place.
    """
    made = _maker(path, sites or {}, judge)
    found = [(seed, case) for seed in seeds for case in made(seed)]
    if not found:
        raise ConfigError(f"{path}: there are no tasks in it")
    for seed in seeds:
        _check_distinct([case.id for each, case in found if each == seed], path)
    return found


def _maker(path: Path, sites: Mapping[str, str], judge: str | None) -> Callable[[int], Sequence[Case]]:
    if path.suffix == ".py" and path.is_file():
        return _suite(path)
    if path.suffix == ".jsonl" and path.is_file():
        plain = [_plain_case(task) for task in _plain_tasks(path)]
        return lambda _seed: plain
    if path.suffix == ".json" or path.is_dir():
        from actwright.compare.configs import config_cases  # noqa: PLC0415 - needs what only WebArena's tasks need

        configured = config_cases(path, sites=sites, judge=judge)
        return lambda _seed: configured
    if not path.exists():
        raise ConfigError(f"{path}: no such file or folder")
    raise ConfigError(f"{path}: not tasks; give a suite (.py), tasks (.jsonl), or WebArena configs (.json or a folder)")


def _check_distinct(ids: Sequence[str], path: Path) -> None:
    twice = next((each for each in ids if ids.count(each) > 1), None)
    if twice is not None:
        raise ConfigError(f"{path}: two tasks have the id {twice!r}")


def _suite(path: Path) -> Callable[[int], Sequence[Case]]:
    """The function `cases` of a Python file, which finds modules beside itself."""
    name = f"actwright_suite_{sha256(str(path.resolve()).encode()).hexdigest()[:8]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    for folder in (path.resolve().parent, Path.cwd()):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    spec.loader.exec_module(module)
    made: Callable[[int], Sequence[Case]] | None = getattr(module, "cases", None)
    if made is None:
        raise ConfigError(f"{path}: a suite has a function cases(seed: int) that returns cases")
    return made


class PlainTask(Frozen):
    """One line of a `.jsonl` file.

    Attributes:
        id: What the task is called.
        intent: What to do.
        url: Where it starts.
        expect: Facts that hold on the page when it is done, each as the tool `expect` takes it:
            `{"kind": "text", "expected": "created with price $50"}`. Without any, nobody can say whether it passed.
        size: How many acting steps it takes, if that is known.
    """

    id: str
    intent: str
    url: str
    expect: tuple[dict[str, JsonValue], ...] = ()
    size: int | None = None


def _plain_tasks(path: Path) -> list[PlainTask]:
    tasks: list[PlainTask] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            task = PlainTask.model_validate(json.loads(line))
        except json.JSONDecodeError as error:
            raise ConfigError(f"{path}, line {number}: not JSON: {error.msg} at character {error.pos}") from error
        except ValidationError as error:
            raise ConfigError(f"{path}, line {number}: {problems(error)}") from error
        tasks.append(task)
    return tasks


def _plain_case(task: PlainTask) -> Case:
    @asynccontextmanager
    async def stage(browser: Browser) -> AsyncGenerator[_PlainStage]:
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        try:
            page = await context.new_page()
            await page.goto(task.url)
            yield _PlainStage(page, task)
        finally:
            await context.close()

    return Case(id=task.id, intent=task.intent, stage=stage, size=task.size)


@dataclass(frozen=True, slots=True)
class _PlainStage:
    page: Page
    task: PlainTask
    images: tuple[Image, ...] = ()

    async def score(self, result: Result, page: Page) -> Score:  # noqa: ARG002 - the page alone counts
        """Whether every fact holds on the page, by the same tool that models prove completion with."""
        if not self.task.expect:
            return Score(passed=None, reason="the task expects nothing, so nobody can say whether it is done")
        actions = tuple(Action(reason="", tool="expect", parameters=dict(each)) for each in self.task.expect)
        checker = Agent(policy=_Checks(actions), out=None, limits=Limits(steps=1))
        checked = await checker.run("Check the page", page=page)
        return Score(passed=checked.complete, reason="" if checked.complete else _failed(checked))


@dataclass(frozen=True, slots=True)
class _Checks:
    """A policy that claims completion with the facts that a task expects."""

    actions: tuple[Action, ...]

    @property
    def roles(self) -> tuple[str, ...]:
        """It asks nobody."""
        return ()

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - it knows already
        """The claim."""
        return Proposal(complete=True, message="checked", actions=self.actions)


def _failed(checked: Result) -> str:
    step = checked.steps[-1]
    return step.problem or "; ".join(outcome.detail for outcome in step.outcomes if outcome.status != "done")
