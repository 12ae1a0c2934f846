"""What the providers refuse in a request, so that a test against a local server finds it first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

__all__ = ["anthropic_problem", "openai_problem"]

Schema = Mapping[str, Any]

NEVER = ("oneOf", "allOf", "not", "if", "then", "else", "patternProperties", "prefixItems", "discriminator", "default")
BOUNDS = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "maxItems", "uniqueItems"),
)
MAX_CACHE_MARKS = 4
MAX_NESTING = 10
MAX_PROPERTIES = 5_000
MAX_UNIONS = 16
MAX_OPTIONAL = 24


def anthropic_problem(body: Mapping[str, Any], headers: Mapping[str, str]) -> str:
    """Why Anthropic's Messages API refuses a request; empty if it takes it."""
    return next(_anthropic_problems(body, headers), "")


def openai_problem(body: Mapping[str, Any]) -> str:
    """Why OpenAI's Chat Completions API refuses a request; empty if it takes it."""
    return next(_openai_problems(body), "")


def _anthropic_problems(body: Mapping[str, Any], headers: Mapping[str, str]) -> Iterator[str]:
    if "anthropic-version" not in headers:
        yield "anthropic-version: header is required"
    yield from (f"{name}: Field required" for name in ("model", "max_tokens", "messages") if name not in body)
    if not isinstance(body["max_tokens"], int) or body["max_tokens"] < 1:
        yield "max_tokens: must be greater than or equal to 1"
    if not _objects(body["messages"]):
        yield "messages: at least one message is required"
    contents = [("system", body.get("system", "none"))]
    for index, message in enumerate(_objects(body["messages"])):
        if message.get("role") not in ("user", "assistant"):
            yield f"messages.{index}: role must be one of user, assistant"
        contents.append((f"messages.{index}.content", message.get("content")))
    for where, content in contents:
        yield from _anthropic_content_problems(where, content)
    marks = sum(1 for _, content in contents for part in _objects(content) if part.get("cache_control"))
    if marks > MAX_CACHE_MARKS:
        yield f"A maximum of {MAX_CACHE_MARKS} blocks with cache_control may be provided. Found {marks}."
    form = _object(_object(body.get("output_config")).get("format"))
    if form:
        yield from filter(None, [_anthropic_schema_problem(form.get("schema"))])


def _anthropic_content_problems(where: str, content: Any) -> Iterator[str]:
    if not content:
        yield f"{where}: Field required"
    for index, part in enumerate(_objects(content)):
        if part.get("type") == "text" and not str(part.get("text", "")).strip():
            yield f"{where}.{index}: text content blocks must contain non-whitespace text"
        if part.get("type") == "image" and where == "system":
            yield "system: only text blocks are allowed"
        if part.get("type") not in ("text", "image"):
            yield f"{where}.{index}: Input tag '{part.get('type')}' does not match any of the expected tags"


def _openai_problems(body: Mapping[str, Any]) -> Iterator[str]:
    if not body.get("model"):
        yield "you must provide a model parameter"
    if not _objects(body.get("messages")):
        yield "Missing required parameter: 'messages'."
    for index, message in enumerate(_objects(body["messages"])):
        if message.get("role") not in ("system", "developer", "user", "assistant"):
            yield f"Invalid value: '{message.get('role')}' for messages[{index}].role."
        for part in _objects(message.get("content")):
            if part.get("type") not in ("text", "image_url"):
                yield f"Invalid value: '{part.get('type')}' for messages[{index}].content[].type."
            if part.get("type") == "image_url" and message["role"] != "user":
                yield f"Image URLs are only allowed for messages with role 'user' (messages[{index}])."
    form = _object(body.get("response_format"))
    wanted = _object(form.get("json_schema"))
    if form.get("type") == "json_schema" and not wanted.get("name"):
        yield "Missing required parameter: 'response_format.json_schema.name'."
    if wanted.get("strict"):
        yield from filter(None, [_openai_schema_problem(wanted.get("schema"), str(wanted["name"]))])


def _object(value: Any) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [_object(item) for item in cast(list[Any], value)] if isinstance(value, list) else []


def _openai_schema_problem(schema: Any, name: str) -> str:
    """Why OpenAI's strict mode refuses a schema (Structured Outputs guide, "Supported schemas"); empty if it takes it."""
    prefix = f"Invalid schema for response_format '{name}': "
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


def _anthropic_schema_problem(schema: Any) -> str:
    """Why Anthropic's structured output refuses a schema (its guide, "JSON Schema limitations"); empty if it takes it."""
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
    """Every schema inside a schema, with the keys that lead to it."""
    yield path, schema
    for name, value in _object(schema.get("properties")).items():
        yield from _walk(value, (*path, "properties", name))
    for name, value in _object(schema.get("$defs")).items():
        yield from _walk(value, (*path, "$defs", name))
    if isinstance(schema.get("items"), Mapping):
        yield from _walk(schema["items"], (*path, "items"))
    for index, variant in enumerate(schema.get("anyOf", ())):
        yield from _walk(variant, (*path, "anyOf", str(index)))
