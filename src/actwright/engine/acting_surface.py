"""The page of a run, as what performs its actions uses it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from actwright.engine.action_effects import ActionEffects
from actwright.engine.run_clock import RunClock
from actwright.engine.values.values import Values
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome, Receipt
from actwright.tools.base import Tool
from actwright.tools.surface import Surface


class ActingSurface(Surface, Protocol):
    """What the executor needs from the page, beyond what tools may use."""

    @property
    def values(self) -> Values:
        """Data and secrets of the run."""
        ...

    @property
    def clock(self) -> RunClock:
        """How much of the run's time is left."""
        ...

    def authorized(self, action: Action, tool: Tool, *, count: int) -> AbstractAsyncContextManager[ActionEffects]:
        """Decides once what an action may do, just before the block, which performs the action unless it is refused.

        The decision is `authorization` of the returned effects. If its `refused` is not empty, the block must not
        dispatch anything. An action that may have an effect is journaled first. While the block lasts, no person gets
        the page, what the action may not send is blocked, and what happens is recorded. At the end the page settles
        if the action may have changed it; after an edit that changed nothing but its own field, that is put off until
        `catch_up`. Input that reached none of the elements it was meant for is reported in `input_refused`.

        Args:
            action: The action.
            tool: Its tool.
            count: How many effects the run has had so far.

        Raises:
            ToolError: The page does not say where the action would go. Nothing was dispatched.
            BrowserError: The page is gone.
        """
        ...

    def record_outcome(self, tool: Tool, outcome: Outcome) -> None:
        """Notes the outcome of a call; links that it reports count as links that a page showed."""
        ...

    def known(self, element_id: str) -> Element:
        """The element as it was last seen. Raises ToolError, naming what exists instead."""
        ...

    async def catch_up(self, *, briefly: bool = False) -> str:
        """Lets the page settle after earlier edits, if that was put off.

        What happens then belongs to the last of these edits. With `briefly`, it waits no longer than it must. Returns
        why the rest of the batch must not go on; empty if it may.
        """
        ...

    async def answered(self) -> int:
        """Waits until no question about what an edit sends is open. Returns how many there were so far."""
        ...

    async def reopened(self, texts: Sequence[str]) -> str:
        """The text of the page at its address, opened anew in a tab of the run's own; empty if that cannot be done."""
        ...

    async def leave_fields(self, tool: Tool, *, edited: bool) -> None:
        """Moves the focus from a field that was edited to the button that a call is about to press, as pressing it would.

        What the page does then belongs to the last edit. Other calls, and those without an edit before, do nothing. A
        button that submits nothing counts only after an edit of the same batch: it may be in what an earlier edit opened.
        """
        ...

    async def reread_fields(self, *, before_effect: bool) -> Sequence[tuple[str, Receipt]]:
        """Reads the fields again that were edited since the last effect.

        Args:
            before_effect: Whether an effect follows; what the fields contain after it is not compared any more.

        Returns:
            The IDs and receipts of those that the page has given another value, which does not mean what was meant.
        """
        ...

    async def until_dialog(self) -> None:
        """Returns when a dialog opens that waits for an answer."""
        ...
