"""A site on its own loopback port: the server for a function from requests to responses."""

from __future__ import annotations

import asyncio
import socket
import sys
from abc import ABC, abstractmethod
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from actwright.testing.site.exchange import Request, Response, text
from actwright.testing.site.forms import BadForm, Form, parse_form

__all__ = ["LoopbackSite"]

MOST_BYTES = 16 * 1024 * 1024


class LoopbackSite(ABC):
    """A site that runs while its context is open. `answer` returns its responses.

    The port is free again, and every thread has ended, when the context closes.
    """

    def __init__(self) -> None:
        self._server: Server | None = None
        self._thread: Thread | None = None

    @abstractmethod
    def answer(self, request: Request) -> Response:
        """Returns the response to a request. Called on a thread of its own."""

    @property
    def url(self) -> str:
        """Scheme, host and port, without a final slash. Raises RuntimeError while the site is not running."""
        if self._server is None:
            raise RuntimeError(f"the site is not running: enter it with `with {type(self).__name__}() as site:`")
        return f"http://127.0.0.1:{self._server.server_port}"

    def start(self) -> Self:
        """Serve, on a port that the system chooses."""
        if self._server is not None:
            raise RuntimeError("the site is running already")
        self._server = Server(self)
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), name="actwright-site")
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop serving, end open connections and their threads. Does nothing if the site is not running."""
        server, thread = self._server, self._thread
        self._server = self._thread = None
        if server is None or thread is None:
            return
        server.shutdown()
        thread.join()
        server.end_connections()
        server.server_close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)


class Server(ThreadingHTTPServer):
    """The listening socket. It keeps track of its open connections, because a browser keeps them open and idle."""

    daemon_threads = False

    def __init__(self, site: LoopbackSite) -> None:
        self.site = site
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        super().__init__(("127.0.0.1", 0), Connection)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve one connection on a thread of its own."""
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close one connection."""
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def end_connections(self) -> None:
        """Wake every thread that waits for a browser to send more."""
        with self._lock:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # the browser closed it first

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay quiet when a browser closes the connection early; report anything else as usual."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Connection(BaseHTTPRequestHandler):
    """Reads requests from one connection and writes the responses."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: Server  # pyright: ignore[reportIncompatibleVariableOverride] - always constructed by it

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
        self.send(self.server.site.answer(self.request_of(form)))

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = serve  # noqa: N815

    def request_of(self, form: Form) -> Request:
        """The request as the routes see it."""
        target = urlsplit(self.path)
        return Request(
            method=self.command,
            path=unquote(target.path),
            host=self.headers.get("Host", ""),
            cookie=self.headers.get("Cookie", ""),
            query=tuple(parse_qsl(target.query, keep_blank_values=True)),
            form=form,
        )

    def refuse(self, response: Response) -> None:
        """Respond without having read the body, so the connection cannot be used again."""
        self.close_connection = True
        self.send(response)

    def send(self, response: Response) -> None:
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
