"""The protocol of a policy: it decides the next step, and nothing else."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Protocol

import actwright.engine.policies
from actwright.errors import ConfigError
from actwright.schemas.exchange import Reply, Request
from actwright.schemas.page import Marks
from actwright.schemas.proposal import Proposal
from actwright.schemas.task import EvidenceRule
from actwright.schemas.turn import Turn
from actwright.suggestions import unknown

__all__ = ["Ask", "Policy", "Preferences", "find_policy", "policy_names", "preferences_of"]


class Ask(Protocol):
    """Sends a request to the model of a role and returns its reply; every call is counted and priced."""

    def __call__(self, request: Request, *, role: str = "main") -> Awaitable[Reply]:
        """Raises ModelError if the provider gives up, ReplyError if the reply is cut off or a refusal.

        Raises LimitError if the call may go beyond a limit of the run: let it pass, it ends the run.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """How a run is set up for a policy, where its caller does not say.

    Attributes:
        evidence: What a claim of completion needs.
        tools: Names of the tools that the policy makes use of; None for all built-in ones.
        marks: What names the elements in the picture, as `PageOptions.marks`.
        pictures: Whether it looks at pictures; none is taken for one that does not.
    """

    evidence: EvidenceRule = "required"
    tools: tuple[str, ...] | None = None
    marks: Marks = "ids"
    pictures: bool = True


class Policy(Protocol):
    """Decides the next step from all that may be known.

    Attributes:
        roles: The model roles it asks (`("main",)`); empty if it needs no model.
        preferences: A `Preferences`, of a policy that has some; it may be left out.
        pictured: Called with the steps so far before each look, of a policy that looks at some pictures alone: whether it will
            look at the next one. It may be left out.
        check: Called with the task before anything is opened, of a policy that can tell then that it will not do; raises
            ConfigError. It may be left out.
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


def preferences_of(policy: Policy) -> Preferences:
    """Those of the policy, or the usual ones."""
    return getattr(policy, "preferences", Preferences())


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
        raise ConfigError(unknown("policy", known, policy_names()))
    policy = importlib.import_module(f"actwright.engine.policies.{known}").POLICY
    if not colon:
        return policy()
    try:
        inspect.signature(policy).bind(argument)
    except TypeError as error:
        raise ConfigError(f"the policy {known!r} takes nothing after its name; write {known!r} alone") from error
    return policy(argument)
