"""Task files -> tasks that can be opened and scored, or what is wrong with a file."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never, cast
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page
from pydantic import BaseModel, ValidationError

from actwright.errors import ConfigError
from actwright.text import counted, one_line, shortened
from actwright.untrusted import parse_json, read_text
from actwright.webarena.calls import Helper
from actwright.webarena.dialect import Compat, Dialect, detected
from actwright.webarena.evaluate import evaluate
from actwright.webarena.field_checks import UNCOMPARED, wrong_address
from actwright.webarena.helpers import HELPERS
from actwright.webarena.judge import Judge
from actwright.webarena.placeholders import Sites, base_urls, names_in
from actwright.webarena.problems import Problems, field_and_rule
from actwright.webarena.score import TaskScore
from actwright.webarena.session import open_task
from actwright.webarena.task import PrivateEval, PrivateSession, PublicTask
from actwright.webarena.task_form import EvalConfig, ImageQuery, TaskConfig, Viewport

VIEWPORTS: Mapping[Dialect, tuple[int, int]] = {"webarena": (1280, 720), "visualwebarena": (1280, 2048)}
"""The viewport in CSS px by default, as in upstream's command lines."""
LONGEST_NAME = 100

MOST_BYTES = 50_000_000
MOST_LEVELS = 50
"""The most levels of objects and lists in one task; the real files have 6."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTask:
    """A task as in its file.

    Attributes:
        name: The file, with the task's number if the file has several.
        id: The same in short, without the folder.
    """

    file: Path
    name: str
    id: str
    dialect: Dialect
    config: TaskConfig


def files_of(path: Path) -> list[Path]:
    """Returns the file, or the `.json` files of a folder, `2.json` before `10.json`.

    Raises:
        ConfigError: There is no file.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise ConfigError(f"{path}: there is no such file or folder")
    found = sorted(path.glob("*.json"), key=_by_number)
    if not found:
        raise ConfigError(f"{path}: the folder has no .json file")
    return found


def looked_up(name: str, file: Path) -> Path:
    """Resolves a relative path in a task file: beside the file, in a folder above it, or in the current folder.

    Returns the first path that exists; the one beside the file if none does.
    """
    folders = (file.resolve().parent, *file.resolve().parent.parents, Path.cwd())
    places = [folder / name for folder in folders]
    return next((place for place in places if os.path.exists(place)), places[0])  # noqa: PTH110 - an unreadable path counts as missing


def read_file(
    file: Path,
    problems: Problems,
    *,
    sites: Sites,
    dialect: Dialect | None,
    helpers: Mapping[str, Helper],
) -> Iterator[ReadTask]:
    """Returns the valid tasks of a file. What is wrong with the others is added to `problems`, or to `sites`."""
    text = read_text(file, "a task file", most=MOST_BYTES)
    try:
        raw = parse_json(text, parse_constant=_no_constant)
    except ConfigError as error:
        problems.add(str(file), "", str(error))
        return
    several = isinstance(raw, list)
    items = cast("list[Any]", raw) if several else [raw]
    if not items:
        problems.add(str(file), "", "the list of tasks is empty")
    spoken = dialect or detected(items)
    seen: set[int] = set()
    for number, item in enumerate(items):
        place = f"{file}[{number}]" if several else str(file)
        if _is_too_deep(item):
            problems.add(place, "", f"is nested too deep; {MOST_LEVELS} levels are allowed")
            continue
        full = sites.filled(item)
        if missing := names_in(_compared(full)):
            sites.missing.update(missing)
            continue
        config = _validated(full, place, problems, dialect=spoken, helpers=helpers)
        if config is None:
            continue
        if config.task_id in seen:
            problems.add(place, "task_id", f"{config.task_id} is used twice in this file")
        seen.add(config.task_id)
        name = f"{file.name.split('.')[0]}.{config.task_id}" if several else file.stem
        yield ReadTask(file=file, name=place, id=name, dialect=spoken, config=config)


def _by_number(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]


def _is_too_deep(item: Any, levels: int = MOST_LEVELS) -> bool:
    """Whether an item has more levels of objects and lists."""
    if isinstance(item, dict):
        item = list(cast("dict[str, Any]", item).values())
    if not isinstance(item, list):
        return False
    return not levels or any(_is_too_deep(each, levels - 1) for each in cast("list[Any]", item))


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is not a JSON value")


def _validated(
    item: Any, place: str, problems: Problems, *, dialect: Dialect, helpers: Mapping[str, Helper]
) -> TaskConfig | None:
    try:
        return TaskConfig.model_validate(item, context={"dialect": dialect, "helpers": helpers})
    except ValidationError as error:
        for each in error.errors(include_url=False):
            problems.add(place, *field_and_rule(cast("dict[str, Any]", each)))
    return None


def _compared(item: Any) -> Any:
    """Returns a task without the fields in which a placeholder does no harm.

    Many tasks have a `reference_url` in `eval` for people to read. It counts only if URLs are matched.
    """
    if not isinstance(item, dict):
        return item
    kept = _without_notes(TaskConfig, cast("dict[str, Any]", item))
    rules = kept.get("eval")
    if isinstance(rules, dict):
        kept["eval"] = _without_notes(EvalConfig, cast("dict[str, Any]", rules))
        types = kept["eval"].get("eval_types")
        if not (isinstance(types, list) and "url_match" in types):
            kept["eval"].pop("reference_url", None)
    return kept


def _without_notes(model: type[BaseModel], given: dict[str, Any]) -> dict[str, Any]:
    notes = {name for name, field in model.model_fields.items() if UNCOMPARED in field.metadata}
    return {key: value for key, value in given.items() if key not in notes}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LoadedTask:
    """A task as its runner sees it; give an agent only `public`.

    ```python
    for task in load_tasks("config_files", sites={"SHOPPING": "http://127.0.0.1:7770"}):
        async with task.open(browser) as page:
            result = await agent.run(task.public.text, page=page, images=task.public.images)
            verdict = await task.evaluate(page, result.message)
    ```

    Attributes:
        id: `7` of a file `7.json`; `test_reddit.7` of task 7 in a file `test_reddit.raw.json` with several.
        public: What the agent may know.
        sites: The names of the sites that it uses.
        require_reset: Whether it requires freshly installed sites, which its runner must provide.
        dialect: The benchmark whose rules score it.
        session, private: The parts that `open` and `evaluate` use.
    """

    id: str
    public: PublicTask
    sites: tuple[str, ...]
    require_reset: bool
    dialect: Dialect
    session: PrivateSession
    private: PrivateEval

    @asynccontextmanager
    async def open(self, browser: Browser) -> AsyncGenerator[Page]:
        """The first tab of the task, with its images loaded; see `open_task`.

        Raises:
            ConfigError: An image or the storage state is not available.
            BrowserError: A start URL cannot be opened.
        """
        await asyncio.to_thread(lambda: self.public.images)
        async with open_task(browser, self.session) as page:
            yield page

    async def evaluate(
        self, page: Page | None, answer: str, judge: Judge | None = None, *, compat: Compat = "fixed"
    ) -> TaskScore:
        """Scores a page and an answer; see `evaluate`."""
        return await evaluate(self.private, page=page, answer=answer, judge=judge, compat=compat)

    def __repr__(self) -> str:
        return f"<LoadedTask {self.id}>"


def load_tasks(
    path: str | Path,
    *,
    sites: Mapping[str, str] | None = None,
    dialect: Dialect | None = None,
    helpers: Mapping[str, Helper] = HELPERS,
) -> Sequence[LoadedTask]:
    """Returns the tasks of a file, or of all `.json` files of a folder.

    A file has one task or a list of tasks. Relative paths in it are looked up beside the file, then in each folder
    above it, then in the current folder.

    Args:
        path: The file or folder.
        sites: The base URL of each site, for `__SITE__` placeholders and for helpers: `{"SITE": "http://…"}`. A site
            that no task mentions is refused, unless it is one of the benchmarks' sites, or `helpers` may ask for it.
        dialect: The benchmark whose rules apply. None means VisualWebArena's for a file that uses what WebArena does
            not have.
        helpers: The functions that `func:` may call: `{**HELPERS, "my_helper": my_helper}` adds one.

    Raises:
        ConfigError: Something is wrong with a file. The message lists all problems with file, field and rule, in at
            most 40 lines.
    """
    known = Sites(base_urls(sites or {}))
    problems = Problems()
    tasks = [
        _split(read, known.urls, helpers, problems)
        for file in files_of(Path(path))
        for read in read_file(file, problems, sites=known, dialect=dialect, helpers=helpers)
    ]
    unused = () if problems.lines or helpers is not HELPERS else known.unused_problems()
    for rule in (*known.missing_problems(), *unused):
        problems.add(str(path), "", rule)
    problems.raise_any()
    _check_names(tasks)
    return tasks


def _check_names(tasks: Sequence[LoadedTask]) -> None:
    """Raises ConfigError if names are not unique, as in a folder with both a raw file and the files made from it."""
    names = [task.id for task in tasks]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        many = counted(len(twice), "name")
        raise ConfigError(f"{twice[0]}: {many} of tasks occur twice; load the files one by one")


def _split(read: ReadTask, sites: Mapping[str, str], helpers: Mapping[str, Helper], problems: Problems) -> LoadedTask:
    config, (width, height) = read.config, VIEWPORTS[read.dialect]
    size = config.viewport_size or Viewport(width=None, height=None)
    pictures = (_found(name, f"image.{number}", read, problems) for number, name in enumerate(config.image))
    return LoadedTask(
        id=read.id,
        public=PublicTask(text=config.intent, pictures=tuple(pictures)),
        sites=config.sites,
        require_reset=config.require_reset,
        dialect=read.dialect,
        session=PrivateSession(
            name=read.name,
            starts=config.start_urls,
            storage_state=looked_up(config.storage_state, read.file) if config.storage_state else None,
            geolocation=config.geolocation,
            viewport=(size.width or width, size.height or height),
        ),
        private=PrivateEval(
            rules=_with_references(read, problems),
            task=config.intent,
            dialect=read.dialect,
            sites=sites,
            helpers=helpers,
        ),
    )


def _with_references(read: ReadTask, problems: Problems) -> EvalConfig:
    """Returns `eval` with the paths of its reference pictures resolved."""
    queries: list[ImageQuery] = []
    for number, query in enumerate(read.config.eval.page_image_query):
        field = f"eval.page_image_query.{number}.eval_fuzzy_image_match"
        found = tuple(str(_found(name, field, read, problems)) for name in query.eval_fuzzy_image_match)
        queries.append(query.model_copy(update={"eval_fuzzy_image_match": found}))
    return read.config.eval.model_copy(update={"page_image_query": tuple(queries)})


def _found(name: str, field: str, read: ReadTask, problems: Problems) -> Path | str:
    """Returns where a picture is: an address as it is, or the path of a file. Adds a problem if it is nowhere."""
    if urlsplit(name).scheme:
        place: Path | str = name
        rule = wrong_address(name)
    else:
        place = looked_up(name, read.file)
        shown = shortened(one_line(name), LONGEST_NAME)
        rule = f"{shown} is not beside the file, in a folder above it, or where the program runs"
        if os.path.isfile(place):  # noqa: PTH113 - an unreadable path counts as missing
            rule = ""
    if rule:
        problems.add(read.name, field, rule)
    return place
