"""The traffic of a run's pages: requests and their answers, and messages over sockets."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urldefrag

from playwright.async_api import Page, Request, Response, WebSocket

from actwright.engine.action_effects import Note
from actwright.engine.page.activity.answers import arrives_at_once, is_stream, may_report, read_answer
from actwright.engine.page.activity.request_log import RequestLog
from actwright.engine.page.activity.requests import (
    OutgoingRequest,
    PendingRequest,
    RequestKey,
    belongs_to,
    first_of,
    has_page,
    is_of_main_frame,
    key_of,
)
from actwright.engine.page.activity.socket_messages import Socket, SocketMessages
from actwright.schemas.hosts import host_and_port
from actwright.schemas.http_methods import SAFE_METHODS
from actwright.text import shortened
from actwright.tools.navigation import answer_of, why_unopened

AWAITED = frozenset({"document", "script", "stylesheet", "fetch", "xhr"})
"""Request types that a page needs before it is worth looking at; sockets, beacons, images and media are not."""
FED_SECONDS = 2.0
"""How long after a page has opened a socket what it brings may build the page (s)."""
REPEATS = 3
"""A page that makes the same request more often than this while one action settles is polling."""
STALE_AFTER = 2.0
"""A GET that has run this many seconds is taken for a long poll and no longer waited for."""
CHANGE_STALE_AFTER = 9.0
"""The same for a request other than GET, and for the document of a tab, if no action set it off."""
BAD_REQUEST = 400
"""The first HTTP status that reports an error."""
BODY_STALE_AFTER = 0.5
"""How long an answer's body is waited for after its head (s); one that the page does not read never ends."""
ASKED_STALE_AFTER = 5.0
"""How long an answer over a socket or an event stream, or a change by the next poll, may still be expected (s)."""
OPENING_SECONDS = 2.0
"""How long it may take until a page requests the document that it wants to go to or to open in a window, and from the
answer until Playwright reports the window (s)."""
FIRST_IN_FRAME = "initialFrameNavigation"
"""The protocol's name for the first document of a new frame. If it has a request, Playwright reports that in time."""
MOST_AHEAD = 10
"""How many requests of windows that are about to open are followed; redirects count."""
LISTENED = frozenset({"document", "fetch", "xhr"})
"""Types of requests that are logged although they only ask for something; all that may change something are."""


@dataclass
class Traffic:
    """Follows what leaves the pages of one run, and what comes back.

    Attributes:
        changed: Called when something began or ended that may be waited for.
        spawn: Runs a coroutine in the background, until the run ends.
        mask: Hides the secrets in a text. It is applied before the text is shortened, so that no half of one is left.
        answer_seconds: How long to wait for a request that an action set off.
        sent: The requests since the last `mark` that are not GET or that open a document, and messages over sockets.
        started: How many things pages began since the last `mark`, chatter aside.
        documents: How many documents came into tabs since the last `mark`.
        left: How many requests of any kind, and messages over sockets, left the browser since the last `mark`.
        stirred: When a request that is waited for last began or ended, or a document arrived, by the monotonic clock.
        hosts: The hosts that requests went to, with their ports.
        log: The requests since the last effect began.
        sockets: The sockets that were open when the last one was opened, and that one.
        fed: When a socket that was opened shortly before last brought something.
        broken: Why a tab shows the browser's own error page since the last `mark`; None if none does.
    """

    changed: Callable[[], None]
    spawn: Callable[[Coroutine[Any, Any, bytes]], asyncio.Task[bytes]]
    mask: Callable[[str], str] = str
    answer_seconds: float = 30.0
    sent: list[OutgoingRequest] = field(default_factory=list[OutgoingRequest])
    started: int = 0
    documents: int = 0
    left: int = 0
    stirred: float = 0.0
    hosts: set[str] = field(default_factory=set[str])
    fed: float = -math.inf
    sockets: list[WebSocket] = field(default_factory=list[WebSocket])
    log: RequestLog = field(default_factory=RequestLog)
    broken: Note | None = None
    _pending: dict[Request, PendingRequest] = field(default_factory=dict[Request, PendingRequest])
    _sent_by: dict[Request, OutgoingRequest] = field(default_factory=dict[Request, OutgoingRequest])
    _withdrawn: set[Request] = field(default_factory=set[Request])
    _opening: int = 0
    _opening_until: float = 0.0
    """How many windows are about to open, and until when to wait for them while none of their requests is under way."""
    _leaving_until: float = 0.0
    """Until when to wait for the request of a document that a page wants to go to; 0 if it goes nowhere."""
    _ahead: dict[Request, Response | None] = field(default_factory=dict[Request, Response | None])
    """The requests of windows that are about to open, and their answers."""
    _acting: bool = False
    _loading: bool = False
    _background: dict[RequestKey, Request] = field(default_factory=dict[RequestKey, Request])
    _habits: set[Any] = field(default_factory=set[Any])
    _repeated: Counter[Any] = field(default_factory=Counter[Any])
    _asked: dict[Request | Socket, float] = field(default_factory=dict[Request | Socket, float])
    _marked: float = 0.0
    _polled: float = -math.inf
    _answers: dict[Page, tuple[str, int]] = field(default_factory=dict[Page, tuple[str, int]])
    """The address and HTTP status of the last document that came for a page, shown or not yet."""

    def __post_init__(self) -> None:
        self._messages = SocketMessages(self.mask)

    def withdraw(self, request: Request) -> str:
        """Forgets a request that was blocked before it left. Returns what it was, as `POST https://…`."""
        self._withdrawn.add(request)
        self._sent_by.pop(request, None)
        self.sent = [each for each in self.sent if each.request != request]
        self.log.forget(request)
        self.on_finished(request)
        self.left = max(0, self.left - 1)
        return f"{request.method} {shortened(self.mask(request.url), 100)}"

    def renew(self, request: Request) -> None:
        """Waits for a request as long as for one that leaves only now."""
        if request in self._pending:
            self._pending[request].until = time.monotonic() + self.answer_seconds

    def mark(self) -> None:
        """Begins a new window: forgets what happened before, and counts what the pages do by themselves as chatter."""
        now = time.monotonic()
        self._acting, self._loading = True, False
        self._background = {
            each.key: request for request, each in self._pending.items() if not each.own or each.until <= now
        }
        self._habits |= {what for what, count in self._repeated.items() if count >= REPEATS}
        self._repeated.clear()
        if now > self._opening_until and not any(request in self._pending for request in self._ahead):
            self._opening = 0  # a window that stays empty is never reported
            self._ahead.clear()
        self._marked = now
        self._asked = {what: at for what, at in self._asked.items() if now - at < ASKED_STALE_AFTER}
        self.sent, self.started, self.documents, self.left = [], 0, 0, 0
        self._sent_by.clear()
        self._withdrawn.clear()
        self._messages.begin()
        self.log.mark()
        self.broken = None

    def resume(self) -> None:
        """Continues the window that `rest` ended."""
        self._acting = True

    def rest(self) -> None:
        """Ends the window: what begins from now on is the page's own doing."""
        self._acting = False
        self._messages.end()
        self._repeated.clear()

    def patience(self) -> float:
        """For how many seconds a request is still waited for; 0 if none is."""
        latest = max((each.until for each in self._pending.values() if not each.chatter), default=0.0)
        latest = max(latest, self._leaving_until, self._opening_until if self._opening else 0.0)
        return max(0.0, latest - time.monotonic())

    def unfinished(self) -> list[str]:
        """The requests that have not ended, chatter aside, as `GET https://…`."""
        return [each.label for each in self._pending.values() if not each.chatter]

    @property
    def is_waiting(self) -> bool:
        """Whether something that a page asked for has not come, however long ago it was asked for."""
        return bool(self._asked or self.unfinished())

    @property
    def asked(self) -> float | None:
        """When the last action asked a socket or an event stream for what has not come yet; None if all has."""
        return max((at for at in self._asked.values() if at >= self._marked), default=None)

    def under_way(self) -> bool:
        """Whether an answer may still come that changes the page: to a request or a poll, or over a socket."""
        asked = max(self._polled, *self._asked.values(), -math.inf)
        return self.patience() > 0 or time.monotonic() - asked < ASKED_STALE_AFTER

    def went(self, page: Page, url: str, status: int | None) -> int | None:
        """Notes that a page went to a URL. A new document ends what the old one was loading.

        Args:
            page: The page whose main frame went there.
            url: Where it is now.
            status: The HTTP status of the document before.

        Returns:
            The HTTP status of the document now; `status` if a script changed only the address; None if it has none.
        """
        self._leaving_until = 0.0
        for request in [each for each in self._pending if belongs_to(each, page)]:
            if not self._pending[request].changes:
                del self._pending[request]
        self.documents += self._loading
        if self._loading:
            self._polled = -math.inf
        if not url.startswith(("http://", "https://")):
            return None
        shown, answer = self._answers.get(page, ("", None))
        return answer if shown == urldefrag(url).url else status

    def stir(self) -> None:
        """Notes that something that is waited for began or ended."""
        self.stirred = time.monotonic()
        self.changed()

    def on_request(self, request: Request) -> None:
        """A page asks for something."""
        if request in self._withdrawn:
            return
        if host := host_and_port(request.url):
            self.hosts.add(host)
        self.left += 1
        if request.resource_type == "eventsource" and self._acting:
            self._asked[request] = time.monotonic()
        if request.resource_type not in AWAITED:
            self._count(request)
            return
        label = f"{request.method} {shortened(self.mask(request.url), 100)}"
        changes = request.method not in SAFE_METHODS
        key = key_of(request, changes=changes)
        self._repeated[key] += 1
        known = key in self._habits or (key in self._background and self._background[key] not in self._pending)
        chatter = known or (not changes and self._acting and self._repeated[key] > REPEATS)
        own = self._acting and not known
        until = time.monotonic() + self._patience_with(request, own)
        self._pending[request] = PendingRequest(label, changes, own=own, chatter=chatter, key=key, until=until)
        if (changes and not known) or (self._acting and request.is_navigation_request() and is_of_main_frame(request)):
            sent = OutgoingRequest(label, changes, time.monotonic(), request=request)
            self.sent.append(sent)
            self._sent_by[request] = sent
        if not chatter and (changes or request.resource_type in LISTENED):
            self.log.add(request)
        if chatter:
            self._polled = time.monotonic()
        else:
            self.started += 1
            self.stir()

    def on_leaving(self, event: dict[str, Any]) -> None:
        """A document is about to be replaced. The next one is requested only once the page is done and may be left."""
        if self._acting and event["disposition"] == "currentTab" and event["reason"] != FIRST_IN_FRAME:
            self._leaving_until = time.monotonic() + OPENING_SECONDS
            self.started += 1
            self.stir()

    def on_window(self, event: dict[str, Any]) -> None:
        """A page opens a window. Playwright reports the window only when its document is coming."""
        if not self._acting or self._opening >= REPEATS:
            return
        if event["url"].startswith("javascript:"):  # such a window stays empty, and is never reported
            return
        self._opening += 1
        self._opening_until = time.monotonic() + OPENING_SECONDS
        self.started += 1
        self.stir()

    def opened(self, page: Page) -> int | None:
        """A window that was about to open is there. Returns the HTTP status of its document, None if it has none."""
        self._opening = max(0, self._opening - 1)
        for request in [each for each in self._ahead if belongs_to(each, page)]:
            if (response := self._ahead.pop(request)) is not None:
                self.on_response(page, response)
        if not self._opening:
            self._ahead.clear()
        return self.went(page, page.url, None)

    def on_request_without_page(self, request: Request) -> None:
        """A context reports a request that no page reports.

        It is a service worker's own (that of a page that it serves was reported already), or belongs to a window that
        is about to open.
        """
        if request.service_worker is not None:
            self.left += 1
            self._count(request)
        elif self._opening and len(self._ahead) < MOST_AHEAD and not has_page(request):
            self._ahead[request] = None
            self.on_request(request)

    def on_response_without_page(self, response: Response) -> None:
        """The head of an answer came; only one for a window that is about to open matters here."""
        if response.request in self._ahead:
            self._ahead[response.request] = response
            self.on_response(None, response)
            self._opening_until = time.monotonic() + OPENING_SECONDS

    def on_end_without_page(self, request: Request) -> None:
        """An answer ended or failed; only one for a window that is about to open matters here."""
        if request not in self._ahead:
            return
        self._opening_until = time.monotonic() + OPENING_SECONDS
        if request.failure:
            self.on_failed(request)
        else:
            self.on_finished(request)

    def _count(self, request: Request) -> None:
        """Records a request that may change something and whose answer is not awaited, unless the page repeats it."""
        if request.method in SAFE_METHODS:
            return
        key = key_of(request, changes=True)
        self._repeated[key] += 1
        if key not in self._habits:
            label = f"{request.method} {shortened(self.mask(request.url), 100)}"
            self.sent.append(OutgoingRequest(label, changes=True, at=time.monotonic(), awaited=False, request=request))
            self.log.add(request)

    def _patience_with(self, request: Request, own: bool) -> float:  # noqa: FBT001 - as in `PendingRequest`
        opens = request.is_navigation_request() and is_of_main_frame(request)
        if request.is_navigation_request():
            self._leaving_until = 0.0
        self._loading = self._loading or opens
        changes = request.method not in SAFE_METHODS
        if own and (opens or changes or not self._loading):
            return self.answer_seconds
        return CHANGE_STALE_AFTER if opens or changes else STALE_AFTER

    def on_response(self, page: Page | None, response: Response) -> None:
        """The head of an answer came for a page; `page` is None if it does not exist yet."""
        first = self._sent_by.get(first_of(response.request))
        sent, logged = self._sent_by.get(response.request, first), self.log.add_answer(response)
        if sent is not None:
            sent.status, sent.answer = response.status, answer_of(response)
            (first or sent).last_status = response.status
            if sent.changes and may_report(response):
                sent.reading = self.spawn(read_answer(response))
        if logged is not None and response.request.method not in SAFE_METHODS and may_report(response):
            logged.reading = sent.reading if sent is not None else self.spawn(read_answer(response))
        if page is not None and response.request.is_navigation_request() and is_of_main_frame(response.request):
            self._answers[page] = urldefrag(response.url).url, response.status
        pending = self._pending.get(response.request)
        if pending is None or response.request.resource_type != "fetch":
            return
        if arrives_at_once(response):
            self.on_finished(response.request)
        elif not is_stream(response):
            pending.until = min(pending.until, time.monotonic() + BODY_STALE_AFTER)

    def on_failed(self, request: Request) -> None:
        """A request failed, or was given up."""
        self.on_finished(request)
        self.log.add_failure(request)
        sent = self._sent_by.get(request)
        if sent is not None and not sent.status:
            sent.failed = request.failure or "failed"
        if request.is_navigation_request() and is_of_main_frame(request):
            reason = why_unopened(request.failure or "")
            self.broken = Note(f"{shortened(self.mask(request.url), 100)} {reason}", gist=reason) if reason else None

    def on_finished(self, request: Request) -> None:
        """An answer ended, or is not waited for any more."""
        pending = self._pending.pop(request, None)
        asked = self._asked.pop(request, None)
        if (pending is not None and not pending.chatter) or asked is not None:
            self.stir()

    def on_socket(self, socket: WebSocket) -> None:
        """A page opened a socket, whose messages are followed from now on."""
        self.sockets = [each for each in (*self.sockets, socket) if not each.is_closed()]
        if self._acting and self._loading:
            self._messages.add_arriving(socket)
        socket.on("framesent", lambda message: self.on_message(socket, message))
        until = time.monotonic() + FED_SECONDS
        socket.on("framereceived", lambda _: self._on_received(socket, until))
        socket.on("close", lambda _: self._on_socket_closed(socket))

    def on_message(self, socket: Socket, message: str | bytes) -> None:
        """A page or a worker sends a message over a socket."""
        self._repeated[socket] += 1
        self.left += 1
        if (sent := self._messages.record(socket, message, acting=self._acting)) is not None:
            self.sent.append(sent)
        if self._acting and socket not in self._habits:
            self._asked[socket] = time.monotonic()
            self.changed()

    def _on_received(self, socket: WebSocket, until: float = -math.inf) -> None:
        self.fed = time.monotonic() if time.monotonic() < until else self.fed
        if self._asked.pop(socket, None) is not None:
            self.stir()

    def _on_socket_closed(self, socket: WebSocket) -> None:
        self._habits.discard(socket)
        self._messages.forget(socket)
        self._on_received(socket)
