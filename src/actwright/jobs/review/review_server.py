"""Serves the review of a job, on this machine only and to the one browser that has its address."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from hmac import compare_digest
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Self
from urllib.parse import parse_qs, parse_qsl, quote, urlsplit

from actwright.engine.records.html import styled
from actwright.errors import ActwrightError
from actwright.jobs.ledger import JobLedger
from actwright.jobs.review.decisions import decide
from actwright.jobs.review.review_page import review_page

COOKIE = "actwright-review"
TOKEN_BYTES = 32
MOST_BYTES = 4 * 1024 * 1024
HERE = Path(__file__).parent
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class ReviewServer(ThreadingHTTPServer):
    """Serves the review of one job on a loopback port while its context is open.

    The address holds a token that works once: the first request exchanges it for a cookie that scripts cannot read.
    Requests for another host or from another origin are refused.

    Args:
        ledger: Opens the ledger, which is closed after each request.
    """

    daemon_threads = True

    def __init__(self, ledger: Callable[[], JobLedger]) -> None:
        self.ledger = ledger
        self._token, self._session = secrets.token_urlsafe(TOKEN_BYTES), ""
        self._lock = Lock()
        super().__init__(("127.0.0.1", 0), ReviewConnection)
        self._thread = Thread(target=self.serve_forever, args=(0.05,), name="actwright-review")

    @property
    def origin(self) -> str:
        """The origin of its pages."""
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        """The address to open, with its token; it works once."""
        return f"{self.origin}/?token={self._token}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()

    def wait(self) -> None:
        """Waits until the person ends the review, or the server stops."""
        self._thread.join()

    def swap(self, token: str) -> str:
        """Exchanges the token for a session, once. Returns an empty text for a wrong token, and ever after."""
        with self._lock:
            if not self._token or not compare_digest(token.encode(), self._token.encode()):
                return ""
            self._token, self._session = "", secrets.token_urlsafe(TOKEN_BYTES)
            return self._session

    def knows(self, session: str) -> bool:
        """Whether this is the valid session."""
        return bool(self._session) and compare_digest(session.encode(), self._session.encode())


class ReviewConnection(BaseHTTPRequestHandler):
    """Answers requests after checking who sends them."""

    protocol_version = "HTTP/1.1"
    timeout = 30
    server: ReviewServer  # pyright: ignore[reportIncompatibleVariableOverride] - always constructed by it

    def do_GET(self) -> None:
        """Sends a page, a picture, a style or a script; or the cookie in exchange for the token."""
        target = urlsplit(self.path)
        given = dict(parse_qsl(target.query))
        if not self._is_for_us():
            self._say(HTTPStatus.FORBIDDEN, "This is not the address of the review.")
        elif "token" in given:
            self._swap(given["token"])
        elif not self.server.knows(self._session()):
            self._say(HTTPStatus.FORBIDDEN, "Open the address that `actwright jobs review` printed; it works once.")
        elif target.path == "/review.css":
            self._send(
                HTTPStatus.OK, styled((HERE / "review.css").read_text("utf-8")).encode(), "text/css; charset=utf-8"
            )
        elif target.path == "/review.js":
            self._send(HTTPStatus.OK, (HERE / "review.js").read_bytes(), "text/javascript; charset=utf-8")
        elif target.path.startswith("/pictures/"):
            self._picture(target.path.rpartition("/")[2])
        elif target.path == "/":
            self._page(given)
        else:
            self._say(HTTPStatus.NOT_FOUND, "There is no such page.")

    def do_POST(self) -> None:
        """Carries out a decision, then sends the page again."""
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MOST_BYTES:
            self.close_connection = True
            self._say(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request is too large.")
            return
        body = parse_qs(self.rfile.read(int(length)).decode("utf-8", "replace"))
        ours = self.headers.get("Origin") == self.server.origin and self._is_for_us()
        if not ours or not self.server.knows(self._session()):
            self._say(HTTPStatus.FORBIDDEN, "Decisions are accepted only from the review page.")
            return
        if urlsplit(self.path).path == "/close":
            self._say(HTTPStatus.OK, "The review has ended. You can close this tab.")
            Thread(target=self.server.shutdown).start()
            return
        said = self._decided(body)
        back = "&".join(f"{name}={quote(body[name][0])}" for name in ("state", "page") if name in body)
        self._go(f"/?{back}&said={quote(said)}")

    def _decided(self, body: Mapping[str, list[str]]) -> str:
        try:
            with closing(self.server.ledger()) as ledger, ledger.alone():
                return decide(ledger, body)
        except ActwrightError as error:
            return str(error)

    def _page(self, given: Mapping[str, str]) -> None:
        try:
            with closing(self.server.ledger()) as ledger:
                text = review_page(ledger, given)
        except ActwrightError as error:
            self._say(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
            return
        self._send(HTTPStatus.OK, text.encode(), "text/html; charset=utf-8")

    def _picture(self, row: str) -> None:
        picture = None
        if row.isascii() and row.isdigit():
            with suppress(ActwrightError), closing(self.server.ledger()) as ledger:
                picture = ledger.picture(int(row))
        if picture is None:
            self._say(HTTPStatus.NOT_FOUND, "There is no such picture.")
        else:
            self._send(HTTPStatus.OK, picture.data, picture.kind or "application/octet-stream")

    def _swap(self, token: str) -> None:
        session = self.server.swap(token)
        if not session:
            self._say(HTTPStatus.FORBIDDEN, "This address was opened before. Start `actwright jobs review` again.")
            return
        self._go("/", {"Set-Cookie": f"{COOKIE}={session}; HttpOnly; SameSite=Strict; Path=/"})

    def _is_for_us(self) -> bool:
        """Whether the request names this host; another DNS name that points here is not accepted."""
        return self.headers.get("Host") == urlsplit(self.server.origin).netloc

    def _session(self) -> str:
        try:
            cookies = SimpleCookie(self.headers.get("Cookie", ""))
        except CookieError:
            return ""
        return cookies[COOKIE].value if COOKIE in cookies else ""

    def _go(self, to: str, headers: Mapping[str, str] | None = None) -> None:
        self._send(HTTPStatus.SEE_OTHER, b"", "text/plain", {"Location": to, **(headers or {})})

    def _say(self, status: HTTPStatus, text: str) -> None:
        self._send(status, f"{text}\n".encode(), "text/plain; charset=utf-8")

    def _send(self, status: HTTPStatus, content: bytes, kind: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {
            **HEADERS,
            **(headers or {}),
            "Content-Type": kind,
            "Content-Length": str(len(content)),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing."""
