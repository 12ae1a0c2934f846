"""Scenarios on the bundled site, recorded with the policy `rules`, and exported programs run in their own process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from installed_browser import launch_options

from actwright import Agent, Permissions
from actwright.engine.page.page_options import PageOptions
from actwright.recording import record
from actwright.schemas.recording import Recording
from actwright.testing import Site

LISTING = {
    "title": "Lake kayak", "price": "50", "category": "Boats", "condition": "Like new", "available_from": "2026-11-21",
    "description": "Red, fast", "photo": Site.photo, "terms": "yes",
}  # fmt: skip
KITCHEN = {
    "text": "hello", "email": "a@b.org", "telephone": "+41 44 123", "web_address": "https://x.org/", "search": "bikes",
    "number": "12.5", "range": "75", "date": "2026-11-21", "time": "14:30", "month": "2026-11", "week": "2026-W47",
    "datetime": "2026-11-21T14:30", "colour": "#ff8800", "select": "Pear", "city": "Oslo", "several": "Red, Blue",
    "long_text": "a long text", "size": "Large", "extras": "Bell, Basket", "note": "a note", "file": Site.photo,
}  # fmt: skip
ORDER = {
    "name": "Ada Lovelace", "street": "1 Main St", "city": "London", "postcode": "8001", "country": "United Kingdom",
    "delivery": "Express",
}  # fmt: skip


@dataclass(frozen=True)
class Scenario:
    """A task on the bundled site."""

    path: str
    task: str
    data: Mapping[str, Any] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    permissions: Permissions | None = None


PRICE = "Fill the price as {{price}} and submit"
PRICED = {"price": "50"}
SCENARIOS = {
    "price": Scenario("/price", PRICE, PRICED),
    "frame": Scenario("/frame", PRICE, PRICED),
    "frame of another origin": Scenario("/frame?host=other", PRICE, PRICED, {}, Permissions(sites=["localhost"])),
    "shadow root": Scenario("/shadow", PRICE, PRICED),
    "late": Scenario("/late", PRICE, PRICED),
    "overlay": Scenario("/overlay", PRICE, PRICED),
    "wizard": Scenario("/wizard", "Place an order", ORDER),
    "kitchen": Scenario("/kitchen", "Fill in the form and press Send", KITCHEN, {"password": "pw-pw-pw"}),
    "listing": Scenario(
        "/sell", "Log in and create the listing", {"email": Site.EMAIL, **LISTING}, {"password": Site.PASSWORD}
    ),
    "app": Scenario("/spa/new", "Create the listing", {key: LISTING[key] for key in LISTING if key != "photo"}),
}

SYNC = f"""
import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {{**browser_type_launch_args, **{launch_options()!r}}}
"""
ASYNC = f"""
import pytest_asyncio
from playwright.async_api import async_playwright


@pytest_asyncio.fixture(loop_scope="session")
async def page():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**{launch_options()!r})
        yield await browser.new_page()
        await browser.close()
"""
SCRIPT = f"""
import runpy, sys
from playwright.sync_api import BrowserType

launch = BrowserType.launch
BrowserType.launch = lambda self: launch(self, **{launch_options()!r})
runpy.run_path(sys.argv[1], run_name="__main__")
"""
TYPESCRIPT = """
import { defineConfig } from "@playwright/test";

export default defineConfig({ reporter: "line", use: { launchOptions: %s } });
"""
NODE_MODULES = Path(__file__).parents[1] / "node_modules"
UNUSED = (
    "actwright", "allure_pytest", "anyio", "cacheprovider", "html", "hypothesispytest", "inline_snapshot", "metadata",
    "pytest_cov", "rerunfailures", "xdist",
)  # fmt: skip


async def recorded(scenario: Scenario, site: Site) -> Recording:
    """Plays the scenario once, and returns the recording."""
    agent = Agent(policy="rules", out=None, page_options=PageOptions(screenshot="never"))
    given = {"data": scenario.data, "secrets": scenario.secrets}
    result = await agent.run(scenario.task, url=site.url + scenario.path, permissions=scenario.permissions, **given)
    assert result.complete, f"{result.status}: {result.message}"
    return record(result)


def run(code: str, to: str, folder: Path, secrets: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs the program in its own process, as a user does."""
    file = folder / ("exported.spec.ts" if to == "ts" else "test_exported.py")
    file.write_text(code, "utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environment |= {name.upper(): value for name, value in secrets.items()}
    if to == "ts":
        command = playwright_test(folder)
    elif to == "script":
        command = [sys.executable, "-c", SCRIPT, file.name]
    else:
        (folder / "conftest.py").write_text(SYNC if to == "pytest" else ASYNC)
        (folder / "pytest.ini").write_text("[pytest]\n")
        off = [*UNUSED, "playwright" if to == "pytest-async" else "asyncio"]
        command = [sys.executable, "-m", "pytest", "-q", *(f"-pno:{name}" for name in off), file.name]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False
    )


def playwright_test(folder: Path) -> list[str]:
    """Returns the command of Playwright's own runner for the tests of a folder, in the installed Chromium."""
    options = launch_options()
    options["executablePath"] = options.pop("executable_path")
    (folder / "playwright.config.ts").write_text(TYPESCRIPT % json.dumps(options))
    (folder / "node_modules").symlink_to(NODE_MODULES)
    return ["node", str(NODE_MODULES / "@playwright" / "test" / "cli.js"), "test"]


def received(site: Site) -> list[tuple[str, Any, list[str]]]:
    """Returns the paths, fields and file names that the site received, without the numbers of listings."""
    unnumbered = str.maketrans(dict.fromkeys("0123456789", "#"))
    return [(post.path.translate(unnumbered), post.fields, [file.name for file in post.files]) for post in site.posts]
