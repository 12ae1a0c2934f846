"""What a string parameter of a tool means, beyond its type: an element, a value to type, a URL, or plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel

__all__ = [
    "AS_WRITTEN",
    "ELEMENT_ID",
    "URL",
    "VALUE",
    "ElementId",
    "Mark",
    "Url",
    "Value",
    "Words",
    "element_ids",
    "marked_fields",
    "marked_texts",
]


class Mark:
    """Metadata that tells the executor what a string parameter means."""

    def __init__(self, meaning: str) -> None:
        self.meaning = meaning

    def __repr__(self) -> str:
        return self.meaning


ELEMENT_ID = Mark("element id")
VALUE = Mark("value")
AS_WRITTEN = Mark("as written")
URL = Mark("url")

ElementId = Annotated[str, ELEMENT_ID]
"""A parameter that is the ID of an element; the executor refuses unknown IDs before anything is done."""

Value = Annotated[str, VALUE]
"""A parameter that is typed into a field. It may contain references to secrets, so it stays as written until
`FieldAccess.reveal` resolves it for its target. In every other string parameter, the executor resolves references to data
itself, and refuses references to private values and secrets."""

Words = Annotated[str, AS_WRITTEN]
"""A parameter that is only text and does nothing with a page; a `{{name}}` in it stays as written."""

Url = Annotated[str, URL]
"""A parameter that is opened as a URL; the executor refuses one that the permissions of the run do not cover."""


def marked_fields(parameters: type[BaseModel], mark: Mark) -> list[str]:
    """Names of the parameters that carry a mark (`ELEMENT_ID`, `VALUE`)."""
    return [name for name, field in parameters.model_fields.items() if mark in _marks(field.annotation, field.metadata)]


def marked_texts(parameters: BaseModel, mark: Mark) -> list[str]:
    """The texts in the parameters that carry a mark; a list of texts counts as its items."""
    found = [getattr(parameters, name) for name in marked_fields(type(parameters), mark)]
    return [text for value in found if value is not None for text in ([value] if isinstance(value, str) else value)]


def element_ids(parameters: BaseModel) -> list[str]:
    """The IDs of the elements that a call names, in the order of its parameters."""
    return [element_id for element_id in marked_texts(parameters, ELEMENT_ID) if element_id]


def _marks(annotation: Any, metadata: Sequence[Any]) -> list[Mark]:
    found = [item for item in metadata if isinstance(item, Mark)]
    for part in getattr(annotation, "__args__", ()):
        found += _marks(part, getattr(part, "__metadata__", ()))
    return found
