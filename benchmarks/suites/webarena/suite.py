"""The suite `webarena`: new tasks in WebArena's and VisualWebArena's form, on a bundled boat shop, forum and team.

They cover every branch of every evaluator. The site runs on loopback, one for each case. The suite does not judge what
a task leaves to the judgement of a model; `actwright compare FOLDER --judge WIRE:NAME` plays the configs with a judge.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from playwright.async_api import Browser

ROOT = Path(__file__).resolve().parents[3]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright.compare.case import Case, Stage  # noqa: E402 - the repository's root comes first
from actwright.compare.configs import config_case  # noqa: E402
from actwright.webarena.load import load_tasks  # noqa: E402
from benchmarks.suites.webarena.harbour import Harbour  # noqa: E402

__all__ = ["FILES", "cases"]

FILES = ("harbour.py", "pages", "addresses.json", "answers.json", "contents.json", "pictures.json", "plain.json")

HERE = Path(__file__).parent


def cases(seed: int) -> Sequence[Case]:  # noqa: ARG001 - the same for every seed
    """Returns the tasks, each with its own unused site."""
    with Harbour() as harbour:
        return [_alone(config_case(task)) for task in load_tasks(HERE, sites=harbour.sites)]


def _alone(named: Case) -> Case:
    @asynccontextmanager
    async def stage(browser: Browser) -> AsyncGenerator[Stage]:
        with Harbour() as harbour:
            task = next(each for each in load_tasks(HERE, sites=harbour.sites) if each.id == named.id)
            async with config_case(task).stage(browser) as staged:
                yield staged

    return replace(named, stage=stage)
