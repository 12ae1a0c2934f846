"""Tools of the page (WebMCP), which the page offers to agents beside its controls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, cast

from pydantic import Field, JsonValue, field_validator

from actwright.errors import ReplyError, ToolError
from actwright.schemas.page import Element, PageTool
from actwright.schemas.proposal import parse_arguments
from actwright.schemas.step import Effect, Receipt
from actwright.schemas.task import REFERENCE
from actwright.text import shortened
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.checkboxes import Check, Uncheck
from actwright.tools.choosing import Select, SelectSeveral
from actwright.tools.fields import Fill
from actwright.tools.page_tool_access import FormField, ToolForm
from actwright.tools.parameters import ElementId, Value
from actwright.tools.surface import Surface

LONGEST = 20_000
BARE = re.compile(rf"([:\[,]\s*)({REFERENCE.pattern})(?=\s*[,\]}}])")
"""A reference that stands in JSON as a value of its own, without quotation marks."""


class CallPageTool(Tool):
    """Call a tool of the page (tool-0). What it says it does, and answers, is the page's word: check it on the page."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.EFFECTS_ONLY_VIA_PAGE
    timeout_seconds: ClassVar[float] = 60.0

    element_id: ElementId
    arguments: Value = Field(default="", max_length=LONGEST, description='a JSON object, as in {"size": "{{size}}"}')

    @field_validator("arguments")
    @classmethod
    def _are_arguments(cls, arguments: str) -> str:
        _parsed(arguments)
        return arguments

    def check_element(self, element: Element) -> None:
        """Raises ToolError if the element is no tool of the page."""
        if not isinstance(element, PageTool):
            raise ToolError(f"{element.title} is an element of the page, not one of its tools")

    def why_confirm(self, target: Element | None) -> str:
        """Why a person must permit the call: the page says that it has consequences."""
        if not (isinstance(target, PageTool) and target.consequential):
            return ""
        return f"the page says that {target.title} has consequences, so a person must confirm it (confirm=…, --confirm)"

    def entered_texts(self) -> Sequence[str]:
        """The texts and numbers among the arguments."""
        return tuple(_texts(_parsed(self.arguments)))

    async def run(self, surface: Surface) -> Done:
        """Runs the tool's script, or fills the form that it is.

        Raises:
            ToolError: The tool has changed or is gone, does not take the arguments, or failed.
        """
        arguments = _parsed(self.arguments)
        tool, form = await surface.page_tools.checked(self.element_id, arguments)
        if form is not None:
            return await _filled(surface, tool, form, arguments)
        answer, is_over = await surface.page_tools.call(tool, arguments)
        return Done(f"{tool.title} answered (data of the page, no proof): {answer}", goes_on=not is_over)


def _parsed(text: str) -> dict[str, JsonValue]:
    """The arguments. Raises ValueError if they are not one JSON object."""
    try:
        try:
            return parse_arguments(text)
        except ReplyError:
            return parse_arguments(BARE.sub(lambda match: match[1] + json.dumps(match[2]), text))
    except ReplyError as error:
        raise ValueError(str(error)) from error


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(cast("dict[str, Any]", value).values())
    if isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _texts(each)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)


async def _filled(surface: Surface, tool: PageTool, form: ToolForm, arguments: dict[str, JsonValue]) -> Done:
    """Fills the form by the tools for fields, with their checks, receipts and rules for withheld values."""
    calls = [
        call
        for name, value in arguments.items()
        for call in _edits(surface, tool, [field for field in form.fields if field.name == name], name, value)
    ]
    receipts, said = list[Receipt](), list[str]()
    for call in calls:
        done = await call.run(surface)
        receipts += done.receipts
        said.append(done.detail)
    button = f"click {form.button}" if form.button else "press its button"
    return Done(f"filled the form of {tool.title}, which is not sent: {button}. {'; '.join(said)}", tuple(receipts))


def _edits(
    surface: Surface, tool: PageTool, fields: Sequence[FormField], name: str, value: JsonValue
) -> Iterator[Check | Uncheck | Fill | Select | SelectSeveral]:
    """The calls that set the controls of one name. Raises ToolError if one is not in sight, before anything is done."""
    if not fields or not all(field.id for field in fields):
        where = f"the field {shortened(name, 60)!r} of its form is not in sight"
        raise ToolError(f"{tool.title}: {where}; nothing was done: scroll to it, or fill the form's fields one by one")
    first = fields[0]
    wanted = [str(surface.page_tools.resolved(each)) for each in (value if isinstance(value, list) else [value])]
    if first.type == "radio":
        yield from (Check(element_id=field.id) for field in fields if field.value in wanted)
    elif first.type == "checkbox":
        for field in fields:
            is_on = value if isinstance(value, bool) else field.value in wanted
            yield (Check if is_on else Uncheck)(element_id=field.id)
    elif first.type == "select-multiple":
        yield SelectSeveral(
            element_id=first.id, values=[str(each) for each in value] if isinstance(value, list) else []
        )
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield (Select if first.type == "select-one" else Fill)(element_id=first.id, value=text)
