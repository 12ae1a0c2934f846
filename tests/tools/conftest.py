"""A run's surface on a page of the test's own making, observed once, as tools meet it."""

from pathlib import Path

import pytest

from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.run_clock import RunClock
from actwright.engine.values.values import Values
from actwright.schemas.sites import origin_of
from actwright.schemas.task import Secret, Task


@pytest.fixture
async def surface_on(page, tmp_path):
    """`await surface_on(html)`: the page shows the HTML."""
    made = []
    await register(page)

    async def make(html=None, *, url=None, data=None, secrets=None, fields=(), task="do it", seconds=60.0, guard=None):
        if url is not None:
            await page.goto(url)
        if html is not None:
            await page.set_content(html)
        guarded = {name: Secret(value, fields=fields) for name, value in (secrets or {}).items()}
        files = tuple(name for name, value in (data or {}).items() if isinstance(value, Path))
        data = {name: str(value) for name, value in (data or {}).items()}
        surface = BrowserSurface(
            page,
            task=Task(text=task, data=data, files=files, secrets=tuple(guarded)),
            values=Values(data, guarded, home=origin_of(page.url)),
            downloads_dir=lambda: tmp_path,
            guard=guard,
            options=PageOptions(screenshot="never"),
            clock=RunClock(seconds),
        )
        made.append(surface)
        await surface.observe()
        return surface

    yield make
    for surface in made:
        await surface.close()
