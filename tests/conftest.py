"""Fixtures shared by all tests: one real browser per worker, a fresh page per test."""

import contextlib
import os
import signal

import pytest
from installed_browser import launch_options
from playwright.async_api import async_playwright
from reused_page import ReusedPage


def pytest_xdist_auto_num_workers():
    """One more than there are cores: tests of pages wait a good part of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
async def chromium():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options())
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
async def shared_context(chromium):
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    yield context
    await context.close()


SPUN_SECONDS = 0.5


@pytest.fixture(scope="session")
async def spinning(chromium):
    """Ends the renderers that go on though all pages are closed: a script that never ends outlives its page, and takes a core."""
    session, before = await chromium.new_browser_cdp_session(), {}

    async def end():
        processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        spent = {each["id"]: each["cpuTime"] for each in processes if each["type"] == "renderer"}
        for pid, seconds in spent.items():
            if seconds - before.get(pid, seconds) > SPUN_SECONDS:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        before.clear()
        before.update(spent)

    return end


@pytest.fixture(scope="session")
def reused_page(shared_context):
    return ReusedPage(shared_context)


@pytest.fixture
async def page(shared_context, reused_page, spinning):
    """A fresh page. Its context is that of all tests, because a new one takes as long as a short test: it is tidied."""
    yield await reused_page.take()
    await reused_page.give_back()
    await spinning()
    await shared_context.unroute_all(behavior="ignoreErrors")
    await shared_context.clear_cookies()
