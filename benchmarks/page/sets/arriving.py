"""Waits until a page is in its state: nothing moves, and it is scrolled to its position."""

from __future__ import annotations

from playwright.async_api import Page

__all__ = ["painted", "still", "to_middle"]

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
STILL = """() => document.getAnimations().every((animation) =>
    animation.playState !== "running" || animation.effect.getComputedTiming().endTime === Infinity)"""


async def painted(page: Page) -> None:
    """Returns when the changes have been drawn."""
    await page.evaluate(PAINTED)


async def still(page: Page) -> None:
    """Returns when fonts are loaded and every animation that ends has ended, such as that of a popup or a drawer."""
    await page.evaluate("() => document.fonts.ready.then(() => null)")
    await painted(page)
    await page.wait_for_function(STILL)
    await painted(page)


async def to_middle(page: Page) -> None:
    """Scrolls the document to its middle at once, even if the page asks for smooth scrolling."""
    await page.evaluate(
        "() => scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) / 2, behavior: 'instant' })"
    )
    await painted(page)
