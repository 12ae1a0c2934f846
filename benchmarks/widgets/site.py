"""The pages of the bench: built from pinned npm packages, and served with a log of what their forms send."""

from __future__ import annotations

import json
import mimetypes
import shutil
from pathlib import Path
from typing import Any

from benchmarks.page.sets.packages import STAMP, digest, run, same
from benchmarks.serving import Answer, Request, Serving

__all__ = ["Site", "build"]

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


class Site(Serving):
    """The pages on loopback, and what their forms sent."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder.resolve()
        self._sent: dict[str, list[Any]] = {}

    def address(self, page: str, widget: str, key: str) -> str:
        """The address of a widget; the key tells what its form sends from what others send."""
        return f"{self.url}/{key}/{page}.html?widget={widget.replace(' ', '%20')}"

    def sent(self, key: str) -> list[Any]:
        """The values that the form of a page sent, oldest first."""
        return self._sent.get(key, [])

    def answer(self, request: Request) -> Answer:
        """Keeps what is sent, and returns a file or the page that loads a script."""
        if request.method == "POST":
            self._sent.setdefault(request.path.split("/")[1], []).append(json.loads(request.body)["value"])
            return Answer("{}", "application/json")
        name = request.path.rpartition("/")[2]
        file = self._folder / name
        if name.endswith(".html") and file.with_suffix(".js").is_file():
            return Answer(page_of(file.stem, styled=file.with_suffix(".css").is_file()))
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Answer(file.read_bytes(), kind) if file.is_file() else Answer(type="text/plain", status=404)


def page_of(name: str, *, styled: bool) -> str:
    style = f'<link rel="stylesheet" href="{name}.css">' if styled else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Registration</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">{style}</head>'
        f'<body><script type="module" src="{name}.js"></script></body></html>\n'
    )
