"""Waits until a page is in its state: still, and scrolled to a position."""

from __future__ import annotations

from playwright.async_api import Page

__all__ = ["painted", "still", "to_middle"]

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
STILL = """() => document.getAnimations().every((animation) =>
    animation.playState !== "running" || animation.effect.getComputedTiming().endTime === Infinity)"""


async def painted(page: Page) -> None:
    """Returns when what was changed has been drawn."""
    await page.evaluate(PAINTED)


async def still(page: Page) -> None:
    """Returns when fonts are there and nothing moves any more that will ever end: popups have opened, drawers have slid in."""
    await page.evaluate("() => document.fonts.ready.then(() => null)")
    await painted(page)
    await page.wait_for_function(STILL)
    await painted(page)


async def to_middle(page: Page) -> None:
    """Scrolls the document to its middle, at once even where the page wants it smooth."""
    await page.evaluate(
        "() => scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) / 2, behavior: 'instant' })"
    )
    await painted(page)
