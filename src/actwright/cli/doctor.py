"""`actwright doctor`: shows what is installed, what is missing, and how to get it."""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version

from actwright.cli.interrupts import run_to_end
from actwright.cli.progress import progress
from actwright.errors import BrowserError, ConfigError
from actwright.text import printable


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One line of the diagnosis.

    If `needed` is true, no run is possible unless `good` is true too. If `fixable` is true, downloading a browser may help.
    """

    name: str
    good: bool
    detail: str
    needed: bool = False
    fixable: bool = False


def doctor(*, fix: bool = False) -> int:
    """Check versions, the browser and the keys, and show what is missing. Exit status 0 if a run is possible.

    Args:
        fix: If no browser starts, download Chromium with Playwright, and check again.
    """
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    with progress("starting the browser"):
        browser = run_to_end(_browser())
    if fix and browser.fixable:
        _download_browser()
        with progress("starting the browser"):
            browser = run_to_end(_browser())
    findings = [*_versions(), browser, *_keys()]
    for finding in findings:
        mark, style = ("✓", "green") if finding.good else ("✗", "red") if finding.needed else ("\u2013", "yellow")
        console.print(Text.assemble((f"{mark} ", style), (f"{finding.name:<18}", "bold"), printable(finding.detail)))
    possible = all(finding.good for finding in findings if finding.needed)
    console.print()
    if possible:
        console.print("A run is possible. The policy `rules` works without a key; see `actwright demo`.")
    else:
        console.print("No run is possible yet. Fix the lines marked ✗.", style="bold red")
        if browser.fixable and not fix:
            console.print("`actwright doctor --fix` downloads a browser.")
    return 0 if possible else 1


def _versions() -> Iterator[Diagnosis]:
    yield Diagnosis("python", True, f"{platform.python_version()} on {platform.platform(terse=True)}")
    for package in ("actwright", "playwright", "anthropic", "openai"):
        yield Diagnosis(package, True, version(package))


async def _browser() -> Diagnosis:
    from actwright.engine.page.browser.launch import open_browser

    try:
        async with open_browser() as opened:
            await opened.page.goto("about:blank")
            return Diagnosis(
                "browser", True, f"Chromium {opened.version}, found as {opened.how}; it starts", needed=True
            )
    except (BrowserError, ConfigError) as error:
        return Diagnosis("browser", False, str(error), needed=True, fixable=_may_choose_browser())


def _may_choose_browser() -> bool:
    """Whether runs would use a browser that is downloaded: no setting names another one, and none is wrong."""
    from actwright.settings import settings

    try:
        return settings().browser is None
    except ConfigError:
        return False


def _download_browser() -> None:
    """Playwright shows its progress, and why it failed."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def _keys() -> Iterator[Diagnosis]:
    from actwright.settings import settings

    try:
        found = settings()
    except ConfigError as error:
        yield Diagnosis("configuration", False, str(error), needed=True)
        return
    for name, key, use in (
        ("ANTHROPIC_API_KEY", found.anthropic_api_key, "anthropic:NAME"),
        ("OPENAI_API_KEY", found.openai_api_key, "openai:NAME and openai-chat:NAME"),
    ):
        yield Diagnosis(name, key is not None, "set" if key else f"not set; models {use} need it in the environment")
