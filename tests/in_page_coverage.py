"""A plugin of pytest that writes which parts of the in-page code ran, by Chromium's own counters.

`pytest -p tests.in_page_coverage` writes a file for each of its processes into the folder that the variable
IN_PAGE_COVERAGE names; `scripts/in_page_coverage.js` sums them up. Other runs of the tests load none of this.
"""

import contextlib
import json
import os
import secrets
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Error, Page

from actwright.engine.page.reading.script import script

URL = "actwright.js"
LANDMARK = "perform"
"""A function whose position shows where the bundle begins in a script."""

new_page, close = BrowserContext.new_page, Page.close
sessions, begins = {}, {}
ran = bytearray(len(script()))


async def counted_page(context, *args, **options):
    page = await new_page(context, *args, **options)
    with contextlib.suppress(Error):
        session = await context.new_cdp_session(page)
        await session.send("Profiler.enable")
        await session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
        sessions[page] = session
    return page


async def close_counted(page, *args, **options):
    await note(page)
    sessions.pop(page, None)
    await close(page, *args, **options)


async def note(page):
    """Notes what has run in a page since this was last asked."""
    with contextlib.suppress(Error):
        answer = await sessions[page].send("Profiler.takePreciseCoverage") if page in sessions else {"result": ()}
        for each in answer["result"]:
            if each["url"] == URL:
                add(each["functions"], (page, each["scriptId"]))


def add(functions, of):
    for function in functions:
        if function["functionName"] == LANDMARK and of not in begins:
            begins[of] = function["ranges"][0]["startOffset"] - script().index(f"async function {LANDMARK}(")
    if of not in begins:
        return
    now = bytearray(len(ran))
    for function in functions:  # an outer one comes before those inside it
        for part in function["ranges"]:
            start, end = (max(0, part[name] - begins[of]) for name in ("startOffset", "endOffset"))
            end = min(end, len(now))
            now[start:end] = bytes([part["count"] > 0]) * (end - start)
    ran[:] = (int.from_bytes(ran) | int.from_bytes(now)).to_bytes(len(ran))


def parts():
    """Where the parts that ran begin and end."""
    found, start = [], None
    for offset, each in enumerate([*ran, 0]):
        if each and start is None:
            start = offset
        elif not each and start is not None:
            found.append([start, offset])
            start = None
    return found


@pytest.fixture(autouse=True)
async def in_page_coverage(request):
    yield
    if {"page", "chromium"} & {*request.fixturenames}:
        for page in list(sessions):
            await note(page)


def pytest_configure():
    BrowserContext.new_page, Page.close = counted_page, close_counted


def pytest_sessionfinish():
    folder = Path(os.environ["IN_PAGE_COVERAGE"])
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath(f"{secrets.token_hex(8)}.json").write_text(json.dumps(parts()), "utf-8")
