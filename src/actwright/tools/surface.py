"""All that a tool may touch: the page in front, its elements and what they hold, the other tabs, the files of the run.

It is a protocol, so that tools never import the engine, which satisfies it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict

from playwright.async_api import Browser, Frame, Locator, Page, Position

from actwright.schemas.page import Box, Download, Element, Observation, Option
from actwright.schemas.step import Receipt
from actwright.web.guard import Guard

__all__ = ["PER_KEY", "Aim", "Held", "Part", "Question", "Sameness", "Surface", "Target"]

PER_KEY = 25
"""Time allowed for each key on top of the surface's timeout, in ms."""

Sameness = Literal["exactly", "about", "node"]
"""What of an element must be as the model saw it: its role, name and place; the same but for text inside it that shows its
state; or nothing but its node and its own label, for what only looks."""

Question = Literal[
    "centre",
    "file",
    "find",
    "label",
    "note",
    "offer",
    "point",
    "rect",
    "scroll",
    "select",
    "selected",
    "show",
    "suggests",
    "view",
    "whereabouts",
]
"""What tools ask our code in a page, which answers out of the page's reach: in a world of scripts that it cannot touch."""

Part = Literal["carrier", "file", "label"]
"""What belongs to an element: an input in no document that carries files to it, the file input that it is, labels or holds,
and its label."""


class Aim(TypedDict, total=False):
    """Where a mouse action of Playwright goes."""

    position: Position
    force: bool


@dataclass(frozen=True, slots=True)
class Target:
    """An element that passed the checks before an action: it is there, unchanged, enabled and not covered.

    Attributes:
        element: What the model saw of it.
        locator: Resolves to exactly this element, with Playwright's own waiting.
        frame: Its frame.
        origin: The origin of its document, `https://shop.example`.
        point: Where to hit it, in CSS px from its padding box; None for the middle.
        for_secrets: It says of itself that it is for a password, a one-time code, or what stands on a payment card.
    """

    element: Element
    locator: Locator
    frame: Frame
    origin: str
    point: tuple[float, float] | None = None
    for_secrets: bool = False

    @property
    def aim(self) -> Aim:
        """What Playwright's mouse actions need to hit it and nothing else in it."""
        if self.point is None:
            return Aim()
        # In an image map the hit is on the area, never on the image that the ID resolves to.
        return Aim(position=Position(x=self.point[0], y=self.point[1]), force=self.element.tag == "area")

    @property
    def title(self) -> str:
        """How messages name it: `button-0 "Save"`."""
        return self.element.title


@dataclass(frozen=True, slots=True)
class Held:
    """What a control holds right now.

    Attributes:
        value: Of a field, secret ones too; else the text of the element.
        checked: Of a checkbox, radio button or switch; None for others.
        flaws: What the browser's own validation finds wrong, as `ValidityState` names it (`rangeOverflow`).
        options: Of a select, secrets masked; at most 200, and the selected ones.
        timed: The page has set a timer since the action began.
    """

    value: str
    checked: bool | None = None
    flaws: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    timed: bool = False


class Surface(Protocol):
    """All that a tool may touch: the page in front, the other tabs, the files of the run. The engine satisfies it."""

    @property
    def page(self) -> Page:
        """The Playwright page of the active tab.

        Raises ToolError while a dialog is open.
        """
        ...

    async def browser(self) -> Browser:
        """The browser of the run, for a tool that opens pages of its own in a context of its own. It is started if none runs.

        Raises:
            ToolError: It does not start, or gives no room for other pages.
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
        """Decides which hosts the run may reach, for a tool that reaches them by itself; None if the run lists no hosts."""
        ...

    async def target(
        self,
        element_id: str,
        *,
        enabled: bool = True,
        reachable: bool | Literal["by keys"] = True,
        same: Sameness = "exactly",
    ) -> Target:
        """The element to act on, after checking that it is there and still what the model saw.

        Args:
            element_id: As in the page tree.
            enabled: Refuse a disabled element.
            reachable: Refuse an element that something else covers. `by keys` is enough for one that gets the focus and
                keys: a placeholder, an icon or a styled box of its own may lie over it, nothing larger.
            same: What must be as the model saw it.

        Raises:
            ToolError: Gone, replaced, renamed, disabled or covered; says what exists instead.
        """
        ...

    async def look(self) -> Observation:
        """A fresh look without a picture; the elements the model has seen keep their IDs."""
        ...

    async def rests(self, *, since: float) -> bool:
        """Whether nothing is under way that may still change the page: no request, timer, socket or poll, nothing busy.

        Args:
            since: When the page was left alone, by the monotonic clock (s).
        """
        ...

    def order_picture(self, part: str | Box | None) -> None:
        """Makes the picture of the next step one without marks; secrets stay hidden in it.

        Args:
            part: The ID of the element, or the region in px of the marked picture, that it shows enlarged. None: the page.

        Raises:
            ToolError: The run shows no pictures, or the region lies outside of the picture.
        """
        ...

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a `Value` parameter, references resolved once.

        Raises:
            ToolError: An unknown reference, or a secret that is not bound to the target's origin.
        """
        ...

    async def write(self, target: Target, value: str, *, at_end: bool = False) -> bool:
        """Puts a `Value` parameter into a text field from inside its document, so that no other document can take it.

        Args:
            target: The field.
            value: References included.
            at_end: After what the field holds, and not in its place.

        Returns:
            False if it is no field that takes text so.

        Raises:
            ToolError: As `reveal`; or a private value or secret, for a field that takes no text.
        """
        ...

    async def type(self, target: Target, value: str, *, at_end: bool = False) -> None:
        """Types a `Value` parameter key by key, where the field stands or at its end.

        What no model may see is typed from inside the document, into the field or that which the page moves the focus on to.

        Raises:
            ToolError: As `write`.
        """
        ...

    async def held(self, target: Target, *, drawn: bool = False) -> Held:
        """What a control holds right now; with `drawn`, once the page has drawn a frame.

        Raises:
            ToolError: It is gone, or its page does not answer.
        """
        ...

    async def ask(
        self, of: Target | Frame, question: Question, argument: object = None, *, drawn: int = 0
    ) -> dict[str, Any]:
        """What our code in a page says of an element, or of all that a frame shows.

        It runs in a world of its own. What Playwright's `evaluate` runs, the page can watch and answer falsely.

        Args:
            of: An element, or a frame.
            question: As the code in `engine/page/inject` knows it.
            argument: For it, as JSON.
            drawn: How many frames the page draws first.

        Raises:
            ToolError: It is gone, or its page does not answer.
        """
        ...

    def part(self, target: Target, part: Part) -> Locator:
        """What resolves to something that belongs to an element, with Playwright's own waiting."""
        ...

    async def box_of(self, target: Target) -> Box:
        """Where an element is in the page's viewport, CSS px, once it was brought into view and stands still there.

        Raises:
            ToolError: It is gone or has no place on the screen, or its page does not answer.
        """
        ...

    async def in_the_open(self, target: Target) -> bool:
        """Whether a click on the middle of a control reaches it, after it was scrolled into view.

        Raises:
            ToolError: Its page does not answer.
        """
        ...

    async def read_back(self, target: Target, value: str, held: Held | None = None) -> Receipt:
        """What the field holds now against what `value` (references included) meant. What no model may see is a reference in it.

        `held` is what it holds, if that was asked already.

        Raises:
            ToolError: As `reveal` and `held`.
        """
        ...

    async def unfold(self, fold_id: str, *, start: int = 0) -> str:
        """The lines that a fold of the page tree stands for; the IDs in them can be used from the next step on.

        Args:
            fold_id: As in the page tree.
            start: How many of its elements to pass over.

        Raises:
            ToolError: Not a fold of the page, or nothing from `start` on.
        """
        ...

    async def full_text(self, target: Target) -> str:
        """All text or the whole value of an element, lines kept; secrets masked, a password is `filled` or empty.

        Raises:
            ToolError: It is gone, or its page does not answer.
        """
        ...

    def files(self, names: Sequence[str]) -> list[Path]:
        """The files that `names` stand for: paths that came from the task's data or are written in the task itself.

        Raises:
            ToolError: A path the caller did not name, or no such file.
        """
        ...

    async def switch_tab(self, tab_id: str) -> str:
        """Brings a tab to the front and returns its title.

        Raises:
            ToolError: There is no such tab, or it does not respond.
        """
        ...

    async def close_tab(self, tab_id: str) -> str:
        """Closes a tab of this run and returns the ID of the one in front then: the one it was opened from, if it was.

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

    async def answer_dialog(self, *, accept: bool, text: str = "") -> str:
        """Answers the open dialog and returns its message.

        Raises:
            ToolError: No dialog is open.
        """
        ...
