"""An HTTP server on its own loopback port, which runs while its context is open."""

from __future__ import annotations

import asyncio
import socket
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, ClassVar, Self


class LoopbackServer:
    """Base of the servers. The port is free again, and every thread has ended, when the context closes.

    Attributes:
        handler: Handles one connection; its `server.owner` is this server.
        base_path: The path of `url`.
    """

    handler: ClassVar[type[BaseHTTPRequestHandler]]
    base_path: ClassVar[str] = ""

    def __init__(self) -> None:
        self._server: Sockets | None = None
        self._thread: Thread | None = None

    @property
    def url(self) -> str:
        """Scheme, host, port and base path, without a final slash. Raises RuntimeError while it is not running."""
        if self._server is None:
            raise RuntimeError(f"the site is not running: enter it with `with {type(self).__name__}() as site:`")
        return f"http://127.0.0.1:{self._server.server_port}{self.base_path}"

    def start(self) -> Self:
        """Serve, on a port that the system chooses."""
        if self._server is not None:
            raise RuntimeError("the site is running already")
        self._server = Sockets(self)
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), name="actwright-server")
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop serving, end open connections and their threads. Does nothing if it is not running."""
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

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self.start()

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)


class Sockets(ThreadingHTTPServer):
    """The listening socket. It keeps track of its open connections, because a browser keeps them open and idle."""

    daemon_threads = False

    def __init__(self, owner: LoopbackServer) -> None:
        self.owner = owner
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        super().__init__(("127.0.0.1", 0), owner.handler)

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
