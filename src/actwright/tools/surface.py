"""Everything that a tool may use: the page in front and its elements, fields, the other tabs, files of the run.

They are protocols that the engine implements, so that tools never import the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Literal, Protocol

from playwright.async_api import Browser, Frame, Locator, Page

from actwright.net.guard import Guard
from actwright.schemas.page import Box, Element, Observation, Option
from actwright.schemas.step import Receipt
from actwright.tools.file_access import FileAccess
from actwright.tools.page_tool_access import PageToolAccess
from actwright.tools.seen_request import RequestAccess
from actwright.tools.target import Also, ClipboardUse, FieldContent, Part, Question, Sameness, Target


class Surface(Protocol):
    """Everything that a tool may use.

    A run that only reads the web has no page. It has `guard` and `browser`, `look` shows nothing, and all else raises
    ToolError.
    """

    @property
    def page(self) -> Page:
        """The Playwright page of the active tab. Raises ToolError while a dialog is open."""
        ...

    async def target(
        self,
        element_id: str,
        *,
        enabled: bool = True,
        reachable: bool | Literal["by keys"] = True,
        same: Sameness = "exactly",
        also: Also = frozenset(),
        seen: Element | None = None,
    ) -> Target:
        """The element to act on, after checking that it is there and still what the model saw.

        Args:
            element_id: The ID in the page tree.
            enabled: Whether to refuse a disabled element.
            reachable: Whether to refuse an element that something else covers. `by keys` is enough for an element that
                gets the focus and keys: its own placeholder, icon or styled box may cover it, but nothing larger.
            same: What must be unchanged since the model saw it.
            also: What else to ask.
            seen: The element as a look of the tool itself showed it, if the model has not seen it.

        Raises:
            ToolError: The element is gone, replaced, renamed, disabled or covered; the message says what exists
                instead.
        """
        ...

    async def look(self) -> Observation:
        """A fresh look without a screenshot; the elements that the model has seen keep their IDs."""
        ...

    @property
    def seen(self) -> Sequence[Observation]:
        """The looks at the page since the last action that may have an effect, oldest first; only the last few."""
        ...

    @property
    def timeout(self) -> float:
        """How long one action on an element may take, in ms. Pass it to Playwright's `timeout=`."""
        ...

    @property
    def view(self) -> View:
        """Questions about the page in front, asked where its scripts cannot interfere, and its pictures and clipboard."""
        ...

    @property
    def fields(self) -> FieldAccess:
        """Writing values into fields, and reading fields back."""
        ...

    @property
    def tabs(self) -> TabAccess:
        """The tabs of the run and their dialogs."""
        ...

    @property
    def files(self) -> FileAccess:
        """The files that the task names."""
        ...

    @property
    def page_tools(self) -> PageToolAccess:
        """The tools that the page offers."""
        ...

    @property
    def requests(self) -> RequestAccess:
        """The requests that the run sent."""
        ...

    async def is_idle(self, *, since: float) -> bool:
        """Whether nothing is under way that may still change the page: no request, timer, socket, poll or busy element.

        Args:
            since: When the last action on the page ended, by the monotonic clock (s).
        """
        ...

    @property
    def guard(self) -> Guard | None:
        """Decides which hosts the run may reach, for a tool that connects by itself; None if the run lists no hosts."""
        ...

    async def browser(self) -> Browser:
        """The browser of the run, started if none is running. It is for a tool that opens pages in its own context.

        Raises:
            ToolError: The browser does not start, or does not allow further contexts.
        """
        ...

    async def ask_human(self, reason: str) -> bool:
        """Asks a person to act on the page, and waits until they have; False if they did not in time.

        Raises:
            ToolError: They refuse, or no person can be asked.
        """
        ...


class View(Protocol):
    """Questions about the page in front, asked where its scripts cannot interfere, and its pictures and clipboard."""

    async def ask(
        self, of: Target | Frame, question: Question, argument: object = None, *, drawn: int = 0
    ) -> dict[str, Any]:
        """The answer of our code in a page about an element, or about everything in a frame.

        The code runs in an isolated world. A page can observe and falsify what Playwright's `evaluate` runs.

        Args:
            of: An element, or a frame.
            question: A question that the code in `engine/page/inject` knows.
            argument: Its argument, as JSON.
            drawn: How many frames the page must draw first.

        Raises:
            ToolError: The element or frame is gone, or its page does not respond.
        """
        ...

    async def shows(self, of: Target | Frame, phrase: str) -> bool:
        """Whether an element or a frame may be searched for a text: not if it shows only in values that are masked.

        Raises:
            ToolError: The element or frame is gone, or its page does not respond.
        """
        ...

    async def at_point(self, x: float, y: float) -> Element:
        """The element that the mouse hits at a point of the viewport, in CSS px, seen or not.

        Raises:
            ToolError: Nothing is there, or the page does not respond.
        """
        ...

    def part(self, target: Target, part: Part) -> Locator:
        """A locator of something that belongs to an element, with Playwright's auto-waiting."""
        ...

    async def box_of(self, target: Target) -> Box:
        """The position of an element in the page's viewport, in CSS px, once it is in view and has stopped moving.

        Raises:
            ToolError: The element is gone or not on the screen, or its page does not respond.
        """
        ...

    async def in_the_open(self, target: Target) -> bool:
        """Whether a click on the middle of a control reaches it, after it was scrolled into view.

        Raises:
            ToolError: Its page does not respond.
        """
        ...

    async def click_missed(self, target: Target) -> bool:
        """Whether a click on a steady target hit something else and was stopped; it may be clicked again then."""
        ...

    async def full_text(self, target: Target) -> str:
        """The full text or value of an element, with its lines; secrets are masked, a password is `filled` or empty.

        Raises:
            ToolError: The element is gone, or its page does not respond.
        """
        ...

    def shown(self, text: str) -> str:
        """Words of a page as a model may see them: masked, with their lines, and without invisible characters."""
        ...

    async def document_text(self) -> str:
        """All text of the page's main document, secrets masked, including what is clipped or out of reach.

        Raises:
            ToolError: The page does not respond.
        """
        ...

    async def unfold(self, fold_id: str, *, start: int = 0) -> str:
        """The lines that a fold of the page tree stands for; their IDs can be used from the next step on.

        Args:
            fold_id: The ID in the page tree.
            start: How many of its elements to skip.

        Raises:
            ToolError: It is not a fold of the page, or there is nothing from `start` on.
        """
        ...

    def order_picture(self, part: str | Box | None) -> None:
        """Makes the screenshot of the next step one without marks; secrets stay masked in it.

        Args:
            part: The part to enlarge: the ID of an element, or a region in px of the annotated screenshot. None is the
                page.

        Raises:
            ToolError: The run shows no screenshots, or the region is outside the screenshot.
        """
        ...

    @property
    def shares_selection(self) -> bool:
        """Whether a middle click may paste what any page of the browser has selected: the run did not start it."""
        ...

    async def check_clipboard(self, use: ClipboardUse) -> None:
        """Checks the document that has the keyboard, just before a key copies from it or pastes into it.

        Raises:
            ToolError: It would copy a value that no model may see, or the run did not copy last on the document's origin.
        """
        ...


class FieldAccess(Protocol):
    """Writes the values of `Value` parameters into fields, and reads fields back."""

    def reveal(self, value: str, target: Target) -> str:
        """The text for a `Value` parameter, with its references resolved once. Raises ToolError for one without a value here."""
        ...

    def withholds(self, value: str) -> bool:
        """Whether a `Value` parameter refers to a private value or a secret."""
        ...

    async def open_to_scripts(self) -> None:
        """Lets a script run: nothing withheld is entered on its origin now. Raises ToolError if a field has such a value."""
        ...

    def days(self, value: str, target: Target) -> frozenset[date]:
        """The days that a `Value` parameter may stand for; empty if it is no date. Raises ToolError as `reveal`."""
        ...

    async def write_part(self, target: Target, value: str, text: str) -> bool:
        """As `write`, for a text that is a part of a `Value` parameter, such as the day of a private date."""
        ...

    async def write(self, target: Target, value: str, *, at_end: bool = False) -> bool:
        """Puts a `Value` parameter into a text field from inside its document, so that no other document can take it.

        Args:
            target: The field.
            value: The parameter, with its references.
            at_end: Whether to append to the field's text instead of replacing it.

        Returns:
            False if the target is not a field that takes text in this way.

        Raises:
            ToolError: As for `reveal`; or the value is private or a secret, and the field takes no text.
        """
        ...

    async def enter(self, target: Target, value: str) -> FieldContent | None:
        """Writes a `Value` parameter as the last input of an action, and waits for what the page does at once.

        It is written as by `write`.

        Returns:
            What the field holds then; None if the element does not take text this way.

        Raises:
            ToolError: As for `write` and `content`.
        """
        ...

    async def type(self, target: Target, value: str, *, at_end: bool = False, boxes: int = 0) -> None:
        """Types a `Value` parameter key by key, at the caret or at the end of the field.

        With `boxes`, the field is the first of so many for one character each, and the page is given time to move on to
        the next one.

        Private values and secrets are typed from inside the document, into the field or the one that the page moves the
        focus to.

        Raises:
            ToolError: As for `write`.
        """
        ...

    async def content(self, target: Target) -> FieldContent:
        """The current content of a control.

        Raises:
            ToolError: The control is gone, or its page does not respond.
        """
        ...

    async def settled_content(self, target: Target, *, wanted: bool | None = None) -> FieldContent:
        """The current content of a control after the last input of an action, once the page has rested.

        With `wanted`, the page draws a frame first. More input or time may be needed if the control then has another
        state, or if the page has set a timer.

        Raises:
            ToolError: As for `content`.
        """
        ...

    async def read_back(
        self, target: Target, value: str, content: FieldContent | None = None, *, match: bool | None = None
    ) -> Receipt:
        """Compares the field's current content with a value; the receipt has references for what no model may see.

        Args:
            target: The field.
            value: What was meant, with its references.
            content: The current content, if it is already known.
            match: Whether the content means the value, if the tool knows that better than a comparison of texts.

        Raises:
            ToolError: As for `reveal` and `content`.
        """
        ...

    def given(self, target: Target, names: Sequence[str]) -> None:
        """Records that an element was given files with these names."""

    def switched(
        self, target: Target, content: FieldContent, *, wanted: bool, options: Sequence[Option] = ()
    ) -> Receipt:
        """Records that a checkbox, radio button, switch or the options of a list are as wanted; the receipt."""
        ...


class TabAccess(Protocol):
    """Switches, closes and opens the tabs of a run, and answers their dialogs."""

    async def switch(self, tab_id: str) -> str:
        """Brings a tab to the front and returns its title.

        Raises:
            ToolError: There is no such tab, or it does not respond.
        """
        ...

    async def close(self, tab_id: str) -> str:
        """Closes a tab of this run and returns the ID of the tab that is then in front: the one that opened it, if any.

        Raises:
            ToolError: There is no such tab, it is the last one, or it does not respond.
        """
        ...

    async def open(self) -> str:
        """Opens an empty tab in front and returns its ID.

        Raises:
            ToolError: There are too many tabs already, or the browser does not respond.
        """
        ...

    async def answer_dialog(self, *, accept: bool, text: str = "") -> str:
        """Answers the open dialog and returns its message.

        Raises:
            ToolError: No dialog is open.
        """
        ...
