"""What a policy is told about a tool, and the schema of an answer that calls one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from actwright.schemas.base import Frozen
from actwright.schemas.step import Effect

__all__ = ["ToolSpec", "actions_schema", "answer_schema", "proposal_schema", "verdict_schema"]

ELEMENT = "element_id"
MOST_LEFT_NULL = 3
"""So many parameters of others a call may have to leave null, because its tool shares a variant with theirs."""
MOST_NULLABLE = 8
"""So many parameters may become nullable by that in all."""


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


def proposal_schema(tools: Sequence[ToolSpec], *, output: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """JSON schema of the wire contract of a proposal (see `schemas.proposal`) for these tools.

    Each action is one of the tools, by a constant name. A variant costs about 50 tokens beside its parameters, so tools
    that take the same parameters share one; and so do tools that take no element, as long as none of them must leave
    more than three parameters of the others null. What only people read (a policy's prompt holds it once) and bounds
    (checked when the call is bound) are left out. A parameter with a default is demanded all the same, unless its
    default is null: providers limit how many properties of a request may be of two types (Anthropic: 16), and each
    nullable one counts. With `output`, the schema of a typed answer, that is one more property; it stays whole.
    """
    return _closed(
        complete={"type": "boolean"}, message={"type": "string"}, actions=_actions(tools), **_optional(output)
    )


def actions_schema(tools: Sequence[ToolSpec]) -> dict[str, Any]:
    """JSON schema of `{actions}`, each as in `proposal_schema`."""
    return _closed(actions=_actions(tools))


def verdict_schema(*, output: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """JSON schema of `{complete, message}`, and of a typed answer if there is to be one."""
    return _closed(complete={"type": "boolean"}, message={"type": "string"}, **_optional(output))


def answer_schema(output: Mapping[str, Any]) -> dict[str, Any]:
    """JSON schema of `{message, output}`."""
    return _closed(message={"type": "string"}, output=output)


def _optional(output: Mapping[str, Any] | None) -> dict[str, Any]:
    return {} if output is None else {"output": {"anyOf": [output, {"type": "null"}]}}


def _actions(tools: Sequence[ToolSpec]) -> dict[str, Any]:
    variants: list[_Variant] = []
    for each in tools:
        parameters = _bare(each.parameters)
        known = next((variant for variant in variants if variant.parameters == parameters), None)
        if known is None:
            variants.append(_Variant(parameters, [each.name]))
        else:
            known.names.append(each.name)
    return {"type": "array", "items": {"anyOf": [variant.schema for variant in _merged(variants)]}}


@dataclass(frozen=True, slots=True)
class _Variant:
    """Tools that are called in the same form."""

    parameters: dict[str, Any]
    names: list[str]

    @property
    def properties(self) -> dict[str, Any]:
        return self.parameters.get("properties", {})

    @property
    def schema(self) -> dict[str, Any]:
        tool: dict[str, Any] = {"const": self.names[0]} if len(self.names) == 1 else {"enum": self.names}
        return _closed(reason={"type": "string"}, tool=tool, parameters=self.parameters)


def _merged(variants: Sequence[_Variant]) -> list[_Variant]:
    """The same calls in fewer variants: those without an element share, the smallest first."""
    separate = [each for each in variants if ELEMENT in each.properties or "$defs" in each.parameters]
    groups: list[list[_Variant]] = []
    for variant in sorted((each for each in variants if each not in separate), key=lambda each: len(each.properties)):
        group = next((group for group in groups if _may_join(variant, group)), None)
        grown = [[*each, variant] if each is group else each for each in groups]
        if group is None or sum(len(_union(each) - _common(each)) for each in grown) > MOST_NULLABLE:
            groups.append([variant])
        else:
            groups = grown
    return separate + [group[0] if len(group) == 1 else _shared(group) for group in groups]


def _may_join(variant: _Variant, group: Sequence[_Variant]) -> bool:
    every = {name: each for member in group for name, each in member.properties.items()}
    if any(every.get(name, each) != each for name, each in variant.properties.items()):
        return False
    names = _union([*group, variant])
    return all(len(names) - len(each.properties) <= MOST_LEFT_NULL for each in (*group, variant))


def _shared(group: Sequence[_Variant]) -> _Variant:
    common = _common(group)
    properties = {
        name: each if name in common else {"anyOf": [*each.get("anyOf", [each]), {"type": "null"}]}
        for member in group
        for name, each in member.properties.items()
    }
    required = [name for name in properties if all(name in each.parameters["required"] for each in group)]
    parameters = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return _Variant(parameters, [name for member in group for name in member.names])


def _union(group: Sequence[_Variant]) -> set[str]:
    return {name for each in group for name in each.properties}


def _common(group: Sequence[_Variant]) -> set[str]:
    return {name for name in _union(group) if all(name in each.properties for each in group)}


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
