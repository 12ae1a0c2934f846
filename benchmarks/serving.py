"""A site on a loopback port whose subclass makes the answers: the server of the benches that read what was sent."""

from __future__ import annotations

import base64
import hashlib
import sys
import threading
from collections.abc import Iterator, Mapping
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

__all__ = ["Answer", "Request", "Serving"]

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What a server adds to the key of a WebSocket (RFC 6455)."""


class Request(NamedTuple):
    """A request. `line` is its first line as it was sent, and `target` its path with the query."""

    method: str
    target: str
    line: str
    headers: Message
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path


class Answer(NamedTuple):
    """A response; its headers replace the usual ones. A body in parts ends with its connection."""

    body: str | bytes | Iterator[bytes] = ""
    type: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})


class Serving:
    """Serves in a `with` block, on a port that the system chooses. `url` has no slash at the end."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self._http = _Server((host, 0), type("Handler", (_Connection,), {"site": self}))
        self.host, self.port = host, self._http.server_port
        self.url = f"http://{host}:{self.port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def answer(self, request: Request) -> Answer:
        """Returns the answer to a request. Called on a thread of its own."""
        raise NotImplementedError

    def talk(self, request: Request, messages: Iterator[str]) -> Iterator[str]:
        """Yields the texts to send over a WebSocket, whose own short messages come from an iterator."""
        raise NotImplementedError


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing where a browser closed its connection early."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    site: Serving

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.command, self.path, self.requestline, self.headers, body)
        if (key := self.headers.get("Sec-WebSocket-Key")) is not None:
            self._talk(key, request)
        else:
            self._answer(self.site.answer(request))

    do_POST = do_PUT = do_DELETE = do_PATCH = do_GET  # noqa: N815 - as the server calls them

    def _answer(self, answer: Answer) -> None:
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        whole = isinstance(body, bytes)
        usual = {"Content-Type": answer.type, "Cache-Control": "no-store"}
        ends = {"Content-Length": str(len(body))} if whole else {"Connection": "close"}
        self._begin(answer.status, {**usual, **ends, **answer.headers})
        for part in (body,) if whole else body:
            self.wfile.write(part)
            self.wfile.flush()

    def _begin(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.flush()

    def _talk(self, key: str, request: Request) -> None:
        accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
        self._begin(101, {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept})
        self.close_connection = True
        for text in self.site.talk(request, self._messages()):
            said = text.encode()
            self.wfile.write(bytes((0x81, len(said))) + said)
            self.wfile.flush()

    def _messages(self) -> Iterator[str]:
        while len(head := self.rfile.read(2)) == 2 and head[0] & 15 in {1, 2}:
            mask, masked = self.rfile.read(4), self.rfile.read(head[1] & 127)
            yield bytes(each ^ mask[at % 4] for at, each in enumerate(masked)).decode("utf-8", "replace")

    def log_message(self, *_: Any) -> None:
        """Logs nothing."""
