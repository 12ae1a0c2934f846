"""The applications of the scenarios. Each worker has its own set, so that no play sees the effects of another."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from playwright.async_api import BrowserContext, Page

from actwright.testing import Site
from benchmarks.mutate.desk import Desk, desk
from benchmarks.mutate.steps import Scenario
from benchmarks.page.sets.django import PINS, running
from benchmarks.page.sets.libraries import build
from benchmarks.page.sets.loopback import files, loopback
from benchmarks.page.sets.packages import virtual_environment

__all__ = ["Applications", "fetched", "served"]

START_SECONDS = 300.0
"""Seconds; several servers start at once."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What was fetched and built; None for what is not wanted."""

    django: Path | None
    libraries: Path | None


@dataclass(frozen=True, slots=True)
class Applications:
    """Served applications.

    Attributes:
        site: The bundled site.
        desk: The application with releases of its own.
        urls: The URL of each application, by its name.
        data: The folder of the database of the Django admin, if that is served.
    """

    site: Site
    desk: Desk
    urls: Mapping[str, str]
    data: Path | None

    def begin(self, scenario: Scenario, kind: str, seed: int) -> None:
        """Resets everything to its state at the start, and switches the desk to a release."""
        self.site.reset()
        self.desk.begin(kind, seed, scenario.record)
        if self.data is not None:
            shutil.copyfile(self.data / "bookshop.fresh", self.data / "bookshop.sqlite3")

    async def open(self, page: Page, scenario: Scenario) -> None:
        """Opens the page on which the scenario starts, and logs in first if the scenario says so."""
        url = self.urls[scenario.application]
        if scenario.logged_in and scenario.application == "site":
            await _log_in(page.context, url)
        if scenario.application == "django":
            await page.goto(f"{url}/enter/?{urlencode({'next': scenario.start})}")
        else:
            await page.goto(url + scenario.start)


async def _log_in(context: BrowserContext, url: str) -> None:
    await context.request.post(f"{url}/login", form={"email": Site.EMAIL, "password": Site.PASSWORD}, max_redirects=0)


async def fetched(work: Path, names: frozenset[str]) -> Fetched:
    """Fetches and builds once what the applications with these names need.

    Raises:
        ConfigError: The packages cannot be fetched.
    """
    django = await virtual_environment(work / "django" / "venv", PINS, of="django") if "django" in names else None
    return Fetched(django, await build(work / "libraries") if names - {"site", "desk", "django"} else None)


@asynccontextmanager
async def served(found: Fetched, data: Path) -> AsyncGenerator[Applications]:
    """Serves the applications until the block ends; `data` is the folder of the database of the Django admin."""
    async with AsyncExitStack() as stack:
        site, orders = stack.enter_context(Site()), stack.enter_context(desk())
        urls = {"site": site.url, "desk": orders.url}
        if found.libraries is not None:
            url = stack.enter_context(loopback(files(found.libraries)))
            urls |= dict.fromkeys(("bootstrap", "mui"), url)
        if found.django is not None:
            urls["django"] = await stack.enter_async_context(running(found.django, data, seconds=START_SECONDS))
            await asyncio.to_thread(shutil.copyfile, data / "bookshop.sqlite3", data / "bookshop.fresh")
        yield Applications(site, orders, urls, data if found.django else None)
