"""The bundled site as a server on a loopback port of its own."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

from actwright.testing.site import market
from actwright.testing.site.exchange import Request, Response
from actwright.testing.site.loopback import LoopbackSite
from actwright.testing.site.records import Listing, Order, Post
from actwright.testing.site.routes import answer
from actwright.testing.site.state import State

__all__ = ["Site"]

SAFE = ("GET", "HEAD", "OPTIONS")


class Site(LoopbackSite):
    """A small marketplace on loopback: for demonstrations, for benchmarks, and for your own tests.

    ```python
    with Site() as site:  # or: async with Site() as site
        result = await agent.run("Fill the price as $50 and submit", url=site.url + "/price")
        assert [post.fields["price"] for post in site.posts] == [("50",)]
    ```

    `site.url + "/pages"` lists every page. The one user is `ada@example.org` with the password `lovelace-1843`.
    Pages make no request to anywhere else. The port is free again, and every thread has ended, when the context closes.

    Args:
        latency_ms: Time by which every answer is delayed, in milliseconds.
    """

    EMAIL: ClassVar[str] = market.EMAIL
    PASSWORD: ClassVar[str] = market.PASSWORD
    photo: ClassVar[Path] = Path(__file__).parent / "static" / "kayak.jpg"

    def __init__(self, *, latency_ms: float = 0) -> None:
        super().__init__()
        self.latency_ms = latency_ms
        self._state = State()

    @property
    def listings(self) -> tuple[Listing, ...]:
        """The listings created since the start or the last reset, oldest first; samples are not among them."""
        return self._state.listings

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that the wizard confirmed, oldest first."""
        return self._state.orders

    @property
    def posts(self) -> tuple[Post, ...]:
        """Every request other than GET, HEAD and OPTIONS, in order of arrival: proof of "submitted exactly once"."""
        return self._state.posts

    def reset(self) -> None:
        """Forget listings, orders, posts and sessions."""
        self._state.forget()

    def start(self) -> Self:
        """Serve, on a port that the system chooses."""
        self._state.stopping.clear()
        return super().start()

    def close(self) -> None:
        """Stop serving, end open connections and their threads. Does nothing if the site is not running."""
        self._state.stopping.set()
        super().close()

    def answer(self, request: Request) -> Response:
        """Log a request, wait for the set latency, and answer it."""
        if request.method not in SAFE:
            self._state.log(request)
        if self.latency_ms > 0:
            self._state.stopping.wait(self.latency_ms / 1_000)
        return answer(self._state, request)
