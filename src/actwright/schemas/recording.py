"""A recording: a run as a file that can be replayed without a model."""

from __future__ import annotations

from operator import not_
from typing import Literal

from pydantic import Field, JsonValue

from actwright.schemas.base import Frozen
from actwright.text import counted

__all__ = ["VERSION", "InputKind", "RecordedAction", "RecordedCheck", "RecordedStep", "RecordedTarget", "Recording"]

VERSION = 1

InputKind = Literal["data", "private", "secret", "file"]


class RecordedTarget(Frozen):
    """An element described as a person would point it out, to find it again on a later version of the page.

    Texts may contain `{{name}}`, which stands for the value of that name in the run, and types for numbers that differ
    from run to run: `{int}`, `{date}`, `{time}` and `{code}`, as in `Order #{int}`. Names, rows and groups keep their
    numbers.

    Attributes:
        frame: The frame that it is in, as in `f1`; empty for the page itself.
        role, name, tag, type, placeholder, group: As in `Element`.
        field: The `name` attribute.
        href: The path of a link, without its query.
        heading: The heading before it.
        row: The text of the row, list item or card around it, without its own text.
        cells: The texts of that row which the task or its data name, if they identify it alone; each by the head of its
            column, or by itself where that is not known. Other texts of the row, such as its number, may then differ.
        form: For the only button that submits a form: the labels of its fields, unless another form has the same.
        near: The texts just before and after it.
        origin, signature: For a tool of the page: the origin of its frame, if it differs from the page's; and a hash of
            its name, description and schema. Both must be the same.
    """

    frame: str = Field(default="", exclude_if=not_)
    role: str = Field(default="", exclude_if=not_)
    name: str = Field(default="", exclude_if=not_)
    tag: str = Field(default="", exclude_if=not_)
    type: str = Field(default="", exclude_if=not_)
    field: str = Field(default="", exclude_if=not_)
    placeholder: str = Field(default="", exclude_if=not_)
    href: str = Field(default="", exclude_if=not_)
    group: str = Field(default="", exclude_if=not_)
    heading: str = Field(default="", exclude_if=not_)
    row: str = Field(default="", exclude_if=not_)
    cells: dict[str, str] = Field(default={}, exclude_if=not_)
    form: tuple[str, ...] = Field(default=(), exclude_if=not_)
    near: tuple[str, ...] = Field(default=(), exclude_if=not_)
    origin: str = Field(default="", exclude_if=not_)
    signature: str = Field(default="", exclude_if=not_)

    def __str__(self) -> str:
        """Its name in messages: `button "Delete" in the row "Kayak | 320"`."""
        said = f'{self.role or self.tag} "{self.name}"' if self.name else f"{self.role or self.tag} without a name"
        if self.row:
            return f'{said} in the row "{self.row}"'
        return f'{said} under "{self.heading}"' if self.heading else said


class RecordedAction(Frozen):
    """One recorded action.

    Attributes:
        tool: The name of the tool.
        targets: The elements that it used, by the name of the parameter.
        parameters: The other parameters, with `{{name}}` for values from the data of the run.
    """

    tool: str
    targets: dict[str, RecordedTarget] = Field(default={}, exclude_if=not_)
    parameters: dict[str, JsonValue] = Field(default={}, exclude_if=not_)


class RecordedCheck(Frozen):
    """A statement about a page, and the facts that decide it; code evaluates them without a model.

    Attributes:
        statement: The statement in words, with `{{name}}` for values from the data.
        facts: The checks that must all hold, in the form of a recording: `tool`, `targets`, `parameters`.
        picture: The part of the statement that only a screenshot shows, so that a model must judge it each time; empty
            if none.
    """

    statement: str
    facts: tuple[RecordedAction, ...] = ()
    picture: str = Field(default="", exclude_if=not_)


class RecordedStep(Frozen):
    """The actions after one look at a page; `page` is its path, for human readers."""

    page: str = Field(default="", exclude_if=not_)
    actions: tuple[RecordedAction, ...]


class Recording(Frozen):
    """A complete run, to be replayed with the same or other data.

    Attributes:
        version: The version of this format.
        task: The task of the run, with `{{name}}` for values of its data.
        inputs: The names of the values that a replay needs, and the kind of each.
        fixed: The values of the data that no action refers to, by name. A replay may have the same, but no others: the
            recording does what was right for these.
        captures: The names of values that are read from a page and used in a later step, each with the text that has
            the value, which is written as a type: `Order {int}`.
        steps: The steps; the last one ends with the checks that proved the run.
    """

    version: Literal[1] = VERSION
    task: str
    inputs: dict[str, InputKind] = Field(default={}, exclude_if=not_)
    fixed: dict[str, str] = Field(default={}, exclude_if=not_)
    captures: dict[str, str] = Field(default={}, exclude_if=not_)
    steps: tuple[RecordedStep, ...] = Field(min_length=1)

    @property
    def size(self) -> str:
        """How many actions and checks it has, in words."""
        checks = sum(each.tool.startswith("expect") for each in self.actions)
        acted = counted(len(self.actions) - checks, "action")
        return f"{acted} and {counted(checks, 'check')}" if checks else acted

    @property
    def actions(self) -> tuple[RecordedAction, ...]:
        """All actions, in order."""
        return tuple(action for step in self.steps for action in step.actions)
