"""What the run's pages are doing: their tabs, requests, navigations, dialogs and downloads, as Playwright tells them."""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

from playwright.async_api import BrowserContext, CDPSession, Frame, Page, Request, Response, WebSocket
from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import Download as PlaywrightDownload
from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.reading.tree import quote
from actwright.schemas.hosts import host_and_port
from actwright.schemas.page import Download
from actwright.text import first_line, shortened
from actwright.tools.liveness import lives
from actwright.tools.navigation import why_unopened

__all__ = ["BAD_REQUEST", "MAX_TABS", "Activity", "Sent", "Tab"]

AWAITED = frozenset({"document", "script", "stylesheet", "fetch", "xhr"})
"""Request types that a page needs before it is worth looking at; sockets, beacons, images and media are not."""

ASKING = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods of requests that change nothing."""
STOPPED = "canceled"
"""What Playwright says of a download that was stopped."""
DOWNLOADING = "still downloading"
NO_DOWNLOADS = "this run keeps no downloads"
MAX_TABS = 20
MAX_NOTES = 8
REPEATS = 3
"""A page that asks for the same more often while one action settles polls for it."""
STALE_AFTER = 2.0
"""A GET that has run this many seconds is taken for a long poll and no longer waited for."""
CHANGE_STALE_AFTER = 9.0
"""The same for a request other than GET, and for the document of a tab, if no action set it off."""
BAD_REQUEST = 400
"""The first HTTP status that tells of an error."""
BODY_STALE_AFTER = 0.5
"""An answer's body is waited for this long after its head; one that the page does not read never ends for the browser."""
ASKED_STALE_AFTER = 5.0
"""An answer over a socket or an event stream, or what the next poll brings, may be awaited for this many seconds."""
LIFELINE_SECONDS = 60.0
"""How long one call waits in the driver to find out that it died; then another one does."""
SMALL_BODY = 65_536
"""Bytes; a body that is known to be no longer arrives with its head."""
STREAMS = ("event-stream", "ndjson", "stream+json")
"""Parts of the content types of answers that come bit by bit, and are waited for to their end."""


RequestKey = tuple[str, str, bytes]
"""What is the same for requests that a page repeats: method, URL and body; for one that only asks, no query."""


@dataclass(slots=True)
class Tab:
    """A page of this run under the name the model knows, where its main frame was last, and the tab that opened it.

    `status` is the HTTP status of its document; None if it has none, or came before the run listened.
    """

    id: str
    page: Page
    url: str
    opener: Tab | None = None
    status: int | None = None


@dataclass(slots=True)
class Sent:
    """A request that is not GET or that opens a document, and what became of it.

    Attributes:
        changes: It is none that only asks (GET, HEAD, OPTIONS).
        at: When it left, by the monotonic clock.
        status, answer: Of its answer, as HTTP has it (`404`, `404 Not Found`); 0 and empty if none has come.
        awaited: The page may make use of the answer, as it cannot of a beacon's; a service worker's is its own affair.
    """

    label: str
    changes: bool
    at: float
    status: int = 0
    answer: str = ""
    failed: str = ""
    awaited: bool = True

    @property
    def unanswered(self) -> bool:
        """Whether it failed or has no answer yet; a document that failed is told by the page that shows instead."""
        return self.awaited and not self.status and (self.changes or not self.failed)


@dataclass(slots=True)
class Pending:
    """A request under way.

    Attributes:
        changes: It is none that only asks (GET, HEAD, OPTIONS).
        own: An action may have caused it: it began while one was watched, and the page was not making it already.
        chatter: The page makes it again and again by itself; it is not waited for.
        until: When it is no longer waited for, by the monotonic clock.
    """

    label: str
    changes: bool
    own: bool
    chatter: bool
    key: RequestKey
    until: float


@dataclass
class Activity:
    """Listens to the pages of one run from `attach` until `detach`.

    Attributes:
        tabs, active: The open tabs, and the one in front.
        dialog: The dialog that waits for an answer.
        downloads: Files so far; each is replaced by its finished record.
        notes: What happened since they were last taken, in plain sentences.
        mask: Hides the secrets in a text; before it is shortened, so that no half of one is left.
        keeps_downloads: Whether files that pages hand over are kept.
        answer_seconds: How long a request that an action set off is waited for.
        download_bytes: Of all files of the run together; what goes beyond is stopped.
        navigations, opened, sent, started, documents: What happened since the last `mark`; `started` leaves out chatter,
            and `documents` counts those that came into tabs.
        stirred: When a request that is waited for last began or ended, or a document came, by the monotonic clock.
        left: How many requests of any kind, and messages over sockets, left the browser since then.
        hosts: The hosts that were asked for something, with their ports.
        broken: Why a tab shows the browser's own error page since then, in a plain sentence; empty if none does.
        crashed: True once the active page's renderer died.
        lost: True once the browser or its driver was found gone.
    """

    downloads_dir: Callable[[], Path]
    mask: Callable[[str], str] = str
    answer_seconds: float = 30.0
    keeps_downloads: bool = True
    download_bytes: float = math.inf
    tabs: list[Tab] = field(default_factory=list[Tab])
    active: Tab | None = None
    dialog: PlaywrightDialog | None = None
    downloads: list[Download] = field(default_factory=list[Download])
    notes: list[str] = field(default_factory=list[str])
    navigations: list[str] = field(default_factory=list[str])
    opened: list[str] = field(default_factory=list[str])
    sent: list[Sent] = field(default_factory=list[Sent])
    started: int = 0
    documents: int = 0
    left: int = 0
    stirred: float = 0.0
    hosts: set[str] = field(default_factory=set[str])
    broken: str = ""
    crashed: bool = False
    lost: bool = False
    _pending: dict[Request, Pending] = field(default_factory=dict[Request, Pending])
    _sent_by: dict[Request, Sent] = field(default_factory=dict[Request, Sent])
    _withdrawn: set[Request] = field(default_factory=set[Request])
    _counted: dict[Request, Sent] = field(default_factory=dict[Request, Sent])
    """Requests whose answer nobody waits for, and what they were counted as."""
    _handlers: dict[Page, dict[str, Any]] = field(default_factory=dict[Page, dict[str, Any]])
    _under_way: list[PlaywrightDownload] = field(default_factory=list[PlaywrightDownload])
    _sessions: list[CDPSession] = field(default_factory=list[CDPSession])
    _contexts: list[BrowserContext] = field(default_factory=list[BrowserContext])
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _lifeline: asyncio.Task[None] | None = None
    _numbered: int = 0
    _acting: bool = False
    _loading: bool = False
    _background: dict[RequestKey, Request] = field(default_factory=dict[RequestKey, Request])
    _habits: set[Any] = field(default_factory=set[Any])
    _repeated: Counter[Any] = field(default_factory=Counter[Any])
    _asked: dict[Request | WebSocket, float] = field(default_factory=dict[Request | WebSocket, float])
    _marked: float = 0.0
    _polled: float = -math.inf
    _answers: dict[Page, tuple[str, int]] = field(default_factory=dict[Page, tuple[str, int]])
    """The address and HTTP status of the last document that came for a page, shown or not yet."""

    def withdraw(self, request: Request) -> str:
        """Forgets a request that was held back before it left. Returns what it was, as `POST https://…`."""
        self._withdrawn.add(request)
        sent = self._sent_by.pop(request, None) or self._counted.pop(request, None)
        if sent is not None:
            self.sent = [each for each in self.sent if each is not sent]
        self._end(request)
        self.left = max(0, self.left - 1)
        return f"{request.method} {shortened(self.mask(request.url), 100)}"

    def attach(self, page: Page, opener: Tab | None = None) -> Tab:
        """Starts listening to a page and lists it as a tab, in front."""
        self._numbered += 1
        tab = Tab(f"tab-{self._numbered}", page, page.url, opener)
        handlers: dict[str, Any] = {
            "request": self._on_request,
            "response": partial(self._on_response, tab),
            "requestfinished": self._on_finished,
            "requestfailed": self._on_failed,
            "websocket": self._on_socket,
            "dialog": self._on_dialog,
            "popup": partial(self._on_popup, tab),
            "download": self._on_download,
            "framenavigated": partial(self._on_navigated, tab),
            "close": partial(self._on_close, tab),
            "crash": partial(self._on_crash, tab),
        }
        for event, handler in handlers.items():
            page.on(event, handler)  # pyright: ignore[reportArgumentType, reportCallIssue] - one overload per event
        self._handlers[page] = handlers
        if math.isfinite(self.download_bytes):
            self._spawn(self._watch_downloads(page))
        if page.context not in self._contexts:
            page.context.on("request", self._on_worker_request)
            self._contexts.append(page.context)
        self.tabs.append(tab)
        self.active = tab
        return tab

    async def detach(self) -> None:
        """Stops listening everywhere, dismisses an open dialog, and gives up unfinished downloads."""
        for page, handlers in self._handlers.items():
            for event, handler in handlers.items():
                page.remove_listener(event, handler)
        self._handlers.clear()
        for context in self._contexts:
            context.remove_listener("request", self._on_worker_request)
        self._contexts.clear()
        for task in self._tasks:
            task.cancel()
        sessions, self._sessions = self._sessions, []
        await asyncio.gather(*self._tasks, *map(_detached, sessions), return_exceptions=True)
        if self.dialog is not None:
            await _answer(self.dialog, accept=False)
            self.dialog = None

    def mark(self) -> None:
        """Begins a new window: forgets what happened before, and takes what the page does by itself for chatter."""
        now = time.monotonic()
        self._acting, self._loading = True, False
        self._background = {
            each.key: request for request, each in self._pending.items() if not each.own or each.until <= now
        }
        self._habits |= {what for what, count in self._repeated.items() if count >= REPEATS}
        self._repeated.clear()
        self._marked = now
        self._asked = {what: at for what, at in self._asked.items() if now - at < ASKED_STALE_AFTER}
        self.navigations, self.opened, self.sent, self.started, self.documents, self.left = [], [], [], 0, 0, 0
        self._sent_by.clear()
        self._withdrawn.clear()
        self._counted.clear()
        self.broken = ""

    def rest(self) -> None:
        """Ends the window: what begins from now on is the page's own doing."""
        self._acting = False
        self._repeated.clear()

    def take_notes(self) -> list[str]:
        """The notes since the last call; repeated ones once, with their count."""
        counts: dict[str, int] = {}
        for note in self.notes:
            counts[note] = counts.get(note, 0) + 1
        self.notes = []
        lines = [note if count == 1 else f"{note} ({count} times)" for note, count in counts.items()]
        return lines[:MAX_NOTES] + ([f"and {len(lines) - MAX_NOTES} more events"] if len(lines) > MAX_NOTES else [])

    def patience(self) -> float:
        """Seconds for which a request is still waited for; 0 if none is."""
        latest = max((each.until for each in self._pending.values() if not each.chatter), default=0.0)
        return max(0.0, latest - time.monotonic())

    def unfinished(self) -> list[str]:
        """The requests that ought to have ended and have not, as `GET https://…`."""
        return [each.label for each in self._pending.values() if not each.chatter]

    @property
    def is_waiting(self) -> bool:
        """Whether something that a page asked for has not come, however long ago that was."""
        return bool(self._asked or self.unfinished())

    @property
    def asked(self) -> float | None:
        """When the last action asked for something over a socket or an event stream that has not answered yet."""
        return max((at for at in self._asked.values() if at >= self._marked), default=None)

    def under_way(self) -> bool:
        """Whether an answer may come that changes the page: of a request, a download, a socket or a poll."""
        asked = max(self._polled, *self._asked.values(), -math.inf)
        downloading = any(file.error == DOWNLOADING for file in self.downloads)
        return self.patience() > 0 or downloading or time.monotonic() - asked < ASKED_STALE_AFTER

    @property
    def halted(self) -> bool:
        """Whether the page in front does nothing more: a dialog holds it, or it, the browser or its driver is gone."""
        return self.dialog is not None or self.active is None or self.crashed or self.lost

    @property
    def footprint(self) -> tuple[object, ...]:
        """What differs as soon as something begins that an action may have set off."""
        return self.started, len(self.opened), len(self.sent), self.asked, self.dialog, self.active, self.crashed

    async def change(self, *, within: float) -> None:
        """Returns at the next event, or after `within` seconds."""
        self._changed.clear()
        try:
            async with asyncio.timeout(within):
                await self._changed.wait()
        except TimeoutError:
            return

    async def answer(self, *, within: float) -> None:
        """Returns at the next event, when nothing is left that could bring one (`lost`), or after `within` seconds."""
        if self.active is not None and (self._lifeline is None or self._lifeline.done()):
            self._lifeline = self._spawn(self._hold_lifeline(self.active.page))
        await self.change(within=within)

    async def _hold_lifeline(self, page: Page) -> None:
        """Keeps a call waiting in the driver: that it fails is the only event by which Playwright reports a dead driver."""
        try:
            await page.wait_for_timeout(LIFELINE_SECONDS * 1000)
        except PlaywrightError:  # also if only the tab closed
            self.lost = not await lives(page.context)
        self._changed.set()

    async def until_dialog(self) -> None:
        """Returns when a dialog waits for an answer."""
        while self.dialog is None:
            self._changed.clear()
            await self._changed.wait()

    async def answer_dialog(self, *, accept: bool, text: str = "") -> bool:
        """Answers the open dialog. False if it was already gone."""
        dialog, self.dialog = self.dialog, None
        return dialog is not None and await _answer(dialog, accept=accept, text=text)

    def front(self, tab: Tab) -> None:
        """Makes a tab the active one."""
        self.active = tab
        self.crashed = False

    def _on_request(self, request: Request) -> None:
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
        changes = request.method not in ASKING
        key = _key(request, changes=changes)
        self._repeated[key] += 1
        known = key in self._habits or (key in self._background and self._background[key] not in self._pending)
        chatter = known or (not changes and self._acting and self._repeated[key] > REPEATS)
        own = self._acting and not known
        self._pending[request] = Pending(
            label,
            changes,
            own=own,
            chatter=chatter,
            key=key,
            until=time.monotonic() + self._patience_with(request, own),
        )
        if (changes and not known) or (self._acting and request.is_navigation_request() and _of_main_frame(request)):
            sent = Sent(label, changes, time.monotonic())
            self.sent.append(sent)
            self._sent_by[request] = sent
        if chatter:
            self._polled = time.monotonic()
        else:
            self.started += 1
            self._stir()

    def _on_worker_request(self, request: Request) -> None:
        """A service worker asks by itself: of a page that it serves the request was told already."""
        if request.service_worker is not None:
            self.left += 1
            self._count(request)

    def _count(self, request: Request) -> None:
        """Notes a request that changes something and whose answer nobody waits for; what repeats by itself is chatter."""
        if request.method in ASKING:
            return
        key = _key(request, changes=True)
        self._repeated[key] += 1
        if key not in self._habits:
            label = f"{request.method} {shortened(self.mask(request.url), 100)}"
            sent = Sent(label, changes=True, at=time.monotonic(), awaited=False)
            self.sent.append(sent)
            self._counted[request] = sent

    def _patience_with(self, request: Request, own: bool) -> float:  # noqa: FBT001 - as in `Pending`
        opens = request.is_navigation_request() and _of_main_frame(request)
        self._loading = self._loading or opens
        changes = request.method not in ASKING
        if own and (opens or changes or not self._loading):
            return self.answer_seconds
        return CHANGE_STALE_AFTER if opens or changes else STALE_AFTER

    def _on_response(self, tab: Tab, response: Response) -> None:
        sent = self._sent_by.get(response.request)
        if sent is not None:
            sent.status = response.status
            sent.answer = f"{response.status} {response.status_text}".strip()
        if response.request.is_navigation_request() and _of_main_frame(response.request):
            self._answers[tab.page] = urldefrag(response.url).url, response.status
        pending = self._pending.get(response.request)
        if pending is None or response.request.resource_type != "fetch":
            return
        headers = response.headers
        if any(kind in headers.get("content-type", "") for kind in STREAMS):
            return
        length = headers.get("content-length", "")
        if response.status in (204, 205, 304) or (length.isdigit() and int(length) <= SMALL_BODY):
            self._end(response.request)
        else:
            pending.until = min(pending.until, time.monotonic() + BODY_STALE_AFTER)

    def _on_finished(self, request: Request) -> None:
        self._end(request)

    def _on_failed(self, request: Request) -> None:
        self._end(request)
        sent = self._sent_by.get(request)
        if sent is not None and not sent.status:
            sent.failed = request.failure or "failed"
        if request.is_navigation_request() and _of_main_frame(request):
            reason = why_unopened(request.failure or "")
            self.broken = f"{shortened(self.mask(request.url), 100)} {reason}" if reason else ""

    def _end(self, request: Request) -> None:
        pending = self._pending.pop(request, None)
        asked = self._asked.pop(request, None)
        if (pending is not None and not pending.chatter) or asked is not None:
            self._stir()

    def _stir(self) -> None:
        self.stirred = time.monotonic()
        self._changed.set()

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda _: self._on_asked(socket))
        socket.on("framereceived", lambda _: self._on_told(socket))
        socket.on("close", lambda _: self._on_socket_closed(socket))

    def _on_asked(self, socket: WebSocket) -> None:
        self._repeated[socket] += 1
        self.left += 1
        if self._acting and socket not in self._habits:
            self._asked[socket] = time.monotonic()
            self._changed.set()

    def _on_told(self, socket: WebSocket) -> None:
        if self._asked.pop(socket, None) is not None:
            self._stir()

    def _on_socket_closed(self, socket: WebSocket) -> None:
        self._habits.discard(socket)
        self._on_told(socket)

    def _on_navigated(self, tab: Tab, frame: Frame) -> None:
        self.started += 1
        if frame.parent_frame is not None:
            self._stir()
            return
        for request in [each for each in self._pending if _belongs_to(each, tab.page)]:
            if not self._pending[request].changes:
                del self._pending[request]  # a new document ends what the old one was loading
        self.documents += self._loading
        if self._loading:
            self._polled = -math.inf
        if not _only_fragment_differs(tab.url, frame.url):
            self.navigations.append(frame.url)
        tab.url = frame.url
        tab.status = self._status_of(tab)
        self._stir()

    def _status_of(self, tab: Tab) -> int | None:
        """Of the document that a tab went to; that of the one before if only its address was changed by a script."""
        if not tab.url.startswith(("http://", "https://")):
            return None
        url, status = self._answers.get(tab.page, ("", None))
        return status if url == urldefrag(tab.url).url else tab.status

    def _on_dialog(self, dialog: PlaywrightDialog) -> None:
        if dialog.type in ("confirm", "prompt"):
            self.dialog = dialog
        else:
            shown = f"showed an alert {quote(self.mask(dialog.message), 200)}"
            asked = shown if dialog.type == "alert" else "asked whether to leave it"
            self.notes.append(f"the page {asked}, which was accepted")
            self._spawn(_accept(dialog))
        self._changed.set()

    def _on_popup(self, opener: Tab, page: Page) -> None:
        if len(self.tabs) >= MAX_TABS:
            self.notes.append(f"the page opened more than {MAX_TABS} tabs; further ones are closed")
            self._spawn(_close(page))
            return
        tab = self.attach(page, opener)
        self.opened.append(tab.id)
        self.notes.append(f"a new tab {tab.id} opened and is in front")
        self._changed.set()

    def _on_close(self, tab: Tab, _page: Page) -> None:
        self._handlers.pop(tab.page, None)
        if tab not in self.tabs:
            return
        self.tabs.remove(tab)
        if self.active is tab:
            self.active = self._behind(tab)
            if self.active is not None:
                self.notes.append(f"{tab.id} closed; {self.active.id} is in front")
        self._changed.set()

    def _behind(self, tab: Tab) -> Tab | None:
        """The tab that shows when one is closed: the nearest open one of those it was opened from, else the newest."""
        opener = tab.opener
        while opener is not None and opener not in self.tabs:
            opener = opener.opener
        return opener or (self.tabs[-1] if self.tabs else None)

    def _on_crash(self, tab: Tab, _page: Page) -> None:
        if self.active is tab:
            self.crashed = True
        self._changed.set()

    def _on_download(self, download: PlaywrightDownload) -> None:
        index = len(self.downloads)
        name = _file_name(self.mask(_plain(download.suggested_filename)), {each.name for each in self.downloads})
        self.started += 1
        if not self.keeps_downloads:
            self.downloads.append(Download(name=name, error=NO_DOWNLOADS))
            self.notes.append(f'"{name}" was not downloaded: {NO_DOWNLOADS}')
            self._spawn(_cancel(download))
            self._changed.set()
            return
        self.downloads.append(Download(name=name, error=DOWNLOADING))
        self._spawn(self._save(download, index, name))
        self._changed.set()

    async def _save(self, download: PlaywrightDownload, index: int, name: str) -> None:
        path = self.downloads_dir() / name
        self._under_way.append(download)
        try:
            await download.save_as(path)
            saved = Download(name=name, path=str(path), bytes=path.stat().st_size)
        except PlaywrightError as error:
            reason = first_line(error.message)
            saved = Download(name=name, error=self._too_large if STOPPED in reason else reason)
        except asyncio.CancelledError:
            self.downloads[index] = Download(name=name, error="the run ended before it was complete")
            raise
        finally:
            self._under_way.remove(download)
        if saved.bytes > self._download_bytes_left():
            path.unlink()
            saved = Download(name=name, error=self._too_large)
        self.downloads[index] = saved
        self.notes.append(
            f'downloaded "{name}", {saved.bytes:,} bytes' if not saved.error else f'"{name}" was {saved.error}'
        )
        self._changed.set()
        with contextlib.suppress(PlaywrightError):
            await download.delete()  # the browser's own copy

    @property
    def _too_large(self) -> str:
        return f"stopped: the files of this run may have {self.download_bytes:,} bytes in all"

    def _download_bytes_left(self) -> float:
        return self.download_bytes - sum(each.bytes for each in self.downloads)

    async def _watch_downloads(self, page: Page) -> None:
        """Stops what grows beyond the limit while it comes; without Chromium's protocol it is judged when it is there."""
        with contextlib.suppress(PlaywrightError):
            session: Any = await page.context.new_cdp_session(page)
            self._sessions.append(session)
            urls: dict[str, str] = {}

            def begins(event: dict[str, Any]) -> None:
                urls[event["guid"]] = event["url"]

            session.on("Page.downloadWillBegin", begins)
            session.on("Page.downloadProgress", partial(self._on_progress, urls))
            await session.send("Page.enable")

    def _on_progress(self, urls: dict[str, str], event: dict[str, Any]) -> None:
        if event["state"] != "inProgress":
            return
        if max(event["receivedBytes"], event["totalBytes"]) > self._download_bytes_left():
            for download in [each for each in self._under_way if each.url == urls.get(event["guid"])]:
                self._spawn(download.cancel())

    def _spawn(self, coroutine: Any) -> asyncio.Task[None]:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _detached(session: CDPSession) -> None:
    async with asyncio.timeout(1):
        await session.detach()


async def _accept(dialog: PlaywrightDialog) -> None:
    await _answer(dialog, accept=True)


async def _answer(dialog: PlaywrightDialog, *, accept: bool, text: str = "") -> bool:
    try:
        async with asyncio.timeout(5):
            await (dialog.accept(text) if accept else dialog.dismiss())
    except (PlaywrightError, TimeoutError):
        return False  # the page went away, or someone else's handler was faster
    return True


async def _cancel(download: PlaywrightDownload) -> None:
    with contextlib.suppress(PlaywrightError):
        await download.cancel()


async def _close(page: Page) -> None:
    try:
        async with asyncio.timeout(5):
            await page.close()
    except (PlaywrightError, TimeoutError):
        return


def _key(request: Request, *, changes: bool) -> RequestKey:
    if changes:
        return request.method, request.url, request.post_data_buffer or b""
    return request.method, request.url.partition("?")[0], b""


def _of_main_frame(request: Request) -> bool:
    try:
        return request.frame.parent_frame is None
    except PlaywrightError:
        return True  # the first request of a page that is not there yet


def _belongs_to(request: Request, page: Page) -> bool:
    try:
        return request.frame.page is page
    except PlaywrightError:
        return False  # the request of a page that is not there yet, or of a service worker


def _only_fragment_differs(old: str, new: str) -> bool:
    return old != new and urldefrag(old).url == urldefrag(new).url


def _plain(name: str) -> str:
    """A file name without separators and characters that file systems read differently."""
    return re.sub(r"[^\w.() -]", "_", name.replace("\\", "/").rsplit("/", 1)[-1])


def _file_name(suggested: str, taken: set[str]) -> str:
    """A safe, new name for a file that a page named: no separators, no leading dots, at most 100 characters."""
    plain = _plain(suggested).lstrip(". ")[-100:] or "download"
    name, number = plain, 1
    while name in taken:
        number += 1
        stem, dot, suffix = plain.rpartition(".")
        name = f"{stem} ({number}).{suffix}" if dot else f"{plain} ({number})"
    return name
