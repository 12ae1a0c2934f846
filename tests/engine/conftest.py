"""A run's surface on a page of the test's own making."""

import pytest

from actwright.engine.page.options import PageOptions
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.page.world import register
from actwright.engine.values import Values, origin_of
from actwright.schemas.task import Secret, Task


@pytest.fixture
async def surface_on(page, tmp_path):
    """`await surface_on(html, data={}, secrets={})`: the page shows the HTML and has been observed once."""
    made = []
    await register(page)

    async def make(html=None, *, url=None, data=None, secrets=None, intent="do it", screenshot="never", journal=None):
        if html is not None:
            await page.set_content(html)
        guarded = {name: Secret.model_validate({"value": value}) for name, value in (secrets or {}).items()}
        surface = BrowserSurface(
            page,
            task=Task(intent=intent, data=data or {}, secrets=tuple(guarded)),
            values=Values(data or {}, guarded, home=origin_of(url or page.url)),
            downloads_dir=lambda: tmp_path,
            journal=journal,
            options=PageOptions(screenshot=screenshot),
        )
        made.append(surface)
        if url is not None:
            await surface.open(url)
        await surface.observe()
        return surface

    yield make
    for surface in made:
        await surface.close()
