"""Reduces JSON schemas to the subset that every provider's strict mode accepts.

Both OpenAI's strict mode and Anthropic's structured output accept: a root object; every property required, an optional
one nullable; `additionalProperties: false`; `anyOf` but no `oneOf`, `allOf` or discriminator; no `$ref`; no bounds,
formats, defaults or titles. What is lost here is checked on the answer, with the original types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from actwright.errors import ConfigError

Schema = Mapping[str, Any]

NULL: dict[str, Any] = {"type": "null"}
SCALARS = ("string", "integer", "number", "boolean", "null")
JSON_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def lowered(schema: Schema, *, may_be_absent: int = 0, lengths: bool = False) -> dict[str, Any]:
    """The strict form of a schema from pydantic or a toolbox; the argument is not changed.

    A valid instance of `schema` that names every property (an absent optional one as null) is valid for the result.
    `$ref`s are resolved in the nearest enclosing `$defs`, so whole schemas may be nested in each other.

    Args:
        schema: The schema.
        may_be_absent: This many optional properties, the first ones, are left out of `required` instead of being
            nullable, for a provider that limits unions; a null that only stands for the default is then left out of
            their type.
        lengths: Whether the lengths of lists stay, for a server that decodes by a grammar.

    Raises:
        ConfigError: Something in it has no strict form: free-form objects such as `dict[str, str]`, `Any`, recursion,
            a root that is not an object. The message names the field.
    """
    result = _Lowering(iter(range(may_be_absent)), ("minItems", "maxItems") if lengths else ()).lower(schema)
    if result.get("type") != "object":
        raise ConfigError("the answer's schema must be an object at its root; wrap it in a model with one field")
    return result


@dataclass(frozen=True)
class _Lowering:
    """The state of a lowering.

    Attributes:
        absences: Yields once for each property that may still be absent.
        bounds: Keywords of lists that stay.
        definitions: Those in scope.
        place: The path of the field.
        open_references: The references that are being resolved.
    """

    absences: Iterator[object]
    bounds: Sequence[str] = ()
    definitions: Schema = field(default_factory=dict[str, Any])
    place: str = ""
    open_references: tuple[int, ...] = ()

    def lower(self, schema: Any) -> dict[str, Any]:
        if not isinstance(schema, Mapping):
            raise self._refusal("a value of any type", "give it a type")
        schema = cast(Schema, schema)
        if "$defs" in schema:
            return replace(self, definitions={**self.definitions, **schema["$defs"]}).lower(_without(schema, "$defs"))
        if "$ref" in schema:
            return self._resolved(schema)
        if "allOf" in schema:
            return self._all_of(schema)
        variants = schema.get("anyOf", schema.get("oneOf"))
        if variants is not None:
            return _described(_any_of([self.lower(variant) for variant in variants]), schema)
        if isinstance(schema.get("type"), list):
            return _described(_any_of([self.lower({**schema, "type": name}) for name in schema["type"]]), schema)
        return _described(self._plain(schema), schema)

    def _plain(self, schema: Schema) -> dict[str, Any]:
        if "const" in schema:
            return {"type": _type_of(schema["const"]), "const": schema["const"]}
        if "enum" in schema:
            return _enumeration(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(schema)
            case "array":
                kept = {name: schema[name] for name in self.bounds if name in schema}
                return {"type": "array", "items": self._items(schema), **kept}
            case name if name in SCALARS:
                return {"type": name}
            case _:
                raise self._refusal("a value of any type", "give it a type")

    def _object(self, schema: Schema) -> dict[str, Any]:
        properties: Schema = schema.get("properties", {})
        if not properties and (schema.get("additionalProperties") or schema.get("patternProperties")):
            raise self._refusal("an object with free keys", "use a list of objects with `key` and `value`")
        lowered_properties: dict[str, Any] = {}
        required: list[str] = []
        for name, value in properties.items():
            result = replace(self, place=f"{self.place}.{name}" if self.place else name).lower(value)
            if name not in schema.get("required", ()):
                result, absent = self._optional(result, value)
                required += [] if absent else [name]
            else:
                required.append(name)
            lowered_properties[name] = result
        return {
            "type": "object",
            "properties": lowered_properties,
            "required": required,
            "additionalProperties": False,
        }

    def _optional(self, result: dict[str, Any], source: Schema) -> tuple[dict[str, Any], bool]:
        """An optional property's type, and whether it may be absent."""
        if NULL in _variants(result) and source.get("default") is not None:
            return result, False  # null means something other than absence
        if next(self.absences, None) is not None:
            return _described(_without_null(result), result), True
        return _described(_any_of([_without(result, "description"), NULL]), result), False

    def _items(self, schema: Schema) -> dict[str, Any]:
        inner = replace(self, place=f"{self.place}[]")
        if "prefixItems" in schema:
            return _any_of([inner.lower(item) for item in schema["prefixItems"]])
        return inner.lower(schema.get("items"))

    def _resolved(self, schema: Schema) -> dict[str, Any]:
        name = str(schema["$ref"]).removeprefix("#/$defs/")
        target = self.definitions.get(name)
        if target is None:
            raise self._refusal(f"the reference {schema['$ref']!r}", "define it under `$defs`")
        if id(target) in self.open_references:
            raise self._refusal(f"{name}, which contains itself", "limit the nesting to named levels")
        return _described(replace(self, open_references=(*self.open_references, id(target))).lower(target), schema)

    def _all_of(self, schema: Schema) -> dict[str, Any]:
        parts = schema["allOf"]
        if len(parts) != 1:
            raise self._refusal("an intersection of types", "write one type that has all the fields")
        return _described(self.lower(parts[0]), schema)

    def _refusal(self, what: str, instead: str) -> ConfigError:
        where = f"the field {self.place!r}" if self.place else "the root"
        return ConfigError(f"{where} is {what}, which no schema for models can express; {instead}")


def _any_of(variants: Sequence[Schema]) -> dict[str, Any]:
    """The union, flat and without repetition; a single variant stands alone, plain types are a list of names."""
    flat: list[Schema] = []
    for variant in variants:
        flat += [one for one in _variants(variant) if one not in flat]
    if len(flat) == 1:
        return dict(flat[0])
    if all(list(one) == ["type"] for one in flat):
        return {"type": [one["type"] for one in flat]}
    return {"anyOf": flat}


def _variants(schema: Schema) -> Sequence[Schema]:
    """The types that a lowered schema is a union of."""
    if isinstance(schema.get("type"), list):
        return [{"type": name} for name in schema["type"]]
    return schema.get("anyOf", [schema])


def _enumeration(values: Sequence[Any]) -> dict[str, Any]:
    by_type: dict[str, list[Any]] = {}
    for value in values:
        by_type.setdefault(_type_of(value), []).append(value)
    return _any_of([NULL if name == "null" else {"type": name, "enum": found} for name, found in by_type.items()])


def _type_of(value: Any) -> str:
    try:
        return JSON_TYPES[type(value)]
    except KeyError as error:
        raise ConfigError(f"the choice {value!r} is not text, a number, true, false or null") from error


def _without_null(schema: Schema) -> dict[str, Any]:
    variants = [variant for variant in _variants(schema) if variant != NULL]
    return _any_of(variants) if variants else dict(schema)


def _described(result: Schema, source: Schema) -> dict[str, Any]:
    return {**result, "description": source["description"]} if "description" in source else dict(result)


def _without(schema: Schema, key: str) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name != key}
