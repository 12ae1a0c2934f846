"""What a tool is.

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

What a tool may use is its `Surface`: `surface.page` is the Playwright page, `surface.target(element_id)` checks an
element and gives a locator of it, `surface.look()` is a fresh look at the page. The rest is in groups: `surface.fields`
writes values and reads fields back, `surface.view` asks our own code about the page, `surface.tabs` has the tabs and
dialogs, and `surface.files` the files that the task names.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict

from actwright.errors import ToolError
from actwright.schemas.page import Element, Observation, PageTool
from actwright.schemas.status import EndKind
from actwright.schemas.step import Effect, Evidence, Receipt
from actwright.schemas.tool import ToolSpec
from actwright.schemas.visit import Visit
from actwright.tools.parameters import VALUE, marked_texts
from actwright.tools.surface import Surface
from actwright.tools.target import Pasted


@dataclass(frozen=True, slots=True)
class Done:
    """What a tool did, for the model and for the record.

    Attributes:
        detail: What happened, in a few lines.
        receipts, evidence: What the tool proved.
        visits: The web pages that the tool read, other than the page of the run.
        ends_run: True if the run must end as failed after this step (the `fail` tool).
        fail_kind: Why, as a fixed word if there is one.
        goes_on: True if the page may still send something because of it.
    """

    detail: str = ""
    receipts: tuple[Receipt, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    visits: tuple[Visit, ...] = ()
    ends_run: bool = False
    fail_kind: EndKind | None = None
    goes_on: bool = False


class Trait(Flag):
    """What a run must know of a tool to perform its calls, beyond its effect. Combine several with `|`."""

    NONE = 0
    MAY_CHANGE_PAGE = auto()
    """A page may react to it although it only looks, as pages load more when they are scrolled; the run waits for that
    reaction. A page can always react to an edit."""
    REPEATABLE_AFTER_NAVIGATION = auto()
    """It may follow another call of its kind although the page went elsewhere, because it needs nothing of the page."""
    WORKS_DURING_DIALOG = auto()
    """It can run while a dialog is open."""
    TARGETS_ELEMENT = auto()
    """Its input is for an element that it names and finds with `Surface.target`, so that it has failed if that element
    got none."""
    EFFECTS_ONLY_VIA_PAGE = auto()
    """It submits something only through the page, so that a call that is not submit-like and sent nothing but GET
    requests counts as an edit."""
    NAVIGATES = auto()
    """It only opens another page, by URL or through the history."""
    STAYS_ON_PAGE = auto()
    """It is not meant to open another page, so that what a page that it led to sends at once is still its doing."""
    WAITS_FOR_PERSON = auto()
    """It waits for a person. It then has its own deadline, and the wait does not count as the run's time."""
    READS_WEB = auto()
    """It reads pages other than the run's; URLs that it reports count as links that were shown. A run without a start
    URL has no page if all its tools only do this, and also work while a dialog is open."""


class Tool(BaseModel):
    """One thing a model may do; subclass it, or decorate a function with `@tool`.

    Class attributes:
        name: The name for the model; by default the class name in snake_case.
        effect: The strongest effect that it may have. Anything that may submit something is `Effect.EFFECT`; an edit
            that turns out to have sent a request other than GET is recorded as one.
        traits: What else a run must know of it; none by default.
        timeout_seconds: After this time, a call is abandoned and its outcome is failed or unknown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: ClassVar[str] = ""
    effect: ClassVar[Effect] = Effect.EDIT
    traits: ClassVar[Trait] = Trait.NONE
    timeout_seconds: ClassVar[float] = 30.0

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    async def run(self, surface: Surface) -> Done | str | None:
        """Performs the action.

        Raises:
            ToolError: The action could not be done; the message is for the model.
        """
        raise NotImplementedError

    def probe(self, page: Observation) -> tuple[Evidence, ...]:  # noqa: ARG002 - only tools that prove something look
        """What this call would prove if the page stayed as it is; empty for a tool that proves nothing."""
        return ()

    def typed_values(self) -> Sequence[str]:
        """What this call would enter into the page besides its `Value` parameters, such as a key that types."""
        return ()

    def entered_texts(self) -> Sequence[str]:
        """All texts that this call would enter, with references."""
        return (*marked_texts(self, VALUE), *self.typed_values())

    def added_text(self) -> str:
        """What this call would type into what a field contains already, instead of replacing that."""
        return ""

    def removes_text(self) -> bool:
        """Whether this call may change what a field contains without adding a text, so that it makes another word."""
        return False

    def pastes(self) -> Pasted:
        """What this call would paste: the clipboard, or the primary selection that a middle click pastes on Linux."""
        return ""

    def submits(self, target: Element | None) -> bool:
        """Whether this call may submit the form of its element, or of the focused element."""
        return target is not None and target.submits

    def leads_on(self) -> bool:
        """Whether this call may be meant to open another page, so that what that page sends is not its doing."""
        return self.effect is Effect.EFFECT and Trait.STAYS_ON_PAGE not in self.traits

    def check_element(self, element: Element) -> None:
        """Raises ToolError if this call is not for such an element, which it names."""
        if isinstance(element, PageTool):
            raise ToolError(f"{element.title} is a tool of the page: use call_page_tool")

    def why_confirm(self, target: Element | None) -> str:  # noqa: ARG002 - only what the page marks so
        """Why a person must permit this call, whoever else is asked; empty if none must."""
        return ""

    @classmethod
    def spec(cls) -> ToolSpec:
        """The description for policies: name, docstring, JSON schema of the parameters, effect."""
        if cls not in _SPECS:
            _SPECS[cls] = ToolSpec(
                name=cls.name,
                description=inspect.cleandoc(cls.__doc__ or ""),
                parameters=cls.model_json_schema(),
                effect=cls.effect,
            )
        return _SPECS[cls]


def may_cause_requests(tool: Tool) -> bool:
    """Whether what the page sends meanwhile may be a call's doing: it acts, or looks in a way that pages react to."""
    if tool.effect is not Effect.READ:
        return True
    return Trait.MAY_CHANGE_PAGE in tool.traits and Trait.WAITS_FOR_PERSON not in tool.traits


_SPECS: WeakKeyDictionary[type[Tool], ToolSpec] = WeakKeyDictionary()
"""Generating the schemas of all tools takes 20 ms, and each agent of a job needs them."""
