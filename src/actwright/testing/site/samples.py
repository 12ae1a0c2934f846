"""The listings that are always on the home page, so that it looks like a shop; they are not in `Site.listings`."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from actwright.testing.site.records import Listing

LISTED = (
    ("Touring bicycle, 56 cm", "420", "Bicycles", "Good", "Steel frame, new chain and tyres.", "Mary S."),
    ("Folding reading chair", "65", "Furniture", "Like new", "Beech and canvas, folds flat.", "Alan T."),
    ("35 mm rangefinder camera", "189.50", "Cameras", "Good", "Meter works. With leather case.", "Grace H."),
    ("Two-seat lake canoe", "750", "Boats", "Fair", "Patched once, dry since. Two paddles.", "Emmy N."),
    ("Field guide to mosses", "18", "Books", "New", "Hardback, 320 pages, never opened.", "Hedy L."),
    ("Potted olive tree", "48", "Garden", "Good", "About 1.4 m tall, in a clay pot.", "Sofia K."),
)
SAMPLES = {
    id: Listing(
        id=id,
        title=title,
        price=Decimal(price),
        category=category,
        condition=condition,
        available=date(2026, 5, id),
        description=description,
        seller=seller,
        photo=None,
    )
    for id, (title, price, category, condition, description, seller) in enumerate(LISTED, 1)
}
"""The listings by their numbers. They have no photos; the drawing of their category is shown instead."""
