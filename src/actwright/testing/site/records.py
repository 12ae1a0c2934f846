"""The records that a site keeps for tests: listings, orders, and every request that may have changed something."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal

from actwright.schemas.base import Frozen


class UploadedFile(Frozen):
    """One uploaded file as the server received it.

    Attributes:
        field: Name of the form field that carried it.
        name: File name as the browser sent it, without a path.
        type: Content type as the browser sent it, or "" if it sent none.
        size: Size in bytes.
        sha256: Hex digest of the bytes.
    """

    field: str
    name: str
    type: str
    size: int
    sha256: str


class Post(Frozen):
    """One request that was not GET, HEAD or OPTIONS, logged before it was handled.

    Attributes:
        method: HTTP method in upper case.
        path: Path without the query.
        query: Query fields; every name maps to all its values in order.
        fields: Form fields of the body, in the order of their first appearance; files are not among them.
        files: Uploaded files, in order; an empty file input is not one.
        at: When the whole body had arrived (UTC).
    """

    method: str
    path: str
    query: Mapping[str, tuple[str, ...]]
    fields: Mapping[str, tuple[str, ...]]
    files: tuple[UploadedFile, ...]
    at: datetime


class Listing(Frozen):
    """One item for sale that passed validation.

    Attributes:
        id: Number in the listing's address, `/listings/ID`.
        title: One line of text.
        price: US dollars, with at most two decimals.
        category: One of `Bicycles`, `Boats`, `Books`, `Cameras`, `Furniture`, `Garden`.
        condition: One of `New`, `Like new`, `Good`, `Fair`.
        available: First day on which it can be picked up, or None if the form did not ask.
        description: Free text, may be empty.
        seller: Who listed it.
        photo: The uploaded photo, if there was one.
    """

    id: int
    title: str
    price: Decimal
    category: str
    condition: str
    available: date | None
    description: str
    seller: str
    photo: UploadedFile | None


class SiteOrder(Frozen):
    """One confirmed order of the wizard; `answers` holds the fields of all its pages."""

    id: int
    answers: Mapping[str, tuple[str, ...]]


def dollars(price: Decimal) -> str:
    """A price for people: `$50`, `$1,250`, `$49.90`."""
    return f"${price:,.0f}" if price == price.to_integral_value() else f"${price:,.2f}"
