"""What a tool is, and all that it may touch.

A tool is a class: its docstring and its fields' descriptions are what the model reads, its fields are the parameters,
and an instance is one validated call.

```python
class Press(Tool):
    '''Press a key, on the page or on an element.'''

    effect = Effect.EFFECT
    key: str = Field(description="as in Playwright: Enter, Tab, Control+A")

    async def run(self, surface: Surface) -> str:
        await surface.page.keyboard.press(self.key)
        return f"pressed {self.key}"
```

`@tool` of `actwright.tools.function` makes the same from an async function.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypedDict

from playwright.async_api import Browser, Frame, Locator, Page, Position
from pydantic import BaseModel, ConfigDict

from actwright.schemas.page import Box, Download, Element, Observation, Option
from actwright.schemas.status import FailKind
from actwright.schemas.step import Effect, Evidence, Receipt
from actwright.schemas.tool import ToolSpec
from actwright.schemas.visit import Visit
from actwright.web.guard import Guard

__all__ = [
    "PER_KEY",
    "Aim",
    "Done",
    "ElementId",
    "Held",
    "Sameness",
    "Surface",
    "Target",
    "Tool",
    "Url",
    "Value",
    "Words",
    "marked_fields",
]


class _Mark:
    """Metadata that tells the executor what a string parameter means."""

    def __init__(self, meaning: str) -> None:
        self.meaning = meaning

    def __repr__(self) -> str:
        return self.meaning


ELEMENT_ID = _Mark("element id")
VALUE = _Mark("value")
AS_WRITTEN = _Mark("as written")
URL = _Mark("url")

ElementId = Annotated[str, ELEMENT_ID]
"""A parameter that names an element of the page; the executor refuses unknown ones before anything acts."""

Value = Annotated[str, VALUE]
"""A parameter that is typed into a field. It may hold secret references, so it stays as written until
`Surface.reveal` resolves it for its target. In every other string parameter the executor resolves data references
itself, and refuses private and secret ones."""

Words = Annotated[str, AS_WRITTEN]
"""A parameter that says something and does nothing with a page; a `{{name}}` in it stays as it is."""


Url = Annotated[str, URL]
"""A parameter that is opened as a URL; the executor refuses one that the permissions of the run do not cover."""


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


PER_KEY = 25
"""Time allowed for each key on top of the surface's timeout, in ms."""


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


@dataclass(frozen=True, slots=True)
class Done:
    """What a tool did, for the model and for the record.

    Attributes:
        detail: One or a few lines.
        receipts, evidence: What it proved.
        visits: The web pages that it read apart from the page of the run.
        ends_run: True if the run must end as failed after this step (the `fail` tool).
        fail_kind: Why, as a fixed word, if it is one of them.
    """

    detail: str = ""
    receipts: tuple[Receipt, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    visits: tuple[Visit, ...] = ()
    ends_run: bool = False
    fail_kind: FailKind | None = None


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


class Tool(BaseModel):
    """One thing a model may do; subclass it, or decorate a function with `@tool`.

    Class attributes:
        name: What the model calls it; by default the class name in snake_case.
        builtin: False if a run has it only where it is asked for by name, because what every request carries is small.
        effect: The most it may do. Anything that may submit something is `Effect.EFFECT`; an edit that turns out to
            have sent a request other than GET is recorded as one.
        timeout_seconds: After this long the call is abandoned and its outcome reported as failed or unknown.
        stirs: True if a page may answer to it though it only looks, as pages load more when they are scrolled; such an
            answer is waited for. What edits the page always stirs it.
        repeats: True if it may follow its like at once, though the page went elsewhere: it needs nothing of the page.
        works_during_dialog: True if it can run while a dialog is open.
        reaches: True if its input is for an element that it names, so that it has failed if that element got none.
        acts_through_page: True if it submits something only by way of the page, so that a call that is not
            submit-like and sent nothing but GET requests counts as an edit.
        only_goes: True if it only opens another page, by URL or through the history.
        reads_web: True if it reads pages apart from that of the run: URLs that it reports count as links that were shown.
            A run without a start URL whose tools all do nothing else, even while a dialog is open, has no page.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: ClassVar[str] = ""
    builtin: ClassVar[bool] = True
    effect: ClassVar[Effect] = Effect.EDIT
    timeout_seconds: ClassVar[float] = 30.0
    stirs: ClassVar[bool] = False
    repeats: ClassVar[bool] = False
    works_during_dialog: ClassVar[bool] = False
    reaches: ClassVar[bool] = False
    acts_through_page: ClassVar[bool] = False
    only_goes: ClassVar[bool] = False
    reads_web: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    async def run(self, surface: Surface) -> Done | str | None:
        """Does it.

        Raises:
            ToolError: It could not be done; the message is for the model.
        """
        raise NotImplementedError

    def probe(self, page: Observation) -> tuple[Evidence, ...]:  # noqa: ARG002 - only tools that prove something look
        """What this call would prove if the page stayed as it is; nothing for a tool that proves nothing."""
        return ()

    def gives(self) -> Sequence[str]:
        """What this call would put into the page beside its `Value` parameters, as a key that types does."""
        return ()

    def submits(self, target: Element | None) -> bool:
        """Whether this call may submit the form of its element, or of what has the focus."""
        return target is not None and target.submits

    @classmethod
    def spec(cls) -> ToolSpec:
        """What a policy is told about it."""
        return ToolSpec(
            name=cls.name,
            description=inspect.cleandoc(cls.__doc__ or ""),
            parameters=cls.model_json_schema(),
            effect=cls.effect,
        )


def marked_fields(tool_class: type[Tool], mark: _Mark) -> list[str]:
    """Names of the parameters that carry a mark (`ELEMENT_ID`, `VALUE`)."""
    return [name for name, field in tool_class.model_fields.items() if mark in _marks(field.annotation, field.metadata)]


def _marks(annotation: Any, metadata: Sequence[Any]) -> list[_Mark]:
    found = [item for item in metadata if isinstance(item, _Mark)]
    for part in getattr(annotation, "__args__", ()):
        found += _marks(part, getattr(part, "__metadata__", ()))
    return found
