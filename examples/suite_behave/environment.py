"""ACTWRIGHT_MODE=replay behave -D shop=https://shop.example suite_behave."""

import os
from typing import Any

from playwright.sync_api import sync_playwright


def before_all(context: Any) -> None:
    """One browser for all scenarios."""
    context.playwright = sync_playwright().start()
    context.browser = context.playwright.chromium.launch(executable_path=os.environ.get("ACTWRIGHT_BROWSER"))


def before_scenario(context: Any, scenario: Any) -> None:
    """A page for each; Actwright's steps use `context.page`."""
    shop = context.config.userdata.get("shop", "http://127.0.0.1:8000")
    context.page = context.browser.new_page(base_url=shop)


def after_scenario(context: Any, scenario: Any) -> None:
    """Closes it."""
    context.page.close()


def after_all(context: Any) -> None:
    """Closes the browser."""
    context.browser.close()
    context.playwright.stop()
