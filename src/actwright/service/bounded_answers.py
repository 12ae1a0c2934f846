"""Answers that must fit a JSON schema, which a client gives where a Python program gives a pydantic model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, create_model, model_validator
from pydantic_core import CoreSchema

from actwright.errors import ConfigError

__all__ = ["answer_type"]

MOST_NODES = 500
MOST_DEPTH = 50
UNTRUSTED = {"pattern", "patternProperties", "$dynamicRef", "$id"}
"""Keywords that could keep the service busy forever, or make it fetch something."""


def answer_type(schema: Mapping[str, Any]) -> type[BaseModel]:
    """Returns a pydantic model that accepts only what fits a schema.

    Raises:
        ConfigError: It is not the schema of an object, or it uses keywords that clients may not use.
    """
    if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
        raise ConfigError(
            'output: give the JSON schema of an object, as in {"type": "object", "properties": {"total": {"type": "number"}}}'
        )
    whole = _Inlining(schema).inlined(schema)
    try:
        Draft202012Validator.check_schema(whole)
    except SchemaError as error:
        raise ConfigError(f"output: {error.message[:300]}") from error
    return create_model("Answer", __base__=_bounded_by(whole))


class _Inlining:
    """Puts what references name in their place: neither pydantic nor models take a schema with references.

    Raises:
        ConfigError: A reference names nothing or itself, a keyword is not allowed, or the schema is too large or deep.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema
        self._left = MOST_NODES

    def inlined(self, node: Any, *, open_references: tuple[str, ...] = (), depth: int = 0) -> Any:
        self._left -= 1
        if self._left < 0 or depth > MOST_DEPTH:
            raise ConfigError(
                f"output: the schema has more than {MOST_NODES} parts, references included, or {MOST_DEPTH} levels"
            )
        within = partial(self.inlined, open_references=open_references, depth=depth + 1)
        if isinstance(node, list):
            return [within(each) for each in cast("list[Any]", node)]
        if not isinstance(node, dict):
            return node
        keys = cast("dict[str, Any]", node)
        if refused := UNTRUSTED & keys.keys():
            raise ConfigError(f"output: {min(refused)} is not allowed in a schema")
        rest = {name: within(value) for name, value in keys.items() if name != "$ref" and (depth or name != "$defs")}
        if "$ref" not in keys:
            return rest
        reference: Any = keys["$ref"]
        if reference in open_references:
            raise ConfigError(f"output: {reference[:100]} contains itself; limit the nesting to named levels")
        target = self.inlined(self._named(reference), open_references=(*open_references, reference), depth=depth + 1)
        if isinstance(target, dict) and rest.keys() <= {"title", "description"}:
            return {**cast("dict[str, Any]", target), **rest}
        both: dict[str, Any] = {"allOf": [rest, target]} if "allOf" in rest else {**rest, "allOf": [target]}
        return both

    def _named(self, reference: Any) -> Any:
        """The part of the schema that a reference names, as in `#/$defs/item`."""
        if not (isinstance(reference, str) and re.match(r"#(/|$)", reference)):
            raise ConfigError("output: a $ref may only point into the schema itself, as in #/$defs/item")
        found: Any = self._schema
        for part in reference.split("/")[1:]:
            name = part.replace("~1", "/").replace("~0", "~")
            if isinstance(found, list) and name.isdecimal():
                found = dict(enumerate(cast("list[Any]", found))).get(int(name[:5]))
            else:
                found = cast("dict[str, Any]", found).get(name) if isinstance(found, dict) else None
            if found is None:
                raise ConfigError(f"output: the schema has nothing at {reference[:100]}; define it under $defs")
        return found


def _bounded_by(schema: dict[str, Any]) -> type[BaseModel]:
    validator: Any = Draft202012Validator(schema)

    class AnswerLimit(BaseModel):
        model_config = ConfigDict(extra="allow")

        @model_validator(mode="before")
        @classmethod
        def _fits(cls, given: Any) -> Any:
            problem: Any = next(validator.iter_errors(given), None)
            if problem is not None:
                where = ".".join(map(str, problem.absolute_path))
                message = f"{where}: {problem.message}" if where else problem.message
                raise ValueError(message[:500])
            return given

        @classmethod
        def __get_pydantic_json_schema__(cls, _core: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
            return schema

    return AnswerLimit
