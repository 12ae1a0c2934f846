"""Sites on loopback that keep everything they receive, and obedient models, for proofs on hostile pages and models."""

from __future__ import annotations

import base64
import hashlib
import re
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

HOME, AWAY = "127.0.0.1", "127.0.0.2"
CONTROL = re.compile(r"(?<![\w.-])((?:f\d+\.)?(?:input|textarea|button|a|select|div|tool)-\d+)(?![\w-])")

WEBSOCKET = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What a server adds to the key of a WebSocket (RFC 6455)."""

Call = tuple[str, dict[str, Any]]
Content = str | tuple[int, Mapping[str, str], str] | Callable[["Site", str, str], "Content"]
"""A body; or a status, headers and a body; or a function that makes them from the site, the path and the sent body."""


class Site:
    """A web server on one loopback address.

    `asked` has the paths of GET requests, `posts` the path and body of every other request and message over WebSockets,
    and `bytes_in` everything that arrived, byte for byte.
    """

    def __init__(self, host: str) -> None:
        self.pages: dict[str, Content] = {}
        self.asked: list[str] = []
        self.posts: list[tuple[str, str]] = []
        self.bytes_in: list[str] = []
        self._http = ThreadingHTTPServer((host, 0), _handler(self))
        self._http.daemon_threads = True
        self.host, self.port = host, self._http.server_port
        self.url = f"http://{host}:{self.port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def answer(self, path: str, sent: str) -> tuple[int, Mapping[str, str], str]:
        """Returns the response to a request."""
        found = self.pages.get(path.partition("?")[0], "<title>Other</title>Nothing here")
        while callable(found):
            found = found(self, path, sent)
        return found if isinstance(found, tuple) else (200, {}, found)


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            if (key := self.headers.get("Sec-WebSocket-Key")) is not None:
                self._take_messages(key)
            else:
                self._answer("")

        def _take_messages(self, key: str) -> None:
            site.bytes_in.append(f"{self.requestline}\n{self.headers}")
            accepted = base64.b64encode(hashlib.sha1(key.encode() + WEBSOCKET).digest()).decode()
            self.send_response(101)
            for name, value in {
                "Upgrade": "websocket",
                "Connection": "Upgrade",
                "Sec-WebSocket-Accept": accepted,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.close_connection = True
            while len(head := self.rfile.read(6)) == 6 and head[0] & 15 in {1, 2}:  # short, and masked
                masked = self.rfile.read(head[1] & 127)
                text = bytes(each ^ head[2 + at % 4] for at, each in enumerate(masked)).decode("latin-1")
                site.posts.append((self.path, text))
                site.bytes_in.append(text)

        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("latin-1")
            site.posts.append((self.path, sent))
            self._answer(sent)

        def _answer(self, sent: str) -> None:
            site.bytes_in.append(f"{self.requestline}\n{self.headers}\n{sent}")
            status, headers, body = site.answer(self.path, sent)
            raw = body.encode()
            self.send_response(status)
            usual = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(raw))}
            for name, value in {**usual, **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *_: object) -> None:
            """Logs nothing."""

    return Handler


def reply(*calls: Call, message: str = "going on", reason: str = "the page asks for it") -> dict[str, Any]:
    """Returns the reply of a model that calls these tools."""
    actions = [{"reason": reason, "tool": tool, "parameters": parameters} for tool, parameters in calls]
    return {"complete": False, "message": message, "actions": actions}


def controls(shown: str, *kinds: str) -> list[str]:
    """Returns the IDs of the controls of these kinds in a text, in order."""
    return [one for one in dict.fromkeys(CONTROL.findall(shown)) if one.split(".")[-1].rpartition("-")[0] in kinds]
