"""Makes the request for the values of a form's fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from actwright.folding import plain
from actwright.prompts.render import load, system_blocks, task_blocks
from actwright.schemas.exchange import Message, Request, TextBlock
from actwright.schemas.task import Task
from actwright.text import between_markers, shortened

SCHEMA_NAME = "field_values"
LONGEST_ANSWER = 4_000
"""Tokens of all values, including what the model thinks first."""
LONGEST_SHOWN = 200

Kind = Literal["text", "one", "several", "tick"]
TYPES: Mapping[Kind, str] = {"text": "string", "one": "string", "several": "array", "tick": "boolean"}


@dataclass(frozen=True, slots=True)
class Question:
    """A field that a model is asked about.

    Attributes:
        key: Its key in the answer.
        title: What the page calls it.
        kind: Whether it takes a text, one option, several options, or a tick.
        options: The texts of its options, if it has few.
        type: The type of its control, as in `date`; empty for plain text.
        required: Whether it must be filled in.
        now: What is in it already.
    """

    key: str
    title: str
    kind: Kind
    options: tuple[str, ...] = ()
    type: str = ""
    required: bool = False
    now: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its value."""
        options = {"enum": [*self.options]} if self.options else {}
        if self.kind == "several":
            return {"type": "array", "items": {"type": "string", **options}, "title": self.title}
        return {"type": TYPES[self.kind], **options, "title": self.title}


def answer_key(title: str, number: int) -> str:
    """The key of a value in an answer, which providers accept in a schema: `full_name_1`."""
    return f"{re.sub(r'[^a-z0-9]+', '_', plain(title))[:40]}_{number}"


def fields_request(task: Task, questions: Sequence[Question]) -> Request:
    """Asks for a value for each field, or null. The texts of the page stand between markers that they cannot forge."""
    fields = between_markers("\n".join(map(_line, questions)), what="form")
    blocks = (*task_blocks(task, heading="# Fields of the form\n"), TextBlock(text=fields, section="page"))
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {each.key: each.schema for each in questions},
        "required": [],
        "additionalProperties": False,
    }
    return Request(
        system=system_blocks(load("fields")),
        messages=(Message(role="user", blocks=blocks),),
        schema_name=SCHEMA_NAME,
        answer_schema=schema,
        max_output_tokens=LONGEST_ANSWER,
    )


def _line(question: Question) -> str:
    about = [question.type, "required" if question.required else "", f"now {question.now!r}" if question.now else ""]
    if question.options:
        several = "any of" if question.kind == "several" else "one of"
        about.append(f"{several} {', '.join(repr(shortened(option, LONGEST_SHOWN)) for option in question.options)}")
    elif question.kind == "tick":
        about.append("a tick: true or false")
    said = "; ".join(filter(None, about))
    return f"- {question.key}: {shortened(question.title, LONGEST_SHOWN)}{f' ({said})' if said else ''}"
