"""Helpers for GitLab."""

from __future__ import annotations

from playwright.async_api import Error, Page

from actwright.webarena.in_page import run

__all__ = ["gitlab_get_project_memeber_role"]

ROLE = """(account) => {
  const accounts = [...document.querySelectorAll("td[data-label='Account'] span.gl-avatar-labeled-sublabel")];
  const row = accounts.findIndex((each) => each.outerText === `@${account}`);
  return document.querySelectorAll("td.col-max-role span")[row].outerText;
}"""


async def gitlab_get_project_memeber_role(page: Page, account_name: str) -> str:
    """The role of an account on the page of a project's members; empty if it is not there. The spelling is upstream's."""
    try:
        return str(await run(page, ROLE, account_name))
    except Error:
        return ""
