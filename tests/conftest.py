"""Fixtures shared by all tests: one real browser per worker, a fresh page per test."""

import os
import shutil

import pytest
from playwright.async_api import async_playwright

QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


def browser_path() -> str | None:
    """An installed Chromium, or None for Playwright's own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("ACTWRIGHT_BROWSER") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
async def chromium():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=browser_path(), args=list(QUIET))
        yield browser
        await browser.close()


@pytest.fixture
async def page(chromium):
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    yield page
    await context.close()
