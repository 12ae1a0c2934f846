"""Interprets the steps so far: every action's reason begins with a mark that names what it was for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from actwright.engine.policies.rules.words import plain
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome, Step

__all__ = ["History", "PastAction", "Role", "act", "marked"]

Role = Literal["enter", "onward", "finish", "clear", "answer", "wait", "prove", "stop"]
"""`enter` a value; press `onward` to the next page of a form; `finish` the form; `clear` away a banner; `answer` a
dialog; `wait`; `prove` by expect; `stop` by fail."""

_MARK = re.compile(r"(enter|onward|finish|clear|answer|wait|prove|stop)(?: (\{\{[^{}]+\}\}))?: ")


def marked(role: Role, why: str, *, reference: str = "") -> str:
    """The reason of an action: the mark, then the reason for people."""
    return f"{role}{f' {reference}' if reference else ''}: {why}"


def act(reason: str, tool: str, /, **parameters: object) -> Action:
    """An action."""
    return Action(reason=reason, tool=tool, parameters=parameters)  # pyright: ignore[reportArgumentType] - plain JSON


@dataclass(frozen=True, slots=True)
class PastAction:
    """One earlier action: its mark, its outcome, and the page before its step."""

    role: str
    reference: str
    outcome: Outcome
    page: Observation
    step: int

    @property
    def element_id(self) -> str:
        """The ID of the element that it acted on; empty if none."""
        return str(self.outcome.action.parameters.get("element_id", ""))


@dataclass(frozen=True, slots=True)
class History:
    """All earlier actions, oldest first."""

    actions: tuple[PastAction, ...]

    @staticmethod
    def of(steps: Sequence[Step]) -> History:
        """Reads the steps."""
        found = (_past(step, outcome) for step in steps for outcome in step.outcomes)
        return History(tuple(past for past in found if past))

    def begun(self, *roles: str) -> tuple[PastAction, ...]:
        """The actions of these roles that were at least begun."""
        return tuple(past for past in self.actions if past.role in roles and past.outcome.status != "skipped")

    @property
    def press(self) -> PastAction | None:
        """The last press that happened, or may have, if nothing was entered since."""
        found = [past for past in self.begun("enter", "onward", "finish") if past.outcome.status != "failed"]
        return found[-1] if found and found[-1].role != "enter" else None

    def since(self, press: PastAction, role: str) -> list[PastAction]:
        """The actions of a role that were begun after a press, in its step or later."""
        later = self.actions[self.actions.index(press) + 1 :]
        return [past for past in later if past.role == role and past.outcome.status != "skipped"]

    def entered(self, reference: str) -> tuple[PastAction, ...]:
        """The times that a value was entered."""
        return tuple(past for past in self.actions if past.reference == reference and past.outcome.status == "done")

    def repeats(self, press: PastAction, actions: Sequence[Action]) -> bool:
        """Whether everything that these actions would enter was in the form at a press.

        What was entered earlier counts only if the field still held it, because a person may have changed it.
        """
        stood = {
            _entry(past.outcome.action)
            for past in self.actions
            if past.outcome.status == "done" and (past.step == press.step or _stands(past, press.page))
        }
        return {_entry(action) for action in actions} <= stood

    def tries(self, reference: str, field_name: str) -> int:
        """How often a value was tried on a field of this name, whether or not it worked."""
        name = plain(field_name)
        return sum(
            past.reference == reference
            and past.outcome.status != "skipped"
            and name in plain(past.outcome.action.reason)
            for past in self.actions
        )

    @property
    def last_failure(self) -> PastAction | None:
        """The action that failed in the last step, if one did."""
        last = self.actions[-1].step if self.actions else 0
        return next((past for past in self.actions if past.step == last and past.outcome.status == "failed"), None)

    @property
    def last_waits(self) -> list[PastAction]:
        """The waits since anything else was done."""
        others = [number for number, past in enumerate(self.actions, 1) if past.role != "wait"]
        return [*self.actions[others[-1] if others else 0 :]]


def _stands(past: PastAction, page: Observation) -> bool:
    """Whether a field on a page holds what was entered into it."""
    field = page.by_id.get(past.element_id)
    return field is not None and any(each.got == field.value for each in past.outcome.receipts)


def _entry(action: Action) -> tuple[str, str, str]:
    """What an action enters, whatever the element."""
    mark = _MARK.match(action.reason)
    values = {name: value for name, value in action.parameters.items() if name != "element_id"}
    return action.tool, (mark[2] if mark else "") or "", repr(sorted(values.items()))


def _past(step: Step, outcome: Outcome) -> PastAction | None:
    match = _MARK.match(outcome.action.reason)
    return PastAction(match[1], match[2] or "", outcome, step.page, step.number) if match else None
