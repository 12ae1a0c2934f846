"""The page in front: what our own code finds out about it, for tools and for what performs actions."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Frame, Locator, Page

from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.browser.launch import started
from actwright.engine.page.observer import Observer
from actwright.engine.page.reading.page_text import clean_value, quote
from actwright.engine.run_clock import RunClock
from actwright.engine.values.values import Values
from actwright.errors import ToolError
from actwright.schemas.page import Box, Element
from actwright.text import one_line
from actwright.tools.target import ClipboardUse, Part, Question, Target

ACTION_SECONDS = 5.0
"""How long one action on an element may take."""
CHECK_SECONDS = 5.0
"""How long a question about an element may take."""
READ_SECONDS = 5.0


class PageView:
    """What one run knows of its pages, and can ask about the one in front; tools use it as a `View`.

    Attributes:
        activity: What the pages are doing, and which of them is in front.
        observer: What the model saw of them, and the way into them.
        values: Data and secrets.
        clock: How much of the run's time is left.
    """

    def __init__(self, activity: Activity, observer: Observer, values: Values, clock: RunClock) -> None:
        self.activity = activity
        self.observer = observer
        self.values = values
        self.clock = clock
        self.order_picture = observer.order_picture

    @property
    def page(self) -> Page:
        """The Playwright page in front. Raises ToolError while a dialog is open."""
        if self.activity.dialog is not None:
            message = quote(self.values.mask(self.activity.dialog.message))
            raise ToolError(f"the page waits for an answer to the dialog {message}; use answer_dialog")
        return self.observer.tab().page

    @property
    def timeout(self) -> float:
        """How long one action on an element may take, in ms."""
        return self.clock.within(ACTION_SECONDS) * 1000

    async def ask(
        self, of: Target | Frame, question: Question, argument: object = None, *, drawn: int = 0
    ) -> dict[str, Any]:
        """The answer of our code in a page about an element, or about everything in a frame."""
        who = of.element.id if isinstance(of, Target) else of
        seconds = self.clock.within(ACTION_SECONDS)
        return await self.observer.reader.answer(who, question, argument, drawn=drawn, timeout=seconds)

    async def shows(self, of: Target | Frame, phrase: str) -> bool:
        """Whether an element or a frame shows a text where nothing is masked."""
        if not self.values.has_secrets:
            return True
        text = (await self.ask(of, "searched_text"))["text"]
        (masked,) = self.values.mask_series((text,), keeps_written=False)
        return one_line(phrase).casefold() in one_line(masked).casefold()

    async def at_point(self, x: float, y: float) -> Element:
        """The element that the mouse hits at a point of the viewport."""
        reader, seconds = self.observer.reader, self.clock.within(CHECK_SECONDS)
        element_id, submits = await reader.at_point(self.page, (x, y), timeout=seconds)
        if not element_id:
            last = self.observer.last
            raise ToolError(f"nothing is at {x:g}, {y:g}: the page shows {last.width} x {last.height} CSS px")
        if known := self.observer.last.by_id.get(element_id):
            return known
        check = await reader.guard.check(element_id, timeout=seconds)
        tag, role, name = check.tag, check.role, check.name
        return Element(id=element_id, tag=tag, role=role, name=name, submits=submits, in_view=False)

    def part(self, target: Target, part: Part) -> Locator:
        """A locator of something that belongs to an element."""
        return self.observer.reader.part(target.element.id, part)

    async def box_of(self, target: Target) -> Box:
        """The position of an element in the page's viewport, once it is in view and has stopped moving."""
        box = await self.observer.reader.place(target.element.id, timeout=self.clock.within(ACTION_SECONDS))
        if box is None:
            raise ToolError(f"{target.title} has no place on the screen")
        return box

    async def in_the_open(self, target: Target) -> bool:
        """Whether a click on the middle of a control reaches it, after it was scrolled into view."""
        return await self.observer.reader.in_the_open(target.element.id, timeout=self.clock.within(CHECK_SECONDS))

    async def click_missed(self, target: Target) -> bool:
        """Whether a click on a steady target hit something else and was stopped. If the page reacted, it was not."""
        if not target.steady or self.activity.traffic.started or self.activity.dialog is not None:
            return False
        try:
            return await self.observer.reader.guard.click_missed(target.element.id)
        except ToolError:  # busy, most likely with the click; one that was stopped is told at the end of the action
            return False

    async def full_text(self, target: Target) -> str:
        """The full text or value of an element."""
        return await self.observer.reader.read_text(target.element.id, timeout=self.clock.within(READ_SECONDS))

    def shown(self, text: str) -> str:
        """Words of a page as a model may see them; see `View.shown`."""
        return self.values.mask(clean_value(text))

    async def document_text(self) -> str:
        """All text of the page's main document, shown or not."""
        page = self.observer.tab().page
        return await self.observer.reader.document_text(page, timeout=self.clock.within(READ_SECONDS))

    async def unfold(self, fold_id: str, *, start: int = 0) -> str:
        """The lines that a fold of the page tree stands for."""
        if self.observer.reader.frames.frame_of(fold_id) is None or "fold-" not in fold_id:
            raise ToolError(f"there is no fold {fold_id!r} on the page")
        return await self.observer.reader.unfold(fold_id, start=start, timeout=self.clock.within(READ_SECONDS))

    @property
    def shares_selection(self) -> bool:
        """Whether a middle click may paste what any page of the browser has selected: the run did not start it."""
        return self.observer.tab().page.context.browser not in started

    async def check_clipboard(self, use: ClipboardUse) -> None:
        """Checks the document that has the keyboard, just before a key copies from it or pastes into it."""
        await self.observer.reader.guard.clipboard.check(self.page, use)
