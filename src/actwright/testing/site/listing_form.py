"""The listing form: its fields, and what is wrong with a value."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from actwright.testing.site.form_bodies import File
from actwright.testing.site.request_response import SiteRequest

CATEGORIES = ("Bicycles", "Boats", "Books", "Cameras", "Furniture", "Garden")
CONDITIONS = ("New", "Like new", "Good", "Fair")
MOST_DOLLARS = 100_000
LONGEST_TITLE = 80
IMAGES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


class ListingResult(NamedTuple):
    """A form that was sent: the fields of a listing if it is valid, else one error for each wrong field, in order."""

    draft: dict[str, Any] | None
    photo: File | None
    errors: dict[str, str]


def parse_price(text: str) -> Decimal | str:
    """Returns the price in a text such as `50`, `$50` or `1,250.00`, or the error to show beside the field."""
    plain = text.strip().removeprefix("$").replace(",", "").strip()
    if not plain:
        return "Enter a price."
    try:
        price = Decimal(plain)
    except InvalidOperation:
        return "Enter the price as a number, such as 25 or 25.50."
    if not price.is_finite() or not 0 < price <= MOST_DOLLARS:
        return f"Enter a price above $0 and up to ${MOST_DOLLARS:,}."
    if price != price.quantize(Decimal("0.01")):
        return "Enter a price with at most two decimals."
    return price


def parse_day(text: str) -> date | str:
    """Returns the day in an ISO date, or the error to show beside the field."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return "Choose the day from which it is available." if not text else "Enter a date that exists."


def image_type(content: bytes) -> str:
    """Returns the content type of a PNG or JPEG, by its first bytes, or ""."""
    return next((kind for start, kind in IMAGES.items() if content.startswith(start)), "")


def read_listing(request: SiteRequest) -> ListingResult:
    """Check every field of a sent listing form."""
    title, category, condition = (request.value(name).strip() for name in ("title", "category", "condition"))
    title_problem = "" if title else "Enter a title."
    if len(title) > LONGEST_TITLE:
        title_problem = f"Keep the title to {LONGEST_TITLE} characters."
    price, day = parse_price(request.value("price")), parse_day(request.value("available"))
    photo = next((file for file in request.form.files if file.upload.field == "photo"), None)
    wrong = {
        "title": title_problem,
        "price": price if isinstance(price, str) else "",
        "category": "" if category in CATEGORIES else "Choose a category.",
        "condition": "" if condition in CONDITIONS else "Choose a condition.",
        "available": day if isinstance(day, str) else "",
        "photo": "" if photo is None or image_type(photo.content) else "Choose a PNG or JPEG picture.",
        "terms": "" if request.value("terms") else "Accept the terms to continue.",
    }
    errors = {name: message for name, message in wrong.items() if message}
    if errors:
        return ListingResult(None, photo, errors)
    draft = {"title": title, "price": price, "category": category, "condition": condition, "available": day}
    return ListingResult({**draft, "description": request.value("description").strip()}, photo, {})
