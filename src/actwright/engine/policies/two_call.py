"""Two calls per step, the older design: one proposes actions, one judges on a fresh look whether the task is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from actwright.engine.policies.base import Ask, Preferences
from actwright.errors import ReplyError
from actwright.prompts.two_call import proposer_request, verifier_request
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal, Verdict, parse_actions, parse_verdict
from actwright.schemas.step import Step
from actwright.schemas.turn import Turn


class TwoCall:
    """Asks `main` what to do, and afterwards `verifier` whether it is done.

    Each has its own look, so a step takes two calls and two looks. The verdict on a step begins the next one, because a
    step ends when its actions are done. So N acting steps are N + 1 steps of the run, the last of which only judges,
    and take 2 N calls and 2 N looks. The verifier's word is trusted unless the caller requires evidence.
    """

    roles: ClassVar[tuple[str, ...]] = ("main", "verifier")
    preferences: ClassVar = Preferences(evidence="off")

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """The verdict on what was done and, unless it is complete, what to do next.

        Raises:
            ReplyError: A reply is cut off, a refusal, or not what was asked for.
        """
        if not _acted_unjudged(turn.steps):
            last = _last_verdict(turn.steps)
            actions = await _proposed(turn, turn.page, last, ask)
            return Proposal(complete=False, message=last or _called(actions), actions=actions)
        verdict = await self._verdict(turn, ask)
        if verdict.complete:
            return Proposal(complete=True, message=verdict.message, actions=(), output=verdict.output)
        fresh = await turn.observe()
        actions = await _proposed(turn, fresh, verdict.message, ask)
        return Proposal(complete=False, message=verdict.message, actions=actions)

    async def _verdict(self, turn: Turn, ask: Ask) -> Verdict:
        reply = await ask(verifier_request(turn), role="verifier")
        return parse_verdict(reply.text, output=turn.task.output is not None)


async def _proposed(turn: Turn, page: Observation, verdict: str, ask: Ask) -> tuple[Action, ...]:
    reply = await ask(proposer_request(turn, page, verdict=verdict), role="main")
    return parse_actions(reply.text, tools=turn.tools)


def _last_verdict(steps: Sequence[Step]) -> str:
    """The verifier's message in the last step, if nothing came of the rest of that step; empty if there is none."""
    asked = [exchange for exchange in (steps[-1].exchanges if steps else ()) if exchange.role == "verifier"]
    try:
        return parse_verdict(asked[-1].reply.text, output=True).message if asked and asked[-1].reply else ""
    except ReplyError:
        return ""


def _called(actions: Sequence[Action]) -> str:
    return f"calls {', '.join(action.tool for action in actions)}" if actions else "calls nothing"


def _acted_unjudged(steps: Sequence[Step]) -> bool:
    """Whether something was done that has no verdict yet; an unusable reply of the verifier is not a verdict."""
    for step in reversed(steps):
        if step.outcomes:
            return True
        if step.proposal is not None or any(exchange.role == "main" for exchange in step.exchanges):
            return False
    return False


POLICY = TwoCall
