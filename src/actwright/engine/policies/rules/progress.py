"""Where a task stands: its script, the steps so far, the page, and the part under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from actwright.engine.policies.rules.barrier import barrier, shown_instead
from actwright.engine.policies.rules.history import History, act, marked
from actwright.engine.policies.rules.instructions import Instruction
from actwright.engine.policies.rules.parts import Item, Part, Script
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.status import FailKind

__all__ = ["Progress", "fail", "give_up"]


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that a decision is based on.

    Attributes:
        number: The part under way, from 1.
    """

    script: Script
    history: History
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
    def following(self) -> Progress:
        """The same progress with the next part under way."""
        return replace(self, number=self.number + 1)

    def propose(self, message: str, actions: Sequence[Action]) -> Proposal:
        """Actions without a claim."""
        return Proposal(complete=False, message=message, actions=tuple(actions))

    def with_proofs(self, message: str, actions: Sequence[Action]) -> Proposal:
        """Actions with the checks that the task names; with checks, those of the last part also claim completion."""
        proofs = self.named_proofs()
        return Proposal(complete=bool(proofs) and self.is_last, message=message, actions=(*actions, *proofs))

    def named_proofs(self) -> list[Action]:
        """The checks that the task names for this part."""
        return [_proof(marked(self.number, "prove", one.clause), one) for one in self.part.proofs]

    def give_up(self, why: str, kind: FailKind) -> Proposal:
        """Ends the run as failed."""
        return give_up(self.number, why, kind)

    def give_up_here(self, why: str, kind: FailKind) -> Proposal:
        """Ends the run as failed because the page lacks something; the kind changes if something blocks the page."""
        has_password = any(item.value is None for item in self.items)
        if what := shown_instead(self.page):
            why = f'the page "{self.page.title or self.page.url}" shows {what}; {why}'
        return self.give_up(why, barrier(self.page, has_password=has_password) or kind)


def give_up(part: int, why: str, kind: FailKind) -> Proposal:
    """Ends the run as failed, with the reason as message."""
    return Proposal(complete=False, message=why, actions=(fail(part, why, kind),))


def fail(part: int, why: str, kind: FailKind) -> Action:
    """The action that ends a run as failed."""
    return act(marked(part, "stop", "it cannot be done without guessing"), "fail", reason=why, kind=kind)


def _proof(reason: str, one: Instruction) -> Action:
    """The check that an instruction asks for; a part of a URL becomes a pattern."""
    if one.kind == "url":
        whole = one.value.startswith(("/", "http")) or "*" in one.value
        return act(reason, "expect_url", url=one.value if whole else f"*{one.value}*")
    if one.kind == "gone":
        return act(reason, "expect_count", text=one.value, count=0)
    return act(reason, "expect", text=[one.value])
