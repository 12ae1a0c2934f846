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

CELLS = """() => Array.from(document.querySelectorAll("#my-orders-table tbody"), (product) =>
  Array.from(product.querySelectorAll("td"), (cell) => ({
    column: cell.classList[1],
    text: cell.innerText,
    options: Array.from(cell.querySelector("dl")?.children ?? [], (part) => part.innerText),
  })))"""
"""Returns the cells of each product: the column (the second class), the text, and a list of names and choices."""

ORDERED = "Ordered"


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
    try:
        found = await run(page, CELLS)
    except Error:
        return ()
    return [_product(cells) for cells in found]


def _product(cells: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    listed = next((cell["options"] for cell in cells if cell.get("column") == "name"), ())
    chosen = dict(zip(listed[::2], listed[1::2], strict=False))
    return {**{str(cell.get("column")): cell["text"] for cell in cells}, "options": chosen}
