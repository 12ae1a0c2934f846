"""Answers that must fit a JSON schema, which a client gives where a Python program gives a pydantic model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, create_model, model_validator
from pydantic_core import CoreSchema

from actwright.errors import ConfigError

__all__ = ["answer_type"]

MOST_NODES = 500
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
    _check(schema)
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise ConfigError(f"output: {error.message[:300]}") from error
    return create_model("Answer", __base__=_bounded_by(dict(schema)))


def _check(schema: Mapping[str, Any]) -> None:
    left, waiting = MOST_NODES, [cast(Any, schema)]
    while waiting:
        left -= 1
        if left < 0:
            raise ConfigError(f"output: the schema has more than {MOST_NODES} parts")
        node = waiting.pop()
        if isinstance(node, dict):
            keys = cast("dict[str, Any]", node)
            if refused := UNTRUSTED & keys.keys():
                raise ConfigError(f"output: {min(refused)} is not allowed in a schema")
            reference = keys.get("$ref", "#")
            if not (isinstance(reference, str) and reference.startswith("#")):
                raise ConfigError("output: a $ref may only point into the schema itself")
            waiting += keys.values()
        elif isinstance(node, list):
            waiting += cast("list[Any]", node)


def _bounded_by(schema: dict[str, Any]) -> type[BaseModel]:
    validator: Any = Draft202012Validator(schema)

    class Bounded(BaseModel):
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

    return Bounded
