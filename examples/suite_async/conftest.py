"""A suite for pytest-playwright-asyncio. `pytest examples/suite_async` replays its recordings.

With `--actwright-mode record --actwright-model …`, it records.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from actwright.testing import Site


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    """The application: here the bundled marketplace, in your suite a server of your own."""
    with Site() as site:
        yield site.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """An installed Chromium; leave this out where Playwright has installed its own."""
    installed = shutil.which("chromium") or shutil.which("google-chrome")
    return {**browser_type_launch_args, **({"executable_path": installed} if installed else {})}


@pytest_asyncio.fixture(scope="session")
async def signed_in(browser: Browser, base_url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cookies of a seller, from one login for all tests."""
    page = await browser.new_page(base_url=base_url)
    await page.goto("/login")
    await page.get_by_label("Email").fill(Site.EMAIL)
    await page.get_by_label("Password").fill(Site.PASSWORD)
    await page.get_by_role("button", name="Log in").click()
    await page.wait_for_url("/")
    state = tmp_path_factory.mktemp("state") / "seller.json"
    await page.context.storage_state(path=state)
    await page.context.close()
    return state


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], signed_in: Path) -> dict[str, Any]:
    """Each test begins signed in."""
    return {**browser_context_args, "storage_state": signed_in}
