"""A native tool-calling conversation: the model calls tools, reads their results, and ends by answering in words."""

from __future__ import annotations

from typing import ClassVar, get_args

from actwright.engine.policies.base import Ask, Preferences
from actwright.errors import ConfigError, ReplyError
from actwright.prompts.conversation import Pages, conversation
from actwright.schemas.exchange import ToolCall
from actwright.schemas.proposal import MAX_ACTIONS, Action, Proposal, final_proposal, parse_arguments
from actwright.schemas.turn import Turn


class ToolLoop:
    """Asks the `main` model once per step, by the provider's own protocol for tools.

    The conversation keeps everything that was said and done. The model's final answer is trusted unless the caller
    requires evidence.

    Args:
        pages: `newest` sends only the newest page and screenshot, as products with such a loop do; `all` sends every
            page seen so far. A prompt cache can read everything but the newest page with `all`, and everything but the last
            turn with `newest`.

    Raises:
        ConfigError: `pages` is neither.
    """

    roles: ClassVar[tuple[str, ...]] = ("main",)
    preferences: ClassVar = Preferences(evidence="off")

    def __init__(self, pages: Pages = "newest") -> None:
        if pages not in get_args(Pages):
            raise ConfigError(
                f"tool_loop shows the newest page or all of them; write tool_loop:all instead of {pages!r}"
            )
        self._pages: Pages = pages

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """The calls of the reply as actions; a reply without any ends the run.

        Raises:
            ReplyError: The reply is cut off, a refusal, empty, or a call has arguments that are not a JSON object.
        """
        reply = await ask(conversation(turn, pages=self._pages), role="main")
        calls = [block for block in reply.blocks if isinstance(block, ToolCall)]
        if not calls:
            return final_proposal(reply.text, typed=turn.task.output is not None)
        if len(calls) > MAX_ACTIONS:
            raise ReplyError(f"the reply makes {len(calls)} calls; at most {MAX_ACTIONS} are made at once")
        actions = tuple(map(_action, calls))
        message = reply.text.strip() or f"calls {', '.join(action.tool for action in actions)}"
        return Proposal(complete=False, message=message, actions=actions)


def _action(call: ToolCall) -> Action:
    try:
        return Action(reason="", tool=call.tool, parameters=parse_arguments(call.arguments))
    except ReplyError as error:
        raise ReplyError(f"{call.tool}: {error}") from error


POLICY = ToolLoop
