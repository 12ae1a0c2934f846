"""Exports a recording as a program of its own: a pytest-playwright test or a script that does not use this library."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from actwright.engine.agent import Agent
from actwright.engine.limits import Limits
from actwright.engine.matching.recording_files import write_whole
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.errors import ConfigError
from actwright.recording.export.literals import variables
from actwright.recording.export.live_pass import Follower
from actwright.recording.export.program import Form, Program
from actwright.schemas.permissions import Permissions
from actwright.schemas.recording import Recording
from actwright.schemas.task import Secret

__all__ = ["Form", "Program", "translated", "write_program"]

SECONDS = 600.0
FOLLOWED = "Follow the recording"
"""The task of the replay. It names no sites and no files: the recording's own task is the text of whoever wrote it."""


async def translated(
    recording: Recording,
    *,
    url: str,
    page: Page | None = None,
    data: Mapping[str, Any] | None = None,
    private: Mapping[str, Any] | None = None,
    secrets: Mapping[str, str | Secret] | None = None,
    browser: BrowserOptions | None = None,
    permissions: Permissions | None = None,
) -> Program:
    """Translates a recording into a program; its method `code` returns the source.

    The recording is replayed once in a browser on the live page, so its effects are real. For each action, the locator
    is checked to find exactly one element, the one that the replay acts on; each assertion is checked to hold.

    Args:
        recording: The recording.
        url: The page to start on. Its site and the sites that `data` names are home; what the recording itself names
            permits nothing.
        page: Your own Playwright page for the replay; it stays open. Without one, a browser is started and closed.
        data: Values, which become parameters of the test. A file is a `Path`.
        private, secrets: Values that are typed but not written to the file; the program takes them from the
            environment.
        browser: How to get a browser.
        permissions: What the replay may do.

    Raises:
        ConfigError: A value is missing, the page does not fit the recording, an element has no unique locator, or an
            action has no counterpart in Playwright. Nothing is written then.
        BrowserError: There is no browser, or it is gone.
    """
    given = {**(data or {}), **(private or {}), **(secrets or {})}
    names = variables(name for name in recording.inputs if name in given)
    shown = {name: str(value) for name, value in (data or {}).items()}
    follower = Follower(recording, names, shown)
    agent = Agent(
        policy=follower,
        tools=follower.tools,
        limits=Limits(steps=len(recording.actions) * 2 + 10, seconds=SECONDS),
        browser=browser,
        permissions=permissions,
        evidence="off",
        out=None,
    )
    result = await agent.run(
        FOLLOWED, url=url, page=page, data=data or {}, private=private or {}, secrets=secrets or {}
    )
    if not result.complete or len(follower.entries) < len(recording.actions):
        raise ConfigError(f"the recording does not fit the page at {url}: {follower.stopped or result.message}")
    written = {name: shown[name] for name in names if name in shown}
    return Program(recording.task, url, follower.entries, names, written)


def write_program(code: str, path: str | Path) -> None:
    """Writes the file, whole or not at all. Raises ConfigError if it cannot be written."""
    write_whole(path, code)
