"""What is known of the requests of a run's pages: which are under way, what was sent, and which repeat each other."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request

RequestKey = tuple[str, str, bytes]
"""What the repetitions of a request have in common: method, URL and body; without the URL's query if it only asks."""


@dataclass(slots=True)
class OutgoingRequest:
    """A request that is not GET or that opens a document, with its result.

    Attributes:
        label: The request, as `POST https://…`.
        changes: Whether it may change something: its method is not GET, HEAD or OPTIONS.
        at: When it left, by the monotonic clock.
        status, answer: The status of its answer (`404`, and `404 Not Found`); 0 and empty if none has arrived.
        failed: Why it failed; empty if it did not.
        awaited: Whether the page may use the answer, unlike one to a beacon or to a service worker's own request.
        request: The request as the driver knows it; None for messages over a socket.
        messages: The messages over a socket.
        last_status: The status of the last answer that redirects led to.
        reading: Reads what the answer says, if it may say that something went wrong.
    """

    label: str
    changes: bool
    at: float
    status: int = 0
    answer: str = ""
    failed: str = ""
    awaited: bool = True
    request: Request | None = None
    messages: list[str | bytes] = field(default_factory=list[str | bytes])
    last_status: int = 0
    reading: asyncio.Task[bytes] | None = None

    @property
    def unanswered(self) -> bool:
        """Whether it failed or has no answer yet. A document that failed does not count: the error page shows it."""
        return self.awaited and not self.status and (self.changes or not self.failed)


@dataclass(slots=True)
class PendingRequest:
    """A request under way.

    Attributes:
        label: The request, as `POST https://…`.
        changes: Whether it may change something: its method is not GET, HEAD or OPTIONS.
        own: Whether an action may have caused it: it began while one was watched, and the page did not make it before.
        chatter: Whether the page makes it again and again by itself; it is then not waited for.
        key: What its repetitions have in common with it.
        until: When to stop waiting for it, by the monotonic clock.
    """

    label: str
    changes: bool
    own: bool
    chatter: bool
    key: RequestKey
    until: float


def key_of(request: Request, *, changes: bool) -> RequestKey:
    """What the repetitions of a request have in common with it."""
    if changes:
        return request.method, request.url, request.post_data_buffer or b""
    return request.method, request.url.partition("?")[0], b""


def first_of(request: Request) -> Request:
    """The request that redirects led from to this one."""
    while (earlier := request.redirected_from) is not None:
        request = earlier
    return request


def is_of_main_frame(request: Request) -> bool:
    """Whether the main frame of a page made a request."""
    try:
        return request.frame.parent_frame is None
    except PlaywrightError:
        return True  # the first request of a page that does not exist yet


def has_page(request: Request) -> bool:
    """Whether the page of a request exists already."""
    try:
        return bool(request.frame)
    except PlaywrightError:
        return False


def belongs_to(request: Request, page: Page) -> bool:
    """Whether a frame of a page made a request."""
    try:
        return request.frame.page is page
    except PlaywrightError:
        return False  # the request of a page that does not exist yet, or of a service worker
