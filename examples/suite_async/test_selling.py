"""What a seller does."""

import pytest
from playwright.async_api import Page, expect

from actwright.pytest_plugin import ActwrightFixture

SELL = "Create a listing: {{title}} for {{price}} dollars, a boat in good condition, available from 31 January 2027"


@pytest.mark.parametrize(("title", "price"), [("Lake kayak", "50"), ("Sea kayak", "420")])
async def test_a_listing_is_published(page: Page, actwright: ActwrightFixture, title: str, price: str) -> None:
    await page.goto("/sell")
    await actwright.run(SELL, data={"title": title, "price": price})
    await expect(page.get_by_role("heading", name=title)).to_be_visible()
    await actwright.check("the listing is a boat in good condition for ${{price}}", data={"price": price})


async def test_a_price_is_set(page: Page, actwright: ActwrightFixture) -> None:
    await page.goto("/price")
    await actwright.run("Fill the price as {{price}} and submit", data={"price": "19.50"})
    await expect(page.get_by_text("$19.50")).to_be_visible()
