"""The page of a run as the loop and the tools use it: looking, finding targets, watching what an action starts."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from actwright.engine.page.activity import MAX_TABS, Activity, Tab
from actwright.engine.page.capture import Check
from actwright.engine.page.options import PageOptions
from actwright.engine.page.settle import CHANGING, settle
from actwright.engine.page.sight import Sight
from actwright.engine.page.tree import quote
from actwright.engine.values import Values
from actwright.engine.window import Window
from actwright.errors import BrowserError, ConfigError, ToolError
from actwright.schemas.page import Download, Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Effect, Receipt
from actwright.schemas.task import Task
from actwright.text import first_line, one_line
from actwright.tools.base import Target
from actwright.tools.navigation import why_unopened

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
CENTRE = "(element) => element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })"
READY_SECONDS = 1.5
"""How long a target may stay disabled or covered before the action is refused."""


class BrowserSurface:
    """One run's view of a Playwright page and of the tabs that open from it.

    Args:
        page: The page to start on; async, or an async view of a sync one.
        tabs: Further pages of its context, as tabs behind it.
        task: For the files that the task names.
        values: Data and secrets.
        downloads_dir: Gives the folder for downloads, made on first use.
        journal: Receives an action before it is dispatched, and must have stored it when it returns.
        options: How much of a page is shown.
        seconds_left: Until the deadline of the run; no wait here goes far beyond it.
    """

    def __init__(
        self,
        page: Page,
        *,
        tabs: Sequence[Page] = (),
        task: Task,
        values: Values,
        downloads_dir: Callable[[], Path],
        journal: Callable[[Mapping[str, Any]], None] | None = None,
        options: PageOptions | None = None,
        seconds_left: Callable[[], float] = lambda: math.inf,
    ) -> None:
        self._seconds_left = seconds_left
        self._task = task
        self._values = values
        self._journal = journal
        self._activity = Activity(downloads_dir, values.mask)
        first = self._activity.attach(page)
        for tab in tabs:
            self._activity.attach(tab)
        self._activity.active = first
        self._sight = Sight(self._activity, values, options=options or PageOptions(), within=self._within)
        self._restless = False

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
        self._sight.pending = await settle(
            self._activity,
            self._sight.signs,
            ceiling=self._within(FIRST_SETTLE_SECONDS),
            longest=self._within(FIRST_SETTLE_SECONDS),
            since=time.monotonic(),
        )
        self._restless = CHANGING in self._sight.pending

    async def close(self) -> None:
        """Stops listening; the pages stay open. They belong to whoever opened them."""
        await self._activity.detach()
        await self._sight.close()

    # Looking

    async def observe(self) -> Observation:
        """The page as a policy sees it, with its picture if the options want one.

        Raises:
            BrowserError: There is no page any more.
        """
        if await self._sight.hears_typing():
            self._sight.pending = await self._settle(since=self._sight.typed_at, typing=True)
        return await self._sight.observe()

    async def look(self) -> Observation:
        """A fresh look without a picture. It does not change what the model is taken to have seen."""
        return await self._sight.look()

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
        return self._sight.tab().page

    @property
    def front(self) -> Page | None:
        """The Playwright page of the active tab, also while a dialog is open; None if no tab is left."""
        return self._activity.active.page if self._activity.active else None

    @property
    def downloads(self) -> Sequence[Download]:
        """Files downloaded so far in this run."""
        return tuple(self._activity.downloads)

    def known(self, element_id: str) -> Element:
        """The element as the model last saw it. Raises ToolError, naming what exists instead."""
        element = self._sight.last.by_id.get(element_id)
        if element is None:
            raise ToolError(f"there is no element {element_id!r} on the page; {self._instead(element_id)}")
        return element

    async def target(
        self, element_id: str, *, enabled: bool = True, reachable: bool | Literal["by keys"] = True
    ) -> Target:
        """The element to act on; see `Surface.target`."""
        page = self.page
        element = self.known(element_id)
        frame = self._sight.eyes.frame_of(element_id)
        if frame is None or frame.page is not page:
            raise ToolError(f"{element.title} is not on the tab in front; use switch_tab first")
        give_up, centred = time.monotonic() + READY_SECONDS, False
        while obstacle := _obstacle(
            check := await self._sight.eyes.check(element_id, arm=True, timeout=CHECK_SECONDS), enabled, reachable
        ):
            if not check.found:
                raise ToolError(f"{element.title} is no longer on the page; {self._instead(element_id)}")
            if check.covered_by and not (centred or check.modal):
                centred = True
                await self._centre(element_id)  # out from under a bar that sticks to an edge of the window
                continue
            if time.monotonic() >= give_up:
                raise ToolError(f"{element.title} {self.mask(obstacle)}")
            await self._activity.change(within=RETRY_SECONDS)
        name = self.mask(check.name)
        if (check.role, name) != (element.role, element.name):
            was, now = _described(element.role, element.name), _described(check.role, name)
            raise ToolError(f"{element_id} changed since you saw it: it was {was}, now it is {now}; look again")
        if check.moved:
            raise ToolError(f"{element.title} {check.moved}; look again")
        locator = self._sight.eyes.locator(element_id)
        return Target(element=element, locator=locator, origin=check.origin, point=check.point)

    async def _centre(self, element_id: str) -> None:
        locator = self._sight.eyes.locator(element_id)
        await locator.evaluate(CENTRE, timeout=self._within(CHECK_SECONDS) * 1000)

    def _instead(self, element_id: str) -> str:
        names = {element.id: element.title for element in self._sight.last.elements if element.id != element_id}
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
        """`text` with secrets replaced by their names."""
        return self._values.mask(text)

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a value parameter; see `Surface.reveal`."""
        return self._values.reveal(value, target.origin)

    async def read_back(self, target: Target, value: str) -> Receipt:
        """What the field holds now against what was meant; see `Surface.read_back`."""
        wanted = self.reveal(value, target)
        got = await self._held(target)
        return Receipt(
            field=target.title,
            wanted=self.mask(wanted),
            got=self.mask(got),
            match=_same(wanted, got, target.element),
            reference=Values.reference(value),
        )

    async def _held(self, target: Target) -> str:
        if target.element.tag == "select":
            now = (await self.look()).by_id.get(target.element.id)
            return ", ".join(option.label for option in now.options if option.selected) if now else ""
        try:
            return await _text_in(target, timeout=1_000)
        except PlaywrightError:
            await self.look()  # re-rendered: a fresh look hands the ID on to the new node
            return await _text_in(target, timeout=2_000)

    async def full_text(self, target: Target) -> str:
        """All text or the whole value of an element; see `Surface.full_text`."""
        return await self._sight.eyes.read_text(target.element.id, timeout=self._within(READ_SECONDS))

    async def unfold(self, fold_id: str, *, start: int = 0) -> str:
        """What a fold stands for; see `Surface.unfold`."""
        if self._sight.eyes.frame_of(fold_id) is None or "fold-" not in fold_id:
            raise ToolError(f"there is no fold {fold_id!r} on the page")
        return await self._sight.eyes.unfold(fold_id, start=start, timeout=self._within(READ_SECONDS))

    def files(self, names: Sequence[str]) -> list[Path]:
        """The files that `names` stand for; see `Surface.files`."""
        allowed = set(self._task.data.values())
        paths: list[Path] = []
        for name in map(self._values.expand, names):
            if name not in allowed and not (name.strip() and name in self._task.intent):
                offered = ", ".join(f"{{{{{key}}}}}" for key, value in self._task.data.items() if Path(value).is_file())
                raise ToolError(f"{name!r} is not a file of this task; refer to one of: {offered or 'none'}")
            path = Path(name).expanduser()
            if not path.is_file():
                raise ToolError(f"the file {name!r} does not exist")
            paths.append(path.resolve())
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
        return await self._sight.title(tab)

    async def close_tab(self, tab_id: str) -> str:
        """Closes a tab of this run; the one it was opened from comes to the front. Returns that one's ID."""
        tab = self._find_tab(tab_id)
        if len(self._activity.tabs) == 1:
            raise ToolError(f"{tab_id} is the only tab; it stays open")
        try:
            async with asyncio.timeout(ACTION_SECONDS):
                await tab.page.close()
        except TimeoutError as error:
            raise ToolError(f"{tab_id} does not respond") from error
        return self._sight.tab().id

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
        message = self._sight.said(dialog.message)
        if not await self._activity.answer(accept=accept, text=text):
            raise ToolError("the dialog was already closed")
        return message

    def _find_tab(self, tab_id: str) -> Tab:
        for tab in self._activity.tabs:
            if tab.id == tab_id:
                return tab
        raise ToolError(f"there is no tab {tab_id!r}; there are {', '.join(tab.id for tab in self._activity.tabs)}")

    # Watching an action

    @asynccontextmanager
    async def watch(self, action: Action, effect: Effect, *, stirs: bool) -> AsyncGenerator[Window, None]:
        """Journals the action, watches the page while it runs, and settles at the end if it may have stirred the page."""
        window = Window()
        began = time.monotonic()
        if effect is Effect.EFFECT and self._journal is not None:
            self._journal({"intent": action.model_dump(mode="json"), "url": self.mask(self._sight.tab().page.url)})
        before = self._activity.active
        self._activity.mark()
        if stirs:
            await self._sight.begin()
        yield window
        done = time.monotonic()
        if self._activity.dialog is None and (refusal := await self._sight.eyes.disarm()):
            window.refused, window.dispatched = refusal.reason, refusal.acted
        if stirs and (window.dispatched or self._activity.started):
            self._sight.pending = await self._settle(since=done)
            self._restless = CHANGING in self._sight.pending
        modal = await self._sight.new_modal() if stirs else ""
        self._close_window(window, before, modal)
        window.milliseconds = (time.monotonic() - began) * 1000

    async def _settle(self, *, since: float, typing: bool = False) -> list[str]:
        return await settle(
            self._activity,
            self._sight.signs,
            ceiling=self._within(SETTLE_SECONDS),
            longest=self._within(3 * SETTLE_SECONDS),
            since=since,
            restless=self._restless,
            typing=typing,
        )

    def _close_window(self, window: Window, before: Tab | None, modal: str) -> None:
        activity = self._activity
        activity.rest()
        window.sent = [each.label for each in activity.sent]
        window.unanswered = [each.label for each in activity.sent if each.failed or not each.answered]
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
        window.notes += [f"{each.label} failed: {each.failed}" for each in activity.sent if each.failed]

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


def _described(role: str, name: str) -> str:
    return f'{role or "an element"} "{name}"'


async def _text_in(target: Target, *, timeout: float) -> str:  # noqa: ASYNC109 - Playwright's own
    if target.element.tag in ("input", "textarea"):
        return await target.locator.input_value(timeout=timeout)
    return await target.locator.inner_text(timeout=timeout)


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
