"""A browser is found in a fixed order, does what was asked, and never outlives its run."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest
from patience import patience
from playwright.async_api import async_playwright

from actwright.engine.page.browser import driver as driver_module
from actwright.engine.page.browser import find, launch
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.find import Found, find_browser
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.browser.processes import drivers
from actwright.engine.page.reading.capture import PageReader
from actwright.errors import BrowserError, ConfigError

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NOWHERE = Path("/nowhere/chromium-1/chrome-linux64/chrome")

CHILD = """
import asyncio, signal, sys
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.browser.browser_options import BrowserOptions

async def main():
    async with open_browser(BrowserOptions(args=(sys.argv[1],))) as opened:
        print("open", flush=True)
        await opened.page.wait_for_selector("nothing", timeout=60_000)

try:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in programs that a shell starts aside
    asyncio.run(main())
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def variables_of(pid):
    """The environment of a process."""
    return Path(f"/proc/{pid}/environ").read_bytes()


def carriers(mark):
    """Process IDs of browsers (not of the Python that started them) with the argument `mark`."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (
                (entry / "cmdline").read_bytes().decode(errors="replace").split("\0") if entry.name.isdigit() else []
            )
            running = words and (entry / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            continue
        if running and mark in words and "python" not in Path(words[0]).name:
            found.append(int(entry.name))
    return found


def browser_with(mark):
    """The process ID of the one browser with the argument `mark`. A process that it has just forked still looks like it, in its group."""
    groups = set()
    for pid in carriers(mark):
        with contextlib.suppress(ProcessLookupError):
            groups.add(os.getpgid(pid))
    (pid,) = groups
    return pid


def group_members(pid):
    """Process IDs in the process group that `pid` leads."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.getpgid(int(entry.name)) == pid:
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def gone_within(seconds, look):
    """Whether `look()` finds nothing any more before the time is up."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not look():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def program(tmp_path):
    """An executable file called chromium."""
    path = tmp_path / "bin" / "chromium"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_option_comes_before_the_configured_browser(program):
    """An executable that the caller names wins over ACTWRIGHT_BROWSER."""
    found = find_browser(BrowserOptions(executable=program), configured=Path("/bin/sh"), bundled=NOWHERE)
    assert found == Found(program, None, "the option `executable`")


def test_the_configured_browser_comes_before_all_that_is_installed(program):
    """ACTWRIGHT_BROWSER wins over what lies on the PATH and over a channel."""
    found = find_browser(BrowserOptions(channel="chrome"), configured=program, bundled=Path("/bin/sh"))
    assert found == Found(program, None, "ACTWRIGHT_BROWSER")


def test_playwrights_headless_shell_is_its_default(tmp_path):
    """A complete headless shell beside Playwright's Chromium is left to Playwright to start."""
    bundled = tmp_path / "chromium-1255" / "chrome-linux64" / "chrome"
    shell = tmp_path / "chromium_headless_shell-1255"
    shell.mkdir()
    (shell / "INSTALLATION_COMPLETE").touch()
    found = find_browser(BrowserOptions(headless=True), configured=None, bundled=bundled)
    assert found == Found(None, None, "Playwright's own headless shell")


def test_playwrights_chromium_serves_without_the_headless_shell(tmp_path):
    """With only the full build installed, Playwright is told to use that one."""
    bundled = tmp_path / "chromium-1255" / "chrome-linux64" / "chrome"
    bundled.parent.mkdir(parents=True)
    bundled.touch()
    found = find_browser(BrowserOptions(headless=True), configured=None, bundled=bundled)
    assert found == Found(None, "chromium", "Playwright's own Chromium")


def test_an_installed_chromium_serves_when_playwright_has_none(program, monkeypatch):
    """Without Playwright's own browsers the PATH is searched."""
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.setattr(find, "HEADLESS_SHELLS", ())
    found = find_browser(BrowserOptions(), configured=None, bundled=NOWHERE)
    assert found == Found(program, None, "`chromium` on the PATH")


def test_an_installed_headless_shell_serves_where_no_window_is_wanted(program, monkeypatch, tmp_path):
    """It goes before the browser with windows, and never in place of one that is asked for."""
    shell = tmp_path / "chromium-headless-shell"
    shell.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.setattr(find, "HEADLESS_SHELLS", (str(shell),))
    found = [find_browser(BrowserOptions(headless=each), configured=None, bundled=NOWHERE) for each in (True, False)]
    assert [each.executable for each in found] == [shell, program]


def test_no_browser_at_all_says_how_to_get_one(monkeypatch):
    """The error names the commands that help."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(find, "HEADLESS_SHELLS", ())
    monkeypatch.setattr(find, "KNOWN_PLACES", ())
    with pytest.raises(ConfigError) as caught:
        find_browser(BrowserOptions(), configured=None, bundled=NOWHERE)
    for advice in ("actwright doctor", "playwright install --with-deps chromium", "apt-get install chromium"):
        assert advice in str(caught.value)


@pytest.mark.parametrize(
    ("options", "configured", "named"),
    [
        (BrowserOptions(executable=Path("/nowhere/chrome")), None, "the option `executable` is /nowhere/chrome"),
        (BrowserOptions(), Path("/nowhere/edge"), "ACTWRIGHT_BROWSER is /nowhere/edge"),
    ],
)
def test_a_named_browser_that_is_not_there_is_not_replaced(options, configured, named):
    """A wrong path is an error, not a reason to start another browser."""
    with pytest.raises(ConfigError, match=named):
        find_browser(options, configured=configured, bundled=NOWHERE)


@pytest.mark.slow
async def test_the_window_is_as_asked():
    """Viewport, scale, locale, time zone and storage reach the page."""
    options = BrowserOptions(viewport=(640, 480), device_scale_factor=2, locale="de-DE", timezone="Asia/Tokyo")
    async with open_browser(options) as opened:
        seen = await opened.page.evaluate(
            "[innerWidth, innerHeight, devicePixelRatio, navigator.language,"
            " Intl.DateTimeFormat().resolvedOptions().timeZone]"
        )
    assert seen == [640, 480, 2, "de-DE", "Asia/Tokyo"]


@pytest.mark.slow
async def test_storage_state_is_loaded(tmp_path):
    """Cookies that Playwright saved are there again."""
    cookie = {"name": "session", "value": "7", "domain": "shop.example", "path": "/"}
    state = tmp_path / "state.json"
    state.write_text(f'{{"cookies": [{str(cookie).replace(chr(39), chr(34))}], "origins": []}}')
    async with open_browser(BrowserOptions(storage_state=state)) as opened:
        cookies = await opened.context.cookies("https://shop.example")
    assert [(cookie["name"], cookie["value"]) for cookie in cookies] == [("session", "7")]


async def test_a_missing_storage_state_is_the_callers_mistake(tmp_path):
    """It is said before a browser starts."""
    with pytest.raises(ConfigError, match=r"there is no file .*state\.json"):
        async with open_browser(BrowserOptions(storage_state=tmp_path / "state.json")):
            pass


async def test_a_huge_storage_state_is_refused(tmp_path):
    """It is not read into memory."""
    state = tmp_path / "state.json"
    with state.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(ConfigError, match=r"state\.json has more than 100,000,000 bytes"):
        async with open_browser(BrowserOptions(storage_state=state)):
            pass


async def test_a_program_that_is_no_browser_is_a_browser_error(program):
    """What was started, where it came from and why it failed are named."""
    with pytest.raises(BrowserError, match=r"chromium \(the option `executable`\) could not be used: "):
        async with open_browser(BrowserOptions(executable=program)):
            pass


@pytest.mark.slow
async def test_nothing_is_left_after_the_block():
    """The browser runs inside the block, and every process of it is gone after it."""
    mark = f"--test-mark={uuid4().hex}"
    async with open_browser(BrowserOptions(args=(mark,))):
        pid = browser_with(mark)
        assert len(group_members(pid)) > 1
    assert gone_within(20, lambda: group_members(pid))


@pytest.mark.slow
async def test_no_process_of_the_browser_has_a_secret_of_the_environment(monkeypatch):
    monkeypatch.setenv("SHOP", "canary-4929")
    mark = f"--test-{uuid4().hex}"
    async with open_browser(BrowserOptions(args=(mark,))):
        found = [variables_of(pid) for pid in [*carriers(mark), *drivers()]]
    assert found
    assert all(b"PATH=" in each for each in found[:1])
    assert not any(b"canary-4929" in each for each in found)


async def test_nothing_is_left_after_an_error_in_the_block():
    """An exception passes through and the browser is gone."""
    mark = f"--test-mark={uuid4().hex}"
    with pytest.raises(ZeroDivisionError):
        async with open_browser(BrowserOptions(args=(mark,))):
            _ = 1 / 0
    assert gone_within(20, lambda: carriers(mark))


async def test_nothing_is_left_of_a_frozen_browser():
    """A stopped browser cannot close; it is killed, and closing returns within its bound."""
    mark = f"--test-mark={uuid4().hex}"
    async with asyncio.timeout(patience(100)):
        async with open_browser(BrowserOptions(args=(mark,))):
            pid = browser_with(mark)
            os.killpg(pid, signal.SIGSTOP)
            begun = time.monotonic()
    assert time.monotonic() - begun < 60
    assert gone_within(20, lambda: group_members(pid))


@pytest.mark.slow
async def test_a_browser_that_died_closes_without_complaint():
    """Killing the browser inside the block leaves nothing to clean up and raises nothing."""
    mark = f"--test-mark={uuid4().hex}"
    async with open_browser(BrowserOptions(args=(mark,))) as opened:
        pid = browser_with(mark)
        os.killpg(pid, signal.SIGKILL)
        assert gone_within(20, lambda: group_members(pid))
    assert not opened.browser.is_connected()


OTHERS = (pytest.mark.slow, pytest.mark.long)


@pytest.mark.parametrize("delay", [0.0, pytest.param(0.2, marks=OTHERS), 0.4, pytest.param(0.9, marks=OTHERS)])
async def test_nothing_is_left_when_opening_is_cancelled(delay):
    """Cancelled at any moment of starting, no browser stays behind."""
    mark = f"--test-mark={uuid4().hex}"

    async def use():
        async with open_browser(BrowserOptions(args=(mark,))):
            await asyncio.Event().wait()

    task = asyncio.ensure_future(use())
    await asyncio.wait({task}, timeout=delay)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert gone_within(20, lambda: carriers(mark))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "whole_group"),
    [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGKILL, False), (signal.SIGKILL, True)],
)
def test_nothing_is_left_when_the_program_is_killed(number, whole_group):
    """Whatever ends the program, and whether its children hear it too, the browser is gone soon after."""
    mark = f"--test-mark={uuid4().hex}"
    command = [sys.executable, "-c", CHILD, mark]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as child:
        assert child.stdout.readline() == b"open\n"
        pid = browser_with(mark)
        (os.killpg if whole_group else os.kill)(child.pid, number)
        assert gone_within(60, lambda: group_members(pid))
        child.wait(10)


@pytest.fixture
def frozen():
    """`frozen(driver)` freezes it, and returns its process ID; what a test leaves frozen is killed."""
    pids = []

    def freeze(pid):
        os.kill(pid, signal.SIGSTOP)
        pids.append(pid)
        return pid

    yield freeze
    for pid in set(pids) & drivers():
        os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
async def test_nothing_is_left_of_a_frozen_driver(frozen):
    """A stopped driver cannot close the browser; both are killed, and closing returns within its bound."""
    mark = f"--test-mark={uuid4().hex}"
    before = drivers()
    async with asyncio.timeout(patience(60)):
        async with open_browser(BrowserOptions(args=(mark,))):
            (driver,) = drivers() - before
            pid = browser_with(mark)
            frozen(driver)
    assert gone_within(20, lambda: driver in drivers())
    assert gone_within(20, lambda: group_members(pid))


@pytest.mark.parametrize("turns", [0, pytest.param(1, marks=OTHERS), pytest.param(20, marks=OTHERS), 300])
async def test_nothing_is_left_of_a_driver_that_freezes_while_it_starts(monkeypatch, frozen, turns):
    """However far it has come, it is given up after the time limit, and it and its browser are killed."""
    for module in (driver_module, launch):
        monkeypatch.setattr(module, "LAUNCH_SECONDS", 2.0)
    mark = f"--test-mark={uuid4().hex}"
    before = drivers()

    async def freeze():
        while not (started := drivers() - before):  # noqa: ASYNC110 - a process tells no one that it began
            await asyncio.sleep(0)
        for _ in range(turns):
            await asyncio.sleep(0)
        return [frozen(pid) for pid in started]

    async with asyncio.timeout(patience(60)):
        freezing = asyncio.ensure_future(freeze())
        with pytest.raises(BrowserError, match=r"(did not respond|not ready) within 2 s\. Nothing was done"):
            async with open_browser(BrowserOptions(args=(mark,))):
                await asyncio.Event().wait()
        (driver,) = await freezing
    assert gone_within(20, lambda: driver in drivers())
    assert gone_within(20, lambda: carriers(mark))


async def test_a_driver_is_known_although_its_process_is_named_late(monkeypatch, frozen):
    """A process has no command line for a moment after it has begun, which may be long on a busy machine."""
    monkeypatch.setattr(driver_module, "LAUNCH_SECONDS", 4.0)
    before, named = drivers(), time.monotonic() + 0.3
    monkeypatch.setattr(driver_module, "drivers", lambda: drivers() if time.monotonic() > named else before)

    async def freeze():
        while not (started := drivers() - before):  # noqa: ASYNC110 - a process tells no one that it began
            await asyncio.sleep(0)
        return [frozen(pid) for pid in started]

    async with asyncio.timeout(patience(60)):
        freezing = asyncio.ensure_future(freeze())
        with pytest.raises(BrowserError, match="did not respond within 4 s"):
            async with open_browser():
                await asyncio.Event().wait()
        (driver,) = await freezing
    assert gone_within(20, lambda: driver in drivers())


@pytest.fixture
async def running(tmp_path):
    """The address of a browser that somebody else has started."""
    command = [
        CHROMIUM or "chromium",
        "--headless",
        "--no-sandbox",
        "--remote-debugging-port=0",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    process = await asyncio.create_subprocess_exec(*command, "about:blank", stderr=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(patience(60)):
            line = b""
            while b"DevTools listening on" not in line:
                line = await process.stderr.readline()
        yield line.decode().split()[-1]
        assert process.returncode is None
    finally:
        process.kill()
        await process.wait()


@pytest.mark.slow
async def test_an_attached_browser_stays(running):
    """Attaching adds a tab beside the ones that are there; leaving takes only that one away."""
    async with open_browser(BrowserOptions(cdp_url=running, viewport=(500, 400))) as opened:
        assert await opened.page.evaluate("[innerWidth, innerHeight]") == [500, 400]
        assert opened.how == f"attached to {running}"
    async with open_browser(BrowserOptions(cdp_url=running)) as opened:
        assert [page.url for page in opened.context.pages] == ["about:blank", "about:blank"]


@pytest.mark.slow
async def test_a_playwright_that_attaches_twice_can_look_both_times(running):
    """The second time the engine is known to it, but not yet to the browser's own context."""
    async with async_playwright() as playwright:
        for _ in range(2):
            browser = await playwright.chromium.connect_over_cdp(running)
            page = browser.contexts[0].pages[0]
            await page.set_content("<button>Save</button>")
            seen = await PageReader().capture(page)
            assert (seen.tree, seen.notes) == ('- button-0 "Save"', ())
            await browser.close()


async def test_attaching_to_nothing_says_what_to_do():
    """No browser at the address is a BrowserError that names the switch to start one with."""
    with pytest.raises(BrowserError, match="--remote-debugging-port"):
        async with open_browser(BrowserOptions(cdp_url="http://127.0.0.1:9")):
            pass


async def test_options_that_cannot_apply_to_an_attached_browser_are_refused():
    """They would be ignored silently otherwise."""
    with pytest.raises(ConfigError, match="locale, args: "):
        async with open_browser(BrowserOptions(cdp_url="http://127.0.0.1:9", locale="de-DE", args=("--x",))):
            pass
