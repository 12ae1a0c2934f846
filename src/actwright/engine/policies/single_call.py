"""One call per step: the model sees everything once, and answers with actions and whether they complete the task."""

from __future__ import annotations

from typing import ClassVar

from actwright.engine.policies.base import Ask
from actwright.prompts.render import request
from actwright.schemas.proposal import Proposal, parse_proposal
from actwright.schemas.turn import Turn

__all__ = ["POLICY", "SingleCall"]


class SingleCall:
    """Asks the `main` model once per step. Nothing is repaired: an unusable reply is a step."""

    roles: ClassVar[tuple[str, ...]] = ("main",)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """Renders the turn, asks, and parses the reply.

        Raises:
            ReplyError: The reply is cut off, a refusal, or not a proposal.
        """
        reply = await ask(request(turn), role="main")
        return parse_proposal(reply.text, tools=turn.tools, output=turn.task.output is not None)


POLICY = SingleCall
