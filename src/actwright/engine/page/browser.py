"""A browser to work in: found on this machine, started or attached to, and gone when the run is over."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import time
from base64 import b64encode
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, BrowserContext, Error, Page, Playwright, async_playwright
from playwright.async_api import HttpCredentials as PlaywrightCredentials
from pydantic import Field, SecretStr, field_validator

from actwright.engine.page.processes import drivers, kill_drivers, kill_marked
from actwright.errors import BrowserError, ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.task import origin_of
from actwright.settings import settings

__all__ = ["BrowserOptions", "Found", "HttpCredentials", "Opened", "find_browser", "open_browser"]

QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)
"""Chromium talks to no one but the page, and its traffic stays where Playwright sees it."""

CLOSE_SECONDS = 3.0
LAUNCH_SECONDS = 30.0
SPAWN_TURNS = 20
"""Turns of the loop to look for a driver's process before sleeping between looks; it usually takes two or three."""
SPAWN_SECONDS = 0.02
"""Between later looks: on a busy machine a process has no command line for some time after it has begun."""

_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
KNOWN_PLACES = (
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
NO_BROWSER = (
    "no browser was found. Install one with `playwright install --with-deps chromium` or `apt-get install chromium`, "
    "or set ACTWRIGHT_BROWSER to the path of a Chromium or Chrome. `actwright doctor` shows what was looked at."
)


class HttpCredentials(Frozen):
    """A name and a password for HTTP authentication, sent to one origin alone. No model sees the password.

    Attributes:
        username: The name.
        password: At least 3 characters, so that it can be masked where a page shows it.
        origin: Scheme, host and port, as in `https://shop.example`.
    """

    username: str
    password: SecretStr = Field(min_length=3)
    origin: str

    @field_validator("origin")
    @classmethod
    def _origin_is_as_browsers_write_it(cls, origin: str) -> str:
        if not origin_of(origin):
            message = f"{origin!r} is no origin; write scheme and host, as in https://shop.example"
            raise ValueError(message)
        return origin_of(origin)

    @property
    def hidden(self) -> dict[str, str]:
        """What must not be shown anywhere, by what is shown instead."""
        password = self.password.get_secret_value()
        pair = b64encode(f"{self.username}:{password}".encode()).decode()
        return {"http_password": password, "http_credentials": pair}


class BrowserOptions(Frozen):
    """How to get a browser and what its window is like.

    Attributes:
        headless: Without a window; None is the setting (`ACTWRIGHT_HEADLESS`), true by default.
        executable: The browser to start; None finds one, see `find_browser`.
        channel: A branded browser that Playwright knows: `chrome`, `msedge`, `chrome-beta`, …
        viewport: Width and height of the page in CSS px.
        device_scale_factor: Screen pixels per CSS px.
        locale, timezone: As `de-DE` and `Europe/Berlin`; None is the machine's own.
        args: Further command-line switches of Chromium.
        storage_state: File with cookies and storage to start with, as Playwright saves them.
        ignore_https_errors: Open pages whose certificate the browser does not trust, as self-signed ones of test servers.
        http_credentials: The answer to a server that asks for a name and a password in the browser's own prompt.
        cdp_url: Attach to this running browser (`http://127.0.0.1:9222`) instead of starting one. The run gets a new
            tab beside yours, with your logins; the browser stays open.
    """

    headless: bool | None = None
    executable: Path | None = None
    channel: str | None = None
    viewport: tuple[int, int] = (1280, 800)
    device_scale_factor: float = 1.0
    locale: str | None = None
    timezone: str | None = None
    args: tuple[str, ...] = ()
    storage_state: Path | None = None
    ignore_https_errors: bool = False
    http_credentials: HttpCredentials | None = None
    cdp_url: str | None = None


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


@dataclass(frozen=True, slots=True)
class Opened:
    """A browser with a new page in a context of its own (attached: a new tab in the browser's own context)."""

    browser: Browser
    context: BrowserContext
    page: Page
    version: str
    how: str


def find_browser(options: BrowserOptions, *, configured: Path | None, bundled: Path) -> Found:
    """The first of: the options, the configured path, Playwright's own, an installed Chromium, Chrome or Edge.

    Args:
        options: What the caller asks for.
        configured: The path from the settings.
        bundled: Where Playwright would have installed its Chromium (`playwright.chromium.executable_path`).

    Raises:
        ConfigError: The browser asked for is not there, or none is.
    """
    for path, how in ((options.executable, "the option `executable`"), (configured, "ACTWRIGHT_BROWSER")):
        if path is not None and not path.is_file():
            raise ConfigError(f"{how} names {path}, which is not a file; name the browser's program, or unset it")
        if path is not None:
            return Found(path, None, how)
    if options.channel:
        return Found(None, options.channel, f"Playwright's channel {options.channel!r}")
    if _headless_shell(bundled) and options.headless is not False:
        return Found(None, None, "Playwright's own headless shell")
    if bundled.is_file():
        return Found(None, "chromium", "Playwright's own Chromium")
    return _installed()


def _installed() -> Found:
    for name in ON_PATH:
        if path := shutil.which(name):
            return Found(Path(path), None, f"`{name}` on the PATH")
    for place in map(Path, KNOWN_PLACES):
        if place.is_file():
            return Found(place, None, "installed there")
    raise ConfigError(NO_BROWSER)


def _headless_shell(bundled: Path) -> bool:
    """Whether the headless shell that Playwright starts by default lies beside its Chromium, completely unpacked.

    Playwright keeps them as `chromium-N/…` and `chromium_headless_shell-N/…`, each with a mark when it is complete.
    """
    for folder in bundled.parents:
        name, _, revision = folder.name.partition("-")
        if name == "chromium" and revision.isdigit():
            return (folder.parent / f"chromium_headless_shell-{revision}" / "INSTALLATION_COMPLETE").is_file()
    return False


@asynccontextmanager
async def open_browser(options: BrowserOptions = BrowserOptions()) -> AsyncGenerator[Opened]:  # noqa: B008 - frozen
    """A browser for as long as the block lasts; on leaving it, however that happens, its processes are gone.

    Closing takes a few seconds at most: a browser that does not answer is killed. A browser that was attached to
    stays, without the tab that was opened here.

    Raises:
        ConfigError: There is no such browser or file; options that exclude each other.
        BrowserError: It does not start, or does not let itself be attached to.
    """
    _check(options)
    mark = f"--actwright-session={uuid4().hex}"
    try:
        async with _driver() as playwright:
            try:
                opened = await _opened(playwright, options, mark)
                try:
                    yield opened
                finally:
                    await _bounded(opened.page.close() if options.cdp_url else opened.browser.close())
            finally:
                kill_marked(mark)
    finally:
        kill_marked(mark)  # a launch that was cancelled half-way


async def _opened(playwright: Playwright, options: BrowserOptions, mark: str) -> Opened:
    """The browser; Playwright's own time limits are kept by its driver, and do not hold if that hangs."""
    try:
        async with asyncio.timeout(LAUNCH_SECONDS + CLOSE_SECONDS):
            return await (_attached(playwright, options) if options.cdp_url else _started(playwright, options, mark))
    except TimeoutError as error:
        raise BrowserError(f"the browser is not there within {LAUNCH_SECONDS:g} s. Nothing was done") from error


def _check(options: BrowserOptions) -> None:
    if options.storage_state and not options.storage_state.is_file():
        raise ConfigError(f"storage state {options.storage_state}: no such file")
    if not options.cdp_url:
        return
    excluded = (
        *("executable", "channel", "locale", "timezone", "args"),
        *("storage_state", "ignore_https_errors", "http_credentials"),
    )
    given = [name for name in excluded if getattr(options, name)]
    if given:
        raise ConfigError(f"{', '.join(given)}: has no effect on a browser that is attached to with cdp_url; leave out")


async def _started(playwright: Playwright, options: BrowserOptions, mark: str) -> Opened:
    configured = settings()
    headless = configured.headless if options.headless is None else options.headless
    options = options.model_copy(update={"headless": headless})
    bundled = Path(playwright.chromium.executable_path)
    found = find_browser(options, configured=configured.browser, bundled=bundled)
    try:
        browser = await playwright.chromium.launch(
            executable_path=found.executable,
            channel=found.channel,
            headless=headless,
            args=[*QUIET, *options.args, mark],
            chromium_sandbox=os.geteuid() != 0,  # as root Chromium does not start with it
            timeout=LAUNCH_SECONDS * 1000,
        )
        context = await browser.new_context(
            viewport={"width": options.viewport[0], "height": options.viewport[1]},
            device_scale_factor=options.device_scale_factor,
            locale=options.locale,
            timezone_id=options.timezone,
            storage_state=options.storage_state,
            ignore_https_errors=options.ignore_https_errors,
            http_credentials=_sent_to_origin(options.http_credentials),
            accept_downloads=True,
        )
        page = await context.new_page()
    except Error as error:
        what = found.executable or found.channel or "chromium"
        raise BrowserError(f"the browser {what} ({found.how}) could not be used: {_reason(error)}") from error
    return Opened(browser, context, page, browser.version, found.how)


def _sent_to_origin(credentials: HttpCredentials | None) -> PlaywrightCredentials | None:
    if credentials is None:
        return None
    password = credentials.password.get_secret_value()
    return PlaywrightCredentials(username=credentials.username, password=password, origin=credentials.origin)


async def _attached(playwright: Playwright, options: BrowserOptions) -> Opened:
    url = options.cdp_url or ""
    try:
        browser = await playwright.chromium.connect_over_cdp(url, timeout=LAUNCH_SECONDS * 1000)
        context = browser.contexts[0] if browser.contexts else await browser.new_context(accept_downloads=True)
        page = await context.new_page()
        await page.set_viewport_size({"width": options.viewport[0], "height": options.viewport[1]})
    except Error as error:
        raise BrowserError(
            f"cannot attach to the browser at {url}: {_reason(error)}. Start it with --remote-debugging-port "
            "and name that address, as http://127.0.0.1:9222"
        ) from error
    return Opened(browser, context, page, browser.version, f"attached to {url}")


def _reason(error: Error) -> str:
    """The first line of Playwright's message that says something, without the frame it draws around hints."""
    lines = (line.strip("╔╗╚╝═║ \t") for line in error.message.splitlines())
    return next((line for line in lines if line), "no reason given").rstrip(".")


@asynccontextmanager
async def _driver() -> AsyncGenerator[Playwright]:
    """Playwright, on a driver of its own, whose process is gone on leaving, however that happens.

    Raises:
        BrowserError: The driver ended while it started, or does not answer.
    """
    starting, spawned = await _spawned()
    try:
        yield await _ready(starting)
    finally:
        if starting.cancel() or starting.cancelled():
            await asyncio.wait({starting}, timeout=CLOSE_SECONDS)
        elif starting.exception() is None:
            await _bounded(starting.result().stop())
        kill_drivers(spawned)


async def _spawned() -> tuple[asyncio.Future[Playwright], set[int]]:
    """A driver that has begun to start, and its process ID: Playwright has no word for it.

    One starts at a time on a loop, so that the new process is known to be its own. No ID if no process was seen.
    """
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        before, give_up = drivers(), time.monotonic() + LAUNCH_SECONDS
        spawned: set[int] = set()
        starting = asyncio.ensure_future(async_playwright().start())
        try:
            for turn in itertools.count():
                if (spawned := drivers() - before) or starting.done() or time.monotonic() > give_up:
                    break
                await asyncio.sleep(0 if turn < SPAWN_TURNS else SPAWN_SECONDS)
        except asyncio.CancelledError:
            starting.cancel()
            kill_drivers(drivers() - before)
            raise
        return starting, spawned


async def _ready(starting: asyncio.Future[Playwright]) -> Playwright:
    try:
        await asyncio.wait({starting}, timeout=LAUNCH_SECONDS)
    except asyncio.CancelledError:
        await asyncio.wait({starting}, timeout=CLOSE_SECONDS)
        raise
    if not starting.done():
        raise BrowserError(f"Playwright's driver does not answer within {LAUNCH_SECONDS:g} s. Nothing was done")
    error = starting.exception()
    if error is not None:  # a bare Exception when the driver dies
        raise BrowserError(f"Playwright's driver did not start: {error}. Nothing was done") from error
    return starting.result()


async def _bounded(closing: Awaitable[object]) -> None:
    """Waits for a closing, at most `CLOSE_SECONDS`; what is closed already, or does not answer, is left to the kill."""
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await closing
    except (Error, TimeoutError):
        return
