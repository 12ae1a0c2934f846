"""Fixtures shared by all tests: one real browser per worker, a fresh page per test."""

import asyncio
import gc
import os
import re
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from installed_browser import launch_options
from patience import be_patient
from playwright.async_api import async_playwright
from reused_page import ReusedPage, close_all
from rewritten_tests import rewrite_share
from spinning_processes import ender

from actwright.engine import agent_config
from actwright.engine.page.browser import launch
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.run_clock import RunClock
from actwright.engine.values.values import Values
from actwright.schemas.sites import origin_of
from actwright.schemas.task import Secret, Task
from actwright.testing import Site


def pytest_xdist_auto_num_workers():
    """Two for each core: tests of pages wait a good part of their time, but each worker imports and collects all tests."""
    return (os.cpu_count() or 1) * 2


settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # how long an example takes is a matter of what else the machine does


def pytest_sessionstart(session):
    rewrite_share(session.config)
    be_patient()


WHOLLY_SLOW = re.compile(r"^pytestmark = .*\bpytest\.mark\.slow\b", re.MULTILINE)


def pytest_ignore_collect(collection_path, config):
    """A whole run without slow tests does not import the files that have no others."""
    if config.option.markexpr != "not slow" or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return None
    return (collection_path.suffix == ".py" and bool(WHOLLY_SLOW.search(collection_path.read_text()))) or None


WAITING = (
    "test_late_answers",
    "test_launch",
    "test_over_http",
    "test_rules_slow_pages",
    "test_settle",
    "test_streaming",
)


def pytest_collection_modifyitems(items):
    """Tests that wait for seconds come first, in one worker while the others use the cores; at the end all would wait for them."""
    items.sort(key=lambda item: item.path.stem not in WAITING)


def pytest_collection_finish():
    """What is there before the first test stays until the last: the garbage collector need not look through it again."""
    gc.freeze()


@pytest.fixture(scope="session")
async def driver():
    async with async_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
async def chromium(driver):
    browser = await driver.chromium.launch(**launch_options())
    yield browser
    await close_all(browser)


@pytest.fixture
async def one_driver(driver, monkeypatch):
    """Browsers that this test's runs start on its own event loop share its driver, and need not start one each."""
    loop, starts = asyncio.get_running_loop(), launch.started_driver

    @asynccontextmanager
    async def shared(close_seconds):
        if asyncio.get_running_loop() is loop:
            yield driver, set()
        else:
            async with starts(close_seconds) as started:
                yield started

    monkeypatch.setattr(launch, "started_driver", shared)


@pytest.fixture
async def one_browser(one_driver, chromium, monkeypatch):
    """Runs that start a browser on this test's own event loop get a context in the browser of the tests, which takes a tenth of the time."""
    loop, starts, leaves, runs = asyncio.get_running_loop(), launch._started, launch._left, launch.is_running

    async def start(playwright, options, mark, proxies, artifacts):
        if asyncio.get_running_loop() is not loop:
            return await starts(playwright, options, mark, proxies, artifacts)
        launch.find_browser(
            options, configured=launch.settings().browser, bundled=Path(playwright.chromium.executable_path)
        )
        gate = proxies.pages if proxies else None
        context = await launch.new_context(chromium, options, proxy=launch._through(gate) if gate else None)
        page = await context.new_page()
        return launch.OpenedPage(chromium, context, page, chromium.version, "the browser of the tests", gate=gate)

    async def leave(opened, options):
        await (close_all(opened.context) if opened.browser is chromium else leaves(opened, options))

    monkeypatch.setattr(launch, "_started", start)
    monkeypatch.setattr(launch, "_left", leave)
    monkeypatch.setattr(launch, "is_running", lambda mark: runs(mark) or chromium.is_connected())


@pytest.fixture
async def one_loop(one_browser, monkeypatch):
    """`asyncio.run` in this thread uses the loop of the tests, so that its runs find the browser of the tests."""
    loop, run = asyncio.get_running_loop(), asyncio.run

    def run_here(coroutine):
        return run(coroutine) if loop.is_running() else loop.run_until_complete(coroutine)

    monkeypatch.setattr(asyncio, "run", run_here)


@pytest.fixture
def no_pictures(monkeypatch):
    """Runs take no screenshots unless a test's agent asks for them: they cost more than the rest of a look."""
    monkeypatch.setattr(agent_config, "PageOptions", partial(PageOptions, screenshot="never"))


@pytest.fixture(scope="session")
def running_site():
    with Site() as running:
        yield running


@pytest.fixture
def site(running_site):
    """The bundled site as it is when it begins."""
    running_site.reset()
    return running_site


@pytest.fixture
def own_browser():
    """Options for a run that starts the browser of the tests by itself."""
    options = launch_options()
    return BrowserOptions(executable=options["executable_path"], args=tuple(options["args"]))


@pytest.fixture(scope="session")
async def spinning(chromium):
    """Ends the renderers that go on though their pages are closed."""
    return await ender(chromium)


@pytest.fixture(scope="session")
def reused_page(chromium):
    return ReusedPage(chromium, lambda: chromium.new_context(viewport={"width": 1280, "height": 800}))


@pytest.fixture
async def page(reused_page, spinning):
    """A fresh page. Its context is that of all tests, because a new one takes as long as a short test: it is tidied."""
    page = await reused_page.take()
    yield page
    await reused_page.give_back()
    await spinning(reused_page.close)
    await reused_page.tidy()


@pytest.fixture
async def surface_on(page, tmp_path):
    """`await surface_on(html, data={}, secrets={}, **options of the page)`: a run's surface on the HTML, at `url` if given, or on the page there."""
    made = []
    await register(page)

    async def make(
        html=None, *, url=None, data=None, private=None, secrets=None, fields=(), task="do it", journal=None,
        guard=None, seconds=None, **options,
    ):  # fmt: skip
        if html is not None and url is not None:
            await page.goto(url)
        if html is not None:
            await page.set_content(html)
        guarded = {name: Secret(value, fields=fields) for name, value in (secrets or {}).items()}
        files = tuple(name for name, value in (data or {}).items() if isinstance(value, Path))
        data = {name: str(value) for name, value in (data or {}).items()}
        surface = BrowserSurface(
            page,
            task=Task(text=task, data=data, files=files, private=tuple(private or ()), secrets=tuple(guarded)),
            values=Values(data, guarded, private=private, home=origin_of(url or page.url)),
            downloads_dir=lambda: tmp_path,
            guard=guard,
            clock=None if seconds is None else RunClock(seconds),
            journal=journal,
            options=PageOptions(**{"screenshot": "never", **options}),
        )
        made.append(surface)
        if html is None and url is not None:
            await surface.open(url)
        await surface.observe()
        return surface

    yield make
    for surface in made:
        await surface.close()
