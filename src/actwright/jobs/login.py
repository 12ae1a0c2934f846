"""Logs in once for all rows of a job, as a separate task. Every row starts with its cookies."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from actwright.engine.agent import Agent, Choice
from actwright.engine.limits import Limits
from actwright.engine.page.browser.reusable_browser import Browser
from actwright.errors import ConfigError
from actwright.jobs.job_options import JobOptions, Login
from actwright.schemas.result import Result
from actwright.schemas.task import Secret, references_in

SESSION = "session.json"
"""The file in a job's folder that holds the cookies; only its owner can read it."""
MODEL = "single_call"
T = TypeVar("T")


def for_login(options: JobOptions, given: Mapping[str, T]) -> dict[str, T]:
    """The values that the task of the login names."""
    named = set(references_in(options.login.task)) if options.login else set[str]()
    return {name: each for name, each in given.items() if name in named}


def for_rows(options: JobOptions, given: Mapping[str, T]) -> dict[str, T]:
    """The values for the rows: all except those that only the task of the login names."""
    login, rows = for_login(options, given), references_in(options.task)
    return {name: each for name, each in given.items() if name not in login or name in rows}


async def begin_session(
    options: JobOptions, folder: Path, shared: Browser, *, model: Choice | None, secrets: Mapping[str, Secret]
) -> None:
    """Makes every context of the browser start logged in: with the session in the job's folder, or after a new login.

    Raises:
        ConfigError: The login failed; the message gives the reason. No row was begun.
    """
    if options.login is not None:
        if not (folder / SESSION).exists():
            keep_session(folder, await log_in(options, folder, shared, model=model, secrets=secrets))
        shared.begin_with(folder / SESSION)


async def log_in(
    options: JobOptions, folder: Path, shared: Browser, *, model: Choice | None, secrets: Mapping[str, Secret]
) -> str:
    """Logs in and returns the session: Playwright's storage state as JSON; empty if the job has no login.

    Raises:
        ConfigError: The login failed; the message gives the reason.
    """
    if options.login is None:
        return ""
    result, session = await _played(options.login, options, folder, shared, model=model, secrets=secrets)
    if not result.complete:
        report = f" (report: {result.run_dir / 'report.html'})" if result.run_dir else ""
        raise ConfigError(f"the login failed, so no row was begun: {result.error or result.message}{report}")
    return session


def keep_session(folder: Path, session: str) -> Path:
    """Writes the session to the job's folder, readable only by its owner. Returns the file."""
    file = folder / SESSION
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        opened.write(session)
    return file


def end_session(folder: Path) -> None:
    """Deletes the session after a row was blocked, so that the job logs in again when it resumes."""
    with suppress(FileNotFoundError):
        (folder / SESSION).unlink()


async def _played(
    login: Login,
    options: JobOptions,
    folder: Path,
    shared: Browser,
    *,
    model: Choice | None,
    secrets: Mapping[str, Secret],
) -> tuple[Result, str]:
    """Performs the login. Returns its result, and the session if it succeeded."""
    session = ""
    async with shared.context() as context:
        page = await context.new_page()
        for policy in ("rules", MODEL):
            agent = Agent(
                model if policy == MODEL else None,
                policy=policy,
                limits=Limits(steps=options.steps, seconds=options.seconds, usd=options.max_cost),
                base_url=options.base_url if policy == MODEL and isinstance(model, str) else None,
                out=folder / "runs",
            )
            values, keys = for_login(options, options.values), for_login(options, secrets)
            result = await agent.run(login.task, page=page, url=login.url, data=values, secrets=keys)
            if result.complete:
                session = json.dumps(await context.storage_state())
            if result.complete or result.may_have_acted or model is None:
                break
    return result, session
