"""What a policy is told about a tool, and the schema of an answer that calls one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from actwright.schemas.base import Frozen
from actwright.schemas.step import Effect

__all__ = ["ToolSpec", "proposal_schema"]


class ToolSpec(Frozen):
    """Name, purpose and parameters of a tool.

    Attributes:
        parameters: JSON schema of the parameters, an object, as pydantic makes it.
        effect: The most it may do.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    effect: Effect


def proposal_schema(tools: Sequence[ToolSpec]) -> dict[str, Any]:
    """JSON schema of the wire contract of a proposal (see `schemas.proposal`) for these tools.

    Each action is one of the tools, by a constant name; tools that take the same parameters share one variant, which
    saves about 75 tokens for each. What only people read (a policy's prompt holds it once) and bounds (checked when the
    call is bound) are left out. A parameter with a default is demanded all the same, unless its default is null:
    providers limit how many properties of a request may be of two types (Anthropic: 16), and each nullable one counts.
    """
    variants: list[tuple[Any, list[str]]] = []
    for each in tools:
        parameters = _bare(each.parameters)
        alike = next((names for known, names in variants if known == parameters), None)
        if alike is None:
            variants.append((parameters, [each.name]))
        else:
            alike.append(each.name)
    return _closed(
        complete={"type": "boolean"},
        message={"type": "string"},
        actions={"type": "array", "items": {"anyOf": [_call(*variant) for variant in variants]}},
    )


def _call(parameters: Any, names: list[str]) -> dict[str, Any]:
    tool: dict[str, Any] = {"const": names[0]} if len(names) == 1 else {"enum": names}
    return _closed(reason={"type": "string"}, tool=tool, parameters=parameters)


def _closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _bare(schema: Any) -> Any:
    """A schema reduced to its structure; properties that happen to be named like a keyword stay."""
    if isinstance(schema, list):
        return [_bare(each) for each in cast("list[Any]", schema)]
    if not isinstance(schema, Mapping):
        return schema
    found = cast("Mapping[str, Any]", schema)
    result = {
        key: {name: _bare(each) for name, each in value.items()} if key in _MAPS_OF_SCHEMAS else _bare(value)
        for key, value in found.items()
        if key not in _LEFT_OUT
    }
    if "properties" in found:
        result["required"] = [
            name
            for name, each in found["properties"].items()
            if name in found.get("required", ()) or each.get("default") is not None
        ]
    return result


_MAPS_OF_SCHEMAS = {"properties", "$defs"}
_LEFT_OUT = {
    *("title", "description", "default", "examples", "format", "pattern", "minLength", "maxLength", "minItems"),
    *("maxItems", "uniqueItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}
