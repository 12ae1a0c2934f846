"""A run's surface on a page of the test's own making, observed once, as tools meet it."""

import pytest

from actwright.engine.page.capture import register
from actwright.engine.page.options import PageOptions
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values import Values, origin_of
from actwright.schemas.task import Secret, Task


@pytest.fixture
async def surface_on(page, tmp_path):
    """`await surface_on(html)`: the page shows the HTML; actions on elements get 1.5 s."""
    made = []
    await register(page)

    async def make(html=None, *, url=None, data=None, secrets=None, intent="do it"):
        if url is not None:
            await page.goto(url)
        if html is not None:
            await page.set_content(html)
        guarded = {name: Secret.model_validate({"value": value}) for name, value in (secrets or {}).items()}
        surface = BrowserSurface(
            page,
            task=Task(intent=intent, data=data or {}, secrets=tuple(guarded)),
            values=Values(data or {}, guarded, home=origin_of(page.url)),
            downloads_dir=lambda: tmp_path,
            options=PageOptions(screenshot="never"),
            seconds_left=lambda: 1.5,
        )
        made.append(surface)
        await surface.observe()
        return surface

    yield make
    for surface in made:
        await surface.close()
