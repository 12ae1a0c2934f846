"""The base of all options: a value that is not allowed raises ConfigError with one line."""

from __future__ import annotations

from typing import Any, Self

from pydantic import ModelWrapValidatorHandler, ValidationError, model_validator

from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.proposal import first_problem
from actwright.suggestions import unknown

__all__ = ["Options"]


class Options(Frozen):
    """Immutable options; an unknown field or a value that is not allowed raises ConfigError."""

    @model_validator(mode="wrap")
    @classmethod
    def _mistakes_are_the_callers(cls, values: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(values)
        except ValidationError as error:
            raise ConfigError(f"{cls.__name__}: {cls._mistake(error)}") from error

    @classmethod
    def _mistake(cls, error: ValidationError) -> str:
        first = error.errors(include_url=False)[0]
        if first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
            return unknown("option", str(first["loc"][0]), cls.model_fields)
        return first_problem(error)
