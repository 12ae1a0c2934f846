"""The base of all options: a value that is not allowed raises ConfigError with one line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Self, TypeVar, cast

from pydantic import ModelWrapValidatorHandler, ValidationError, model_validator

from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.proposal import first_problem
from actwright.suggestions import unknown

F = TypeVar("F", bound=Callable[..., Any])


def arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the method that calls this, by name: `arguments(locals())`, before it has other variables."""
    return {name: value for name, value in given.items() if name != "self"}


def known_options_only(function: F) -> F:
    """Has a method raise ConfigError for an unknown option and name the closest one."""
    parameters = list(inspect.signature(function).parameters.values())[1:]
    known = tuple(each.name for each in parameters)
    owner, _, method = function.__qualname__.rpartition(".")
    name_of_call = owner if method == "__init__" else method

    @wraps(function)
    def checked(*given: Any, **options: Any) -> Any:
        for name in options:
            if name not in known:
                raise ConfigError(f"{name_of_call}: {unknown('option', name, known)}")
        return function(*given, **options)

    return cast(F, checked)


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
