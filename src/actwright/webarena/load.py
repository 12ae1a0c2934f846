"""Task files -> tasks that can be opened and scored."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page

from actwright.errors import ConfigError
from actwright.text import counted, one_line, shortened
from actwright.webarena.calls import Helper
from actwright.webarena.dialect import Compat, Dialect
from actwright.webarena.evaluate import evaluate
from actwright.webarena.field_checks import wrong_address
from actwright.webarena.helpers import HELPERS
from actwright.webarena.judge import Judge
from actwright.webarena.placeholders import Sites, base_urls
from actwright.webarena.problems import Problems
from actwright.webarena.score import TaskScore
from actwright.webarena.session import open_task
from actwright.webarena.task import PrivateEval, PrivateSession, PublicTask
from actwright.webarena.task_files import ReadTask, files_of, looked_up, read_file
from actwright.webarena.task_form import EvalConfig, ImageQuery, Viewport

VIEWPORTS: Mapping[Dialect, tuple[int, int]] = {"webarena": (1280, 720), "visualwebarena": (1280, 2048)}
"""The viewport in CSS px by default, as in upstream's command lines."""
LONGEST_NAME = 100


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
