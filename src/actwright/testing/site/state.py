"""The state of one running site. Every method is atomic, because each request has its own thread."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from threading import Event, RLock

from actwright.testing.site.exchange import Request
from actwright.testing.site.forms import File, grouped
from actwright.testing.site.listing_form import Draft
from actwright.testing.site.records import Listing, Post, SiteOrder
from actwright.testing.site.samples import SAMPLES

__all__ = ["State"]

FIRST_CREATED = 101


class State:
    """The memory of a site.

    Attributes:
        stopping: Set when the site closes; slow routes wait on it, so that they end at once.
    """

    def __init__(self) -> None:
        self.stopping = Event()
        self._lock = RLock()
        self.forget()

    def forget(self) -> None:
        """Start afresh: no listings, orders, posts or sessions."""
        with self._lock:
            self._listings: dict[int, Listing] = {}
            self._photos: dict[int, bytes] = {}
            self._created = 0
            self._orders: list[SiteOrder] = []
            self._posts: list[Post] = []
            self._users: dict[str, str] = {}
            self._answers: dict[str, dict[str, tuple[str, ...]]] = {}

    def log(self, request: Request) -> None:
        """Append a request to the log."""
        post = Post(
            method=request.method,
            path=request.path,
            query=grouped(request.query),
            fields=request.fields,
            files=tuple(file.upload for file in request.form.files),
            at=datetime.now(UTC),
        )
        with self._lock:
            self._posts.append(post)

    @property
    def posts(self) -> tuple[Post, ...]:
        """The log so far."""
        with self._lock:
            return tuple(self._posts)

    @property
    def listings(self) -> tuple[Listing, ...]:
        """The listings that were created and not deleted, oldest first."""
        with self._lock:
            return tuple(self._listings.values())

    @property
    def orders(self) -> tuple[SiteOrder, ...]:
        """The confirmed orders, oldest first."""
        with self._lock:
            return tuple(self._orders)

    def shown(self) -> list[Listing]:
        """Returns the listings on the home page: created ones, newest first, then the samples."""
        return [*reversed(self.listings), *SAMPLES.values()]

    def listing(self, id: int) -> Listing | None:
        """A created or sample listing."""
        with self._lock:
            return self._listings.get(id) or SAMPLES.get(id)

    def photo(self, id: int) -> bytes | None:
        """The bytes of a listing's uploaded photo."""
        with self._lock:
            return self._photos.get(id)

    def create(self, draft: Draft, *, seller: str, photo: File | None) -> Listing:
        """Add a listing."""
        with self._lock:
            id = FIRST_CREATED + self._created
            self._created += 1
            listing = Listing(id=id, seller=seller, photo=photo.upload if photo else None, **draft)
            self._listings[id] = listing
            if photo:
                self._photos[id] = photo.content
            return listing

    def delete(self, id: int) -> bool:
        """Remove a created listing; False if there is none."""
        with self._lock:
            self._photos.pop(id, None)
            return self._listings.pop(id, None) is not None

    def log_in(self, email: str) -> str:
        """A new session's token."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            self._users[token] = email
        return token

    def log_out(self, token: str) -> None:
        """End a session."""
        with self._lock:
            self._users.pop(token, None)

    def user(self, request: Request) -> str:
        """Returns the email address of the logged-in user, or ""."""
        with self._lock:
            return self._users.get(request.session, "")

    def answers(self, token: str) -> dict[str, tuple[str, ...]]:
        """Returns what a session has entered in the wizard so far."""
        with self._lock:
            return dict(self._answers.get(token, {}))

    def answer(self, token: str, answers: Mapping[str, tuple[str, ...]]) -> None:
        """Replace what a session has entered in the wizard."""
        with self._lock:
            self._answers[token] = dict(answers)

    def order(self, token: str) -> SiteOrder:
        """Confirm what a session has entered in the wizard."""
        with self._lock:
            order = SiteOrder(id=len(self._orders) + 1, answers=self._answers.pop(token, {}))
            self._orders.append(order)
            return order
