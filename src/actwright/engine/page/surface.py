"""The page of a run as the loop and the tools use it: looks, targets, edits, and what an action starts."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, Dialog, Frame, Locator, Page
from playwright.async_api import Error as PlaywrightError

from actwright.engine.action_effects import ActionEffects
from actwright.engine.page.acting.enforcement import AuthorizationEnforcer
from actwright.engine.page.acting.fields import ACTION_SECONDS, CHECK_SECONDS, Fields
from actwright.engine.page.acting.in_focus import InFocus
from actwright.engine.page.acting.person_input import PersonInput
from actwright.engine.page.acting.tabs import Tabs
from actwright.engine.page.acting.targets import Targets
from actwright.engine.page.acting.watch import ActionWatch
from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.browser.launch import started
from actwright.engine.page.observer import Observer
from actwright.engine.page.options import PageOptions
from actwright.engine.page.reading.tree import quote
from actwright.engine.people.page_control import PageControl
from actwright.engine.permissions.authorization import Authorization, Authorizer
from actwright.engine.values.values import Values
from actwright.errors import BrowserError, ConfigError, NotPermitted, ToolError
from actwright.net.guard import Guard
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.page import Box, Download, Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.sites import start_url
from actwright.schemas.step import Effect, Outcome, Receipt
from actwright.schemas.task import Task, paths_in
from actwright.text import first_line
from actwright.tools.base import Tool, Trait
from actwright.tools.navigation import why_unopened
from actwright.tools.parameters import ELEMENT_ID, marked_fields
from actwright.tools.surface import Also, ClipboardUse, FieldContent, Part, Question, Sameness, Target

__all__ = ["BrowserSurface"]

OPEN_SECONDS = 30.0
LATE_SECONDS = 2.0
"""How long after a time limit the driver may take to report that it has passed."""
READ_SECONDS = 5.0
LEAST_SECONDS = 0.3
"""The least that every wait gets, also when the run's time is up: for a last look."""


class BrowserSurface:
    """One run's view of a Playwright page and of the tabs that open from it.

    Args:
        page: The page to start on; async, or an async view of a sync one.
        tabs: Further pages of its context, which become tabs behind it.
        own: Whether the page was opened for this run and may be closed. Pages that a caller opened stay open.
        task: The task, for the files that it names.
        values: Data and secrets.
        downloads_dir: Returns the folder for downloads, which is made on first use.
        journal: Called before an action is dispatched, with the action, the URL of its page and the caller's answer to
            the question about it. It must have stored them when it returns.
        authorizer: Decides what actions may do. None permits everything.
        download_bytes: The maximum size of all files of the run together; a download that goes beyond it is stopped.
        options: How much of a page is shown.
        seconds_left: Returns the seconds until the deadline of the run; no wait here goes far beyond it.
        guard: Decides which hosts the run may reach; None if it lists no hosts.
        page_control: Lets a person take over the page or pause the run; None allows neither.
        asks: Asks a person to act, given the reason and the URL; see `Surface.ask_human`. None never asks.
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
        authorizer: Authorizer | None = None,
        download_bytes: float = math.inf,
        options: PageOptions | None = None,
        seconds_left: Callable[[], float] = lambda: math.inf,
        guard: Guard | None = None,
        page_control: PageControl | None = None,
        asks: Callable[[str, str], Awaitable[bool]] | None = None,
    ) -> None:
        self._guard = guard
        self._control = page_control or PageControl()
        self._asks = asks
        self._seconds_left = seconds_left
        self._task = task
        self._values = values
        self._journal = journal
        self._authorizer = authorizer
        options = options or PageOptions()
        keeps = authorizer is None or authorizer.permission_rules.permissions.downloads
        self._activity = Activity(
            downloads_dir,
            values.mask,
            options.answer_seconds,
            keeps_downloads=keeps,
            download_bytes=download_bytes,
            attended=lambda: self._control.taken,
        )
        first = self._activity.attach(page)
        for tab in tabs:
            self._activity.attach(tab)
        self._activity.active = first
        self._observer = Observer(self._activity, values, options=options, within=self._within)
        self.in_focus = InFocus(self._observer.reader.frames)
        self._watch = ActionWatch(
            self._activity,
            self._observer,
            page=lambda: self.page,
            mask=values.mask,
            within=self._within,
            answer_seconds=options.answer_seconds,
        )
        self._enforcer = AuthorizationEnforcer(
            authorizer, self._activity, self._observer, mask=values.mask, with_person=lambda: self._control.with_person
        )
        self._fields = Fields(self._observer, values, within=self._within, charged_until=self._watch.charged_until)
        self._targets = Targets(
            self._activity,
            self._observer,
            self._watch,
            self._enforcer,
            page=lambda: self.page,
            look=self.look,
            mask=values.mask,
        )
        self._persons = self._control.watcher = PersonInput(self._activity, self._observer, values, self._control)
        self._tabs = Tabs(self._activity, self._observer, callers=() if own else (page, *tabs))

    # Opening and closing

    async def open(self, url: str) -> None:
        """Goes to the start of the task and waits until it is worth looking at.

        Raises:
            ConfigError: It is not a URL that can be opened.
            BrowserError: It could not be opened.
        """
        try:
            start_url(url)
        except ValueError as error:
            raise ConfigError(str(error)) from error
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
        await self._watch.arrived()

    async def close(self) -> None:
        """Stops listening; the pages stay open. They belong to whoever opened them."""
        self._control.watcher = None
        await asyncio.gather(
            self._persons.close(), self._enforcer.close(), self._activity.detach(), self._observer.close()
        )

    def hosts(self) -> tuple[str, ...]:
        """The hosts that the pages of the run reached, with their ports, in alphabetical order."""
        return tuple(sorted(self._activity.traffic.hosts))

    # Looking

    async def observe(self, *, picture: bool = True) -> Observation:
        """The page as a policy sees it, with its picture if the options and the caller want one.

        Raises:
            BrowserError: The page is gone.
        """
        said = await self._control.looked()
        await self._persons.end()
        if await self._observer.listens_for_typing():
            await self._watch.typed()
        page = await self._observer.observe(picture=picture)
        if said:
            page = page.model_copy(update={"notes": (*page.notes, said)})
        if self._authorizer is not None:
            self._authorizer.saw(page)
        return page

    async def look(self) -> Observation:
        """A fresh look without a picture. It does not change what the model is assumed to have seen."""
        await self._persons.end()
        await self._fields.taint_revealed()
        return await self._observer.look()

    async def survey(self) -> Observation:
        """As `look`, with the tree and the elements of the whole page: nothing is folded or left out for the budget."""
        await self._persons.end()
        await self._fields.taint_revealed()
        return await self._observer.survey()

    async def is_idle(self, *, since: float) -> bool:
        """Whether the page has settled for good; see `Surface.rests`."""
        return await self._watch.is_idle(since=since)

    def order_picture(self, part: str | Box | None) -> None:
        """Makes the next picture one without marks; see `Surface.order_picture`."""
        self._observer.order_picture(part)

    # What tools use

    @property
    def timeout(self) -> float:
        """How long one action on an element may take, in ms."""
        return self._within(ACTION_SECONDS) * 1000

    def seconds_left(self) -> float:
        """The seconds until the deadline of the run; 0 or less when it has passed."""
        return self._seconds_left()

    def _within(self, seconds: float) -> float:
        """`seconds`, or what is left of the run's time if that is less; at least `LEAST_SECONDS`."""
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
            raise ToolError("the browser of this run allows no further page; use fetch_url")
        return browser

    @property
    def shares_selection(self) -> bool:
        """Whether a middle click may paste what any page has selected; see `Surface.shares_selection`."""
        return self._observer.tab().page.context.browser not in started

    async def check_clipboard(self, use: ClipboardUse) -> None:
        """Checks the document that has the keyboard; see `Surface.check_clipboard`."""
        await self._observer.reader.guard.clipboard.check(self.page, use)

    @property
    def front(self) -> Page | None:
        """The Playwright page of the active tab, also while a dialog is open; None if no tab is left."""
        return self._activity.active.page if self._activity.active else None

    @property
    def dialog(self) -> Dialog | None:
        """The JavaScript dialog that waits for an answer; None if there is none."""
        return self._activity.dialog

    @property
    def downloads(self) -> Sequence[Download]:
        """Files downloaded so far in this run."""
        return tuple(self._activity.downloads.files)

    @property
    def guard(self) -> Guard | None:
        """Decides which hosts the run may reach; None if it lists no hosts."""
        return self._guard

    def known(self, element_id: str) -> Element:
        """The element as the model last saw it. Raises ToolError if there is none; it says what exists instead."""
        return self._targets.known(element_id)

    def resolving(self, element_id: str) -> tuple[Frame, Locator]:
        """The frame of an element, and a locator of exactly that one. Nothing is checked: it is for what only looks.

        Raises:
            ToolError: The run has never seen this ID.
        """
        return self._targets.resolving(element_id)

    async def target(
        self,
        element_id: str,
        *,
        enabled: bool = True,
        reachable: bool | Literal["by keys"] = True,
        same: Sameness = "exactly",
        also: Also = frozenset(),
    ) -> Target:
        """The element to act on; see `Surface.target`."""
        return await self._targets.target(element_id, enabled=enabled, reachable=reachable, same=same, also=also)

    async def slipped(self, target: Target) -> bool:
        """Whether a click on a steady target was stopped; see `Surface.slipped`. If the page reacted, it was not."""
        if not target.steady or self._activity.traffic.started or self._activity.dialog is not None:
            return False
        try:
            return await self._observer.reader.guard.slipped(target.element.id)
        except ToolError:  # busy, most likely with the click; one that was stopped is told at the end of the action
            return False

    def expand(self, text: str) -> str:
        """`text` with its data references resolved. Raises ToolError for unknown and secret ones."""
        return self._values.expand(text)

    def check_value(self, text: str) -> None:
        """Raises ToolError if a value parameter refers to something unknown."""
        self._values.check(text)

    def mask(self, text: str) -> str:
        """`text` with private values and secrets replaced by their names."""
        return self._values.mask(text)

    def mask_sentence(self, sentence: str) -> str:
        """A sentence of ours with values replaced in what it quotes."""
        return self._values.mask_sentence(sentence)

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a value parameter; see `Surface.reveal`."""
        return self._fields.reveal(value, target)

    async def write(self, target: Target, value: str, *, at_end: bool = False) -> bool:
        """Puts a value into a field from inside its document; see `Surface.write`."""
        return await self._fields.write(target, value, at_end=at_end)

    async def enter(self, target: Target, value: str) -> FieldContent | None:
        """Writes a value as the last input of an action; see `Surface.enter`."""
        return await self._fields.enter(target, value, look=self.look)

    async def type(self, target: Target, value: str, *, at_end: bool = False) -> None:
        """Types a value into a field, key by key; see `Surface.type`."""
        await self._fields.type(target, value, at_end=at_end)

    async def content(self, target: Target, *, drawn: bool = False) -> FieldContent:
        """What a control contains now; see `Surface.content`."""
        return await self._fields.content(target, drawn=drawn, look=self.look)

    async def settled_content(self, target: Target, *, wanted: bool | None = None) -> FieldContent:
        """What a control holds after the last input of an action; see `Surface.held_at_last`."""
        return await self._fields.settled_content(target, wanted=wanted, look=self.look)

    async def ask(
        self, of: Target | Frame, question: Question, argument: object = None, *, drawn: int = 0
    ) -> dict[str, Any]:
        """The answer of our code in a page; see `Surface.ask`."""
        who = of.element.id if isinstance(of, Target) else of
        seconds = self._within(ACTION_SECONDS)
        return await self._observer.reader.answer(who, question, argument, drawn=drawn, timeout=seconds)

    def part(self, target: Target, part: Part) -> Locator:
        """A locator of something that belongs to an element; see `Surface.part`."""
        return self._observer.reader.part(target.element.id, part)

    async def box_of(self, target: Target) -> Box:
        """Where an element is in the page's viewport; see `Surface.box_of`."""
        box = await self._observer.reader.place(target.element.id, timeout=self._within(ACTION_SECONDS))
        if box is None:
            raise ToolError(f"{target.title} has no place on the screen")
        return box

    async def in_the_open(self, target: Target) -> bool:
        """Whether a click on the middle of a control reaches it; see `Surface.in_the_open`."""
        return await self._observer.reader.in_the_open(target.element.id, timeout=self._within(CHECK_SECONDS))

    async def read_back(self, target: Target, value: str, content: FieldContent | None = None) -> Receipt:
        """Compares what the field holds now with what was meant; see `Surface.read_back`."""
        return self._fields.receipt(target, value, content or await self.content(target))

    async def full_text(self, target: Target) -> str:
        """All text or the whole value of an element; see `Surface.full_text`."""
        return await self._observer.reader.read_text(target.element.id, timeout=self._within(READ_SECONDS))

    async def document_text(self) -> str:
        """All text of the page in front, shown or not; see `Surface.document_text`."""
        return await self._observer.reader.document_text(self._observer.tab().page, timeout=self._within(READ_SECONDS))

    async def unfold(self, fold_id: str, *, start: int = 0) -> str:
        """The lines that a fold stands for; see `Surface.unfold`."""
        if self._observer.reader.frames.frame_of(fold_id) is None or "fold-" not in fold_id:
            raise ToolError(f"there is no fold {fold_id!r} on the page")
        return await self._observer.reader.unfold(fold_id, start=start, timeout=self._within(READ_SECONDS))

    def files(self, names: Sequence[str]) -> list[Path]:
        """The files that `names` stand for; see `Surface.files`."""
        given = {self._task.data[name] for name in self._task.files}
        paths: list[Path] = []
        for name in map(self._values.expand, names):
            if name not in given and name not in paths_in(self._task.text):
                offered = ", ".join(f"{{{{{key}}}}}" for key in self._task.files)
                raise ToolError(f"{name!r} is not a file of this task; refer to one of: {offered or 'none'}")
            path = Path(name).expanduser()
            if self._authorizer is not None:  # before a look at the disk, which would show what exists
                refusal = self._authorizer.permission_rules.check_uploads([path.resolve()])
                if refusal:
                    raise NotPermitted(refusal)
            if name not in given and path.is_symlink():
                raise ToolError(f"{name!r} is a link to another file; the caller can give it as data")
            if not path.is_file():
                raise ToolError(f"the file {name!r} does not exist")
            paths.append(path.resolve())
        return paths

    async def switch_tab(self, tab_id: str) -> str:
        """Brings a tab to the front and returns its title."""
        return await self._tabs.switch(tab_id)

    async def close_tab(self, tab_id: str) -> str:
        """Closes a tab of this run and returns the ID of the tab that is then in front; see `Surface.close_tab`."""
        return await self._tabs.close(tab_id)

    async def new_tab(self) -> str:
        """Opens an empty tab in front and returns its ID."""
        return await self._tabs.open(self.page.context)

    async def ask_human(self, reason: str) -> bool:
        """Asks a person to act on the page; see `Surface.ask_human`."""
        if self._asks is None:
            raise ToolError("no person can act on this page")
        acted = await self._asks(self.mask(reason), self._enforcer.places.address)
        await self._persons.end()
        return acted

    async def answer_dialog(self, *, accept: bool, text: str = "") -> str:
        """Answers the open dialog and returns its message."""
        dialog = self._activity.dialog
        if dialog is None:
            raise ToolError("no dialog is open")
        message = self._observer.said(dialog.message)
        if not await self._activity.answer_dialog(accept=accept, text=text):
            raise ToolError("the dialog was already closed")
        return message

    async def answer_for_person(self, *, accept: bool, text: str = "") -> None:
        """Answers the open dialog for a person, and withholds what they typed into a prompt.

        Raises:
            ToolError: As for `answer_dialog`.
        """
        dialog = self._activity.dialog
        if dialog is not None and dialog.type == "prompt" and accept and text != dialog.default_value:
            self._persons.typed(text)
        await self.answer_dialog(accept=accept, text=text)

    # Acting

    @asynccontextmanager
    async def authorized(self, action: Action, tool: Tool, *, count: int) -> AsyncGenerator[ActionEffects]:
        """Decides what an action may do, and lets it act while the block lasts; see `ActingSurface.authorized`."""
        authorization = await self._decide(action, tool, count)
        async with self._control.acting() as person_acted:
            authorization.refused = person_acted or authorization.refused
            self._announce(authorization)
            if authorization.refused:
                yield ActionEffects(authorization, dispatched=False, silent=True)
                return
            effects = ActionEffects(authorization)
            may_change_page = Trait.MAY_CHANGE_PAGE in tool.traits or tool.effect is not Effect.READ
            reach = Trait.TARGETS_ELEMENT in tool.traits and any(
                getattr(tool, name) for name in marked_fields(type(tool), ELEMENT_ID)
            )
            async with (
                self._enforcer.enforced(effects),
                self._watch.during(effects, tool.effect, may_change_page=may_change_page, reach=reach),
            ):
                yield effects
                await self._fields.taint_revealed()

    async def _decide(self, action: Action, tool: Tool, count: int) -> Authorization:
        if refused := await self._control.free():
            return Authorization(action, tool, refused=refused)
        return await self._enforcer.decide(action, tool, count=count)

    def _announce(self, authorization: Authorization) -> None:
        """Journals an action that is about to have an effect, and one that the caller was asked about."""
        refused, confirmed = authorization.refused, authorization.confirmed
        has_effect = authorization.tool.effect is Effect.EFFECT and not refused
        if self._journal is None or not (has_effect or confirmed):
            return
        # An action on a page that is gone cannot happen, so it is not announced: the tab in front raises that.
        url = self._enforcer.places.address if refused else self.mask(self._observer.tab().page.url)
        self._journal(authorization.action, url, confirmed)

    def record_outcome(self, tool: Tool, outcome: Outcome) -> None:
        """Notes the outcome of a call; see `ActingSurface.record_outcome`."""
        if self._authorizer is not None:
            self._authorizer.read(tool, outcome)

    def blocked_navigation(self, url: str, why: str) -> None:
        """Notes that a page was kept from going to a URL."""
        self._enforcer.blocked_navigation(url, why)

    async def catch_up(self, *, briefly: bool = False) -> str:
        """Lets the page settle if that is owed for earlier edits, and charges what it did to the last of them.

        Args:
            briefly: Whether the page is only acted on next, and not looked at.

        Returns:
            Why the rest of the batch must not go on; empty if it may.
        """
        return await self._watch.catch_up(briefly=briefly)

    async def until_dialog(self) -> None:
        """Returns once a dialog waits for an answer."""
        await self._activity.until_dialog()
