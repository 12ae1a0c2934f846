"""The page of a run as the loop and the tools use it: looks, targets, edits, and what an action starts."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from playwright.async_api import Browser, Dialog, Page
from playwright.async_api import Error as PlaywrightError

from actwright.engine.action_effects import ActionEffects
from actwright.engine.page.acting.action_watch import ActionWatch
from actwright.engine.page.acting.edit_rule import EditRule
from actwright.engine.page.acting.enforcement import AuthorizationEnforcer
from actwright.engine.page.acting.fields import Fields
from actwright.engine.page.acting.in_focus import InFocus
from actwright.engine.page.acting.page_tool_calls import PageToolCalls
from actwright.engine.page.acting.page_view import PageView
from actwright.engine.page.acting.person_input import PersonInput
from actwright.engine.page.acting.request_checks import RequestChecks
from actwright.engine.page.acting.request_values import RequestValues
from actwright.engine.page.acting.second_look import text_at
from actwright.engine.page.acting.tabs import Tabs
from actwright.engine.page.acting.targets import Targets
from actwright.engine.page.acting.task_files import TaskFiles
from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.observer import Observer, message_look
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.reading.page_text import quote
from actwright.engine.people.page_control import PageControl
from actwright.engine.permissions.authorization import Authorization, Authorizer
from actwright.engine.run_clock import RunClock
from actwright.engine.values.run_values import RunValues
from actwright.engine.values.values import Values
from actwright.errors import BrowserError, ConfigError, ToolError
from actwright.net.guard import Guard
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.sites import start_url
from actwright.schemas.step import Effect, Outcome
from actwright.schemas.task import Task
from actwright.text import first_line
from actwright.tools.base import Tool, Trait
from actwright.tools.navigation import why_unopened
from actwright.tools.parameters import element_ids

MOST_SEEN = 10
"""How many looks with different texts are remembered."""
REOPEN_SECONDS = 3.0
OPEN_SECONDS = 30.0
LATE_SECONDS = 2.0
"""How long after a time limit the driver may take to report that it has passed."""


class BrowserSurface:
    """One run's view of a Playwright page and of the tabs that open from it; see `Surface` and `ActingSurface`.

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
        clock: How much of the time of the run is left; no wait here goes far beyond it. None: without end.
        guard: Decides which hosts the run may reach; None if it lists no hosts.
        page_control: Lets a person take over the page or pause the run; None allows neither.
        asks: Asks a person to act, given the reason and the URL; see `Surface.ask_human`. None never asks.
        page_tools: Whether to read the tools that the pages offer.
        remembers: Whether to remember what the page showed before the first action that may have an effect, too.
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
        clock: RunClock | None = None,
        guard: Guard | None = None,
        page_control: PageControl | None = None,
        asks: Callable[[str, str], Awaitable[bool]] | None = None,
        page_tools: bool = False,
        remembers: bool = False,
    ) -> None:
        self.guard = guard
        self.values = values
        self.clock = clock or RunClock()
        self._control = page_control or PageControl()
        self._asks = asks
        self._journal = journal
        self._authorizer = authorizer
        options = options or PageOptions()
        rules = authorizer.permission_rules if authorizer else None
        self._activity = Activity(
            downloads_dir,
            values.mask,
            options.answer_seconds,
            keeps_downloads=rules is None or rules.permissions.downloads,
            download_bytes=download_bytes,
            attended=lambda: self._control.taken,
        )
        self._activity.active, *_ = [self._activity.attach(each) for each in (page, *tabs)]
        self._observer = Observer(
            self._activity, values, options=options, within=self.clock.within, page_tools=page_tools
        )
        self._persons = self._control.watcher = PersonInput(self._activity, self._observer, values, self._control)
        self._enforcer = AuthorizationEnforcer(
            authorizer, self._activity, self._observer, values=values, with_person=lambda: self._control.with_person
        )
        self.in_focus = InFocus(self._observer.reader.frames)
        self.view = PageView(self._activity, self._observer, values, self.clock)
        self._seen, self._acted = deque[Observation](maxlen=MOST_SEEN), remembers
        self._remembers = remembers  # what was shown before is then no effect of this run, so only messages count
        run_values = self.run_values = RunValues(values, task)
        self._requests = RequestValues(values, run_values)
        self.requests = RequestChecks(self._activity.traffic.log, self._requests, run_values, values, task)
        self._edits = EditRule(
            authorizer,
            self._activity,
            edit=lambda: self._watch.sending_edit,
            mask=values.mask,
            announce=self._announce,
        )
        self.answered = self._edits.answered
        self._watch = ActionWatch(
            self.view,
            self._requests,
            run_values,
            answer_seconds=options.answer_seconds,
            answered=self._edits.answered,
        )
        self.fields = Fields(self.view, self._watch, run_values, look=self.look)
        self.tabs = Tabs(self.view, callers=() if own else (page, *tabs))
        self.files = TaskFiles(task, values, rules)
        targets = Targets(self.view, self._watch, self._enforcer, look=self.look, is_edited=self.fields.is_edited)
        self.target, self.known, self.resolving = targets.target, targets.known, targets.resolving
        self.page_tools = PageToolCalls(
            self._observer.page_tools, self.view, self._watch, run_values, known=targets.known
        )
        self.is_idle = self._watch.is_idle
        self.reread_fields = self.fields.reread
        self.until_dialog = self._activity.until_dialog
        self.blocked_navigation = self._enforcer.blocked_navigation

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
        seconds = self.clock.within(OPEN_SECONDS)
        try:
            async with asyncio.timeout(seconds + LATE_SECONDS):
                await self.page.goto(url, wait_until="commit", timeout=seconds * 1000)
        except TimeoutError as error:
            raise BrowserError(
                f"{self.values.mask(url)} could not be opened: the browser's driver does not answer"
            ) from error
        except PlaywrightError as error:
            if "Download is starting" not in error.message:
                said = self.values.mask(first_line(error.message).removeprefix("Page.goto: ").partition(" at ")[0])
                reason = why_unopened(error.message) or f"could not be opened: {said}"
                raise BrowserError(f"{self.values.mask(url)} {reason}. Nothing was done") from error
        await self._watch.arrived()

    async def close(self) -> None:
        """Stops listening; the pages stay open. They belong to whoever opened them."""
        self._control.watcher = None
        await asyncio.gather(
            self._persons.close(),
            self._enforcer.close(),
            self._edits.end(),
            self._requests.close(),
            self._activity.detach(),
            self._observer.close(),
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
            self.fields.forget_edits()
            page = page.model_copy(update={"notes": (*page.notes, said)})
        if self._acted and (moments := self._observer.moments(page)):
            shown = f"shown for a moment, and gone: {', '.join(map(quote, moments))}"
            page = page.model_copy(update={"moments": moments, "notes": (*page.notes, shown)})
        self._remembered(page)
        if self._authorizer is not None:
            self._authorizer.saw(page)
        return page

    async def look(self) -> Observation:
        """A fresh look without a picture. It does not change what the model is assumed to have seen."""
        await self._persons.end()
        await self.fields.taint_revealed()
        return self._remembered(await self._observer.look())

    def _remembered(self, page: Observation) -> Observation:
        if self._acted and (not self._seen or self._seen[-1].text != page.text):
            self._seen.append(page)
        return page

    @property
    def seen(self) -> Sequence[Observation]:
        """The last looks since an action that may have an effect began, and messages; see `Surface.seen`."""
        told = self._observer.messages.items() if self._acted else ()
        texts = [text for text, in_message in told if in_message or not self._remembers]
        return (*self._seen, *map(partial(message_look, self._observer.last.url), texts))

    async def survey(self) -> Observation:
        """As `look`, with the tree and the elements of the whole page: nothing is folded or left out for the budget."""
        await self._persons.end()
        await self.fields.taint_revealed()
        return await self._observer.survey()

    async def reopened(self, texts: Sequence[str]) -> str:
        """The text of the page in front, opened anew in a tab of its own, once it shows these texts or 3 s are over.

        It is empty if the page cannot be opened so.
        """
        tab = self._observer.tab()
        text = await text_at(tab.page.context, tab.page.url, until=texts, seconds=self.clock.within(REOPEN_SECONDS))
        return self.values.mask(text)

    # What tools use

    @property
    def page(self) -> Page:
        """The Playwright page of the active tab. Raises ToolError while a dialog is open."""
        return self.view.page

    @property
    def timeout(self) -> float:
        """How long one action on an element may take, in ms."""
        return self.view.timeout

    async def browser(self) -> Browser:
        """The browser of the run; see `Surface.browser`."""
        browser = self._observer.tab().page.context.browser
        if browser is None:  # a context without a browser: Electron's or Android's
            raise ToolError("the browser of this run allows no further page; use fetch_url")
        return browser

    @property
    def front(self) -> Page | None:
        """The Playwright page of the active tab, also while a dialog is open; None if no tab is left."""
        return self._activity.active.page if self._activity.active else None

    @property
    def dialog(self) -> Dialog | None:
        """The JavaScript dialog that waits for an answer; None if there is none."""
        return self._activity.dialog

    async def ask_human(self, reason: str) -> bool:
        """Asks a person to act on the page; see `Surface.ask_human`."""
        if self._asks is None:
            raise ToolError("no person can act on this page")
        before = None if self._control.changes else await self._shown()
        acted = await self._asks(self.values.mask(reason), self._enforcer.places.address)
        self.fields.forget_edits()
        await self._persons.end()
        changes = self._control.changes
        if before is not None and await self._shown() == before:
            self._control.note_unchanged(changes)
        return acted

    async def _shown(self) -> tuple[object, ...] | None:
        """What the page shows, and what it has sent; None while it cannot be read."""
        try:
            page = await self._observer.look()
        except (ToolError, BrowserError):
            return None
        return page.url, page.tabs, page.dialog, page.text, page.elements, self._activity.footprint

    async def answer_for_person(self, *, accept: bool, text: str = "") -> None:
        """Answers the open dialog for a person, and withholds what they typed into a prompt.

        Raises:
            ToolError: As for `answer_dialog`.
        """
        dialog = self._activity.dialog
        if dialog is not None and dialog.type == "prompt" and accept and text != dialog.default_value:
            self._persons.typed(text)
        await self.tabs.answer_dialog(accept=accept, text=text)

    # Acting

    @asynccontextmanager
    async def authorized(self, action: Action, tool: Tool, *, count: int) -> AsyncGenerator[ActionEffects]:
        """Decides what an action may do, and lets it act while the block lasts; see `ActingSurface.authorized`."""
        authorization = await self._decide(action, tool, count)
        async with self._control.acting() as person_acted:
            if person_acted:
                self.fields.forget_edits()
            authorization.refused = person_acted or authorization.refused
            self._announce(authorization)
            if authorization.refused:
                yield ActionEffects(authorization, dispatched=False, silent=True)
                return
            if tool.effect is not Effect.READ:
                await self.values.codes.renew(action.parameters, self.clock.seconds_left)
            effects = ActionEffects(authorization)
            if tool.effect is Effect.EFFECT:
                self._acted = True
                self._seen.clear()
                self._observer.begin_effect()
            async with self._edits.during(effects), self._enforcer.enforced(effects), self._watch.during(effects):
                yield effects
                await self.fields.taint_revealed()

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
        url = self._enforcer.places.address if refused else self.values.mask(self._observer.tab().page.url)
        self._journal(authorization.action, url, confirmed)

    async def catch_up(self, *, briefly: bool = False) -> str:
        """Lets the page settle after earlier edits, which are asked about until then; see `ActingSurface.catch_up`."""
        stop = await self._watch.catch_up(briefly=briefly)
        await self._edits.end()
        return stop

    async def leave_fields(self, tool: Tool, *, edited: bool) -> None:
        """Moves the focus to the button that a call is about to press; see `ActingSurface.leave_fields`."""
        ids = element_ids(tool)
        element = self._observer.last.by_id.get(ids[0]) if ids else None
        if element is None or Trait.TARGETS_ELEMENT not in tool.traits:
            return
        if element.submits or (edited and element.role == "button"):
            await self.fields.leave_for(element.id, submits=element.submits)

    def record_outcome(self, tool: Tool, outcome: Outcome) -> None:
        """Notes the outcome of a call; see `ActingSurface.record_outcome`."""
        if outcome.effect is Effect.EFFECT:
            self._activity.traffic.log.end_action(had_effect=True)
        if self._authorizer is not None:
            self._authorizer.read(tool, outcome)
