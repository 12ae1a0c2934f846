"""A run as a file that is replayed without a model: what was done, to what, and what proved it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from actwright.schemas.base import Frozen

__all__ = ["VERSION", "InputKind", "RecordedAction", "RecordedCheck", "RecordedStep", "Recording", "Target"]

VERSION = 1

InputKind = Literal["data", "private", "secret", "file"]


def _is_empty(value: object) -> bool:
    return not value


class Target(Frozen):
    """An element as a person would point at it, and as a page of another day still shows it.

    Texts may hold `{{name}}`, which stands for the value of that name in the run, and types for numbers that differ from run
    to run: `{int}`, `{date}`, `{time}` and `{code}`, as in `Order #{int}`. Names, rows and groups are recorded with their numbers.

    Attributes:
        frame: The frame it is in, `f1`; empty for the page itself.
        role, name, tag, type, placeholder, group: As in `Element`.
        field: The `name` attribute.
        href: The path of a link, without its query.
        heading: The heading before it.
        row: The text of the row, list item or card around it, without its own.
        near: The texts just before and after it.
    """

    frame: str = Field(default="", exclude_if=_is_empty)
    role: str = Field(default="", exclude_if=_is_empty)
    name: str = Field(default="", exclude_if=_is_empty)
    tag: str = Field(default="", exclude_if=_is_empty)
    type: str = Field(default="", exclude_if=_is_empty)
    field: str = Field(default="", exclude_if=_is_empty)
    placeholder: str = Field(default="", exclude_if=_is_empty)
    href: str = Field(default="", exclude_if=_is_empty)
    group: str = Field(default="", exclude_if=_is_empty)
    heading: str = Field(default="", exclude_if=_is_empty)
    row: str = Field(default="", exclude_if=_is_empty)
    near: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)

    def __str__(self) -> str:
        """As messages name it: `button "Delete" in the row "Kayak | 320"`."""
        said = f'{self.role or self.tag} "{self.name}"' if self.name else f"{self.role or self.tag} without a name"
        if self.row:
            return f'{said} in the row "{self.row}"'
        return f'{said} under "{self.heading}"' if self.heading else said


class RecordedAction(Frozen):
    """One action that was done.

    Attributes:
        tool: The tool's name.
        targets: The elements it acted on, by the parameter that named them.
        parameters: Its other parameters, with `{{name}}` for what came from the data of the run.
    """

    tool: str
    targets: dict[str, Target] = Field(default={}, exclude_if=_is_empty)
    parameters: dict[str, JsonValue] = Field(default={}, exclude_if=_is_empty)


class RecordedCheck(Frozen):
    """A statement about a page as the facts that decide it; code evaluates them without a model.

    Attributes:
        statement: In words, with `{{name}}` for what comes from the data.
        facts: The checks that all hold where it is true, as a recording has them: `tool`, `targets`, `parameters`.
        picture: What of the statement only a picture shows, so that a model has to look again each time; empty if nothing.
    """

    statement: str
    facts: tuple[RecordedAction, ...] = ()
    picture: str = Field(default="", exclude_if=_is_empty)


class RecordedStep(Frozen):
    """What was done on one look at a page; `page` is its path, for people."""

    page: str = Field(default="", exclude_if=_is_empty)
    actions: tuple[RecordedAction, ...]


class Recording(Frozen):
    """A complete run, to be replayed with the same data or other data.

    Attributes:
        version: Of this format.
        task: What was asked.
        inputs: The names that the run needs a value for, and of which kind.
        captures: The names of values that a page gives and a later step uses, and the text that gives each, with a type for the
            value: `Order {int}`.
        steps: What was done; the last one ends with the checks that proved it.
    """

    version: Literal[1] = VERSION
    task: str
    inputs: dict[str, InputKind] = Field(default={}, exclude_if=_is_empty)
    captures: dict[str, str] = Field(default={}, exclude_if=_is_empty)
    steps: tuple[RecordedStep, ...] = Field(min_length=1)

    @property
    def actions(self) -> tuple[RecordedAction, ...]:
        """All actions, in order."""
        return tuple(action for step in self.steps for action in step.actions)
