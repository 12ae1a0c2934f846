"""What a policy is: it decides the next step, and nothing else."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Awaitable
from typing import Protocol

import actwright.engine.policies
from actwright.errors import ConfigError
from actwright.schemas.exchange import Reply, Request
from actwright.schemas.proposal import Proposal
from actwright.schemas.turn import Turn

__all__ = ["Ask", "Policy", "find_policy", "policy_names"]


class Ask(Protocol):
    """Sends a request to the model of a role and returns its reply; every call is counted and priced."""

    def __call__(self, request: Request, *, role: str = "main") -> Awaitable[Reply]:
        """Raises ModelError if the provider gives up, ReplyError if the reply is cut off or a refusal.

        Raises LimitError if the call may go beyond a limit of the run: let it pass, it ends the run.
        """
        ...


class Policy(Protocol):
    """Decides the next step from all that may be known.

    Attributes:
        roles: The model roles it asks (`("main",)`); empty if it needs no model.

    It may say how a run is set up for it where the caller does not, by two more attributes:
        marks: What names the elements in the picture, as `PageOptions.marks`.
        tools: Names of the tools it makes use of.
    """

    @property
    def roles(self) -> tuple[str, ...]:
        """See the class."""
        ...

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """The proposal for this turn.

        Raises:
            ReplyError: The model's reply cannot be used.
        """
        ...


def policy_names() -> tuple[str, ...]:
    """The policies that ship: each is one module here with a `POLICY`."""
    modules = pkgutil.iter_modules(actwright.engine.policies.__path__)
    return tuple(module.name for module in modules if module.name != "base")


def find_policy(name: str) -> Policy:
    """The policy of this name, new. What follows a colon is its argument: `chain_of_thought:instruction.json`.

    Raises:
        ConfigError: There is none, or it takes no argument, or not this one.
    """
    known, colon, argument = name.partition(":")
    if known not in policy_names():
        raise ConfigError(f"there is no policy {known!r}; there are {', '.join(policy_names())}")
    policy = importlib.import_module(f"actwright.engine.policies.{known}").POLICY
    if not colon:
        return policy()
    try:
        inspect.signature(policy).bind(argument)
    except TypeError as error:
        raise ConfigError(f"the policy {known!r} takes nothing after its name; write {known!r} alone") from error
    return policy(argument)
