"""The tabs, navigations and dialogs of a run's pages, as Playwright reports them, with their traffic and downloads."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urldefrag

from playwright.async_api import BrowserContext, Frame, Page
from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import Download as PlaywrightDownload
from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.activity.downloads import Downloads
from actwright.engine.page.activity.traffic import Traffic
from actwright.engine.page.activity.worker_traffic import WorkerTraffic
from actwright.engine.page.browser.driver import bounded
from actwright.engine.page.browser.sessions import call, session_with
from actwright.engine.page.reading.page_text import quote
from actwright.tools.liveness import lives

T = TypeVar("T")

MAX_TABS = 20
MAX_NOTES = 8
LIFELINE_SECONDS = 60.0
"""How long one call waits in the driver to find out whether it died; then the next one does."""
ANSWER_SECONDS = 5.0
"""How long a dialog may take to be answered, and a tab that is one too many to close."""


@dataclass(slots=True)
class RunTab:
    """A tab of the run.

    Attributes:
        id: The name that the model knows it by, `tab-1`.
        page: Its page.
        url: Where its main frame was last.
        opener: The tab that opened it, if any.
        status: The HTTP status of its document; None if it has none, or if it arrived before the run listened.
    """

    id: str
    page: Page
    url: str
    opener: RunTab | None = None
    status: int | None = None


class Activity:
    """Listens to the pages of one run from `attach` until `detach`.

    Args:
        downloads_dir: Returns the folder for downloads, which is made on first use.
        mask: Hides the secrets in a text. It is applied before the text is shortened, so that no part of a secret is left.
        answer_seconds: How long to wait for a request that an action set off.
        keeps_downloads: Whether downloads are kept.
        download_bytes: The maximum size of all files of the run together; a download that goes beyond it is stopped.
        attended: Whether a person controls the page, who then answers every dialog.

    Attributes:
        traffic: The requests of the pages, and the answers to them.
        workers: The shared workers and service workers of the first page's context.
        downloads: The downloads of the pages.
        tabs, active: The open tabs, and the one in front.
        dialog: The dialog that waits for an answer.
        notes: What happened since they were last taken, in plain sentences.
        navigations, opened: Where main frames went, and the IDs of tabs that opened, since the last `mark`.
        replaced: The frames inside pages whose documents were replaced since then.
        crashed: True once the active page's renderer died.
        lost: True once the browser or its driver was found gone.
    """

    def __init__(
        self,
        downloads_dir: Callable[[], Path],
        mask: Callable[[str], str] = str,
        answer_seconds: float = 30.0,
        *,
        keeps_downloads: bool = True,
        download_bytes: float = math.inf,
        attended: Callable[[], bool] = lambda: False,
    ) -> None:
        self.tabs: list[RunTab] = []
        self.active: RunTab | None = None
        self.dialog: PlaywrightDialog | None = None
        self.notes: list[str] = []
        self.navigations: list[str] = []
        self.opened: list[str] = []
        self.replaced: set[Frame] = set()
        self.crashed = self.lost = False
        self._mask = mask
        self._attended = attended
        self._handlers: dict[Page, dict[str, Any]] = {}
        self._contexts: list[BrowserContext] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._changed = asyncio.Event()
        self._lifeline: asyncio.Task[None] | None = None
        self._numbered = 0
        self.traffic = Traffic(self._changed.set, self._spawn, mask, answer_seconds)
        self.workers = WorkerTraffic(self.traffic)
        self._of_contexts: dict[str, Any] = {
            "request": self.traffic.on_request_without_page,
            "response": self.traffic.on_response_without_page,
            "requestfinished": self.traffic.on_end_without_page,
            "requestfailed": self.traffic.on_end_without_page,
        }
        self._listening: list[Callable[[], object]] = []
        self.downloads = Downloads(
            downloads_dir,
            note=self._note,
            changed=self._changed.set,
            spawn=self._spawn,
            mask=mask,
            keeps=keeps_downloads,
            most_bytes=download_bytes,
        )

    def attach(self, page: Page, opener: RunTab | None = None) -> RunTab:
        """Starts listening to a page and lists it as a tab, in front."""
        self._numbered += 1
        tab = RunTab(f"tab-{self._numbered}", page, page.url, opener)
        handlers: dict[str, Any] = {
            "request": self.traffic.on_request,
            "response": partial(self.traffic.on_response, page),
            "requestfinished": self.traffic.on_finished,
            "requestfailed": self.traffic.on_failed,
            "websocket": self.traffic.on_socket,
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
        self._spawn(self._listen(page))
        if page.context not in self._contexts:
            for event, handler in self._of_contexts.items():
                page.context.on(event, handler)  # pyright: ignore[reportArgumentType, reportCallIssue]
            self._contexts.append(page.context)
        self.tabs.append(tab)
        self.active = tab
        return tab

    async def _listen(self, page: Page) -> None:
        """Listens to the events of a page that only Chromium's own protocol reports."""
        with contextlib.suppress(PlaywrightError):
            session: Any = await session_with(page)
            heard = {
                "Page.windowOpen": self.traffic.on_window,
                "Page.frameRequestedNavigation": self.traffic.on_leaving,
                **self.downloads.listeners(),
            }
            for event, hears in heard.items():
                session.on(event, hears)
                self._listening.append(partial(session.remove_listener, event, hears))
            await call(session, "Page.enable")
            await self.workers.listen(page)

    async def detach(self) -> None:
        """Stops listening everywhere, dismisses an open dialog, and gives up unfinished downloads."""
        for page, handlers in self._handlers.items():
            for event, handler in handlers.items():
                page.remove_listener(event, handler)
        self._handlers.clear()
        for context in self._contexts:
            for event, handler in self._of_contexts.items():
                context.remove_listener(event, handler)
        self._contexts.clear()
        for ends in self._listening:
            ends()
        self._listening.clear()
        await self.workers.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.dialog is not None:
            await _answer(self.dialog, accept=False)
            self.dialog = None

    def mark(self) -> None:
        """Begins a new window: forgets what happened before, and counts what the pages do by themselves as chatter."""
        self.navigations, self.opened, self.replaced = [], [], set()
        self.traffic.mark()

    def take_notes(self) -> list[str]:
        """The notes since the last call; repeated ones once, with their count."""
        counts: dict[str, int] = {}
        for note in self.notes:
            counts[note] = counts.get(note, 0) + 1
        self.notes = []
        lines = [note if count == 1 else f"{note} ({count} times)" for note, count in counts.items()]
        return lines[:MAX_NOTES] + ([f"and {len(lines) - MAX_NOTES} more events"] if len(lines) > MAX_NOTES else [])

    @property
    def halted(self) -> bool:
        """Whether the page in front can do nothing now: a dialog holds it, or it, the browser or its driver is gone."""
        return self.dialog is not None or self.active is None or self.crashed or self.lost

    def under_way(self) -> bool:
        """Whether something may still come that changes the page: an answer to a request or a poll, or a download."""
        return self.downloads.under_way or self.traffic.under_way()

    @property
    def footprint(self) -> tuple[object, ...]:
        """A value that changes as soon as something begins that an action may have set off."""
        traffic = self.traffic
        return (
            traffic.started,
            len(self.opened),
            len(traffic.sent),
            traffic.asked,
            self.dialog,
            self.active,
            self.crashed,
        )

    async def change(self, *, within: float) -> None:
        """Returns at the next event, or after `within` seconds."""
        self._changed.clear()
        try:
            async with asyncio.timeout(within):
                await self._changed.wait()
        except TimeoutError:
            return

    async def answer(self, *, within: float) -> None:
        """Returns at the next event, when the browser or its driver is gone (`lost`), or after `within` seconds."""
        if self.active is not None and (self._lifeline is None or self._lifeline.done()):
            self._lifeline = self._spawn(self._open_lifeline(self.active.page))
        await self.change(within=within)

    async def _open_lifeline(self, page: Page) -> None:
        """Keeps a call waiting in the driver: its failure is the only sign that Playwright gives of a dead driver."""
        try:
            await page.wait_for_timeout(LIFELINE_SECONDS * 1000)
        except PlaywrightError:  # also if only the tab closed
            self.lost = not await lives(page.context)
        self._changed.set()

    async def until_dialog(self) -> None:
        """Returns once a dialog waits for an answer."""
        while self.dialog is None:
            self._changed.clear()
            await self._changed.wait()

    async def answer_dialog(self, *, accept: bool, text: str = "") -> bool:
        """Answers the open dialog. False if it was already gone."""
        dialog, self.dialog = self.dialog, None
        return dialog is not None and await _answer(dialog, accept=accept, text=text)

    def front(self, tab: RunTab) -> None:
        """Makes a tab the active one."""
        self.active = tab
        self.crashed = False

    def _on_navigated(self, tab: RunTab, frame: Frame) -> None:
        self.traffic.started += 1
        if frame.parent_frame is None:
            if not _only_fragment_differs(tab.url, frame.url):
                self.navigations.append(frame.url)
            tab.url, tab.status = frame.url, self.traffic.went(tab.page, frame.url, tab.status)
        else:
            self.replaced.add(frame)
        self.traffic.stir()

    def _on_download(self, download: PlaywrightDownload) -> None:
        self.traffic.started += 1
        self.downloads.on_download(download)

    def _on_dialog(self, dialog: PlaywrightDialog) -> None:
        if dialog.type in ("confirm", "prompt") or self._attended():
            self.dialog = dialog
        else:
            shown = f"showed an alert {quote(self._mask(dialog.message), 200)}"
            asked = shown if dialog.type == "alert" else "asked whether to leave it"
            self.notes.append(f"the page {asked}, which was accepted")
            self._spawn(_accept(dialog))
        self._changed.set()

    def _on_popup(self, opener: RunTab, page: Page) -> None:
        status = self.traffic.opened(page)
        if len(self.tabs) >= MAX_TABS:
            self.notes.append(f"the page opened more than {MAX_TABS} tabs; further ones are closed")
            self._spawn(bounded(page.close(), ANSWER_SECONDS))
            return
        tab = self.attach(page, opener)
        tab.status = status
        self.opened.append(tab.id)
        self.notes.append(f"a new tab {tab.id} opened and is in front")
        self._changed.set()

    def _on_close(self, tab: RunTab, _page: Page) -> None:
        self._handlers.pop(tab.page, None)
        if tab not in self.tabs:
            return
        self.tabs.remove(tab)
        if self.active is tab:
            self.active = self._behind(tab)
            if self.active is not None:
                self.notes.append(f"{tab.id} closed; {self.active.id} is in front")
        self._changed.set()

    def _behind(self, tab: RunTab) -> RunTab | None:
        """The tab that shows once this one is closed: the nearest open one in its chain of openers, else the newest."""
        opener = tab.opener
        while opener is not None and opener not in self.tabs:
            opener = opener.opener
        return opener or (self.tabs[-1] if self.tabs else None)

    def _on_crash(self, tab: RunTab, _page: Page) -> None:
        if self.active is tab:
            self.crashed = True
        self._changed.set()

    def _note(self, said: str) -> None:
        self.notes.append(said)

    def _spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _accept(dialog: PlaywrightDialog) -> None:
    await _answer(dialog, accept=True)


async def _answer(dialog: PlaywrightDialog, *, accept: bool, text: str = "") -> bool:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await (dialog.accept(text) if accept else dialog.dismiss())
    except (PlaywrightError, TimeoutError):
        return False  # the page went away, or someone else's handler was faster
    return True


def _only_fragment_differs(old: str, new: str) -> bool:
    return old != new and urldefrag(old).url == urldefrag(new).url
