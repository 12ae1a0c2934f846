"""The outcome of reading one web page; it decides which URLs an answer may cite."""

from __future__ import annotations

from typing import Literal

from actwright.schemas.base import Frozen

__all__ = ["Verdict", "Visit"]

Verdict = Literal[
    "product", "listing_with_products", "content", "listing_empty", "blocked", "generic", "error", "unreachable"
]
"""What a page is.

In this order: the page of one product; a list with products; any other page with content; a list without products; a
barrier in front of the page; a home page without content of its own; an error page or an empty one; no page at all.
"""


class Visit(Frozen):
    """One page that was fetched or rendered, or that could not be.

    Attributes:
        requested, final: The requested URL, and the URL after redirects.
        canonical: The canonical URL that the page declares, if it is on the same host; else empty.
        title: The title of the page, on one line.
        verdict: What the page is.
        products: How many products it shows.
        reason: The reason for the verdict, in words.
        sku: The number of its one product, from its structured data.
        status: HTTP status; None if there was no response.
        method: How it was read; `index` means from a folder that was searched.
    """

    requested: str
    final: str
    canonical: str = ""
    title: str = ""
    verdict: Verdict
    products: int = 0
    reason: str = ""
    sku: str = ""
    status: int | None = None
    method: Literal["fetch", "render", "index"] = "fetch"
