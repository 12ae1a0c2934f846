"""Runs the site of `faults.py` in a separate process: forms that fail on request, and a log of every POST.

`python benchmarks/faults_site.py LOG` prints its port. `PUT /KEY` sets the page of a key and how its answers fail;
`GET /KEY` returns the page; `POST /KEY` writes `KEY <path>` to the log, and to disk, before anything else happens.

JSON describes how an answer fails: `delay` is the number of seconds before it, `reset` closes the connection with RST,
`half` ends the answer in the middle of its body, `status` is its status, and `times` is the number of requests that
fail in this way (all by default).
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import struct
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

SITES: dict[str, dict[str, Any]] = {}


class Handler(BaseHTTPRequestHandler):
    """Handles one connection, which stays open as with real servers."""

    protocol_version = "HTTP/1.1"
    log: int

    def do_PUT(self) -> None:
        SITES[self._key()] = json.loads(self._body())
        self._send(b"ok")

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        site = SITES.get(self._key(), {})
        kind = parse_qs(parts.query).get("download", [""])[0]
        if kind:
            self._download(kind)
            return
        self._answer(site.get("get", {}), site.get("html", "<p>There is no such page</p>"))
        self.close_connection = self.close_connection or not site.get("kept")

    def do_POST(self) -> None:
        self._body()
        os.write(self.log, f"{self._key()} {self.path}\n".encode())
        os.fsync(self.log)
        self._answer(
            SITES.get(self._key(), {}).get("post", {}), f"<title>Received</title><p>Received {self._key()}</p>"
        )

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing."""

    def _key(self) -> str:
        return urlsplit(self.path).path.strip("/").partition("/")[0]

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("content-length", "0")))

    def _answer(self, how: dict[str, Any], html: str) -> None:
        left = how.get("times", 1_000)
        if not how or left <= 0:
            self._send(html.encode())
            return
        how["times"] = left - 1
        time.sleep(how.get("delay", 0))
        if how.get("reset"):
            self._reset()
        elif how.get("half"):
            self._send(html.encode(), promised=len(html.encode()) * 2)
            self.close_connection = True
        else:
            self._send(html.encode(), status=how.get("status", 200))

    def _reset(self) -> None:
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _download(self, kind: str) -> None:
        name = {"hostile": "../../../evil.csv"}.get(kind, "file.csv")
        disposition = ("content-disposition", f'attachment; filename="{name}"')
        if kind == "truncated":
            self._send(b"half", promised=1_000, headers=(disposition,))
            self.close_connection = True
        elif kind == "endless":
            self._send(b"begins", promised=10**12, headers=(disposition,))
            with contextlib.suppress(OSError):
                while True:
                    self.wfile.write(b"x" * 1_000)
                    time.sleep(0.05)
            self.close_connection = True
        else:
            self._send(b"whole", headers=(disposition,))

    def _send(
        self, body: bytes, *, status: int = 200, promised: int | None = None, headers: tuple[tuple[str, str], ...] = ()
    ) -> None:
        with contextlib.suppress(OSError):
            self.send_response(status)
            for name, value in (("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store"), *headers):
                self.send_header(name, value)
            self.send_header("content-length", str(len(body) if promised is None else promised))
            if self.command == "GET" and not SITES.get(self._key(), {}).get("kept"):
                self.send_header("connection", "close")
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()


class Server(ThreadingHTTPServer):
    """A server that accepts as many connections as a browser opens."""

    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignores errors, because the faults reset connections on purpose."""


if __name__ == "__main__":
    Handler.log = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
