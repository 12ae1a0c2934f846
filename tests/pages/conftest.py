"""What a model would see and do on a page, without a model; judged by what the page says afterwards."""

import asyncio
import inspect
import ssl
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

import pytest
from resolved import assert_resolved
from reused_page import ReusedPage

from actwright.engine.act import act
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.errors import ReplyError
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.sites import origin_of
from actwright.schemas.task import Task
from actwright.tools.toolbox import Toolbox, builtin_tools


class Visit:
    """A run's surface on a page: `tree()` is what the model sees, `do()` one action of it, `said()` the page's log."""

    def __init__(self, page, surface):
        self.page = page
        self.surface = surface
        self.toolbox = Toolbox(builtin_tools())

    async def see(self):
        """An observation, after each of its IDs has been resolved to exactly one element."""
        seen = await self.surface.observe()
        await assert_resolved(self.surface._observer.reader, seen.elements)
        return seen

    async def tree(self):
        return (await self.see()).tree

    async def do(self, tool, **parameters):
        """Status and detail of one action, as they are told to the model."""
        return (await self.batch((tool, parameters)))[0]

    async def batch(self, *calls):
        actions = tuple(Action(reason="r", tool=tool, parameters=parameters) for tool, parameters in calls)
        self.outcomes = await act(Proposal(complete=False, message="m", actions=actions), self.toolbox, self.surface)
        return [f"{outcome.status}: {outcome.detail}" for outcome in self.outcomes]

    async def refusal(self, tool, **parameters):
        """Why a whole reply cannot be used."""
        with pytest.raises(ReplyError) as raised:
            await self.do(tool, **parameters)
        return str(raised.value)

    async def said(self):
        """What the page logged in `log`, since the last time it was asked."""
        return await self.page.evaluate("log.splice(0)")


@pytest.fixture(scope="session")
def reused_page(chromium):
    """Lends pages of 800 x 600, whose scripts may push to `log`."""

    async def new_context():
        context = await chromium.new_context(viewport={"width": 800, "height": 600})
        await context.add_init_script("window.log = []")
        return context

    return ReusedPage(chromium, new_context)


@pytest.fixture
async def visit(page, tmp_path):
    """`await visit(html)` or `await visit(url=...)`: a page in an 800 x 600 window; its scripts may push to `log`."""
    visits = []
    await register(page)

    async def make(html=None, *, url="about:blank", data=None):
        surface = BrowserSurface(
            page,
            task=Task(text="do it", data=data or {}, files=tuple(data or ())),
            values=Values(data or {}, home=origin_of(url)),
            downloads_dir=lambda: tmp_path,
            options=PageOptions(screenshot="never"),
        )
        visits.append(surface)
        if html is None:
            await surface.open(url)
        else:
            await page.evaluate("window.log = []")
            await page.set_content(html)
        return Visit(page, surface)

    yield make
    for surface in visits:
        await surface.close()


@dataclass
class Web:
    """A loopback server: each path has a body, or (status, headers, body); posts are kept as (path, body)."""

    port: int = 0
    pages: dict = field(default_factory=dict)
    requests: list = field(default_factory=list)

    scheme: str = "http"

    @property
    def url(self):
        return f"{self.scheme}://localhost:{self.port}"

    async def answer(self, reader, writer):
        try:
            request = (await reader.readline()).decode().split()
            headers = {}
            while line := (await reader.readline()).decode().strip():
                name, _, value = line.partition(": ")
                headers[name.lower()] = value
            if not request:
                return  # a connection the browser opened ahead and did not use
            body = (await reader.readexactly(int(headers.get("content-length", 0)))).decode()
            self.requests.append((request[0], request[1], body))
            page = self.pages.get(request[1].partition("?")[0], (404, {}, "<h1>Not found</h1>"))
            if callable(page):
                page = page(headers, body)
                page = await page if inspect.isawaitable(page) else page
            status, extra, content = (200, {}, page) if isinstance(page, str) else page
            fields = {"Content-Type": "text/html; charset=utf-8", "Connection": "close", **extra}
            fields.setdefault("Content-Length", str(len(content.encode())))
            head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
            writer.write(f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{head}\r\n{content}".encode())
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return  # the browser gave up
        finally:
            writer.close()


@asynccontextmanager
async def serving(scheme, context=None):
    made = Web(scheme=scheme)
    server = await asyncio.start_server(made.answer, "127.0.0.1", 0, ssl=context)
    made.port = server.sockets[0].getsockname()[1]
    yield made
    server.close()


@pytest.fixture
async def web():
    """A loopback server of its own for each test."""
    async with serving("http") as made:
        yield made


@pytest.fixture
async def secure_web():
    """The same over TLS, with a certificate that nobody vouches for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).with_name("self_signed.pem"))
    async with serving("https", context) as made:
        yield made
