"""A browser to work in: found on this machine, started or attached to, and gone when the run is over."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import tempfile
import time
from base64 import b64encode
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from uuid import uuid4
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, BrowserContext, Error, Page, Playwright, ProxySettings, async_playwright
from playwright.async_api import HttpCredentials as PlaywrightCredentials
from pydantic import Field, SecretStr, field_validator

from actwright.engine.page.browser.processes import drivers, is_running, kill_drivers, kill_marked, temporary_folders
from actwright.engine.page.browser.routing import Gate, routed
from actwright.errors import BrowserError, ConfigError
from actwright.schemas.options import Options
from actwright.schemas.task import origin_of
from actwright.settings import settings
from actwright.web.guard import Guard
from actwright.web.proxy import Proxy, guarded_proxy
from actwright.web.upstream import Upstream

__all__ = ["BrowserOptions", "Found", "HttpCredentials", "Opened", "find_browser", "new_context", "open_browser"]

QUIET = ("--disable-quic",)
"""Traffic stays where Playwright sees it. That Chromium talks to no one but the page is among Playwright's own switches."""
OFF = ("AutofillServerCommunication",)
"""Features that send what forms look like to the browser's maker."""
HELD = (
    # WebRTC sends UDP past every proxy otherwise. The switch is `--force-webrtc-ip-handling-policy` in older descriptions,
    # which Chromium 156 does not know and does not complain of.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Names of ICE and TURN servers are looked up past the proxy otherwise, and a name can carry data.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)
"""With hosts listed nothing is sent and nothing is looked up past the proxy on 127.0.0.1 (tried with Chromium 156)."""
NOT_WHEN_HELD = (
    *("--proxy-server", "--proxy-bypass-list", "--proxy-pac-url", "--proxy-auto-detect", "--no-proxy-server"),
    *(
        "--host-resolver-rules",
        "--host-rules",
        "--webrtc-ip-handling-policy",
        "--enable-quic",
        "--origin-to-force-quic-on",
    ),
    *("--remote-debugging-port", "--remote-debugging-address"),
)
"""Switches that would lead around the proxy, or let another program do so."""

FEATURES = {
    "--disable-features": (
        *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
        *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
        *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin"),
        *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
        *("msForceBrowserSignIn", "msEdgeUpdateLaunchServicesPreferredVersion"),
    ),
    "--enable-features": ("CDPScreenshotNewSurface", "SkipListAccountsWithoutGaiaCookies"),
}
"""What Playwright 1.65 turns off and on. Chromium takes the last such switch alone, so one of the caller's has to repeat it."""

CLOSE_SECONDS = 3.0
LAUNCH_SECONDS = 30.0
SPAWN_TURNS = 20
"""Turns of the loop to look for a driver's process before sleeping between looks; it usually takes two or three."""
SPAWN_SECONDS = 0.02
"""Between later looks: on a busy machine a process has no command line for some time after it has begun."""

REMOVE_TRIES = 20
REMOVE_SECONDS = 0.05
"""Between two tries to remove a killed browser's folders: its processes take a moment to end, and write until then."""

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


class HttpCredentials(Options):
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


class BrowserOptions(Options):
    """How to get a browser and what its window is like.

    Attributes:
        headless: Without a window; None is the setting (`ACTWRIGHT_HEADLESS`), true by default.
        executable: The browser to start; None finds one, see `find_browser`.
        channel: A branded browser that Playwright knows: `chrome`, `msedge`, `chrome-beta`, …
        viewport: Width and height of the page in CSS px.
        device_scale_factor: Screen pixels per CSS px.
        locale, timezone: As `de-DE` and `Europe/Berlin`; None is the machine's own.
        args: Further command-line switches of Chromium. Features are turned on and off beside those that Playwright does.
        proxy: The proxy to connect through, as `http://user:password@proxy.example:3128` (http, https or socks5). In a
            run whose hosts are listed, the browser does not see its name and password.
        storage_state: File with cookies and storage to start with, as Playwright saves them.
        ignore_https_errors: Open pages whose certificate the browser does not trust, as self-signed ones of test servers.
        http_credentials: The answer to a server that asks for a name and a password in the browser's own prompt.
        cdp_url: Attach to this running browser (`http://127.0.0.1:9222`) instead of starting one. The run gets a new
            tab beside yours, with your logins; the browser stays open.

    Raises:
        ConfigError: An option that does not exist, or a value that is not allowed.
    """

    headless: bool | None = None
    executable: Path | None = None
    channel: str | None = None
    viewport: tuple[int, int] = (1280, 800)
    device_scale_factor: float = 1.0
    locale: str | None = None
    timezone: str | None = None
    args: tuple[str, ...] = ()
    proxy: SecretStr | None = None
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
    """A browser with a new page in a context of its own (attached: a new tab in the browser's own context).

    Attributes:
        gate: Keeps the page to the permitted hosts, and knows what it refused; None if every host may be reached.
        died: Says which of the browser and its driver ended by itself; empty while both run.
    """

    browser: Browser
    context: BrowserContext
    page: Page
    version: str
    how: str
    gate: Gate | None = None
    died: Callable[[], str] = str


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
async def open_browser(
    options: BrowserOptions = BrowserOptions(),  # noqa: B008 - frozen
    *,
    guard: Guard | None = None,
    close_seconds: Callable[[], float] = lambda: CLOSE_SECONDS,
) -> AsyncGenerator[Opened]:
    """A browser for as long as the block lasts; on leaving it, however that happens, its processes are gone.

    Closing takes a few seconds at most: a browser that does not answer is killed. A browser that was attached to
    stays, without the tab that was opened here.

    Args:
        options: Which browser, and what it is like.
        guard: Decides which hosts it may reach: a browser that is started here reaches the network through a proxy of
            ours alone. One that is attached to is only routed; see `routed` for what that leaves open.
        close_seconds: How long it may take to close by itself, asked when it is to.

    Raises:
        ConfigError: There is no such browser or file; options that exclude each other.
        BrowserError: It does not start, or does not let itself be attached to.
    """
    _check(options, held=guard is not None)
    session, process = uuid4().hex, os.getpid()
    mark, artifacts = f"--actwright-session={session}", Path(tempfile.gettempdir()) / f"actwright-artifacts-{session}"
    folders = {artifacts}
    try:
        async with _driver(close_seconds) as (playwright, spawned), _proxies(options, guard) as proxies:

            def died() -> str:
                if spawned and not drivers() & spawned:
                    return "the browser's driver died"
                if options.cdp_url:
                    return (
                        "" if opened.browser.is_connected() else "the browser that was attached to died or was closed"
                    )
                return "" if is_running(mark) else "the browser died"

            try:
                opened = replace(await _opened(playwright, options, mark, proxies, artifacts), died=died)
                folders |= temporary_folders(mark)
                try:
                    if guard is not None and options.cdp_url:
                        async with routed(opened.page, guard) as gate:
                            yield replace(opened, gate=gate)
                    else:
                        yield opened
                finally:
                    closing = opened.page.close() if options.cdp_url else opened.browser.close()
                    await _bounded(closing, close_seconds())
            finally:
                folders |= _kill(mark, process)
    finally:
        folders |= _kill(mark, process)  # a launch that was cancelled half-way
        if os.getpid() == process:
            await _removed(folders)


def _kill(mark: str, process: int) -> set[Path]:
    """Kills the browser that carries the mark, unless this process was forked from that which started it.

    Returns:
        The folders that it leaves.
    """
    if os.getpid() != process:
        return set()
    folders = temporary_folders(mark)
    kill_marked(mark)
    return folders


async def _removed(folders: Collection[Path]) -> None:
    """Removes what a browser or a driver that was killed has left; the others removed it themselves."""
    for _ in range(REMOVE_TRIES):
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        if not any(folder.exists() for folder in folders):
            return
        await asyncio.sleep(REMOVE_SECONDS)


@dataclass(frozen=True, slots=True)
class _Proxies:
    """What a browser connects through.

    Attributes:
        pages: For all that pages do.
        own: For what the browser does by itself, such as asking for updates: it permits nothing.
    """

    pages: Proxy
    own: Proxy


@asynccontextmanager
async def _proxies(options: BrowserOptions, guard: Guard | None) -> AsyncGenerator[_Proxies | None]:
    if guard is None or options.cdp_url:
        yield None
        return
    if options.proxy is not None and guard.upstream is None:
        guard = replace(guard, upstream=Upstream.of(options.proxy.get_secret_value()))
    async with guarded_proxy(guard, most_bytes=None) as pages, guarded_proxy(Guard(hosts=()), most_bytes=None) as own:
        yield _Proxies(pages, own)


async def _opened(
    playwright: Playwright, options: BrowserOptions, mark: str, proxies: _Proxies | None, artifacts: Path
) -> Opened:
    """The browser; Playwright's own time limits are kept by its driver, and do not hold if that hangs."""
    try:
        async with asyncio.timeout(LAUNCH_SECONDS + CLOSE_SECONDS):
            if options.cdp_url:
                return await _attached(playwright, options)
            return await _started(playwright, options, mark, proxies, artifacts)
    except TimeoutError as error:
        raise BrowserError(f"the browser is not there within {LAUNCH_SECONDS:g} s. Nothing was done") from error


def _check(options: BrowserOptions, *, held: bool) -> None:
    if options.storage_state and not options.storage_state.is_file():
        raise ConfigError(f"storage state {options.storage_state}: no such file")
    if held and (around := [arg for arg in options.args if arg.partition("=")[0] in NOT_WHEN_HELD]):
        raise ConfigError(
            f"args: {', '.join(arg.partition('=')[0] for arg in around)} would lead around the proxy that keeps the browser to the "
            "listed hosts; leave out, and name a proxy of your own with the option `proxy`"
        )
    if options.proxy is not None:
        upstream = Upstream.of(options.proxy.get_secret_value())
        if upstream.scheme == "socks5" and upstream.authorization and not held:
            raise ConfigError(
                "proxy: Chromium logs in to no SOCKS5 proxy by itself; list the hosts of the run, and the library does it"
            )
    if not options.cdp_url:
        return
    excluded = (
        *("executable", "channel", "locale", "timezone", "args", "proxy"),
        *("storage_state", "ignore_https_errors", "http_credentials"),
    )
    given = [name for name in excluded if getattr(options, name)]
    if given:
        raise ConfigError(f"{', '.join(given)}: has no effect on a browser that is attached to with cdp_url; leave out")


async def _started(
    playwright: Playwright, options: BrowserOptions, mark: str, proxies: _Proxies | None, artifacts: Path
) -> Opened:
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
            args=[
                *QUIET,
                *(HELD if proxies else ()),
                *_with_playwrights([f"--disable-features={','.join(OFF)}", *options.args]),
                mark,
            ],
            proxy=_through(proxies.own) if proxies else _upstream(options.proxy),
            chromium_sandbox=os.geteuid() != 0,  # as root Chromium does not start with it
            artifacts_dir=artifacts,  # made with the first download; what is in one of Playwright's own is not known
            timeout=LAUNCH_SECONDS * 1000,
        )
        context = await new_context(browser, options, proxy=_through(proxies.pages) if proxies else None)
        page = await context.new_page()
    except Error as error:
        what = found.executable or found.channel or "chromium"
        raise BrowserError(f"the browser {what} ({found.how}) could not be used: {_reason(error)}") from error
    return Opened(browser, context, page, browser.version, found.how, gate=proxies.pages if proxies else None)


async def new_context(
    browser: Browser,
    options: BrowserOptions,
    *,
    proxy: ProxySettings | None = None,
    service_workers: Literal["allow", "block"] = "allow",
) -> BrowserContext:
    """A context of its own in a browser, as the options want it."""
    return await browser.new_context(
        viewport={"width": options.viewport[0], "height": options.viewport[1]},
        device_scale_factor=options.device_scale_factor,
        locale=options.locale,
        timezone_id=options.timezone,
        storage_state=options.storage_state,
        ignore_https_errors=options.ignore_https_errors,
        http_credentials=_sent_to_origin(options.http_credentials),
        proxy=proxy,
        accept_downloads=True,
        service_workers=service_workers,
    )


def _through(proxy: Proxy) -> ProxySettings:
    # Not left to Playwright's default, which a variable of the environment turns off: Chromium alone goes past a proxy to loopback.
    return ProxySettings(server=proxy.http_url, bypass="<-loopback>")


def _upstream(url: SecretStr | None) -> ProxySettings | None:
    """The caller's proxy, for a browser that may reach every host."""
    if url is None:
        return None
    proxy = Upstream.of(url.get_secret_value())
    if not proxy.authorization:
        return ProxySettings(server=proxy.address)
    return ProxySettings(server=proxy.address, username=proxy.username, password=proxy.password)


def _with_playwrights(args: Sequence[str]) -> list[str]:
    """The caller's switches; those that turn features off or on repeat Playwright's, except where they contradict them."""
    kept = [arg for arg in args if arg.partition("=")[0] not in FEATURES]
    wanted = {name: _features(args, name) for name in FEATURES}
    for name, opposite in (("--disable-features", "--enable-features"), ("--enable-features", "--disable-features")):
        if wanted[name]:
            playwrights = [feature for feature in FEATURES[name] if feature not in wanted[opposite]]
            kept.append(f"{name}={','.join([*playwrights, *wanted[name]])}")
    return kept


def _features(args: Sequence[str], name: str) -> list[str]:
    """The features that a switch lists, each time it is given."""
    lists = [arg.partition("=")[2] for arg in args if arg.partition("=")[0] == name]
    return [feature for each in lists for feature in each.split(",") if feature]


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
    """The first line of Playwright's message that says something, and the hint that it draws a frame around."""
    if "XServer" in error.message:
        return (
            "there is no display for its window; start it without one (headless=True, or no --headed), or run the program "
            "under xvfb-run"
        )
    lines = (line.strip("╔╗╚╝═║ \t") for line in error.message.splitlines())
    return next((line for line in lines if line), "no reason given").rstrip(".")


@asynccontextmanager
async def _driver(close_seconds: Callable[[], float]) -> AsyncGenerator[tuple[Playwright, set[int]]]:
    """Playwright, on a driver of its own, whose process is gone on leaving, however that happens; and the ID of that process.

    Raises:
        BrowserError: The driver ended while it started, or does not answer.
    """
    starting, spawned = await _spawned()
    try:
        yield await _ready(starting), spawned
    finally:
        if starting.cancel() or starting.cancelled():
            await asyncio.wait({starting}, timeout=CLOSE_SECONDS)
        elif starting.exception() is None:
            await _bounded(starting.result().stop(), close_seconds())
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


async def _bounded(closing: Awaitable[object], seconds: float) -> None:
    """Waits for a closing, so many seconds at most; what is closed already, or does not answer, is left to the kill."""
    try:
        async with asyncio.timeout(seconds):
            await closing
    except (Error, TimeoutError):
        return
