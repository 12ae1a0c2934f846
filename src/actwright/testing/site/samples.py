"""The listings that are always on the home page, so that it looks like a shop; they are not in `Site.listings`."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from actwright.testing.site.records import Listing

__all__ = ["SAMPLES"]


def sample(id: int, title: str, price: str, *, kind: tuple[str, str], description: str, seller: str) -> Listing:
    """Returns a sample listing without a photo; its category's drawing is shown instead."""
    return Listing(
        id=id,
        title=title,
        price=Decimal(price),
        category=kind[0],
        condition=kind[1],
        available=date(2026, 5, id),
        description=description,
        seller=seller,
        photo=None,
    )


SAMPLES = {
    listing.id: listing
    for listing in (
        sample(
            1,
            "Touring bicycle, 56 cm",
            "420",
            kind=("Bicycles", "Good"),
            description="Steel frame, new chain and tyres.",
            seller="Mary S.",
        ),
        sample(
            2,
            "Folding reading chair",
            "65",
            kind=("Furniture", "Like new"),
            description="Beech and canvas, folds flat.",
            seller="Alan T.",
        ),
        sample(
            3,
            "35 mm rangefinder camera",
            "189.50",
            kind=("Cameras", "Good"),
            description="Meter works. With leather case.",
            seller="Grace H.",
        ),
        sample(
            4,
            "Two-seat lake canoe",
            "750",
            kind=("Boats", "Fair"),
            description="Patched once, dry since. Two paddles.",
            seller="Emmy N.",
        ),
        sample(
            5,
            "Field guide to mosses",
            "18",
            kind=("Books", "New"),
            description="Hardback, 320 pages, never opened.",
            seller="Hedy L.",
        ),
        sample(
            6,
            "Potted olive tree",
            "48",
            kind=("Garden", "Good"),
            description="About 1.4 m tall, in a clay pot.",
            seller="Sofia K.",
        ),
    )
}
