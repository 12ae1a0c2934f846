"""The protocol of a policy: it decides the next step, and nothing else."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from actwright.errors import ConfigError
from actwright.schemas.exchange import Reply, Request
from actwright.schemas.page import Marks
from actwright.schemas.proposal import Proposal
from actwright.schemas.step import Step
from actwright.schemas.task import EvidenceRule
from actwright.schemas.turn import Turn
from actwright.suggestions import unknown

__all__ = ["POLICIES", "Ask", "Policy", "Preferences", "find_policy", "preferences_of", "wants_picture"]


class Ask(Protocol):
    """Sends a request to the model of a role and returns its reply; every call is counted and priced."""

    def __call__(self, request: Request, *, role: str = "main") -> Awaitable[Reply]:
        """Raises ModelError if the provider gives up, and ReplyError if the reply is cut off or a refusal.

        Raises LimitError if the call could exceed a limit of the run. Do not catch it: it ends the run.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """A policy's defaults for what the caller of a run does not set.

    Attributes:
        evidence: The evidence that a claim of completion needs.
        tools: Names of the tools that the policy uses; None means all built-in ones.
        marks: What the marks in the screenshot show, as in `PageOptions.marks`.
        pictures: Whether the policy uses screenshots; if not, none are taken.
    """

    evidence: EvidenceRule = "required"
    tools: tuple[str, ...] | None = None
    marks: Marks = "ids"
    pictures: bool = True


class Policy(Protocol):
    """Decides the next step from everything that a policy may know (`Turn`).

    Attributes:
        roles: The model roles that it asks (`("main",)`); empty if it needs no model.
        preferences: A `Preferences`. Optional.
        pictured: For a policy that uses only some screenshots: called with the steps so far before each look, returns
            whether it will use the next one. Optional.
        wire: The wire that the policy needs, such as `anthropic`. Optional.
        check: Called with the task before anything is opened; raises ConfigError if the policy cannot do it. Optional.
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
    """The preferences of the policy, or the defaults."""
    return getattr(policy, "preferences", Preferences())


def wants_picture(policy: Policy, steps: Sequence[Step]) -> bool:
    """Whether the policy will use the screenshot of the look after these steps."""
    pictured: Callable[[Sequence[Step]], bool] = getattr(policy, "pictured", lambda _: True)
    return pictured(steps)


POLICIES = (
    "auto",
    "chain_of_thought",
    "claude_browser",
    "code_as_action",
    "fields",
    "openai_computer",
    "plan_then_execute",
    "replay",
    "rules",
    "single_call",
    "tool_loop",
    "two_call",
)
"""The names of the built-in policies; each is a module of this package with a `POLICY`."""


def find_policy(name: str) -> Policy:
    """A new policy of this name. The text after a colon is its argument: `chain_of_thought:instruction.json`.

    Raises:
        ConfigError: There is no such policy, or it does not take this argument.
    """
    known, colon, argument = name.partition(":")
    if known not in POLICIES:
        raise ConfigError(unknown("policy", known, POLICIES))
    policy = importlib.import_module(f"actwright.engine.policies.{known}").POLICY
    if not colon:
        return policy()
    try:
        inspect.signature(policy).bind(argument)
    except TypeError as error:
        raise ConfigError(f"the policy {known!r} takes no argument; write only {known!r}") from error
    return policy(argument)
