"""The surface of a run that reads the web and has no page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Never

from playwright.async_api import Browser, Dialog, Page

from actwright.engine.action_effects import ActionEffects
from actwright.engine.page.browser.on_demand import Needed
from actwright.engine.people.page_control import PageControl
from actwright.engine.permissions.authorization import Authorizer
from actwright.engine.run_clock import RunClock
from actwright.engine.values.values import Values
from actwright.errors import ActwrightError, ToolError
from actwright.net.guard import Guard
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome, Receipt
from actwright.tools.base import Tool

NO_PAGE = "this run reads the web and has no page of its own"


class PagelessSurface:
    """What the loop and the web tools use without a page: nothing to look at, and a browser only if needed.

    Args:
        needed: Starts the browser that renders pages.
        values: Data and secrets.
        authorizer: Decides what may be opened.
        clock: How much of the time of the run is left.
        guard: Decides which hosts the run may reach; None if it lists no hosts.
        page_control: Whether a person has paused the run.
    """

    front: Page | None = None
    seen: Sequence[Observation] = ()
    dialog: Dialog | None = None
    timeout: float = 0.0

    def __init__(
        self,
        needed: Needed,
        *,
        values: Values,
        authorizer: Authorizer,
        clock: RunClock,
        guard: Guard | None,
        page_control: PageControl,
    ) -> None:
        self.guard = guard
        self.values = values
        self.clock = clock
        self.mask = values.mask
        self._needed = needed
        self._authorizer = authorizer
        self._control = page_control

    async def browser(self) -> Browser:
        """The browser that renders pages; it is started for the first of them."""
        try:
            return (await self._needed()).browser
        except ActwrightError as error:
            raise ToolError(f"no page can be rendered: {error}; use fetch_url") from error

    @property
    def page(self) -> Never:
        """Raises ToolError, as everything does that needs a page."""
        raise ToolError(NO_PAGE)

    view = fields = tabs = files = requests = page_tools = address = page

    def target(self, *_: object, **__: object) -> Never:
        """See `page`."""
        raise ToolError(NO_PAGE)

    is_idle = known = place = field = form_place = form_values = has_copied = target

    # What there is instead of a page

    async def observe(self, *, picture: bool = True) -> Observation:  # noqa: ARG002 - as the loop asks a page
        """Nothing to see."""
        return Observation(url="")

    look = observe

    async def reopened(self, texts: Sequence[str]) -> str:  # noqa: ARG002 - as `ActingSurface`
        """Empty: there is no page."""
        return ""

    async def catch_up(self, *, briefly: bool = False) -> str:  # noqa: ARG002 - as `ActingSurface`
        """Nothing is owed."""
        return ""

    async def answered(self) -> int:
        """Nobody is asked about edits."""
        return 0

    async def leave_fields(self, tool: Tool, *, edited: bool) -> None:
        """No field was edited."""

    async def reread_fields(self, *, before_effect: bool) -> Sequence[tuple[str, Receipt]]:  # noqa: ARG002 - as `ActingSurface`
        """No field was edited."""
        return ()

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

    def record_outcome(self, tool: Tool, outcome: Outcome) -> None:
        """Notes the outcome of a call; see `ActingSurface.record_outcome`."""
        self._authorizer.read(tool, outcome)
