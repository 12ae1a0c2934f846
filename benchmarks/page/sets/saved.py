"""Saved web pages: every *.html file of a folder, scrolled to the top, and every second one also to the middle."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from actwright.errors import ConfigError
from benchmarks.page.sets.arriving import to_middle
from benchmarks.page.sets.loopback import files, loopback
from benchmarks.page.state import State

__all__ = ["FOLDER", "serve"]

FOLDER = "ACTWRIGHT_SAVED_PAGES"
SCROLLED_EACH = 2


@asynccontextmanager
async def serve(work: Path, *, folder: Path | None = None) -> AsyncGenerator[list[State]]:  # noqa: ARG001 - the contract
    """Serves the pages of the folder; every second page is also measured scrolled to its middle.

    Args:
        work: Not used, because nothing is downloaded.
        folder: The folder of the pages; None means the folder that ACTWRIGHT_SAVED_PAGES names.

    Raises:
        ConfigError: No folder is named, or it has no page.
    """
    found = _pages(folder)
    with loopback(files(found[0].parent)) as url:
        top = [State(f"saved/{page.stem}/top", "saved", f"{url}/{quote(page.name)}") for page in found]
        middle = [
            State(f"saved/{page.stem}/middle", "saved", f"{url}/{quote(page.name)}", to_middle)
            for page in found[::SCROLLED_EACH]
        ]
        yield sorted(top + middle, key=lambda state: state.name)


def _pages(folder: Path | None) -> list[Path]:
    named = folder or Path(os.environ.get(FOLDER, ""))
    if not folder and not os.environ.get(FOLDER):
        raise ConfigError(
            f"the set saved has no pages: set {FOLDER} to a folder of saved *.html files, for example "
            "source.html files of the test pages of github.com/mozilla/readability"
        )
    found = sorted(named.glob("*.html"))
    if not found:
        raise ConfigError(f"the set saved has no pages: there is no *.html file in {named}")
    return found
