"""Where a task stands: its values and words, the steps so far, the page and what blocks it; and ways to wait or give up."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from actwright.engine.policies.rules.field_values import is_path
from actwright.engine.policies.rules.phrases import TaskWords, terms
from actwright.folding import plain
from actwright.schemas.ending import MISSING, REFUSALS, SERVER_ERRORS, is_checkpoint
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.status import FailKind
from actwright.schemas.step import Outcome, Step
from actwright.schemas.task import paths_in
from actwright.schemas.turn import Turn

Role = Literal["enter", "onward", "finish", "clear", "answer", "wait", "prove", "stop"]
"""`enter` a value; press `onward` to the next page of a form; `finish` the form; `clear` away a banner; `answer` a
dialog; `wait`; `prove` by expect; `stop` by fail."""

_OTHER_NAMES = ("last name", "name")
"""What a field for the last name may be called beside one for the first name."""

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
        """The times that a value was entered, and the field then had it."""
        return tuple(
            past
            for past in self.actions
            if past.reference == reference
            and past.outcome.status == "done"
            and all(receipt.match for receipt in past.outcome.receipts)
        )

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


ERROR_PAGE = "chrome-error:"
"""The beginning of the URL when the browser shows its own error page instead of a document it could not open."""
SILENT = "page does not answer"
"""Words in the note of a look, or the detail of an outcome, about a page that does not respond."""


def barrier(page: Observation, *, has_password: bool = True) -> FailKind | None:
    """Why nothing can be done on a page; None if nothing blocks it.

    Args:
        page: The page.
        has_password: Whether the task has a password to log in with; without one a login is a barrier.
    """
    if page.http_status in MISSING:
        return "not_found"
    if is_lost(page):
        return "blocked"
    if page.http_status in REFUSALS or (page.http_status or 0) >= SERVER_ERRORS:
        return "blocked"
    if is_checkpoint(page):
        return "blocked"
    if not has_password and any(one.type == "password" and not one.covered_by for one in page.elements):
        return "blocked"
    return None


def shown_instead(page: Observation) -> str:
    """What a page shows in place of what it is for, in words; empty if nothing can be said of it."""
    if page.http_status in MISSING | REFUSALS or (page.http_status or 0) >= SERVER_ERRORS:
        return f"HTTP {page.http_status}"
    return "a captcha or a refusal" if is_checkpoint(page) else ""


def is_for_persons(page: Observation) -> bool:
    """Whether a person may get past what blocks a page: it is there, and its server did not fail."""
    return not is_lost(page) and not is_silent(page) and (page.http_status or 0) < SERVER_ERRORS


def is_lost(page: Observation) -> bool:
    """Whether the browser shows its own error page because the document did not arrive."""
    return page.url.startswith(ERROR_PAGE)


def is_silent(page: Observation) -> bool:
    """Whether the page gave no answer when it was looked at."""
    return not page.elements and not page.text and any(SILENT in note for note in page.notes)


PATIENCE = (2.0, 4.0, 6.0)
"""Seconds of the waits while the page may change by itself. No two are equal, so waiting never counts as stuck."""


@dataclass(frozen=True, slots=True)
class Item:
    """One value to enter.

    Attributes:
        name: What to look for among the fields.
        value: The value; None for a private one or a secret, which only the executor knows.
        is_file: Whether it is the path of a file that may be uploaded.
        aliases: What else to look for.
        optional: Whether the form may lack a field for it.
        reading: The day or the number that it means, if it can be read in two ways and one of them is known; else empty.
    """

    name: str
    value: str | None
    is_file: bool = False
    aliases: tuple[str, ...] = ()
    optional: bool = False
    reading: str = ""

    @property
    def reference(self) -> str:
        """`{{name}}`: what the executor replaces with the value."""
        return f"{{{{{self.name}}}}}"

    @property
    def title(self) -> str:
        """How messages call it."""
        return f"data {self.name!r}"


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
    def of(turn: Turn, optional: Collection[str], readings: Mapping[str, str]) -> Progress:
        """Reads a turn; the form may lack fields for the values with some names, and some values have known readings."""
        task, paths = turn.task, paths_in(turn.task.text)
        values = ((name, task.data.get(name)) for name in task.names)
        items = tuple(
            Item(
                name,
                value,
                name in task.files or (value in paths and is_path(value)),
                optional=name in optional,
                reading=readings.get((value or "").strip(), ""),
            )
            for name, value in values
        )
        items = tuple(replace(one, aliases=_OTHER_NAMES) if _is_last_name(one, items) else one for one in items)
        return Progress(items, TaskWords.of(turn.task.text), History.of(turn.steps), turn.page)

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


def _is_last_name(item: Item, items: Sequence[Item]) -> bool:
    """Whether a name beside a first name is the last name, as `Nom` and `Prénom` are; not if it has the first name in it."""
    names = [each for one in items if (each := terms(one.name)) in (("lastname",), ("name",))]
    if names != [terms(item.name)] or item.value is None:
        return False
    first = [one.value for one in items if terms(one.name) == ("firstname",) and one.value]
    return len(first) == 1 and not {*plain(first[0]).split()} & {*plain(item.value).split()}


def propose(message: str, actions: Sequence[Action], *, complete: bool = False) -> Proposal:
    """A proposal."""
    return Proposal(complete=complete, message=message, actions=tuple(actions))


def give_up(why: str, kind: FailKind) -> Proposal:
    """Ends the run as failed, with the reason as message."""
    return propose(why, [fail(why, kind)])


def fail(why: str, kind: FailKind) -> Action:
    """The action that ends a run as failed."""
    return act(marked("stop", "it cannot be done without guessing"), "fail", reason=why, kind=kind)
