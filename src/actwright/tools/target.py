"""An element that a tool acts on, what it holds, and what tools may ask about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from playwright.async_api import Frame, Locator, Position

from actwright.schemas.page import Element, Option

PER_KEY = 25
"""Time allowed for each key on top of the surface's timeout, in ms."""

Pasted = Literal["", "clipboard", "selection"]
ClipboardUse = Literal["copy", "paste"]

Sameness = Literal["exactly", "about", "node"]
"""What about an element must be unchanged since the model saw it. `exactly`: its role, name and place; `about`: the
same, except for text inside it that shows its state; `node`: only its node and its own label, for tools that only
look."""

Question = Literal[
    "at_point",
    "before_choices",
    "calendar_step",
    "calendar_time",
    "centre",
    "choices",
    "file",
    "find",
    "in_place",
    "keep_forms",
    "label",
    "more_choices",
    "note",
    "offer",
    "paste",
    "pick",
    "point",
    "text",
    "rect",
    "scroll",
    "searched_text",
    "select",
    "select_field",
    "selected",
    "show",
    "slider",
    "suggests",
    "unfold_choice",
    "view",
    "whereabouts",
]
"""What tools can ask our code in a page. It runs in an isolated world, which the page cannot touch."""

Part = Literal["carrier", "file", "keys", "label", "opener", "option"]
"""What belongs to an element. `carrier`: an input outside the document that carries files to it; `file`: the file input
that it is, labels or contains; `keys`: what takes the keys for it; `label`: its label; `opener`: what opens its list; `option`: the option that was
picked in its list."""

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
            `also`, or it is a drawn line, which Playwright would wait for in vain. The guard stops the mouse where it
            would hit something else.
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
        return Aim(position=Position(x=self.point[0], y=self.point[1]), force=self.steady or self.element.tag == "area")

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
        options: The options of a select that can be seen, and the selected ones; secrets are masked.
        indices: The index of each of them among all options.
        drawn: Whether it is a select that nobody can see, in whose place the page draws another control, or a field that
            only takes the keys of an editor, which draws its text itself.
        unseen: Whether it is a text area that nobody can see, which may pass on what is typed, as that of a terminal does.
        timed: Whether the page has set a timer since the action began.
        names: The attributes `name` and `id` of the control.
        code: The text in several boxes for one character each, of which the control is the first; empty for others.
        beside: The text around an empty text field, where some show what was chosen.
    """

    value: str
    checked: bool | None = None
    flaws: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    indices: tuple[int, ...] = ()
    drawn: bool = False
    unseen: bool = False
    timed: bool = False
    names: tuple[str, ...] = ()
    code: str = ""
    beside: str = ""
