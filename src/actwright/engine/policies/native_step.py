"""A step of a policy that speaks a provider's own toolset: reads are answered at once, acts are one proposal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from actwright.engine.policies.base import Ask
from actwright.errors import ReplyError
from actwright.prompts.conversation import continued
from actwright.schemas.exchange import Block, Request, ToolCall
from actwright.schemas.proposal import MAX_ACTIONS, Action, Proposal, final_proposal
from actwright.schemas.tool import ToolSpec
from actwright.schemas.turn import Turn

MOST_ASKED = 8
"""How often the model is asked in one step; more reads than that wait for the next look."""
BESIDE = (
    *("answer_dialog", "expect", "expect_url", "expect_value", "expect_state", "expect_gone", "expect_count"),
    *("expect_download", "expect_request", "fail"),
)
"""Tools that stand beside a toolset: what proves completion, and what it has no member for."""


def tools_beside(turn: Turn, taken: Collection[str]) -> list[ToolSpec]:
    """The run's tools that the toolset does not cover; without evidence, those that prove something are left out."""
    proves = turn.task.evidence != "off"
    return [spec for spec in turn.tools if spec.name not in taken and (proves or not spec.name.startswith("expect"))]


async def native_step(
    turn: Turn,
    ask: Ask,
    request: Request,
    *,
    actions: Callable[[Sequence[ToolCall]], Sequence[Action]],
    answer: Callable[[Sequence[ToolCall]], Sequence[Block]],
) -> Proposal:
    """The acts of a reply; a reply without calls ends the run.

    Args:
        turn: The turn.
        ask: Asks the model.
        request: The first request.
        actions: The actions that calls become.
        answer: The results of calls that become no action, from the look of this step.

    Raises:
        ReplyError: The reply is cut off, a refusal or empty, or it asks for too much at once.
    """
    for _ in range(MOST_ASKED):
        reply = await ask(request, role="main")
        calls = [block for block in reply.blocks if isinstance(block, ToolCall)]
        if not calls:
            return final_proposal(reply.text, typed=turn.task.output is not None)
        acts = tuple(actions(calls))
        if len(acts) > MAX_ACTIONS:
            raise ReplyError(f"the calls are {len(acts)} actions; at most {MAX_ACTIONS} are done at once")
        if acts:
            message = reply.text.strip() or f"calls {', '.join(call.tool for call in calls)}"
            return Proposal(complete=False, message=message, actions=acts)
        request = continued(request, reply, answer)
    return Proposal(complete=False, message="goes on reading", actions=())
