"""The pytest plugin: one fixture, `actwright`, that runs tasks on the page of a test.

```python
def test_sell(page, actwright):            # pytest-playwright's sync page
    page.goto("https://shop.example/sell")
    actwright.run("Fill the price as $50 and submit")

async def test_sell(page, actwright):      # an async page; the type is AsyncActwrightFixture
    await actwright.run("Fill the price as $50 and submit")

def test_sell(actwright):                  # no page: the run starts a browser and closes it again
    actwright.run("Fill the price as $50 and submit", url="https://shop.example/sell")
```

A run that is not complete fails the test; with `check=False`, `run` returns the result in any case.

The model and the policy come from the command line (`--actwright-model`), the ini file (`actwright_model = …`), or
Actwright's settings (`ACTWRIGHT_MODEL`), in this order. For any other option of `actwright.Agent`, override the fixture
`actwright_options`, or use the marker `actwright` for single tests:

```python
@pytest.fixture(scope="session")
def actwright_options(actwright_options):
    return {**actwright_options, "limits": Limits(steps=10)}

@pytest.mark.actwright(policy="rules")
def test_form(page, actwright): ...
```

In a trace that Playwright records, a run is a group, and each of its steps is a group within it, which names each
action. Traces that pytest-playwright keeps are rewritten after the test: steps and elements get readable names, and
private values and secrets are masked in all texts.

Loading the plugin imports only these modules of Actwright, and changes nothing for tests that do not request the
fixture. What a hook needs beyond `plugin_options`, `record_folders`, `session_summary` and `baseline` is imported when a test has used the
fixture.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from actwright.lazy import lazy_names
from actwright.pytest_plugin import plugin_options, record_folders, session_summary

if TYPE_CHECKING:
    from actwright.pytest_plugin.async_fixture import AsyncActwrightFixture as AsyncActwrightFixture
    from actwright.pytest_plugin.fixture import ActwrightFixture as ActwrightFixture
    from actwright.runners.failing import RunFailed as RunFailed

__all__ = ["ActwrightFixture", "AsyncActwrightFixture", "RunFailed", "actwright", "actwright_options"]

USED: pytest.StashKey[bool] = pytest.StashKey()
"""Whether a test has used the fixture, so that its reports must be written."""

__getattr__ = lazy_names(__name__, __file__)[0]  # `dir` must go on naming the hooks


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Adds the command-line options and the ini values."""
    plugin_options.add_options(parser, pluginmanager)


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker, and refuses invalid options."""
    plugin_options.check_options(config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Gives each worker of pytest-xdist the shared folder."""
    record_folders.configure_worker(node.config, node.workerinput)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuses a marker that would have no effect."""
    plugin_options.check_marker(item)


@pytest.hookimpl(specname="pytest_fixture_setup", tryfirst=True)
def pytest_skip_emptying(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> bool | None:
    """Keeps the workers of pytest-xdist from emptying pytest-playwright's folder while others use it."""
    return record_folders.skip_emptying(fixturedef, request)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Lets the other workers know when one has emptied pytest-playwright's folder."""
    return (yield from record_folders.empty_once(fixturedef, request))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the runs of a test to its report.

    pytest shows them if the test fails. JUnit reports get totals and paths as properties.
    """
    if USED not in item.stash:
        return (yield)
    from actwright.pytest_plugin import reporting  # noqa: PLC0415 - see the module's docstring

    played = reporting.end(item)
    reporting.mention(item, call, played)
    report = yield
    reporting.hide_values(item, report)
    reporting.attach(item, report, played)
    reporting.leave_requests(item, report, played)
    if call.when == "call":
        reporting.refuse_idle(item, report)
        reporting.compare_tokens(item, report)
    if call.when == "teardown":
        reporting.tidy_traces(item, report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what the runs of the session used."""
    session_summary.summarise(terminalreporter)


@pytest.fixture(scope="session")
def actwright_options(pytestconfig: pytest.Config) -> dict[str, Any]:
    """The options of `actwright.Agent`, by name. Override this fixture to add more."""
    from actwright.runners.suite_test import OF_AGENTS, configured_options  # noqa: PLC0415 - see the module's docstring

    given = {name: plugin_options.option(pytestconfig, name) for name in ("model", "policy")}
    return configured_options(*OF_AGENTS) | {name: value for name, value in given.items() if value}


@pytest.fixture
def actwright(
    request: pytest.FixtureRequest, actwright_options: Mapping[str, Any]
) -> Generator[ActwrightFixture, None, None]:
    """Runs tasks on the test's own page: `actwright.run("Fill the price as $50 and submit")`."""
    from actwright.notes import listening  # noqa: PLC0415 - see the module's docstring
    from actwright.pytest_plugin.fixture import RUNS, ActwrightFixture  # noqa: PLC0415 - see the module's docstring

    item: pytest.Item = request.node
    item.stash[USED] = True
    given = {**actwright_options, **plugin_options.marked(item)}
    fixture = ActwrightFixture(request, given, record_folders.runs_folder(request))
    with listening(item.stash[RUNS].notes.append):
        yield fixture
