"""Helpers for the page of an order of the shop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import Error, Page

from actwright.webarena.in_page import run
from actwright.webarena.matching import OR

__all__ = [
    "shopping_get_order_product_name_list",
    "shopping_get_order_product_option",
    "shopping_get_order_product_quantity",
]

PRODUCTS = """() => [...document.querySelector("#my-orders-table").getElementsByTagName("tbody")].map((body) => {
  const product = {};
  for (const cell of body.getElementsByTagName("td")) {
    const key = cell.className.split(" ")[1];
    product[key] = cell.outerText;
    if (key !== "name" || !cell.querySelector("dl")) continue;
    const options = [...cell.querySelector("dl").children];
    product.options = {};
    for (let at = 0; at < options.length; at += 2) product.options[options[at].outerText] = options[at + 1].outerText;
  }
  return product;
})"""
"""Each product: name, sku, price, qty, subtotal as the table shows them, and its options."""

ORDERED = "Ordered"


async def shopping_get_order_product_name_list(page: Page) -> str:
    """The names of the products, ` |OR| ` between them; empty if the page shows no order."""
    products = await _products(page)
    return OR.join(str(each["name"]) for each in products) if all("name" in each for each in products) else ""


async def shopping_get_order_product_quantity(page: Page, sku: str) -> int:
    """How many of a product were ordered; of several, ` |OR| ` between them, that of the first in the order. 0 if none."""
    for each in await _products(page):
        if each.get("sku", "").strip() in sku.split(OR):
            counted = str(each.get("qty", ""))[len(ORDERED) :].strip()
            return int(counted) if counted.isdigit() else 0
    return 0


async def shopping_get_order_product_option(page: Page, sku: str, option_name: str) -> str:
    """What was chosen for an option of a product; empty if it was not ordered or has no such option."""
    for each in await _products(page):
        if each.get("sku", "").strip() == sku:
            return str(each.get("options", {}).get(option_name, ""))
    return ""


async def _products(page: Page) -> Sequence[Mapping[str, Any]]:
    try:
        return await run(page, PRODUCTS)
    except Error:
        return ()
