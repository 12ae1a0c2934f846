"""Checks a JSON schema for what strict modes refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from actwright.testing.checks.shapes import mapping

Schema = Mapping[str, Any]

NEVER = ("oneOf", "allOf", "not", "if", "then", "else", "patternProperties", "prefixItems", "discriminator", "default")
BOUNDS = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "maxItems", "uniqueItems"),
)
MAX_NESTING = 10
MAX_PROPERTIES = 5_000
MAX_UNIONS = 16
MAX_OPTIONAL = 24


def openai_schema_problem(schema: Any, subject: str) -> str:
    """Returns why OpenAI's strict mode refuses a schema (Structured Outputs guide, "Supported schemas").

    Empty if it accepts it.

    Args:
        schema: The schema in the request.
        subject: What the schema is for, in the API's words: `response_format 'answer'`, `function 'click'`.
    """
    prefix = f"Invalid schema for {subject}: "
    if not isinstance(schema, Mapping) or cast(Schema, schema).get("type") != "object":
        return f"{prefix}schema must be a JSON Schema of 'type: \"object\"'."
    found = list(_walk(cast(Schema, schema), ()))
    for path, part in found:
        problem = _keyword_problem(part, NEVER) or _object_problem(part)
        if problem:
            return f"{prefix}In context={path}, {problem}"
        missing = [key for key in part.get("properties", {}) if key not in part.get("required", ())]
        if missing:
            return (
                f"{prefix}In context={path}, 'required' is required to be supplied and to be an array including "
                f"every key in properties. Missing '{missing[0]}'."
            )
    if sum(len(part.get("properties", {})) for _, part in found) > MAX_PROPERTIES:
        return f"{prefix}more than {MAX_PROPERTIES} properties."
    if max(path.count("properties") for path, _ in found) > MAX_NESTING:
        return f"{prefix}more than {MAX_NESTING} levels of nesting."
    return ""


def anthropic_schema_problem(schema: Any) -> str:
    """Returns why Anthropic's structured output refuses a schema (its guide, "JSON Schema limitations"), or nothing."""
    prefix = "output_config.format.schema: "
    if not isinstance(schema, Mapping):
        return f"{prefix}Input should be a valid dictionary"
    found = list(_walk(cast(Schema, schema), ()))
    for _, part in found:
        problem = _keyword_problem(part, (*NEVER[:1], *NEVER[2:-1], *BOUNDS)) or _object_problem(part)
        if problem:
            return prefix + problem
    properties: list[Schema] = [value for _, part in found for value in part.get("properties", {}).values()]
    unions = sum(1 for value in properties if "anyOf" in value or isinstance(value.get("type"), list))
    if unions > MAX_UNIONS:
        return (
            f"Schemas contains too many parameters with union types ({unions} parameters with type arrays or anyOf). "
            f"Reduce the number of nullable or union-typed parameters (limit: {MAX_UNIONS} parameters with unions)."
        )
    optional = sum(len(set(part.get("properties", {})) - set(part.get("required", ()))) for _, part in found)
    if optional > MAX_OPTIONAL:
        return f"Schemas contains too many optional parameters ({optional}; limit: {MAX_OPTIONAL})."
    return ""


def _keyword_problem(part: Schema, refused: tuple[str, ...]) -> str:
    return next((f"'{keyword}' is not permitted." for keyword in refused if keyword in part), "")


def _object_problem(part: Schema) -> str:
    if part.get("type") == "object" and part.get("additionalProperties") is not False:
        return "'additionalProperties' is required to be supplied and to be false."
    if not {"type", "anyOf", "$ref", "const", "enum"} & set(part):
        return "schema must have a 'type' key."
    return ""


def _walk(schema: Schema, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Schema]]:
    """Yields every schema inside a schema, with the keys that lead to it."""
    yield path, schema
    for name, value in mapping(schema.get("properties")).items():
        yield from _walk(value, (*path, "properties", name))
    for name, value in mapping(schema.get("$defs")).items():
        yield from _walk(value, (*path, "$defs", name))
    if isinstance(schema.get("items"), Mapping):
        yield from _walk(schema["items"], (*path, "items"))
    for index, variant in enumerate(schema.get("anyOf", ())):
        yield from _walk(variant, (*path, "anyOf", str(index)))
