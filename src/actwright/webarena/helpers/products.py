"""Helpers for the page of a product of the shop."""

from __future__ import annotations

import re

from playwright.async_api import Error, Page

from actwright.webarena.in_page import run
from actwright.webarena.matching import OR
from actwright.webarena.surroundings import BenchmarkSites

__all__ = [
    "shopping_get_num_reviews",
    "shopping_get_product_attributes",
    "shopping_get_product_price",
    "shopping_get_rating_as_percentage",
]

ATTRIBUTES = """() => Array.from(document.querySelectorAll("#productDetails_detailBullets_sections1 tbody tr"), (row) =>
  Array.from(row.children, (cell) => cell.innerText))"""
TEXT = "(selector) => document.querySelector(selector).innerText"
TITLE = "(selector) => document.querySelector(selector).title"
PRICE = "#maincontent .product-info-price .price-final_price span > span"
REVIEWS = "#tab-label-reviews-title"
RATING = ".rating-result"
NUMBER = re.compile(r"\s*(\d+(\.\d*)?|\.\d+)")


async def shopping_get_product_attributes(page: Page, attribute: str) -> str:
    """Returns the values of the attributes whose names contain one of the texts between ` |OR| `, joined by commas."""
    try:
        rows = await run(page, ATTRIBUTES)
    except Error:
        return ""
    sought = attribute.lower().split(OR.lower())
    return ", ".join(value for name, value, *_ in rows if any(term in name.lower() for term in sought))


async def shopping_get_product_price(surroundings: BenchmarkSites, page: Page) -> float:
    """Returns the price, in the shop's currency; 0 if there is none. Upstream reads $1,299.00 as 1."""
    shown = (await _read(page, TEXT, PRICE))[1:]
    return _beginning(shown if surroundings.quirks.thousands_cut else shown.replace(",", ""))


async def shopping_get_num_reviews(page: Page) -> int:
    """Returns how many reviews the product has; 0 if the page does not say."""
    counted = re.search(r"\d+", await _read(page, TEXT, REVIEWS))
    return int(counted[0]) if counted else 0


async def shopping_get_rating_as_percentage(page: Page) -> float:
    """Returns the rating out of 100; 0 if there is none."""
    return _beginning(await _read(page, TITLE, RATING))


async def _read(page: Page, script: str, selector: str) -> str:
    """Returns a text of the page; empty if it is not there."""
    try:
        return str(await run(page, script, selector))
    except Error:
        return ""


def _beginning(text: str) -> float:
    """Returns the number with which a text begins; 0 if there is none."""
    found = NUMBER.match(text)
    return float(found[1]) if found else 0
