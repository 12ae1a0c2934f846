"""Helpers for the pages of an order and of a product of the shop."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import Page

from actwright.webarena.calls import BenchmarkSites
from actwright.webarena.in_page import run_or
from actwright.webarena.matching import OR

__all__ = [
    "shopping_get_num_reviews",
    "shopping_get_order_product_name_list",
    "shopping_get_order_product_option",
    "shopping_get_order_product_quantity",
    "shopping_get_product_attributes",
    "shopping_get_product_price",
    "shopping_get_rating_as_percentage",
]

CELLS = """() => Array.from(document.querySelectorAll("#my-orders-table tbody"), (product) =>
  Array.from(product.querySelectorAll("td"), (cell) => ({
    column: cell.classList[1],
    text: cell.innerText,
    options: Array.from(cell.querySelector("dl")?.children ?? [], (part) => part.innerText),
  })))"""
"""Returns the cells of each product: the column (the second class), the text, and a list of names and choices."""

ORDERED = "Ordered"

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
    rows = await run_or((), page, ATTRIBUTES)
    sought = attribute.lower().split(OR.lower())
    return ", ".join(value for name, value, *_ in rows if any(term in name.lower() for term in sought))


async def shopping_get_product_price(surroundings: BenchmarkSites, page: Page) -> float:
    """Returns the price, in the shop's currency; 0 if there is none. Upstream reads $1,299.00 as 1."""
    shown = str(await run_or("", page, TEXT, PRICE))[1:]
    return _beginning(shown if surroundings.upstream else shown.replace(",", ""))


async def shopping_get_num_reviews(page: Page) -> int:
    """Returns how many reviews the product has; 0 if the page does not say."""
    counted = re.search(r"\d+", str(await run_or("", page, TEXT, REVIEWS)))
    return int(counted[0]) if counted else 0


async def shopping_get_rating_as_percentage(page: Page) -> float:
    """Returns the rating out of 100; 0 if there is none."""
    return _beginning(str(await run_or("", page, TITLE, RATING)))


def _beginning(text: str) -> float:
    """Returns the number with which a text begins; 0 if there is none."""
    found = NUMBER.match(text)
    return float(found[1]) if found else 0


async def shopping_get_order_product_name_list(page: Page) -> str:
    """Returns the names of the products, with ` |OR| ` between them; empty if the page shows no order."""
    products = await _products(page)
    return OR.join(str(each["name"]) for each in products) if all("name" in each for each in products) else ""


async def shopping_get_order_product_quantity(page: Page, sku: str) -> int:
    """Returns how many of a product were ordered; 0 if none.

    Of several products, with ` |OR| ` between them, the first one in the order counts.
    """
    for each in await _products(page):
        if each.get("sku", "").strip() in sku.split(OR):
            counted = str(each.get("qty", ""))[len(ORDERED) :].strip()
            return int(counted) if counted.isdigit() else 0
    return 0


async def shopping_get_order_product_option(page: Page, sku: str, option_name: str) -> str:
    """Returns the choice for an option of a product; empty if it was not ordered or has no such option."""
    for each in await _products(page):
        if each.get("sku", "").strip() == sku:
            return str(each.get("options", {}).get(option_name, ""))
    return ""


async def _products(page: Page) -> Sequence[Mapping[str, Any]]:
    """Returns each product: name, sku, price, qty and subtotal as in the table, and the options that were chosen."""
    return [_product(cells) for cells in await run_or((), page, CELLS)]


def _product(cells: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    listed = next((cell["options"] for cell in cells if cell.get("column") == "name"), ())
    chosen = dict(zip(listed[::2], listed[1::2], strict=False))
    return {**{str(cell.get("column")): cell["text"] for cell in cells}, "options": chosen}
