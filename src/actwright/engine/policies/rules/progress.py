"""Where a task stands: its values, its words, the steps so far and the page; and the ways to wait or give up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from actwright.engine.policies.rules.barrier import barrier, shown_instead
from actwright.engine.policies.rules.history import History, PastAction, act, marked
from actwright.engine.policies.rules.words import TaskWords
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.status import FailKind
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn

__all__ = ["Item", "Progress", "fail", "give_up", "items_of", "propose"]

PATIENCE = (2.0, 4.0, 6.0)
"""Seconds of the waits while the page may change by itself. No two are equal, so waiting never counts as stuck."""


@dataclass(frozen=True, slots=True)
class Item:
    """One value to enter.

    Attributes:
        name: What to look for among the fields.
        value: The value; None for a private one or a secret, which only the executor knows.
    """

    name: str
    value: str | None

    @property
    def reference(self) -> str:
        """`{{name}}`: what the executor replaces with the value."""
        return f"{{{{{self.name}}}}}"

    @property
    def title(self) -> str:
        """How messages call it."""
        return f"data {self.name!r}"


def items_of(task: Task) -> tuple[Item, ...]:
    """The values of a task, in the order in which they were given."""
    return tuple(Item(name, task.data.get(name)) for name in task.names)


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that a decision is based on.

    Attributes:
        items: The values to enter.
        words: The words of the task; they choose between forms and buttons that would both do.
        history: The steps so far.
        page: The page as it is.
    """

    items: tuple[Item, ...]
    words: TaskWords
    history: History
    page: Observation

    @staticmethod
    def of(turn: Turn) -> Progress:
        """Reads a turn."""
        return Progress(items_of(turn.task), TaskWords.of(turn.task.text), History.of(turn.steps), turn.page)

    def wait(self, waits: Sequence[PastAction], why: str, *, least: int = 0) -> Proposal | None:
        """The next wait; None if waiting longer is useless.

        Args:
            waits: The waits for the same thing so far.
            why: What is waited for.
            least: How often to wait even if nothing is known to be under way on the page.
        """
        pending = self.page.pending or any(past.page.pending for past in waits)
        if len(waits) >= (len(PATIENCE) if pending else least):
            return None
        action = act(marked("wait", why), "wait", seconds=PATIENCE[len(waits)])
        return propose("Waiting for the page", [action])

    def give_up_here(self, why: str, kind: FailKind) -> Proposal:
        """Ends the run as failed because the page lacks something; the kind changes if something blocks the page."""
        has_password = any(item.value is None for item in self.items)
        if what := shown_instead(self.page):
            why = f'the page "{self.page.title or self.page.url}" shows {what}; {why}'
        return give_up(why, barrier(self.page, has_password=has_password) or kind)


def propose(message: str, actions: Sequence[Action], *, complete: bool = False) -> Proposal:
    """A proposal."""
    return Proposal(complete=complete, message=message, actions=tuple(actions))


def give_up(why: str, kind: FailKind) -> Proposal:
    """Ends the run as failed, with the reason as message."""
    return propose(why, [fail(why, kind)])


def fail(why: str, kind: FailKind) -> Action:
    """The action that ends a run as failed."""
    return act(marked("stop", "it cannot be done without guessing"), "fail", reason=why, kind=kind)
