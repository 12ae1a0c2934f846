"""The page of a run as the loop and the tools use it: looking, finding targets, watching what an action starts."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import AsyncGenerator, Callable, Container, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, Frame, Locator, Page, Request
from playwright.async_api import Error as PlaywrightError

from actwright.engine.clearance import Clearance, Clearances
from actwright.engine.page.acting.activity import BAD_REQUEST, MAX_TABS, Activity, Sent, Tab
from actwright.engine.page.acting.hold import Hold, Holding, sender_of
from actwright.engine.page.acting.places import ActionPlaces, form_place, live_place, place_of
from actwright.engine.page.acting.settle import CHANGING, rests, settle
from actwright.engine.page.observer import Observer
from actwright.engine.page.options import PageOptions
from actwright.engine.page.reading.check import Check, Rest
from actwright.engine.page.reading.taints import Taint
from actwright.engine.page.reading.tree import quote
from actwright.engine.values import Values
from actwright.engine.window import Window
from actwright.errors import BrowserError, ConfigError, NotPermitted, ToolError
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.page import Box, Download, Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Effect, Outcome, Receipt, SentRequest
from actwright.schemas.task import Task, paths_in
from actwright.schemas.tree_line import tree_line
from actwright.text import first_line, one_line, shortened
from actwright.tools.base import Tool
from actwright.tools.navigation import why_unopened
from actwright.tools.strokes import with_stroke
from actwright.tools.surface import PER_KEY, Held, Part, Question, Sameness, Target
from actwright.web.guard import Guard

__all__ = ["BrowserSurface"]

ERROR_PAGE = "chrome-error:"
ACTION_SECONDS = 5.0
LEAST_SECONDS = 0.3
OPEN_SECONDS = 30.0
LATE_SECONDS = 2.0
"""How much later than its time limit the driver may tell that it has passed."""
READ_SECONDS = 5.0
CHECK_SECONDS = 2.0
RETRY_SECONDS = 0.1
SETTLE_SECONDS = 3.0
FIRST_SETTLE_SECONDS = 8.0
LEAVING_SECONDS = 0.006
"""What a page sends because a field was left is told of this late; the input of the next edit takes longer to come."""
REST_SECONDS = 0.3
"""How long a page may take to draw after an edit; one that takes longer is waited for as after any other action."""
READY_SECONDS = 1.5
"""How long a target may stay disabled or covered before the action is refused."""
HELD_LENGTH = 100
MESSAGE = "a message"


SET_BY_VALUE = frozenset({"color", "date", "datetime-local", "month", "range", "time", "week"})
"""Inputs whose value Playwright sets without the keyboard."""

MOST_NAMING = 4
"""Words of text inside an element that name it; more are its content, some of which may change."""


class BrowserSurface:
    """One run's view of a Playwright page and of the tabs that open from it.

    Args:
        page: The page to start on; async, or an async view of a sync one.
        tabs: Further pages of its context, as tabs behind it.
        own: The page was opened for this run, so that it may be closed; pages that a caller opened stay open.
        task: For the files that the task names.
        values: Data and secrets.
        downloads_dir: Gives the folder for downloads, made on first use.
        journal: Receives an action, the URL of its page and what the caller answered before it is dispatched, and must have
            stored them when it returns.
        clearances: Decides what actions may do. None permits everything.
        download_bytes: Of all files of the run together; what goes beyond is stopped.
        options: How much of a page is shown.
        seconds_left: Until the deadline of the run; no wait here goes far beyond it.
        guard: Decides which hosts the run may reach; None if it lists no hosts.
    """

    def __init__(
        self,
        page: Page,
        *,
        tabs: Sequence[Page] = (),
        own: bool = False,
        task: Task,
        values: Values,
        downloads_dir: Callable[[], Path],
        journal: Callable[[Action, str, Confirmed], object] | None = None,
        clearances: Clearances | None = None,
        download_bytes: float = math.inf,
        options: PageOptions | None = None,
        seconds_left: Callable[[], float] = lambda: math.inf,
        guard: Guard | None = None,
    ) -> None:
        self._guard = guard
        self._seconds_left = seconds_left
        self._task = task
        self._values = values
        self._journal = journal
        self._clearances = clearances
        self._clearance: Clearance | None = None
        self._hold, self._held_for = Hold(self._held_late), ""
        self._before = 0
        options = options or PageOptions()
        self._answer_seconds = options.answer_seconds
        keeps = clearances is None or clearances.permits.permissions.downloads
        self._activity = Activity(
            downloads_dir, values.mask, options.answer_seconds, keeps_downloads=keeps, download_bytes=download_bytes
        )
        first = self._activity.attach(page)
        for tab in tabs:
            self._activity.attach(tab)
        self._activity.active = first
        self._callers = frozenset(() if own else (page, *tabs))
        self._observer = Observer(self._activity, values, options=options, within=self._within)
        self._places = ActionPlaces(
            self._activity, self._observer, values.mask, gives_at=clearances.permits.gives_at if clearances else None
        )
        self._restless = False
        self._owed: Window | None = None
        self._edited = 0.0
        self._left: tuple[Window, float] | None = None
        self._charged = 0
        self._footprint: tuple[object, ...] = ()
        self._revealed: dict[str, Taint] = {}

    # Opening and closing

    async def open(self, url: str) -> None:
        """Goes to the start of the task and waits until it is worth looking at.

        Raises:
            ConfigError: Not a URL that a browser opens.
            BrowserError: It could not be opened.
        """
        if not url.startswith(("http://", "https://", "file://", "about:", "data:")):
            raise ConfigError(f"{url!r} is no address that can be opened; write it in full, as in https://{url}")
        seconds = self._within(OPEN_SECONDS)
        try:
            async with asyncio.timeout(seconds + LATE_SECONDS):
                await self.page.goto(url, wait_until="commit", timeout=seconds * 1000)
        except TimeoutError as error:
            raise BrowserError(f"{self.mask(url)} could not be opened: the browser's driver does not answer") from error
        except PlaywrightError as error:
            if "Download is starting" not in error.message:
                said = self.mask(first_line(error.message).removeprefix("Page.goto: ").partition(" at ")[0])
                reason = why_unopened(error.message) or f"could not be opened: {said}"
                raise BrowserError(f"{self.mask(url)} {reason}. Nothing was done") from error
        self._observer.pending = await settle(
            self._activity,
            self._observer.signs,
            ceiling=self._within(FIRST_SETTLE_SECONDS),
            longest=self._within(FIRST_SETTLE_SECONDS),
            since=time.monotonic(),
        )
        self._restless = CHANGING in self._observer.pending

    async def close(self) -> None:
        """Stops listening; the pages stay open. They belong to whoever opened them."""
        await asyncio.gather(self._hold.close(), self._activity.detach(), self._observer.close())

    def hosts(self) -> tuple[str, ...]:
        """The hosts that the pages of the run reached, with their ports, in alphabetical order."""
        return tuple(sorted(self._activity.hosts))

    # Looking

    async def observe(self, *, picture: bool = True) -> Observation:
        """The page as a policy sees it, with its picture if the options and the caller want one.

        Raises:
            BrowserError: There is no page any more.
        """
        if await self._observer.hears_typing():
            self._observer.pending = await self._settle(since=self._observer.typed_at, typing=True)
        page = await self._observer.observe(picture=picture)
        if self._clearances is not None:
            self._clearances.saw(page)
        return page

    async def look(self) -> Observation:
        """A fresh look without a picture. It does not change what the model is taken to have seen."""
        await self._taint_revealed()
        return await self._observer.look()

    async def survey(self) -> Observation:
        """As `look`, with the tree and the elements of all of the page: nothing is folded or left out for a budget."""
        await self._taint_revealed()
        return await self._observer.survey()

    async def rests(self, *, since: float) -> bool:
        """Whether the page has settled for good; see `Surface.rests`."""
        return await rests(self._activity, self._observer.signs, since=since, restless=self._restless)

    def order_picture(self, part: str | Box | None) -> None:
        """Makes the next picture one without marks; see `Surface.order_picture`."""
        self._observer.order_picture(part)

    # What tools use

    @property
    def timeout(self) -> float:
        """How long one action on an element may take, in ms."""
        return self._within(ACTION_SECONDS) * 1000

    def seconds_left(self) -> float:
        """Until the deadline of the run; 0 or less when it has passed."""
        return self._seconds_left()

    def _within(self, seconds: float) -> float:
        """`seconds`, or what is left of the run's time if that is less; never nothing, for a last look."""
        return max(min(seconds, self._seconds_left()), LEAST_SECONDS)

    @property
    def page(self) -> Page:
        """The Playwright page of the active tab. Raises ToolError while a dialog is open."""
        if self._activity.dialog is not None:
            message = quote(self.mask(self._activity.dialog.message))
            raise ToolError(f"the page waits for an answer to the dialog {message}; use answer_dialog")
        return self._observer.tab().page

    async def browser(self) -> Browser:
        """The browser of the run; see `Surface.browser`."""
        browser = self._observer.tab().page.context.browser
        if browser is None:  # a context without a browser: Electron's or Android's
            raise ToolError("the browser of this run gives no room for another page; use fetch_url")
        return browser

    @property
    def front(self) -> Page | None:
        """The Playwright page of the active tab, also while a dialog is open; None if no tab is left."""
        return self._activity.active.page if self._activity.active else None

    @property
    def downloads(self) -> Sequence[Download]:
        """Files downloaded so far in this run."""
        return tuple(self._activity.downloads)

    @property
    def guard(self) -> Guard | None:
        """Decides which hosts the run may reach; None if it lists no hosts."""
        return self._guard

    def known(self, element_id: str) -> Element:
        """The element as the model last saw it. Raises ToolError, naming what exists instead."""
        element = self._observer.last.by_id.get(element_id)
        if element is None:
            raise ToolError(f"there is no element {element_id!r} on the page; {self._instead(element_id)}")
        return element

    def resolving(self, element_id: str) -> tuple[Frame, Locator]:
        """The frame of an element, and what resolves to exactly that one; nothing is checked, for what only looks.

        Raises:
            ToolError: An ID this run has never seen.
        """
        locator, frame = self._observer.eyes.locator(element_id), self._observer.eyes.frame_of(element_id)
        if frame is None:
            raise ToolError(f"there is no element {element_id!r} on the page; {self._instead(element_id)}")
        return frame, locator

    async def target(
        self,
        element_id: str,
        *,
        enabled: bool = True,
        reachable: bool | Literal["by keys"] = True,
        same: Sameness = "exactly",
    ) -> Target:
        """The element to act on; see `Surface.target`."""
        page = self.page
        element = self.known(element_id)
        frame = self._observer.eyes.frame_of(element_id)
        if frame is None or frame.page is not page:
            raise ToolError(f"{element.title} is not on the tab in front; use switch_tab first")
        give_up, centred = time.monotonic() + READY_SECONDS, False
        leave = self._owed is not None and reachable == "by keys"
        while obstacle := _obstacle(
            check := await self._checked(element_id, leave=leave, same=same), enabled, reachable
        ):
            if not check.found:
                there = {each.id for each in (await self.look()).elements}
                raise ToolError(f"{element.title} is no longer on the page; {self._instead(element_id, there)}")
            if check.covered_by and not (centred or check.modal):
                centred = True
                seconds = self._within(CHECK_SECONDS)
                await self._observer.eyes.answer(element_id, "centre", timeout=seconds)  # out from under a sticky bar
                continue
            if time.monotonic() >= give_up:
                raise ToolError(f"{element.title} {self.mask(obstacle)}")
            await self._activity.change(within=RETRY_SECONDS)
        name = self.mask(check.name)
        if check.role != element.role or (name != element.name and not _is_state(element.name, name, check, same)):
            was, now = _described(element.role, element.name), _described(check.role, name)
            raise ToolError(f"{element_id} changed since you saw it: it was {was}, now it is {now}; look again")
        if check.moved and same != "node":
            raise ToolError(f"{element.title} {check.moved}; look again")
        self._check_clearance(element, frame, check)
        locator = self._observer.eyes.locator(element_id)
        point = check.point and await with_stroke(locator, check.point, check.size, timeout=self.timeout)
        return Target(
            element=element,
            locator=locator,
            frame=frame,
            origin=check.origin,
            point=point,
            for_secrets=check.for_secrets,
        )

    async def _checked(self, element_id: str, *, leave: bool, same: Sameness) -> Check:
        """Arms the guard of an element; what leaving the field before sets off is first waited for, and charged to that."""
        eyes = self._observer.eyes
        if leave and self._owed is not None:
            check = await eyes.guard.check(element_id, arm=True, same=same, leave=True, timeout=CHECK_SECONDS)
            if not check.stirred and self._activity.footprint == self._footprint:
                self._left = self._owed, time.monotonic() + LEAVING_SECONDS
                return check
            await eyes.guard.disarm(self.page)
            await self.catch_up()
            await self._begin()
        return await eyes.guard.check(element_id, arm=True, same=same, timeout=CHECK_SECONDS)

    def _instead(self, element_id: str, there: Container[str] | None = None) -> str:
        """What the tree that was shown has instead; of that, if given, only what is still there."""
        shown = {line.head for line in map(tree_line, self._observer.last.tree.splitlines()) if line}
        names = {
            element.id: element.title
            for element in self._observer.last.elements
            if element.id != element_id and element.id in shown and (there is None or element.id in there)
        }
        if not names:
            return "no other element of the page can be acted on"
        from rapidfuzz import fuzz, process  # noqa: PLC0415 - only a refusal needs it

        close = process.extract(element_id, list(names), scorer=fuzz.ratio, limit=5)
        return "closest are " + ", ".join(names[match[0]] for match in close)

    def expand(self, text: str) -> str:
        """`text` with its data references resolved. Raises ToolError for unknown and secret ones."""
        return self._values.expand(text)

    def check_value(self, text: str) -> None:
        """Raises ToolError if a value parameter refers to something unknown."""
        self._values.check(text)

    def mask(self, text: str) -> str:
        """`text` with private values and secrets replaced by their names."""
        return self._values.mask(text)

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a value parameter; see `Surface.reveal`."""
        element = target.element
        called = (element.name, element.label, element.placeholder, element.attribute_name)
        text = self._values.reveal(value, target.origin, called=called, for_secrets=target.for_secrets)
        if withheld := self._values.withheld_in(value):
            self._revealed[element.id] = Taint(*withheld)
        return text

    async def write(self, target: Target, value: str, *, at_end: bool = False) -> bool:
        """Puts a value into a field from inside its document; see `Surface.write`."""
        text, taint = self.reveal(value, target), self._revealed.pop(target.element.id, None)
        seconds = self._within(ACTION_SECONDS)
        if self._left is not None:  # what leaving the field before sends is told apart from what this one sends by time
            await asyncio.sleep(self._left[1] - time.monotonic())
        element = target.element
        written = await self._observer.eyes.guard.write(element.id, text, at_end=at_end, taint=taint, seconds=seconds)
        if not written and taint is not None and element.type not in SET_BY_VALUE:
            raise ToolError(f"{target.title} takes no text now: it is read-only, disabled or no text field")
        return written

    async def type(self, target: Target, value: str, *, at_end: bool = False) -> None:
        """Types a value into a field, key by key; see `Surface.type`."""
        text, taint = self.reveal(value, target), self._revealed.pop(target.element.id, None)
        if taint is None:
            if at_end:
                await target.locator.press("ControlOrMeta+End", timeout=self.timeout)
            return await target.locator.press_sequentially(text, timeout=self.timeout + PER_KEY * len(text))
        for place, character in enumerate(text):
            typed = await self._observer.eyes.guard.type(
                target.element.id,
                character,
                first=place == 0,
                at_end=at_end,
                taint=taint,
                seconds=self._within(ACTION_SECONDS),
            )
            if not typed:
                raise ToolError(f"{target.title} took {place} of {len(text)} characters", may_have_acted=place > 0)
        return None

    async def _taint_revealed(self) -> None:
        """Marks the fields of values that a tool asked for and wrote in its own way."""
        while self._revealed:
            with suppress(ToolError, PlaywrightError):
                await self._observer.eyes.guard.taint(*self._revealed.popitem(), timeout=self._within(CHECK_SECONDS))

    async def held(self, target: Target, *, drawn: bool = False) -> Held:
        """What a control holds right now; see `Surface.held`."""
        eyes, element_id, seconds = self._observer.eyes, target.element.id, self._within(CHECK_SECONDS)
        held = await eyes.held(element_id, drawn=drawn, timeout=seconds)
        if held is None:
            await self.look()  # re-rendered: a fresh look hands the ID on to the new node
            held = await eyes.held(element_id, timeout=seconds)
        if held is None:
            raise ToolError(f"{target.title} is no longer on the page", may_have_acted=True)
        return held

    async def ask(
        self, of: Target | Frame, question: Question, argument: object = None, *, drawn: int = 0
    ) -> dict[str, Any]:
        """What our code in a page says; see `Surface.ask`."""
        who = of.element.id if isinstance(of, Target) else of
        seconds = self._within(ACTION_SECONDS)
        return await self._observer.eyes.answer(who, question, argument, drawn=drawn, timeout=seconds)

    def part(self, target: Target, part: Part) -> Locator:
        """What resolves to something that belongs to an element; see `Surface.part`."""
        return self._observer.eyes.part(target.element.id, part)

    async def box_of(self, target: Target) -> Box:
        """Where an element is in the page's viewport; see `Surface.box_of`."""
        box = await self._observer.eyes.place(target.element.id, timeout=self._within(ACTION_SECONDS))
        if box is None:
            raise ToolError(f"{target.title} has no place on the screen")
        return box

    async def in_the_open(self, target: Target) -> bool:
        """Whether a click on the middle of a control reaches it; see `Surface.in_the_open`."""
        return await self._observer.eyes.in_the_open(target.element.id, timeout=self._within(CHECK_SECONDS))

    async def read_back(self, target: Target, value: str, held: Held | None = None) -> Receipt:
        """What the field holds now against what was meant; see `Surface.read_back`."""
        wanted = self.reveal(value, target)
        self._revealed.pop(target.element.id, None)
        held = held or await self.held(target)
        is_select = target.element.tag == "select"
        got = ", ".join(option.label for option in held.options if option.selected) if is_select else held.value
        match = _same(wanted, got, target.element)
        withheld = self._values.withholds(value)
        return Receipt(
            field=target.title,
            wanted=value if withheld else self.mask(wanted),
            got=self.mask(got) if not withheld else value if match else self._in_another_form(got, wanted, value),
            match=match,
            reference=Values.reference(value),
        )

    def _in_another_form(self, got: str, wanted: str, value: str) -> str:
        """What a field made of a withheld value, as far as it may be told."""
        if not got or (wanted and wanted in got):
            return self.mask(got.replace(wanted, value) if wanted else got)
        return f"{value} in another form"

    async def full_text(self, target: Target) -> str:
        """All text or the whole value of an element; see `Surface.full_text`."""
        return await self._observer.eyes.read_text(target.element.id, timeout=self._within(READ_SECONDS))

    async def unfold(self, fold_id: str, *, start: int = 0) -> str:
        """What a fold stands for; see `Surface.unfold`."""
        if self._observer.eyes.frame_of(fold_id) is None or "fold-" not in fold_id:
            raise ToolError(f"there is no fold {fold_id!r} on the page")
        return await self._observer.eyes.unfold(fold_id, start=start, timeout=self._within(READ_SECONDS))

    def files(self, names: Sequence[str]) -> list[Path]:
        """The files that `names` stand for; see `Surface.files`."""
        given = {self._task.data[name] for name in self._task.files}
        paths: list[Path] = []
        for name in map(self._values.expand, names):
            if name not in given and name not in paths_in(self._task.intent):
                offered = ", ".join(f"{{{{{key}}}}}" for key in self._task.files)
                raise ToolError(f"{name!r} is not a file of this task; refer to one of: {offered or 'none'}")
            path = Path(name).expanduser()
            if name not in given and path.is_symlink():
                raise ToolError(f"{name!r} is a link to another file; the caller can give it as data")
            if not path.is_file():
                raise ToolError(f"the file {name!r} does not exist")
            paths.append(path.resolve())
        if self._clearances is not None and (refusal := self._clearances.permits.check_uploads(paths)):
            raise NotPermitted(refusal)
        return paths

    async def switch_tab(self, tab_id: str) -> str:
        """Brings a tab to the front and returns its title."""
        tab = self._find_tab(tab_id)
        self._activity.front(tab)
        try:
            async with asyncio.timeout(ACTION_SECONDS):
                await tab.page.bring_to_front()
        except TimeoutError as error:
            raise ToolError(f"{tab_id} does not respond") from error
        return await self._observer.title(tab)

    async def close_tab(self, tab_id: str) -> str:
        """Closes a tab of this run; the one it was opened from comes to the front. Returns that one's ID."""
        tab = self._find_tab(tab_id)
        if len(self._activity.tabs) == 1:
            raise ToolError(f"{tab_id} is the only tab; it stays open")
        if tab.page in self._callers:
            raise ToolError(f"{tab_id} was open before the task began; it stays open")
        try:
            async with asyncio.timeout(ACTION_SECONDS):
                await tab.page.close()
        except TimeoutError as error:
            raise ToolError(f"{tab_id} does not respond") from error
        return self._observer.tab().id

    async def new_tab(self) -> str:
        """Opens an empty tab in front and returns its ID."""
        context = self.page.context
        if len(self._activity.tabs) >= MAX_TABS:
            raise ToolError(f"{MAX_TABS} tabs are open; close one first")
        try:
            async with asyncio.timeout(ACTION_SECONDS):
                return self._activity.attach(await context.new_page()).id
        except TimeoutError as error:
            raise ToolError("the browser opens no tab in time") from error

    async def answer_dialog(self, *, accept: bool, text: str = "") -> str:
        """Answers the open dialog and returns its message."""
        dialog = self._activity.dialog
        if dialog is None:
            raise ToolError("no dialog is open")
        message = self._observer.said(dialog.message)
        if not await self._activity.answer_dialog(accept=accept, text=text):
            raise ToolError("the dialog was already closed")
        return message

    def _find_tab(self, tab_id: str) -> Tab:
        for tab in self._activity.tabs:
            if tab.id == tab_id:
                return tab
        raise ToolError(f"there is no tab {tab_id!r}; there are {', '.join(tab.id for tab in self._activity.tabs)}")

    # What an action may do

    async def clear(self, action: Action, tool: Tool, *, effects: int) -> Clearance:
        """What an action may do; see `ActingSurface.clear`."""
        self._clearance = None
        if self._clearances is None or self.front is None:
            return Clearance(action, tool)
        if self._activity.dialog is not None and not tool.works_during_dialog:
            return Clearance(action, tool)
        clearance = await self._clearances.of(action, tool, self._places, effects=effects)
        if clearance.refused and clearance.confirmed and self._journal is not None:
            self._journal(action, self._places.address, clearance.confirmed)
        self._clearance = clearance
        return clearance

    def came(self, tool: Tool, outcome: Outcome) -> None:
        """What became of a call; see `ActingSurface.came`."""
        if self._clearances is not None:
            self._clearances.read(tool, outcome)

    def _check_clearance(self, element: Element, frame: Frame, check: Check) -> None:
        """Raises NotPermitted if the action under way may not reach an element, as it is a moment before."""
        if self._clearances is None or self._clearance is None:
            return
        place, form = live_place(frame, check), form_place(check)
        if refusal := self._clearances.check_target(self._clearance, element, place=place, form=form):
            raise NotPermitted(refusal)

    @asynccontextmanager
    async def _held_back(self, window: Window) -> AsyncGenerator[None]:
        """What an action may not send is held back while it is under way, and later, until its tab shows a new document."""
        clearance = self._clearance
        if clearance is not None and clearance.confirmed == "yes":
            await self._hold.lift()
        if clearance is None or self._clearances is None or not clearance.held or self.front is None:
            yield
            return
        permits, count = self._clearances.permits, clearance.count
        self._held_for = clearance.held

        def holds(request: Request) -> bool:
            try:
                _ = request.frame
            except PlaywrightError:  # of a document that is only now opened, or of a service worker
                return True
            if clearance.held_by_place:
                return bool(permits.check_effect(sender_of(request), count))
            return self._activity.documents == self._before

        def told(text: str) -> None:
            said = shortened(self.mask(text), HELD_LENGTH)
            if text.startswith(MESSAGE):
                window.notes.append(f"{said} was held back: {clearance.held}")
            else:
                window.held.append(said)

        frames = [each for each in self.front.frames if permits.check_effect(place_of(each), count)]
        quiet = clearance.held_by_place and self._activity.dialog is None
        holding = Holding(
            holds=holds,
            held=lambda request: window.held.append(self._activity.withdraw(request)),
            told=told,
            later=frozenset(map(place_of, frames)),
            frames=tuple(frames) if quiet else (),
        )
        async with self._hold.during(self.front, holding):
            yield

    def _held_late(self, request: Request) -> None:
        self._activity.notes.append(f"{self._activity.withdraw(request)} was held back: {self._held_for}")

    def held_at(self, url: str, why: str) -> None:
        """Notes that a page was not let go to a URL."""
        self._activity.notes.append(f"the page was not let go to {shortened(self.mask(url), HELD_LENGTH)}: {why}")

    # Watching an action

    @asynccontextmanager
    async def watch(
        self, action: Action, effect: Effect, *, stirs: bool, reach: bool = False
    ) -> AsyncGenerator[Window, None]:
        """Journals the action, watches the page while it runs, and settles at the end if it may have stirred the page.

        After an edit that set nothing off but a change of its own field, settling is owed until `catch_up`.
        """
        window = Window()
        confirmed: Confirmed = self._clearance.confirmed if self._clearance else ""
        if (effect is Effect.EFFECT or confirmed) and self._journal is not None:
            self._journal(action, self.mask(self._observer.tab().page.url), confirmed)
        async with self._held_back(window), self._watched(window, effect, stirs=stirs, reach=reach):
            self._before = self._activity.documents
            yield window

    @asynccontextmanager
    async def _watched(self, window: Window, effect: Effect, *, stirs: bool, reach: bool) -> AsyncGenerator[None]:
        began = time.monotonic()
        before = self._activity.active
        if self._owed is None:
            await self._begin(signs=stirs)
        yield
        await self._taint_revealed()
        done = time.monotonic()
        self._observer.forget_signs()
        rest = Rest(stirred=True)
        if self._activity.dialog is not None or before is None or self._activity.active is not before:
            front = self._activity.active
            refusal = None if self._activity.dialog or not front else await self._observer.eyes.guard.disarm(front.page)
        elif stirs and effect is Effect.EDIT:
            refusal, rest = await self._observer.eyes.guard.rest(before.page, timeout=REST_SECONDS)
        else:
            refusal = await self._observer.eyes.guard.disarm(before.page, reach=reach and window.finished)
        if refusal:
            window.refused, window.dispatched = refusal.reason, refusal.acted
        elif not rest.stirred and not window.held and self._activity.footprint == self._footprint:
            self._owed, self._edited = window, done
            window.milliseconds = (time.monotonic() - began) * 1000
            return
        if stirs and (window.dispatched or self._activity.started):
            await self._wait(since=done, typing=rest.timed)
        modal = await self._observer.new_modal() if stirs else ""
        self._close_window(window, before, modal)
        window.milliseconds = (time.monotonic() - began) * 1000

    async def catch_up(self, *, briefly: bool = False) -> str:
        """Waits for what is owed for the edits before, and charges it to the last of them.

        Args:
            briefly: The page is not looked at, but acted on.

        Returns:
            Why the rest of the batch must not go on; empty if it may.
        """
        if self._owed is None:
            return ""
        window, before = self._owed, self._activity.active
        await self._wait(since=self._edited, calm=briefly)
        self._close_window(window, before, await self._observer.new_modal())
        window.late = bool(window.stop or window.sent or window.notes)
        return window.stop

    async def _begin(self, *, signs: bool = True) -> None:
        """What comes from now on is the doing of the action that follows."""
        self._activity.mark()
        if signs:
            await self._observer.begin()
        self._charged, self._footprint, self._left = 0, self._activity.footprint, None

    async def _wait(self, *, since: float, typing: bool = False, calm: bool = False) -> None:
        self._observer.pending = await self._settle(since=since, typing=typing, calm=calm)
        self._restless = CHANGING in self._observer.pending

    async def _settle(self, *, since: float, typing: bool = False, calm: bool = False) -> list[str]:
        return await settle(
            self._activity,
            self._observer.signs,
            ceiling=self._within(SETTLE_SECONDS),
            longest=self._within(max(self._answer_seconds, SETTLE_SECONDS)),
            since=since,
            restless=self._restless,
            typing=typing,
            calm=calm,
        )

    def _close_window(self, window: Window, before: Tab | None, modal: str) -> None:
        activity, self._owed = self._activity, None
        activity.rest()
        sent, self._charged = activity.sent[self._charged :], len(activity.sent)
        if self._left is not None:
            earlier, until = self._left
            self._charge(earlier, [each for each in sent if each.at < until])
            earlier.late = bool(earlier.sent or earlier.notes)
            sent = [each for each in sent if each.at >= until]
        self._left = None
        window.silent = not activity.left and not self._observer.pending
        if activity.active is not None and (activity.documents or activity.opened):
            window.http_status = activity.active.status
        if activity.dialog is not None:
            message = quote(self.mask(activity.dialog.message))
            window.stop, window.blocked = f"a {activity.dialog.type} dialog opened: {message}", True
        elif activity.active is None or activity.crashed:
            window.stop, window.blocked = "the page is gone", True
        elif activity.opened:
            window.stop = f"a new tab {activity.opened[-1]} opened"
        elif activity.active is not before:
            window.stop = f"{activity.active.id} is in front now"
        elif activity.navigations:
            lost = activity.navigations[-1].startswith(ERROR_PAGE)
            window.stop = (lost and activity.broken) or f"the page went to {activity.navigations[-1]}"
        elif modal:
            window.stop = f"{quote(modal)} opened in the page"
        if window.stop:
            window.notes.append(window.stop)
        self._charge(window, sent)

    def _charge(self, window: Window, sent: Sequence[Sent]) -> None:
        window.sent += [SentRequest(request=each.label, status=each.status or None) for each in sent if each.changes]
        window.unanswered += [each.label for each in sent if each.unanswered]
        window.notes += [f"{each.label} failed: {each.failed}" for each in sent if each.changes and each.failed]
        refused = [each for each in sent if each.status >= BAD_REQUEST and not self._activity.broken]
        window.notes += [f"the server answered {each.answer} to {each.label}" for each in refused]

    async def until_dialog(self) -> None:
        """Returns when a dialog opens that waits for an answer."""
        await self._activity.until_dialog()


def _obstacle(check: Check, enabled: bool, reachable: bool | Literal["by keys"]) -> str:  # noqa: FBT001 - as `target`
    if not check.found:
        return "is gone"
    if enabled and check.disabled:
        return "is disabled; something else must be done first"
    if reachable and check.covered_by and not (check.adorned and reachable == "by keys"):
        return f"is covered by {check.covered_by}; deal with that first"
    return ""


def _is_state(was: str, now: str, check: Check, same: Sameness) -> bool:
    """Whether another name is nothing but the state of the same element: text inside it, and not the few words that name it."""
    if same == "exactly" or not check.by_content:
        return False
    words = was.split()
    return same == "node" or not was or (len(words) > MOST_NAMING and any(word in now.split() for word in words))


def _described(role: str, name: str) -> str:
    return f'{role or "an element"} "{name}"'


def _same(wanted: str, got: str, element: Element) -> bool:
    if element.tag == "select":
        labels = {option.value: option.label for option in element.options}
        return one_line(labels.get(wanted, wanted)).casefold() == got.casefold()
    if element.tag not in ("input", "textarea"):  # the paragraphs of an editor have an empty line between them
        return _lines(wanted) == _lines(got)
    return _plain(wanted) == _plain(got) or _ungrouped(wanted) == _ungrouped(got) != ""


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _ungrouped(text: str) -> str:
    """The digits of a number that is grouped as phone numbers, cards, dates and amounts are; empty for other text."""
    text = text.strip()
    if re.fullmatch(r"\D?\d{1,3}(,\d{3})+(\.\d+)?\D?", text):
        text = text.replace(",", "")
    digits = re.sub(r"(?<=.)-|[\s()/_$€£]", "", text)
    return digits if re.fullmatch(r"[+-]?\d+(\.\d+)?", digits) else ""
