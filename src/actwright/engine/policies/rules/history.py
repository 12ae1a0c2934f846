"""Interprets the steps so far: every action's reason begins with a mark that names the part and item that it served."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from actwright.engine.policies.rules.words import plain
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Outcome, Step

__all__ = ["Deed", "History", "Role", "marked"]

Role = Literal["enter", "onward", "finish", "clear", "answer", "wait", "prove", "stop"]
"""`enter` a value; press `onward` to the next page of a form; `finish` a part; `clear` away a banner; `answer` a
dialog; `wait`; `prove` by expect; `stop` by fail."""

_MARK = re.compile(
    r"part (\d+), (enter|onward|finish|clear|answer|wait|prove|stop)(?: ((?:data|instruction) [^:]+))?: "
)


def marked(part: int, role: Role, why: str, *, key: str = "") -> str:
    """The reason of an action: the mark, then the reason for people."""
    return f"part {part}, {role}{f' {key}' if key else ''}: {why}"


@dataclass(frozen=True, slots=True)
class Deed:
    """One earlier action: its mark, its outcome, and the page before its step."""

    part: int
    role: str
    key: str
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

    deeds: tuple[Deed, ...]

    @staticmethod
    def of(steps: Sequence[Step]) -> History:
        """Reads the steps."""
        found = (_deed(step, outcome) for step in steps for outcome in step.outcomes)
        return History(tuple(deed for deed in found if deed))

    @property
    def part(self) -> int:
        """The part that was worked on last, from 1."""
        return max((deed.part for deed in self.deeds), default=1)

    def of_part(self, part: int, *roles: str) -> tuple[Deed, ...]:
        """The deeds of a part, of these roles if any are given, that were at least begun."""
        return tuple(
            deed
            for deed in self.deeds
            if deed.part == part and (not roles or deed.role in roles) and deed.outcome.status != "skipped"
        )

    def press(self, part: int) -> Deed | None:
        """The last press of a part that happened, or may have, if nothing was entered since."""
        found = [deed for deed in self.of_part(part, "enter", "onward", "finish") if deed.outcome.status != "failed"]
        return found[-1] if found and found[-1].role != "enter" else None

    def since(self, press: Deed) -> tuple[Deed, ...]:
        """The deeds after a press, in its step or later."""
        return self.deeds[self.deeds.index(press) + 1 :]

    def entered(self, key: str) -> tuple[Deed, ...]:
        """The times an item was entered."""
        return tuple(deed for deed in self.deeds if deed.key == key and deed.outcome.status == "done")

    def repeats(self, press: Deed, actions: Sequence[Action]) -> bool:
        """Whether everything that these actions would enter was in the form at a press.

        What was entered earlier counts only if the field still held it, because a person may have changed it.
        """
        stood = {
            _entry(deed.outcome.action)
            for deed in self.deeds
            if deed.outcome.status == "done" and (deed.step == press.step or _stands(deed, press.page))
        }
        return {_entry(action) for action in actions} <= stood

    def tries(self, key: str, field_name: str) -> int:
        """How often an item was tried on a field of this name, whether or not it worked."""
        name = plain(field_name)
        return sum(
            deed.key == key and deed.outcome.status != "skipped" and name in plain(deed.outcome.action.reason)
            for deed in self.deeds
        )

    def last_failure(self, part: int) -> Deed | None:
        """The action of this part that failed in the last step, if one did."""
        last = self.deeds[-1].step if self.deeds else 0
        return next(
            (deed for deed in self.of_part(part) if deed.step == last and deed.outcome.status == "failed"), None
        )


def _stands(deed: Deed, page: Observation) -> bool:
    """Whether a field on a page holds what was entered into it."""
    field = page.by_id.get(deed.element_id)
    return field is not None and any(each.got == field.value for each in deed.outcome.receipts)


def _entry(action: Action) -> tuple[str, str, str]:
    """What an action enters, whatever the element."""
    mark = _MARK.match(action.reason)
    values = {name: value for name, value in action.parameters.items() if name != "element_id"}
    return action.tool, (mark[3] if mark else "") or "", repr(sorted(values.items()))


def _deed(step: Step, outcome: Outcome) -> Deed | None:
    match = _MARK.match(outcome.action.reason)
    if not match:
        return None
    return Deed(int(match[1]), match[2], match[3] or "", outcome, step.page, step.number)


def act(reason: str, tool: str, /, **parameters: object) -> Action:
    """An action."""
    return Action(reason=reason, tool=tool, parameters=parameters)  # pyright: ignore[reportArgumentType] - plain JSON
