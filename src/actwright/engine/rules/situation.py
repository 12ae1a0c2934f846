"""Where a task stands: its script, the steps so far, the page, and the part under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from actwright.engine.rules.instructions import Instruction
from actwright.engine.rules.parts import Item, Part, Script
from actwright.engine.rules.story import Story, act, marked
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal

__all__ = ["Situation", "fail", "give_up"]


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a decision rests on.

    Attributes:
        number: The part under way, from 1.
    """

    script: Script
    story: Story
    page: Observation
    number: int

    @property
    def part(self) -> Part:
        """The part under way."""
        return self.script.parts[self.number - 1]

    @property
    def is_last(self) -> bool:
        """Whether the task ends with this part."""
        return self.number == len(self.script.parts)

    @property
    def items(self) -> tuple[Item, ...]:
        """What this part may enter."""
        return (*self.part.items, *(self.script.data if self.part.uses_data else ()))

    @property
    def following(self) -> Situation:
        """The same with the next part under way."""
        return replace(self, number=self.number + 1)

    def propose(self, message: str, actions: Sequence[Action]) -> Proposal:
        """Actions without a claim."""
        return Proposal(complete=False, message=message, actions=tuple(actions))

    def with_proofs(self, message: str, actions: Sequence[Action]) -> Proposal:
        """Actions with the checks that the task names; with them the last part's press is already the claim."""
        proofs = self.named_proofs()
        return Proposal(complete=bool(proofs) and self.is_last, message=message, actions=(*actions, *proofs))

    def named_proofs(self) -> list[Action]:
        """The checks that the task names for this part."""
        return [
            act(marked(self.number, "prove", one.clause), "expect", kind=one.kind, expected=_expected(one))
            for one in self.part.proofs
        ]

    def give_up(self, why: str) -> Proposal:
        """Ends the run as failed."""
        return give_up(self.number, why)


def give_up(part: int, why: str) -> Proposal:
    """Ends the run as failed, with the reason as message."""
    return Proposal(complete=False, message=why, actions=(fail(part, why),))


def fail(part: int, why: str) -> Action:
    """The action that ends a run as failed."""
    plain = why.replace("{{", "{").replace("}}", "}")  # a reference in a parameter would be resolved
    return act(marked(part, "stop", "it cannot be done without guessing"), "fail", reason=plain)


def _expected(one: Instruction) -> str:
    """An expected URL as the `expect` tool reads it: a part of it becomes a pattern."""
    if one.kind != "url" or one.value.startswith(("/", "http")) or "*" in one.value:
        return one.value
    return f"*{one.value}*"
