"""Pages served from a loopback port."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from actwright.testing.site.request_response import SiteRequest, SiteResponse, text
from actwright.testing.site.site_server import LoopbackSite

__all__ = ["Answers", "files", "loopback", "pages"]


Answers = Callable[[str], SiteResponse | None]
"""Returns the answer for an unquoted path without its query; None means 404."""


def files(folder: Path) -> Answers:
    """Returns the files below a folder by their relative path, and nothing outside of it."""

    def answer(path: str) -> SiteResponse | None:
        file = (folder / path.lstrip("/")).resolve()
        if not file.is_relative_to(folder.resolve()) or not file.is_file():
            return None
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        named = "text/html; charset=utf-8" if file.suffix in {".html", ".htm"} else kind
        return SiteResponse(headers=(("Content-Type", named),), body=file.read_bytes())

    return answer


def pages(makers: dict[str, Callable[[], str]]) -> Answers:
    """Returns HTML by path, which is made at the first request and kept."""
    made = {path: cache(maker) for path, maker in makers.items()}
    return lambda path: text(made[path](), type="text/html") if path in made else None


@contextmanager
def loopback(answers: Answers) -> Generator[str]:
    """Serves the answers on a port of 127.0.0.1 that the system chooses; yields the URL without a slash at the end.

    The port listens on IPv4 loopback only, so `localhost` is a second host for the same pages.
    """

    class Pages(LoopbackSite):
        def answer(self, request: SiteRequest) -> SiteResponse:
            return answers(request.path) or text("Not found", status=404)

    with Pages() as site:
        yield site.url
