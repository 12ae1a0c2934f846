"""The answer of an oracle to the policy `fields`: a value for each field of a form, of those that the task gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from actwright.compare.case import OracleErrors, OracleStep
from actwright.schemas.exchange import Request, TextBlock
from actwright.testing.checks.shapes import mapping, mappings

FORM = re.compile(r"\[form ([0-9a-f]{12})\]\n(.*?)\n\[end of form \1\]", re.DOTALL)
"""Matches the fields of a form as the policy shows them."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A field: its key, its kind and number as an ID, the options that it has, and the wanted value."""

    key: str
    id: str
    options: tuple[str, ...]
    wanted: str

    @property
    def action(self) -> tuple[str, Mapping[str, object]]:
        """What would enter the value, so that the same errors are made as in any other answer."""
        if self.id.startswith("tick"):
            return "uncheck" if self.wanted == "no" else "check", {"element_id": self.id}
        return "fill", {"element_id": self.id, "value": self.wanted}


def field_values(request: Request, data: Mapping[str, str], errors: OracleErrors) -> dict[str, object] | None:
    """Returns the value of each field that a request asks for, with errors; None if it does not ask for fields.

    Args:
        request: The request.
        data: The values that the task gives, by label; `no` for a box that is not to be ticked.
        errors: The errors that the oracle makes.
    """
    texts = (block.text for message in request.messages for block in message.blocks if isinstance(block, TextBlock))
    form = FORM.search("\n".join(texts))
    if form is None or request.answer_schema is None:
        return None
    schemas = mapping(request.answer_schema["properties"])
    asked = {each.id: each for each in _asked(form[2], schemas, data)}
    page = "\n".join(f'- {each.id} (label="{each.key}")' for each in asked.values())
    given = [each.action for each in asked.values() if each.wanted]
    said: dict[str, object] = {}
    for tool, parameters in errors.in_step(OracleStep(actions=given), page).actions:
        field, value = asked[str(parameters["element_id"])], parameters.get("value")
        if tool != "fill":
            said[field.key] = tool == "check"
        elif not field.options or value in field.options:
            said[field.key] = value
    empty = {key: None for key in request.answer_schema.get("required", ()) if key not in said}
    return {**empty, **said}


def _asked(form: str, schemas: Mapping[str, Any], data: Mapping[str, str]) -> Iterator[_Asked]:
    for number, line in enumerate(form.splitlines()):
        key, _, rest = line.removeprefix("- ").partition(": ")
        named = (label for label in data if rest == label or rest.startswith(f"{label} ("))
        types = mappings(mapping(schemas.get(key)).get("anyOf")) or [mapping(schemas.get(key))]
        options = tuple(option for each in types for option in each.get("enum", ()))
        is_tick = any("boolean" in each.get("type", ()) for each in types)
        kind = "tick" if is_tick else "option" if options else "text"
        yield _Asked(key, f"{kind}-{number}", options, data.get(max(named, key=len, default=""), ""))
