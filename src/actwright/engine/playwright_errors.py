"""Recognizes in the text of Playwright's errors, which have no codes, that a page or a browser is gone."""

from __future__ import annotations

from playwright.async_api import Error, Page

from actwright.text import first_line

__all__ = ["is_closed", "is_crashed", "is_gone"]


def is_closed(error: Error) -> bool:
    """Whether the page, its context or the browser has been closed, or the browser or Playwright's driver has died."""
    return "has been closed" in first_line(error.message)


def is_crashed(error: Error) -> bool:
    """Whether the page's process has died; the page counts as open then."""
    said = first_line(error.message).lower()
    return "target crashed" in said or "page crashed" in said


def is_gone(page: Page, error: Error) -> bool:
    """Whether the page, its process, the browser or the connection to it is gone."""
    lost = any(words in first_line(error.message) for words in ("Connection closed", "disconnected"))
    return lost or page.is_closed() or is_closed(error) or is_crashed(error)
