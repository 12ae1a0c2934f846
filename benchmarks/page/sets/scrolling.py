"""Bringing a page to a place, so that a state begins where it says."""

from __future__ import annotations

from playwright.async_api import Page

__all__ = ["painted", "to_middle"]

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


async def painted(page: Page) -> None:
    """Returns when what was changed has been drawn."""
    await page.evaluate(PAINTED)


async def to_middle(page: Page) -> None:
    """Scrolls the document to its middle, at once even where the page wants it smooth."""
    await page.evaluate(
        "() => scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) / 2, behavior: 'instant' })"
    )
    await painted(page)
