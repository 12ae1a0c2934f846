import pytest
from order_site import OrderSite

from actwright.engine.page.browser.reusable_browser import Browser


@pytest.fixture
def site():
    """The order form, on a port of its own."""
    with OrderSite() as running:
        yield running


@pytest.fixture
def one_browser(chromium, monkeypatch):
    """Jobs of this process take the browser of all tests, since starting one takes longer than a row. Rows have contexts of their own."""

    async def browser(_):
        return chromium

    monkeypatch.setattr(Browser, "browser", browser)
