"""The suite `forms`: an application for a market stall over 1 to 12 pages, each filled in and sent in one acting step.

The site is bundled and runs on loopback, one for each case. Values are typed or clicked, which the syntax of every
agent can express; `forms_rich` also has selects and dates. A case is passed if the site received the application
exactly once, with exactly the required answers, and no other form.

The last line of each task says how the page confirms it, so a model can nearly always claim completion together with
its last actions: the best case of `single_call`. `forms_untold` is the same without that line.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright.compare.case import Case, Score, Stage  # noqa: E402 - the repository's root comes first
from actwright.schemas.page import Image  # noqa: E402
from actwright.schemas.result import Result  # noqa: E402
from benchmarks.suites.forms_site.application import Application, application  # noqa: E402
from benchmarks.suites.forms_site.oracle import oracle  # noqa: E402
from benchmarks.suites.forms_site.site import MarketSite  # noqa: E402

__all__ = ["FILES", "cases", "cases_of", "problem"]

FILES = ("reading.py", "forms_site")

SIZES = range(1, 13)


def cases(seed: int) -> Sequence[Case]:
    """Returns the applications of a seed."""
    return cases_of(seed)


def cases_of(
    seed: int, sizes: Iterable[int] = SIZES, *, rich: bool = False, foretelling: bool = True
) -> Sequence[Case]:
    """Returns applications of other sizes, 1 to 20 pages.

    `rich` adds selects and dates. A task that is not `foretelling` does not say how the page confirms the application.
    """
    return [_case(application(seed, pages, rich=rich), foretelling=foretelling) for pages in sizes]


def _case(wanted: Application, *, foretelling: bool) -> Case:
    @asynccontextmanager
    async def stage(browser: Browser) -> AsyncGenerator[Stage]:
        async with MarketSite(wanted) as site:
            context = await browser.new_context(viewport={"width": 1280, "height": 800})
            try:
                page = await context.new_page()
                await page.goto(site.url)
                yield _Applying(page, site, wanted)
            finally:
                await context.close()

    size = len(wanted.sheets)
    return Case(
        id=f"apply-{size}",
        task=wanted.foretelling_task if foretelling else wanted.task,
        data=wanted.data,
        stage=stage,
        size=size,
        solver=oracle(wanted.foretelling_task),
    )


@dataclass(frozen=True, slots=True)
class _Applying:
    page: Page
    site: MarketSite
    wanted: Application
    images: tuple[Image, ...] = ()

    async def score(self, result: Result, page: Page) -> Score:  # noqa: ARG002 - only what the site received counts
        """Returns whether the site received the required answers."""
        reason = problem(self.site, self.wanted.wanted)
        return Score(passed=not reason, reason=reason)


def problem(site: MarketSite, wanted: dict[str, tuple[str, ...]]) -> str:
    """Returns what is wrong with what the site received; empty if nothing is."""
    if site.strayed:
        return f"another form was sent: {', '.join(site.strayed)}"
    if len(site.received) != 1:
        return f"the application was sent {len(site.received)} times" if site.received else "nothing was sent"
    sent = site.received[0]
    differing = [name for name in {**wanted, **sent} if sent.get(name) != wanted.get(name)]
    differences = (f"{name} is {_said(sent.get(name))} instead of {_said(wanted.get(name))}" for name in differing)
    return "; ".join(differences)


def _said(values: tuple[str, ...] | None) -> str:
    return " and ".join(map(repr, values)) if values else "empty"
