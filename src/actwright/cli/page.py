"""`actwright page`: prints a page as the model sees it."""

from __future__ import annotations

import io
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from actwright.cli.interrupts import run_to_end
from actwright.cli.options import StorageState, TreeBudget, Url, signed_in
from actwright.cli.progress import progress
from actwright.errors import BrowserError, ConfigError
from actwright.text import printable

if TYPE_CHECKING:
    from playwright.async_api import Response

    from actwright.engine.page.page_options import PageOptions
    from actwright.schemas.page import Observation

CHARACTERS_PER_TOKEN = 4
"""Characters per token: a rule of thumb for English and HTML-like text. Each model counts in its own way."""

FIRST_ERROR = 400
"""HTTP statuses from here on are errors."""


def page(
    url: Url,
    /,
    *,
    budget: TreeBudget = 4_000,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
    screenshot: Annotated[Path | None, Parameter(metavar="OUT.png")] = None,
    storage_state: StorageState = None,
) -> None:
    """Print a page as the model sees it: its tree of elements with IDs, and its size in tokens.

    Args:
        url: The page to look at.
        as_json: Print one JSON object: tree, elements, tabs, notes, HTTP status.
        screenshot: Save the annotated screenshot to this file.
        storage_state: Look signed in: cookies and storage from this file, as Playwright saves it.
    """
    from actwright.engine.page.page_options import PageOptions
    from actwright.schemas.sites import start_url

    try:
        start_url(url)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    if screenshot is not None and not screenshot.parent.is_dir():
        raise ConfigError(f"--screenshot {screenshot}: the folder {screenshot.parent} does not exist")
    options = PageOptions(budget=budget, screenshot="never" if screenshot is None else "always")
    with progress(f"opening {url}"):
        seen, answered = run_to_end(_look(url, options, signed_in(storage_state)))
    tokens = round(len(seen.tree) / CHARACTERS_PER_TOKEN)
    if as_json:
        size = {"characters": len(seen.tree), "estimated_tokens": tokens}
        shown = seen.model_dump(mode="json", exclude={"screenshot"})
        print(json.dumps({**shown, "status": answered or None, "size": size}))
    else:
        print(printable(seen.tree))
        if seen.url.rstrip("/") != url.rstrip("/"):
            print(f"(the page is now at {printable(seen.url)})")
        if answered >= FIRST_ERROR:
            print(f"(the server answered {answered})")
        for note in seen.notes:
            print(f"({printable(note)})")
        print(f"{len(seen.tree):,} characters, about {tokens:,} tokens (estimated: characters / 4)")
    if screenshot is not None:
        _save(seen, screenshot)
        if not as_json:
            print(f"Screenshot: {screenshot}")


async def _look(url: str, options: PageOptions, state: Path | None) -> tuple[Observation, int]:
    """Returns the page and the HTTP status of its document; 0 if it came from no server."""
    from actwright.engine.page.browser.browser_options import BrowserOptions
    from actwright.engine.page.browser.launch import open_browser
    from actwright.engine.page.reading.isolated_world import register
    from actwright.engine.page.surface import BrowserSurface
    from actwright.engine.values.values import Values
    from actwright.schemas.sites import origin_of
    from actwright.schemas.task import Task

    answered = [0]

    def note(response: Response) -> None:
        if response.request.is_navigation_request() and response.frame.parent_frame is None:
            answered.append(response.status)

    with tempfile.TemporaryDirectory(prefix="actwright-page-") as folder:
        async with open_browser(BrowserOptions(storage_state=state)) as opened:
            await register(opened.page)
            opened.page.on("response", note)
            surface = BrowserSurface(
                opened.page,
                task=Task(text="look", url=url),
                values=Values({}, home=origin_of(url)),
                downloads_dir=lambda: Path(folder),
                options=options,
            )
            try:
                await surface.open(url)
                return await surface.observe(), answered[-1]
            finally:
                await surface.close()


def _save(seen: Observation, path: Path) -> None:
    """Saves the screenshot. Raises BrowserError if there is none, ConfigError if the file cannot be written."""
    from PIL import Image

    if seen.screenshot is None:
        raise BrowserError("the page was read, but no screenshot could be taken")
    try:
        Image.open(io.BytesIO(seen.screenshot.data)).save(path)
    except (OSError, ValueError) as error:
        raise ConfigError(f"--screenshot {path}: {error}") from error
