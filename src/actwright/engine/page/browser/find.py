"""Finds the browser to start: the requested one, Playwright's own, or one installed on this machine."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.errors import ConfigError

HEADLESS_SHELLS = ("/usr/lib/chromium/chromium-headless-shell",)
"""Where Debian installs it. On the PATH, Debian puts a script that stays between the browser and whoever started it."""
HEADLESS_ON_PATH = ("chrome-headless-shell", "headless_shell")
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
KNOWN_PLACES = (
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
NO_BROWSER = (
    "no browser was found. Install one with `actwright doctor --fix`, `playwright install --with-deps chromium` or "
    "`apt-get install chromium`, or set ACTWRIGHT_BROWSER to the path of a Chromium or Chrome."
)


@dataclass(frozen=True, slots=True)
class Found:
    """A browser to start.

    Attributes:
        executable: Its path; None leaves the choice to Playwright, by channel.
        channel: Playwright's channel; None is its default.
        how: Where it was found, in words.
    """

    executable: Path | None
    channel: str | None
    how: str


def find_browser(options: BrowserOptions, *, configured: Path | None, bundled: Path) -> Found:
    """The first of: the options, the configured path, Playwright's own, an installed Chromium, Chrome or Edge.

    Without a window, Chromium's headless shell is preferred to the full browser, because it starts in a third of the
    time.

    Args:
        options: Which browser the caller asks for.
        configured: The path from the settings.
        bundled: Where Playwright would have installed its Chromium (`playwright.chromium.executable_path`).

    Raises:
        ConfigError: The requested browser does not exist, or none is found.
    """
    for path, how in ((options.executable, "the option `executable`"), (configured, "ACTWRIGHT_BROWSER")):
        if path is not None and not path.is_file():
            raise ConfigError(f"{how} is {path}, which is not a file; give the path of the browser, or unset it")
        if path is not None:
            return Found(path, None, how)
    if options.channel:
        return Found(None, options.channel, f"Playwright's channel {options.channel!r}")
    if _headless_shell(bundled) and options.headless is not False:
        return Found(None, None, "Playwright's own headless shell")
    if bundled.is_file():
        return Found(None, "chromium", "Playwright's own Chromium")
    return _installed(headless=options.headless is not False)


def _installed(*, headless: bool) -> Found:
    if headless:
        for path in (*HEADLESS_SHELLS, *filter(None, map(shutil.which, HEADLESS_ON_PATH))):
            if Path(path).is_file():
                return Found(Path(path), None, "an installed headless shell")
    for name in ON_PATH:
        if path := shutil.which(name):
            return Found(Path(path), None, f"`{name}` on the PATH")
    for place in map(Path, KNOWN_PLACES):
        if place.is_file():
            return Found(place, None, "installed there")
    raise ConfigError(NO_BROWSER)


def _headless_shell(bundled: Path) -> bool:
    """Whether the headless shell that Playwright starts by default is completely installed beside its Chromium.

    Playwright keeps them as `chromium-N/…` and `chromium_headless_shell-N/…`, each with a marker file when complete.
    """
    for folder in bundled.parents:
        name, _, revision = folder.name.partition("-")
        if name == "chromium" and revision.isdigit():
            return (folder.parent / f"chromium_headless_shell-{revision}" / "INSTALLATION_COMPLETE").is_file()
    return False
