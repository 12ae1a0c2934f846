"""Helpers that use the shop's API as its administrator."""

from __future__ import annotations

from typing import Any

import httpx2

from actwright.net.trusted import trusted
from actwright.webarena.calls import BenchmarkSites
from actwright.webarena.score import CannotTell

__all__ = [
    "shopping_get_latest_order_url",
    "shopping_get_sku_latest_review_author",
    "shopping_get_sku_latest_review_rating",
    "shopping_get_sku_latest_review_text",
]

ACCOUNT = {"username": "admin", "password": "admin1234"}
"""The account of every installation of the benchmark's shop."""

LATEST_ORDER = {
    "searchCriteria[sortOrders][0][field]": "created_at",
    "searchCriteria[sortOrders][0][direction]": "DESC",
    "searchCriteria[pageSize]": "1",
}
SECONDS = 30.0


async def shopping_get_latest_order_url(surroundings: BenchmarkSites) -> str:
    """Returns the URL of the page of the latest order."""
    found = await _asked(surroundings, "orders", LATEST_ORDER)
    number = int(_value_at(found, "items", 0, "increment_id"))
    return f"{surroundings.site('SHOPPING')}/sales/order/view/order_id/{number}/"


async def shopping_get_sku_latest_review_author(surroundings: BenchmarkSites, sku: str) -> str:
    """Returns who wrote the latest review of a product; empty if there is none."""
    review = await _latest_review(surroundings, sku)
    return str(_value_at(review, "nickname")) if review else ""


async def shopping_get_sku_latest_review_rating(surroundings: BenchmarkSites, sku: str) -> str:
    """Returns the rating of the latest review of a product, out of 100; empty if there is none."""
    review = await _latest_review(surroundings, sku)
    return str(_value_at(review, "ratings", 0, "percent")) if review else ""


async def shopping_get_sku_latest_review_text(surroundings: BenchmarkSites, sku: str) -> str:
    """Returns the text of the latest review of a product; empty if there is none."""
    review = await _latest_review(surroundings, sku)
    return str(_value_at(review, "detail")) if review else ""


async def _latest_review(surroundings: BenchmarkSites, sku: str) -> Any:
    reviews = await _asked(surroundings, f"products/{sku}/reviews")
    return _value_at(reviews, -1) if reviews else None


def _value_at(answer: Any, *path: str | int) -> Any:
    """Returns the value at a path in the shop's response."""
    found = answer
    try:
        for step in path:
            found = found[step]
    except (KeyError, IndexError, TypeError) as error:
        raise CannotTell(f"the shop's answer has no {'.'.join(map(str, path))}") from error
    return found


async def _asked(surroundings: BenchmarkSites, path: str, parameters: dict[str, str] | None = None) -> Any:
    shop = surroundings.site("SHOPPING")
    try:
        async with httpx2.AsyncClient(timeout=SECONDS, verify=trusted()) as client:
            token = await client.post(f"{shop}/rest/default/V1/integration/admin/token", json=ACCOUNT)
            token.raise_for_status()
            headers = {"Authorization": f"Bearer {token.json()}"}
            answer = await client.get(f"{shop}/rest/V1/{path}", params=parameters, headers=headers)
            answer.raise_for_status()
            return answer.json()
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise CannotTell(f"the shop at {shop} did not answer {path}: {error}") from error
