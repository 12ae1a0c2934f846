"""The state of one running site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from actwright.testing.site.form_bodies import File, grouped
from actwright.testing.site.records import Listing, Post, SiteOrder
from actwright.testing.site.request_response import SiteRequest

FIRST_CREATED = 101
Answers = dict[str, tuple[str, ...]]


@dataclass(slots=True)
class State:
    """The memory of a site, which only one request at a time uses.

    Attributes:
        listings: The listings that were created and not deleted, oldest first, by their numbers.
        photos: Their photos.
        created: How many were created.
        orders: The confirmed orders, oldest first.
        posts: The log of requests.
        users: The email address of the user of each session.
        answers: What each session has entered in the wizard so far.
    """

    listings: dict[int, Listing] = field(default_factory=dict[int, Listing])
    photos: dict[int, bytes] = field(default_factory=dict[int, bytes])
    created: int = 0
    orders: list[SiteOrder] = field(default_factory=list[SiteOrder])
    posts: list[Post] = field(default_factory=list[Post])
    users: dict[str, str] = field(default_factory=dict[str, str])
    answers: dict[str, Answers] = field(default_factory=dict[str, Answers])

    def log(self, request: SiteRequest) -> None:
        """Append a request to the log."""
        post = Post(
            method=request.method,
            path=request.path,
            query=grouped(request.query),
            fields=request.fields,
            files=tuple(file.upload for file in request.form.files),
            at=datetime.now(UTC),
        )
        self.posts.append(post)

    def shown(self) -> list[Listing]:
        """Returns the listings on the home page: created ones, newest first, then the samples."""
        return [*reversed(self.listings.values()), *SAMPLES.values()]

    def listing(self, id: int) -> Listing | None:
        """A created or sample listing."""
        return self.listings.get(id) or SAMPLES.get(id)

    def create(self, draft: Mapping[str, Any], *, seller: str, photo: File | None) -> Listing:
        """Add a listing."""
        id = FIRST_CREATED + self.created
        self.created += 1
        self.listings[id] = Listing(id=id, seller=seller, photo=photo.upload if photo else None, **draft)
        if photo:
            self.photos[id] = photo.content
        return self.listings[id]

    def user(self, request: SiteRequest) -> str:
        """Returns the email address of the logged-in user, or ""."""
        return self.users.get(request.session, "")

    def order(self, token: str) -> SiteOrder:
        """Confirm what a session has entered in the wizard."""
        self.orders.append(SiteOrder(id=len(self.orders) + 1, answers=self.answers.pop(token, {})))
        return self.orders[-1]


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
