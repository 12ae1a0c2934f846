"""Helpers for GitLab."""

from __future__ import annotations

from playwright.async_api import Error, Page

from actwright.webarena.in_page import run

__all__ = ["gitlab_get_project_memeber_role"]

MEMBERS = """() => Array.from(document.querySelectorAll("[data-label='Account']"), (cell) => [
  cell.querySelector(".gl-avatar-labeled-sublabel")?.innerText,
  cell.closest("tr")?.querySelector(".col-max-role span")?.innerText,
])"""
"""Returns the account and the role of each row of the members."""


async def gitlab_get_project_memeber_role(page: Page, account_name: str) -> str:
    """Returns an account's role on the page of a project's members; empty if it is not there.

    The function's spelling is upstream's.
    """
    try:
        members = await run(page, MEMBERS)
    except Error:
        return ""
    return next((role or "" for account, role in members if account == f"@{account_name}"), "")
