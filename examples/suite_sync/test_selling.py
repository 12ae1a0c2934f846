"""What a seller does."""

import pytest
from playwright.sync_api import Page, expect

from actwright.pytest_plugin import ActwrightFixture

SELL = "Create a listing: {{title}} for {{price}} dollars, a boat in good condition, available from 31 January 2027"


@pytest.mark.parametrize(("title", "price"), [("Lake kayak", "50"), ("Sea kayak", "420")])
def test_a_listing_is_published(page: Page, actwright: ActwrightFixture, title: str, price: str) -> None:
    page.goto("/sell")
    actwright.run(SELL, data={"title": title, "price": price})
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    actwright.check("the listing is a boat in good condition for ${{price}}", data={"price": price})


def test_a_price_is_set(page: Page, actwright: ActwrightFixture) -> None:
    page.goto("/price")
    actwright.run("Fill the price as {{price}} and submit", data={"price": "19.50"})
    expect(page.get_by_text("$19.50")).to_be_visible()
