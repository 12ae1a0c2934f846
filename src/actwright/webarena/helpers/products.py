"""Helpers for the page of a product of the shop."""

from __future__ import annotations

from playwright.async_api import Error, Page

from actwright.webarena.in_page import run
from actwright.webarena.surroundings import Surroundings

__all__ = [
    "shopping_get_num_reviews",
    "shopping_get_product_attributes",
    "shopping_get_product_price",
    "shopping_get_rating_as_percentage",
]

ATTRIBUTES = """(names) => {
  const terms = names.toLowerCase().split(" |or| ");
  return [...document.querySelector("#productDetails_detailBullets_sections1 > tbody").children]
    .filter((row) => terms.some((term) => row.children[0].outerText.toLowerCase().includes(term)))
    .map((row) => row.children[1].outerText)
    .join(", ");
}"""
PRICE = """() => document.querySelector(
  "#maincontent > div.columns > div > div.product-info-main > div.product-info-price > " +
  "div.price-box.price-final_price > span > span"
).outerText.substr(1)"""
REVIEWS = "() => parseInt(document.querySelector('#tab-label-reviews-title').outerText.split(' ')[1]) || 0"
RATING = "() => parseFloat(document.querySelector('.rating-result').title.replace('%', '')) || 0"


async def shopping_get_product_attributes(page: Page, attribute: str) -> str:
    """The values of the attributes whose names hold one of the texts between ` |OR| `, with commas between them."""
    try:
        return str(await run(page, ATTRIBUTES, attribute))
    except Error:
        return ""


async def shopping_get_product_price(surroundings: Surroundings, page: Page) -> float:
    """The price, in the shop's currency; 0 if there is none. Upstream reads $1,299.00 as 1."""
    try:
        shown = str(await run(page, PRICE))
        if not surroundings.quirks.thousands_cut:
            shown = shown.replace(",", "")
        return await run(page, "(shown) => parseFloat(shown) || 0", shown)
    except Error:
        return 0


async def shopping_get_num_reviews(page: Page) -> int:
    """How many reviews the product has; 0 if the page does not say."""
    return int(await _number(page, REVIEWS))


async def shopping_get_rating_as_percentage(page: Page) -> float:
    """The rating out of 100; 0 if there is none."""
    return await _number(page, RATING)


async def _number(page: Page, script: str) -> float:
    try:
        return await run(page, script)
    except Error:
        return 0
