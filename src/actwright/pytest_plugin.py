"""The pytest plugin: one fixture, `actwright`, that runs tasks on the page of a test.

```python
def test_sell(page, actwright):            # pytest-playwright's sync page
    page.goto("https://shop.example/sell")
    result = actwright.run("Fill the price as $50 and submit", page=page)
    result.raise_for_status()

async def test_sell(page, actwright):      # an async page
    result = await actwright.run("Fill the price as $50 and submit", page=page)
```

The model and the policy come from the command line (`--actwright-model`), the ini file (`actwright_model = …`), or
Actwright's settings (`ACTWRIGHT_MODEL`), the first that has one. Override the fixture `actwright_options` for anything
else that `actwright.Agent` takes, and the marker `actwright` for single tests:

```python
@pytest.fixture(scope="session")
def actwright_options(actwright_options):
    return {**actwright_options, "limits": Limits(steps=10)}

@pytest.mark.actwright(policy="rules")
def test_form(page, actwright): ...
```

A failing test shows the steps of its runs and names their reports. pytest-html and allure-pytest, where installed, get the report
and the last picture of each run. Records lie among pytest-playwright's artifacts (`test-results`); without that plugin, and under
pytest-xdist, whose workers empty that folder when they start, in `actwright-runs`; `--actwright-runs DIR` names another folder.

In a trace that Playwright records, the calls of a run are one group, and each action is named in it. The trace is Playwright's own.
Its calls hold no private values and no secrets; its snapshots of pages and its network records do, as the page shows and sends them. Do
not publish the traces of tests that use secrets.

Loading the plugin imports nothing of Actwright and changes nothing for tests that do not ask for the fixture.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Generator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, overload

import pytest

if TYPE_CHECKING:  # loaded when the fixture is used: pytest loads this module in every session
    from playwright import async_api, sync_api
    from pydantic import BaseModel

    from actwright import ActwrightError, Agent, Image, Result, Run, Step
    from actwright.engine.run_options import RunOptions

__all__ = ["ActwrightFixture", "actwright", "actwright_options"]

MARKER = "actwright(**options): options of `actwright.Agent` for this test alone (model, policy, limits, tools, …)"
NO_MODEL = (
    "actwright has no model to ask: pass --actwright-model NAME (as in anthropic:NAME), set actwright_model in the ini file "
    'or ACTWRIGHT_MODEL in the environment, or choose the policy "rules", which needs none'
)
PLAYWRIGHT_PLUGINS = ("playwright", "playwright-asyncio")
SLUG_LENGTH = 100
LONGEST_LINE = 160
RUNS: pytest.StashKey[list[Run]] = pytest.StashKey()
"""The runs of a test that its report does not have yet, oldest first."""
STREAMS: pytest.StashKey[list[Generator[Step, None, None]]] = pytest.StashKey()
"""Those that a test plays step by step on a sync page."""
OWN_FOLDER = "actwright-runs"
"""For the records of suites whose pages are not pytest-playwright's, and of those that xdist runs in parallel."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options, and the same as ini values."""
    group = parser.getgroup("actwright", "Actwright")
    for name, metavar, description in (
        (
            "model",
            "NAME",
            "model that drives the browser, as in anthropic:NAME or openai:NAME; after a comma, the one to ask if that fails",
        ),
        ("policy", "NAME", "how steps are decided; single_call by default, rules needs no model"),
        (
            "runs",
            "DIR",
            "folder for the records of runs; by default among pytest-playwright's artifacts, or actwright-runs",
        ),
    ):
        group.addoption(f"--actwright-{name}", metavar=metavar, default=None, help=description)
        parser.addini(f"actwright_{name}", description, type="string", default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker."""
    config.addinivalue_line("markers", MARKER)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the runs of a test to its report: pytest shows them if it fails, JUnit has their paths as properties."""
    runs = _ended_runs(item)
    for run in runs:
        _mention(item, call.when, run)
    report = yield
    _attach(item, report, [run.result for run in runs])
    return report


@pytest.fixture(scope="session")
def actwright_options(pytestconfig: pytest.Config) -> dict[str, Any]:
    """What `actwright.Agent` is made with, by its parameters' names. Override it to add more."""
    from actwright.settings import settings  # noqa: PLC0415 - see the module's docstring

    configured = settings()
    options = {
        "model": _configured(pytestconfig, "model") or configured.model,
        "policy": _configured(pytestconfig, "policy") or configured.policy,
    }
    return {name: value for name, value in options.items() if value}


@pytest.fixture
def actwright(request: pytest.FixtureRequest, actwright_options: Mapping[str, Any]) -> ActwrightFixture:
    """Runs tasks on the test's own page: `actwright.run("Fill the price as $50 and submit", page=page)`."""
    item: pytest.Item = request.node
    marker = item.get_closest_marker("actwright")
    if marker and marker.args:
        given = ", ".join(map(repr, marker.args))
        message = f'the marker actwright takes named options, as in actwright(policy="rules"), not actwright({given})'
        pytest.fail(message, pytrace=False)
    options = {**actwright_options, **(marker.kwargs if marker else {})}
    return ActwrightFixture(item, options, _runs_folder(request))


class ActwrightFixture:
    """Runs tasks on the page of a test; what the fixture `actwright` gives."""

    def __init__(self, item: pytest.Item, options: Mapping[str, Any], runs_folder: Path) -> None:
        self._item = item
        self._options = options
        self._runs_folder = runs_folder
        self._agent: Agent | None = None
        self._last: Run | None = None
        item.stash.setdefault(RUNS, [])
        item.stash.setdefault(STREAMS, [])

    @overload
    def run(
        self,
        intent: str,
        *,
        page: sync_api.Page,
        tabs: Sequence[sync_api.Page] = (),
        output: type[BaseModel] | None = None,
        **options: Unpack[RunOptions],
    ) -> Result: ...
    @overload
    def run(
        self,
        intent: str,
        *,
        page: async_api.Page,
        tabs: Sequence[async_api.Page] = (),
        output: type[BaseModel] | None = None,
        **options: Unpack[RunOptions],
    ) -> Coroutine[Any, Any, Result]: ...
    def run(
        self,
        intent: str,
        *,
        page: async_api.Page | sync_api.Page,
        tabs: Sequence[async_api.Page | sync_api.Page] = (),
        output: type[BaseModel] | None = None,
        **options: Unpack[RunOptions],
    ) -> Result | Coroutine[Any, Any, Result]:
        """Plays a task on the page to its end; the page stays open.

        Args:
            intent: What to do, in plain words.
            page: The test's page. With a sync page the result is returned; with an async one, await it.
            tabs: Further open pages of its context that the run may use.
            output: A pydantic model that the answer must fit.
            **options: The other options of `actwright.Agent.run`: `data`, `secrets`, `tools`, ….

        Raises:
            ConfigError: No model is configured, or the task cannot be run as it is given; nothing was done.
            ModelError, BrowserError: The provider gave up, or the browser is gone.
        """
        __tracebackhide__ = True
        from actwright import ActwrightError  # noqa: PLC0415 - see the module's docstring
        from actwright.engine.page.browser.sync_bridge import is_sync, run_sync  # noqa: PLC0415 - see the module's docstring

        try:
            run = self._new_run(intent, page, tabs=tabs, output=output, **options)
            return run_sync(page, _to_the_end(run, _caller())) if is_sync(page) else self._awaited(run, _caller())
        except ActwrightError as error:
            raise self._short(error) from None

    @property
    def agent(self) -> Agent:
        """The agent with the options of this test, made when it is first used."""
        if self._agent is None:
            self._agent = _agent(self._options, self._runs_folder)
        return self._agent

    @overload
    def play(
        self,
        intent: str,
        *,
        page: sync_api.Page,
        tabs: Sequence[sync_api.Page] = (),
        output: type[BaseModel] | None = None,
        **options: Unpack[RunOptions],
    ) -> Iterator[Step]: ...
    @overload
    def play(
        self,
        intent: str,
        *,
        page: async_api.Page,
        tabs: Sequence[async_api.Page] = (),
        output: type[BaseModel] | None = None,
        **options: Unpack[RunOptions],
    ) -> AsyncIterator[Step]: ...
    def play(self, intent: str, *, page: async_api.Page | sync_api.Page, **task: Any) -> Any:
        """The same step by step: `for step in actwright.play(…)`, with an async page `async for`. `result` is what it came to.

        The parameters and errors are those of `run`.
        """
        from actwright.engine.page.browser.sync_bridge import is_sync  # noqa: PLC0415 - see the module's docstring

        run = self._new_run(intent, page, **task)
        if not is_sync(page):
            return _steps(run, _caller())
        stream = _steps_in_sync(page, run, _caller())
        self._item.stash[STREAMS].append(stream)
        return stream

    @property
    def result(self) -> Result:
        """The result of the last run of this test, also of one that goes on.

        Raises:
            ConfigError: There was none yet.
        """
        from actwright import ConfigError  # noqa: PLC0415 - see the module's docstring

        if self._last is None:
            raise ConfigError("there is no result yet; call actwright.run or actwright.play first")
        return self._last.result

    def _new_run(self, intent: str, page: async_api.Page | sync_api.Page, **task: Any) -> Run:
        from actwright.engine.page.browser.sync_bridge import as_async  # noqa: PLC0415 - see the module's docstring

        tabs = [as_async(tab) for tab in task.pop("tabs", ())]
        self._last = self.agent.play(intent, page=as_async(page), tabs=tabs, **task)
        self._item.stash[RUNS].append(self._last)
        return self._last

    async def _awaited(self, run: Run, place: tuple[str, int]) -> Result:
        """A run to its end, for a test that awaits it."""
        __tracebackhide__ = True
        from actwright import ActwrightError  # noqa: PLC0415 - see the module's docstring

        try:
            return await _to_the_end(run, place)
        except ActwrightError as error:
            raise self._short(error) from None

    def _short(self, error: ActwrightError) -> ActwrightError:
        """The error without the frames of this library, unless pytest is to show all (`--full-trace`)."""
        return error if self._item.config.getoption("fulltrace") else error.with_traceback(None)


async def _to_the_end(run: Run, place: tuple[str, int]) -> Result:
    async for _ in _steps(run, place):
        pass
    return run.result


async def _steps(run: Run, place: tuple[str, int]) -> AsyncGenerator[Step, None]:
    """The steps of a run, in a group of the trace that Playwright records, if it records one."""
    async with run, _grouped(run, place):
        async for step in run:
            await _note_in_trace(run, step)
            yield step


async def _note_in_trace(run: Run, step: Step) -> None:
    """Names each action in the trace: what goes into a field from inside its document is no call of Playwright's own."""
    if run.front is None:
        return
    for outcome in step.outcomes:
        target = f" {outcome.target}" if outcome.target else ""
        with suppress(Exception):  # the browser may be gone, and then so is its trace
            await run.front.context.tracing.group(f"{outcome.action.tool}{target}: {outcome.status}")
            await run.front.context.tracing.group_end()


@asynccontextmanager
async def _grouped(run: Run, place: tuple[str, int]) -> AsyncGenerator[None]:
    if run.front is None:
        yield
        return
    tracing, (file, line) = run.front.context.tracing, place
    await tracing.group(f"actwright: {run.task.intent}", location={"file": file, "line": line, "column": 1})
    try:
        yield
    finally:
        with suppress(Exception):  # the browser may be gone, and then so is its trace
            await tracing.group_end()


def _steps_in_sync(page: sync_api.Page, run: Run, place: tuple[str, int]) -> Generator[Step, None, None]:
    __tracebackhide__ = True
    from actwright.engine.page.browser.sync_bridge import run_sync  # noqa: PLC0415 - see the module's docstring

    stream = _steps(run, place)
    try:
        while (step := run_sync(page, _next(stream))) is not None:
            yield step
    finally:
        run_sync(page, stream.aclose())


async def _next(stream: AsyncGenerator[Step, None]) -> Step | None:
    return await anext(stream, None)


def _caller() -> tuple[str, int]:
    """The file and line of the test that called the fixture."""
    frame = sys._getframe(1)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - `inspect.stack` reads every source file
    while frame.f_back is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _ended_runs(item: pytest.Item) -> list[Run]:
    """The runs since the report before; what a test left in the middle of a loop is closed, so that its record is whole."""
    for stream in item.stash.get(STREAMS, list[Generator["Step", None, None]]()):
        stream.close()
    runs = item.stash.get(RUNS, list["Run"]())
    if runs:
        item.stash[RUNS], item.stash[STREAMS] = [], []
    return runs


def _mention(item: pytest.Item, when: str, run: Run) -> None:
    """What a run did, where pytest shows it if the test fails, and the path of its report for JUnit."""
    from actwright.text import counted  # noqa: PLC0415 - see the module's docstring

    result = run.result
    ended = "interrupted" if result.status == "running" else str(result.status)
    reason = "" if result.complete or result.reason in ("gave_up", "running", ended) else f" ({result.reason})"
    lines = [result.task.intent, f"{ended}{reason} after {counted(len(result.steps), 'step')}"]
    lines += [line for step in result.steps for line in _told(step)]
    if run.run_dir is not None:
        report = str(run.run_dir / "report.html")
        lines.append(f"report: {report}")
        item.user_properties.append(("actwright_report", report))
    item.add_report_section(when, "actwright", "\n".join(lines) + "\n")


def _told(step: Step) -> Iterator[str]:
    """A step in a few lines: what was said, and what came of each action."""
    from actwright.text import one_line, shortened  # noqa: PLC0415 - see the module's docstring

    said = step.problem or (step.proposal.message if step.proposal else "")
    yield f"{step.number:>3} {shortened(one_line(said), LONGEST_LINE)}"
    for outcome in step.outcomes:
        what = " ".join(filter(None, (outcome.action.tool, outcome.target)))
        yield f"    {outcome.status:<7} {shortened(one_line(f'{what}: {outcome.detail}'), LONGEST_LINE)}"
    if step.claim and not step.claim.accepted:
        yield f"    not accepted as complete: {shortened(one_line(step.claim.reason), LONGEST_LINE)}"


def _attach(item: pytest.Item, report: pytest.TestReport, results: Sequence[Result]) -> None:
    """Gives the report and the last picture of each run to the plugins that make reports of suites."""
    plugins = item.config.pluginmanager
    for result in results:
        written = result.run_dir / "report.html" if result.run_dir else None
        picture = next((step.page.screenshot for step in reversed(result.steps) if step.page.screenshot), None)
        if plugins.hasplugin("html"):
            _attach_to_html(report, result.task.intent, written, picture)
        if plugins.hasplugin("allure_pytest"):
            _attach_to_allure(result.task.intent, written, picture)


def _attach_to_html(report: pytest.TestReport, name: str, written: Path | None, picture: Image | None) -> None:
    from base64 import b64encode  # noqa: PLC0415 - see the module's docstring

    extras: Any = import_module("pytest_html").extras
    found: list[Any] = []
    if written is not None:
        found.append(extras.url(written.as_uri(), name=f"actwright: {name}"))
    if picture is not None:
        found.append(extras.image(b64encode(picture.data).decode(), name=name, mime_type=picture.media_type))
    report.extras = [*getattr(report, "extras", []), *found]  # pyright: ignore[reportAttributeAccessIssue] - pytest-html's own


def _attach_to_allure(name: str, written: Path | None, picture: Image | None) -> None:
    allure: Any = import_module("allure")
    if written is not None and written.exists():
        allure.attach.file(str(written), name=f"actwright: {name}", attachment_type=allure.attachment_type.HTML)
    if picture is not None:
        suffix = picture.media_type.partition("/")[2]
        allure.attach(picture.data, name=f"actwright: {name}", attachment_type=picture.media_type, extension=suffix)


def _agent(options: Mapping[str, Any], runs_folder: Path) -> Agent:
    import inspect  # noqa: PLC0415 - see the module's docstring

    from actwright import Agent, ConfigError  # noqa: PLC0415 - see the module's docstring
    from actwright.suggestions import unknown  # noqa: PLC0415 - see the module's docstring

    known = list(inspect.signature(Agent).parameters)
    for name in options:
        if name not in known:
            raise ConfigError(f"actwright_options: {unknown('option', name, known)}")
    if options.get("model") is None and "policy" not in options:
        raise ConfigError(NO_MODEL)
    options = {"out": runs_folder, **options}
    return Agent(**options)


def _configured(config: pytest.Config, name: str) -> str | None:
    return config.getoption(f"--actwright-{name}") or config.getini(f"actwright_{name}")


def _runs_folder(request: pytest.FixtureRequest) -> Path:
    """A folder of this test: in the configured one, else among pytest-playwright's artifacts, else in `actwright-runs`."""
    config = request.config
    configured = _configured(config, "runs")
    if configured:
        from_command_line = config.getoption("--actwright-runs")
        return (config.invocation_params.dir if from_command_line else config.rootpath) / configured / _slug(request)
    # Every xdist worker empties pytest-playwright's folder when it starts, under the runs of those that started earlier.
    is_worker = hasattr(config, "workerinput")
    if not is_worker and any(config.pluginmanager.hasplugin(name) for name in PLAYWRIGHT_PLUGINS):
        return Path(request.getfixturevalue("output_path"))
    return _own_folder(config) / _slug(request)


def _own_folder(config: pytest.Config) -> Path:
    """The folder for records where there is no other, out of the sight of git as pytest's cache is."""
    folder = config.rootpath / OWN_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", "utf-8")
    return folder


def _slug(request: pytest.FixtureRequest) -> str:
    """The test's name as a folder name; a digest keeps names apart that differ only in what a folder cannot show."""
    nodeid: str = request.node.nodeid
    plain = re.sub(r"[^\w.]+", "-", nodeid).strip("-.").lower()
    digest = hashlib.sha256(nodeid.encode()).hexdigest()[:6]
    return f"{plain[-SLUG_LENGTH:].lstrip('-.')}-{digest}"
