"""One call for a plan of all pages; code follows it, and asks again only where a page is not as planned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from actwright.engine.policies.base import Ask
from actwright.engine.policies.without_a_call import by_label, shows, went_well
from actwright.errors import ReplyError
from actwright.prompts.plan import SCHEMA_NAME, plan_request
from actwright.schemas.answer_json import with_bare_json
from actwright.schemas.proposal import Action, Plan, Proposal, parse_plan
from actwright.schemas.turn import Turn


class PlanThenExecute:
    """Asks the `main` model for a plan, and again only where a guard fails.

    A step of the plan is done without a call if the last step was done whole, the page shows what the plan says that it
    shows, and each of the step's labels stands for exactly one element. Labels never stand for more than that: what is
    found twice, or not at all, costs a call.
    """

    roles: ClassVar[tuple[str, ...]] = ("main",)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """The next step of the plan, or the first one of a new plan.

        Raises:
            ReplyError: The model's reply is cut off, a refusal, or not a plan.
        """
        if (planned := _as_planned(turn)) is not None:
            return planned
        reply = await ask(plan_request(turn), role="main")
        plan = parse_plan(reply.text, tools=turn.tools, output=turn.task.output is not None)
        return _proposal(plan, 0, [by_label(action, turn.page) or action for action in plan.steps[0].actions])


POLICY = PlanThenExecute


def _as_planned(turn: Turn) -> Proposal | None:
    """The next step of the newest plan, if its guards hold; None if a plan is needed."""
    plan, done = _newest_plan(turn)
    if plan is None or done >= len(plan.steps) or not went_well(turn.steps[-1]) or turn.page.dialog is not None:
        return None
    step = plan.steps[done]
    if not shows(turn.page, step.shows):
        return None
    actions = [by_label(action, turn.page) for action in step.actions]
    known = [action for action in actions if action is not None]
    return _proposal(plan, done, known) if len(known) == len(actions) else None


def _newest_plan(turn: Turn) -> tuple[Plan | None, int]:
    """The newest plan, and how many of its steps have been proposed."""
    typed = turn.task.output is not None
    for age, step in enumerate(reversed(turn.steps), 1):
        for exchange in reversed(step.exchanges):
            if exchange.reply is not None and exchange.request.schema_name == SCHEMA_NAME:
                try:
                    text = with_bare_json(exchange.reply, exchange.request).text
                    return parse_plan(text, tools=turn.tools, output=typed), age
                except ReplyError:
                    return None, 0
    return None, 0


def _proposal(plan: Plan, number: int, actions: Sequence[Action]) -> Proposal:
    """A step of a plan as a proposal; only the last one can complete the task."""
    last = number == len(plan.steps) - 1
    return Proposal(
        complete=plan.complete and last,
        message=plan.message if last else f"step {number + 1} of {len(plan.steps)} of the plan: {plan.message}",
        actions=tuple(actions),
        output=plan.output if plan.complete and last else None,
    )
