"""Answers that must fit a JSON schema, which a client gives where a Python program gives a pydantic model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, create_model, model_validator
from pydantic_core import CoreSchema

from actwright.errors import ConfigError
from actwright.schemas.inlined_schema import inlined


def answer_type(schema: Mapping[str, Any]) -> type[BaseModel]:
    """Returns a pydantic model that accepts only what fits a schema.

    Raises:
        ConfigError: It is not the schema of an object, or it uses keywords that clients may not use.
    """
    if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
        raise ConfigError(
            'output: give the JSON schema of an object, as in {"type": "object", "properties": {"total": {"type": "number"}}}'
        )
    try:
        whole = inlined(schema)
        Draft202012Validator.check_schema(whole)
    except ValueError as error:
        raise ConfigError(f"output: {error}") from error
    except SchemaError as error:
        raise ConfigError(f"output: {error.message[:300]}") from error
    return create_model("Answer", __base__=_bounded_by(whole))


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
