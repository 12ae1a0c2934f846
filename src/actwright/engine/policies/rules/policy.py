"""Fills forms and follows sentences without a model; a match without a clear margin is refused."""

from __future__ import annotations

from actwright.engine.policies.base import Ask
from actwright.engine.policies.rules.decision import decide
from actwright.engine.policies.rules.instructions import UnclearError
from actwright.engine.policies.rules.parts import read_task
from actwright.errors import ConfigError
from actwright.schemas.proposal import Proposal
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn

__all__ = ["POLICY", "Rules"]


class Rules:
    """Maps data and plain sentences to the fields of a page by their labels, names, types and options.

    It asks no model and keeps nothing between turns: the same turn always gives the same proposal. It fills in what
    fits one field clearly better than any other, submits a form once, and proves success with `expect`. Instead of
    guessing, it calls `fail` and names the candidates.
    """

    roles: tuple[str, ...] = ()

    def check(self, task: Task) -> None:
        """Raises ConfigError if the task cannot be understood, before anything is opened."""
        try:
            read_task(task)
        except UnclearError as error:
            raise ConfigError(f"the policy 'rules': {error}") from error

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's; no model is asked
        """The proposal for this turn. Never raises: what the policy cannot do becomes a `fail`."""
        return decide(turn)


POLICY = Rules
