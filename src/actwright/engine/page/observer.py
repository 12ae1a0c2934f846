"""Looks at a run's page: its tree, screenshot, tabs, open dialog, and what just happened."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from actwright.engine.page.activity.activity import Activity, RunTab
from actwright.engine.page.activity.settle import TYPING
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.picture.run_pictures import RunPictures, without_new
from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.page_text import clean, quote
from actwright.engine.page.reading.page_tools import PageTools
from actwright.engine.page.reading.snapshot import Snapshot
from actwright.engine.page.reading.work_signs import Signs
from actwright.engine.values.values import Values
from actwright.errors import BrowserError
from actwright.schemas import page as seen
from actwright.schemas.page import Box, Element, Image, Observation
from actwright.schemas.page_tool_line import tool_line
from actwright.text import one_line

T = TypeVar("T")

LOOK_SECONDS = 5.0
TITLE_SECONDS = 0.5
SIGNS_SECONDS = 0.3
AWAKE_SECONDS = 0.5
"""How long a page that was too busy for a look has to answer a short question, so that it is looked at once more."""
INTERIM = re.compile(r"(?:\.\.\.|\u2026)$|^(?:loading|saving|sending|please wait)\b", re.IGNORECASE)
"""What a page says while it is at work, and not of what it did."""
MOST_MOMENTS = 3
OTHER_MOMENT = "the page keeps changing: its picture may be of another moment than its tree"


class Observer:
    """Looks at the pages of one run, and remembers what the policy saw last.

    Args:
        activity: What the pages are doing, and which of them is in front.
        values: Secrets to mask.
        options: How much of a page is shown.
        within: Limits a number of seconds to what is left of the run's time.
        page_tools: Whether to read the tools that the pages offer.

    Attributes:
        reader: Captures the pages, and knows their elements by ID.
        page_tools: The tools that the pages offer; None if they are not read.
        last: What the policy saw last.
        pending: What was still under way when the page was last waited for, in plain sentences.
        typed_at: When text was last typed into a field that pages react to, by the monotonic clock; minus infinity if
            the page has changed since.
        messages: Texts that pages in front have painted since the last effect, oldest first, with whether they were in
            what most messages are in.
    """

    def __init__(
        self,
        activity: Activity,
        values: Values,
        *,
        options: PageOptions,
        within: Callable[[float], float],
        page_tools: bool = False,
    ) -> None:
        self.reader = PageReader(masks=values, budget=options.budget)
        self.page_tools = PageTools(self.reader, values.mask) if page_tools else None
        self.last = Observation(url="")
        self.pending: list[str] = []
        self.typed_at = -math.inf
        self.messages: dict[str, bool] = {}
        self._told: set[str] = set()
        self._activity = activity
        self._values = values
        self._within = within
        self._pictures = RunPictures(self.reader.frames.protocol, options)
        self._screenshot = options.screenshot
        self._signs: Signs | None = None
        self._timed = False

    async def close(self) -> None:
        """Closes what it opened beside the pages; the pages stay open."""
        await self.reader.close()

    async def observe(self, *, picture: bool = True) -> Observation:
        """The page as a policy sees it. From now on, this is what the policy is assumed to have seen.

        Raises:
            BrowserError: The page is gone.
        """
        return await self._observe(picture=picture and self._screenshot != "never", remember=True)

    def order_picture(self, part: str | Box | None) -> None:
        """Makes the next picture that a policy sees one without marks; see `View.order_picture`."""
        self._pictures.order(part, self.last)

    async def look(self) -> Observation:
        """A fresh look at all text, without a picture. It does not change what the model is assumed to have seen."""
        return await self._observe(picture=False, remember=False)

    async def survey(self) -> Observation:
        """As `look`, with the tree and the elements of the whole page: nothing is folded or left out for the budget."""
        return await self._observe(picture=False, remember=False, unfolded=True)

    async def _observe(self, *, picture: bool, remember: bool, unfolded: bool = False) -> Observation:
        tab = self.tab()
        began = time.monotonic()
        captured = None
        if self._activity.dialog is None or await self._dialog_is_gone():
            options = {"picture": picture, "remember": remember, "unfolded": unfolded}
            captured = await self._unless_dialog(self._capture(tab.page, **options))
            if captured and self._values.found_in_fields(each.value for each in captured[0].elements if each.value):
                captured = await self._unless_dialog(self._capture(tab.page, **options))
        if captured is None:
            observation = self._behind_dialog(tab)
        else:
            snapshot, image, problem = captured
            observation = _observation(snapshot, image, [problem] if problem else [], self.last.by_id)
        tools, left = (), ""
        if self.page_tools is not None and remember and captured is not None:
            tools, left = await self._unless_dialog(self.page_tools.read(tab.page)) or ((), "")
        notes = (
            *observation.notes,
            *filter(None, [left]),
            *self.pending,
            *(self._activity.take_notes() if remember else ()),
        )
        observation = observation.model_copy(
            update={
                "page_tools": tools,
                "notes": tuple(map(self._values.mask_sentence, notes)),
                "tabs": await self._tab_list(observation.title),
                "downloads": tuple(self._activity.downloads.files),
                "http_status": tab.status,
                "pending": self._timed or bool(self.pending) or self._activity.traffic.is_waiting,
                "milliseconds": round((time.monotonic() - began) * 1000, 1),
            }
        )
        if remember:
            self.last = observation
            self._values.note_shown("\n".join((observation.tree, observation.text, *map(tool_line, tools))))
        return observation

    async def _unless_dialog(self, capture: Coroutine[Any, Any, T]) -> T | None:
        """The result of a capture; None if a dialog opens first."""
        look, dialog = asyncio.ensure_future(capture), asyncio.ensure_future(self._activity.until_dialog())
        try:
            await asyncio.wait({look, dialog}, return_when=asyncio.FIRST_COMPLETED)
            return look.result() if look.done() else None
        finally:
            dialog.cancel()
            look.cancel()
            await asyncio.gather(look, dialog, return_exceptions=True)

    async def _capture(self, page: Page, **options: bool) -> tuple[Snapshot, Image | None, str]:
        """What the page shows. A page that was too busy is looked at once more if it now answers a short question.

        A second look costs less than a step. A frozen page gets none.
        """
        captured = await self._captured(page, **options)
        if (
            captured[0].answered
            or page.is_closed()
            or await self.reader.work.signs(page, timeout=AWAKE_SECONDS) is None
        ):
            return captured
        return await self._captured(page, **options)

    async def _captured(
        self, page: Page, *, picture: bool, remember: bool, unfolded: bool
    ) -> tuple[Snapshot, Image | None, str]:
        seconds = self._within(LOOK_SECONDS)
        if not picture:
            reader, whole = self.reader, not remember
            return (
                await reader.capture(page, timeout=seconds, remember=remember, whole=whole, unfolded=unfolded),
                None,
                "",
            )
        snapshot, (shot, problem) = await asyncio.gather(
            self.reader.capture(page, timeout=seconds), self._pictures.photograph(page, seconds)
        )
        if shot is None:
            return snapshot, None, problem
        masks = snapshot.secret_boxes
        if self._values.has_secrets:
            again = await self.reader.capture(page, timeout=seconds, remember=False)
            if again.url != snapshot.url or (not again.elements and snapshot.elements):
                return again, None, "no picture: the page changed while it was taken"
            if snapshot.notes or again.notes:
                return snapshot, None, "no picture: what could not be read may show a secret"
            masks = (*masks, *again.secret_boxes)
        (image, problem), moved = await asyncio.gather(
            asyncio.to_thread(self._pictures.picture, shot, snapshot, masks), self._has_moved(page, snapshot, seconds)
        )
        return snapshot, image, problem or OTHER_MOMENT * (moved and image is not None)

    async def _has_moved(self, page: Page, snapshot: Snapshot, seconds: float) -> bool:
        """Whether the page has changed what it shows since it was captured, while its picture was taken."""
        if await self.reader.is_untouched(page, timeout=SIGNS_SECONDS):
            return False
        again = await self.reader.capture(page, timeout=seconds, remember=False)
        return again.answered and _shown(again) != _shown(snapshot)

    def _behind_dialog(self, tab: RunTab) -> Observation:
        dialog = self._activity.dialog
        assert dialog is not None
        kind: Any = dialog.type
        shown = seen.Dialog(kind=kind, message=self.said(dialog.message), default=self.said(dialog.default_value))
        note = "the page stands still until the dialog is answered"
        return Observation(url=self._values.mask(tab.url), dialog=shown, notes=(note,), text=shown.message)

    async def _dialog_is_gone(self) -> bool:
        """Whether the page answers although a dialog is believed to be open: someone else's handler has closed it."""
        if await self.signs() is None:
            return False
        self._activity.dialog = None
        return True

    async def _tab_list(self, title: str) -> tuple[seen.Tab, ...]:
        """All tabs. `title` is the title of the tab in front, which has just been looked at."""
        front = self._activity.active
        tabs = tuple(self._activity.tabs)
        others = [tab for tab in tabs if tab is not front]
        found = await asyncio.gather(*map(self.title, others))
        titles = {tab.id: found_title for tab, found_title in zip(others, found, strict=True)}
        return tuple(
            seen.Tab(
                id=tab.id, title=titles.get(tab.id, title), url=self._values.mask(tab.page.url), active=tab is front
            )
            for tab in tabs
        )

    async def title(self, tab: RunTab) -> str:
        """The title of a tab; empty while a dialog is open, or if the tab does not answer."""
        if self._activity.dialog is not None:
            return ""
        try:
            async with asyncio.timeout(TITLE_SECONDS):
                return self.said(await tab.page.title())
        except (PlaywrightError, TimeoutError):
            return ""

    async def begin(self) -> None:
        """Begins an action: what the page in front does already is not taken for an effect of the action."""
        tab, self._signs = self._activity.active, None
        if tab is not None and self._activity.dialog is None:
            await self.reader.work.begin(tab.page, timeout=SIGNS_SECONDS)

    def moments(self, page: Observation) -> tuple[str, ...]:
        """The messages since the last effect that a page shows no more; each is returned once."""
        text = one_line(page.text)
        untold = (each for each, in_message in self.messages.items() if in_message and each not in self._told)
        gone = [each for each in untold if one_line(each) not in text]
        self._told.update(gone)
        return tuple(each for each in gone if not INTERIM.search(each))[:MOST_MOMENTS]

    def begin_effect(self) -> None:
        """Forgets the messages of the page in front, because an effect follows."""
        self.messages.clear()
        self._told.clear()
        self.reader.work.begin_effect()

    @property
    def is_timed(self) -> bool:
        """Whether the page set a timer since the action began, as far as it was asked."""
        return self._timed

    def forget_signs(self) -> None:
        """Forgets the signs seen before an action ended: they say nothing about what it set off."""
        self._signs = None

    async def signs(self) -> Signs | None:
        """The signs that the page in front is at work; None while it cannot be asked."""
        tab = self._activity.active
        signs = await self.reader.work.signs(tab.page, timeout=SIGNS_SECONDS) if tab else None
        self._signs = signs
        self._timed = signs is None or signs.pending
        for text, in_message in signs.messages if signs else ():
            self.messages.setdefault(text, in_message)
        self.typed_at = -math.inf if signs is None or signs.typed is None else time.monotonic() - signs.typed
        return signs

    async def listens_for_typing(self) -> bool:
        """Whether the page may still react to what was typed: that was a moment ago, and something listens for it."""
        return time.monotonic() - self.typed_at < TYPING and await self.reader.work.listens_for_typing()

    def said(self, text: str) -> str:
        """Text from outside a page's documents (a title, a dialog): visible characters only, on one line, masked."""
        return self._values.mask(clean(text))

    async def new_modal(self) -> str:
        """The label of a modal dialog that opened since the last look; empty if none did."""
        tab = self._activity.active
        if tab is None or self._activity.dialog is not None:
            return ""
        told = self._signs.modal if self._signs else await self.reader.work.modal(tab.page, timeout=SIGNS_SECONDS)
        return self.said(told)

    def tab(self) -> RunTab:
        """The tab in front.

        Raises:
            BrowserError: No tab is left, or its page crashed.
        """
        tab = self._activity.active
        if tab is None:
            raise BrowserError("the page was closed")
        if self._activity.crashed:
            raise BrowserError("the page crashed")
        return tab


def _shown(snapshot: Snapshot) -> tuple[object, ...]:
    """What a picture of a page would show of it."""
    return snapshot.url, snapshot.text, without_new(snapshot.elements)


def _observation(
    snapshot: Snapshot, image: Image | None, notes: Sequence[str], before: Mapping[str, Element]
) -> Observation:
    """What was seen. An element that has not changed stays the same object, because a run keeps all that it saw."""
    elements = tuple(
        same if (same := before.get(each.id, each)) is each or same == each else each for each in snapshot.elements
    )
    return Observation(
        url=snapshot.url,
        title=snapshot.title,
        tree=snapshot.tree,
        text=snapshot.text,
        elements=elements,
        notes=(*snapshot.notes, *notes),
        screenshot=image,
        width=snapshot.width,
        height=snapshot.height,
    )


def message_look(url: str, text: str) -> Observation:
    """A look that shows nothing but a message."""
    return Observation(url=url, tree=f"- page\n  - status {quote(text)}", text=text)
