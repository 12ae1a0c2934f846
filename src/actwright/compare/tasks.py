"""The tasks of a comparison: a suite in Python, WebArena configs, or your own plain tasks."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Literal, Self

from playwright.async_api import Browser, Locator, Page
from playwright.async_api import Error as PlaywrightError
from pydantic import AliasChoices, Field, ValidationError, model_validator

from actwright.compare.case import Case, Score
from actwright.engine.agent import Agent
from actwright.engine.limits import Limits
from actwright.engine.policies.base import Ask
from actwright.errors import ConfigError
from actwright.notes import note
from actwright.schemas.base import Frozen
from actwright.schemas.page import Image
from actwright.schemas.permissions import Permissions
from actwright.schemas.proposal import Action, Proposal, problems
from actwright.schemas.result import Result
from actwright.schemas.turn import Turn
from actwright.text import counted, first_line
from actwright.tools.expect import Expect, ExpectCount, ExpectDownload, ExpectUrl, PageCheck
from actwright.untrusted import parse_json, read_text

LOOKING = 5_000
"""How long to wait for an element, in ms."""


def load_cases(
    path: Path, *, seeds: Sequence[int], sites: Mapping[str, str] | None = None, judge: str | None = None
) -> list[tuple[int, Case]]:
    """Returns the cases in a file or folder, for each seed.

    Args:
        path: A suite (`.py`, with a function `cases(seed)`), your own tasks (`.jsonl`, see `PlainTask`), or configs in
            WebArena's form (`.json`, or a folder of them).
        seeds: The seeds. A suite makes different cases for each; other tasks are the same, played once for each.
        judge: The model that judges what configs leave to a model; with None, that is not judged.
        sites: Base URLs for the placeholders of configs: `{"SHOPPING": "http://127.0.0.1:7770"}`.

    Raises:
        ConfigError: There are no tasks, or something is malformed. The message names the file and the place.
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
        plain = _plain_tasks(path)
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
        raise ConfigError(f"{path}: two tasks have the ID {twice!r}")


def _suite(path: Path) -> Callable[[int], Sequence[Case]]:
    """Returns the function `cases` of a Python file, wrapped so that its errors and non-cases name the file."""
    made: Callable[[int], Sequence[Case]] | None = getattr(_module(path), "cases", None)
    if not callable(made):
        raise ConfigError(f"{path}: a suite must have a function cases(seed: int) that returns cases")

    def cases(seed: int) -> Sequence[Case]:
        with _its_errors(path, f"cases({seed})"):
            found = list(made(seed))
        if strange := next((each for each in found if not isinstance(each, Case)), None):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ConfigError(f"{path}: cases({seed}) returns {strange!r}, which is not a Case")
        return found

    return cases


@cache
def _module(path: Path) -> ModuleType:
    """Runs a Python file once as a module; it can import modules beside it."""
    name = f"actwright_suite_{sha256(str(path.resolve()).encode()).hexdigest()[:8]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    for folder in (path.resolve().parent, Path.cwd()):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    with _its_errors(path, "loading it"):
        spec.loader.exec_module(module)
    return module


@contextmanager
def _its_errors(path: Path, what: str) -> Generator[None]:
    """Raises ConfigError, with the line, for whatever a suite raises, including `sys.exit`."""
    try:
        yield
    except (KeyboardInterrupt, ConfigError):
        raise
    except BaseException as error:  # a suite may call sys.exit, or pytest.fail, whose errors are no Exception
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        where = f"{path}, line {lines[-1]}" if lines else str(path)
        raise ConfigError(f"{where}: {what} raised {type(error).__name__}: {error}") from error


def suite_files(path: Path) -> list[Path]:
    """Returns the files on which tasks depend: the code of a suite and its `FILES`, or configs in WebArena's form.

    Raises:
        ConfigError: As in `load_cases`, or one of the files does not exist.
    """
    if path.suffix == ".jsonl":
        return []
    if path.suffix != ".py":
        from actwright.webarena.load import files_of  # noqa: PLC0415 - as in load_cases

        return files_of(path)
    named: Sequence[str] = getattr(_module(path), "FILES", ())
    found = [path, *(path.parent / each for each in named)]
    if missing := next((each for each in found if not each.exists()), None):
        raise ConfigError(f"{path}: FILES names {missing}, which does not exist")
    return found


class Fact(Frozen):
    """A fact that holds on the page when a task is done.

    Attributes:
        kind: `text` (the page shows it), `url`, `gone` (the page does not show it), `count` (it occurs `count` times)
            and `download`, each checked as by the tools `expect`, `expect_url` and so on; `value` and `state` of the
            element at `selector`.
        expected: The text, URL, name or value; for `state`, one of checked, unchecked, enabled, disabled, visible,
            hidden.
        selector: A Playwright selector: `#price`, `input[name=price]`, `text=Accept`.
        count: The number of occurrences, for `count`.
    """

    kind: Literal["text", "url", "gone", "count", "download", "value", "state"]
    expected: str = ""
    selector: str = ""
    count: int = 1

    @model_validator(mode="after")
    def _can_be_checked(self) -> Self:
        of_element = self.kind in {"value", "state"}
        if of_element != bool(self.selector):
            message = f"{self.kind} {'needs a selector' if of_element else 'takes no selector'}"
            raise ValueError(message)
        if self.kind == "state" and self.expected not in STATES | OPPOSITES:
            message = f"expected must be one of {', '.join(STATES | OPPOSITES)}"
            raise ValueError(message)
        if not (of_element or self.expected.strip()):
            message = f"`{self.kind}` needs `expected`"
            raise ValueError(message)
        return self

    @property
    def check(self) -> PageCheck:
        """The tool call that checks a fact about the whole page."""
        match self.kind:
            case "url":
                return ExpectUrl(url=self.expected)
            case "download":
                return ExpectDownload(file=self.expected)
            case "gone" | "count":
                return ExpectCount(text=self.expected, count=self.count if self.kind == "count" else 0)
            case _:
                return Expect(text=[self.expected])


STATES: dict[str, Callable[[Locator], Awaitable[bool]]] = {
    "checked": lambda found: found.is_checked(timeout=LOOKING),
    "enabled": lambda found: found.is_enabled(timeout=LOOKING),
    "visible": lambda found: found.is_visible(),
}
OPPOSITES = {"unchecked": "checked", "disabled": "enabled", "hidden": "visible"}


class PlainTask(Frozen):
    """One line of a `.jsonl` file.

    Attributes:
        id: The name of the task.
        task: What to do. Earlier files, and those of WebArena, have the key `intent` instead.
        url: The page on which the task starts.
        data: The values in the task, by name, for policies that ask no model.
        expect: Facts that hold on the page when the task is done. Without any, the task is not judged.
        size: The number of acting steps, if it is known.
        permissions: What its runs may do, in the form of `Permissions`: `{"sites": ["pay.example"]}`.
    """

    id: str = Field(min_length=1)
    task: str = Field(min_length=1, validation_alias=AliasChoices("task", "intent"))
    url: str = Field(min_length=1)
    data: Mapping[str, str] = {}
    expect: list[Fact] = Field(default_factory=list[Fact])
    size: int | None = Field(default=None, ge=1)
    permissions: Permissions | None = None


def _plain_tasks(path: Path) -> list[Case]:
    cases: list[Case] = []
    unchecked = 0
    for number, line in enumerate(read_text(path, "a list of tasks").split("\n"), 1):
        if not line.strip():
            continue
        try:
            task = PlainTask.model_validate(parse_json(line))
        except ConfigError as error:
            raise ConfigError(f"{path}, line {number}: {error}") from error
        except ValidationError as error:
            raise ConfigError(f"{path}, line {number}: {problems(error)}") from error
        unchecked += not task.expect
        cases.append(_plain_case(task, line))
    if unchecked:
        note(f"{path}: {counted(unchecked, 'task')} cannot be judged: `expect` is missing or empty")
    return cases


def _plain_case(task: PlainTask, line: str) -> Case:
    @asynccontextmanager
    async def stage(browser: Browser) -> AsyncGenerator[_PlainStage]:
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        try:
            page = await context.new_page()
            await page.goto(task.url)
            yield _PlainStage(page, task)
        finally:
            await context.close()

    return Case(
        id=task.id,
        task=task.task,
        stage=stage,
        size=task.size,
        source=line.strip(),
        permissions=task.permissions,
        data=task.data,
    )


@dataclass(frozen=True, slots=True)
class _PlainStage:
    page: Page
    task: PlainTask
    images: tuple[Image, ...] = ()

    async def score(self, result: Result, page: Page) -> Score:  # noqa: ARG002 - the page alone counts
        """Scores whether every fact holds on the page.

        Facts about the whole page are checked by the tools with which models prove completion.
        """
        if not self.task.expect:
            return Score(passed=None, reason="the task has no `expect`, so it cannot be judged")
        wrong = [await _wrong_with_element(page, fact) for fact in self.task.expect if fact.selector]
        checks = [fact.check for fact in self.task.expect if not fact.selector]
        if checks:
            wrong.append(await _wrong_with_page(page, checks))
        reason = "; ".join(filter(None, wrong))
        return Score(passed=not reason, reason=reason)


async def _wrong_with_element(page: Page, fact: Fact) -> str:
    """Returns why the fact does not hold; empty if it does."""
    found = page.locator(fact.selector)
    try:
        if fact.kind == "value":
            value = await found.input_value(timeout=LOOKING)
            holds, is_not = value == fact.expected, f"has the value {value!r}, not {fact.expected!r}"
        else:
            is_so = await STATES[OPPOSITES.get(fact.expected, fact.expected)](found)
            holds, is_not = is_so == (fact.expected in STATES), f"is not {fact.expected}"
    except PlaywrightError as error:
        return f"{fact.selector}: {first_line(str(error))}"
    return "" if holds else f"{fact.selector} {is_not}"


async def _wrong_with_page(page: Page, checks: Sequence[PageCheck]) -> str:
    actions = tuple(Action(reason="", tool=check.name, parameters=check.model_dump()) for check in checks)
    checker = Agent(policy=_Checks(actions), out=None, limits=Limits(steps=1))
    checked = await checker.run("Check the page", page=page)
    if checked.complete:
        return ""
    step = checked.steps[-1]
    return step.problem or "; ".join(outcome.detail for outcome in step.outcomes if outcome.status != "done")


@dataclass(frozen=True, slots=True)
class _Checks:
    """A policy that claims completion with the facts that a task expects, so that the engine checks them."""

    actions: tuple[Action, ...]

    @property
    def roles(self) -> tuple[str, ...]:
        """Empty: the policy asks no model."""
        return ()

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the proposal is fixed
        """The claim."""
        return Proposal(complete=True, message="checked", actions=self.actions)
