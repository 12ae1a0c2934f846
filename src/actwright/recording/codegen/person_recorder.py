"""Listens to what a person does on the pages of a browser, with a look at the page from before each action."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Dialog, Error, Frame, Page

from actwright.engine.page.browser.sessions import call
from actwright.engine.page.reading.assemble import frame_prefix
from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.frames import Frames
from actwright.engine.page.reading.isolated_world import UTILITY_WORLD
from actwright.errors import BrowserError
from actwright.schemas.page import Element, Observation

LOOK_SECONDS = 5.0
REST_SECONDS = 0.05
"""The pause between two looks at a page that keeps changing."""
MOST_LOOKS = 100
TYPED = frozenset({"typed", "auto_bookmark", "generated", "keyword", "keyword_generated"})
"""Chromium's names for navigations that a person started outside of the page, such as in the address bar."""
CAUSED_SECONDS = 3.0
"""How long after a click or a key a navigation may still be caused by it."""


@dataclass(frozen=True, slots=True)
class PersonAction:
    """One thing that a person did.

    Attributes:
        kind: `click`, `fill`, `press`, `navigate`, `dialog`, `switch_tab`, … as `inject/input/person_listener.js` and this module
            report it.
        tab: The number of the tab, from 1.
        look: The look at the page from before.
        element: The element that it was done to; None if there was none.
        details: Everything else that was reported, such as the `value` or the `key`.
    """

    kind: str
    tab: int
    look: Observation
    element: Element | None = None
    details: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(slots=True)
class _Tab:
    number: int
    page: Page
    eyes: PageReader
    look: Observation = field(default_factory=lambda: Observation(url="about:blank"))
    seen: dict[str, Observation] = field(default_factory=dict[str, Observation])
    """The last look that showed each element."""
    stale: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    session: CDPSession | None = None
    worlds: set[str] = field(default_factory=set[str])
    address: int = -1
    known: dict[int, int] = field(default_factory=dict[int, int])
    """The positions of the entries in the tab's history, by the IDs of the entries."""
    caused: float = 0.0
    asked: str = ""
    over: str = ""
    """The ID of the element that the pointer entered last; empty after each action."""
    under: dict[str, PersonAction] = field(default_factory=dict[str, PersonAction])
    """The hover that may have made an element appear since then, by the ID of that element."""


class Listener:
    """Listens to all tabs of a browser context.

    Attributes:
        front: The newest look at the tab in which the person acted last.
        shown: The looks since the last action, oldest first: a message may be gone at the end.
        closed: Set once all tabs are closed.
    """

    def __init__(self, context: BrowserContext, hear: Callable[[PersonAction], None]) -> None:
        self._context, self._hear = context, hear
        self._tabs: dict[Page, _Tab] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._binding = f"told{secrets.token_hex(6)}"
        self._front: _Tab | None = None
        self.shown: list[Observation] = []
        self.closed = asyncio.Event()

    @property
    def front(self) -> Observation:
        """The newest look at the tab in which the person acted last."""
        return self._front.look if self._front else Observation(url="about:blank")

    def listen(self) -> None:
        """Begins to listen, to the tabs that are open and to those that will be."""
        self._context.on("page", self._opened)
        for page in self._context.pages:
            self._opened(page)

    async def settled(self) -> None:
        """Returns once there is a current look at every tab; from then on, everything that is done is recorded."""
        for tab in list(self._tabs.values()):
            await tab.settled.wait()

    async def close(self) -> None:
        """Stops listening; the pages stay open."""
        self._context.remove_listener("page", self._opened)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _opened(self, page: Page) -> None:
        if page in self._tabs:
            return
        tab = self._tabs[page] = _Tab(len(self._tabs) + 1, page, PageReader())
        self._front = self._front or tab
        tab.stale.set()
        page.on("close", lambda _: self._ended(tab))
        page.on("framenavigated", lambda frame: self._navigated(tab, main=frame is page.main_frame))
        page.on("frameattached", lambda _: tab.stale.set())
        page.on("dialog", lambda dialog: self._dialog_opened(tab, dialog))
        self._spawn(self._watch(tab))

    def _ended(self, tab: _Tab) -> None:
        tab.settled.set()
        still = [each for each in self._tabs.values() if not each.page.is_closed()]
        if still:
            self._hear(PersonAction("close_tab", tab.number, tab.look))
        else:
            self.closed.set()

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Error | BrowserError):
            raise error

    async def _watch(self, tab: _Tab) -> None:
        """Looks at a tab whenever it has changed, so that there is a look from before the next action."""
        tab.session = await self._context.new_cdp_session(tab.page)
        events: Any = tab.session
        created: Callable[[dict[str, Any]], None] = lambda event: self._created(tab, event["context"]["name"])  # noqa: E731
        events.on("Runtime.executionContextCreated", created)
        events.on("Runtime.bindingCalled", partial(self._on_report, tab))
        events.on("Page.javascriptDialogClosed", partial(self._dialog_closed, tab))
        await call(tab.session, "Page.enable")
        await call(tab.session, "Runtime.enable")
        while not tab.page.is_closed():
            await tab.stale.wait()
            tab.stale.clear()
            tab.settled.clear()
            await self._look(tab)
            if not tab.stale.is_set():
                tab.settled.set()
            await asyncio.sleep(REST_SECONDS)

    async def _look(self, tab: _Tab) -> None:
        with contextlib.suppress(Error, BrowserError):
            snapshot = await tab.eyes.capture(tab.page, timeout=LOOK_SECONDS, remember=False, whole=True, unfolded=True)
            for frame in tab.page.frames:
                with contextlib.suppress(Error):
                    await self._hear_person(tab.eyes.frames, frame)
            before = tab.look
            appeared = [element.id for element in snapshot.elements if element.id not in before.by_id]
            if hovered := before.by_id.get(tab.over):
                tab.under.update(dict.fromkeys(appeared, PersonAction("hover", tab.number, before, hovered)))
            tab.look = Observation(
                url=snapshot.url,
                title=snapshot.title,
                tree=snapshot.tree,
                text=snapshot.text,
                elements=snapshot.elements,
                width=snapshot.width,
                height=snapshot.height,
            )
            self.shown = [*self.shown, tab.look][-MOST_LOOKS:]
            tab.seen.update((element.id, tab.look) for element in snapshot.elements)
            await self._check_history(tab, before)

    async def _hear_person(self, frames: Frames, frame: Frame) -> None:
        """Makes the document of a frame report, from now on, what a person does in it."""
        prefix = frame_prefix(0 if frame.parent_frame is None else frames.number(frame))
        await frames.ask(frame, "person", seconds=LOOK_SECONDS, binding=self._binding, prefix=prefix)

    def _created(self, tab: _Tab, name: str) -> None:
        """Adds the binding to each of our isolated worlds in a tab."""
        if name.startswith(UTILITY_WORLD) and name not in tab.worlds and tab.session:
            tab.worlds.add(name)
            self._spawn(self._bind(tab, name))

    async def _bind(self, tab: _Tab, name: str) -> None:
        if tab.session:
            await call(tab.session, "Runtime.addBinding", name=self._binding, executionContextName=name)

    def _on_report(self, tab: _Tab, event: dict[str, Any]) -> None:
        if event["name"] != self._binding:
            return
        details: dict[str, Any] = json.loads(event["payload"])
        kind, id = str(details.pop("kind")), str(details.pop("id", ""))
        if kind == "over":
            loads = not (tab.over or tab.settled.is_set())
            tab.over = "" if loads else id  # what appears while a page loads does not appear because of the pointer
            tab.stale.set()  # a style sheet may show more now, and no other event reports that
            return
        tab.stale.set()
        if kind == "changed":
            return
        tab.settled.clear()
        tab.caused = asyncio.get_running_loop().time()
        look = tab.seen.get(id, tab.look)
        for hover in _hovers(tab.under, id):
            self._report(tab, hover)
        tab.over, tab.under = "", {}
        self._report(tab, PersonAction(kind, tab.number, look, look.by_id.get(id), details))

    def _report(self, tab: _Tab, deed: PersonAction) -> None:
        self.shown = []
        if self._front is not tab:
            opened = self._front is not None and tab.number > self._front.number and not self._front.page.is_closed()
            self._front = tab
            self._hear(PersonAction("opened" if opened else "switch_tab", tab.number, tab.look))
        self._hear(deed)

    def _dialog_opened(self, tab: _Tab, dialog: Dialog) -> None:
        """Leaves the answer to the person; without a listener, Playwright would answer the dialog at once."""
        tab.caused = asyncio.get_running_loop().time()
        tab.settled.set()
        tab.asked = dialog.type

    def _dialog_closed(self, tab: _Tab, event: dict[str, Any]) -> None:
        tab.stale.set()
        if tab.asked in {"confirm", "prompt"}:
            answer = {"accept": event["result"], "text": event.get("userInput", "") if tab.asked == "prompt" else ""}
            self._report(tab, PersonAction("dialog", tab.number, tab.look, details=answer))
        tab.asked = ""

    def _navigated(self, tab: _Tab, *, main: bool) -> None:
        tab.stale.set()
        if main:
            tab.settled.clear()

    async def _check_history(self, tab: _Tab, look: Observation) -> None:
        """Reports navigations that a person started outside of the page: a typed address, back, forward."""
        if tab.session is None:
            return
        history = await call(tab.session, "Page.getNavigationHistory")
        at: int = history["currentIndex"]
        entries: list[dict[str, Any]] = history["entries"]
        before, tab.address = tab.address, entries[at]["id"]
        known, tab.known = tab.known, {entry["id"]: place for place, entry in enumerate(entries)}
        if before in {-1, tab.address}:
            return
        if tab.address not in known:
            if entries[at]["transitionType"] in TYPED:
                self._report(tab, PersonAction("navigate", tab.number, look, details={"url": entries[at]["url"]}))
        elif asyncio.get_running_loop().time() - tab.caused > CAUSED_SECONDS:
            way = "go_back" if at < known.get(before, at) else "go_forward"
            self._report(tab, PersonAction(way, tab.number, look))


def _hovers(under: dict[str, PersonAction], id: str) -> list[PersonAction]:
    """The hovers that an element needs to appear, in order: over a menu, then over a submenu in it."""
    hovers: list[PersonAction] = []
    while (hover := under.pop(id, None)) and hover.element:
        hovers.insert(0, hover)
        id = hover.element.id
    return hovers
