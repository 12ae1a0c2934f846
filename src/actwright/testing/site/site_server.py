"""The bundled site as a server on its own loopback port."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Lock
from typing import ClassVar, Self

from actwright.schemas.http_methods import SAFE_METHODS
from actwright.testing.site import market
from actwright.testing.site.loopback import LoopbackSite
from actwright.testing.site.records import Listing, Post, SiteOrder
from actwright.testing.site.request_response import SiteRequest, SiteResponse
from actwright.testing.site.routes import answer
from actwright.testing.site.state import State


class Site(LoopbackSite):
    """A small marketplace on loopback, for demonstrations, benchmarks and your own tests.

    ```python
    with Site() as site:  # or: async with Site() as site
        result = await agent.run("Fill the price as $50 and submit", url=site.url + "/price")
        assert [post.fields["price"] for post in site.posts] == [("50",)]
    ```

    `site.url + "/pages"` lists all pages. The only user is `ada@example.org` with the password `lovelace-1843`. Pages
    make no requests to other hosts. When the context closes, the port is free again and all threads have ended.

    Args:
        latency_ms: The delay of every response, in milliseconds.
    """

    EMAIL: ClassVar[str] = market.EMAIL
    PASSWORD: ClassVar[str] = market.PASSWORD
    photo: ClassVar[Path] = Path(__file__).parent / "static" / "kayak.jpg"

    def __init__(self, *, latency_ms: float = 0) -> None:
        super().__init__()
        self.latency_ms = latency_ms
        self._state = State()
        self._lock = Lock()
        self._stopping = Event()

    @property
    def listings(self) -> tuple[Listing, ...]:
        """The listings created since the start or the last reset, oldest first, without the samples."""
        with self._lock:
            return tuple(self._state.listings.values())

    @property
    def orders(self) -> tuple[SiteOrder, ...]:
        """The orders that the wizard confirmed, oldest first."""
        with self._lock:
            return tuple(self._state.orders)

    @property
    def posts(self) -> tuple[Post, ...]:
        """All requests other than GET, HEAD and OPTIONS, in order of arrival: proof of "submitted exactly once"."""
        with self._lock:
            return tuple(self._state.posts)

    def reset(self) -> None:
        """Deletes all listings, orders, posts and sessions."""
        with self._lock:
            self._state = State()

    def start(self) -> Self:
        """Starts serving, on a port that the system chooses."""
        self._stopping.clear()
        return super().start()

    def close(self) -> None:
        """Stops serving and ends open connections and their threads. Does nothing if the site is not running."""
        self._stopping.set()
        super().close()

    def answer(self, request: SiteRequest) -> SiteResponse:
        """Log a request, wait for the set latency, and answer it."""
        if request.method not in SAFE_METHODS:
            with self._lock:
                self._state.log(request)
        self._stopping.wait(self.latency_ms / 1_000)
        with self._lock:
            response = answer(self._state, request)
        self._stopping.wait(response.delay_ms / 1_000)
        return response
