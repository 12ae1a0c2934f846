"""Fixtures shared by all tests: one real browser per worker, a fresh page per test."""

import os

import pytest
from installed_browser import launch_options
from playwright.async_api import async_playwright


def pytest_xdist_auto_num_workers():
    """One more than there are cores: tests of pages wait a good part of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
async def chromium():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options())
        yield browser
        await browser.close()


@pytest.fixture
async def page(chromium):
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    yield page
    await context.close()
