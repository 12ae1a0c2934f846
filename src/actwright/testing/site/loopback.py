"""A site on its own loopback port: the server for a function from requests to responses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from http.server import BaseHTTPRequestHandler
from typing import Any, cast
from urllib.parse import parse_qsl, unquote, urlsplit

from actwright.testing.loopback import LoopbackServer
from actwright.testing.site.form_bodies import BadForm, Form, parse_form
from actwright.testing.site.request_response import SiteRequest, SiteResponse, text

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
