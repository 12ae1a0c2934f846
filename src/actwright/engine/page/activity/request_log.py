"""The requests that left a run's pages since its last effect began, with the answers to them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from playwright.async_api import Request, Response

from actwright.engine.page.activity.requests import first_of
from actwright.engine.values.request_content import RequestContent

MOST_REQUESTS = 300
"""How many requests are kept; of more, only the last are."""


@dataclass(slots=True)
class LoggedRequest:
    """A request, its answer, and what it carried.

    Attributes:
        request: The request as the driver knows it.
        status: The status of its answer; None if there is none.
        last_status: The status of the last answer that redirects led to.
        failed: Why it failed; empty if it did not.
        reading: Reads what the answer says, if it may say that something went wrong.
        content: What it carried, once it has been read.
    """

    request: Request
    status: int | None = None
    last_status: int | None = None
    failed: str = ""
    reading: asyncio.Task[bytes] | None = None
    content: RequestContent | None = None


@dataclass(slots=True)
class RequestLog:
    """Keeps the requests that an action may have caused, from the beginning of the last effect on.

    Before the run had an effect, they are those since its first action that was not a look.
    """

    _requests: dict[Request, LoggedRequest] = field(default_factory=dict[Request, LoggedRequest])
    _before: set[Request] = field(default_factory=set[Request])
    """The requests that left before the action under way."""
    _has_begun: bool = False

    @property
    def requests(self) -> tuple[LoggedRequest, ...]:
        """The requests in the order in which they left."""
        return tuple(self._requests.values()) if self._has_begun else ()

    def add(self, request: Request) -> None:
        """Adds a request that leaves."""
        self._requests[request] = LoggedRequest(request)
        if len(self._requests) > MOST_REQUESTS:
            self.forget(next(iter(self._requests)))

    def forget(self, request: Request) -> None:
        """Drops a request, as one that was blocked before it left."""
        self._requests.pop(request, None)
        self._before.discard(request)

    def add_answer(self, response: Response) -> LoggedRequest | None:
        """Adds the head of an answer, and returns the request that it belongs to; None if that is not kept."""
        if (first := self._requests.get(first_of(response.request))) is not None:
            first.last_status = response.status
        if (logged := self._requests.get(response.request)) is not None:
            logged.status = logged.last_status = response.status
        return logged

    def add_failure(self, request: Request) -> None:
        """Notes that a request failed, unless it was answered."""
        if (logged := self._requests.get(request)) is not None and logged.status is None:
            logged.failed = request.failure or "failed"

    def mark(self) -> None:
        """Notes that an action begins."""
        self._before = set(self._requests)

    def end_action(self, *, had_effect: bool) -> None:
        """Notes what the action was that began at the last `mark`. An effect ends what was sent before it."""
        if had_effect or not self._has_begun:
            self._requests = {each: logged for each, logged in self._requests.items() if each not in self._before}
        self._has_begun = True
