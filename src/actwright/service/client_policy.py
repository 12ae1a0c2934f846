"""A policy that is steered from outside: a client looks at the page, and proposes what to do next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from actwright.engine.policies.base import Ask, Preferences
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Step
from actwright.schemas.turn import Turn

__all__ = ["ClientPolicy"]


class ClientPolicy:
    """Waits for a client's proposal at each step. One object serves one run.

    Attributes:
        turn: The turn that waits for the client; None before the first look and while a proposal is performed.
        wants_picture: Whether the next look takes a picture.
    """

    roles: tuple[str, ...] = ()
    preferences = Preferences(evidence="off")

    def __init__(self, changed: Callable[[], None]) -> None:
        """`changed` is called whenever a turn waits for the client."""
        self.turn: Turn | None = None
        self.wants_picture = False
        self._changed = changed
        self._proposals: asyncio.Queue[Proposal] = asyncio.Queue()

    def pictured(self, _steps: Sequence[Step]) -> bool:
        """See `Policy`."""
        return self.wants_picture

    async def decide(self, turn: Turn, _ask: Ask) -> Proposal:
        """Waits for the client's next proposal, however long that takes."""
        self.turn = turn
        self._changed()
        try:
            return await self._proposals.get()
        finally:
            self.turn = None

    def propose(self, proposal: Proposal) -> None:
        """Gives the waiting turn its proposal."""
        self.turn = None
        self._proposals.put_nowait(proposal)
