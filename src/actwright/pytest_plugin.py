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

A failing test names the report of its runs. Loading the plugin imports nothing of Actwright and changes nothing for tests
that do not ask for the fixture.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import pytest

if TYPE_CHECKING:  # loaded when the fixture is used: pytest loads this module in every session
    from playwright import async_api, sync_api
    from pydantic import BaseModel

    from actwright import Agent, Result, Run, Secret, Tool
    from actwright.engine.pictures import Picture

__all__ = ["ActwrightFixture", "actwright", "actwright_options"]

MARKER = "actwright(**options): options of `actwright.Agent` for this test alone (model, policy, limits, tools, …)"
NO_MODEL = (
    "actwright has no model to ask: pass --actwright-model NAME (as in anthropic:NAME), set actwright_model in the ini file "
    'or ACTWRIGHT_MODEL in the environment, or choose the policy "rules", which needs none'
)
PLAYWRIGHT_PLUGINS = ("playwright", "playwright-asyncio")
SLUG_LENGTH = 100


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
        ("runs", "DIR", "folder for the records of runs; by default where pytest-playwright puts its artifacts"),
    ):
        group.addoption(f"--actwright-{name}", metavar=metavar, default=None, help=description)
        parser.addini(f"actwright_{name}", description, type="string", default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker."""
    config.addinivalue_line("markers", MARKER)


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
def actwright(
    request: pytest.FixtureRequest, actwright_options: Mapping[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> ActwrightFixture:
    """Runs tasks on the test's own page: `actwright.run("Fill the price as $50 and submit", page=page)`."""
    item: pytest.Item = request.node
    marker = item.get_closest_marker("actwright")
    options = {**actwright_options, **(marker.kwargs if marker else {})}
    return ActwrightFixture(item, options, _runs_folder(request, tmp_path_factory))


class ActwrightFixture:
    """Runs tasks on the page of a test; what the fixture `actwright` gives."""

    def __init__(self, item: pytest.Item, options: Mapping[str, Any], runs_folder: Path) -> None:
        self._item = item
        self._options = options
        self._runs_folder = runs_folder
        self._agent: Agent | None = None

    @overload
    def run(
        self,
        intent: str,
        *,
        page: sync_api.Page,
        url: str | None = None,
        data: Mapping[str, str | int | float | bool | Path] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        output: type[BaseModel] | None = None,
        images: Sequence[Picture] = (),
    ) -> Result: ...
    @overload
    def run(
        self,
        intent: str,
        *,
        page: async_api.Page,
        url: str | None = None,
        data: Mapping[str, str | int | float | bool | Path] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        output: type[BaseModel] | None = None,
        images: Sequence[Picture] = (),
    ) -> Coroutine[Any, Any, Result]: ...
    def run(
        self,
        intent: str,
        *,
        page: async_api.Page | sync_api.Page,
        url: str | None = None,
        data: Mapping[str, str | int | float | bool | Path] | None = None,
        secrets: Mapping[str, str | Secret] | None = None,
        tools: Iterable[str | type[Tool]] | None = None,
        output: type[BaseModel] | None = None,
        images: Sequence[Picture] = (),
    ) -> Result | Coroutine[Any, Any, Result]:
        """Plays a task on the page to its end; the page stays open.

        Args:
            intent: What to do, in plain words.
            page: The test's page. With a sync page the result is returned; with an async one, await it.
            url: Where to go first; None starts on the page as it is.
            data: Values the task may use, as `{{name}}`.
            secrets: Values that only the executor sees.
            tools, output: What the model may do, and the form of its answer.
            images: Pictures that belong to the task. For all of these see `actwright.Agent.run`.

        Raises:
            ConfigError: No model is configured, or the task cannot be run as it is given; nothing was done.
            ModelError, BrowserError: The provider gave up, or the browser is gone.
        """
        __tracebackhide__ = True
        from actwright.engine.page.bridge import as_async, is_sync, run_sync  # noqa: PLC0415 - see the module's docstring

        run = self.agent.play(
            intent, url=url, page=as_async(page), data=data, secrets=secrets, tools=tools, output=output, images=images
        )
        return run_sync(page, self._play(run)) if is_sync(page) else self._play(run)

    @property
    def agent(self) -> Agent:
        """The agent with the options of this test, made when it is first used."""
        if self._agent is None:
            self._agent = _agent(self._options, self._runs_folder)
        return self._agent

    async def _play(self, run: Run) -> Result:
        ended = "interrupted"
        try:
            async with run:
                async for _ in run:
                    pass
            ended = str(run.result.status)
        finally:
            self._mention(run, ended)
        return run.result

    def _mention(self, run: Run, ended: str) -> None:
        """Adds the run to the report of the test, where pytest shows it if the test fails, and to JUnit's properties."""
        from actwright.text import counted  # noqa: PLC0415 - see the module's docstring

        lines = [f"{run.task.intent}\n{ended} after {counted(len(run.steps), 'step')}"]
        if run.run_dir is not None:
            report = str(run.run_dir / "report.html")
            lines.append(f"report: {report}")
            self._item.user_properties.append(("actwright_report", report))
        self._item.add_report_section("call", "actwright", "\n".join(lines) + "\n")


def _agent(options: Mapping[str, Any], runs_folder: Path) -> Agent:
    import inspect  # noqa: PLC0415 - see the module's docstring

    from actwright import Agent, ConfigError  # noqa: PLC0415 - see the module's docstring

    known = list(inspect.signature(Agent).parameters)
    for name in options:
        if name not in known:
            raise ConfigError(f"actwright_options: there is no option {name!r}; the options are {', '.join(known)}")
    if options.get("model") is None and "policy" not in options:
        raise ConfigError(NO_MODEL)
    options = {"out": runs_folder, **options}
    return Agent(**options)


def _configured(config: pytest.Config, name: str) -> str | None:
    return config.getoption(f"--actwright-{name}") or config.getini(f"actwright_{name}")


def _runs_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this test: in the configured one, else among pytest-playwright's artifacts, else a temporary one."""
    config = request.config
    configured = _configured(config, "runs")
    if configured:
        from_command_line = config.getoption("--actwright-runs")
        return (config.invocation_params.dir if from_command_line else config.rootpath) / configured / _slug(request)
    # Every xdist worker empties pytest-playwright's folder when it starts, under the runs of those that started earlier.
    is_worker = hasattr(config, "workerinput")
    if not is_worker and any(config.pluginmanager.hasplugin(name) for name in PLAYWRIGHT_PLUGINS):
        return Path(request.getfixturevalue("output_path"))
    return tmp_path_factory.getbasetemp() / "actwright" / _slug(request)


def _slug(request: pytest.FixtureRequest) -> str:
    """The test's name as a folder name; a digest keeps names apart that differ only in what a folder cannot show."""
    nodeid: str = request.node.nodeid
    plain = re.sub(r"[^\w.]+", "-", nodeid).strip("-.").lower()
    digest = hashlib.sha256(nodeid.encode()).hexdigest()[:6]
    return f"{plain[-SLUG_LENGTH:].lstrip('-.')}-{digest}"
