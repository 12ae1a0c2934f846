"""The surface of a run that reads the web and has no page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, Never

from playwright.async_api import Browser, Dialog, Frame, Locator, Page

from actwright.engine.action_effects import ActionEffects
from actwright.engine.page.browser.on_demand import Needed
from actwright.engine.people.page_control import PageControl
from actwright.engine.permissions.authorization import Authorizer
from actwright.engine.values.values import Values
from actwright.errors import ActwrightError, ToolError
from actwright.net.guard import Guard
from actwright.schemas.page import Box, Download, Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome, Receipt
from actwright.tools.base import Tool
from actwright.tools.surface import Also, ClipboardUse, FieldContent, Part, Question, Sameness, Target

__all__ = ["PagelessSurface"]


def _no_page() -> Never:
    raise ToolError("this run reads the web and has no page of its own")


class PagelessSurface:
    """What the loop and the web tools use without a page: nothing to look at, and a browser only if needed.

    Args:
        needed: Starts the browser that renders pages.
        values: Data and secrets.
        authorizer: Decides what may be opened.
        seconds_left: Returns the seconds until the deadline of the run.
        guard: Decides which hosts the run may reach; None if it lists no hosts.
        page_control: Whether a person has paused the run.
    """

    front: Page | None = None
    dialog: Dialog | None = None
    timeout: float = 0.0
    downloads: Sequence[Download] = ()

    def __init__(
        self,
        needed: Needed,
        *,
        values: Values,
        authorizer: Authorizer,
        seconds_left: Callable[[], float],
        guard: Guard | None,
        page_control: PageControl,
    ) -> None:
        self.guard = guard
        self.seconds_left = seconds_left
        self._needed = needed
        self._values = values
        self._authorizer = authorizer
        self._control = page_control

    async def browser(self) -> Browser:
        """The browser that renders pages; it is started for the first of them."""
        try:
            return (await self._needed()).browser
        except ActwrightError as error:
            raise ToolError(f"no page can be rendered: {error}; use fetch_url") from error

    # What there is instead of a page

    async def observe(self, *, picture: bool = True) -> Observation:  # noqa: ARG002 - as the loop asks a page
        """Nothing to see."""
        return Observation(url="")

    look = observe

    def hosts(self) -> tuple[str, ...]:
        """The hosts that pages reached: none, because the tools reach hosts by themselves."""
        return ()

    async def is_idle(self, *, since: float) -> bool:  # noqa: ARG002 - as `Surface`
        """Nothing is under way."""
        return True

    async def catch_up(self, *, briefly: bool = False) -> str:  # noqa: ARG002 - as `ActingSurface`
        """Nothing is owed."""
        return ""

    @property
    def shares_selection(self) -> bool:
        """No page selects anything."""
        return False

    async def check_clipboard(self, use: ClipboardUse) -> None:
        """Nothing is copied or pasted."""

    async def until_dialog(self) -> None:
        """No dialog opens."""
        await asyncio.Event().wait()

    @asynccontextmanager
    async def authorized(self, action: Action, tool: Tool, *, count: int) -> AsyncGenerator[ActionEffects]:
        """Decides what an action may do; see `ActingSurface.authorized`. Nothing happens on a page."""
        await self._control.free()
        authorization = await self._authorizer.of(action, tool, self, count=count)
        yield ActionEffects(authorization, dispatched=not authorization.refused, silent=True)

    async def ask_human(self, reason: str) -> bool:  # noqa: ARG002 - as `Surface`
        """Raises ToolError: there is nothing to act on."""
        raise ToolError("this run has no page that a person could act on")

    # Values and permissions

    def expand(self, text: str) -> str:
        """`text` with its data references resolved. Raises ToolError for unknown and secret ones."""
        return self._values.expand(text)

    def check_value(self, text: str) -> None:
        """Raises ToolError if a value parameter refers to something unknown."""
        self._values.check(text)

    def mask(self, text: str) -> str:
        """`text` with private values and secrets replaced by their names."""
        return self._values.mask(text)

    def mask_sentence(self, sentence: str) -> str:
        """A sentence of ours with values replaced in what it quotes."""
        return self._values.mask_sentence(sentence)

    def has_copied(self, place: str) -> bool:  # noqa: ARG002 - there is no page to copy from
        """Whether the run copied what is in the clipboard; see `Places.has_copied`."""
        return False

    def record_outcome(self, tool: Tool, outcome: Outcome) -> None:
        """Notes the outcome of a call; see `ActingSurface.record_outcome`."""
        self._authorizer.read(tool, outcome)

    @property
    def address(self) -> str:
        """Empty: there is no page."""
        return ""

    async def place(self, element_id: str | None) -> str:  # noqa: ARG002 - as `Places`
        """Nothing is given anywhere."""
        return ""

    async def form_place(self, element_id: str | None) -> str | None:  # noqa: ARG002
        """There is no form."""
        return None

    async def form_values(self, element: Element | None) -> Mapping[str, str]:  # noqa: ARG002
        """There is no form."""
        return {}

    # What needs a page

    @property
    def page(self) -> Page:
        """Raises ToolError, like everything that follows."""
        _no_page()

    def known(self, element_id: str) -> Element:  # noqa: ARG002 - as `ActingSurface`
        """See `page`."""
        _no_page()

    async def target(
        self,
        element_id: str,  # noqa: ARG002 - as `Surface`
        *,
        enabled: bool = True,  # noqa: ARG002
        reachable: bool | Literal["by keys"] = True,  # noqa: ARG002
        same: Sameness = "exactly",  # noqa: ARG002
        also: Also = frozenset(),  # noqa: ARG002
    ) -> Target:
        """See `page`."""
        _no_page()

    async def slipped(self, target: Target) -> bool:  # noqa: ARG002 - as `Surface`
        """See `page`."""
        _no_page()

    def order_picture(self, part: str | Box | None) -> None:  # noqa: ARG002 - as `Surface`
        """See `page`."""
        _no_page()

    def reveal(self, value: str, target: Target) -> str:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def write(self, target: Target, value: str, *, at_end: bool = False) -> bool:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def enter(self, target: Target, value: str) -> FieldContent | None:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def type(self, target: Target, value: str, *, at_end: bool = False) -> None:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def content(self, target: Target, *, drawn: bool = False) -> FieldContent:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def settled_content(self, target: Target, *, wanted: bool | None = None) -> FieldContent:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def ask(
        self,
        of: Target | Frame,  # noqa: ARG002
        question: Question,  # noqa: ARG002
        argument: object = None,  # noqa: ARG002
        *,
        drawn: int = 0,  # noqa: ARG002
    ) -> dict[str, Any]:
        """See `page`."""
        _no_page()

    def part(self, target: Target, part: Part) -> Locator:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def box_of(self, target: Target) -> Box:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def in_the_open(self, target: Target) -> bool:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def read_back(self, target: Target, value: str, content: FieldContent | None = None) -> Receipt:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def unfold(self, fold_id: str, *, start: int = 0) -> str:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def full_text(self, target: Target) -> str:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def document_text(self) -> str:
        """Nothing beyond what a look has."""
        return ""

    def files(self, names: Sequence[str]) -> list[Path]:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def switch_tab(self, tab_id: str) -> str:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def close_tab(self, tab_id: str) -> str:  # noqa: ARG002
        """See `page`."""
        _no_page()

    async def new_tab(self) -> str:
        """See `page`."""
        _no_page()

    async def answer_dialog(self, *, accept: bool, text: str = "") -> str:  # noqa: ARG002
        """See `page`."""
        _no_page()
