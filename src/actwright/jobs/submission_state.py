"""What was sent for one row, and how the server answered."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from actwright.engine.permissions.request_firewall import PageRequest

SERVER_ERRORS, CLIENT_ERRORS = 500, 400
DISAGREES = "the page says that it was accepted, but the response to the submit was HTTP {status}"


@dataclass
class Submission:
    """A request that was sent after the ledger had recorded the intent.

    Attributes:
        what: The request, without its query and body.
        ours: Whether it goes to the site of the job.
        whole: Whether it contains what identifies the row.
        press: The number of the action that came before it; 0 if there was none.
        status: The HTTP status of the response; 0 as long as there is none.
        lost: Whether the connection ended without a response.
    """

    what: str
    ours: bool
    whole: bool
    press: int
    status: int = 0
    lost: bool = False

    @property
    def open(self) -> bool:
        """Whether the server may have accepted it without saying so: it has not answered, or it reported a failure."""
        return self.lost or not 0 < self.status < SERVER_ERRORS


@dataclass
class SubmissionState:
    """What was sent for one row after the ledger had recorded the intent.

    Attributes:
        sent: The requests.
        sendings: The requests in `sent` with their responses, except those whose response only the browser sees.
        pressed: Whether the button that submits was pressed, or may have been.
        repeated: A request without values of the row that was blocked because the same request had been sent; empty if
            there was none.
    """

    sent: list[str] = field(default_factory=list[str])
    sendings: list[Submission] = field(default_factory=list[Submission])
    pressed: bool = False
    repeated: str = ""
    _submitted: set[int] = field(default_factory=set[int])
    _saved: set[int] = field(default_factory=set[int])
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def answered(self) -> int:
        """The HTTP status of the response to the submission, the lowest of several; 0 if there was none."""
        return min((each.status for each in self._submission() if each.status), default=0)

    @property
    def waiting(self) -> str:
        """A request of the submission that the server has not answered yet; empty if there is none."""
        return next((each.what for each in self._submission() if not each.status and not each.lost), "")

    @property
    def lost(self) -> str:
        """A request of the submission that was sent and got no response; empty if there is none."""
        return next((each.what for each in self._submission() if each.lost), "")

    @property
    def open(self) -> str:
        """A request to the site that got no response, or one that reports a failure; empty if there is none.

        As long as there is one, the row does not count as refused, because a refused row may be sent again.
        """
        return next((each.what for each in self._to_our_site() if each.open), "")

    @property
    def unsettled(self) -> str:
        """Why the row does not count as refused although no response is awaited any more; empty if it may count."""
        if self.open:
            return f"{self.open} got no response, or failed"
        return f"{self.repeated} was blocked, because the same had already been sent" if self.repeated else ""

    async def answers(self, seconds: float) -> None:
        """Waits at most this long until the server has answered the submission; a page may report success earlier."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.waiting:
                    self._news.clear()
                    await self._news.wait()

    def _to_our_site(self) -> list[Submission]:
        """The requests to the site of the job; all requests if none goes there."""
        return [each for each in self.sendings if each.ours] or self.sendings

    def _submission(self) -> list[Submission]:
        """The requests that contain the row; if none does, all to the site. Others may be analytics and the like."""
        return [each for each in self.sendings if each.whole] or self._to_our_site()

    def is_repeated(self, request: PageRequest, *, whole: bool, acted: bool) -> bool:
        """Whether a request repeats the submission.

        It does if it equals an earlier one, or if it contains the row (`whole`) and goes to the same address as an
        earlier request that contained the row, followed an action, and may still be accepted. A page may submit by
        itself before the button is pressed, and then again when it is pressed (`acted`); that counts only if a navigation
        repeats the very same request.
        """
        same = _digest(request)
        if same in self._submitted or (acted and request.opens_page and same in self._saved):
            return True
        accepted = (each for each in self.sendings if each.what == request.label and each.whole and each.press)
        return whole and any(each.open for each in accepted)

    def remember(self, request: PageRequest, *, by_page: bool) -> None:
        """Records that a request submits the row; `by_page` if the page may only be saving what was typed."""
        (self._saved if by_page else self._submitted).add(_digest(request))

    def end(self, sending: Submission, status: int) -> None:
        """Records the status of a response; 0 if the connection ended without one."""
        sending.status, sending.lost = status, not status
        self._news.set()


def _digest(request: PageRequest) -> int:
    return hash((request.label, request.read_body()))
