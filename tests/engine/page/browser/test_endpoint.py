"""Browsers that run elsewhere: a real Playwright server, and a Chromium with a debugging port."""

import asyncio
import json
import os
import signal
import sys
from contextlib import aclosing
from pathlib import Path
from urllib.parse import quote

import pytest
from installed_browser import launch_options
from noted import noted
from patience import patience
from playwright.async_api import async_playwright
from pydantic import ValidationError
from served_pages import ServedPages

from actwright import Agent
from actwright.compare.contender import contenders
from actwright.compare.play import Plan, play
from actwright.compare.source import models_of
from actwright.compare.tasks import load_cases
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.browser.reusable_browser import Browser as SharedBrowser
from actwright.errors import BrowserError, ConfigError
from actwright.schemas.permissions import Permissions
from actwright.service.config import ServiceConfig
from actwright.service.run_queue import Queue
from actwright.service.run_requests import ClientRunRequest
from actwright.testing import Site

pytestmark = pytest.mark.slow

CHROMIUM = launch_options()["executable_path"]


PAGE = "<title>Greeting</title><label>Name <input></label><button>Greet</button>"


@pytest.fixture
def url():
    """A page with a field."""
    with ServedPages({"/": PAGE}) as site:
        yield f"{site.url}/"


async def started(command, says, **options):
    """A program in a session of its own, and the line by which it says where it listens."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, start_new_session=True, **options
    )
    async with asyncio.timeout(patience(60)):
        line = b""
        while says not in line:
            line = await process.stdout.readline()
            assert line, f"{command[0]} ended"
    return process, line.decode().split()[-1]


async def ended(process):
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


@pytest.fixture
async def server():
    """The address of a Playwright server that may start the Chromium that is installed here."""
    command = [sys.executable, "-m", "playwright", "run-server", "--host", "127.0.0.1", "--port", "0", "--unsafe"]
    process, address = await started(command, b"Listening on")
    launch = {"executablePath": CHROMIUM, "chromiumSandbox": False} if CHROMIUM else {}
    yield f"{address}?browser=chromium&launch-options={quote(json.dumps(launch))}"
    await ended(process)


@pytest.fixture
async def chromium_at(tmp_path):
    """`process, address = await chromium_at(port)`: a Chromium that somebody else has started; it ends with the test."""
    processes = []

    async def start(port):
        command = [CHROMIUM or "chromium", "--headless", "--no-sandbox", f"--remote-debugging-port={port}"]
        folder = tmp_path / f"profile-{len(processes)}"
        process, address = await started(
            [*command, f"--user-data-dir={folder}", "about:blank"], b"DevTools listening on"
        )
        processes.append(process)
        return process, address

    yield start
    for process in processes:
        await ended(process)


@pytest.fixture
async def debugged(chromium_at):
    """The address of a Chromium that somebody else has started, and that no run may end."""
    process, address = await chromium_at(0)
    yield address
    assert process.returncode is None


async def test_a_run_in_a_browser_of_a_playwright_server(server, url):
    """The same as in one of its own; what is secret in the address is not shown."""
    agent = Agent(policy="rules", browser=BrowserOptions(endpoint=server), evidence="off", out=None)
    result = await agent.run("Fill in the name", url=url, data={"Name": "Ada"})
    receipts = [each.got for step in result.steps for outcome in step.outcomes for each in outcome.receipts]
    assert receipts == ["Ada"], result.error
    async with open_browser(BrowserOptions(endpoint=server, viewport=(500, 400), locale="de-DE")) as opened:
        assert await opened.page.evaluate("[innerWidth, innerHeight, navigator.language]") == [500, 400, "de-DE"]
        assert opened.how.startswith("connected to ws://127.0.0.1:")
        assert "launch-options" not in opened.how


async def test_a_browser_that_is_connected_to_stays_and_its_own_tabs_are_not_touched(debugged):
    """Contexts of rows know nothing of each other, nor of the browser's own; all of ours are gone afterwards."""
    options = BrowserOptions(endpoint=debugged)
    async with SharedBrowser(options) as shared, shared.context() as first, shared.context() as second:
        await first.add_cookies([{"name": "row", "value": "1", "url": "http://127.0.0.1:9/"}])
        assert (len(await first.cookies()), await second.cookies()) == (1, [])
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(debugged)
        assert [[page.url for page in context.pages] for context in browser.contexts] == [["about:blank"]]


async def test_runs_of_a_service_and_of_a_comparison_use_it(debugged, tmp_path):
    """It stays theirs that started it: what a client asks for cannot name another one."""
    options = BrowserOptions(endpoint=debugged)
    with Site() as site:
        request = ClientRunRequest(task="Set the price", url=f"{site.url}/price", data={"price": "50"})
        async with Queue(ServiceConfig(browser=options, out=tmp_path), folder=tmp_path / "service") as queue:
            entry, _ = queue.add("run", request)
            names = [told.name async for told in entry.follow(0)]
        fact = {"kind": "text", "expected": "created with price $50"}
        task = {"id": "price", "task": request.task, "url": request.url, "data": {"price": "50"}, "expect": [fact]}
        tasks = tmp_path / "tasks.jsonl"
        tasks.write_text(json.dumps(task))
        plan = Plan(
            cases=load_cases(tasks, seeds=range(1)),
            contenders=contenders("rules"),
            models=models_of("openai-chat:m@http://127.0.0.1:9/v1"),
            browser=options,
        )
        async with SharedBrowser(plan.browser) as shared, aclosing(play(plan, shared)) as rows:
            (played,) = [each.row async for each in rows]
            assert (await shared.browser()).contexts[0].pages[0].url == "about:blank"  # that of whoever started it
    assert (entry.state, names[-1], len(site.posts)) == ("complete", "run.ended", 2)
    record = json.loads((Path(entry.result["record"]) / "run.json").read_text())
    assert "(connected to ws://127.0.0.1:" in record["manifest"]["browser"]
    assert (played.passed, played.error) == (True, "")
    with pytest.raises(ValidationError, match="browser"):
        ClientRunRequest.model_validate({"task": "t", "url": "http://127.0.0.1/", "browser": {"endpoint": debugged}})


async def test_a_connection_that_was_lost_is_made_anew_and_said(chromium_at):
    """With new contexts: what was under way in the old ones has ended."""
    process, address = await chromium_at(0)
    port = address.split(":")[2].partition("/")[0]
    async with SharedBrowser(BrowserOptions(endpoint=f"http://127.0.0.1:{port}")) as shared:
        async with shared.context() as context:
            gone = asyncio.Event()
            context.on("close", lambda _: gone.set())
            await ended(process)
            async with asyncio.timeout(patience(60)):
                await gone.wait()
        await chromium_at(port)
        with noted(match=r"the connection to the browser was lost \(connected to http://127.0.0.1"):
            async with shared.context() as context:
                await context.new_page()


async def test_a_browser_whose_end_is_not_reported_yet_is_replaced_too(chromium_at, monkeypatch):
    process, address = await chromium_at(0)
    port = address.split(":")[2].partition("/")[0]
    async with SharedBrowser(BrowserOptions(endpoint=f"http://127.0.0.1:{port}")) as shared:
        monkeypatch.setattr(type(await shared.browser()), "is_connected", lambda _: True)
        await ended(process)
        await chromium_at(port)
        with noted(match="the connection to the browser was lost"):
            async with shared.context() as context:
                await context.new_page()
        async with shared.context() as context:
            await context.new_page()


async def test_hosts_are_only_routed_there_and_that_is_said(debugged, url):
    """The proxy that holds a browser of our own is not that of another machine's."""
    permissions = Permissions(hosts=["127.0.0.1:*"])
    agent = Agent(policy="rules", browser=BrowserOptions(endpoint=debugged), permissions=permissions, out=None)
    with noted(match="enforced only by request routing"):
        await agent.run("Fill in the name", url=url, data={"Name": "Ada"})


async def test_what_cannot_be_used_is_told_with_what_to_do():
    """No browser there; no address; options that would be ignored; two addresses. A token in the address is not repeated."""
    with pytest.raises(BrowserError, match="playwright run-server") as refused:
        async with open_browser(BrowserOptions(endpoint="ws://user:geheim@127.0.0.1:9/?token=geheim")):
            pass
    assert "geheim" not in str(refused.value)
    with pytest.raises(ConfigError, match="write the address of a browser"):
        BrowserOptions(endpoint="localhost")
    with pytest.raises(ConfigError, match="channel, args: this has no effect together with endpoint"):
        async with open_browser(BrowserOptions(endpoint="ws://127.0.0.1:9/", channel="chrome", args=("--x",))):
            pass
    with pytest.raises(ConfigError, match="cdp_url and endpoint both name a browser"):
        async with open_browser(BrowserOptions(endpoint="ws://127.0.0.1:9/", cdp_url="http://127.0.0.1:9")):
            pass
