"""Pages served from a loopback port."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar
from urllib.parse import unquote, urlsplit

__all__ = ["Answer", "Answers", "files", "loopback", "pages"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The response for a path."""

    body: bytes
    type: str = "text/html; charset=utf-8"


Answers = Callable[[str], Answer | None]
"""Returns the answer for an unquoted path without its query; None means 404."""


def files(folder: Path) -> Answers:
    """Returns the files below a folder by their relative path, and nothing outside of it."""

    def answer(path: str) -> Answer | None:
        file = (folder / path.lstrip("/")).resolve()
        if not file.is_relative_to(folder.resolve()) or not file.is_file():
            return None
        if file.suffix in {".html", ".htm"}:
            return Answer(file.read_bytes())
        return Answer(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream")

    return answer


def pages(makers: dict[str, Callable[[], str]]) -> Answers:
    """Returns HTML by path, which is made at the first request and kept."""
    made = {path: cache(maker) for path, maker in makers.items()}
    return lambda path: Answer(made[path]().encode()) if path in made else None


@contextmanager
def loopback(answers: Answers) -> Generator[str]:
    """Serves the answers on a port of 127.0.0.1 that the system chooses; yields the URL without a slash at the end.

    The port listens on IPv4 loopback only, so `localhost` is a second host for the same pages.
    """

    class Handler(_Handler):
        give = staticmethod(answers)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,), name="pages", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    give: ClassVar[Answers]

    def do_GET(self) -> None:
        found = self.give(unquote(urlsplit(self.path).path))
        answer = found or Answer(b"Not found", "text/plain; charset=utf-8")
        self.send_response(HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", answer.type)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, *_: object) -> None:
        """Logs nothing."""
