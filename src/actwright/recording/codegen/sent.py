"""What pages send while a person acts, so that a recording by hand can check it in each replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.async_api import BrowserContext, Request, Response

from actwright.engine.page.acting.request_values import content_of_request
from actwright.engine.values.request_content import RequestContent
from actwright.schemas.step import SentRequest, SentValue

ASKS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(slots=True)
class PersonRequest:
    """A request that may change something, with the status of the last answer to it; None if none came."""

    method: str
    url: str
    content: RequestContent
    status: int | None = None

    def sent(self, data: Mapping[str, str]) -> SentRequest:
        """The request as a run records it, with the values of the data that were in it."""
        names = {value: name for name, value in data.items() if value.strip()}
        values = (
            SentValue(name=name, wanted=text, match=True, reference=names[text])
            for name, text in ((each.name, each.text) for each in self.content.fields)
            if text in names
        )
        return SentRequest(
            request=f"{self.method} {self.url}", status=self.status, values=tuple(values), unread=self.content.unread
        )


class PersonRequests:
    """Listens to what the pages of a browser context send.

    Args:
        context: The context.
        hear: Receives each request as it leaves; its status is set when the answer comes.
    """

    def __init__(self, context: BrowserContext, hear: Callable[[PersonRequest], object]) -> None:
        self._context, self._hear = context, hear
        self._known: dict[Request, PersonRequest] = {}
        context.on("request", self._left)
        context.on("response", self._answered)

    def close(self) -> None:
        """Stops listening."""
        self._context.remove_listener("request", self._left)
        self._context.remove_listener("response", self._answered)

    def _left(self, request: Request) -> None:
        if request.method not in ASKS and request.redirected_from is None:
            self._known[request] = PersonRequest(request.method, request.url, content_of_request(request))
            self._hear(self._known[request])

    def _answered(self, response: Response) -> None:
        first = response.request
        while first.redirected_from is not None:
            first = first.redirected_from
        if first in self._known:
            self._known[first].status = response.status
