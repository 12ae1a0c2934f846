"""What the tool that calls the page's own tools may ask the run for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from actwright.schemas.page import PageTool


@dataclass(frozen=True, slots=True)
class FormField:
    """A control of a form that is a tool: its name, its ID (empty if no look showed it), its type and `value`."""

    name: str
    id: str
    type: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class ToolForm:
    """A form that is a tool: its controls, and the ID of its button (empty if no look showed it)."""

    fields: Sequence[FormField]
    button: str = ""


class PageToolAccess(Protocol):
    """Calls the tools that the page offers (WebMCP)."""

    async def checked(self, tool_id: str, arguments: Mapping[str, JsonValue]) -> tuple[PageTool, ToolForm | None]:
        """The tool, if it is still what the model saw and takes these arguments; with its form if a call only fills it.

        Raises:
            ToolError: It is no tool of the page, has changed, or does not take the arguments. Nothing was done.
        """
        ...

    def resolved(self, value: JsonValue) -> JsonValue:
        """An argument with references to data resolved; a private value or secret stays a reference."""
        ...

    async def call(self, tool: PageTool, arguments: Mapping[str, JsonValue]) -> tuple[str, bool]:
        """Runs the script of a tool, and waits until what it set off is done.

        Returns:
            What it answered, as one quoted line; and whether nothing is under way any more that may still send something.

        Raises:
            ToolError: As for `checked`; an argument is private or secret; or the script failed, or did not answer in time.
        """
        ...
