"""What axe-core finds on pages that people look at, on wide and narrow screens, light and dark."""

from functools import cache
from importlib.resources import files


@cache
def _axe():
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


async def problems_of(page):
    """The violations on a page as it is."""
    await page.evaluate(_axe())
    found = await page.evaluate("axe.run()")
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]]


async def problems_in_every_look(page):
    """The violations in light and dark at 1280 and 390 px, and where the page is wider than the screen."""
    found = []
    for scheme in ("light", "dark"):
        for width in (1280, 390):
            await page.emulate_media(color_scheme=scheme)
            await page.set_viewport_size({"width": width, "height": 900})
            found += [(scheme, width, *each) for each in await problems_of(page)]
            if (needed := await page.evaluate("document.documentElement.scrollWidth")) > width:
                found.append((scheme, width, "too wide", needed))
    return found


async def open_details(page):
    """Unfolds everything."""
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
