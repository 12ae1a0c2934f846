"""Sync pages under the async engine, in real Chromium, as a pytest-playwright suite holds them."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from installed_browser import launch_options
from playwright import async_api, sync_api
from playwright._impl import _async_base

from actwright.engine.page.browser import sync_bridge
from actwright.engine.page.browser.sync_bridge import as_async, is_sync, run_sync
from actwright.engine.page.picture.run_pictures import Camera
from actwright.engine.page.reading.cdp import Protocol
from actwright.errors import ConfigError

PAGE = """
<title>Shop</title>
<iframe name=inner srcdoc="<p>inside</p>"></iframe>
<button onclick="window.open('about:blank')">open</button>
<button onclick="document.title = confirm('sure?')">ask</button>
<a download=price.txt href="data:text/plain,50">save</a>
<input aria-label=Price>
"""


@pytest.fixture(scope="module")
def sync_browser():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser
        browser.close()


@pytest.fixture
def suite_page(sync_browser):
    """A sync page as a suite holds it; the suite has not looked at its frames yet."""
    context = sync_browser.new_context()
    page = context.new_page()
    page.set_content(PAGE)
    page.route("https://shop.example/**", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    yield page
    context.close()


def flavour(api_object):
    """`sync` or `async`: the API that an object belongs to."""
    return type(api_object).__module__.split(".")[1].removesuffix("_api")


def drive(page, work):
    """Runs `await work(view)` on the page's loop."""
    return run_sync(page, work(as_async(page)))


# ---- what a page is


@pytest.mark.slow
def test_a_sync_page_is_told_from_other_things(suite_page):
    """Only a page of the sync API is sync: not its context, not its async view."""
    assert is_sync(suite_page)
    assert not is_sync(suite_page.context)
    assert not is_sync(as_async(suite_page))
    assert not is_sync(None)


@pytest.mark.slow
def test_the_async_view_is_one_object(suite_page):
    """Asking twice gives the same view, so it can be compared and used as a key."""
    view = as_async(suite_page)
    assert isinstance(view, async_api.Page)
    assert view is as_async(suite_page)
    assert view is as_async(view)


@pytest.mark.parametrize("page", [None, "page", object()])
def test_what_is_not_a_page_is_refused_by_name(page):
    """The error names the type that was given."""
    with pytest.raises(ConfigError, match=rf"must be a Playwright page, async or sync, not {type(page).__name__}"):
        as_async(page)


# ---- coroutines on the page's loop


def test_a_coroutine_acts_on_the_sync_page_and_its_result_returns(suite_page):
    """What the view does is there for the sync page."""

    async def work(view):
        await view.get_by_label("Price").fill("50")
        return await view.title()

    assert drive(suite_page, work) == "Shop"
    assert suite_page.get_by_label("Price").input_value() == "50"


def test_asyncio_is_whole_on_the_pages_loop(suite_page):
    """gather, TaskGroup, timeout, sleep, to_thread, queues, async generators and executors' results all work."""

    async def count(queue):
        for number in range(3):
            await asyncio.sleep(0)
            await queue.put(number)
            yield number

    async def work(view):
        queue = asyncio.Queue()
        both = await asyncio.gather(view.title(), view.evaluate("6 * 7"))
        async with asyncio.TaskGroup() as group:
            thread = group.create_task(asyncio.to_thread(threading.get_ident))
            numbers = [number async for number in count(queue)]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await view.locator("#absent").click()
        return both, numbers, queue.qsize(), thread.result() != threading.get_ident()

    assert drive(suite_page, work) == (["Shop", 42], [0, 1, 2], 3, True)


def test_a_failure_inside_a_task_group_is_raised_whole(suite_page):
    """The exception group of the coroutine reaches the sync caller, and the page goes on."""

    async def fail():
        raise LookupError("no such row")

    async def work(view):
        async with asyncio.TaskGroup() as group:
            group.create_task(fail())
            group.create_task(view.locator("#absent").click())

    with pytest.raises(ExceptionGroup) as caught:
        drive(suite_page, work)
    assert [str(error) for error in caught.value.exceptions] == ["no such row"]
    assert suite_page.title() == "Shop"


def test_a_cancelled_coroutine_says_so(suite_page):
    """A coroutine that is cancelled from within raises CancelledError, as it does under asyncio.run."""

    async def work(_view):
        asyncio.current_task().cancel()
        await asyncio.sleep(0)

    with pytest.raises(asyncio.CancelledError):
        drive(suite_page, work)
    assert suite_page.title() == "Shop"


def test_a_run_inside_the_suites_own_event_handler_works(suite_page):
    """A sync handler may start a run, as it may call any sync method."""
    titles = []
    suite_page.on("popup", lambda popup: titles.append(drive(popup, lambda view: view.evaluate("location.href"))))
    with suite_page.expect_popup():
        suite_page.get_by_role("button", name="open").click()
    suite_page.wait_for_function("true")
    assert titles == ["about:blank"]


# ---- each side keeps its own objects


def test_everything_reached_from_the_view_is_async_even_if_the_suite_touched_it_first(suite_page):
    """Context, browser, pages, frames, main frame, keyboard, locators and handles of the view belong to the async API."""
    touched = [suite_page.context, suite_page.main_frame, suite_page.keyboard, suite_page.mouse, *suite_page.frames]

    async def work(view):
        handle = await view.query_selector("input")
        frame = await (await view.query_selector("iframe")).content_frame()
        assert frame.parent_frame is view.main_frame
        assert view.context.pages == [view]
        assert frame.page is view
        return [view.context, view.context.browser, view.main_frame, *view.frames, view.keyboard, view.mouse, handle]

    reached = drive(suite_page, work)
    assert {flavour(item) for item in reached} == {"async"}
    assert {flavour(item) for item in touched} == {"sync"}


def test_the_suite_finds_only_sync_objects_after_a_run_that_touched_them_first(suite_page):
    """Pages, frames, popups, requests and locators that a run met first are sync for the suite."""

    async def work(view):
        async with view.expect_popup() as opened:
            await view.get_by_role("button", name="open").click()
        popup = await opened.value
        await popup.set_content("<iframe srcdoc='<p>new</p>'></iframe><p>popup</p>")
        return [popup, *popup.frames, popup.main_frame, await popup.query_selector("p")]

    met = drive(suite_page, work)
    popup = suite_page.context.pages[1]
    later = [popup, *popup.frames, popup.main_frame, popup.keyboard, *suite_page.frames, suite_page.context.browser]
    assert {flavour(item) for item in met} == {"async"}
    assert {flavour(item) for item in later} == {"sync"}
    assert popup.get_by_text("popup").inner_text() == "popup"
    assert popup.frames[1].get_by_text("new").inner_text() == "new"
    assert suite_page.context.pages == [suite_page, popup]


def test_values_pass_through_unchanged(suite_page):
    """Results of evaluate, nested and empty ones included, are plain data; handles are arguments."""

    async def work(view):
        nested = {"a": [1, {"b": [None, False, "", 0]}], "c": {}}
        handle = await view.query_selector("input")
        return await view.evaluate("value => value", nested), await view.evaluate("x => x.tagName", handle)

    assert drive(suite_page, work) == ({"a": [1, {"b": [None, False, "", 0]}], "c": {}}, "INPUT")


# ---- events


def test_each_side_receives_events_in_its_own_flavour(suite_page):
    """Handlers of the run get async objects, the suite's handlers sync ones, whoever registered first."""
    events = ("popup", "framenavigated", "request", "console", "frameattached", "load")
    met = []
    for event in events:
        suite_page.on(event, lambda item, event=event: met.append(("suite", event, flavour(item))))

    async def work(view):
        for event in events:
            view.on(event, lambda item, event=event: met.append(("run", event, flavour(item))))
        async with view.expect_popup():
            await view.get_by_role("button", name="open").click()
        await view.goto("https://shop.example/")
        await view.evaluate("console.log(1)")

    drive(suite_page, work)
    assert set(met) == {(side, event, kind) for event in events for side, kind in (("suite", "sync"), ("run", "async"))}


def test_handlers_may_be_coroutines_and_may_act(suite_page):
    """An async dialog handler answers, and its dialog knows the view."""
    pages = []

    async def work(view):
        async def answer(dialog):
            pages.append(dialog.page is view)
            await dialog.accept()

        view.on("dialog", answer)
        await view.get_by_role("button", name="ask").click()
        view.remove_listener("dialog", answer)

    drive(suite_page, work)
    assert pages == [True]
    assert suite_page.title() == "true"


def test_handlers_of_a_run_can_be_removed_and_those_of_the_suite_stay(suite_page):
    """After `remove_listener` only the suite's handler hears; the same holds for bound methods."""
    heard = []

    class Ears:
        def hear(self, request):
            heard.append(("run", request.url))

    suite_page.on("request", lambda request: heard.append(("suite", request.url)))
    ears = Ears()

    async def work(view):
        view.on("request", ears.hear)
        await view.goto("https://shop.example/first")
        view.remove_listener("request", ears.hear)
        await view.goto("https://shop.example/second")

    drive(suite_page, work)
    suite_page.goto("https://shop.example/third")
    first, second, third = (f"https://shop.example/{name}" for name in ("first", "second", "third"))
    assert sorted(heard) == sorted([("suite", first), ("run", first), ("suite", second), ("suite", third)])


def test_downloads_and_routes_of_a_run_are_async(suite_page, tmp_path):
    """A download saves by await; a route's async handler fulfils."""

    async def work(view):
        async def fulfil(route, request):
            await route.fulfill(body=f"{flavour(request)} {flavour(route)}", content_type="text/html")

        async with view.expect_download() as started:
            await view.get_by_role("link", name="save").click()
        download = await started.value
        await download.save_as(tmp_path / download.suggested_filename)
        await view.route("https://shop.example/own", fulfil)
        response = await view.goto("https://shop.example/own")
        await view.unroute("https://shop.example/own")
        return flavour(response.frame), await view.locator("body").inner_text()

    assert drive(suite_page, work) == ("async", "async async")
    assert (tmp_path / "price.txt").read_text() == "50"


# ---- native async pages


@pytest.mark.slow
def test_pages_of_an_async_connection_are_left_as_they_are(suite_page):
    """Beside the bridge, the async API keeps its objects where it always did."""
    as_async(suite_page)

    async def work(_view):
        async with async_api.async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            page = await browser.new_page()
            frame = page.main_frame
            assert as_async(page) is page
            assert vars(frame._impl_obj)["_pw_api_instance_"] is frame
            assert sync_bridge._VIEW not in vars(frame._impl_obj)
            assert page.context.pages == [page]
            await browser.close()

    drive(suite_page, work)


# ---- misuse


async def nothing():
    """A coroutine that is refused before it starts."""


def refused(page, message):
    coroutine = nothing()
    with pytest.raises(ConfigError, match=message):
        run_sync(page, coroutine)
    with pytest.raises(RuntimeError, match="cannot reuse already awaited coroutine"):
        coroutine.send(None)  # it was closed, so nobody is warned that it was never awaited


def test_an_async_page_is_refused_with_what_to_do(suite_page):
    """The message says to await."""
    refused(as_async(suite_page), r"this page is async: await the run")


def test_other_objects_are_refused():
    """The error names the type."""
    refused("page", r"must be a Playwright page of the sync API, not str")


def test_a_call_from_a_coroutine_on_the_pages_loop_is_refused(suite_page):
    """It would wait for itself for ever."""

    async def work(_view):
        refused(suite_page, "already runs on the page's event loop")
        return True

    assert drive(suite_page, work)


def test_a_call_from_another_thread_is_refused(suite_page):
    """Greenlets do not cross threads; the message says so instead of greenlet's."""
    caught = []

    def elsewhere():
        with contextlib.suppress(AssertionError):
            refused(suite_page, "works only in the thread that started its Playwright")
            caught.append(True)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert caught == [True]


def test_a_playwright_without_the_expected_names_is_refused(suite_page, monkeypatch):
    """The error names the supported versions and what is missing."""
    monkeypatch.delattr(_async_base, "mapping")
    with pytest.raises(
        ConfigError, match=r"sync pages need Playwright >=1\.65,<2: the installed version .* lacks module\.mapping"
    ):
        as_async(suite_page)


# ---- interruptions and ends


def test_an_interruption_cancels_the_run_lets_it_clean_up_and_is_raised(suite_page):
    """Ctrl-C, or a test's timeout: the coroutine's `finally` still reaches the page before the exception is raised."""
    cleaned = []

    def interrupt(_signal, _frame):
        raise KeyboardInterrupt

    async def work(view):
        try:
            await asyncio.to_thread(os.kill, os.getpid(), signal.SIGUSR1)
            await asyncio.Event().wait()
        finally:
            cleaned.append(await view.title())

    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            drive(suite_page, work)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert cleaned == ["Shop"]
    assert suite_page.title() == "Shop"


DRIVER_DIES = """
import contextlib, os, signal, subprocess
from installed_browser import launch_options
from playwright.sync_api import sync_playwright
from actwright.engine.page.browser.sync_bridge import as_async, run_sync

async def work(view):
    children = subprocess.run(["pgrep", "-P", str(os.getpid())], capture_output=True, text=True).stdout.split()
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(child), signal.SIGKILL)
    try:
        await view.locator("#absent").click()
    finally:
        print("cleaned up")

playwright = sync_playwright().start()
page = playwright.chromium.launch(**launch_options()).new_page()
for attempt in range(2):
    try:
        run_sync(page, work(as_async(page)))
    except Exception as error:
        print(type(error).__name__)
"""

STOPPED = """
from installed_browser import launch_options
from playwright.sync_api import sync_playwright
from actwright.engine.page.browser.sync_bridge import run_sync

async def work():
    print("not reached")

with sync_playwright() as playwright:
    page = playwright.chromium.launch(**launch_options()).new_page()
try:
    run_sync(page, work())
except Exception as error:
    print(type(error).__name__, error)
"""


def in_own_process(script):
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", script]
    tests = Path(__file__).parents[3]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tests, check=False).stdout


@pytest.mark.slow
def test_a_run_ends_when_the_driver_dies():
    """The coroutine's own error is raised after it cleaned up; the next run is refused at once."""
    assert in_own_process(DRIVER_DIES) == "cleaned up\nTargetClosedError\nBrowserError\n"


@pytest.mark.slow
def test_a_page_that_outlived_its_playwright_is_refused():
    """The error is a BrowserError that gives the reason."""
    reason = "the page's Playwright has stopped: the connection to the browser is closed"
    assert in_own_process(STOPPED) == f"BrowserError {reason}\n"


def test_pictures_are_taken_over_the_protocol(suite_page):
    """The session belongs to the view; the suite's page goes on."""

    async def shoot(view):
        protocol = Protocol()
        try:
            return await Camera(protocol).shoot(view, seconds=60), await protocol.session(view) is not None
        finally:
            protocol.close()

    picture, has_session = drive(suite_page, shoot)
    assert (picture[:2], has_session) == (b"\xff\xd8", True)
    assert suite_page.title() == "Shop"
