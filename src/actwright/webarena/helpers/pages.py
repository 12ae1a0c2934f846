"""Helpers for pages of any site, and for GitLab's page of a project's members."""

from __future__ import annotations

from playwright.async_api import Page

from actwright.webarena.in_page import run_or

__all__ = ["get_query_text", "get_query_text_lowercase", "gitlab_get_project_memeber_role"]

TEXT = "(selector) => document.querySelector(selector).textContent"
MEMBERS = """() => Array.from(document.querySelectorAll("[data-label='Account']"), (cell) => [
  cell.querySelector(".gl-avatar-labeled-sublabel")?.innerText,
  cell.closest("tr")?.querySelector(".col-max-role span")?.innerText,
])"""
"""Returns the account and the role of each row of the members."""


async def get_query_text(page: Page, selector: str) -> str:
    """Returns the text content of the first element that a CSS selector finds; empty if it finds none."""
    return str(await run_or("", page, TEXT, selector))


async def get_query_text_lowercase(page: Page, selector: str) -> str:
    """Returns the same as `get_query_text` in lower case."""
    return (await get_query_text(page, selector)).lower()


async def gitlab_get_project_memeber_role(page: Page, account_name: str) -> str:
    """Returns an account's role on the page of a project's members; empty if it is not there.

    The function's spelling is upstream's.
    """
    members = await run_or([], page, MEMBERS)
    return next((role or "" for account, role in members if account == f"@{account_name}"), "")
