"""A run's surface on a page of the test's own making."""

from pathlib import Path

import pytest

from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.schemas.sites import origin_of
from actwright.schemas.task import Secret, Task


@pytest.fixture
async def surface_on(page, tmp_path):
    """`await surface_on(html, data={}, private={}, secrets={}, **options of the page)`: it shows the HTML and was observed once."""
    made = []
    await register(page)

    async def make(
        html=None, *, url=None, data=None, private=None, secrets=None, fields=(), task="do it", journal=None, **options
    ):
        if html is not None:
            await page.set_content(html)
        guarded = {name: Secret(value, fields=fields) for name, value in (secrets or {}).items()}
        files = tuple(name for name, value in (data or {}).items() if isinstance(value, Path))
        data = {name: str(value) for name, value in (data or {}).items()}
        surface = BrowserSurface(
            page,
            task=Task(text=task, data=data, files=files, private=tuple(private or ()), secrets=tuple(guarded)),
            values=Values(data, guarded, private=private, home=origin_of(url or page.url)),
            downloads_dir=lambda: tmp_path,
            journal=journal,
            options=PageOptions(**{"screenshot": "never", **options}),
        )
        made.append(surface)
        if url is not None:
            await surface.open(url)
        await surface.observe()
        return surface

    yield make
    for surface in made:
        await surface.close()
