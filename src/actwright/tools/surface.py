"""Everything that a tool may use: the page in front, its elements and their contents, other tabs, files of the run.

It is a protocol that the engine implements, so that tools never import the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict

from playwright.async_api import Browser, Frame, Locator, Page, Position

from actwright.net.guard import Guard
from actwright.schemas.page import Box, Download, Element, Observation, Option
from actwright.schemas.step import Receipt

__all__ = [
    "PER_KEY",
    "Aim",
    "Also",
    "ClipboardUse",
    "FieldContent",
    "Part",
    "Pasted",
    "Question",
    "Sameness",
    "Surface",
    "Target",
]

PER_KEY = 25
"""Time allowed for each key on top of the surface's timeout, in ms."""

Pasted = Literal["", "clipboard", "selection"]
ClipboardUse = Literal["copy", "paste"]

Sameness = Literal["exactly", "about", "node"]
"""What about an element must be unchanged since the model saw it. `exactly`: its role, name and place; `about`: the
same, except for text inside it that shows its state; `node`: only its node and its own label, for tools that only
look."""

Question = Literal[
    "centre",
    "file",
    "find",
    "label",
    "note",
    "offer",
    "point",
    "text",
    "rect",
    "scroll",
    "select",
    "selected",
    "show",
    "suggests",
    "view",
    "whereabouts",
]
"""What tools can ask our code in a page. It runs in an isolated world, which the page cannot touch."""

Part = Literal["carrier", "file", "label"]
"""What belongs to an element. `carrier`: an input outside the document that carries files to it; `file`: the file input
that it is, labels or contains; `label`: its label."""

Also = frozenset[Literal["content", "press"]]
"""What else to ask about a target. `content`: what it holds; `press`: whether the mouse hits its middle at once."""


class Aim(TypedDict, total=False):
    """Where a mouse action of Playwright goes."""

    position: Position
    force: bool


@dataclass(frozen=True, slots=True)
class Target:
    """An element that passed the checks before an action: it is there, unchanged, enabled and not covered.

    Attributes:
        element: The element as the model saw it.
        locator: Resolves to exactly this element, with Playwright's auto-waiting.
        frame: Its frame.
        origin: The origin of its document, `https://shop.example`.
        point: Where to click it, in CSS px from its padding box; None for the middle.
        for_secrets: Whether it declares itself as a field for a password, a one-time code or a payment card.
        content: What it holds, if that was asked with `content` in `also`.
        open: If so, whether a click on its middle reaches it where it is. If not, it may have to be scrolled into view.
        steady: Whether the mouse hits its middle without Playwright's waiting, if that was asked with `press` in
            `also`. The guard stops the mouse where it would hit something else.
    """

    element: Element
    locator: Locator
    frame: Frame
    origin: str
    point: tuple[float, float] | None = None
    for_secrets: bool = False
    content: FieldContent | None = None
    open: bool = False
    steady: bool = False

    @property
    def aim(self) -> Aim:
        """The options with which Playwright's mouse actions hit the element, and nothing else inside it."""
        if self.point is None:
            return Aim(force=True) if self.steady else Aim()
        # In an image map the hit is on the area, never on the image that the ID resolves to.
        return Aim(position=Position(x=self.point[0], y=self.point[1]), force=self.element.tag == "area")

    @property
    def title(self) -> str:
        """Its name in messages: `button-0 "Save"`."""
        return self.element.title


@dataclass(frozen=True, slots=True)
class FieldContent:
    """The current content and state of a control.

    Attributes:
        value: The value of a field, also of a secret one; else the text of the element.
        checked: The state of a checkbox, radio button or switch; None for others.
        flaws: What the browser's own validation finds wrong, as named by `ValidityState` (`rangeOverflow`).
        options: The options of a select, with secrets masked; at most 200, and the selected ones.
        timed: Whether the page has set a timer since the action began.
    """

    value: str
    checked: bool | None = None
    flaws: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    timed: bool = False


class Surface(Protocol):
    """Everything that a tool may use: the page in front, the other tabs, the files of the run."""

    @property
    def page(self) -> Page:
        """The Playwright page of the active tab.

        Raises ToolError while a dialog is open.
        """
        ...

    async def browser(self) -> Browser:
        """The browser of the run, started if none is running. It is for a tool that opens pages in its own context.

        Raises:
            ToolError: The browser does not start, or does not allow further contexts.
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

    @property
    def timeout(self) -> float:
        """How long one action on an element may take, in ms. Pass it to Playwright's `timeout=`."""
        ...

    @property
    def downloads(self) -> Sequence[Download]:
        """Files downloaded so far in this run."""
        ...

    @property
    def guard(self) -> Guard | None:
        """Decides which hosts the run may reach, for a tool that connects by itself; None if the run lists no hosts."""
        ...

    async def target(
        self,
        element_id: str,
        *,
        enabled: bool = True,
        reachable: bool | Literal["by keys"] = True,
        same: Sameness = "exactly",
        also: Also = frozenset(),
    ) -> Target:
        """The element to act on, after checking that it is there and still what the model saw.

        Args:
            element_id: The ID in the page tree.
            enabled: Whether to refuse a disabled element.
            reachable: Whether to refuse an element that something else covers. `by keys` is enough for an element that
                gets the focus and keys: its own placeholder, icon or styled box may cover it, but nothing larger.
            same: What must be unchanged since the model saw it.
            also: What else to ask.

        Raises:
            ToolError: The element is gone, replaced, renamed, disabled or covered; the message says what exists
                instead.
        """
        ...

    async def slipped(self, target: Target) -> bool:
        """Whether a click on a steady target hit something else and was stopped; it may be clicked again then."""
        ...

    async def look(self) -> Observation:
        """A fresh look without a screenshot; the elements that the model has seen keep their IDs."""
        ...

    async def is_idle(self, *, since: float) -> bool:
        """Whether nothing is under way that may still change the page: no request, timer, socket, poll or busy element.

        Args:
            since: When the last action on the page ended, by the monotonic clock (s).
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

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a `Value` parameter, with its references resolved once.

        Raises:
            ToolError: A reference is unknown, or its secret is not bound to the target's origin.
        """
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

    async def type(self, target: Target, value: str, *, at_end: bool = False) -> None:
        """Types a `Value` parameter key by key, at the caret or at the end of the field.

        Private values and secrets are typed from inside the document, into the field or the one that the page moves the
        focus to.

        Raises:
            ToolError: As for `write`.
        """
        ...

    async def content(self, target: Target, *, drawn: bool = False) -> FieldContent:
        """The current content of a control; with `drawn`, after the page has drawn a frame.

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

    async def read_back(self, target: Target, value: str, content: FieldContent | None = None) -> Receipt:
        """Compares the field's current content with a value; the receipt has references for what no model may see.

        Args:
            target: The field.
            value: What was meant, with its references.
            content: The current content, if it is already known.

        Raises:
            ToolError: As for `reveal` and `content`.
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

    async def full_text(self, target: Target) -> str:
        """The full text or value of an element, with its lines; secrets are masked, a password is `filled` or empty.

        Raises:
            ToolError: The element is gone, or its page does not respond.
        """
        ...

    async def document_text(self) -> str:
        """All text of the page's main document, secrets masked, including what is clipped or out of reach.

        Raises:
            ToolError: The page does not respond.
        """
        ...

    def files(self, names: Sequence[str]) -> list[Path]:
        """The files that `names` stand for: paths from the task's data, or in the text of the task.

        Raises:
            ToolError: The caller did not name the path, or there is no such file.
        """
        ...

    async def switch_tab(self, tab_id: str) -> str:
        """Brings a tab to the front and returns its title.

        Raises:
            ToolError: There is no such tab, or it does not respond.
        """
        ...

    async def close_tab(self, tab_id: str) -> str:
        """Closes a tab of this run and returns the ID of the tab that is then in front: the one that opened it, if any.

        Raises:
            ToolError: There is no such tab, it is the last one, or it does not respond.
        """
        ...

    async def new_tab(self) -> str:
        """Opens an empty tab in front and returns its ID.

        Raises:
            ToolError: There are too many tabs already, or the browser does not respond.
        """
        ...

    async def ask_human(self, reason: str) -> bool:
        """Asks a person to act on the page, and waits until they have; False if they did not in time.

        Raises:
            ToolError: They refuse, or no person can be asked.
        """
        ...

    async def answer_dialog(self, *, accept: bool, text: str = "") -> str:
        """Answers the open dialog and returns its message.

        Raises:
            ToolError: No dialog is open.
        """
        ...
