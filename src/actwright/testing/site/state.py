"""The state of one running site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from actwright.testing.site.form_bodies import File, grouped
from actwright.testing.site.records import Listing, Post, SiteOrder
from actwright.testing.site.request_response import SiteRequest
from actwright.testing.site.samples import SAMPLES

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
