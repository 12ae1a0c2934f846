"""A tool as a policy sees it, and the schemas of replies that call tools."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from actwright.schemas.base import Frozen
from actwright.schemas.positional import order
from actwright.schemas.step import Effect

__all__ = [
    "ToolSpec",
    "actions_schema",
    "answer_schema",
    "facts_schema",
    "miscounts",
    "paired",
    "plan_schema",
    "proposal_schema",
    "verdict_schema",
]


class ToolSpec(Frozen):
    """Name, purpose and parameters of a tool.

    Attributes:
        parameters: JSON schema of the parameters, an object, as pydantic generates it.
        effect: The strongest effect that the tool may have.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    effect: Effect


def proposal_schema(tools: Sequence[ToolSpec], *, output: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """JSON schema of the wire contract of a proposal (see `schemas.proposal`) for these tools.

    Each action names one of the tools, and its parameters are texts in the order of the tool's signature
    (`schemas.positional`), which the policy's prompt has. Whether they are those of that tool is checked when the reply
    is read and the call is bound: a variant for each tool would enforce how many there are (`paired`), but cost 58
    tokens per tool in every request. With `output`, the schema of a typed answer is one more property, unchanged.
    """
    return closed_schema(
        complete={"type": "boolean"}, message={"type": "string"}, actions=_actions(tools), **_optional(output)
    )


def plan_schema(tools: Sequence[ToolSpec], *, output: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """JSON schema of `{complete, message, steps: [{shows, actions}]}`, each action as in `proposal_schema`."""
    step = closed_schema(shows={"type": "string"}, actions=_actions(tools))
    steps = {"type": "array", "items": step}
    return closed_schema(complete={"type": "boolean"}, message={"type": "string"}, steps=steps, **_optional(output))


def actions_schema(tools: Sequence[ToolSpec]) -> dict[str, Any]:
    """JSON schema of `{actions}`, each as in `proposal_schema`."""
    return closed_schema(actions=_actions(tools))


def verdict_schema(*, output: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """JSON schema of `{complete, message}`, and of a typed answer if one is wanted."""
    return closed_schema(complete={"type": "boolean"}, message={"type": "string"}, **_optional(output))


def facts_schema(kinds: Sequence[ToolSpec], *, picture: bool) -> dict[str, Any]:
    """JSON schema of the facts that decide a check (`schemas.check.FactsReply`); `picture` only if one is shown."""
    fact = closed_schema(fact={"type": "string", "enum": [each.name for each in kinds]}, parameters=_parameters(kinds))
    seen = closed_schema(about={"type": "string"}, found={"type": "string"}, holds={"type": "boolean"})
    return closed_schema(
        problem={"type": "string"},
        facts={"type": "array", "items": fact},
        **({"picture": {"anyOf": [seen, {"type": "null"}]}} if picture else {}),
    )


def answer_schema(output: Mapping[str, Any]) -> dict[str, Any]:
    """JSON schema of `{message, output}`."""
    return closed_schema(message={"type": "string"}, output=output)


def _optional(output: Mapping[str, Any] | None) -> dict[str, Any]:
    return {} if output is None else {"output": {"anyOf": [output, {"type": "null"}]}}


def paired(schema: Any, tools: Sequence[ToolSpec]) -> Any:
    """A schema with actions, as above, in which each tool has a variant with as many parameters as it takes."""
    if isinstance(schema, list):
        return [paired(each, tools) for each in cast("list[Any]", schema)]
    if not isinstance(schema, Mapping):
        return schema
    found = cast("Mapping[str, Any]", schema)
    if _is_action(found.get("properties")):
        return {"anyOf": [_of_its_length(each) for each in tools]}
    return {key: paired(each, tools) for key, each in found.items()}


def miscounts(text: str, schema: Mapping[str, Any]) -> bool:
    """Whether an action of an answer has more or fewer parameters than its tool takes, by a schema from `paired`."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return False
    actions = [each["properties"] for each in _objects_in(schema) if _is_action(each.get("properties"))]
    lengths = {action["tool"]["enum"][0]: action["parameters"] for action in actions}
    asked = [each for each in _objects_in(answer) if _is_action(each) and isinstance(each["parameters"], list)]
    counts = [(len(each["parameters"]), lengths.get(str(each["tool"]), {})) for each in asked]
    return any(not own.get("minItems", 0) <= count <= own.get("maxItems", count) for count, own in counts)


def _objects_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield (found := cast("dict[str, Any]", value))
        value = list(found.values())
    if isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _objects_in(each)


def _is_action(value: Any) -> bool:
    return isinstance(value, Mapping) and {"tool", "parameters"} <= cast("Mapping[str, Any]", value).keys()


def _actions(tools: Sequence[ToolSpec]) -> dict[str, Any]:
    return {"type": "array", "items": _action(tools)}


def _action(tools: Sequence[ToolSpec], **lengths: int) -> dict[str, Any]:
    return closed_schema(
        reason={"type": "string"},
        tool={"type": "string", "enum": [each.name for each in tools]},
        parameters={"type": "array", "items": {"type": "string"}, **lengths},
    )


def _of_its_length(tool: ToolSpec) -> dict[str, Any]:
    fixed, rest, optional = order(tool)
    most = {} if rest else {"maxItems": len(fixed) + len(optional)}
    return _action([tool], minItems=len(fixed), **most)


def _parameters(tools: Sequence[ToolSpec]) -> dict[str, Any]:
    """What the parameters of any of them may be."""
    forms: list[dict[str, Any]] = []
    for each in tools:
        parameters = _bare(each.parameters)
        if parameters not in forms:
            forms.append(parameters)
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def closed_schema(**properties: Any) -> dict[str, Any]:
    """JSON schema of an object that has all of these properties and no other."""
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
