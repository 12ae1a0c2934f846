"""The bundled site as a server on its own loopback port."""

from __future__ import annotations

from abc import ABC, abstractmethod
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event, Lock
from typing import Any, ClassVar, Self, cast
from urllib.parse import parse_qsl, unquote, urlsplit

from actwright.schemas.http_methods import SAFE_METHODS
from actwright.testing.loopback import LoopbackServer
from actwright.testing.site import market
from actwright.testing.site.form_bodies import BadForm, Form, parse_form
from actwright.testing.site.records import Listing, Post, SiteOrder
from actwright.testing.site.request_response import SiteRequest, SiteResponse, text
from actwright.testing.site.routes import answer
from actwright.testing.site.state import State

MOST_BYTES = 16 * 1024 * 1024


class Connection(BaseHTTPRequestHandler):
    """Reads requests from one connection and writes the responses."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def serve(self) -> None:
        """Answer one request."""
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or "Transfer-Encoding" in self.headers:
            self.refuse(text("A length is required.", status=411))
            return
        if int(length) > MOST_BYTES:
            self.refuse(text("Too large.", status=413))
            return
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True
            return
        try:
            form = parse_form(self.headers.get("Content-Type", ""), body)
        except BadForm as error:
            self.refuse(text(str(error), status=400))
            return
        self.send(cast(Any, self.server).owner.answer(self.request_of(form)))

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = serve  # noqa: N815

    def request_of(self, form: Form) -> SiteRequest:
        """The request as the routes see it."""
        target = urlsplit(self.path)
        return SiteRequest(
            method=self.command,
            path=unquote(target.path),
            host=self.headers.get("Host", ""),
            cookie=self.headers.get("Cookie", ""),
            query=tuple(parse_qsl(target.query, keep_blank_values=True)),
            form=form,
        )

    def refuse(self, response: SiteResponse) -> None:
        """Respond without having read the body, so the connection cannot be used again."""
        self.close_connection = True
        self.send(response)

    def send(self, response: SiteResponse) -> None:
        """Write a response."""
        self.send_response(response.status)
        for name, value in response.headers:
            self.send_header(name, value)
        if not any(name == "Cache-Control" for name, _ in response.headers):
            self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        if response.status != 204:  # noqa: PLR2004 - 204 must not have a length
            self.send_header("Content-Length", str(len(response.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(response.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing to the terminal: `Site.posts` is the log."""


class LoopbackSite(LoopbackServer, ABC):
    """A site that runs while its context is open. `answer` returns its responses."""

    handler = Connection

    @abstractmethod
    def answer(self, request: SiteRequest) -> SiteResponse:
        """Returns the response to a request. Called on a thread of its own."""


class Site(LoopbackSite):
    """A small marketplace on loopback, for demonstrations, benchmarks and your own tests.

    ```python
    with Site() as site:  # or: async with Site() as site
        result = await agent.run("Fill the price as $50 and submit", url=site.url + "/price")
        assert [post.fields["price"] for post in site.posts] == [("50",)]
    ```

    `site.url + "/pages"` lists all pages. The only user is `ada@example.org` with the password `lovelace-1843`. Pages
    make no requests to other hosts. When the context closes, the port is free again and all threads have ended.

    Args:
        latency_ms: The delay of every response, in milliseconds.
    """

    EMAIL: ClassVar[str] = market.EMAIL
    PASSWORD: ClassVar[str] = market.PASSWORD
    photo: ClassVar[Path] = Path(__file__).parent / "static" / "kayak.jpg"

    def __init__(self, *, latency_ms: float = 0) -> None:
        super().__init__()
        self.latency_ms = latency_ms
        self._state = State()
        self._lock = Lock()
        self._stopping = Event()

    @property
    def listings(self) -> tuple[Listing, ...]:
        """The listings created since the start or the last reset, oldest first, without the samples."""
        with self._lock:
            return tuple(self._state.listings.values())

    @property
    def orders(self) -> tuple[SiteOrder, ...]:
        """The orders that the wizard confirmed, oldest first."""
        with self._lock:
            return tuple(self._state.orders)

    @property
    def posts(self) -> tuple[Post, ...]:
        """All requests other than GET, HEAD and OPTIONS, in order of arrival: proof of "submitted exactly once"."""
        with self._lock:
            return tuple(self._state.posts)

    def reset(self) -> None:
        """Deletes all listings, orders, posts and sessions."""
        with self._lock:
            self._state = State()

    def start(self) -> Self:
        """Starts serving, on a port that the system chooses."""
        self._stopping.clear()
        return super().start()

    def close(self) -> None:
        """Stops serving and ends open connections and their threads. Does nothing if the site is not running."""
        self._stopping.set()
        super().close()

    def answer(self, request: SiteRequest) -> SiteResponse:
        """Log a request, wait for the set latency, and answer it."""
        if request.method not in SAFE_METHODS:
            with self._lock:
                self._state.log(request)
        self._stopping.wait(self.latency_ms / 1_000)
        with self._lock:
            response = answer(self._state, request)
        self._stopping.wait(response.delay_ms / 1_000)
        return response
