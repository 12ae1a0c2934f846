"""Finds where an answer does not fit its schema: something required is missing, something is added, or a type is wrong.

Providers keep a model from writing such an answer at all. A test server cannot, so it refuses the answer of its script,
in the provider's words for the same mistake in a request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

from actwright.testing.checks.shapes import mapping

Schema: TypeAlias = Mapping[str, Any]
Path: TypeAlias = tuple[str | int, ...]

TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, Mapping),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
NAMES = {dict: "an object", list: "an array", str: "a string", int: "an integer", float: "a decimal", bool: "a boolean"}

Mistake: TypeAlias = tuple[str, Path, str, str]
"""`missing`, `unknown`, `type` or `value`; the path; what was expected; and what was given."""


def mistakes(schema: Schema, value: Any, path: Path = ()) -> Iterator[Mistake]:
    """Yields where a value does not fit a schema of the kind that strict modes accept.

    In a union, the value is checked against the variant whose constants fit, so that one tool's parameters are not
    compared with those of another.
    """
    if "anyOf" in schema:
        yield from _of_union(schema["anyOf"], value, path)
        return
    allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if allowed is not None:
        if value not in allowed:
            yield "value", path, ", ".join(json.dumps(each) for each in allowed), json.dumps(value)
        return
    named = schema.get("type", ())
    types: Sequence[str] = [named] if isinstance(named, str) else named
    if types and not any(TYPES[each](value) for each in types):
        yield "type", path, " or ".join(types), "null" if value is None else NAMES[type(value)]
    elif isinstance(value, Mapping):
        yield from _of_object(schema, cast(Mapping[str, Any], value), path)
    elif isinstance(value, list):
        for index, item in enumerate(cast(list[Any], value)):
            yield from mistakes(mapping(schema.get("items")), item, (*path, index))


def _of_union(variants: Sequence[Schema], value: Any, path: Path) -> Iterator[Mistake]:
    found = [list(mistakes(variant, value, path)) for variant in variants]
    if all(found):
        meant = [one for variant, one in zip(variants, found, strict=True) if _is_meant(variant, value)]
        yield from min(meant or found, key=lambda each: (len(each), sum(kind == "unknown" for kind, *_ in each)))


def _is_meant(schema: Schema, value: Any) -> bool:
    """Whether all constants of an object's schema equal those in the value."""
    if not isinstance(value, Mapping):
        return False
    given = cast(Mapping[str, Any], value)
    constants = {name: each["const"] for name, each in mapping(schema.get("properties")).items() if "const" in each}
    return bool(constants) and all(given.get(name) == constant for name, constant in constants.items())


def _of_object(schema: Schema, value: Mapping[str, Any], path: Path) -> Iterator[Mistake]:
    properties = mapping(schema.get("properties"))
    for name in schema.get("required", ()):
        if name not in value:
            yield "missing", (*path, name), "", ""
    for name, inner in value.items():
        if name in properties:
            yield from mistakes(properties[name], inner, (*path, name))
        elif schema.get("additionalProperties") is False:
            yield "unknown", (*path, name), "", ""


def openai_words(mistake: Mistake) -> str:
    """Words a mistake as OpenAI's two APIs do: `Unknown parameter: 'actions[0].parameters.button'` and a full stop."""
    kind, path, expected, given = mistake
    where = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in path).removeprefix(".")
    match kind:
        case "missing":
            return f"Missing required parameter: '{where}'."
        case "unknown":
            return f"Unknown parameter: '{where}'."
        case "type":
            return f"Invalid type for '{where}': expected {expected}, but got {given} instead."
        case _:
            return f"Invalid value: {given}. Supported values are: {expected}. ({where})"


def anthropic_words(mistake: Mistake) -> str:
    """Words a mistake as Anthropic's API does: `actions.0.parameters.button: Field required`."""
    kind, path, expected, _ = mistake
    where = ".".join(map(str, path))
    said = {
        "missing": "Field required",
        "unknown": "Extra inputs are not permitted",
        "type": f"Input should be a valid {expected}",
    }
    return f"{where}: {said.get(kind, f'Input should be {expected}')}"
