"""Helpers for pages of any site."""

from __future__ import annotations

from playwright.async_api import Error, Page

from actwright.webarena.in_page import run

__all__ = ["get_query_text", "get_query_text_lowercase"]


async def get_query_text(page: Page, selector: str) -> str:
    """Returns the text content of the first element that a CSS selector finds; empty if it finds none."""
    try:
        return str(await run(page, "(selector) => document.querySelector(selector).textContent", selector))
    except Error:
        return ""


async def get_query_text_lowercase(page: Page, selector: str) -> str:
    """Returns the same as `get_query_text` in lower case."""
    return (await get_query_text(page, selector)).lower()
