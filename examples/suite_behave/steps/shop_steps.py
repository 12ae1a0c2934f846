"""Steps of the shop, beside Actwright's."""

from typing import Any

from behave import given, then
from playwright.sync_api import expect

from actwright.runners.behave_steps import *  # noqa: F403 - that is how steps are shared


@given('the seller is on "{path}"')
def opens_path(context: Any, path: str) -> None:
    """Opens a page of the shop."""
    context.page.goto(path)


@then('the page shows "{text}"')
def shows(context: Any, text: str) -> None:
    """Checks the page without any model."""
    expect(context.page.get_by_text(text)).to_be_visible()
