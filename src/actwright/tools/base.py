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

from playwright.async_api import Locator, Page, Position
from pydantic import BaseModel, ConfigDict

from actwright.schemas.page import Download, Element, Observation
from actwright.schemas.step import Effect, Evidence, Receipt
from actwright.schemas.tool import ToolSpec
from actwright.schemas.visit import Visit

__all__ = ["Aim", "Done", "ElementId", "Surface", "Target", "Tool", "Value", "marked_fields"]


class _Mark:
    """Metadata that tells the executor what a string parameter means."""

    def __init__(self, meaning: str) -> None:
        self.meaning = meaning

    def __repr__(self) -> str:
        return self.meaning


ELEMENT_ID = _Mark("element id")
VALUE = _Mark("value")

ElementId = Annotated[str, ELEMENT_ID]
"""A parameter that names an element of the page; the executor refuses unknown ones before anything acts."""

Value = Annotated[str, VALUE]
"""A parameter that is typed into a field. It may hold secret references, so it stays as written until
`Surface.reveal` resolves it for its target. In every other string parameter the executor resolves data references
itself, and refuses secret ones."""


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
        origin: The origin of its document, `https://shop.example`.
        point: Where to hit it, in CSS px from its padding box; None for the middle.
    """

    element: Element
    locator: Locator
    origin: str
    point: tuple[float, float] | None = None

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
class Done:
    """What a tool did, for the model and for the record.

    Attributes:
        detail: One or a few lines.
        receipts, evidence: What it proved.
        visits: The web pages that it read apart from the page of the run.
        ends_run: True if the run must end as failed after this step (the `fail` tool).
    """

    detail: str = ""
    receipts: tuple[Receipt, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    visits: tuple[Visit, ...] = ()
    ends_run: bool = False


class Surface(Protocol):
    """All that a tool may touch: the page in front, the other tabs, the files of the run. The engine satisfies it."""

    @property
    def page(self) -> Page:
        """The Playwright page of the active tab.

        Raises ToolError while a dialog is open.
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

    async def target(
        self, element_id: str, *, enabled: bool = True, reachable: bool | Literal["by keys"] = True
    ) -> Target:
        """The element to act on, after checking that it is there and still what the model saw.

        Args:
            element_id: As in the page tree.
            enabled: Refuse a disabled element.
            reachable: Refuse an element that something else covers. `by keys` is enough for one that gets the focus and
                keys: a placeholder, an icon or a styled box of its own may lie over it, nothing larger.

        Raises:
            ToolError: Gone, replaced, renamed, disabled or covered; says what exists instead.
        """
        ...

    async def look(self) -> Observation:
        """A fresh look without a picture; the elements the model has seen keep their IDs."""
        ...

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a `Value` parameter, references resolved once.

        Raises:
            ToolError: An unknown reference, or a secret that is not bound to the target's origin.
        """
        ...

    async def read_back(self, target: Target, value: str) -> Receipt:
        """What the field holds now against what `value` (references included) meant. Secrets are masked in it.

        Raises:
            ToolError: As `reveal`.
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
        works_during_dialog: True if it can run while a dialog is open.
        acts_through_page: True if it submits something only by way of the page, so that a call that is not
            submit-like and sent nothing but GET requests counts as an edit.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: ClassVar[str] = ""
    builtin: ClassVar[bool] = True
    effect: ClassVar[Effect] = Effect.EDIT
    timeout_seconds: ClassVar[float] = 30.0
    stirs: ClassVar[bool] = False
    works_during_dialog: ClassVar[bool] = False
    acts_through_page: ClassVar[bool] = False

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

    async def probe(self, surface: Surface) -> Evidence | None:  # noqa: ARG002 - only tools that prove something look
        """What this call would prove as the page is now, without waiting; None if it proves nothing."""
        return None

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
