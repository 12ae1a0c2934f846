"""The pages of the bench: built from pinned npm packages, and served with a log of what their forms send."""

from __future__ import annotations

import json
import mimetypes
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar
from urllib.parse import urlsplit

from benchmarks.page.sets.packages import STAMP, digest, run, same

__all__ = ["Site", "build", "serve"]

HERE = Path(__file__).parent
BUILT = HERE.parents[1] / "build" / "bench-widgets"
MODULES = HERE / "node_modules"
PACKAGES = ("package.json", "package-lock.json", ".npmrc")
DATA_URLS = ("woff", "woff2", "ttf", "eot", "svg", "png", "gif", "webp")
BUILD = (
    "--bundle", "--splitting", "--format=esm", "--minify", "--jsx=automatic", "--log-level=error",
    '--define:process.env.NODE_ENV="production"', "--define:__VUE_OPTIONS_API__=true",
    "--define:__VUE_PROD_DEVTOOLS__=false", "--define:__VUE_PROD_HYDRATION_MISMATCH_DETAILS__=false",
    "--alias:vue=vue/dist/vue.esm-bundler.js", *(f"--loader:.{ending}=dataurl" for ending in DATA_URLS),
)  # fmt: skip


async def build() -> Path:
    """Returns the folder with the built pages; fetches the packages and builds them if something changed.

    Raises:
        ConfigError: The packages cannot be fetched or the pages cannot be built.
    """
    wanted = digest(*((HERE / name).read_bytes() for name in PACKAGES))
    if not same(MODULES, wanted):
        await run("npm", "ci", "--no-audit", "--no-fund", of="widgets", cwd=HERE)
        (MODULES / STAMP).write_text(wanted)
    sources = sorted((HERE / "pages").iterdir())
    wanted = digest(wanted.encode(), " ".join(BUILD).encode(), *(file.read_bytes() for file in sources))
    if same(BUILT, wanted):
        return BUILT
    shutil.rmtree(BUILT, ignore_errors=True)
    await run(MODULES / ".bin" / "esbuild", *sources, *BUILD, f"--outdir={BUILT}", of="widgets", cwd=HERE)
    (BUILT / STAMP).write_text(wanted)
    return BUILT


class Site:
    """The pages on loopback.

    Attributes:
        url: Its address, without a slash at the end.
    """

    def __init__(self, folder: Path, url: str) -> None:
        self.url = url
        self._folder = folder.resolve()
        self._sent: dict[str, list[Any]] = {}

    def address(self, page: str, widget: str, key: str) -> str:
        """The address of a widget; the key tells what its form sends from what others send."""
        return f"{self.url}/{key}/{page}.html?widget={widget.replace(' ', '%20')}"

    def sent(self, key: str) -> list[Any]:
        """The values that the form of a page sent, oldest first."""
        return self._sent.get(key, [])

    def take(self, path: str, body: bytes) -> None:
        self._sent.setdefault(path.split("/")[1], []).append(json.loads(body)["value"])

    def answer(self, path: str) -> tuple[bytes, str] | None:
        """The body and type of a file, or of the page that loads a script; None if there is neither."""
        name = path.rpartition("/")[2]
        file = self._folder / name
        if name.endswith(".html") and file.with_suffix(".js").is_file():
            styled = file.with_suffix(".css").is_file()
            return page_of(file.stem, styled=styled).encode(), "text/html; charset=utf-8"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return (file.read_bytes(), kind) if file.is_file() else None


def page_of(name: str, *, styled: bool) -> str:
    style = f'<link rel="stylesheet" href="{name}.css">' if styled else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Registration</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">{style}</head>'
        f'<body><script type="module" src="{name}.js"></script></body></html>\n'
    )


@contextmanager
def serve(folder: Path) -> Iterator[Site]:
    """Serves the built pages on a port of 127.0.0.1 that the system chooses."""

    class Handler(_Handler):
        pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Handler.site = Site(folder, f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield Handler.site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: ClassVar[Site]

    def do_GET(self) -> None:
        found = self.site.answer(urlsplit(self.path).path)
        self._answer(*(found or (b"", "text/plain")), HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.site.take(urlsplit(self.path).path, body)
        self._answer(b"{}", "application/json", HTTPStatus.OK)

    def _answer(self, body: bytes, kind: str, status: HTTPStatus) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Logs nothing."""
