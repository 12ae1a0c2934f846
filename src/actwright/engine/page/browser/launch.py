"""Starts a browser or connects to one, and closes what was opened when the run is over."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from uuid import uuid4
from weakref import WeakSet

from playwright.async_api import Browser, BrowserContext, Error, Page, Playwright, ProxySettings
from playwright.async_api import HttpCredentials as PlaywrightCredentials
from pydantic import SecretStr

from actwright.engine.page.browser.browser_options import BrowserOptions, HttpCredentials
from actwright.engine.page.browser.driver import CLOSE_SECONDS, LAUNCH_SECONDS, bounded, started_driver
from actwright.engine.page.browser.endpoint import NOT_GUARDED, connect, refusal, shown
from actwright.engine.page.browser.find import find_browser
from actwright.engine.page.browser.processes import drivers, is_running, kill_marked, temporary_folders
from actwright.engine.page.browser.routing import HostGate, routed
from actwright.engine.page.browser.switches import (
    NOT_WITH_PROXY,
    OFF,
    PROXY_SWITCHES,
    QUIET,
    SEPARATE,
    WEBMCP,
    blink_settings,
    with_playwrights,
)
from actwright.errors import BrowserError, ConfigError
from actwright.net.guard import Guard
from actwright.net.proxy import Proxy, guarded_proxy
from actwright.net.upstream import Upstream
from actwright.notes import note
from actwright.settings import settings

started: WeakSet[Browser] = WeakSet()
"""The browsers that were started here, and have no primary selection; see `NO_PRIMARY_SELECTION`."""

LARGEST_STATE = 100_000_000
REMOVE_TRIES = 20
REMOVE_SECONDS = 0.05
"""The pause between tries to remove a killed browser's folders: until its processes have ended, they still write."""


@dataclass(frozen=True, slots=True)
class OpenedPage:
    """A browser with a new page in a context of its own; if attached, with a new tab in the browser's own context.

    Attributes:
        how: Where the browser was found, in words.
        gate: Keeps the page to the permitted hosts, and knows what it refused; None if every host may be reached.
        died: Says whether the browser or its driver ended by itself; empty while both run.
    """

    browser: Browser
    context: BrowserContext
    page: Page
    version: str
    how: str
    gate: HostGate | None = None
    died: Callable[[], str] = str


@asynccontextmanager
async def open_browser(
    options: BrowserOptions = BrowserOptions(),  # noqa: B008 - frozen
    *,
    guard: Guard | None = None,
    close_seconds: Callable[[], float] = lambda: CLOSE_SECONDS,
) -> AsyncGenerator[OpenedPage]:
    """A browser for as long as the block lasts. When the block is left, however that happens, its processes are gone.

    Closing takes a few seconds at most: a browser that does not answer is killed. A browser that was running before
    stays open, without the tab or context that was opened here.

    Args:
        options: Which browser, and how it is set up.
        guard: Decides which hosts it may reach. A browser that is started here reaches the network only through our
            proxy. For one that was running before, requests are only routed; see `routed` for what that leaves open.
        close_seconds: How long the browser may take to close by itself; called when it is time to close it.

    Raises:
        ConfigError: There is no such browser or file, or options exclude each other.
        BrowserError: The browser does not start, or no connection to it can be made.
    """
    _check(options, guarded=guard is not None)
    session, process = uuid4().hex, os.getpid()
    mark, artifacts = f"--actwright-session={session}", Path(tempfile.gettempdir()) / f"actwright-artifacts-{session}"
    folders = {artifacts}
    try:
        async with started_driver(close_seconds) as (playwright, spawned), _proxies(options, guard) as proxies:

            def died() -> str:
                if spawned and not drivers() & spawned:
                    return "the browser's driver died"
                if options.attached:
                    return "" if opened.browser.is_connected() else "the attached browser died or was closed"
                return "" if is_running(mark) else "the browser died"

            try:
                opened = replace(await _opened(playwright, options, mark, proxies, artifacts), died=died)
                folders |= temporary_folders(mark)
                try:
                    if guard is not None and options.attached:
                        note(NOT_GUARDED)
                        async with routed(opened.page, guard) as gate:
                            yield replace(opened, gate=gate)
                    else:
                        yield opened
                finally:
                    closing = _left(opened, options)
                    await bounded(closing, close_seconds())
            finally:
                folders |= _kill(mark, process)
    finally:
        folders |= _kill(mark, process)  # after a launch that was cancelled half-way
        if os.getpid() == process:
            await _removed(folders)


def _kill(mark: str, process: int) -> set[Path]:
    """Kills the browser that carries the mark, unless this process was forked from the one that started it.

    Returns:
        The folders that it leaves behind.
    """
    if os.getpid() != process:
        return set()
    folders = temporary_folders(mark)
    kill_marked(mark)
    return folders


async def _removed(folders: Collection[Path]) -> None:
    """Removes the folders that a killed browser or driver left; one that closed by itself has removed them already."""
    for _ in range(REMOVE_TRIES):
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        if not any(folder.exists() for folder in folders):
            return
        await asyncio.sleep(REMOVE_SECONDS)


@dataclass(frozen=True, slots=True)
class _Proxies:
    """The proxies that a browser connects through.

    Attributes:
        pages: For everything that pages do.
        own: For what the browser does by itself, such as asking for updates; it permits nothing.
    """

    pages: Proxy
    own: Proxy


@asynccontextmanager
async def _proxies(options: BrowserOptions, guard: Guard | None) -> AsyncGenerator[_Proxies | None]:
    if guard is None or options.attached:
        yield None
        return
    if options.proxy is not None and guard.upstream is None:
        guard = replace(guard, upstream=Upstream.of(options.proxy.get_secret_value()))
    async with guarded_proxy(guard, most_bytes=None) as pages, guarded_proxy(Guard(hosts=()), most_bytes=None) as own:
        yield _Proxies(pages, own)


async def _opened(
    playwright: Playwright, options: BrowserOptions, mark: str, proxies: _Proxies | None, artifacts: Path
) -> OpenedPage:
    """Starts or connects to the browser within a time limit: Playwright's own limits are void if its driver hangs."""
    try:
        async with asyncio.timeout(LAUNCH_SECONDS + CLOSE_SECONDS):
            if options.endpoint:
                return await _connected(playwright, options, options.endpoint)
            if options.cdp_url:
                return await _attached(playwright, options)
            return await _started(playwright, options, mark, proxies, artifacts)
    except TimeoutError as error:
        raise BrowserError(f"the browser was not ready within {LAUNCH_SECONDS:g} s. Nothing was done") from error


def _check(options: BrowserOptions, *, guarded: bool) -> None:
    if options.storage_state and not options.storage_state.is_file():
        raise ConfigError(f"storage_state: there is no file {options.storage_state}")
    if options.storage_state and options.storage_state.stat().st_size > LARGEST_STATE:
        raise ConfigError(f"storage_state: {options.storage_state} has more than {LARGEST_STATE:,} bytes")
    if guarded and (around := [arg for arg in options.args if arg.partition("=")[0] in NOT_WITH_PROXY]):
        raise ConfigError(
            f"args: {', '.join(arg.partition('=')[0] for arg in around)} would bypass the proxy that enforces the list "
            "of hosts; leave this out, and set your own proxy with the option `proxy`"
        )
    if options.proxy is not None:
        upstream = Upstream.of(options.proxy.get_secret_value())
        if upstream.scheme == "socks5" and upstream.authorization and not guarded:
            raise ConfigError(
                "proxy: Chromium cannot log in to a SOCKS5 proxy; list the hosts of the run, and the library logs in "
                "instead"
            )
    if options.cdp_url and options.endpoint:
        raise ConfigError("cdp_url and endpoint both name a browser; give only one of them")
    if not options.attached:
        return
    context = ("locale", "timezone", "storage_state", "ignore_https_errors", "http_credentials")
    excluded = {"executable", "channel", "args", "proxy", *(context if options.cdp_url else ())}
    given = [name for name in BrowserOptions.model_fields if name in excluded and getattr(options, name)]
    if options.endpoint and options.headless is False:
        given.append("headless")
    if given:
        which = "cdp_url" if options.cdp_url else "endpoint"
        raise ConfigError(f"{', '.join(given)}: this has no effect together with {which}; leave it out")


async def _started(
    playwright: Playwright, options: BrowserOptions, mark: str, proxies: _Proxies | None, artifacts: Path
) -> OpenedPage:
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
                *SEPARATE,
                *(PROXY_SWITCHES if proxies else ()),
                *with_playwrights([f"--disable-features={','.join(OFF)}", *WEBMCP * options.webmcp, *options.args]),
                blink_settings(options.args, headless=headless),
                mark,
            ],
            proxy=_through(proxies.own) if proxies else _upstream(options.proxy),
            chromium_sandbox=os.geteuid() != 0,  # as root Chromium does not start with it
            artifacts_dir=artifacts,  # made with the first download; the path of Playwright's own folder is not known
            timeout=LAUNCH_SECONDS * 1000,
        )
        started.add(browser)
        context = await new_context(browser, options, proxy=_through(proxies.pages) if proxies else None)
        page = await context.new_page()
    except Error as error:
        what = found.executable or found.channel or "chromium"
        raise BrowserError(f"the browser {what} ({found.how}) could not be used: {_reason(error)}") from error
    return OpenedPage(browser, context, page, browser.version, found.how, gate=proxies.pages if proxies else None)


async def new_context(
    browser: Browser,
    options: BrowserOptions,
    *,
    proxy: ProxySettings | None = None,
    service_workers: Literal["allow", "block"] = "allow",
) -> BrowserContext:
    """Makes a new context in a browser, set up by the options."""
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
    # By itself Chromium bypasses a proxy for loopback. An environment variable can turn off Playwright's default here.
    return ProxySettings(server=proxy.http_url, bypass="<-loopback>")


def _upstream(url: SecretStr | None) -> ProxySettings | None:
    """The caller's proxy, for a browser that may reach every host."""
    if url is None:
        return None
    proxy = Upstream.of(url.get_secret_value())
    if not proxy.authorization:
        return ProxySettings(server=proxy.address)
    return ProxySettings(server=proxy.address, username=proxy.username, password=proxy.password)


def _sent_to_origin(credentials: HttpCredentials | None) -> PlaywrightCredentials | None:
    if credentials is None:
        return None
    password = credentials.password.get_secret_value()
    return PlaywrightCredentials(username=credentials.username, password=password, origin=credentials.origin)


async def _attached(playwright: Playwright, options: BrowserOptions) -> OpenedPage:
    url = options.cdp_url or ""
    try:
        browser = await playwright.chromium.connect_over_cdp(url, timeout=LAUNCH_SECONDS * 1000)
        context = browser.contexts[0] if browser.contexts else await browser.new_context(accept_downloads=True)
        page = await context.new_page()
        await page.set_viewport_size({"width": options.viewport[0], "height": options.viewport[1]})
    except Error as error:
        raise BrowserError(
            f"cannot attach to the browser at {url}: {_reason(error)}. Start it with --remote-debugging-port "
            "and give that address, as in http://127.0.0.1:9222"
        ) from error
    return OpenedPage(browser, context, page, browser.version, f"attached to {url}")


async def _connected(playwright: Playwright, options: BrowserOptions, endpoint: str) -> OpenedPage:
    """Makes a new context in a browser that runs elsewhere, or that a server there starts."""
    try:
        browser = await connect(playwright, endpoint, seconds=LAUNCH_SECONDS)
        context = await new_context(browser, options)
        page = await context.new_page()
    except Error as error:
        raise BrowserError(refusal(endpoint, _reason(error))) from error
    return OpenedPage(browser, context, page, browser.version, f"connected to {shown(endpoint)}")


async def _left(opened: OpenedPage, options: BrowserOptions) -> None:
    """Closes what was opened here: the browser; with `endpoint`, its context; with `cdp_url`, its tab."""
    if options.cdp_url:
        await opened.page.close()
        return
    try:
        if options.endpoint:
            await opened.context.close()
    finally:
        await opened.browser.close()  # with `endpoint`, this only disconnects


def _reason(error: Error) -> str:
    """The first line of Playwright's message that has any text, without the frame that it draws around a hint."""
    if "XServer" in error.message:
        return (
            "there is no display for its window; start it without a window (headless=True, or no --headed), or run the "
            "program under xvfb-run"
        )
    lines = (line.strip("╔╗╚╝═║ \t") for line in error.message.splitlines())
    return next((line for line in lines if line), "no reason given").rstrip(".")
