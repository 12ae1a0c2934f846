"""What became of reading one web page: the record that tells which URLs an answer may rest on."""

from __future__ import annotations

from typing import Literal

from actwright.schemas.base import Frozen

__all__ = ["Verdict", "Visit"]

Verdict = Literal[
    "product", "listing_with_products", "content", "listing_empty", "blocked", "generic", "error", "unreachable"
]
"""What a page is: the page of one product; a list with products; any other page with something to read; a list without
products; a barrier in front of the page; a home page, which says nothing of its own; a page that says it is none, or shows
nothing. `unreachable` has no page at all."""


class Visit(Frozen):
    """One page that was fetched or rendered, or that could not be.

    Attributes:
        requested, final: The URL that was asked for, and the one that the redirects led to.
        canonical: The URL that the page names as its own, if it is on the same host; else empty.
        title: Of the page, on one line.
        verdict: What the page is.
        products: How many products it shows.
        reason: Why it is taken for that, in words.
        sku: The number of its one product, as its structured data says.
        status: HTTP status; None if there was no answer.
        method: How it was read; `index`: from a folder that was searched.
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
